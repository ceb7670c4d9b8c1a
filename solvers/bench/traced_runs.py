"""The searches of a table for scores: from the ledger what it has, the rest made by workers and added to it."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from puzzles.registry import get_family
from solvers.bench.pinned_workers import Workers
from solvers.bench.traced_rows import Ledger, Outcome, Task

Cell = TypeVar("Cell", bound=Hashable)


class RefusedError(Exception):
    """A search of the ledger is not one of the puzzle; the text is one line."""


def workers(jobs: int) -> Workers[Task, Outcome]:
    """So many worker processes."""
    return Workers(jobs, "solvers.bench.traced_search", Outcome)


def outcomes(tasks: Sequence[Task], ledger: Ledger, jobs: int) -> list[Outcome]:
    """The outcome of each task, in order. RefusedError, FaultError, OSError."""
    missing: list[Task] = []
    for task in tasks:
        known = ledger.known(task.name)
        if known is not None:
            judge(task, known)
        if known is None or not known.answers(task):
            missing.append(task)
    if missing:
        _make(missing, ledger, jobs)
    found = [ledger.known(task.name) for task in tasks]
    return [one for one in found if one is not None]


def runs_by_cell(
    cells: Sequence[Cell], seeds: Sequence[int], task: Callable[[Cell, int], Task], ledger: Ledger, jobs: int
) -> dict[Cell, list[Outcome]]:
    """The outcomes of each cell of a table, one a seed; `task` is the search of a cell and seed. Errors as above."""
    made = outcomes([task(cell, seed) for cell in cells for seed in seeds], ledger, jobs)
    return {cell: made[k * len(seeds) : (k + 1) * len(seeds)] for k, cell in enumerate(cells)}


def judge(task: Task, known: Outcome) -> None:
    """RefusedError if the plain checker does not give the kept board of the task's puzzle its score."""
    if not known.trace:
        return
    family = get_family(task.search.family)
    verdict = family.judge(family.from_json(task.data), known.board)
    if not verdict.legal or not math.isclose(verdict.score, known.best, rel_tol=1e-9):
        reported = verdict.faults[0] if not verdict.legal else f"its score is {verdict.score:g}, not {known.best:g}"
        raise RefusedError(f"the ledger's board of {task.where} is refused: {reported}; was it another file's?")


def _make(tasks: Sequence[Task], ledger: Ledger, jobs: int) -> None:
    most = max(task.seconds for task in tasks)
    print(f"{len(tasks):,} searches of up to {most:g} CPU s, {jobs} at a time", file=sys.stderr, flush=True)
    done = 0

    def take(outcome: Outcome) -> None:
        nonlocal done
        ledger.add(outcome)
        done += 1
        words = outcome.search.partition(" ")[0]
        best = f"{outcome.best:.10g} after {outcome.trace[-1][0]:.2f} s" if outcome.trace else "no playout"
        reported = f"{done:,} of {len(tasks):,}: {words}, seed {outcome.seed}, puzzle {outcome.puzzle}: {best}"
        print(reported, file=sys.stderr, flush=True)

    with workers(min(jobs, len(tasks))) as pool:
        pool.all(tasks, take)


METHOD = (
    "CPU seconds inside the search alone, on a core of its own, {} at a time: kernels are compiled before, verdicts "
    "come between slices of some 50 ms, and a better score counts from the end of its slice on. The plain checker "
    "judged all best boards. One search yields all columns. Seeds are those of `mcs-tui solve --seed`; searches begin "
    "again from a fresh policy when the top level has ended."
)
