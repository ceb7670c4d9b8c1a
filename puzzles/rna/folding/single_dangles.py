"""Dangles 1: what they change of the MFE recursion, as ViennaRNA 2.7 has them, of loops' energies and the traceback.

A branch of a multiloop may take the free base before it, the one after it, or both: it is listed under the bases that
it covers with them. So a row has up to four times as many branches, and a base that one has taken is not free for the
next one.

A helix and the base beside it on one side, and the same on the other side, add up: `read_tables` refuses a model with
single dangles where they don't. So the best assignment of free bases needs no search. A base between two helices that
are one base apart counts where it gives more; any other counts for each helix that it stands beside.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import rule
from puzzles.rna.folding.dangles import (
    branch_part,
    branches_of_row,
    closing_part,
    exterior,
    free_part,
    last_part,
    multiloop,
    three_side,
    trace_branch,
    trace_exterior,
    trace_multiloop,
)
from puzzles.rna.folding.fold_state import ALONE, FURTHER_SPLITS, MARGIN, OUTWARD3, OUTWARD5, SPLITS, WITH_BEFORE
from puzzles.rna.folding.lanes import LANES, cell, entry, lesser, load, plus, put, same, store
from puzzles.rna.folding.loops import helix_end, pair_type
from puzzles.rna.folding.matrices import SHORTEST
from puzzles.rna.folding.tables import FORBIDDEN, WINDOWS2
from puzzles.rna.folding.traceback import PAIRED, push, push_two


class SingleDangles(NamedTuple):
    """Dangles 1."""

    dangles: int


@rule(exterior, SingleDangles)
def _exterior(dangles, matrices, contexts, tables, bases, length):
    prefix, pairs, places = matrices.prefix, matrices.pairs, matrices.places
    for place in range(length + 1):
        prefix[place] = 0
    for i in range(1, length - 3):
        prefix[i] = min(prefix[i], prefix[i - 1])
        before, further = np.int64(prefix[i - 1]), np.int64(prefix[max(i - 2, 0)])
        base = bases[i]
        for k in range(np.int64(places[0, base]) - 1, -1, -1):
            j = np.int64(cell(places, base, k))
            if j < i + 4:
                break
            kind = np.int64(tables.pair_type[base, bases[j]])
            energy = before
            if i > 1:
                energy = min(energy, further + tables.dangle5[kind, bases[i - 1]])
            energy += cell(pairs, i, MARGIN + j) + helix_end(tables, kind)
            if energy < prefix[j]:
                prefix[j] = energy
            if j < length:
                energy += tables.dangle3[kind, bases[j + 1]]
                if energy < prefix[j + 1]:
                    prefix[j + 1] = energy
    for place in range(max(1, length - 3), length + 1):
        prefix[place] = min(prefix[place], prefix[place - 1])
    return np.int64(prefix[length])


@rule(multiloop, SingleDangles)
def _multiloop(dangles, matrices, contexts, tables, bases, i, j, window):
    rows, column = matrices.rows, MARGIN + j
    kind = np.int64(tables.pair_type[bases[j], bases[i]])
    five = tables.dangle5[kind, bases[j - 1]] + tables.base
    three = tables.dangle3[kind, bases[i + 1]] + tables.base
    near = min(cell(rows, SPLITS, column - 1), cell(rows, SPLITS, column - 2) + five)
    further = min(cell(rows, FURTHER_SPLITS, column - 1), cell(rows, FURTHER_SPLITS, column - 2) + five)
    return min(near, further + three) + entry(contexts.closing, window)


@rule(branches_of_row, SingleDangles)
def _branches_of_row(dangles, matrices, contexts, tables, bases, i, length):
    multi, rows, places = matrices.multi, matrices.rows, matrices.places
    first, last = MARGIN + i + SHORTEST - 1, MARGIN + length
    free = np.int32(tables.base)
    for block in range(first, last, LANES):
        splits = load(rows, SPLITS, block)
        store(rows, FURTHER_SPLITS, block, splits)
        store(rows, SPLITS, block, lesser(plus(splits, free), same(np.int32(FORBIDDEN))))
        store(rows, ALONE, block, load(rows, WITH_BEFORE, block))
        store(rows, WITH_BEFORE, block, same(np.int32(FORBIDDEN)))
    base = bases[i]
    outward = WINDOWS2 * np.int64(cell(matrices.windows, OUTWARD5, i))
    for k in range(np.int64(places[0, base]) - 1, -1, -1):
        j = np.int64(cell(places, base, k))
        if j < i + SHORTEST - 1:
            break
        if j >= length:
            continue
        at = MARGIN + j
        kind = np.int64(tables.pair_type[base, bases[j]])
        alone = np.int32(
            cell(matrices.pairs, i, at) + entry(contexts.branch, outward + cell(matrices.windows, OUTWARD3, j))
        )
        before = np.int32(alone + tables.dangle5[kind, bases[i - 1]] + free)
        after = np.int32(tables.dangle3[kind, bases[j + 1]] + free)
        put(rows, ALONE, at, min(cell(rows, ALONE, at), alone))
        put(rows, ALONE, at + 1, min(cell(rows, ALONE, at + 1), np.int32(alone + after)))
        put(rows, WITH_BEFORE, at, min(cell(rows, WITH_BEFORE, at), before))
        put(rows, WITH_BEFORE, at + 1, min(cell(rows, WITH_BEFORE, at + 1), np.int32(before + after)))
    running = np.int32(FORBIDDEN)
    for column in range(first, last):
        found = min(cell(rows, SPLITS, column), np.int32(cell(multi, i + 1, column) + free))
        running = min(np.int32(running + free), found)
        alone = cell(rows, ALONE, column)
        if alone < running:
            running = alone
            for further in range(column + SHORTEST, last, LANES):
                both = plus(load(multi, column - MARGIN + 1, further), alone)
                store(rows, SPLITS, further, lesser(load(rows, SPLITS, further), both))
        put(multi, i, column, running)


@inlined
def between(free, three, five):
    """What the free bases between two helices add: `three` is the first helix's dangle, `five` the second's."""
    if free == 0:
        return np.int64(0)
    if free == 1:
        return min(three, five)
    return three + five


@rule(branch_part, SingleDangles)
def _branch_part(dangles, tables, bases, i, p, q, end, three):
    kind = pair_type(tables, bases, p, q)
    energy = helix_end(tables, kind) + between(p - end - 1, three, np.int64(tables.dangle5[kind, bases[p - 1]]))
    return energy if i == 0 else energy + tables.branch


@rule(three_side, SingleDangles)
def _three_side(dangles, tables, bases, p, q):
    return np.int64(tables.dangle3[pair_type(tables, bases, p, q), bases[q + 1]])


@rule(closing_part, SingleDangles)
def _closing_part(dangles, tables, bases, i, j, end, three):
    kind = pair_type(tables, bases, j, i)
    beside = between(j - end - 1, three, np.int64(tables.dangle5[kind, bases[j - 1]]))
    return tables.closing + tables.branch + helix_end(tables, kind) + beside


@rule(free_part, SingleDangles)
def _free_part(dangles, tables, partners, i, j):
    return np.int64(0)


@rule(last_part, SingleDangles)
def _last_part(dangles, bases, end, three):
    return three if end < bases.size - 2 else np.int64(0)


@inlined
def helix(fold, bases, p, q, five, three):
    """The least energy if p and q pair, with their helix's end; with the bases before or after it where those are 1."""
    energy = np.int64(fold.matrices.pairs[p, MARGIN + q])
    if energy >= FORBIDDEN:
        return np.int64(FORBIDDEN)
    tables = fold.tables
    kind = pair_type(tables, bases, p, q)
    energy += helix_end(tables, kind)
    if five != 0:
        energy += tables.dangle5[kind, bases[p - 1]]
    if three != 0:
        energy += tables.dangle3[kind, bases[q + 1]]
    return energy


