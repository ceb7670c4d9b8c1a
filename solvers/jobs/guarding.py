"""What a worker does at which it can't be asked: orders are obeyed all the same, and its numbers are shown."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import filelock

from puzzles.user_data import take_lock
from solvers.jobs.orders import Order
from solvers.jobs.worker_reporter import LOOK_EVERY, WorkerReporter

IDLE_LOOKS = 10
"""Looks without anybody to look after until the thread for that ends."""


@contextmanager
def guarded(reporter: WorkerReporter) -> Iterator[None]:
    """Inside, an order to leave ends the process at once, and reports its end; there is nothing to save yet.

    The live numbers are written meanwhile. Numba writes its cache aside and renames: an end leaves the cache whole.
    """
    global _watcher
    if reporter.brief:
        yield
        return
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


_guarded: list[WorkerReporter] = []
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
