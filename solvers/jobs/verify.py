"""The plain checker's word on what a search found, before it is reported."""

from __future__ import annotations

import math
from collections.abc import Sequence

from puzzles.family import Family, Puzzle, Verdict
from solvers.runs.scoring import figure

TOLERANCE = 1e-9
"""Between the search's score and the checker's: both are sums of few small numbers."""


class MismatchError(Exception):
    """Search and checker disagree: one of them is wrong. The text is one line for the user."""


def check_solution(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on a claimed solution; MismatchError if it is not one."""
    verdict = family.judge(puzzle, board)
    if not verdict.solved:
        fault = verdict.faults[0] if verdict.faults else "it is not complete"
        raise MismatchError(f"the search claims a solution, but the checker says: {fault}")
    return verdict


def check_generated(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on the board that a generator made a puzzle from; MismatchError if it is not sound."""
    verdict = family.judge(puzzle, board)
    if not family.passes(verdict):
        fault = verdict.faults[0] if verdict.faults else "it is not complete"
        raise MismatchError(f"the checker refuses the board that a puzzle was generated from: {fault}")
    return verdict


def check_best(family: Family, puzzle: Puzzle, score: float, board: Sequence[int]) -> Verdict:
    """The checker's verdict; MismatchError unless the board is legal, has that score, and is no solution.

    None is claimed. A best board that is no solution is a dead end, and may show why it is one: a Kakuro run that was
    filled to a wrong sum. So not every fault is a mismatch; what the rules can't lead to is.
    """
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise MismatchError(f"the search reports a board that is not legal: {verdict.faults[0]}")
    if not math.isclose(verdict.score, score, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise MismatchError(f"the search scores a board {figure(score)}, the checker {figure(verdict.score)}")
    if verdict.solved:
        raise MismatchError("the search does not know that its board is a solution, the checker does")
    return verdict
