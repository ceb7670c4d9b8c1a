"""Waiting for a lock that another worker holds, without becoming deaf."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import filelock

from solvers.jobs.worker_reporter import WorkerReporter


@contextmanager
def hold_while_working(reporter: WorkerReporter, lock: filelock.BaseFileLock, notice: str) -> Iterator[None]:
    """Inside, the lock is held. `notice` is said if it has to be waited for; LeaveError on an order to leave."""
    told = False
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except filelock.Timeout:
            if not told:
                reporter.note(notice)
                told = True
            reporter.obey()
            reporter.show()
            reporter.rest()
    try:
        yield
    finally:
        lock.release()
