"""Kakuro's plain checker: score, faults and their words."""

from __future__ import annotations

import random

from drivers import kakuro_texts as texts
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.kakuro import FAMILY
from puzzles.kakuro.puzzle import Kakuro, Run

SMALL = "4,4\n*,C4,C7,*\nF3,?,?,C5\nF10,?,?,?\n*,*,F3,?\n"
"""Across 3 = 1 2, 10 = 3 5 2, 3; down 4 = 1 3, 7 = 2 5, 5 = 2 3."""

CHANCE = st.randoms(use_true_random=False)


def small() -> Kakuro:
    puzzle = registry.read(SMALL)
    assert isinstance(puzzle, Kakuro)
    return puzzle


def test_a_solution() -> None:
    verdict = FAMILY.judge(small(), (1, 2, 3, 5, 2, 3))
    assert (verdict.solved, verdict.score, verdict.faults) == (True, 6.0, ())


def test_an_open_board_scores_minus_its_open_cells() -> None:
    assert FAMILY.judge(small(), FAMILY.start_board(small())).score == -6.0
    verdict = FAMILY.judge(small(), (1, 2, 0, 0, 2, 3))
    assert (verdict.solved, verdict.score, verdict.faults) == (False, -2.0, ())


def test_a_wrong_sum_keeps_the_score_of_the_right_runs() -> None:
    verdict = FAMILY.judge(small(), (1, 2, 3, 6, 2, 3))
    assert (verdict.solved, verdict.score) == (False, 4.0)
    assert verdict.faults == (
        "across run at row 2, column 1: the digits sum to 11, the clue is 10",
        "down run at row 1, column 2: the digits sum to 8, the clue is 7",
    )


def test_a_repeated_digit_is_a_fault_of_a_partial_board_too() -> None:
    verdict = FAMILY.judge(small(), (0, 0, 3, 3, 0, 0))
    assert verdict.score == -4.0
    assert verdict.faults == ("across run at row 2, column 1: 3 stands 2 times",)


def test_a_sum_that_can_no_longer_be_met_is_no_fault_until_the_run_is_complete() -> None:
    assert FAMILY.judge(small(), (9, 0, 0, 0, 0, 0)).faults == ()
    faults = FAMILY.judge(small(), (9, 8, 0, 0, 0, 0)).faults
    assert faults == ("across run at row 1, column 1: the digits sum to 17, the clue is 3",)


def test_repeats_count_against_a_run_whose_sum_is_right() -> None:
    puzzle = registry.read("3,3\n*,C4,C4\nF4,?,?\nF4,?,?\n")
    verdict = FAMILY.judge(puzzle, (2, 2, 2, 2))
    assert (verdict.solved, verdict.score, len(verdict.faults)) == (False, 0.0, 4)


def test_a_run_without_clue_needs_distinct_digits_only() -> None:
    puzzle = registry.read("3,3\n*,C3,*\nF3,?,?\n*,?,?\n")
    assert FAMILY.judge(puzzle, (1, 2, 2, 9)).solved
    assert FAMILY.judge(puzzle, (1, 2, 2, 9)).score == 4.0
    assert FAMILY.judge(puzzle, (1, 2, 2, 2)).score == 2.0


def test_given_digits_stay() -> None:
    puzzle = registry.read(SMALL.replace("F10,?,?,?", "F10,3,?,?"))
    assert FAMILY.start_board(puzzle) == (0, 0, 3, 0, 0, 0)
    assert FAMILY.judge(puzzle, (0, 0, 4, 0, 0, 0)).faults == ("row 2, column 1: 4 where 3 is given",)
    assert FAMILY.judge(puzzle, (0,) * 6).faults == ("row 2, column 1: open where 3 is given",)


def test_digits_out_of_range_and_boards_of_another_size() -> None:
    assert FAMILY.judge(small(), (1, 2, 3, 5, 2, 10)).faults[0] == "row 3, column 3: 10 is not a digit of 1 to 9"
    verdict = FAMILY.judge(small(), (1, 2))
    assert (verdict.solved, verdict.faults) == (False, ("the board has 2 cells; expected 6",))


def test_the_papers_form_counts_rows_and_columns() -> None:
    puzzle = registry.read("# values 1..5\n4 6\n3\n7\n")
    assert FAMILY.judge(puzzle, (1, 2, 3, 4)).score == 4.0
    assert FAMILY.judge(puzzle, (2, 1, 2, 5)).score == 3.0  # the first column is 2 2
    assert FAMILY.judge(puzzle, (1, 2, 3, 0)).score == -1.0
    assert FAMILY.judge(puzzle, (0, 4, 0, 4)).faults == (
        "down run at row 1, column 2: 4 stands 2 times",
        "down run at row 1, column 2: the digits sum to 8, the clue is 6",
    )


@given(CHANCE)
def test_it_agrees_with_sets_and_sums(chance: random.Random) -> None:
    puzzle = texts.random_crossword(chance, givens=False, side=5)
    board = [chance.randint(0 if chance.random() < 0.3 else 1, 9) for _ in puzzle.cells]
    if chance.random() < 0.5:  # clues that the board meets
        runs = tuple(Run(run.across, run.cells, sum(board[i] for i in run.cells) or 1) for run in puzzle.runs)
        puzzle = Kakuro(puzzle.rows, puzzle.columns, 9, puzzle.cells, runs, puzzle.givens)
    verdict = FAMILY.judge(puzzle, board)
    lines = [([board[i] for i in run.cells], run.clue) for run in puzzle.runs]
    right = sum(len(set(line)) == len(line) and clue in (None, sum(line)) for line, clue in lines)
    complete = 0 not in board
    assert verdict.score == (right if complete else -board.count(0))
    assert verdict.solved == (complete and right == len(lines))
    if complete:
        assert bool(verdict.faults) == (right < len(lines))
