"""The searches of `bench eterna100`, as a worker process makes them (`solvers.bench.pinned_workers`).

The clock is the process's CPU time and runs inside the search alone: kernels are compiled and loaded, and tables made,
before; the checker's verdict comes after. One process uses one energy model.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from puzzles.registry import get_family
from puzzles.rna.puzzle import sequence_of
from solvers.bench.eterna100_inverse import inverse
from solvers.bench.eterna100_rows import RNAINVERSE, Outcome, Task, row
from solvers.compiled_session import compiled_session
from solvers.jobs.best_results import check_solution
from solvers.jobs.slicing import Pace


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """The search, to its end, or until `alive` is false; MismatchError if the checker refuses its solution."""
    puzzle = get_family("rna").from_json(task.target)
    if task.row == RNAINVERSE:
        return inverse(task, puzzle)
    one = row(task.row)
    session = compiled_session(puzzle, one.algorithm, one.parameters(task.level), prior=one.prior, seed=task.seed)
    clock = time.perf_counter if task.wall else time.process_time
    pace, spent, begun = Pace(clock), 0.0, time.process_time()
    while spent < task.seconds and alive():
        if session.status != "running":
            if not task.wall:
                break
            session.go_on()
        spent += pace.slice(session.advance, lambda: session.playouts, None, task.seconds - spent)
    used = time.process_time() - begun if task.wall else spent
    solutions = session.solutions()
    if solutions:
        check_solution(get_family("rna"), puzzle, solutions[0])
    return Outcome(
        row=task.row,
        seed=task.seed,
        puzzle=task.puzzle,
        seconds=spent if task.wall else task.seconds,
        solved=spent if solutions else None,
        playouts=session.playouts,
        restarts=session.restarts,
        best=session.best_score,
        design=sequence_of(solutions[0]) if solutions else "",
        spent=used,
    )
