"""Emptying cells of a random square: which become holes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import kernel
from puzzles.latin.kernels.random_square import SquareChain, shuffle
from puzzles.latin.puzzle import HOLE

Ints = npt.NDArray[np.int64]


@kernel
def empty(rng: npt.NDArray[np.uint64], grid: Ints, cells: Ints, holes: int) -> Ints:
    """The grid, with `holes` cells emptied, each set of that many as likely as any other; `cells` is room for them."""
    shuffle(cells, rng)
    for drawn in range(holes):
        grid[cells[drawn]] = HOLE
    return grid


@kernel
def empty_evenly(chain: SquareChain, rng: npt.NDArray[np.uint64], grid: Ints, pattern: Ints, holes: int) -> Ints:
    """The grid, with `holes` cells emptied so that no two rows, and no two columns, differ by more than one hole.

    The cells of one symbol of another random square, `pattern`, lie one in each row and column: all cells of
    holes // order symbols are emptied, and of one more symbol those in as many random rows as are still needed.
    """
    order = chain.tables.shape[1]
    whole, rest = holes // order, holes % order
    drawn = chain.labels[0]
    shuffle(drawn, rng)
    for row in range(order):
        for column in range(order):
            cell = row * order + column
            if pattern[cell] < whole or (pattern[cell] == whole and drawn[row] < rest):
                grid[cell] = HOLE
    return grid
