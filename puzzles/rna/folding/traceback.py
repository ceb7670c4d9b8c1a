"""The MFE structure, with ties broken as ViennaRNA's backtracking breaks them (its `mfe.c` and `backtrack/`, 2.7).

Each part of the recursion is looked through in ViennaRNA's order, and the first case that has the energy is taken: so
the structure is the same, also where several have the least energy.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import rule
from puzzles.rna.folding.dangles import DoubleDangles, trace_branch, trace_exterior, trace_multiloop
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.loops import branch_energy, exterior_energy, hairpin_energy, interior_energy, pair_type
from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP

PAIRED, BRANCHES = 0, 1


@inlined
def push(stack, top, kind, i, j):
    """The stack's new height, with one more segment to trace."""
    stack[top, 0], stack[top, 1], stack[top, 2] = kind, i, j
    return top + 1


@subroutine
def trace_all(dangles, fold, bases):
    """Fills `fold.partner` from the matrices of the design, which must be those of `fill`; returns how many pairs."""
    matrices, partner = fold.matrices, fold.partner
    for position in range(partner.size):
        partner[position] = 0
    pairs = np.int64(0)
    top = trace_exterior(dangles, fold, bases)
    while top > 0:
        top -= 1
        kind, i, j = matrices.stack[top, 0], matrices.stack[top, 1], matrices.stack[top, 2]
        if kind == PAIRED:
            partner[i], partner[j] = j, i
            pairs += 1
            top = trace_pair(dangles, fold, bases, np.int64(i), np.int64(j), top)
        else:
            top = trace_branches(dangles, fold, bases, np.int64(i), np.int64(j), top)
    return pairs


@rule(trace_exterior, DoubleDangles)
def _trace_exterior(dangles, fold, bases):
    """From the 3' end, the shortest helix first."""
    tables, matrices = fold.tables, fold.matrices
    pairs, prefix, stack = matrices.pairs, matrices.prefix, matrices.stack
    top = 0
    j = np.int64(bases.size - 2)
    while j > 0:
        if prefix[j] == prefix[j - 1]:
            j -= 1
            continue
        for i in range(j - 1, 0, -1):
            energy = pairs[i, MARGIN + j]
            if energy < FORBIDDEN:
                added = exterior_energy(tables, bases, i, j, pair_type(tables, bases, i, j))
                if prefix[j] == prefix[i - 1] + energy + added:
                    top = push(stack, top, PAIRED, i, j)
                    j = np.int64(i - 1)
                    break
    return top


@inlined
def trace_pair(dangles, fold, bases, i, j, top):
    """The height of the stack with what (i, j) encloses: a hairpin, else an interior loop, else a multiloop."""
    tables, matrices = fold.tables, fold.matrices
    pairs, stack = matrices.pairs, matrices.stack
    kind = pair_type(tables, bases, i, j)
    energy = np.int64(pairs[i, MARGIN + j])
    if hairpin_energy(tables, bases, i, j, kind) == energy:
        return top
    for p in range(i + 1, min(j - 2, i + LONGEST_LOOP + 1) + 1):
        for q in range(j - 1, max(p + 1, p + j - i - LONGEST_LOOP - 2) - 1, -1):
            inside = pairs[p, MARGIN + q]
            if inside >= FORBIDDEN:
                continue
            outward = pair_type(tables, bases, q, p)
            if inside + interior_energy(tables, bases, i, j, p, q, kind, outward) == energy:
                return push(stack, top, PAIRED, p, q)
    return trace_multiloop(dangles, fold, bases, i, j, top)


@rule(trace_multiloop, DoubleDangles)
def _trace_multiloop(dangles, fold, bases, i, j, top):
    tables, multi = fold.tables, fold.matrices.multi
    outward = pair_type(tables, bases, j, i)
    added = tables.closing + branch_energy(tables, outward, bases[j - 1], bases[i + 1])
    rest = np.int64(fold.matrices.pairs[i, MARGIN + j]) - added
    for split in range(i + 2, j - 2):
        if np.int64(multi[i + 1, MARGIN + split]) + multi[split + 1, MARGIN + j - 1] == rest:
            return push_two(fold.matrices.stack, top, i + 1, split, j - 1)
    return top


@inlined
def push_two(stack, top, i, split, j):
    """The stack's new height, with branches from i to the split and from there to j."""
    top = push(stack, top, BRANCHES, i, split)
    return push(stack, top, BRANCHES, split + 1, j)


@inlined
def trace_branches(dangles, fold, bases, i, j, top):
    """The height of the stack with the branches between i and j: free bases are removed from the 3' end first."""
    tables, matrices = fold.tables, fold.matrices
    multi, stack = matrices.multi, matrices.stack
    while multi[i, MARGIN + j - 1] + tables.base == multi[i, MARGIN + j]:
        j -= 1
    while multi[i + 1, MARGIN + j] + tables.base == multi[i, MARGIN + j]:
        i += 1
    found = trace_branch(dangles, fold, bases, i, j, top)
    if found > top:
        return found
    energy = np.int64(multi[i, MARGIN + j])
    for split in range(i + 1, j - 1):
        if np.int64(multi[i, MARGIN + split]) + multi[split + 1, MARGIN + j] == energy:
            return push_two(stack, top, i, split, j)
    return top


@rule(trace_branch, DoubleDangles)
def _trace_branch(dangles, fold, bases, i, j, top):
    tables, matrices = fold.tables, fold.matrices
    alone = matrices.pairs[i, MARGIN + j]
    if alone < FORBIDDEN:
        added = branch_energy(tables, pair_type(tables, bases, i, j), bases[i - 1], bases[j + 1])
        if alone + added == np.int64(matrices.multi[i, MARGIN + j]):
            return push(matrices.stack, top, PAIRED, i, j)
    return top
