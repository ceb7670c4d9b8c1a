"""The matrices of the MFE recursion for dangles 2 (Zuker and Stiegler 1981; Lorenz and others, ViennaRNA 2.0, 2011).

Row i needs the rows below it only, so what loops over a row's columns runs in vectors (`enclosed.py`, `branches.py`).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, kernel, subroutine
from puzzles.rna.folding.branches import branches_of_row
from puzzles.rna.folding.contexts import WINDOWS2
from puzzles.rna.folding.fold_state import INWARD3, INWARD5, MARGIN, OUTWARD3, OUTWARD5
from puzzles.rna.folding.lanes import LANES, cell, entry, same, store
from puzzles.rna.folding.loops import exterior_energy
from puzzles.rna.folding.paired_rows import loops_of_row, pairs_of_row
from puzzles.rna.folding.tables import FORBIDDEN


@kernel
def fill(fold, bases):
    """The MFE of the design; fills the matrices. `bases`: int32[n + 2], codes 1 to 4, 0 at both ends."""
    length = np.int64(bases.size - 2)
    list_windows(fold.matrices.windows, bases, length)
    fill_between(fold, bases, np.int64(1), length)
    return exterior(fold.matrices, fold.contexts, fold.tables, bases, length)


@subroutine
def fill_between(fold, bases, first, last):
    """Fills the matrices for all pairs of two positions; the windows must be those of the design.

    What stands in the matrices for other pairs is of designs before: only what lies between the two can be read.
    """
    matrices, contexts, tables = fold.matrices, fold.contexts, fold.tables
    list_places(matrices.places, tables, bases, last)
    forget(matrices.rows)
    forget(matrices.by_size)
    for i in range(last - 4, first - 1, -1):
        loops_of_row(matrices, contexts, tables, i, last)
        pairs_of_row(matrices, contexts, tables, bases, i, last)
        if i > first:
            branches_of_row(matrices, contexts, tables, bases, i, last)


@inlined
def forget(matrix):
    """Sets all to FORBIDDEN; the last columns twice, for whole vectors."""
    for row in range(matrix.shape[0]):
        for column in range(0, matrix.shape[1] - LANES, LANES):
            store(matrix, row, column, same(np.int32(FORBIDDEN)))
        store(matrix, row, matrix.shape[1] - LANES, same(np.int32(FORBIDDEN)))


@inlined
def list_places(places, tables, bases, length):
    """Lists for each base the positions that it pairs with, from 5' to 3'; their number is in places[0, base]."""
    for base in range(1, 5):
        count = 0
        for position in range(1, length + 1):
            if tables.pair_type[base, bases[position]] != 0:
                places[base, count] = position
                count += 1
        places[0, base] = count


@inlined
def list_windows(windows, bases, length):
    """Lists the windows of all positions; what is beyond an end counts as A, an open position as U: neither pairs."""
    for position in range(1, length + 1):
        five = three = np.int32(0)
        for apart in range(4):
            if position + apart <= length:
                five += ((bases[position + apart] - 1) & 3) << (2 * apart)
            if position - apart >= 1:
                three += ((bases[position - apart] - 1) & 3) << (2 * apart)
        windows[INWARD5, position] = five
        windows[INWARD3, position] = three
        windows[OUTWARD5, position] = three & 15
        windows[OUTWARD3, position] = five & 15


@inlined
def exterior(matrices, contexts, tables, bases, length):
    """The MFE; fills `prefix`. Rows are done from 5' to 3': what stands before i is known when row i is reached."""
    prefix, pairs, places, windows = matrices.prefix, matrices.pairs, matrices.places, matrices.windows
    for place in range(length + 1):
        prefix[place] = 0
    for i in range(1, length - 3):
        before = prefix[i - 1]
        prefix[i] = min(prefix[i], before)
        base = bases[i]
        outside = WINDOWS2 * np.int64(cell(windows, OUTWARD5, i))
        for k in range(np.int64(places[0, base]) - 1, -1, -1):
            j = np.int64(cell(places, base, k))
            if j < i + 4:
                break
            energy = before + cell(pairs, i, MARGIN + j)
            if i > 1 and j < length:
                energy += entry(contexts.exterior, outside + cell(windows, OUTWARD3, j))
            else:
                energy += exterior_energy(tables, bases, i, j, np.int64(tables.pair_type[base, bases[j]]))
            if energy < prefix[j]:
                prefix[j] = energy
    for place in range(max(1, length - 3), length + 1):
        prefix[place] = min(prefix[place], prefix[place - 1])
    return np.int64(prefix[length])
