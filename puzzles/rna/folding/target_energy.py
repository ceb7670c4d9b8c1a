"""The energy of a design in its target, and how much each of the target's loops costs it beyond the best fold.

E(i, j) is the energy of the target within the pair (i, j), c(i, j) the least energy of any structure with that pair, as
the matrix has it. E - c, less that of the pairs within, is what the loop that (i, j) closes loses.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import kernel
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.loops import branch_energy, exterior_energy, hairpin_energy, interior_energy, pair_type


@kernel
def evaluate_target(fold, bases):
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
        kind = pair_type(tables, bases, i, j)
        branches, inside, least, loop = 0, np.int64(0), np.int64(0), np.int64(0)
        inner = at = np.int64(i + 1)
        while at < j:
            other = np.int64(target[at])
            if other == 0:
                at += 1
                continue
            branches += 1
            inner = at
            inside += whole[at]
            least += best[at]
            loop += branch_energy(tables, pair_type(tables, bases, at, other), bases[at - 1], bases[other + 1])
            at = np.int64(other + 1)
        if branches == 0:
            loop = hairpin_energy(tables, bases, i, j, kind)
        elif branches == 1:
            other = np.int64(target[inner])
            outward = pair_type(tables, bases, other, inner)
            loop = interior_energy(tables, bases, i, j, inner, other, kind, outward)
        else:
            outward = pair_type(tables, bases, j, i)
            loop += tables.closing + branch_energy(tables, outward, bases[j - 1], bases[i + 1])
        whole[i] = inside + loop
        best[i] = min(np.int64(pairs[i, MARGIN + j]), least + loop)
        gaps[i] = least + loop - best[i]
    energy, least, at = np.int64(0), np.int64(0), np.int64(1)
    while at <= length:
        other = np.int64(target[at])
        if other == 0:
            at += 1
            continue
        added = exterior_energy(tables, bases, at, other, pair_type(tables, bases, at, other))
        energy += whole[at] + added
        least += best[at] + added
        at = np.int64(other + 1)
    gaps[0] = max(least - fold.matrices.prefix[length], np.int64(0))
    return energy
