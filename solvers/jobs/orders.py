"""What a worker is to do next, by the control file, signals, and the result that the run's workers share."""

from __future__ import annotations

import os
import signal
from enum import Enum

from solvers.runs.folder import Run, requested
from solvers.runs.result import read_result
from solvers.runs.status import read_status

ENDING = (signal.SIGTERM, signal.SIGINT)
"""The signals that ask a worker to leave."""


class Order(Enum):
    """What a worker is to do."""

    GO = "go"
    PAUSE = "pause"
    STOP = "stopped"
    INTERRUPT = "interrupted"
    ELSEWHERE = "elsewhere"
    GONE = "gone"


class LeaveError(Exception):
    """The worker has to leave its work, for the reason that `order` gives."""

    def __init__(self, order: Order) -> None:
        super().__init__(order.value)
        self.order = order


class Orders:
    """Reads the orders for one worker."""

    def __init__(self, run: Run, worker: int) -> None:
        self.signal = 0
        self._run = run
        self._worker = worker
        self._result_stamp = (0, 0)

    def listen_to_signals(self) -> None:
        """From now on SIGTERM and SIGINT are orders, and SIGHUP (a lost terminal) is not."""
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for number in ENDING:
            signal.signal(number, self._take_signal)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)  # what came while compiled kernels took over

    def look(self) -> Order:
        """The order as it is now. Costs some microseconds."""
        if self.signal:
            return Order.INTERRUPT
        word = requested(self._run.control_path)
        if word == "stop":
            return Order.STOP
        if word == "pause":
            return Order.PAUSE
        if not self._run.folder.exists() or self.taken_over():
            return Order.GONE
        return Order.ELSEWHERE if self._other_was_first() else Order.GO

    def taken_over(self) -> bool:
        """True if another machine has resumed the worker, which is not seen by locks everywhere."""
        status = read_status(self._run.status_path(self._worker))
        return status is not None and bool(status.elsewhere)

    def _take_signal(self, number: int, _frame: object) -> None:
        self.signal = number

    def _other_was_first(self) -> bool:
        try:
            about = os.stat(self._run.result_path)
        except OSError:
            return False
        stamp = (about.st_mtime_ns, about.st_ino)
        if stamp == self._result_stamp:
            return False
        result = read_result(self._run.result_path)
        if result is not None and result.over and (result.wanted > 1 or result.worker != self._worker):
            return True
        self._result_stamp = stamp
        return False
