"""The matrices of the MFE recursion for dangles 2 (Zuker and Stiegler 1981; Lorenz and others, ViennaRNA 2.0, 2011).

A row needs the rows below it only, so all that loops over a row's columns runs in vectors:

- Interior loops of a size are those of size - 2 one pair further in, and the two most lopsided ones (Lyngso, Zuker and
  Pedersen 1999), so each size costs three reads a cell instead of its number of shapes.
- A multiloop is split only after a helix that beats any way to take its stretch apart (Wexler, Zilberstein and
  Ziv-Ukelson 2007), few for each row; another split can't be better.
"""

from __future__ import annotations

import numpy as np

from puzzles.kernels import inlined, kernel
from puzzles.rna.fold_state import MARGIN
from puzzles.rna.loops import exterior_energy, hairpin_energy, helix_end
from puzzles.rna.tables import FORBIDDEN, LONGEST_LOOP

SMALLEST = 6
"""The smallest interior loop without a table of its own (2 by 4, 3 by 3)."""


@kernel
def fill(fold, bases):
    """The MFE of the design; fills the matrices. `bases`: int32[n + 2], codes 1 to 4, 0 at both ends."""
    matrices = fold.matrices
    length = np.int64(bases.size - 2)
    list_places(matrices, fold.tables, bases, length)
    for column in range(matrices.splits.size):
        matrices.splits[column] = FORBIDDEN
    for size in range(matrices.by_size.shape[0]):
        for place in range(matrices.by_size.shape[1]):
            matrices.by_size[size, place] = FORBIDDEN
    for i in range(length - 4, 0, -1):
        loops_of_row(matrices, fold.tables, i, length)
        pairs_of_row(matrices, fold.tables, bases, i, length)
        if i > 1:
            branches_of_row(matrices, fold.tables, bases, i, length)
    return exterior(matrices, fold.tables, bases, length)


@inlined
def list_places(matrices, tables, bases, length):
    """Lists for each base the positions that it pairs with, from 5' to 3'."""
    counts = matrices.counts
    for base in range(1, 5):
        counts[base] = 0
        for position in range(1, length + 1):
            if tables.pair_type[base, bases[position]] != 0:
                matrices.places[base, counts[base]] = position
                counts[base] += 1


@inlined
def loops_of_row(matrices, tables, i, length):
    """Fills the best rows for closing pairs (i, j): what is inside, without what depends on the closing pair."""
    bulged, one_sided, inner = matrices.bulged, matrices.one_sided, matrices.inner
    best_bulge, best_one, best_inner = matrices.best_bulge, matrices.best_one, matrices.best_inner
    first, last = MARGIN + i + 4, MARGIN + length + 1
    for column in range(first, last):
        best_bulge[column] = FORBIDDEN
        best_one[column] = FORBIDDEN
        best_inner[column] = FORBIDDEN
    for size in range(2, LONGEST_LOOP + 1):
        added = tables.bulge[size]
        for column in range(first, last):
            better = min(bulged[i + 1, column - 1 - size], bulged[i + 1 + size, column - 1])
            best_bulge[column] = min(best_bulge[column], np.int32(better + added))
    for size in range(3, LONGEST_LOOP):
        added = matrices.one_by[size]
        for column in range(first, last):
            better = min(one_sided[i + 2, column - 1 - size], one_sided[i + 1 + size, column - 2])
            best_one[column] = min(best_one[column], np.int32(better + added))
    by_size = matrices.by_size
    for size in range(LONGEST_LOOP, 3, -1):
        added, penalty = tables.interior[size], matrices.unequal[size - 4]
        for column in range(first, last):
            place = column + i
            lopsided = min(inner[i + 3, column + 1 - size], inner[i - 1 + size, column - 3])
            found = min(by_size[size - 2, place], np.int32(lopsided + penalty))
            by_size[size, place] = found
            if size >= SMALLEST:
                best_inner[column] = min(best_inner[column], np.int32(found + added))


@inlined
def pairs_of_row(matrices, tables, bases, i, length):
    """Fills the rows i of `pairs` and of the three matrices that follow from it."""
    pairs, bulged, one_sided, inner = matrices.pairs, matrices.bulged, matrices.one_sided, matrices.inner
    for place in range(MARGIN + i + 4, MARGIN + length + 1):
        pairs[i, place] = FORBIDDEN
        bulged[i, place] = FORBIDDEN
        one_sided[i, place] = FORBIDDEN
        inner[i, place] = FORBIDDEN
    base = bases[i]
    for k in range(np.int64(matrices.counts[base]) - 1, -1, -1):
        j = np.int64(matrices.places[base, k])
        if j < i + 4:
            break
        kind = np.int64(tables.pair_type[base, bases[j]])
        outward = np.int64(tables.pair_type[bases[j], base])
        column = MARGIN + j
        energy = min(hairpin_energy(tables, bases, i, j, kind), closed(matrices, tables, bases, i, j, kind))
        end = tables.terminal if kind > 2 else 0
        mismatch = tables.mismatch_multi[outward, bases[j - 1], bases[i + 1]]
        energy = min(energy, matrices.splits[column - 1] + tables.closing + mismatch + end + tables.branch)
        pairs[i, column] = energy
        bulged[i, column] = energy + end
        one_sided[i, column] = energy + tables.mismatch_1n[outward, bases[j + 1], bases[i - 1]]
        inner[i, column] = energy + tables.mismatch_interior[outward, bases[j + 1], bases[i - 1]]


