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
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import filelock

from puzzles.engine import kernel_cache
from puzzles.registry import get_family
from solvers import kernel_costs
from solvers.compiling import SETTING, may_begin_interpreted, needed
from solvers.driver.pace import Due
from solvers.driver.priors import trains_first
from solvers.driver.sink import Handover, Kernels, LeaveError, Order, Sink
from solvers.jobs.orders import ENDING
from solvers.runs.folder import Run
from solvers.runs.processes import replace_program
from solvers.runs.spec import CompileSpec, GenerateSpec, RunSpec, SolveSpec, puzzle_of

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
    if os.environ.get(SETTING) in ("0", "1") or not _begins_interpreted(spec, 0.0):
        return False
    os.environ[SETTING] = "0"
    return True


def _begins_interpreted(spec: RunSpec, searched: float) -> bool:
    """True if interpreted kernels are of use to the run, in a process that has searched so long with such ones."""
    if not may_begin_interpreted(spec):
        return False
    if isinstance(spec, SolveSpec):
        # a best score is searched for as long as the budget lasts: compiled kernels are worth loading at once
        family = get_family(spec.family)
        loads = searched >= SOON or family.optimisation is not None or family.rules.loads_compiled(puzzle_of(spec))
        if trains_first(spec) or (loads and not needed(spec)):
            return False
    return True


@dataclass(slots=True)
class _Wait:
    """For some kernels: since when this process has waited for them, and what it knows of who compiles them."""

    since: float | None = None
    due: Due = field(default_factory=Due)
    turn: filelock.BaseFileLock | None = None
    job: Run | None = None
    hopeless: bool = False


class ProcessSink(Sink):
    """A sink whose process may replace its own program by one with compiled kernels."""

    link = -1
    """Descriptor of what leads to whoever may have another run for this process; below 0 if there is nobody."""
    taking_over: str | None = None
    """Not None in a worker that goes on compiled where it was interpreted: seconds that this took, or empty."""

    @property
    def signal(self) -> int:
        """The signal that has asked this process to leave; 0 if there is none."""
        return 0

    @property
    def place(self) -> list[str]:
        """The arguments of a program that is to take this one's place; LeaveError if none can."""
        raise LeaveError(Order.GONE)

    def handover(self, spec: SolveSpec | GenerateSpec, save: Callable[[], bool]) -> Handover:
        return Takeover(self, spec, save)


class ProcessKernels(Kernels):
    """The kernels of a worker's process, which may do several runs one after the other. `stay`: true if it may."""

    def __init__(self) -> None:
        super().__init__()
        self.stay = False
        self.looked = time.monotonic()
        """When the source files were last looked at."""
        self.searched = 0.0
        """Seconds of interpreted work in all runs."""
        self.waits: dict[tuple[str, ...], _Wait] = {}
        self._own = True  # the environment has no choice of the user's
        self._interpreted: bool | None = None

    def choose(self, sink: ProcessSink, spec: RunSpec) -> bool:
        """As `choose_kernels`. Never returns if the run is to have other kernels than this process has loaded."""
        if self._interpreted is None:
            self._own = sink.taking_over is not None or os.environ.get(SETTING) not in ("0", "1")
            self._interpreted = choose_kernels(spec)
        elif self._own and not self.has(spec) and (self._interpreted or not kernel_cache.write_trouble()):
            # else it is there already, or would be compiled here alone
            begins = _begins_interpreted(spec, self.searched)
            if begins is not self._interpreted and (self._interpreted or needed(spec)):
                self.start_anew(sink.place, sink.link, compiled=self._interpreted)
        return self._interpreted

    def start_anew(self, place: Sequence[str], link: int, *, compiled: bool = False) -> NoReturn:
        """Replaces the program by a new one for the run at that place: it chooses its kernels, unless `compiled`."""
        if self._own:
            os.environ.pop(SETTING, None)
        if compiled:
            os.environ[SETTING] = "1"
        replace_program([*place, *([TAKING_OVER, ""] if compiled else [])], link)


