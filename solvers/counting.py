"""How many solutions a puzzle has: none, exactly one, at least two, or unknown within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzles.family import Puzzle
from puzzles.registry import family
from solvers.runs.spec import SolveSpec
from solvers.session import Session

SLICE = 2_000
"""Dead ends between two looks at the clock: some milliseconds."""


@dataclass(frozen=True, slots=True)
class Count:
    """`solutions` is none, unique, several or unknown; `boards` are the different solutions seen, at most two."""

    solutions: str
    boards: tuple[tuple[int, ...], ...]


def count_solutions(
    puzzle: Puzzle,
    *,
    seconds: float,
    seed: int = 1,
    mode: str = "strong",
    keep_going: Callable[[], bool] = lambda: True,
) -> Count:
    """The count by the exhaustive search, unknown if `seconds` run out or `keep_going` says no.

    Every solution is replayed by the family's plain checker; RuntimeError if it refuses one.
    """
    brings = family(puzzle.family)
    spec = SolveSpec(
        family=puzzle.family,
        puzzle=brings.to_json(puzzle),
        title=puzzle.title,
        algorithm="exhaustive",
        mode="paper" if mode == "paper" else "strong",
        prior="none",
        seed=seed,
    )
    session = Session(spec, 0)
    end = time.monotonic() + seconds
    status = session.advance(1)
    while status == "running" and time.monotonic() < end and keep_going():
        status = session.advance(SLICE)
    boards = tuple(session.solutions())
    for board in boards:
        verdict = brings.judge(puzzle, board)
        if not verdict.solved:
            raise RuntimeError(f"the checker refuses a solution: {verdict.faults[0]}")
    if status == "exhausted":
        return Count("unique" if boards else "none", boards)
    return Count("several" if len(boards) > 1 else "unknown", boards)


def two_solutions(puzzle: Puzzle, budget: float = 1.0) -> list[tuple[int, ...]] | None:
    """Up to two different solutions, fewer only if there are no more; None if `budget` seconds did not tell."""
    counted = count_solutions(puzzle, seconds=budget)
    return None if counted.solutions == "unknown" else list(counted.boards)
