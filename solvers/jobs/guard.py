"""Obeying while a kernel is compiled: that takes seconds in which the worker itself can't look up."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from solvers.jobs.orders import Order
from solvers.jobs.worker_reporter import LOOK_EVERY, WorkerReporter
from solvers.runs.events import EventLog, Finished
from solvers.runs.ledger import SIGNALLED


@contextmanager
def guarded(reporter: WorkerReporter) -> Iterator[None]:
    """Inside, an order to leave ends the process at once, with its last word; there is nothing yet to save.

    The live numbers go on meanwhile.

    Numba writes its cache aside and renames, so an end at any moment leaves the cache whole.
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
                        _leave_at_once(reporter, order)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with leaving:
            over.set()
        thread.join()


def _leave_at_once(reporter: WorkerReporter, order: Order) -> None:
    if order in (Order.STOP, Order.ELSEWHERE):
        with suppress(OSError):
            EventLog(reporter.run.events_path).append(
                Finished(
                    worker=reporter.worker,
                    at=reporter.at,
                    playouts=reporter.playouts,
                    reason=order.value,
                    best_score=reporter.best_score,
                    restarts=reporter.restarts,
                )
            )
    os._exit(SIGNALLED + reporter.orders.signal if order is Order.INTERRUPT else 0)
