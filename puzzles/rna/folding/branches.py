"""The row of energies of a multiloop's branches.

Two branches or more begin with a free base, or with a helix at i. A helix is followed only if it beats every other way
to have branches between its ends; if it does not, some other split is no worse (Wexler, Zilberstein and Ziv-Ukelson
2007). Few helices of a row do, so the splits cost little more than a look at each cell.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.rna.folding.contexts import WINDOWS2
from puzzles.rna.folding.fold_state import MARGIN, OUTWARD3, OUTWARD5, SPLITS
from puzzles.rna.folding.lanes import LANES, cell, entry, lesser, load, plus, put, same, store
from puzzles.rna.folding.tables import FORBIDDEN

SHORTEST = 5
"""Bases of the shortest helix with its hairpin."""


@inlined
def branches_of_row(matrices, contexts, tables, bases, i, length):
    """Fills the row i of `multi` and of `splits` (columns up to n - 1: a multiloop is closed further out)."""
    multi, rows, places = matrices.multi, matrices.rows, matrices.places
    first, last = MARGIN + i + SHORTEST - 1, MARGIN + length
    free = np.int32(tables.base)
    if free != 0:
        for block in range(first, last, LANES):
            store(rows, SPLITS, block, lesser(plus(load(rows, SPLITS, block), free), same(np.int32(FORBIDDEN))))
    running = np.int32(FORBIDDEN)
    base = bases[i]
    outward = WINDOWS2 * np.int64(cell(matrices.windows, OUTWARD5, i))
    k = np.int64(0)
    count = np.int64(places[0, base])
    while k < count and MARGIN + places[base, k] < first:
        k += 1
    column = np.int64(first)
    while column < last:
        stop = min(MARGIN + np.int64(places[base, k]), last) if k < count else np.int64(last)
        while column < stop:
            found = min(cell(rows, SPLITS, column), np.int32(cell(multi, i + 1, column) + free))
            running = min(np.int32(running + free), found)
            put(multi, i, column, running)
            column += 1
        if column < last:
            found = min(cell(rows, SPLITS, column), np.int32(cell(multi, i + 1, column) + free))
            running = min(np.int32(running + free), found)
            window = outward + cell(matrices.windows, OUTWARD3, column - MARGIN)
            alone = np.int32(cell(matrices.pairs, i, column) + entry(contexts.branch, window))
            if alone < running:
                running = alone
                for further in range(column + SHORTEST, last, LANES):
                    both = plus(load(multi, column - MARGIN + 1, further), alone)
                    store(rows, SPLITS, further, lesser(load(rows, SPLITS, further), both))
            put(multi, i, column, running)
            column += 1
            k += 1
