"""SameGame as text: a small board and its games worked out by hand, at all sizes, with glyphs and in ASCII."""

from __future__ import annotations

import random

import pytest
from drivers.samegame_games import CLEARING, LEAVING, SMALL, random_board, random_game

from puzzles.errors import PuzzleError
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.samegame import checker, position
from puzzles.samegame.position import Replay, replayed
from puzzles.samegame.puzzle import MOST_COLOURS, Move, SameGamePuzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import draw, drawable
from tui.boards.samegame.text import (
    GLYPHS,
    PLAIN_GLYPHS,
    TILES,
    Pointer,
    SameGameGame,
    Tiles,
)

NONE: frozenset[int] = frozenset()
CLOSE, NUMBERED, WIDE = 5, 3, 2


def text(canvas: Canvas) -> str:
    return "\n".join("".join(piece.text for piece in canvas.line(y)).rstrip() for y in range(canvas.height))


def kinds(canvas: Canvas, end: str) -> list[str]:
    """The text of the pieces whose kind ends so."""
    lines = [canvas.line(y) for y in range(canvas.height)]
    return [piece.text for line in lines for piece in line if piece.kind.endswith(end)]


def page(board: tuple[int, ...], at: int, zoom: int = CLOSE, *, plain_text: bool = False) -> Canvas:
    return SameGameGame(SMALL, plain=plain_text).page(zoom, board, at, NONE)


@pytest.mark.parametrize(
    ("at", "expected", "lit"),
    [
        (0, "● ▲ ▲ ■\n● ● ▲ ■\n▲ ● ■ ■", ["● ", "● ● ", "● "]),
        (1, "· · ▲ ■\n· · ▲ ■\n▲ ▲ ■ ■", ["■ ", "■ ", "■ ■ "]),
        (2, "· · · ·\n· · ▲ ·\n▲ ▲ ▲ ·", ["▲ ", "▲ ▲ ▲ "]),
        (3, "· · · ·\n· · · ·\n· · · ·", []),
    ],
)
def test_each_position_of_a_game_with_the_group_about_to_go(at: int, expected: str, lit: list[str]) -> None:
    assert text(page(CLEARING, at)) == expected
    assert kinds(page(CLEARING, at), "-lit") == lit


def test_a_whole_game_numbers_the_moves_and_sets_off_what_stays() -> None:
    game = SameGameGame(SMALL, plain=True)
    canvas = game.overview(NUMBERED, LEAVING, NONE)
    assert text(canvas) == " O 2 X 1 X 1 + 3\n O 2 O 2 X 1 + 3\n X   O 2 + 3 + 3"
    assert kinds(canvas, "-lit") == [" X  "]
    assert kinds(game.overview(CLOSE, CLEARING, NONE), "-lit") == []


def test_marked_moves_are_set_off_in_a_whole_game() -> None:
    canvas = SameGameGame(SMALL, plain=True).overview(NUMBERED, LEAVING, frozenset({0}))
    assert kinds(canvas, "marked") == [" X 1 X 1", " X 1"]


def test_a_large_cell_has_its_glyph_in_the_middle_and_its_number_below() -> None:
    canvas = SameGameGame(SMALL, plain=False).overview(0, CLEARING, NONE)
    assert text(canvas).splitlines()[:3] == ["", "   ●      ▲      ▲      ■", "     1      3      3      2"]
    assert text(page((), 0, WIDE)).splitlines()[:2] == [" ●   ▲   ▲   ■", ""]


def test_brackets_stand_around_the_cell_that_is_pointed_at() -> None:
    game = SameGameGame(SMALL, plain=True)
    cells = position.group(position.start(SMALL), Move(1, 0))
    game.pointer = Pointer(cells, Move(1, 0))
    for zoom, expected in ((NUMBERED, " X  [O]  +   +"), (4, " X [O] +  +"), (CLOSE, "X O<+ +"), (6, "XO++")):
        canvas = game.page(zoom, (), 0, NONE)
        assert text(canvas).splitlines()[2] == expected
        assert "".join(kinds(canvas, "-lit")).count("O") == 3


@pytest.mark.parametrize("zoom", range(len(TILES)))
def test_every_page_has_its_size_and_is_ascii_if_plain(zoom: int) -> None:
    puzzle = random_board(9, 7, MOST_COLOURS, 1)
    board = random_game(puzzle, random.Random(1))
    for plain_text, glyphs in ((False, GLYPHS), (True, PLAIN_GLYPHS)):
        game = SameGameGame(puzzle, plain=plain_text)
        start = game.page(zoom, board, 0, NONE)
        whole = game.overview(zoom, board, NONE)
        for canvas in (start, whole):
            assert (canvas.width, canvas.height) == game.size(zoom)
            assert text(canvas).isascii() == plain_text
            assert sum(text(canvas).count(glyph) for glyph in glyphs) == 63, "each cell has its glyph"
        shown = "".join(one for one in text(start) if one in glyphs)
        assert shown == "".join(glyphs[colour] for colour in puzzle.cells)


def test_glyphs_differ() -> None:
    assert len(set(GLYPHS)) == len(set(PLAIN_GLYPHS)) == MOST_COLOURS


