"""Filling in a Latin square by hand: what the cells admit, what breaks a rule, and the hints up to the solution."""

from __future__ import annotations

from puzzles.by_hand import Grade
from puzzles.latin import FAMILY
from puzzles.latin.by_hand import LatinByHand

HAND = FAMILY.by_hand
assert isinstance(HAND, LatinByHand)
SMALL = FAMILY.parse("1 . 3\n. 3 .\n3 . 2\n")
ORDER_9 = FAMILY.parse(next(one.text for one in FAMILY.examples if one.name == "order-9"))


def test_what_a_cell_admits_and_what_is_said_of_it() -> None:
    board = FAMILY.start_board(SMALL)
    assert HAND.free_cells(SMALL) == {1, 3, 5, 7}
    assert [HAND.symbol(SMALL, value) for value in HAND.values(SMALL, 1)] == ["1", "2", "3"]
    assert HAND.candidates(SMALL, board, 1) == (1,)
    assert HAND.candidates(SMALL, board, 0) == (0, 1)  # a cell's own symbol does not stand against itself
    assert HAND.about(SMALL, board, 1) == (("row 1", "lacks 2"), ("column 2", "lacks 1 2"), ("fits", "2"))
    assert HAND.place(SMALL, 5) == "row 2, column 3"


def test_equal_symbols_of_a_row_or_column_are_in_conflict_and_the_hint_says_so() -> None:
    board = (0, 0, 2, -1, 2, -1, 2, -1, 1)
    assert HAND.conflicts(SMALL, board) == {0, 1}
    hint = HAND.hint(SMALL, board)
    assert hint is not None
    assert (hint.technique, hint.after) == ("conflict", FAMILY.start_board(SMALL))
    assert hint.reason == ("1 stands twice in row 1.", "So row 1, column 2 is wrong.")


def test_a_wrong_value_without_a_conflict_is_named() -> None:
    puzzle = FAMILY.parse("1 2 3 4\n. . . .\n. . . .\n2 1 4 3\n")
    start = FAMILY.parse("1 . . 4\n2 . . 3\n. . 2 .\n4 . . 2\n")
    board = list(FAMILY.start_board(start))
    board[9] = 0
    assert not HAND.conflicts(start, board)
    hint = HAND.hint(start, board)
    assert hint is not None
    assert hint.technique == "wrong value"
    assert hint.reason[0] == "Row 3, column 2 can't be 1:"
    assert hint.after == FAMILY.start_board(start)
    assert HAND.grade(puzzle) == Grade("search", {})  # several solutions


def test_hints_lead_to_the_solution_and_end_there() -> None:
    board = FAMILY.start_board(ORDER_9)
    while (hint := HAND.hint(ORDER_9, board)) is not None:
        assert hint.certain
        assert len(hint.reason) <= 4
        assert sum(one != two for one, two in zip(board, hint.after, strict=True)) == 1
        board = hint.after
    assert FAMILY.judge(ORDER_9, board).solved
    assert HAND.grade(ORDER_9) == Grade("easy", {"naked single": 29, "last cell": 5})


def test_where_no_technique_leads_on_the_likeliest_value_is_said_to_be_no_more() -> None:
    puzzle = FAMILY.parse("1 2 3 4\n. . . .\n. . . .\n2 1 4 3\n")
    hint = HAND.hint(puzzle, FAMILY.start_board(puzzle))
    assert hint is not None
    assert (hint.technique, hint.certain) == ("likeliest value", False)
    assert "likeliest: about 50 %" in hint.reason[2]
    odds = HAND.hint(puzzle, FAMILY.start_board(puzzle), lambda cell, values: [3.0 if v == 2 else 1.0 for v in values])
    assert odds is not None
    assert odds.reason[2:] == ("3 is likeliest: about 75 %,", "by the prior's odds.")


def test_a_puzzle_without_solution_is_said_to_have_none() -> None:
    puzzle = FAMILY.parse("1 2 .\n. . 3\n. . .\n")
    hint = HAND.hint(puzzle, FAMILY.start_board(puzzle))
    assert hint is not None
    assert (hint.technique, hint.after) == ("contradiction", FAMILY.start_board(puzzle))
    assert hint.reason[-1] == "So the puzzle has no solution."
