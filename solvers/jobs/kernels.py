"""Getting the kernels of a job ready: compiled once on this machine, however many workers start at a time."""

from __future__ import annotations

import filelock

from puzzles import kernel_cache
from solvers.jobs.desk import Desk
from solvers.jobs.guard import guarded
from solvers.jobs.waiting import hold_while_working
from solvers.runs.spec import RunSpec


def make_ready(desk: Desk, spec: RunSpec) -> int:
    """How many kernels had to be compiled, so that all that the spec needs first are now in the cache.

    LeaveError on an order to leave.
    """
    with guarded(desk):
        from solvers import warm

        if not warm.needed(spec):
            return 0
    kernel_cache.folder().mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(kernel_cache.folder() / "compiling.lock")
    with hold_while_working(desk, lock, "waiting for another worker that compiles the kernels"), guarded(desk):
        wanted = warm.needed(spec)
        warm.compile_all(wanted, lambda done, total, name: _report(desk, done, total, name))
    desk.done = desk.total = 0
    return len(wanted)


def _report(desk: Desk, done: int, total: int, name: str) -> None:
    desk.done, desk.total = done, total
    if name:
        desk.note(f"compiling kernels, once: {done + 1} of {total}")
    desk.show(now=True)
