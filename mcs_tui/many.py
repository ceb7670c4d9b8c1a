"""Many puzzles in one call: one after the other in this process, or by several processes, in their order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any

from mcs_tui.plain import PlainPuzzle
from mcs_tui.reading import Source, read
from mcs_tui.results import Result
from mcs_tui.searching import solve
from puzzles.family import Puzzle
from puzzles.parameters import ParameterError
from solvers.pinned_workers import PinnedWorkers

CHUNK = 8
"""Puzzles that a process is sent at a time: a message costs as much as a small puzzle."""
AHEAD = 3
"""Chunks for each process that are sent before the first one's results are taken."""

Given = Puzzle | PlainPuzzle | Source


def solve_many(
    puzzles: Iterable[Given],
    algorithm: str | None = None,
    *,
    workers: int = 1,
    family: str | None = None,
    **options: Any,
) -> Iterator[Result]:
    """The result of each puzzle, in their order, as `solve` gives it; each is searched when it is its turn.

    `puzzles`: puzzles, or texts and paths as `read` takes them, which are read with that `family`; an endless iterator
    will do. `workers`: 1, this process; more, as many processes, which stay for all of them. `options` as of `solve`,
    the budget is each puzzle's own. Ctrl-C ends it with the result of the puzzle that is being searched, `interrupted`;
    with several workers it raises KeyboardInterrupt. PuzzleError for one that can't be read.
    """
    if workers < 1:
        raise ParameterError(f"workers is {workers}; expected 1 or more")
    if workers == 1:
        return _here(puzzles, algorithm, family, options)
    return _there(puzzles, algorithm, workers, family, options)


def _here(
    puzzles: Iterable[Given], algorithm: str | None, family: str | None, options: dict[str, Any]
) -> Iterator[Result]:
    for one in puzzles:
        result = _solved(one, algorithm, family, options)
        yield result
        if result.status == "interrupted":
            return


def _there(
    puzzles: Iterable[Given], algorithm: str | None, workers: int, family: str | None, options: dict[str, Any]
) -> Iterator[Result]:
    processes, source = PinnedWorkers(workers, pinned=False, what="solving"), iter(puzzles)
    waiting: deque[Future[list[Result]]] = deque()
    try:
        while True:
            while len(waiting) < AHEAD * workers and (chunk := list(islice(source, CHUNK))):
                waiting.append(processes.submit(_solved_all, chunk, algorithm, family, options))
            if not waiting:
                return
            yield from waiting.popleft().result()
    finally:
        processes.shutdown(cancel_futures=True)


def _solved_all(
    puzzles: list[Given], algorithm: str | None, family: str | None, options: dict[str, Any]
) -> list[Result]:
    return [_solved(one, algorithm, family, options) for one in puzzles]


def _solved(one: Given, algorithm: str | None, family: str | None, options: dict[str, Any]) -> Result:
    asked = read(one, family=family) if isinstance(one, str | os.PathLike) else one
    return solve(asked, algorithm, **options)
