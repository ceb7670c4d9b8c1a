"""`python -m solvers.bench.traced_search [CORE]`: searches for the best score on one core, with all improvements.

The clock is the process's CPU time and runs inside the search alone: kernels are compiled and loaded, and tables made,
before; the checker judges each better board between two slices.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from puzzles.family import Puzzle
from puzzles.parameters import Value, resolve
from puzzles.registry import get_family
from solvers.bench.compiled_session import compiled_session, trained_odds
from solvers.bench.pinned_workers import serve
from solvers.bench.traced_rows import Outcome, Task
from solvers.jobs.best_results import check_best
from solvers.jobs.slicing import Pace
from solvers.registry import algorithm, parameters_of
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def session_of(task: Task, puzzle: Puzzle) -> Session:
    """The search as any run has it, its kernel compiled: with the stream of its seed and the first worker."""
    spec = spec_of(task, puzzle)
    tau = spec.prior_tau
    odds = None if tau is None else trained_odds(puzzle, spec.prior, tau, spec.parameters)
    return compiled_session(spec, puzzle, odds)


def spec_of(task: Task, puzzle: Puzzle) -> SolveSpec:
    """The spec with which `mcs-tui solve` makes the very same search."""
    search = task.search
    known = parameters_of(algorithm(search.algorithm), get_family(search.family))
    return SolveSpec(
        family=search.family,
        puzzle=task.data,
        title=puzzle.title,
        algorithm=search.algorithm,
        parameters=resolve(known, search.parameters, search.algorithm),
        prior=search.prior,
        prior_tau=_tau(task),
        seed=task.seed,
        seconds=task.seconds,
    )


def traced(task: Task, alive: Callable[[], bool] = lambda: True) -> Outcome:
    """The search, to its end or its goal; MismatchError if the checker refuses a board. `alive` false ends it early."""
    family = get_family(task.search.family)
    puzzle = family.from_json(task.data)
    session = session_of(task, puzzle)
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
        search=task.search.words,
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


def _tau(task: Task) -> float | None:
    """The temperature of the prior: the kind's own; None without one."""
    if task.search.prior == "none":
        return None
    return get_family(task.search.family).priors.kind(task.search.prior).tau


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:], Task, traced))
