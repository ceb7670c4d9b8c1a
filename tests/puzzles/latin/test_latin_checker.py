"""The plain checker of Latin squares, on worked examples and on boards damaged at random."""

from __future__ import annotations

from drivers.latin_texts import squares
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.latin import FAMILY
from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import LatinSquare

CYCLIC = (0, 1, 2, 1, 2, 0, 2, 0, 1)
PUZZLE = LatinSquare(3, (0, -1, -1, -1, 2, -1, -1, -1, -1))


def test_a_complete_square_is_solved() -> None:
    verdict = FAMILY.judge(PUZZLE, CYCLIC)
    assert (verdict.solved, verdict.score, verdict.faults) == (True, 0.0, ())


def test_open_cells_count_against_the_score_and_are_no_fault() -> None:
    verdict = FAMILY.judge(PUZZLE, (0, 1, -1, -1, 2, -1, 2, -1, -1))
    assert (verdict.solved, verdict.score, verdict.faults) == (False, -5.0, ())


def test_the_start_board_scores_its_holes() -> None:
    verdict = FAMILY.judge(PUZZLE, FAMILY.start_board(PUZZLE))
    assert (verdict.solved, verdict.score, verdict.faults) == (False, -7.0, ())


def test_a_changed_given_is_a_fault() -> None:
    board = tuple((symbol + 1) % 3 for symbol in CYCLIC)  # a complete square, but another one
    verdict = FAMILY.judge(PUZZLE, board)
    assert not verdict.solved
    assert verdict.score == 0.0
    assert verdict.faults == (
        "row 1, column 1: holds 2, but 1 is given",
        "row 2, column 2: holds 1, but 3 is given",
    )


def test_an_opened_given_is_a_fault() -> None:
    verdict = FAMILY.judge(PUZZLE, (-1, *CYCLIC[1:]))
    assert verdict.faults == ("row 1, column 1: is open, but 1 is given",)
    assert verdict.score == -1.0


def test_symbols_out_of_range_are_faults_and_leave_their_cells_open() -> None:
    verdict = FAMILY.judge(PUZZLE, (0, 3, 2, 1, 2, 0, 2, -7, 1))
    assert verdict.faults == (
        "row 1, column 2: 4 is out of range 1 to 3",
        "row 3, column 2: -6 is out of range 1 to 3",
    )
    assert (verdict.solved, verdict.score) == (False, -2.0)


def test_repeats_name_the_line_the_symbol_and_all_its_places() -> None:
    open_square = LatinSquare(3, (HOLE,) * 9, 0)
    verdict = FAMILY.judge(open_square, (1, 1, 1, 0, -1, -1, 0, -1, -1))
    assert verdict.faults == (
        "row 1: 1 stands in columns 1, 2 and 3",
        "column 1: 0 stands in rows 2 and 3",
    )
    assert (verdict.solved, verdict.score) == (False, -4.0)


def test_a_board_of_the_wrong_length_is_a_fault() -> None:
    for board in ((), CYCLIC[:-1], (*CYCLIC, 0)):
        verdict = FAMILY.judge(PUZZLE, board)
        assert (verdict.solved, verdict.score) == (False, -9.0)
        assert verdict.faults == (f"the board has {len(board)} cells; expected 9",)


@settings(max_examples=60)
@given(square=squares(largest=6), data=st.data())
def test_one_changed_cell_of_a_complete_square_is_always_a_fault(square: LatinSquare, data: st.DataObject) -> None:
    n = square.order
    full = [(r + c) % n for r in range(n) for c in range(n)]
    cell = data.draw(st.integers(0, n * n - 1))
    other = data.draw(st.integers(0, n - 1).filter(lambda symbol: symbol != full[cell]))
    puzzle = LatinSquare(n, (HOLE,) * (n * n))
    assert FAMILY.judge(puzzle, full).solved
    full[cell] = other
    verdict = FAMILY.judge(puzzle, full)
    assert not verdict.solved
    assert sorted(fault.split()[0] for fault in verdict.faults) == ["column", "row"]
