"""The worker processes of `mcs-tui bench eterna100`."""

from __future__ import annotations

from solvers.bench import pinned_workers
from solvers.bench.eterna100_ledger import Outcome
from solvers.bench.eterna100_task import Task


class Workers(pinned_workers.Workers[Task, Outcome]):
    """So many of them (`solvers.bench.pinned_workers`)."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, "solvers.bench.eterna100_worker", Outcome)
