"""The cells of an experiment on the workers of any executor (`concurrent.futures`), each result kept as it comes."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from typing import Any

from solvers.experiments.cell import Cell, CellResult
from solvers.experiments.search import run_cell

MOST_ATTEMPTS = 10
"""How often a cell is begun whose worker is lost, before it is left for another run of the experiment."""

Inbox = queue.SimpleQueue[Any]
"""What `run` waits for: cells that are done, and exceptions from elsewhere, which end it."""


class InProcess(Executor):
    """An executor that does each thing at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future, which is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def run(
    cells: Sequence[Cell],
    executor: Executor,
    keep: Callable[[Any], None],
    call: Callable[[Cell], Any] = run_cell,
    lost: Callable[[Cell, BaseException], None] = lambda cell, error: None,
    inbox: Inbox | None = None,
) -> int:
    """How many cells were done by the executor; `keep` takes each result as it comes.

    `call` is what the executor is given for a cell. A future that fails has lost its worker: the cell is begun again,
    up to MOST_ATTEMPTS times, and `lost` is told. An exception in the `inbox` ends it, as what `keep` raises does: it
    is raised, and what has not begun is cancelled.
    """
    arrivals: Inbox = queue.SimpleQueue() if inbox is None else inbox
    attempts: dict[str, int] = {}
    futures: dict[str, Future[Any]] = {}

    def begin(cell: Cell) -> None:
        attempts[cell.key] = attempts.get(cell.key, 0) + 1
        future = executor.submit(call, cell)
        futures[cell.key] = future
        future.add_done_callback(lambda one: arrivals.put((cell, one)))

    def take(arrived: Any) -> bool:
        if isinstance(arrived, BaseException):
            raise arrived
        cell: Cell = arrived[0]
        future: Future[Any] = arrived[1]
        if futures.get(cell.key) is not future:
            return False  # of an earlier use of the inbox
        del futures[cell.key]
        error = CancelledError("a worker was lost") if future.cancelled() else future.exception()
        if error is None:
            keep(future.result())
            return True
        lost(cell, error)
        if attempts[cell.key] < MOST_ATTEMPTS:
            begin(cell)
        return False

    finished = 0
    try:
        for cell in cells:
            begin(cell)
            with suppress(queue.Empty):
                while True:
                    finished += take(arrivals.get_nowait())
        while futures:
            finished += take(arrivals.get())
    finally:
        for future in list(futures.values()):
            future.cancel()
    return finished


def to_do(cells: Iterable[Cell], results: dict[str, CellResult]) -> list[Cell]:
    """The cells without a result, or with an error in its place, in their order."""
    return [cell for cell in cells if (one := results.get(cell.key)) is None or one.error]
