"""Filling in a Kakuro by hand: what the cells admit, what breaks a rule, and the hints up to the solution."""

from __future__ import annotations

import pytest

from puzzles.by_hand import Grade
from puzzles.kakuro import FAMILY
from puzzles.kakuro.by_hand import KakuroByHand
from puzzles.kakuro.puzzle import Kakuro

HAND = FAMILY.by_hand
assert isinstance(HAND, KakuroByHand)
SMALL = FAMILY.parse("\\,4\\,6\\\n\\3,,\n\\7,,\n")


def example(name: str) -> Kakuro:
    return FAMILY.parse(next(one.text for one in FAMILY.examples if one.name == name))


def test_what_a_cell_admits_and_what_is_said_of_it() -> None:
    board = FAMILY.start_board(SMALL)
    assert HAND.free_cells(SMALL) == {0, 1, 2, 3}
    assert [HAND.symbol(SMALL, value) for value in HAND.values(SMALL, 0)] == list("123456789")
    assert HAND.candidates(SMALL, board, 0) == (1,)
    assert HAND.candidates(SMALL, board, 2) == (1, 3)
    assert HAND.about(SMALL, board, 2) == (
        ("across", "7 in 2 cells: 1 6  2 5  3 4"),
        ("down", "4 in 2 cells: 1 3"),
        ("fits", "1 3"),
    )
    filled = (1, 0, 0, 0)
    assert HAND.about(SMALL, filled, 2)[1:] == (("down", "3 left in 1 cell: 3"), ("fits", "3"))
    assert HAND.candidates(SMALL, filled, 0) == (1,)  # as if it were open
    assert HAND.place(SMALL, 3) == "row 2, column 2"
    assert HAND.about(SMALL, (1, 2, 3, 4), 0)[0] == ("across", "3 in 2 cells, all filled")


@pytest.mark.parametrize(
    ("board", "cells", "reason", "after"),
    [
        ((3, 0, 3, 0), {0, 2}, "3 stands twice in the down run at row 1, column 1.", (0, 0, 0, 0)),
        ((1, 2, 3, 3), {2, 3}, "3 stands twice in the across run at row 2, column 1.", (1, 2, 0, 0)),
    ],
)
def test_conflicts(board: tuple[int, ...], cells: set[int], reason: str, after: tuple[int, ...]) -> None:
    assert cells <= HAND.conflicts(SMALL, board)
    hint = HAND.hint(SMALL, board)
    assert hint is not None
    assert (hint.technique, hint.reason[0], hint.after) == ("conflict", reason, after)


def test_sums_that_can_no_longer_be_reached_are_conflicts() -> None:
    assert HAND.conflicts(SMALL, (0, 0, 0, 6)) == {3}  # 6 down in 2 cells has none left
    assert HAND.conflicts(SMALL, (1, 3, 0, 0)) == {0, 1}  # makes 4, not 3
    hint = HAND.hint(SMALL, (0, 0, 0, 6))
    assert hint is not None
    assert hint.reason == (
        "The down run at row 1, column 2 can't make 6: 0 left in 1 cell is impossible.",
        "So row 2, column 2 is wrong.",
    )
    hint = HAND.hint(SMALL, (5, 0, 0, 0))
    assert hint is not None
    assert hint.reason[0] == "The across run at row 1, column 1 makes 5 already, not 3."
    assert HAND.about(SMALL, (5, 0, 0, 0), 1)[0] == ("across", "2 too much, 1 cell open: no combination")


@pytest.mark.parametrize(("name", "grade"), [("crossword-6", "medium"), ("crossword-9", "hard")])
def test_hints_lead_to_the_solution_and_end_there(name: str, grade: str) -> None:
    puzzle = example(name)
    board = FAMILY.start_board(puzzle)
    while (hint := HAND.hint(puzzle, board)) is not None:
        assert hint.certain
        assert len(hint.reason) <= 4
        assert sum(one != two for one, two in zip(board, hint.after, strict=True)) == 1
        board = hint.after
    assert FAMILY.judge(puzzle, board).solved
    found = HAND.grade(puzzle)
    assert found is not None
    assert found.name == grade


def test_the_first_hint_of_a_puzzle_gives_the_combinations_of_both_runs() -> None:
    puzzle = example("crossword-6")
    hint = HAND.hint(puzzle, FAMILY.start_board(puzzle))
    assert hint is not None
    assert hint.reason == (
        "Across, 11 in 2 cells is 2 9, 3 8, 4 7 or 5 6.",
        "Down, 3 in 2 cells is always 1 2.",
        "So only 2 fits row 1, column 1.",
    )


def test_squares_of_sums_have_hints_too() -> None:
    puzzle = example("paper-10")
    hint = HAND.hint(puzzle, FAMILY.start_board(puzzle))
    assert hint is not None
    assert (hint.technique, hint.certain) == ("likeliest value", False)
    assert HAND.grade(puzzle) == Grade("search", {})
