"""What a worker reports to its run folder, as often as is due, and how it obeys orders."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from priors.provenance import version
from puzzles import trouble
from puzzles.engine import kernel_cache
from puzzles.user_data import sync
from solvers.driver.loop import STATUS_EVERY, Due, progress_interval
from solvers.jobs.orders import LeaveError, Order, Orders
from solvers.runs.events import (
    AnyEvent,
    EventLog,
    Finished,
    Note,
    Paused,
    Progress,
    Resumed,
    Started,
    Unpaused,
    describe_trouble,
)
from solvers.runs.folder import Run
from solvers.runs.insight import Insight
from solvers.runs.ledger import SIGNALLED
from solvers.runs.processes import DISK_WAIT, disk_wait
from solvers.runs.result import Combine, Result, distinct, merge_result
from solvers.runs.status import Phase, Status, read_status, this_machine, write_status

if TYPE_CHECKING:
    from solvers.jobs.takeover import ProcessKernels

LOOK_EVERY = 0.05
"""Seconds between looks at the orders while there is nothing to do."""
HASTY = (0.1, 0.4)
"""The same after an order to stop."""


def patient() -> Iterator[float]:
    """Waits between attempts to write what was found, when the disk is full: `disk_wait` seconds in all."""
    left, wait = disk_wait(), 0.5
    while left > 0:
        yield min(wait, left)
        left, wait = left - wait, min(60.0, 2 * wait)


class DiskError(Exception):
    """The end can't be reported; the message is one line."""


