"""Obeying while a kernel is compiled: that takes seconds in which the worker itself can't look up."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from solvers.jobs.desk import LOOK_EVERY, Desk
from solvers.jobs.orders import Order
from solvers.runs.event_log import EventLog
from solvers.runs.events import Finished
from solvers.runs.verdicts import SIGNALLED


@contextmanager
def guarded(desk: Desk) -> Iterator[None]:
    """Inside, an order to leave ends the process at once, with its last word; there is nothing yet to save.

    Numba writes its cache aside and renames, so an end at any moment leaves the cache whole.
    """
    over = threading.Event()
    leaving = threading.Lock()

    def watch() -> None:
        while not over.wait(LOOK_EVERY):
            order = desk.orders.look()
            if order not in (Order.GO, Order.PAUSE):
                with leaving:
                    if not over.is_set():
                        _leave_at_once(desk, order)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with leaving:
            over.set()
        thread.join()


def _leave_at_once(desk: Desk, order: Order) -> None:
    if order in (Order.STOP, Order.ELSEWHERE):
        with suppress(OSError):
            EventLog(desk.run.events_path).append(
                Finished(
                    worker=desk.worker,
                    at=desk.at,
                    playouts=desk.playouts,
                    reason=order.value,
                    best_score=desk.best_score,
                    restarts=desk.restarts,
                )
            )
    os._exit(SIGNALLED + desk.orders.signal if order is Order.INTERRUPT else 0)
