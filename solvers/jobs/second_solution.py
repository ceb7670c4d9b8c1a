"""Whether a solved puzzle has a second solution: the exhaustive search, for as long as the spec gives it."""

from __future__ import annotations

import msgspec

from solvers.jobs.best_results import Board
from solvers.jobs.kernels import make_ready
from solvers.jobs.slicing import Pace
from solvers.jobs.takeover import Takeover
from solvers.jobs.worker_reporter import WorkerReporter, guarded
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def count_solutions(reporter: WorkerReporter, spec: SolveSpec, takeover: Takeover) -> tuple[str, list[Board]]:
    """(`unique`, `several` or `unknown`, the different solutions seen, at most two).

    Takes at most `spec.count_seconds`; neither the run's time nor its playouts go on meanwhile. An interpreted search
    has the time until compiled kernels are there, and then those begin it again. LeaveError on an order to leave.
    """
    exhaustive = msgspec.structs.replace(spec, algorithm="exhaustive", parameters={}, prior="none", mode="")
    make_ready(reporter, exhaustive)
    with guarded(reporter):
        session = Session(exhaustive, reporter.worker)
        session.advance(0)
    reporter.enter("counting")
    pace, spent = Pace(reporter.clock), 0.0
    while session.status == "running" and (spent < spec.count_seconds or takeover.pending):
        reporter.obey()
        left = None if takeover.pending else spec.count_seconds - spent
        took = pace.slice(session.advance, lambda: session.playouts, None, left)
        spent += took
        if takeover.after(took):
            takeover.go_over()
        reporter.show()
    boards = session.solutions()
    if session.status == "exhausted":
        return "unique", boards
    return ("several" if len(boards) > 1 else "unknown"), boards