@rule(trace_exterior, SingleDangles)
def _trace_exterior(dangles, fold, bases):
    """From the 3' end: a helix from the first base, else the shortest helix."""
    prefix, stack = fold.matrices.prefix, fold.matrices.stack
    top = 0
    j = np.int64(bases.size - 2)
    while j > 0:
        if prefix[j] == prefix[j - 1]:
            j -= 1
            continue
        energy = np.int64(prefix[j])
        if helix(fold, bases, 1, j, 0, 0) == energy:
            return push(stack, top, PAIRED, 1, j)
        if helix(fold, bases, 1, j - 1, 0, 1) == energy:
            return push(stack, top, PAIRED, 1, j - 1)
        for i in range(j - 1, 1, -1):
            near, far = np.int64(prefix[i - 1]), np.int64(prefix[i - 2])
            if near + helix(fold, bases, i, j, 0, 0) == energy:
                top = push(stack, top, PAIRED, i, j)
                j = np.int64(i - 1)
                break
            if far + helix(fold, bases, i, j, 1, 0) == energy:
                top = push(stack, top, PAIRED, i, j)
                j = np.int64(i - 2)
                break
            if near + helix(fold, bases, i, j - 1, 0, 1) == energy:
                top = push(stack, top, PAIRED, i, j - 1)
                j = np.int64(i - 1)
                break
            if far + helix(fold, bases, i, j - 1, 1, 1) == energy:
                top = push(stack, top, PAIRED, i, j - 1)
                j = np.int64(i - 2)
                break
    return top


@rule(trace_multiloop, SingleDangles)
def _trace_multiloop(dangles, fold, bases, i, j, top):
    """The closing pair alone, then with the base after i, with the one before j, with both."""
    tables, matrices = fold.tables, fold.matrices
    multi = matrices.multi
    kind = pair_type(tables, bases, j, i)
    closed = np.int64(matrices.pairs[i, MARGIN + j]) - tables.closing - tables.branch - helix_end(tables, kind)
    for case in range(4):
        p, q, rest = np.int64(i + 1), np.int64(j - 1), closed
        if case & 1 != 0:
            p += 1
            rest -= tables.base + tables.dangle3[kind, bases[i + 1]]
        if case & 2 != 0:
            q -= 1
            rest -= tables.base + tables.dangle5[kind, bases[j - 1]]
        for split in range(p + 1, q - 1):
            if np.int64(multi[p, MARGIN + split]) + multi[split + 1, MARGIN + q] == rest:
                return push_two(matrices.stack, top, p, split, q)
    return top


@rule(trace_branch, SingleDangles)
def _trace_branch(dangles, fold, bases, i, j, top):
    """From i to j, else without the first base, which is beside it, without the last one, without both."""
    tables, matrices = fold.tables, fold.matrices
    energy = np.int64(matrices.multi[i, MARGIN + j]) - tables.branch
    for case in range(4):
        five, three = case & 1, case >> 1
        if helix(fold, bases, i + five, j - three, five, three) + (five + three) * tables.base == energy:
            return push(matrices.stack, top, PAIRED, i + five, j - three)
    return top
