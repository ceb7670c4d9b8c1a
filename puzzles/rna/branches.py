"""The row of energies of a multiloop's branches.

Two branches or more begin with a free base, or with a helix at i. A helix is followed only if it beats every other way
to have branches between its ends; if it does not, some other split is no worse (Wexler, Zilberstein and Ziv-Ukelson
2007). Few helices of a row do, so the splits cost little more than a look at each cell.
"""

from __future__ import annotations

import numpy as np

from puzzles.kernels import inlined
from puzzles.rna.fold_state import MARGIN
from puzzles.rna.lanes import LANES, cell, entry, lesser, load, plus, put, same, store
from puzzles.rna.tables import FORBIDDEN

SHORTEST = 5
"""Bases of the shortest helix with its hairpin."""


@inlined
def branches_of_row(matrices, contexts, tables, bases, i, length):
    """Fills the row i of `multi` and of `splits` (columns up to n - 1: a multiloop is closed further out)."""
    multi, splits = matrices.multi, matrices.splits
    first, last = MARGIN + i + SHORTEST - 1, MARGIN + length
    free = np.int32(tables.base)
    if free != 0:
        for block in range(first, last, LANES):
            store(splits, 0, block, lesser(plus(load(splits, 0, block), free), same(np.int32(FORBIDDEN))))
    running = np.int32(FORBIDDEN)
    base = bases[i]
    outward = 16 * np.int64(matrices.outward5[i])
    k = np.int64(0)
    count = np.int64(matrices.counts[base])
    while k < count and MARGIN + matrices.places[base, k] < first:
        k += 1
    column = np.int64(first)
    while column < last:
        stop = min(MARGIN + np.int64(matrices.places[base, k]), last) if k < count else np.int64(last)
        while column < stop:
            found = min(cell(splits, 0, column), np.int32(cell(multi, i + 1, column) + free))
            running = min(np.int32(running + free), found)
            put(multi, i, column, running)
            column += 1
        if column < last:
            found = min(cell(splits, 0, column), np.int32(cell(multi, i + 1, column) + free))
            running = min(np.int32(running + free), found)
            window = outward + entry(matrices.outward3, column - MARGIN)
            alone = np.int32(cell(matrices.pairs, i, column) + entry(contexts.branch, window))
            if alone < running:
                running = alone
                for further in range(column + SHORTEST, last, LANES):
                    both = plus(load(multi, column - MARGIN + 1, further), alone)
                    store(splits, 0, further, lesser(load(splits, 0, further), both))
            put(multi, i, column, running)
            column += 1
            k += 1
