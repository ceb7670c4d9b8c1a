"""What a search claims, judged by the plain checker: solutions, best boards, and what puzzles are generated from."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.family import Family, Puzzle, Verdict
from solvers.runs.scoring import ends_solved, figure, same_score


class MismatchError(Exception):
    """Search and checker disagree: one of them is wrong. The message is one line for the user."""


def check_solution(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on a claimed solution; MismatchError if it is not one."""
    return require_solved(family.judge(puzzle, board))


def require_solved(verdict: Verdict) -> Verdict:
    """The verdict on a claimed solution; MismatchError if it is not one."""
    if not verdict.solved:
        raise MismatchError(f"the search claims a solution, but the checker says: {_fault(verdict)}")
    return verdict


def check_generated(family: Family, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
    """The checker's verdict on the board that a generator made a puzzle from; MismatchError if it is not sound."""
    verdict = family.judge(puzzle, board)
    if not family.passes(verdict):
        raise MismatchError(f"the checker refuses the board that a puzzle was generated from: {_fault(verdict)}")
    return verdict


def check_best(family: Family, puzzle: Puzzle, score: float, board: Sequence[int]) -> Verdict:
    """The checker's verdict; MismatchError unless the board is legal, has that score, and does not end the search.

    None is claimed. A best board that is no solution is a dead end, and may show why it is one: a Kakuro run that was
    filled to a wrong sum. So not every fault is a mismatch; what the rules can't lead to is.
    """
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise MismatchError(f"the search reports a board that is not legal: {verdict.faults[0]}")
    if not same_score(family, verdict, family, score):
        raise MismatchError(f"the search scores a board {figure(score)}, the checker {figure(verdict.score)}")
    if verdict.solved and ends_solved(family):
        raise MismatchError("the search does not know that its board is a solution, the checker does")
    return verdict


def _fault(verdict: Verdict) -> str:
    return verdict.faults[0] if verdict.faults else "it is not complete"
