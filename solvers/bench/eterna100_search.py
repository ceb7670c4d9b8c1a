"""`python -m solvers.bench.eterna100_search [CORE]`: searches on one core, a task a line in, an outcome a line out.

The clock is the process's CPU time and runs inside the search alone: kernels are compiled and loaded, and tables made,
before; the checker's verdict comes after. One process uses one energy model.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from puzzles.family import Puzzle
from puzzles.registry import get_family
from solvers.bench.compiled_session import compiled_session, trained_odds
from solvers.bench.eterna100_inverse import inverse
from solvers.bench.eterna100_ledger import Outcome, Task
from solvers.bench.eterna100_rows import RNAINVERSE, Row, row
from solvers.bench.pinned_workers import serve
from solvers.jobs.best_results import check_solution
from solvers.jobs.slicing import Pace
from solvers.registry import algorithm, parameters_of
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def session_of(task: Task, puzzle: Puzzle) -> Session:
    """The row's search as any run has it, its kernel compiled: with the stream of its seed and the first worker."""
    one = row(task.row)
    return compiled_session(spec_of(one, task, puzzle), puzzle, _odds(one, puzzle))


def spec_of(one: Row, task: Task, puzzle: Puzzle) -> SolveSpec:
    """The spec with which `mcs-tui solve` makes the very same search."""
    rna = get_family("rna")
    chosen = algorithm(one.algorithm)
    usual = {parameter.name: parameter.default for parameter in parameters_of(chosen, rna)}
    return SolveSpec(
        family="rna",
        puzzle=task.target,
        title=puzzle.title,
        algorithm=one.algorithm,
        parameters=usual | one.parameters(task.level),
        prior=one.prior,
        prior_tau=one.tau,
        seed=task.seed,
        seconds=task.seconds,
    )


def played(task: Task, puzzle: Puzzle, alive: Callable[[], bool] = lambda: True) -> Outcome:
    """The search, to its end; MismatchError if the checker refuses its solution. `alive` false ends it early."""
    session = session_of(task, puzzle)
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
        design=_letters(solutions[0]) if solutions else "",
        spent=used,
    )


def _odds(one: Row, puzzle: Puzzle) -> Any:
    if one.prior == "none" or not algorithm(one.algorithm).uses_prior:
        return None
    name = get_family("rna").priors.kinds[0].name if one.prior == "auto" else one.prior
    return np.array(trained_odds(puzzle, name, one.tau))


def _letters(board: tuple[int, ...]) -> str:
    return "".join("NACGU"[code] for code in board)


def search(task: Task, alive: Callable[[], bool]) -> Outcome:
    """The search, to its end, or until `alive` is false; MismatchError if the checker refuses its solution."""
    puzzle = get_family("rna").from_json(task.target)
    if task.row == RNAINVERSE:
        return inverse(task, puzzle)
    return played(task, puzzle, alive)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:], Task, search))
