"""What a worker reports to its run folder, as often as is due, and how it obeys orders."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, NoReturn

import filelock

from priors.provenance import version
from puzzles.engine import kernel_cache
from puzzles.user_data import sync, take_lock
from solvers.jobs.orders import LeaveError, Order, Orders
from solvers.jobs.pace import STATUS_EVERY, Due, progress_interval
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
from solvers.runs.result import Combine, Result, distinct, merge_result
from solvers.runs.status import Phase, Status, read_status, this_machine, write_status

LOOK_EVERY = 0.05
"""Seconds between looks at the orders while there is nothing to do."""
PATIENT = (0.5, *(min(60.0, 2.0**k) for k in range(36)))
"""Waits between attempts to write what was found, when the disk is full: half an hour in all."""
HASTY = (0.1, 0.4)
"""The same after an order to stop."""


class DiskError(Exception):
    """The end can't be reported; the message is one line."""


class WorkerReporter:
    """One worker's numbers and its link to the run folder. Tests give a `clock` and a `wait` of their own."""

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
        self.playouts = 0
        self.restarts = 0
        self.best_score: float | None = None
        self.done = 0
        self.total = 0
        self.seconds_left = 0.0
        """About how long it takes from `done` to `total`; 0 if that is not known."""
        self.uncounted = 0.0
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
        self._status_due = Due()
        self._progress_due = Due()
        self._shown = False
        self._rate = 0.0
        self._rate_from = (0.0, 0)

    def restore_numbers(self) -> None:
        """Takes up the numbers of the worker's earlier life, for what is reported before its place is read.

        They are the live numbers, or those of the checkpoint if it is later, as it is after a sudden end.
        """
        before = read_status(self.run.status_path(self.worker))
        if before is not None:
            self.at, self.playouts = before.at, before.playouts
            self.best_score, self.restarts = before.best_score, before.restarts
        path = self.run.checkpoint_path(self.worker)
        if path.exists():
            from solvers.runs.checkpoint import read_place  # imports numpy

            place = read_place(path)
            if place is not None and place.playouts > self.playouts:
                self.at, self.playouts, self.best_score = place.elapsed, place.playouts, place.best_score

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Appends the event with worker, time and playouts filled in; on a full disk it waits in memory."""
        self._log.append(event(worker=self.worker, at=self.at, playouts=self.playouts, **fields))

    def note(self, text: str) -> None:
        self.say(Note, text=text)

    def sync(self) -> None:
        """Nothing; the events are on the disk, as they must be before a checkpoint after which none comes again.

        OSError if that can't be done.
        """
        sync(self.run.events_path)

    def begin(self, *, at: float = 0.0, playouts: int = 0, uncounted: float = 0.0, resumed: bool = False) -> None:
        """Says that the worker starts, or goes on from where it was."""
        self.at, self.playouts, self.uncounted = at, playouts, uncounted
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

            with suppress(OSError):  # those that wait go on waiting
                start_next(self.batch)

    def write_out(self, *, hasty: bool) -> None:
        """Returns when events and result are written; DiskError if that fails too often, or on an order."""
        for seconds in HASTY if hasty else PATIENT:
            self.show(now=True)
            if not self._log.waiting and self._result is None:
                return
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
            uncounted=self.uncounted,
        )

    def _measure_rate(self) -> None:
        at, playouts = self._rate_from
        if self.at > at:
            self._rate = (self.playouts - playouts) / (self.at - at)
            self._rate_from = (self.at, self.playouts)

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
            uncounted=self.uncounted,
            compiling=min(compiling, self._compile_seconds),
            compile_seconds=self._compile_seconds,
            trouble=self._log.trouble or self._result_trouble or self.trouble,
            machine=this_machine(),
            insight=self.insight,
        )


@contextmanager
def guarded(reporter: WorkerReporter) -> Iterator[None]:
    """Inside, an order to leave ends the process at once, and reports its end; there is nothing to save yet.

    The live numbers are written meanwhile. Numba writes its cache aside and renames: an end leaves the cache whole.
    """
    over = threading.Event()
    leaving = threading.Lock()

    def watch() -> None:
        while not over.wait(LOOK_EVERY):
            reporter.show()
            order = reporter.orders.look()
            if order not in (Order.GO, Order.PAUSE):
                with leaving:
                    if not over.is_set():
                        reporter.leave_at_once(order)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with leaving:
            over.set()
        thread.join()
        for text in kernel_cache.take_notices():
            reporter.note(text)


@contextmanager
def hold_while_working(reporter: WorkerReporter, lock: filelock.BaseFileLock, notice: str) -> Iterator[None]:
    """Inside, the lock is held. `notice` is logged if it has to be waited for; LeaveError on an order to leave."""
    waits = False
    while True:
        if take_lock(lock):
            break
        if not waits:
            reporter.note(notice)
        waits = True
        reporter.obey()
        reporter.show()
        reporter.rest()
    try:
        yield
    finally:
        lock.release()
