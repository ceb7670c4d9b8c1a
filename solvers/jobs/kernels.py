"""Getting the kernels of a job ready: each compiled once on this machine, however many workers start at a time."""

from __future__ import annotations

from puzzles import kernel_cache
from solvers.jobs.desk import Desk
from solvers.jobs.guard import guarded
from solvers.jobs.waiting import hold_while_working
from solvers.runs.spec import RunSpec


def make_ready(desk: Desk, spec: RunSpec) -> int:
    """How many kernels were not in the cache, so that all that the spec needs first are now there.

    One lock a kernel, so that a run that needs one of them does not wait while a warming compiles all the others.
    LeaveError on an order to leave.
    """
    with guarded(desk):
        from solvers import warm

        wanted = warm.needed(spec)
    for done, one in enumerate(wanted):
        desk.done, desk.total = done, len(wanted)
        with hold_while_working(desk, kernel_cache.lock(one.name), "waiting for another worker that compiles this"):
            if one.name in kernel_cache.warmed():
                continue
            desk.note(f"compiling kernels, once: {done + 1} of {len(wanted)}")
            desk.show(now=True)
            with guarded(desk):
                warm.compile_one(one)
    desk.done = desk.total = 0
    return len(wanted)
