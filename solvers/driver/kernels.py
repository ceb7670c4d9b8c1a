"""Compiling kernels, each once on this machine: those that a job waits for, or many beforehand as a job of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import filelock

from puzzles.engine import kernel_cache
from puzzles.errors import PuzzleError
from puzzles.user_data import take_lock
from solvers import compiling, kernel_costs
from solvers.compiling import SETTING, Kernel
from solvers.driver.sink import Sink
from solvers.runs.spec import CompileSpec, RunSpec

WAITING = "waiting for another worker that compiles this"
_known_families: set[str] = set()
"""Those of which this process has compiled a kernel: what their kernels share is then in its memory."""
_not_kept: set[str] = set()
"""Kernels that this process has compiled, and could not write to the cache."""


def work(sink: Sink, spec: CompileSpec) -> None:
    """Compiles, beside the job's other workers, what is not yet in the cache, and reports it."""
    sink.begin()
    kernel_cache.remove_unused()
    kernel_cache.remove_damaged()
    share(sink, spec)
    sink.finish("done")


def make_ready(sink: Sink, spec: RunSpec) -> int:
    """How many kernels were not in the cache, so that all that the spec needs first are now there.

    0 where kernels are interpreted.
    One lock a kernel, so that a run that needs one of them does not wait while a job compiles all the others.
    LeaveError on an order to leave.
    """
    if os.environ.get(SETTING) == "0" or (sink.kernels is not None and sink.kernels.has(spec)):
        return 0
    with sink.guarded():
        wanted = [one for one in compiling.needed(spec) if one.name not in _not_kept]
    trouble = kernel_cache.write_trouble() if wanted else ""
    for done, one in enumerate(wanted):
        sink.done, sink.total = done, len(wanted)
        sink.expect_kernels(kernel_costs.cost(one.name) * kernel_costs.pace())
        if trouble:
            kernel_cache.report(kernel_cache.not_kept(trouble))
            _compile(sink, one, f"{done + 1} of {len(wanted)}")
            _not_kept.add(one.name)
            continue
        with hold_while_working(sink, kernel_cache.lock(one.name), WAITING):
            if not kernel_cache.is_compiled(one.name):
                _compile(sink, one, f"{done + 1} of {len(wanted)}")
    sink.done = sink.total = 0
    if wanted:
        sink.expect_kernels(0.0)
    if sink.kernels is not None:
        sink.kernels.add(spec)
    return len(wanted)


def share(sink: Sink, spec: RunSpec) -> None:
    """Returns when all kernels that the spec needs are in the cache; compiles those that nobody else is compiling.

    So several workers do it side by side, each staying with families of which it has compiled a kernel, as far as the
    order allows: the next is the cheaper. The first one's total is all kernels, the others' is 0, and each counts
    those that it has compiled, so that their sums show how far all are. LeaveError on an order to leave.
    """
    with sink.guarded():
        wanted = compiling.needed(spec)
    left = dict(enumerate(wanted, start=1))
    sink.total = len(wanted) if sink.worker == 0 else 0
    waits = False
    while left:
        # early ones first, then those of families that this process knows
        for number, one in sorted(left.items(), key=lambda it: (not it[1].early, it[1].family not in _known_families)):
            lock = kernel_cache.lock(one.name)
            if not take_lock(lock):
                continue
            try:
                if not kernel_cache.is_compiled(one.name):
                    _compile(sink, one, f"{number} of {len(wanted)}")
                    sink.done += 1
            finally:
                lock.release()
            del left[number]
            break
        else:
            if not waits:
                sink.note(WAITING)
                waits = True
            sink.obey()
            sink.rest()


def _compile(sink: Sink, one: Kernel, place: str) -> None:
    which = kernel_costs.AFTER_OTHERS if one.family in _known_families else kernel_costs.ALONE
    sink.note(f"compiling kernels, once: {place}{kernel_costs.estimate(one.name, which)}")
    sink.show(now=True)
    begun = time.perf_counter()
    try:
        with sink.guarded():
            compiling.compile_one(one)
    except PuzzleError as error:  # the family lacks a library: others can be compiled all the same
        sink.note(f"{one.name}: {error.message}")
        return
    kernel_costs.note(one.name, time.perf_counter() - begun, which)
    _known_families.add(one.family)


@contextmanager
def hold_while_working(sink: Sink, lock: filelock.BaseFileLock, notice: str) -> Iterator[None]:
    """Inside, the lock is held. `notice` is logged if it has to be waited for; LeaveError on an order to leave."""
    waits = False
    while not take_lock(lock):
        if not waits:
            sink.note(notice)
        waits = True
        sink.obey()
        sink.show()
        sink.rest()
    try:
        yield
    finally:
        lock.release()
