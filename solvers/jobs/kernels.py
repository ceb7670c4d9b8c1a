"""Getting the kernels of a job ready: each compiled once on this machine, however many workers start at a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import filelock

from puzzles.engine import kernel_cache
from solvers.interpreted import SETTING
from solvers.jobs.guard import guarded
from solvers.jobs.waiting import hold_while_working
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.spec import RunSpec

if TYPE_CHECKING:
    from solvers.warm import Kernel

WAITING = "waiting for another worker that compiles this"


def make_ready(reporter: WorkerReporter, spec: RunSpec) -> int:
    """How many kernels were not in the cache, so that all that the spec needs first are now there.

    None where kernels are interpreted.
    One lock a kernel, so that a run that needs one of them does not wait while a warming compiles all the others.
    LeaveError on an order to leave.
    """
    if os.environ.get(SETTING) == "0":
        return 0
    wanted = _needed(reporter, spec)
    for done, one in enumerate(wanted):
        reporter.done, reporter.total = done, len(wanted)
        with hold_while_working(reporter, kernel_cache.lock(one.name), WAITING):
            if one.name not in kernel_cache.warmed():
                _compile(reporter, one, f"{done + 1} of {len(wanted)}")
    reporter.done = reporter.total = 0
    return len(wanted)


def share(reporter: WorkerReporter, spec: RunSpec) -> None:
    """Returns when all kernels that the spec needs are in the cache; compiles those that nobody else is compiling.

    So several workers do it side by side. The first one's total is all kernels, the others' is none, and each counts
    those that it has compiled, so that their sums tell how far all are. LeaveError on an order to leave.
    """
    wanted = _needed(reporter, spec)
    left = dict(enumerate(wanted, start=1))
    reporter.total = len(wanted) if reporter.worker == 0 else 0
    told = False
    while left:
        for number, one in list(left.items()):
            lock = kernel_cache.lock(one.name)
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout:
                continue
            try:
                if one.name not in kernel_cache.warmed():
                    _compile(reporter, one, f"{number} of {len(wanted)}")
                    reporter.done += 1
            finally:
                lock.release()
            del left[number]
        if left:
            if not told:
                reporter.note(WAITING)
                told = True
            reporter.obey()
            reporter.rest()


def _needed(reporter: WorkerReporter, spec: RunSpec) -> list[Kernel]:
    with guarded(reporter):
        from solvers import warm

        return warm.needed(spec)


def _compile(reporter: WorkerReporter, one: Kernel, words: str) -> None:
    from solvers import warm

    reporter.note(f"compiling kernels, once: {words}")
    reporter.show(now=True)
    with guarded(reporter):
        warm.compile_one(one)
