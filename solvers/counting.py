"""How many solutions a puzzle has: none, exactly one, at least two, or unknown within a budget."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.jobs.best_results import check_solution
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
    seconds: float = math.inf,
    dead_ends: int | None = None,
    seed: int = 1,
    keep_going: Callable[[], bool] = lambda: True,
) -> Count:
    """The count by the exhaustive search, unknown if a budget runs out or `keep_going` returns False.

    `seconds` is real time; with `dead_ends` (and solutions) as budget the answer is the same on every machine.

    Every solution is replayed by the family's plain checker; MismatchError if it refuses one.
    """
    spec = SolveSpec(
        family=puzzle.family,
        puzzle={},
        title=puzzle.title,
        algorithm="exhaustive",
        prior="none",
        seed=seed,
    )
    session = Session(spec, 0, puzzle=puzzle)
    end = time.monotonic() + seconds
    status = session.advance(1)
    while status == "running" and time.monotonic() < end and keep_going():
        left = SLICE if dead_ends is None else min(SLICE, dead_ends - session.playouts)
        if left <= 0:
            break
        status = session.advance(left)
    boards = tuple(session.solutions())
    for board in boards:
        check_solution(get_family(puzzle.family), puzzle, board)
    if status == "exhausted":
        return Count("unique" if boards else "none", boards)
    return Count("several" if len(boards) > 1 else "unknown", boards)