@inlined
def closed(matrices, tables, bases, i, j, kind):
    """The least energy of a stack, bulge or interior loop that (i, j) closes, with all that is inside."""
    pairs = matrices.pairs
    column = MARGIN + j
    after, before = bases[i + 1], bases[j - 1]
    energy = np.int64(matrices.best_inner[column]) + tables.mismatch_interior[kind, after, before]
    energy = min(energy, np.int64(matrices.best_one[column]) + tables.mismatch_1n[kind, after, before])
    energy = min(energy, np.int64(matrices.best_bulge[column]) + helix_end(tables, kind))
    types = tables.pair_type
    p1, p2, p3, p4 = bases[i + 1], bases[i + 2], bases[i + 3], bases[i + 4]
    q1, q2, q3, q4 = bases[j - 1], bases[j - 2], bases[j - 3], bases[j - 4]
    energy = min(energy, np.int64(pairs[i + 1, column - 1]) + tables.stack[kind, types[q1, p1]])
    bulge = tables.bulge[1]
    energy = min(energy, np.int64(pairs[i + 1, column - 2]) + bulge + tables.stack[kind, types[q2, p1]])
    energy = min(energy, np.int64(pairs[i + 2, column - 1]) + bulge + tables.stack[kind, types[q1, p2]])
    energy = min(energy, np.int64(pairs[i + 2, column - 2]) + tables.int11[kind, types[q2, p2], after, before])
    energy = min(energy, np.int64(pairs[i + 2, column - 3]) + tables.int21[kind, types[q3, p2], after, q2, before])
    energy = min(energy, np.int64(pairs[i + 3, column - 2]) + tables.int21[types[q2, p3], kind, q1, after, p2])
    energy = min(energy, np.int64(pairs[i + 3, column - 3]) + tables.int22[kind, types[q3, p3], after, p2, q2, before])
    near = tables.mismatch_23[kind, after, before] + tables.interior[5] + tables.asymmetry
    far = np.int64(pairs[i + 3, column - 4]) + tables.mismatch_23[types[q4, p3], q3, p2]
    energy = min(energy, far + near)
    far = np.int64(pairs[i + 4, column - 3]) + tables.mismatch_23[types[q3, p4], q2, p3]
    return min(energy, far + near)


@inlined
def branches_of_row(matrices, tables, bases, i, length):
    """Fills the row i of `multi` and of `splits` (columns up to n - 1: a multiloop is closed further out)."""
    pairs, multi, splits = matrices.pairs, matrices.multi, matrices.splits
    last = MARGIN + length
    unpaired = np.int32(tables.base)
    if unpaired != 0:
        for column in range(MARGIN + i + 4, last):
            splits[column] = min(np.int32(splits[column] + unpaired), np.int32(FORBIDDEN))
    running = np.int32(FORBIDDEN)
    base = bases[i]
    column = MARGIN + i + 4
    for k in range(matrices.counts[base] + 1):
        at_pair = k < matrices.counts[base]
        stop = min(MARGIN + np.int64(matrices.places[base, k]), last) if at_pair else last
        while column < stop:
            found = min(splits[column], np.int32(multi[i + 1, column] + unpaired))
            running = min(np.int32(running + unpaired), found)
            multi[i, column] = running
            column += 1
        if not at_pair or column != stop or column >= last or stop < MARGIN + i + 4:
            continue
        j = column - MARGIN
        kind = np.int64(tables.pair_type[base, bases[j]])
        found = min(splits[column], np.int32(multi[i + 1, column] + unpaired))
        running = min(np.int32(running + unpaired), found)
        branch = tables.mismatch_multi[kind, bases[i - 1], bases[j + 1]] + helix_end(tables, kind) + tables.branch
        alone = np.int32(pairs[i, column] + branch)
        if alone < running:
            running = alone
            for further in range(column + 6, last):
                splits[further] = min(splits[further], np.int32(alone + multi[j + 1, further]))
        multi[i, column] = running
        column += 1


@inlined
def exterior(matrices, tables, bases, length):
    """The MFE; fills `prefix`. Rows are done from 5' to 3': what stands before i is known when row i is reached."""
    prefix, pairs = matrices.prefix, matrices.pairs
    for place in range(length + 1):
        prefix[place] = 0
    for i in range(1, length - 3):
        prefix[i] = min(prefix[i], prefix[i - 1])
        base = bases[i]
        for k in range(np.int64(matrices.counts[base]) - 1, -1, -1):
            j = np.int64(matrices.places[base, k])
            if j < i + 4:
                break
            kind = np.int64(tables.pair_type[base, bases[j]])
            energy = prefix[i - 1] + pairs[i, MARGIN + j] + exterior_energy(tables, bases, i, j, kind)
            if energy < prefix[j]:
                prefix[j] = energy
    for place in range(max(1, length - 3), length + 1):
        prefix[place] = min(prefix[place], prefix[place - 1])
    return np.int64(prefix[length])
