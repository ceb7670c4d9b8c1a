"""Positions in plain Python against a second implementation, worked examples, and a published game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.samegame_boards import board, puzzle_of, puzzles, random_game, rows_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import naive_samegame as naive

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.samegame import FAMILY
from puzzles.samegame.position import anchor, group, groups, has_group, remove, start
from puzzles.samegame.puzzle import Move, SameGamePuzzle, decode_move, encode_move

SMALL = puzzle_of("02.", "011", "210")
"""Columns from the bottom: 2 0 0, 1 1 2, 0 1."""


def test_a_game_worked_out_by_hand() -> None:
    position = start(SMALL)
    assert position.columns == ((2, 0, 0), (1, 1, 2), (0, 1))
    assert [anchor(cells) for cells in groups(position)] == [Move(0, 1), Move(1, 0)]
    position = remove(position, group(position, Move(2, 1)))  # three of colour 1: 1 point; the 2 falls to the floor
    assert (position.columns, position.points) == (((2, 0, 0), (2,), (0,)), 1)
    position = remove(position, group(position, Move(0, 2)))  # two of colour 0: nothing
    assert (position.columns, position.points) == (((2,), (2,), (0,)), 1)
    position = remove(position, group(position, Move(1, 0)))  # both 2: two columns close
    assert (position.columns, position.points) == (((0,),), 1)
    assert groups(position) == ()


def test_an_emptied_board_scores_a_thousand_more() -> None:
    assert FAMILY.judge(puzzle_of("11", "11"), (0,)).score == 4 + 1000
    verdict = FAMILY.judge(puzzle_of("11", "00"), (1, 0))
    assert (verdict.score, verdict.facts) == (1000, {"moves": 2, "left": 0, "cleared": True})
    assert not verdict.solved  # nobody proves that a game is the best


@settings(max_examples=60)
@given(puzzles(), st.integers(0, 2**32))
def test_positions_are_those_of_the_naive_implementation(puzzle: SameGamePuzzle, seed: int) -> None:
    position, cells = start(puzzle), naive.cells_of(rows_of(puzzle))
    for move in random_game(puzzle, seed):
        found = groups(position)
        assert has_group(position)
        assert {frozenset(map(tuple, one)) for one in found} == naive.groups(cells)
        assert len(found) == len(naive.groups(cells))
        assert [anchor(one) for one in found] == sorted(anchor(one) for one in found)
        chosen = group(position, Move(*move))
        position, cells = remove(position, chosen), naive.without(cells, chosen)
        assert {(x, y): c for x, column in enumerate(position.columns) for y, c in enumerate(column)} == cells
    assert groups(position) == ()
    assert not has_group(position)
    assert position.points == naive.play(rows_of(puzzle), random_game(puzzle, seed))[0]


@settings(max_examples=40)
@given(puzzles(), st.integers(0, 2**32), st.integers(0, 4095))
def test_the_verdict_on_a_game_and_on_one_that_goes_wrong(puzzle: SameGamePuzzle, seed: int, last: int) -> None:
    moves = random_game(puzzle, seed)
    points, left = naive.play(rows_of(puzzle), moves)
    verdict = FAMILY.judge(puzzle, board(moves))
    assert (verdict.score, verdict.faults, verdict.legal, verdict.solved) == (points, (), True, False)
    assert verdict.facts == {"moves": len(moves), "left": len(left), "cleared": not left}
    wrong = FAMILY.judge(puzzle, (*board(moves), last))  # no group is left, so no further move is legal
    assert (wrong.legal, wrong.score, wrong.facts["moves"]) == (False, points, len(moves))
    assert wrong.faults[0].startswith(f"move {len(moves) + 1}: the cell ({last // 64},{last % 64}) ")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (encode_move(Move(0, 0)), "move 1: the cell (0,0) has no neighbour of its colour"),
        (encode_move(Move(2, 2)), "move 1: the cell (2,2) is empty"),
        (encode_move(Move(3, 0)), "move 1: the cell (3,0) is not on the board of 3 x 3"),
        (encode_move(Move(0, 3)), "move 1: the cell (0,3) is not on the board of 3 x 3"),
        (4096, "move 1: 4096 is no move"),
        (-1, "move 1: -1 is no move"),
    ],
)
def test_what_is_said_of_a_wrong_move(code: int, fault: str) -> None:
    assert FAMILY.judge(SMALL, (code,)).faults == (fault,)


def test_the_published_game_on_the_tenth_standard_board(benchmark_data: Path) -> None:
    folder = benchmark_data / "samegame"
    text = (folder / "known_solution_10.json").read_text()
    puzzle = registry.read((folder / "problems.txt").read_text(), entry="10")
    moves = json.loads(text)["moves"]
    assert FAMILY.parse_board(puzzle, text) == board(moves)
    verdict = FAMILY.judge(puzzle, board(moves))
    assert (verdict.score, verdict.legal, verdict.facts) == (3215, True, {"moves": 60, "left": 0, "cleared": True})
    assert FAMILY.remarks(puzzle, board(moves)) == ("60 moves; the board is empty (1,000 points)",)


def test_remarks_say_what_is_left() -> None:
    assert FAMILY.remarks(SMALL, ()) == (
        "8 cells left, 2 groups, the largest of 3 cells",
        "cells of each colour: 3, 3, 2",
    )
    assert FAMILY.remarks(SMALL, (64,)) == ("1 move; 5 cells left, 2 groups, the largest of 2 cells",)
    assert FAMILY.remarks(SMALL, (64, 1)) == ("2 moves; 3 cells left, 1 group, of 2 cells",)
    assert FAMILY.remarks(SMALL, (64, 1, 0)) == ("3 moves; 1 cell left, no group",)


def test_a_board_without_a_group_is_finished() -> None:
    assert FAMILY.optimisation.finished(puzzle_of("01", "10"))
    assert not FAMILY.optimisation.finished(SMALL)


def test_titles_and_colours() -> None:
    assert puzzle_of("00", "00").colours == 2
    assert puzzle_of("04", "00").title == "SameGame, 2 x 2, 5 colours"
    assert puzzle_of("04", name="odd").title == "SameGame odd, 2 x 1, 5 colours"


@given(st.integers(0, 63), st.integers(0, 63))
def test_a_move_s_number_and_back(column: int, row: int) -> None:
    assert decode_move(encode_move(Move(column, row))) == (column, row)
    assert encode_move(Move(column, row)) == column * 64 + row


@pytest.mark.parametrize(
    ("width", "height", "cells", "said"),
    [
        (0, 1, (), "the board is 0 wide; expected 1 to 64"),
        (1, 65, (0,) * 65, "the board is 65 high; expected 1 to 64"),
        (2, 2, (0, 0, 0), "the board of 2 x 2 has 3 cells; expected 4"),
        (2, 1, (0, 9), "row 1 from the top, column 2: the colour is 9; expected 0 to 8, or -1 for empty"),
        (1, 2, (0, -1), "row 2 from the top, column 1: an empty cell has a filled one above it"),
        (2, 1, (-1, 0), "row 1 from the top, column 1: an empty column has a filled one to its right"),
        (2, 1, (-1, -1), "row 1 from the top, column 1: the board is empty"),
    ],
)
def test_what_is_no_board(width: int, height: int, cells: tuple[int, ...], said: str) -> None:
    with pytest.raises(PuzzleError) as error:
        SameGamePuzzle(width, height, cells)
    assert error.value.message.startswith(said)


def test_the_bias_is_the_paper_s() -> None:
    """min(n - 2 - tabu, 8): n from 2 on with tabu 1 only for n = 2; Generalized NRPA, 6.1."""
    logarithms = FAMILY.priors.handmade("size")
    code_of_pair_of_the_tabu_colour, code_of_pair = 0, 1
    assert logarithms[code_of_pair_of_the_tabu_colour] == -1
    assert [logarithms[code_of_pair + size - 2] for size in range(2, 11)] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert len(logarithms) == 10
    assert FAMILY.priors.shape_key(SMALL, "size") == "any"
    with pytest.raises(PuzzleError, match="no puzzles are generated for this prior"):
        FAMILY.priors.training_shape("any")
