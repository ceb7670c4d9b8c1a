"""What the plain checker says of a run's result, asked once more before anybody sees it."""

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
    """Why the run's result is not valid, one line; empty if the checker agrees, or there is no result yet.

    The result is the solution with its twin, or, where a score is what counts, the best board so far, replayed.
    """
    if view.board is None:
        return ""
    try:
        if optimises(view.spec):
            return _best_fault(puzzle, view, view.board)
        if view.status == "solved" or view.found:
            found = (solution_fault(puzzle, board) for board in (view.board, *view.solution_boards))
            return next(filter(None, found), "")
    except PuzzleError as error:
        return error.message
    return ""


def _best_fault(puzzle: Puzzle, view: RunView, board: tuple[int, ...]) -> str:
    verdict = get_family(puzzle.family).judge(puzzle, board)
    if not verdict.legal:
        return verdict.faults[0]
    told = math.nan if view.board_score is None else view.board_score
    if not math.isclose(verdict.score, told, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return f"its score was reported as {figure(told)}, the checker makes it {figure(verdict.score)}"
    if view.status == "solved" and not verdict.solved:
        return "it was reported as optimal, which the checker does not know"
    return ""


def solution_fault(puzzle: Puzzle, board: tuple[int, ...]) -> str:
    """Why the board is no solution, one line; empty if the checker says that it is one."""
    verdict = get_family(puzzle.family).judge(puzzle, board)
    if verdict.solved:
        return ""
    return verdict.faults[0] if verdict.faults else "it is incomplete"
