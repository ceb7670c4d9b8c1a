"""What a worker reports to its run folder, as often as is due, and how it obeys orders."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from priors.provenance import version
from priors.sealed import Arrays, DamagedError
from puzzles import trouble
from puzzles.user_data import read_file, set_aside, sync
from solvers.driver.pace import STATUS_EVERY, Due, progress_interval
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.orders import LOOK_EVERY, Orders, guarded
from solvers.jobs.takeover import ProcessSink
from solvers.runs.checkpoint import Checkpoint, digest, read_checkpoint, read_place, write_checkpoint
from solvers.runs.events import (
    AnyEvent,
    EventLog,
    Finished,
    Paused,
    Progress,
    Resumed,
    Started,
    Unpaused,
    describe_trouble,
)
from solvers.runs.folder import Run
from solvers.runs.ledger import SIGNALLED
from solvers.runs.processes import DISK_WAIT, disk_wait
from solvers.runs.reader import view
from solvers.runs.result import Result, merge_result, read_result
from solvers.runs.status import Phase, Status, read_status, this_machine, write_status

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


class WorkerReporter(ProcessSink):
    """One worker's numbers and its link to the run folder. Tests give a `clock` and a `wait` of their own."""

    own_process = True

    def __init__(
        self,
        run: Run,
        worker: int,
        *,
        clock: Callable[[], float] = time.perf_counter,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(worker=worker, clock=clock)
        self.kernels = None
        self.run = run
        self.lock = -1
        """Descriptor of the worker's locked lock file."""
        self.gives_way: Callable[[], object] = lambda: None
        """Called when the work begins that is not to be in the way of others; until then people wait for the worker."""
        self.batch = ""
        """Names the runs of which the next is started when this one has ended; empty if there are none."""
        self.orders = Orders(run, worker)
        self.cpu_begun = 0.0
        """What this process had used when it was given the run (`processor_seconds`)."""
        self._earlier_cpu = 0.0  # of the run's whole processes, in the worker's earlier lives
        self._compile_seconds = 0.0
        self._compile_begun = 0.0
        self._wait = wait
        self._log = EventLog(run.events_path)
        self._spec_digest = ""
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
            place = read_place(path)
            if place is not None and place.playouts > self.playouts:
                self.at, self.playouts, self.best_score = place.elapsed, place.playouts, place.best_score

    def say(self, event: Callable[..., AnyEvent], **fields: Any) -> None:
        """Appends the event with worker, time and playouts filled in; on a full disk it waits in memory."""
        self._log.append(event(worker=self.worker, at=self.at, playouts=self.playouts, **fields))

    def note_once(self, text: str) -> None:
        """As `note`, but not if the run's log has the same of this worker."""
        if not any(line.text == text and line.worker == self.worker for line in view(self.run).log):
            self.note(text)

    def earlier_result(self) -> Result | None:
        return read_result(self.run.result_path) if self.at > 0.0 else None

    def saved(self, *, own: bool) -> tuple[Checkpoint, Arrays] | None:
        """The worker's checkpoint; DamagedError also if it belongs to another spec."""
        # as it was written: a version may add settings
        self._spec_digest = digest(read_file(self.run.spec_path))
        found = read_checkpoint(self.run.checkpoint_path(self.worker), own=own)
        if found is not None and found[0].spec != self._spec_digest:
            raise DamagedError("it belongs to another spec")
        return found

    def set_aside(self, why: str) -> None:
        aside = set_aside(self.run.checkpoint_path(self.worker))
        self.begin()
        self.tell(f"{self.run.id}: the checkpoint was set aside as {aside.name}: {why}; starting over", aside)

    def save(self, place: Checkpoint, arrays: Arrays) -> bool:
        path = self.run.checkpoint_path(self.worker)
        try:
            sync(self.run.events_path)  # on the disk before a checkpoint after which none of them comes again
            write_checkpoint(path, msgspec.structs.replace(place, spec=self._spec_digest), arrays)
        except OSError as error:
            self.trouble = describe_trouble(error, path)
            return False
        self.trouble = ""
        return True

    @property
    def training_path(self) -> Path:
        return self.run.training_path(self.worker)

    def guarded(self) -> AbstractContextManager[None]:
        return guarded(self)

    @property
    def signal(self) -> int:
        return self.orders.signal

    def begin(self, *, at: float = 0.0, cpu: float = 0.0, playouts: int = 0, resumed: bool = False) -> None:
        """Says that the worker starts, or goes on from where it was."""
        self.at, self.cpu, self.playouts = at, cpu, playouts
        self._rate_from = (at, playouts)
        if resumed and self.taking_over is not None:
            if self.taking_over:
                self.note(f"compiled kernels took over after {self.taking_over} s")
        elif resumed:
            self.say(Resumed, pid=os.getpid(), time=time_of_day())
        else:
            self.say(Started, pid=os.getpid(), time=time_of_day(), version=version())
        self.show(now=True)

    def enter(self, phase: Phase) -> None:
        self.gives_way()
        super().enter(phase)

    def expect_kernels(self, seconds: float) -> None:
        """Says that kernels are compiled from now on, in about that many seconds; 0: no longer."""
        self.gives_way()
        self._compile_seconds, self._compile_begun = seconds, self.clock()
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
            from solvers.runs.launcher import start_next

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


def time_of_day() -> str:
    """The time of day in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
