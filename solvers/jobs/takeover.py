"""A run that begins interpreted: which do, who compiles its kernels meanwhile, and how those take over.

A worker decides before it imports a kernel (`choose_kernels`). One that begins interpreted searches, or generates, at
once. If it has not finished soon it starts a process that compiles, unless another one does already. As soon as the
compiled kernels are in the cache it saves its place and replaces its own program by a worker with compiled kernels:
the same process, lock and log, going on from the checkpoint. So the result is that of a run that was compiled from
its start. Imports no numba.

The compiling process is a job of its own: it goes on to its end, whatever becomes of the run, as other runs wait for
the same kernels.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable

import filelock

from puzzles.engine import kernel_cache
from puzzles.registry import get_family
from solvers import kernel_costs
from solvers.compiling import SETTING, may_begin_interpreted, needed
from solvers.jobs.orders import ENDING, LeaveError, Order
from solvers.jobs.pace import Due
from solvers.jobs.train import trains_first
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.folder import Run
from solvers.runs.processes import replace_program
from solvers.runs.spec import CompileSpec, GenerateSpec, RunSpec, SolveSpec

TAKING_OVER = "--taking-over"
"""Argument of a worker that goes on where it was with interpreted kernels."""
SOON = 0.1
"""Seconds of interpreted work before kernels that are in the cache take over: an easy puzzle is solved by then."""
PATIENCE = 0.3
"""Seconds of interpreted work before kernels that are not in the cache are compiled."""
LOOK_EVERY = 0.1
"""Seconds between looks at a process that compiles."""
SAVED_AGAIN = 5.0
"""Seconds between attempts to save the place when the disk is full."""


def choose_kernels(spec: RunSpec) -> bool:
    """True if the worker begins with interpreted kernels that compiled ones are to follow; sets the environment so."""
    if isinstance(spec, CompileSpec):
        os.environ[SETTING] = "1"
    if os.environ.get(SETTING) != "0":
        kernel_cache.check_trusted(kernel_cache.parent())
    if os.environ.get(SETTING) in ("0", "1") or not may_begin_interpreted(spec) or kernel_cache.write_trouble():
        return False
    if isinstance(spec, SolveSpec):
        # a best score is searched for as long as the budget lasts: compiled kernels are worth loading at once
        family = get_family(spec.family)
        loads = family.optimisation is not None or family.rules.loads_compiled(family.from_json(spec.puzzle))
        if trains_first(spec) or (loads and not needed(spec)):
            return False
    os.environ[SETTING] = "0"
    return True


class Takeover:
    """The compiled kernels of one interpreted run, as far as they are known to be there.

    `pending` is False in a worker whose kernels stay as they are, and once they can't be compiled. `save` writes the
    run's place; True if it could.
    """

    def __init__(
        self, reporter: WorkerReporter, spec: SolveSpec | GenerateSpec, save: Callable[[], bool] = lambda: True
    ) -> None:
        self.pending = reporter.interpreted
        self._save = save
        self._reporter = reporter
        self._spec = spec
        self._searched = 0.0
        self._since: float | None = None
        """When the kernels were first waited for; None before."""
        self._due = Due()
        self._turn: filelock.BaseFileLock | None = None
        self._job: Run | None = None
        self._missing = [one.name for one in needed(spec)] if self.pending else []

    def after(self, seconds: float) -> bool:
        """True if compiled kernels are to take over now; `seconds` of work have gone by since it was last asked.

        LeaveError if the process that compiles can't be started and that is an order to leave.
        """
        self._searched += seconds
        if not self.pending or self._searched < SOON:
            return False
        if self._compiled:
            return self._due(self._reporter.clock())
        if self._searched >= PATIENCE:
            self._ensure_compiling()
        return False

    def wait(self) -> bool:
        """True once compiled kernels are there, for what would take too long interpreted; False if they never will.

        LeaveError on an order to leave.
        """
        reporter, phase = self._reporter, self._reporter.phase
        reporter.enter("starting")
        while self.pending and not self._compiled:
            self._ensure_compiling()
            reporter.obey()
            reporter.show()
            reporter.rest()
        reporter.enter(phase)
        return self.pending

    def go_over(self) -> None:
        """Saves, and goes on as a worker with compiled kernels; returns only if the place can't be saved now.

        Signals that ask to leave wait until that worker listens to them. LeaveError if one has come before.
        """
        reporter = self._reporter
        if not self._save():
            self._due.done(reporter.clock(), SAVED_AGAIN)
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        if reporter.orders.signal:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            raise LeaveError(Order.INTERRUPT)
        reporter.show(now=True)
        for judge in multiprocessing.active_children():  # nobody would wait for its end
            judge.kill()
            judge.join()
        os.environ[SETTING] = "1"
        waited = "" if self._since is None else f"{reporter.clock() - self._since:.0f}"
        place = [str(reporter.run.folder), str(reporter.worker), str(reporter.lock), TAKING_OVER, waited]
        replace_program(place)

    @property
    def _compiled(self) -> bool:
        self._missing = [name for name in self._missing if not kernel_cache.is_compiled(name)]
        return not self._missing

    def _ensure_compiling(self) -> None:
        """Starts a process that compiles, if nobody else does, and notices if it ended without having done so."""
        now = self._reporter.clock()
        if not self._due(now):
            return
        self._due.done(now, LOOK_EVERY)
        if self._since is None:
            self._since = now
            seconds = kernel_costs.expected_seconds(self._spec)
            self._reporter.expect_kernels(seconds)
            when = kernel_costs.about(seconds)
            self._reporter.note(
                f"interpreted until the kernels are compiled: {when}; that goes on if the run ends before"
            )
        if self._job is not None:
            if not self._job.lives() and not self._compiled:
                self._give_up("the process that compiles has ended")
        elif self._is_its_turn():
            from solvers.runs.launcher import start_run

            kernels = CompileSpec(first=self._missing, only=True)
            if isinstance(self._spec, SolveSpec):
                kernels = CompileSpec(search=self._spec)
            try:
                self._job = start_run(kernels, transient=True)
            except OSError as error:
                self._give_up(error.strerror or str(error))

    def _is_its_turn(self) -> bool:
        """True for one worker at a time, among all that wait for the kernels, and while nobody compiles them."""
        first = self._missing[0]
        try:
            if self._turn is None:
                turn = kernel_cache.lock(f"{first} is waited for")
                turn.acquire(timeout=0)
                self._turn = turn
            with kernel_cache.lock(first).acquire(timeout=0):
                return not self._compiled
        except (filelock.Timeout, OSError):
            return False

    def _give_up(self, why: str) -> None:
        self.pending = False
        self._reporter.expect_kernels(0.0)
        self._reporter.note(f"the kernels can't be compiled ({why}): the run stays interpreted")
