"""A preload of `dask worker`: each cell waits at its begin until a byte comes out of the pipe that HELD names.

So a test says how many cells may be done so far, whatever the speed of the machine. A worker that is killed takes none.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from solvers.experiments import search
from solvers.experiments.cell import Cell, CellResult
from solvers.experiments.search import run_cell
from solvers.runs.status import Progress, Tell

HELD = "MCS_TUI_TEST_HELD"
FILE = Path(__file__)


def held_cell(cell: Cell, tell: Tell) -> CellResult:
    """As `run_cell`, once a byte was read; that the cell has begun is told before."""
    tell(Progress(key=cell.key))
    pipe = os.open(os.environ[HELD], os.O_RDONLY)
    try:
        os.read(pipe, 1)
    finally:
        os.close(pipe)
    return run_cell(cell, tell)


def dask_setup(_worker: Any) -> None:
    """What Dask calls in the worker's process."""
    search.run_cell = held_cell  # type: ignore[assignment]


class Gate:
    """The other end of the pipe, a new one at that path."""

    def __init__(self, path: str) -> None:
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDWR)

    def let(self, number: int) -> None:
        """Nothing; so many more cells go on."""
        os.write(self._end, b"." * number)
