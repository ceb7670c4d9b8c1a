"""Searches for the best score, with all improvements, as a worker process makes them (`solvers.bench.pinned_workers`).

The clock is the process's CPU time and runs inside the search alone: kernels are compiled and loaded, and tables made,
before; the checker judges each better board between two slices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.bench.traced_rows import Outcome, Task
from solvers.compiled_session import compiled_session
from solvers.jobs.best_results import check_best
from solvers.jobs.slicing import Pace


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """The search, to its end or its goal; MismatchError if the checker refuses a board. `alive` false ends it early."""
    family = get_family(task.search.family)
    puzzle = family.from_json(task.data)
    asked = task.search
    session = compiled_session(puzzle, asked.algorithm, asked.parameters, prior=asked.prior, seed=task.seed)
    pace, spent = Pace(time.process_time), 0.0
    facts: Mapping[str, Value] = {}
    trace: list[tuple[float, float]] = []
    board: tuple[int, ...] = ()
    while spent < task.seconds and session.status == "running" and alive():
        spent += pace.slice(session.advance, lambda: session.playouts, None, task.seconds - spent)
        if spent > task.seconds:
            break  # what came after its time is not counted
        score, found = session.best_score, session.best_board()
        if score is None or found is None or (trace and score <= trace[-1][1]):
            continue
        board, facts = found, check_best(family, puzzle, score, found).facts
        trace.append((spent, score))
        if task.goal is not None and score >= task.goal:
            break
    return Outcome(
        search=asked.words,
        puzzle=task.puzzle,
        seed=task.seed,
        seconds=min(spent, task.seconds),
        trace=trace,
        playouts=session.playouts,
        restarts=session.restarts,
        spent=spent,
        board=list(board),
        facts=dict(facts),
    )
