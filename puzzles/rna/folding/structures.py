"""The energy of a design in a structure, as ViennaRNA's `eval_structure` has it.

Of the target it also says how much each loop costs beyond the best fold.

An energy is a sum over loops, and a loop's part depends on its own pairs and free bases alone, with single dangles too:
a free base belongs to one loop, and counts for one of that loop's helices.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.dangles import branch_part, closing_part, last_part, three_side
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.loops import hairpin_energy, interior_energy, pair_type
from puzzles.rna.folding.tables import FORBIDDEN


@inlined
def closed_loop(dangles, tables, bases, i, j, branches, p, q, added, end, three):
    """The energy of the loop that (i, j) closes around that many branches; (p, q) is the last, `added` their sum."""
    kind = pair_type(tables, bases, i, j)
    if branches == 0:
        return hairpin_energy(tables, bases, i, j, kind)
    if branches == 1:
        return interior_energy(tables, bases, i, j, p, q, kind, pair_type(tables, bases, q, p))
    return added + closing_part(dangles, tables, bases, i, j, end, three)


@subroutine
def energy_in_target(dangles, fold, bases):
    """The energy of the design in `fold.target`; fills `fold.gaps` if the matrices are those of this design.

    Gaps are never negative, and their sum is the target's energy less the MFE. A loop that no fold has (a pair of
    bases that don't pair, an interior loop of more than 30) counts among the structures that its pair may have.
    """
    tables, pairs, target = fold.tables, fold.matrices.pairs, fold.target
    whole, best, gaps = fold.whole, fold.best, fold.gaps
    length = np.int64(bases.size - 2)
    for i in range(length, 0, -1):
        gaps[i] = 0
        j = np.int64(target[i])
        if j < i:
            continue
        branches, inside, least, loop = 0, np.int64(0), np.int64(0), np.int64(0)
        inner = at = np.int64(i + 1)
        end, three = np.int64(i), three_side(dangles, tables, bases, j, np.int64(i))
        while at < j:
            other = np.int64(target[at])
            if other == 0:
                at += 1
                continue
            branches += 1
            inner = at
            inside += whole[at]
            least += best[at]
            loop += branch_part(dangles, tables, bases, i, at, other, end, three)
            end, three = other, three_side(dangles, tables, bases, at, other)
            at = np.int64(other + 1)
        outer = np.int64(target[inner])
        loop = closed_loop(dangles, tables, bases, i, j, branches, inner, outer, loop, end, three)
        whole[i] = inside + loop
        best[i] = min(np.int64(pairs[i, MARGIN + j]), least + loop)
        gaps[i] = least + loop - best[i]
    energy, least, at = np.int64(0), np.int64(0), np.int64(1)
    end, three = np.int64(0), np.int64(0)
    while at <= length:
        other = np.int64(target[at])
        if other == 0:
            at += 1
            continue
        added = branch_part(dangles, tables, bases, np.int64(0), at, other, end, three)
        energy += whole[at] + added
        least += best[at] + added
        end, three = other, three_side(dangles, tables, bases, at, other)
        at = np.int64(other + 1)
    added = last_part(dangles, bases, end, three)
    gaps[0] = max(least + added - fold.matrices.prefix[length], np.int64(0))
    return energy + added


@subroutine
def energy_in_structure(dangles, fold, bases, structures, row):
    """The energy of the design in the structure structures[row] (partners, 0 unpaired); FORBIDDEN if it can't form."""
    tables = fold.tables
    n = np.int64(bases.size - 2)
    for i in range(1, n + 1):
        j = structures[row, i]
        if j > i and tables.pair_type[bases[i], bases[j]] == 0:
            return np.int64(FORBIDDEN)
    energy = np.int64(0)
    for i in range(n + 1):
        if i == 0 or structures[row, i] > i:
            energy += _loop_energy(dangles, tables, structures, bases, row, i, n)
    return energy


@inlined
def _loop_energy(dangles, tables, structures, bases, row, i, n):
    """The energy of the loop that the pair opening at i closes; of the exterior loop for i = 0."""
    j = n + 1 if i == 0 else np.int64(structures[row, i])
    branches, inner, loop = 0, np.int64(i + 1), np.int64(0)
    end, three = np.int64(i), np.int64(0)
    if i != 0:
        three = three_side(dangles, tables, bases, j, np.int64(i))
    at = np.int64(i + 1)
    while at < j:
        other = np.int64(structures[row, at])
        if other == 0:
            at += 1
            continue
        branches += 1
        inner = at
        loop += branch_part(dangles, tables, bases, i, at, other, end, three)
        end, three = other, three_side(dangles, tables, bases, at, other)
        at = other + 1
    if i == 0:
        return loop + last_part(dangles, bases, end, three)
    outer = np.int64(structures[row, inner])
    return closed_loop(dangles, tables, bases, i, j, branches, inner, outer, loop, end, three)
