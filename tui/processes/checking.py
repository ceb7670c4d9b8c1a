"""Whether the independent checker accepts a run's result; it is asked once more before the result is shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, Verdict
from puzzles.registry import get_family
from solvers.runs.scoring import ends_solved, family_of, figure, is_result, optimises, same_score

if TYPE_CHECKING:
    from solvers.runs.view import RunView


def fault(puzzle: Puzzle, view: RunView) -> str:
    """Why the run's result is not valid, one line; empty if the checker accepts it, or there is no result yet.

    The result is all solutions that were found, or, where a score is what counts, the best board so far. Any
    other board must be legal, as a file may hold one that can't be drawn.
    """
    if view.board is None:
        return ""
    family = get_family(puzzle.family).for_puzzle(puzzle)
    try:
        if optimises(view.spec):
            return _best_fault(puzzle, view, view.board)
        if view.status == "solved" or view.found:
            boards = dict.fromkeys((view.board, *view.solution_boards, *(one.board for one in view.found)))
            verdicts = (confirmed(family, puzzle, board) for board in boards)
            wrong = next((one for one in verdicts if not is_result(family, one)), None)
            return "" if wrong is None else next(iter(wrong.faults), "the board is incomplete")
        verdict = family.judge(puzzle, view.board)
        return "" if verdict.legal else verdict.faults[0]
    except PuzzleError as error:
        return error.message


def confirmed(family: Family, puzzle: Puzzle, board: Board) -> Verdict:
    """The checker's verdict on a board that a worker reports as a solution, without figures that only rank it."""
    quick = None if family.many_solutions is None else family.many_solutions.confirm(puzzle, board)
    return family.judge(puzzle, board) if quick is None else quick


def _best_fault(puzzle: Puzzle, view: RunView, board: tuple[int, ...]) -> str:
    family = get_family(puzzle.family).for_puzzle(puzzle)
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        return verdict.faults[0]
    reported = math.nan if view.board_score is None else view.board_score
    if not same_score(family, verdict, family_of(view.spec) or family, reported):
        return f"its reported score is {figure(reported)}, the checker computes {figure(verdict.score)}"
    if view.status == "solved" and ends_solved(family) and not verdict.solved:
        return "it is reported as optimal, but the checker can't confirm that"
    return ""
