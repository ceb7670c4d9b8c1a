"""The row of energies if two bases pair: the best of a hairpin, a stack, a bulge, an interior loop and a multiloop.

Interior loops of a size are those of size - 2 one pair further in, and the two most lopsided ones (Lyngso, Zuker and
Pedersen 1999): three reads for each size and cell, whatever the number of shapes. Small loops have tables of their own.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.rna.folding.contexts import WINDOWS2, WINDOWS3, WINDOWS4
from puzzles.rna.folding.fold_state import (
    BEST_BULGE,
    BEST_INNER,
    BEST_ONE,
    INWARD3,
    INWARD5,
    MARGIN,
    OUTWARD3,
    OUTWARD5,
    SPLITS,
)
from puzzles.rna.folding.lanes import LANES, cell, entry, lesser, load, plus, put, same, store
from puzzles.rna.folding.loops import hairpin_energy
from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP

SMALLEST = 6
"""The smallest interior loop without a table of its own (2 by 4, 3 by 3)."""

LARGEST_SPECIAL = 6
"""Bases of the largest hairpins that may be tabled one by one."""


@inlined
def loops_of_row(matrices, contexts, tables, i, length):
    """Fills the best rows for pairs (i, j): the least energy of what is inside, but for the closing pair's part."""
    bulged, one_sided, inner, by_size = matrices.bulged, matrices.one_sided, matrices.inner, matrices.by_size
    for column in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        best = same(np.int32(FORBIDDEN))
        for size in range(2, LONGEST_LOOP + 1):
            either = lesser(load(bulged, i + 1, column - 1 - size), load(bulged, i + 1 + size, column - 1))
            best = lesser(best, plus(either, entry(tables.bulge, size)))
        store(matrices.rows, BEST_BULGE, column, best)
        best = same(np.int32(FORBIDDEN))
        for size in range(3, LONGEST_LOOP):
            either = lesser(load(one_sided, i + 2, column - 1 - size), load(one_sided, i + 1 + size, column - 2))
            best = lesser(best, plus(either, entry(contexts.one_by, size)))
        store(matrices.rows, BEST_ONE, column, best)
        best = same(np.int32(FORBIDDEN))
        for size in range(LONGEST_LOOP, SMALLEST - 3, -1):
            either = lesser(load(inner, i + 3, column + 1 - size), load(inner, i - 1 + size, column - 3))
            either = plus(either, entry(contexts.unequal, size - 4))
            either = lesser(either, load(by_size, size - 2, column + i))
            store(by_size, size, column + i, either)
            if size >= SMALLEST:
                best = lesser(best, plus(either, entry(tables.interior, size)))
        store(matrices.rows, BEST_INNER, column, best)


@inlined
def pairs_of_row(matrices, contexts, tables, bases, i, length):
    """Fills the rows i of `pairs` and of the three matrices that follow from it."""
    pairs, bulged, one_sided, inner = matrices.pairs, matrices.bulged, matrices.one_sided, matrices.inner
    for block in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        store(pairs, i, block, same(np.int32(FORBIDDEN)))
        store(bulged, i, block, same(np.int32(FORBIDDEN)))
        store(one_sided, i, block, same(np.int32(FORBIDDEN)))
        store(inner, i, block, same(np.int32(FORBIDDEN)))
    base = bases[i]
    windows, places = matrices.windows, matrices.places
    inward = WINDOWS2 * (np.int64(cell(windows, INWARD5, i)) & (WINDOWS2 - 1))
    outward = WINDOWS2 * np.int64(cell(windows, OUTWARD5, i))
    for k in range(np.int64(places[0, base]) - 1, -1, -1):
        j = np.int64(cell(places, base, k))
        if j < i + 4:
            break
        column = MARGIN + j
        window = inward + (cell(windows, INWARD3, j) & (WINDOWS2 - 1))
        energy = min(
            enclosed(matrices, contexts, i, j),
            cell(matrices.rows, SPLITS, column - 1) + entry(contexts.closing, window),
        )
        if j - i - 1 > LARGEST_SPECIAL:
            energy = min(energy, entry(matrices.hairpins, j - i - 1) + entry(contexts.hairpin, window))
        else:
            energy = min(energy, hairpin_energy(tables, bases, i, j, np.int64(tables.pair_type[base, bases[j]])))
        energy = np.int32(energy)
        put(pairs, i, column, energy)
        put(bulged, i, column, np.int32(energy + entry(contexts.bulged, window)))
        beyond = outward + cell(windows, OUTWARD3, j)
        put(one_sided, i, column, np.int32(energy + entry(contexts.from_one_sided, beyond)))
        put(inner, i, column, np.int32(energy + entry(contexts.from_inner, beyond)))


@inlined
def enclosed(matrices, contexts, i, j):
    """The least energy of a stack, bulge or interior loop that (i, j) closes, with all that is inside."""
    pairs, windows = matrices.pairs, matrices.windows
    column = MARGIN + j
    five, three = np.int64(cell(windows, INWARD5, i)), np.int64(cell(windows, INWARD3, j))
    five2, three2 = five & (WINDOWS2 - 1), three & (WINDOWS2 - 1)
    five3, three3 = five & (WINDOWS3 - 1), three & (WINDOWS3 - 1)
    window = five2 * WINDOWS2 + three2
    energy = cell(matrices.rows, BEST_INNER, column) + entry(contexts.inner, window)
    energy = min(energy, cell(matrices.rows, BEST_ONE, column) + entry(contexts.one_sided, window))
    energy = min(energy, cell(matrices.rows, BEST_BULGE, column) + entry(contexts.bulged, window))
    energy = min(energy, cell(pairs, i + 1, column - 1) + entry(contexts.stack, window))
    energy = min(energy, cell(pairs, i + 2, column - 1) + entry(contexts.bulge5, five3 * WINDOWS2 + three2))
    energy = min(energy, cell(pairs, i + 1, column - 2) + entry(contexts.bulge3, five2 * WINDOWS3 + three3))
    energy = min(energy, cell(pairs, i + 2, column - 2) + entry(contexts.one_one, five3 * WINDOWS3 + three3))
    energy = min(energy, cell(pairs, i + 2, column - 3) + entry(contexts.one_two, five3 * WINDOWS4 + three))
    energy = min(energy, cell(pairs, i + 3, column - 2) + entry(contexts.two_one, five * WINDOWS3 + three3))
    energy = min(energy, cell(pairs, i + 3, column - 3) + entry(contexts.two_two, five * WINDOWS4 + three))
    longer3 = np.int64(cell(windows, OUTWARD5, i + 3)) * WINDOWS2 + cell(windows, OUTWARD3, j - 4)
    longer5 = np.int64(cell(windows, OUTWARD5, i + 4)) * WINDOWS2 + cell(windows, OUTWARD3, j - 3)
    apart = min(
        cell(pairs, i + 3, column - 4) + entry(contexts.from_two_three, longer3),
        cell(pairs, i + 4, column - 3) + entry(contexts.from_two_three, longer5),
    )
    return min(energy, apart + entry(contexts.two_three, window))
