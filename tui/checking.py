"""Whether the independent checker accepts a run's result; it is asked once more before the result is shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.runs.scoring import figure, optimises

if TYPE_CHECKING:
    from solvers.runs.view import RunView

TOLERANCE = 1e-9
"""Between a reported score and the checker's: both are sums of few small numbers."""


def fault(puzzle: Puzzle, view: RunView) -> str:
    """Why the run's result is not valid, one line; empty if the checker accepts it, or there is no result yet.

    The result is all solutions that were found, or, where a score is what counts, the best board so far. Any
    other board must be legal, as a file may hold one that can't be drawn.
    """
    if view.board is None:
        return ""
    judge = get_family(puzzle.family).judge
    try:
        if optimises(view.spec):
            return _best_fault(puzzle, view, view.board)
        if view.status == "solved" or view.found:
            boards = dict.fromkeys((view.board, *view.solution_boards, *(one.board for one in view.found)))
            wrong = next((one for one in (judge(puzzle, board) for board in boards) if not one.solved), None)
            return "" if wrong is None else next(iter(wrong.faults), "the board is incomplete")
        verdict = judge(puzzle, view.board)
        return "" if verdict.legal else verdict.faults[0]
    except PuzzleError as error:
        return error.message


def _best_fault(puzzle: Puzzle, view: RunView, board: tuple[int, ...]) -> str:
    verdict = get_family(puzzle.family).judge(puzzle, board)
    if not verdict.legal:
        return verdict.faults[0]
    reported = math.nan if view.board_score is None else view.board_score
    if not math.isclose(verdict.score, reported, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return f"its reported score is {figure(reported)}, the checker computes {figure(verdict.score)}"
    if view.status == "solved" and not verdict.solved:
        return "it is reported as optimal, but the checker can't confirm that"
    return ""
