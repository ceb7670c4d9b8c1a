"""Drawing a random board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import next_below


@kernel
def draw_cells(rng: npt.NDArray[np.uint64], cells: npt.NDArray[np.int64], colours: int) -> None:
    """Fills `cells`, each with a colour below `colours`."""
    for cell in range(cells.size):
        cells[cell] = next_below(rng, colours)
