"""A worker's work done in the test's own process, for tests that need no process to kill."""

from __future__ import annotations

from collections.abc import Callable

from solvers.driver import search
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.folder import Run, new_run
from solvers.runs.spec import SolveSpec


def solved(spec: SolveSpec) -> Run:
    """The run of the spec, solved by worker 0 in this process."""
    run = new_run(spec)
    search.work(WorkerReporter(run, 0), spec)
    return run


class StopAfter(WorkerReporter):
    """A reporter at which the run is asked to stop once so many looks were taken."""

    def __init__(self, run: Run, looks: int) -> None:
        super().__init__(run, 0)
        self.looks = looks

    def obey(self, before_pause: Callable[[], None] = lambda: None) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise LeaveError(Order.STOP)
        super().obey(before_pause)
