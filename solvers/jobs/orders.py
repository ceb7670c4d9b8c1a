"""What a worker is to do next, by the control file, signals, and the result that the run's workers share.

Orders are obeyed also while a worker does what it can't be asked at, such as compiling (`guarded`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn, Protocol

from solvers.driver.sink import Order
from solvers.runs.folder import Run, requested
from solvers.runs.result import read_result
from solvers.runs.status import read_status

ENDING = (signal.SIGTERM, signal.SIGINT)
"""The signals that ask a worker to leave."""


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
            signal.signal(number, lambda taken, _frame: setattr(self, "signal", taken))
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


class Watched(Protocol):
    """A worker whose orders are looked at while it is busy."""

    orders: Orders

    def show(self) -> None: ...

    def tell_others(self) -> None: ...

    def leave_at_once(self, order: Order) -> NoReturn: ...


LOOK_EVERY = 0.05
"""Seconds between looks at the orders while there is nothing to do."""
IDLE_LOOKS = 10
"""Looks without anybody to look after until the thread for that ends."""


@contextmanager
def guarded(reporter: Watched) -> Iterator[None]:
    """Inside, an order to leave ends the process at once, and reports its end; there is nothing to save yet.

    The live numbers are written meanwhile. Numba writes its cache aside and renames: an end leaves the cache whole.
    """
    global _watcher
    with _leaving:
        _guarded.append(reporter)
        if _watcher is None or not _watcher.is_alive():
            _watcher = threading.Thread(target=_watch, daemon=True)
            _watcher.start()
    try:
        yield
    finally:
        with _leaving:
            _guarded.remove(reporter)
        reporter.tell_others()


_guarded: list[Watched] = []
_leaving = threading.Lock()
_watcher: threading.Thread | None = None
"""Who is inside of `guarded`, and the thread that looks after them: starting one each time would take a millisecond."""


def _watch() -> None:
    global _watcher
    looks = 0
    while looks < IDLE_LOOKS:
        time.sleep(LOOK_EVERY)
        with _leaving:
            looks = 0 if _guarded else looks + 1
            for reporter in _guarded:
                reporter.show()
                order = reporter.orders.look()
                if order not in (Order.GO, Order.PAUSE):
                    reporter.leave_at_once(order)
            if looks == IDLE_LOOKS:
                _watcher = None