class WorkerReporter:
    """One worker's numbers and its link to the run folder. Tests give a `clock` and a `wait` of their own."""

    brief = False
    """True if there is no folder yet, nor anybody to be obeyed (`solvers.jobs.attempt`)."""

    def __init__(
        self,
        run: Run,
        worker: int,
        *,
        clock: Callable[[], float] = time.perf_counter,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.run = run
        self.lock = -1
        """Descriptor of the worker's locked lock file."""
        self.link = -1
        """Descriptor of what leads to whoever may have another run for this process; below 0 if there is nobody."""
        self.kernels: ProcessKernels | None = None
        """What this process has loaded for its runs."""
        self.interpreted = False
        """True if the search is interpreted until its kernels are compiled (`solvers.jobs.takeover`)."""
        self.taking_over: str | None = None
        """Not None in a worker that goes on compiled where it was interpreted: seconds that this took, or empty."""
        self.batch = ""
        """Names the runs of which the next is started when this one has ended; empty if there are none."""
        self.worker = worker
        self.clock = clock
        self.orders = Orders(run, worker)
        self.at = 0.0
        self.cpu = 0.0
        """Seconds of processor time of the search alone, as `at` is of the clock."""
        self.cpu_begun = 0.0
        """What this process had used when it was given the run (`processor_seconds`)."""
        self._earlier_cpu = 0.0  # of the run's whole processes, in the worker's earlier lives
        self.playouts = 0
        self.restarts = 0
        self.best_score: float | None = None
        self.done = 0
        self.total = 0
        self.seconds_left = 0.0
        """About how long it takes from `done` to `total`; 0 if that is not known."""
        self._compile_seconds = 0.0
        self._compile_begun = 0.0
        self.insight: Insight | None = None
        """What the search says of itself."""
        self.phase: Phase = "starting"
        self.trouble = ""
        """What can't be written beside events and result (the checkpoint); one line, or empty."""
        self.combine: Combine = distinct
        """How this worker's solutions become one list with those in the run's result."""
        self._wait = wait
        self._log = EventLog(run.events_path)
        self.merged: Result | None = None
        """The run's result as it was when this worker's was last merged into it; None before."""
        self._result: Result | None = None
        self._result_trouble = ""
        self._waits = ""
        """That it waits for room on the disk, and how long; empty if it does not."""
        self._said = ""
        self._status_due = Due()
        self._progress_due = Due()
        self._shown = False
        self._rate = 0.0
        self._rate_from = (0.0, 0)

    @property
    def place(self) -> list[str]:
        """The arguments of a program that is to take this one's place."""
        return [str(self.run.folder), str(self.worker), str(self.lock)]

    def restore_numbers(self) -> None:
        """Takes up the numbers of the worker's earlier life, for what is reported before its place is read.

        They are the live numbers, or those of the checkpoint if it is later, as it is after a sudden end.
        """
        before = read_status(self.run.status_path(self.worker))
        if before is not None:
            self.at, self.playouts, self._earlier_cpu = before.at, before.playouts, before.run_cpu
            self.best_score, self.restarts, self.cpu = before.best_score, before.restarts, before.cpu
        path = self.run.checkpoint_path(self.worker)
        if path.exists():
            from solvers.runs.checkpoint import read_place  # imports numpy

            place = read_place(path)
            if place is not None and place.playouts > self.playouts:
                self.at, self.playouts, self.best_score = place.elapsed, place.playouts, place.best_score

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Appends the event with worker, time and playouts filled in; on a full disk it waits in memory."""
        self._log.append(event(worker=self.worker, at=self.at, playouts=self.playouts, **fields))

    def note(self, text: str, *, trouble: bool = False) -> None:
        self.say(Note, text=text, trouble=trouble)

    def tell(self, what: str, file: Path | None = None) -> None:
        """Tells a trouble that was got over, and has it kept (`puzzles.trouble`)."""
        trouble.tell(what, file)
        self.tell_others()

    def tell_others(self) -> None:
        """Makes notes of what others in this process have told."""
        for text in trouble.take_lines():
            self.note(text, trouble=True)
        for text in kernel_cache.take_notices():
            self.note(text)

    def sync(self) -> None:
        """Nothing; the events are on the disk, as they must be before a checkpoint after which none comes again.

        OSError if that can't be done.
        """
        sync(self.run.events_path)

    def begin(self, *, at: float = 0.0, cpu: float = 0.0, playouts: int = 0, resumed: bool = False) -> None:
        """Says that the worker starts, or goes on from where it was."""
        self.at, self.cpu, self.playouts = at, cpu, playouts
        self._rate_from = (at, playouts)
        time_now = datetime.now(UTC).isoformat(timespec="seconds")
        if resumed and self.taking_over is not None:
            if self.taking_over:
                self.note(f"compiled kernels took over after {self.taking_over} s")
        elif resumed:
            self.say(Resumed, pid=os.getpid(), time=time_now)
        else:
            self.say(Started, pid=os.getpid(), time=time_now, version=version())
        self.show(now=True)

    def expect_kernels(self, seconds: float) -> None:
        """Says that kernels are compiled from now on, in about that many seconds; 0: no longer."""
        self._compile_seconds, self._compile_begun = seconds, self.clock()
        self.show(now=True)

    def enter(self, phase: Phase) -> None:
        self.phase = phase
        self.show(now=True)

    def show(self, *, now: bool = False) -> None:
        """Writes the live numbers and a progress event if they are due (`now`: the numbers in any case)."""
        time_now = self.clock()
        if not now and not self._status_due(time_now):
            return
        self._status_due.done(time_now, STATUS_EVERY)
        self._measure_rate()
        if self.phase not in ("starting", "ended") and self._progress_due(time_now):
            self._progress_due.done(time_now, progress_interval(self.at))
            self._say_progress()
        elif self._log.waiting:
            self._log.flush()
        if self._result is not None:
            self.keep(self._result)
        if self._shown and self.orders.taken_over():
            return
        with suppress(OSError):  # the numbers are worth nothing in a quarter of a second
            write_status(self.run.status_path(self.worker), self._status())
            self._shown = True

    def keep(self, result: Result) -> None:
        """Merges the result into the run's; if the disk is full it is kept, and tried again while working."""
        try:
            self.merged = merge_result(self.run.result_path, result, self.combine)
        except OSError as error:
            self._result = result
            self._result_trouble = describe_trouble(error, self.run.result_path)
        else:
            self._result = None
            self._result_trouble = ""

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        """Returns when the worker may go on, which a pause puts off; LeaveError if it has to leave."""
        order = self.orders.look()
        if order is Order.PAUSE:
            order = self._pause(before_pause)
        if order is not Order.GO:
            raise LeaveError(order)

    def rest(self) -> None:
        """Waits LOOK_EVERY seconds; for loops that wait for another process."""
        self._wait(LOOK_EVERY)

    def finish(self, reason: str) -> None:
        """Reports the end; returns when all is written. DiskError if the disk stays full."""
        self.phase = "ended"
        self._measure_rate()
        self._say_progress()
        self._say_finished(reason)
        self.write_out(hasty=reason == Order.STOP.value)

    def leave_at_once(self, order: Order) -> NoReturn:
        """Ends the process, and reports its end if that can be written now."""
        if order in (Order.STOP, Order.ELSEWHERE):
            with suppress(OSError):
                self._say_finished(order.value)
            self.start_next()
        os._exit(SIGNALLED + self.orders.signal if order is Order.INTERRUPT else 0)

    def start_next(self) -> None:
        """Starts the next run of the batch, if the run is of one."""
        if self.batch:
            from solvers.runs.batch import start_next

            try:
                start_next(self.batch)
            except OSError as error:  # those that wait go on waiting
                self.tell(f"the next seed of {self.batch} could not be started: {error.strerror or error}")

    def write_out(self, *, hasty: bool) -> None:
        """Returns when events and result are written; DiskError if that fails too often, or on an order."""
        for seconds in HASTY if hasty else chain(patient(), [0.0]):
            self.show(now=True)
            if not self._log.waiting and self._result is None:
                return
            if not hasty and not self._waits:
                self._waits = f"; waiting {disk_wait():,.0f} s for room ({DISK_WAIT})"
                self.show(now=True)
            self._wait_for(seconds, obey=not hasty)
        raise DiskError(self._log.trouble or self._result_trouble)

    def _wait_for(self, seconds: float, *, obey: bool) -> None:
        end = self.clock() + seconds
        while self.clock() < end:
            self._wait(LOOK_EVERY)
            order = self.orders.look()
            if order is Order.GONE:
                raise LeaveError(order)
            if obey and order in (Order.STOP, Order.INTERRUPT):
                raise DiskError(self._log.trouble or self._result_trouble)

    def _pause(self, before_pause: Callable[[], object]) -> Order:
        before_pause()
        phase = self.phase
        self.say(Paused)
        self.enter("paused")
        while (order := self.orders.look()) is Order.PAUSE:
            self._wait(LOOK_EVERY)
            self.show()
        self.say(Unpaused)
        self.enter(phase)
        return order

    def _say_finished(self, reason: str) -> None:
        self.say(Finished, reason=reason, best_score=self.best_score, restarts=self.restarts)

    def _say_progress(self) -> None:
        self.say(
            Progress,
            best_score=self.best_score,
            rate=self._rate,
            restarts=self.restarts,
            done=self.done,
            total=self.total,
            cpu=self.cpu,
            run_cpu=self._run_cpu(),
        )

    def _measure_rate(self) -> None:
        at, playouts = self._rate_from
        if self.at > at:
            self._rate = (self.playouts - playouts) / (self.at - at)
            self._rate_from = (self.at, self.playouts)

    def _troubled(self) -> str:
        """What can't be written, in one line, or empty. A new one is a note too, and is kept until it is over."""
        if self.trouble != self._said:
            before, self._said = self._said, self.trouble
            if before:
                trouble.over(f"{self.run.id}: {before}")
            if self.trouble:
                trouble.tell(f"{self.run.id}: {self.trouble}", self.run.folder)
                self.note(self.trouble, trouble=True)
        found = self._log.trouble or self._result_trouble or self.trouble
        return f"{found}{self._waits}" if found else ""

    def _status(self) -> Status:
        compiling = self.clock() - self._compile_begun if self._compile_seconds else 0.0
        return Status(
            pid=os.getpid(),
            phase=self.phase,
            at=self.at,
            playouts=self.playouts,
            rate=self._rate,
            restarts=self.restarts,
            best_score=self.best_score,
            done=self.done,
            total=self.total,
            seconds_left=self.seconds_left,
            compiling=min(compiling, self._compile_seconds),
            compile_seconds=self._compile_seconds,
            trouble=self._troubled(),
            machine=this_machine(),
            insight=self.insight,
            cpu=self.cpu,
            run_cpu=self._run_cpu(),
        )

    def _run_cpu(self) -> float:
        return self._earlier_cpu + processor_seconds() - self.cpu_begun


def processor_seconds() -> float:
    """What this process has used so far, with its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
