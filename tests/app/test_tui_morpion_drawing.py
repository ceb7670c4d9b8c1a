"""Games of Morpion Solitaire as text: a small game drawn by hand, braille against its points, what fits a page."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.morpion.puzzle import DIRECTIONS, VARIANTS, MorpionPuzzle, Move, board_of
from tui.boards.canvas import Canvas
from tui.boards.drawing import draw, drawable
from tui.boards.morpion.text import (
    AGES,
    CLOSE,
    DOTS,
    LAST_DOT,
    LAST_LINE,
    LINES,
    MARKED_DOT,
    MARKED_LINE,
    NUMBERS,
    PLAIN_ZOOMS,
    START,
    ZOOMS,
    Look,
    MorpionGame,
    Spacing,
    frame_of,
    paint,
    paint_braille,
    scene_of,
)
from tui.commands.writing import drawn

H, V, RISING, FALLING = range(4)
GAME = (
    Move(5, 0, H, 3),
    Move(4, -1, V, 0),
    Move(2, 7, RISING, 0),
    Move(2, -1, FALLING, 0),
    Move(3, 2, H, 1),
    Move(5, -2, RISING, 3),
    Move(4, 7, FALLING, 3),
)
"""4T: all directions, dots at either end and within their lines."""
BOARD = board_of(GAME)
PUZZLE = MorpionPuzzle("4T")

WITH_NUMBERS = """
                     6
                   ╱
         4       2
           ╲   ╱ │
         ○───○───○───1
           ╱   ╲ │
         ○       ○
                 │ ╲
 ○   ○   ○───5───○───○   ○

 ○                       ○

 ○   ○   ○       ○   ○   ○
       ╲           ╱
         ○       ○
           ╲   ╱
         ○   ○   ○
           ╱   ╲
         3       7
"""
WITH_LINES = """
          ●
         ╱
    ●   ●
     ╲ ╱│
    ○─○─○─●
     ╱ ╲│
    ○   ○
        │╲
○ ○ ○─●─○─○ ○

○           ○

○ ○ ○   ○ ○ ○
   ╲     ╱
    ○   ○
     ╲ ╱
    ○ ○ ○
     ╱ ╲
    ●   ●
"""
WITH_DOTS = """
          ●
    ●   ●
    ○─○─○─●
    ○   ○
○ ○ ○─●─○─○ ○
○           ○
○ ○ ○   ○ ○ ○
    ○   ○
    ○ ○ ○
    ●   ●
"""
DOTS_ONLY = """
     *
  * *
  ooo*
  o o
ooo*ooo
o     o
ooo ooo
  o o
  ooo
  * *
"""


def rows(canvas: Canvas) -> list[str]:
    return ["".join(piece.text for piece in canvas.line(y)).rstrip() for y in range(canvas.height)]


def painted(spacing: Spacing, *, plain: bool = False, look: Look | None = None) -> Canvas:
    variant = VARIANTS["4T"]
    scene, frame = scene_of(variant, GAME), frame_of(variant, GAME)
    return paint(scene, frame, look or Look(len(GAME)), spacing, plain=plain)


def in_ascii(text: str) -> str:
    return text.translate(str.maketrans("○●─│╱╲╳", "o*-|/\\X"))


@pytest.mark.parametrize(
    ("spacing", "plain", "expected"),
    [
        (NUMBERS, False, WITH_NUMBERS),
        (LINES, False, WITH_LINES),
        (DOTS, False, WITH_DOTS),
        (NUMBERS, True, in_ascii(WITH_NUMBERS)),
        (LINES, True, in_ascii(WITH_LINES)),
        (DOTS, True, in_ascii(WITH_DOTS)),
        (CLOSE, True, DOTS_ONLY),
    ],
)
def test_a_game_is_drawn_as_by_hand(spacing: Spacing, plain: bool, expected: str) -> None:
    assert rows(painted(spacing, plain=plain)) == expected.strip("\n").split("\n")


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        (H, ["●─○─●─●"]),
        (V, ["●", "│", "○", "│", "●", "│", "●"]),
        (RISING, ["      ●", "     ╱", "    ●", "   ╱", "  ○", " ╱", "●"]),
        (FALLING, ["●", " ╲", "  ○", "   ╲", "    ●", "     ╲", "      ●"]),
    ],
)
def test_a_line_of_each_direction(direction: int, expected: list[str]) -> None:
    dx, dy = DIRECTIONS[direction]
    line = [(i * dx, i * dy) for i in range(4)]
    variant = VARIANTS["4T"]
    scene = scene_of(variant, [Move(0, 0, direction, 0)])
    dots = {square: int(i != 1) for i, square in enumerate(line)}
    alone = type(scene)(dots, scene.segments)
    frame = frame_of(variant, ())._replace(left=0, top=min(0, 3 * dy), right=3 * dx, bottom=max(0, 3 * dy))
    assert rows(paint(alone, frame, Look(1), LINES, plain=False)) == expected


def test_lines_that_cross_between_the_dots() -> None:
    variant = VARIANTS["4T"]
    moves = (Move(2, 2, FALLING, 0), Move(2, 3, RISING, 0))
    canvas = paint(scene_of(variant, moves), frame_of(variant, moves), Look(2), NUMBERS, plain=False)
    assert rows(canvas)[5][11] == "╳"
    assert next(piece.kind for piece in canvas.line(5) if "╳" in piece.text) == AGES[2], "the later one is seen"


def test_numbers_of_three_digits_touch_their_lines() -> None:
    variant = VARIANTS["5T"]
    moves = [Move(30, 30, H, 0)] * 99 + [Move(x, 20, H, 0) for x in (8, 9, 10, 11, 12)]
    text = rows(paint(scene_of(variant, moves), frame_of(variant, moves), Look(101), NUMBERS, plain=True))
    assert "100-101-102-103-104--" in text[40]


def points(canvas: Canvas) -> set[tuple[int, int]]:
    """All raised points of a page of braille, by Unicode's numbering of its dots 1 to 8."""
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    return {
        (2 * x + column, 4 * y + row)
        for y, line in enumerate(rows(canvas))
        for x, character in enumerate(line)
        for bit, (column, row) in enumerate(places)
        if character != " " and ord(character) - 0x2800 >> bit & 1
    }


