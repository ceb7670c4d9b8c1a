"""The matrices of the MFE recursion (Zuker and Stiegler 1981; Lorenz and others, ViennaRNA 2.0, 2011).

Row i needs the rows below it only, so what loops over a row's columns runs in vectors. If i and j pair, the best of a
hairpin, a stack, a bulge, an interior loop and a multiloop is found. Interior loops of a size are those of size - 2 one
pair further in, and the two most lopsided ones (Lyngso, Zuker and Pedersen 1999): three reads for each size and cell,
whatever the number of shapes. Small loops have tables of their own.

Two branches of a multiloop or more begin with a free base, or with a helix at i. A helix is followed only if it beats
every other way to have branches between its ends; if it does not, some other split is no worse (Wexler, Zilberstein and
Ziv-Ukelson 2007). Few helices of a row do, so the splits cost little more than a look at each cell.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, inlined_loops, subroutine
from puzzles.engine.rules import rule
from puzzles.rna.folding.dangles import DoubleDangles, branches_of_row, exterior, multiloop
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
from puzzles.rna.folding.loops import exterior_energy, hairpin_energy
from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP, WINDOWS2, WINDOWS3, WINDOWS4


@inlined
def fill_from(dangles, fold, bases, first, last):
    """The MFE of the design, if the positions are its ends; else the least energy of the bases between if they pair.

    `bases`: int32[n + 2], codes 1 to 4, 0 at both ends.
    """
    length = np.int64(bases.size - 2)
    list_windows(fold.matrices.windows, bases, length)
    fill_between(dangles, fold, bases, first, last)
    if last - first < length - 1:
        return np.int64(fold.matrices.pairs[first, MARGIN + last])
    return exterior(dangles, fold.matrices, fold.contexts, fold.tables, bases, length)


@subroutine
def fill_between(dangles, fold, bases, first, last):
    """Fills the matrices for all pairs of two positions; the windows must be those of the design.

    Other entries of the matrices are from earlier designs: only those between the two positions may be read.
    """
    matrices, contexts, tables = fold.matrices, fold.contexts, fold.tables
    list_places(matrices.places, tables, bases, last)
    forget(matrices.rows)
    forget(matrices.by_size)
    for i in range(last - 4, first - 1, -1):
        loops_of_row(matrices, contexts, tables, i, last)
        pairs_of_row(dangles, matrices, contexts, tables, bases, i, last)
        if i > first:
            branches_of_row(dangles, matrices, contexts, tables, bases, i, last)


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


@rule(exterior, DoubleDangles)
def _exterior(dangles, matrices, contexts, tables, bases, length):
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


SMALLEST = 6
"""The smallest interior loop without a table of its own (2 by 4, 3 by 3)."""

LARGEST_SPECIAL = 6
"""Bases of the largest hairpins that may be tabled one by one."""


@inlined_loops
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
def pairs_of_row(dangles, matrices, contexts, tables, bases, i, length):
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
            multiloop(dangles, matrices, contexts, tables, bases, i, j, window),
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


@rule(multiloop, DoubleDangles)
def _multiloop(dangles, matrices, contexts, tables, bases, i, j, window):
    return cell(matrices.rows, SPLITS, MARGIN + j - 1) + entry(contexts.closing, window)


SHORTEST = 5
"""Bases of the shortest helix with its hairpin."""


@rule(branches_of_row, DoubleDangles)
def _branches_of_row(dangles, matrices, contexts, tables, bases, i, length):
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
