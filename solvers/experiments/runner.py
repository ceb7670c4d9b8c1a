"""The cells of an experiment on the workers of any executor (`concurrent.futures`), each result kept as it comes."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from typing import Any

from solvers.experiments.cell import Cell, CellResult, run_cell

MOST_ATTEMPTS = 3
"""How often a cell is begun whose worker is lost, before it is left for another run of the experiment."""


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
    keep: Callable[[CellResult], None],
    call: Callable[[Cell], CellResult] = run_cell,
    lost: Callable[[Cell, BaseException], None] = lambda cell, error: None,
) -> int:
    """How many cells have a result after each was done by the executor; `keep` takes each result as it comes.

    `call` is what the executor is given for a cell. A future that fails has lost its worker: the cell is begun again,
    up to MOST_ATTEMPTS times, and `lost` is told. What `keep` raises ends it; what has not begun is cancelled.
    """
    done: queue.SimpleQueue[tuple[Cell, Future[CellResult]]] = queue.SimpleQueue()
    attempts: dict[str, int] = {}
    futures: dict[str, Future[CellResult]] = {}

    def begin(cell: Cell) -> None:
        attempts[cell.key] = attempts.get(cell.key, 0) + 1
        future = executor.submit(call, cell)
        futures[cell.key] = future
        future.add_done_callback(lambda one: done.put((cell, one)))

    def take(cell: Cell, future: Future[CellResult]) -> bool:
        del futures[cell.key]
        error = future.exception()
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
            while not done.empty():
                finished += take(*done.get())
        while futures:
            finished += take(*done.get())
    finally:
        for future in futures.values():
            future.cancel()
    return finished


def to_do(cells: Iterable[Cell], results: dict[str, CellResult]) -> list[Cell]:
    """The cells without a result, or with an error in its place, in their order."""
    return [cell for cell in cells if (one := results.get(cell.key)) is None or one.error]