class Takeover(Handover):
    """The compiled kernels of one interpreted run, as far as they are known to be there.

    `pending` is False in a worker whose kernels stay as they are, and once they can't be compiled. `save` writes the
    run's place; True if it could.
    """

    def __init__(
        self, sink: ProcessSink, spec: SolveSpec | GenerateSpec, save: Callable[[], bool] = lambda: True
    ) -> None:
        self._save = save
        self._sink = sink
        self._spec = spec
        self._kernels = sink.kernels if isinstance(sink.kernels, ProcessKernels) else ProcessKernels()
        self._missing = [one.name for one in needed(spec)] if sink.interpreted else []
        self._wait = self._kernels.waits.setdefault(tuple(self._missing), _Wait())
        self.pending = sink.interpreted and not self._wait.hopeless
        self._alone = self.pending and bool(kernel_cache.write_trouble())
        """True if the worker has to compile for itself, as nobody can hand it compiled kernels."""

    def after(self, seconds: float) -> bool:
        """True if compiled kernels are to take over now; `seconds` of work have gone by since it was last asked.

        LeaveError if the process that compiles can't be started and that is an order to leave.
        """
        if not self.pending:
            return False
        self._kernels.searched += seconds
        if self._kernels.searched < SOON:
            return False
        if self._compiled or (self._alone and self._kernels.searched >= PATIENCE):
            return self._wait.due(self._sink.clock())
        if self._kernels.searched >= PATIENCE:
            self._ensure_compiling()
        return False

    def worked(self, begun: float) -> None:
        """Interpreted kernels have built a session since that reading of the clock."""
        self._kernels.searched += self._sink.clock() - begun if self.pending else 0.0

    def spent(self) -> None:
        """Says that the time for the search was spent by interpreted kernels, if it waited for compiled ones."""
        if self.pending and self._wait.since is not None:
            self._sink.note(
                "all of the time was searched by interpreted kernels, some 40 to 500 times slower than compiled ones: "
                "those are still being compiled, and searches that begin later have them"
            )

    def wait(self) -> bool:
        """True once compiled kernels are there, for what would take too long interpreted; False if they never will.

        LeaveError on an order to leave.
        """
        sink, phase = self._sink, self._sink.phase
        sink.enter("starting")
        while self.pending and not self._alone and not self._compiled:
            self._ensure_compiling()
            sink.obey()
            sink.show()
            sink.rest()
        sink.enter(phase)
        return self.pending

    def go_over(self) -> None:
        """Saves, and goes on as a worker with compiled kernels; returns only if the place can't be saved now.

        Signals that ask to leave wait until that worker listens to them. LeaveError if one has come before.
        """
        sink = self._sink
        if not self._save():
            self._wait.due.done(sink.clock(), SAVED_AGAIN)
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        if sink.signal:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            raise LeaveError(Order.INTERRUPT)
        sink.show(now=True)
        for judge in multiprocessing.active_children():  # nobody would wait for its end
            judge.kill()
            judge.join()
        os.environ[SETTING] = "1"
        waited = "" if self._wait.since is None else f"{sink.clock() - self._wait.since:.0f}"
        replace_program([*sink.place, TAKING_OVER, waited], sink.link)

    @property
    def _compiled(self) -> bool:
        self._missing = [name for name in self._missing if not kernel_cache.is_compiled(name)]
        return not self._missing

    def _ensure_compiling(self) -> None:
        """Starts a process that compiles, if nobody else does, and notices if it ended without having done so."""
        now, wait = self._sink.clock(), self._wait
        if not wait.due(now):
            return
        wait.due.done(now, LOOK_EVERY)
        if wait.since is None:
            wait.since = now
            seconds = kernel_costs.expected_seconds(self._spec)
            self._sink.expect_kernels(seconds)
            when = kernel_costs.about(seconds)
            self._sink.note(
                f"interpreted until the kernels are compiled: {when}; that time counts, and compiling goes on if the "
                "run ends before"
            )
        if wait.job is not None:
            if not wait.job.lives() and not self._compiled:
                self._give_up("the process that compiles has ended")
        elif self._is_its_turn():
            from solvers.runs.launcher import start_run

            kernels = CompileSpec(first=self._missing, only=True)
            if isinstance(self._spec, SolveSpec):
                kernels = CompileSpec(search=self._spec)
            try:
                wait.job = start_run(kernels, transient=True)
            except OSError as error:
                self._give_up(error.strerror or str(error))

    def _is_its_turn(self) -> bool:
        """True for one worker at a time, among all that wait for the kernels, and while nobody compiles them."""
        first = self._missing[0]
        try:
            if self._wait.turn is None:
                turn = kernel_cache.lock(f"{first} is waited for")
                turn.acquire(timeout=0)
                self._wait.turn = turn
            with kernel_cache.lock(first).acquire(timeout=0):
                return not self._compiled
        except (filelock.Timeout, OSError):
            return False

    def _give_up(self, why: str) -> None:
        self.pending, self._wait.hopeless = False, True
        self._sink.expect_kernels(0.0)
        self._sink.note(f"the kernels can't be compiled ({why}): the run stays interpreted")