@pytest.mark.parametrize(
    ("at", "width", "expected"),
    [
        (None, 80, "3 moves · 1,012 points · 0 left"),
        (0, 80, "move 0 of 3 · 0 points · 12 left · next 4 ● +4"),
        (2, 80, "move 2 of 3 · 8 points · 4 left · next 4 ▲ +1,004"),
        (2, 46, "2 of 3 · 8 points · 4 left · next 4 ▲ +1,004"),
        (2, 40, "2/3 · 8 points · 4 left · 4 ▲ +1,004"),
        (2, 30, "2/3 · 8 · 4 left · 4 ▲ +1,004"),
        (3, 80, "move 3 of 3 · 1,012 points · 0 left · no group"),
    ],
)
def test_points_cells_left_and_the_next_group_are_described(at: int | None, width: int, expected: str) -> None:
    assert SameGameGame(SMALL, plain=False).describe(CLEARING, at, width) == expected


def test_what_is_reported_is_ascii_if_plain() -> None:
    game = SameGameGame(SMALL, plain=True)
    assert game.describe(CLEARING, 1, 80) == "move 1 of 3, 4 points, 8 left, next 4 + +4"
    assert game.describe((), None, 80) == "0 points, 12 left"


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_a_replay_are_those_of_the_checker(seed: int) -> None:
    puzzle = random_board(12, 9, 3 + seed, seed)
    board = random_game(puzzle, random.Random(seed))
    replay = Replay(puzzle, board)
    for at in range(len(board) + 1):
        assert replay.positions[at] == checker.replay(puzzle, board[:at]).position
        colours = [[puzzle.columns[place.column][place.row] for place in column] for column in replay.places[at]]
        assert colours == [list(column) for column in replay.positions[at].columns], "each cell is traced to its place"
    assert sum(len(cells) for cells in replay.groups) == len(replay.gone) == 108 - replay.positions[-1].left


def test_a_page_that_follows_another_one_is_that_of_the_position_alone() -> None:
    puzzle = random_board(12, 9, 3, 5)
    board = random_game(puzzle, random.Random(5))
    game = SameGameGame(puzzle, plain=False)
    back_and_forth = [*range(len(board) + 1), *range(len(board), -1, -3)]
    for zoom, at in [(zoom, at) for zoom in (CLOSE, WIDE) for at in back_and_forth]:
        fresh = SameGameGame(puzzle, plain=False).page(zoom, board, at, NONE)
        assert not game.page(zoom, board, at, NONE).changes(fresh), at


def test_a_replay_that_goes_on_from_another_one_is_that_of_the_whole_game() -> None:
    puzzle, other = random_board(12, 9, 3, 6), random_board(12, 9, 3, 7)
    board = random_game(puzzle, random.Random(6))
    assert replayed(other, random_game(other, random.Random(6))).positions
    for length in (3, 2, len(board) - 1, len(board), 5, 4, 0):
        found, whole = replayed(puzzle, board[:length]), Replay(puzzle, board[:length])
        assert (found.positions, found.places, found.groups, found.gone) == (
            *(whole.positions, whole.places),
            *(whole.groups, whole.gone),
        )
    with pytest.raises(PuzzleError, match=f"move {len(board) + 1} removes no group"):
        replayed(puzzle, (*board, board[0]))


def drawn(board: tuple[int, ...], width: int, puzzle: SameGamePuzzle = SMALL) -> str:
    lines = draw(puzzle, board, width=width, plain=True)
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def test_the_commands_print_the_board_or_the_numbered_game() -> None:
    assert drawn((), 80) == "O X X +\nO O X +\nX O + +"
    assert drawn((), 7) == "OXX+\nOOX+\nXO++"
    assert drawn(CLEARING, 80) == " O 1 X 3 X 3 + 2\n O 1 O 1 X 3 + 2\n X 3 O 1 + 2 + 2"
    assert drawn(LEAVING, 10) == ". . . .\n. . . .\nX . . .", "where numbers don't fit, what is left"


def test_only_legal_games_can_be_drawn() -> None:
    assert drawable(SMALL, CLEARING)
    assert drawable(SMALL, ())
    assert not drawable(SMALL, CLEARING[::-1])
    assert not drawable(SMALL, (*CLEARING, 0))
    assert not drawable(SMALL, (5000,))
    assert not drawable(SMALL, (-1,))
    with pytest.raises(PuzzleError):
        SameGameGame(MorpionPuzzle("5D"), plain=True)


def test_a_step_of_the_cursor_paints_the_group_alone_and_the_next_position_is_another_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = SameGameGame(SMALL, plain=True)
    first, second = text(page(CLEARING, 0, plain_text=True)), text(page(CLEARING, 1, plain_text=True))
    assert text(game.page(CLOSE, CLEARING, 0, NONE)) == first
    painted: list[int] = []
    cell = Tiles.cell
    monkeypatch.setattr(Tiles, "cell", lambda *place, **number: painted.append(1) or cell(*place, **number))
    game.pointer = Pointer(frozenset({Move(2, 1), Move(2, 2)}), Move(2, 1))
    assert kinds(game.page(CLOSE, CLEARING, 0, NONE), "-cursor") == ["X<"]
    assert len(painted) == 2
    game.pointer = None
    assert text(game.page(CLOSE, CLEARING, 1, NONE)) == second
    assert text(game.page(CLOSE, CLEARING, 0, NONE)) == first