@pytest.mark.parametrize("pitch", [4, 3, 2])
def test_braille_has_a_point_for_every_dot_and_along_every_line(pitch: int) -> None:
    variant = VARIANTS["4T"]
    frame = frame_of(variant, GAME)
    expected = set()
    for move in GAME:
        (x, y), (end_x, end_y) = move.squares(4)[0], move.squares(4)[-1]
        steps = 3 * pitch
        for i in range(steps + 1):
            along_x, along_y = (end_x - x) * pitch * i // steps, (end_y - y) * pitch * i // steps
            expected.add(((x - frame.left) * pitch + along_x, (y - frame.top) * pitch + along_y))
    for x, y in variant.cross:
        left, top = (x - frame.left) * pitch, (y - frame.top) * pitch
        thick = range(1 if pitch == 2 else 2)
        expected |= {(left + i, top + j) for i in thick for j in thick}
    canvas = paint_braille(scene_of(variant, GAME), frame, Look(len(GAME)), pitch)
    assert points(canvas) == expected


def kinds(canvas: Canvas) -> dict[str, set[str]]:
    """Text of dots -> their kinds."""
    found: dict[str, set[str]] = {}
    for y in range(canvas.height):
        for piece in canvas.line(y):
            for word in piece.text.replace("─", " ").split():
                found.setdefault(word, set()).add(piece.kind)
    return found


def test_age_last_and_marked_moves_are_distinguished() -> None:
    seen = kinds(painted(NUMBERS, look=Look(8, marked=frozenset({3}), last=7)))
    assert seen["○"] == {START}
    assert seen["3"] == {MARKED_DOT}
    assert seen["7"] == {LAST_DOT}
    assert {MARKED_LINE, LAST_LINE} <= seen["╱"] | seen["╲"]
    seen = kinds(painted(NUMBERS, look=Look(8)))
    assert [seen[str(n)] for n in range(1, 8)] == [{AGES[(n - 1) // 2]} for n in range(1, 8)]


def test_a_page_takes_numbers_if_they_fit() -> None:
    def lines(width: int, plain: bool = False) -> list[str]:
        text = draw(PUZZLE, BOARD, width=width, plain=plain)
        return ["".join(piece.text for piece in line).rstrip() for line in text]

    assert lines(80) == WITH_NUMBERS.strip("\n").split("\n")
    assert lines(27) == lines(80)
    assert lines(26) == WITH_LINES.strip("\n").split("\n")
    assert len(lines(7)[0]) <= 7
    assert all(line.isascii() for width in (80, 20, 9) for line in lines(width, plain=True))
    assert in_ascii(drawn(PUZZLE, BOARD, ascii_only=False)) == drawn(PUZZLE, BOARD, ascii_only=True)


def test_a_record_of_178_moves_fits_a_page_and_a_small_screen(benchmark_data: object) -> None:
    from drivers.morpion_games import record_files, record_moves

    variant, moves = record_moves(record_files(benchmark_data)["5T-rosin178"])  # type: ignore[arg-type]
    game = MorpionGame(MorpionPuzzle(variant), plain=False)
    game.make_room(board_of(moves))
    assert game.size(ZOOMS.index(NUMBERS)) == (67, 41)
    assert game.size(ZOOMS.index(3)) <= (46, 18)
    text = "\n".join(rows(game.whole(board_of(moves), 80)))
    assert {str(n) for n in range(1, 179)} <= set(text.replace("─", " ").split())


def test_every_size_is_smaller_than_the_one_before() -> None:
    for plain, count in ((False, len(ZOOMS)), (True, len(PLAIN_ZOOMS))):
        game = MorpionGame(PUZZLE, plain=plain)
        sizes = [game.size(zoom) for zoom in range(count)]
        assert sizes == sorted(sizes, reverse=True)


def test_what_is_no_game_is_not_drawn() -> None:
    latin = registry.read("1 . 3\n. 3 .\n3 . 2\n")
    assert drawable(PUZZLE, BOARD)
    assert not drawable(PUZZLE, (1 << 30,))
    assert not drawable(PUZZLE, BOARD * 10)
    assert not drawable(latin, (0,) * 8)
