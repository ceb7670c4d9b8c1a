"""Filling in a Latin square by hand: what the cells admit, what breaks a rule, and the hints up to the solution."""

from __future__ import annotations

import math

from puzzles.by_hand import Grade, PriorTable
from puzzles.deduction import bits, next_steps
from puzzles.latin import FAMILY
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.instances import generate

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
    assert "likeliest: 50 %, by how few" in hint.reason[2]
    assert hint.reason[3] == "A guess by odds, not a deduction."
    asked = PriorTable("dual", [0.0] * 25)
    told = HAND.hint(puzzle, FAMILY.start_board(puzzle), asked)
    assert told is not None
    assert told.reason[2] == "3 is likeliest: 50 %, by learned odds (dual)."
    untrained = HAND.hint(puzzle, FAMILY.start_board(puzzle), PriorTable("dual"))
    assert untrained is not None
    assert untrained.after == hint.after
    assert untrained.reason[3].endswith("No odds are learned yet (dual): screen 5 learns them.")


def test_the_prior_s_odds_decide_between_the_values_of_the_cells_with_fewest() -> None:
    puzzle, _ = generate({"order": 9, "holes": 0.75}, 1, 0, "test")
    board = FAMILY.start_board(puzzle)
    position = HAND.position(puzzle, board)
    assert not next_steps(position)  # which leaves what the techniques leave
    fewest = min(position.domains[cell].bit_count() for cell in position.open_cells())
    values = {c: bits(position.domains[c]) for c in position.open_cells() if position.domains[c].bit_count() == fewest}
    wanted = {HAND.prior_code(position, cell, value) for cell in values for value in values[cell]}
    for code in sorted(wanted)[:5]:
        hint = HAND.hint(puzzle, board, PriorTable("dual", [math.log(3) if k == code else 0.0 for k in range(100)]))
        assert hint is not None
        assert not hint.certain
        (cell,) = hint.places
        assert HAND.prior_code(position, cell, hint.after[cell]) == code
        likely = sum(HAND.prior_code(position, cell, value) == code for value in values[cell])
        share = 3 / (fewest + 2 * likely)
        assert hint.reason[2] == f"{hint.after[cell] + 1} is likeliest: {100 * share:.0f} %, by learned odds (dual)."


def test_a_puzzle_without_solution_is_said_to_have_none() -> None:
    puzzle = FAMILY.parse("1 2 .\n. . 3\n. . .\n")
    hint = HAND.hint(puzzle, FAMILY.start_board(puzzle))
    assert hint is not None
    assert (hint.technique, hint.after) == ("contradiction", FAMILY.start_board(puzzle))
    assert hint.reason[-1] == "So the puzzle has no solution."
