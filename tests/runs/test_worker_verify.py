"""Nothing a search claims is reported before the plain checker agrees."""

from __future__ import annotations

import pytest
from drivers.run_driver import events_of, latin_spec

from puzzles.registry import get_family
from solvers.driver.judging import (
    MismatchError,
    check_best,
    check_generated,
    check_solution,
)
from solvers.driver.results import BestResults
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Improved, Solved
from solvers.runs.folder import new_run

pytestmark = pytest.mark.compiled

LATIN = get_family("latin")
KAKURO = get_family("kakuro")
SMALL = LATIN.parse("order 2\n0 -1\n-1 -1\n")
SOLUTION = (0, 1, 1, 0)


def test_a_true_solution_passes_with_the_checkers_score() -> None:
    assert check_solution(LATIN, SMALL, SOLUTION) == LATIN.judge(SMALL, SOLUTION)


@pytest.mark.parametrize("board", [(0, 1, 1, 1), (1, 0, 0, 1), (0, 1, 1, -1)])
def test_a_false_solution_is_refused(board: tuple[int, ...]) -> None:
    with pytest.raises(MismatchError, match="the search claims a solution, but the checker says: "):
        check_solution(LATIN, SMALL, board)


TRIANGLE = "3\n0 5 8\n5 0 4\n8 4 0\n0 40\n5 15\n8 20\n"


def test_a_generated_board_is_a_solution_or_where_a_score_counts_without_fault() -> None:
    assert check_generated(LATIN, SMALL, SOLUTION).solved
    with pytest.raises(MismatchError, match="from: it is not complete"):
        check_generated(LATIN, SMALL, (0, 1, -1, -1))
    tsptw = get_family("tsptw")
    assert check_generated(tsptw, tsptw.parse(TRIANGLE), (1, 2)).facts["feasible"]
    with pytest.raises(MismatchError, match="from: node 1 is reached at 16, 1 after its window closes"):
        check_generated(tsptw, tsptw.parse(TRIANGLE.replace("8 20", "12 20")), (2, 1))


def test_a_large_score_is_written_with_its_decimals() -> None:
    tsptw = get_family("tsptw")
    puzzle = tsptw.parse(TRIANGLE.replace("8 20", "12 20").replace("0 5 8", "0 5 8.125"))
    with pytest.raises(MismatchError, match=r"scores a board -17, the checker -1000017\.12"):
        check_best(tsptw, puzzle, -17.0, (2, 1))


def test_a_partial_board_passes_if_score_and_rules_agree() -> None:
    board = (0, 1, -1, -1)
    check_best(LATIN, SMALL, LATIN.judge(SMALL, board).score, board)
    with pytest.raises(MismatchError, match="the search scores a board 17, the checker "):
        check_best(LATIN, SMALL, 17.0, board)


def test_a_dead_end_may_show_its_fault() -> None:
    puzzle = KAKURO.parse("# values 1..9\n\t4\t6\n3\t.\t.\n7\t.\t.\n")
    board = (2, 1, 3, 4)  # the columns sum to 5 and 5
    verdict = KAKURO.judge(puzzle, board)
    assert verdict.faults
    assert verdict.legal
    check_best(KAKURO, puzzle, verdict.score, board)


@pytest.mark.parametrize("board", [(0, 0, -1, -1), (1, -1, -1, -1), (0, -1, 0, -1), (0, 7, -1, -1)])
def test_what_the_rules_cannot_lead_to_is_refused_whatever_its_score(board: tuple[int, ...]) -> None:
    with pytest.raises(MismatchError, match="the search reports a board that is not legal: "):
        check_best(LATIN, SMALL, LATIN.judge(SMALL, board).score, board)


def test_a_solution_that_is_not_claimed_is_a_mismatch() -> None:
    with pytest.raises(MismatchError, match="does not know that its board is a solution"):
        check_best(LATIN, SMALL, LATIN.judge(SMALL, SOLUTION).score, SOLUTION)


class Found:
    """A session that has found something."""

    playouts = found_at = 0

    def __init__(self, score: float, board: tuple[int, ...], solutions: list[tuple[int, ...]]) -> None:
        self.best_score = score
        self.board = board
        self.found = solutions

    def best_board(self) -> tuple[int, ...]:
        return self.board

    def solutions(self) -> list[tuple[int, ...]]:
        return self.found


@pytest.mark.parametrize("solved", [True, False])
def test_a_wrong_claim_is_never_written(solved: bool) -> None:
    run = new_run(latin_spec("order-9"))
    best_results = BestResults(WorkerReporter(run, 0), LATIN, SMALL)
    wrong = (0, 1, 1, 1) if solved else SOLUTION
    with pytest.raises(MismatchError):
        best_results.look(Found(LATIN.judge(SMALL, wrong).score, wrong, [wrong] if solved else []))  # type: ignore[arg-type]
    assert not run.result_path.exists()
    assert not run.events_path.exists()


def test_improvements_in_quick_succession_are_reported_latest_first_and_the_last_always() -> None:
    run = new_run(latin_spec("order-9"))
    now = [0.0]
    best_results = BestResults(WorkerReporter(run, 0, clock=lambda: now[0]), LATIN, SMALL)
    boards = [(0, -1, -1, -1), (0, 1, -1, -1), (0, 1, 1, -1)]
    scores = [LATIN.judge(SMALL, board).score for board in boards]
    assert scores == sorted(set(scores))
    for score, board in zip(scores, boards, strict=True):
        best_results.look(Found(score, board, []))  # type: ignore[arg-type]
        now[0] += 0.01
    best_results.report(now=True)
    shown = [event.score for event in events_of(run) if isinstance(event, Improved)]
    assert shown == [scores[0], scores[2]]
    best_results.look(Found(0.0, SOLUTION, [SOLUTION]))  # type: ignore[arg-type]
    assert [event.board for event in events_of(run) if isinstance(event, Solved)] == [list(SOLUTION)]
