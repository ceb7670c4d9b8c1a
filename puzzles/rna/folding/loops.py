"""Energies of single loops in int64, 0.01 kcal/mol, as `vrna_E_hairpin` and ViennaRNA's other functions give them at
37 C; and the energy of a design in its target, with how much each of the target's loops costs beyond the best fold.

Turner's nearest-neighbour rules (Mathews and others, PNAS 101, 2004). `bases` are codes 1 to 4 counted from position 1,
0 at both ends. A pair's type is looked at from its 5' base, and that of an inner pair from its 3' base (`outward`).
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP, MOST_ASYMMETRY, NO_PAIR


@inlined
def pair_type(tables, bases, i, j):
    found = tables.pair_type[bases[i], bases[j]]
    return np.int64(found) if found != 0 else np.int64(NO_PAIR)


@inlined
def helix_end(tables, kind):
    """What a helix's end costs: an AU or GU pair (types above 2) is weaker."""
    return tables.terminal if kind > 2 else 0


@inlined
def loop_energy(tables, by_length, length):
    """The energy of a hairpin, bulge or interior loop by its length; beyond 30 as `tables.longer_loop` has it."""
    if length <= LONGEST_LOOP:
        return np.int64(by_length[length])
    return np.int64(by_length[LONGEST_LOOP]) + np.int64(tables.lxc * math.log(length / 30.0))


@inlined
def special_hairpin(tables, bases, i, j):
    """The tabled energy of a hairpin of 3, 4 or 6 bases, FORBIDDEN if it has none."""
    length = j - i - 1
    if length != 3 and length != 4 and length != 6:
        return np.int64(FORBIDDEN)
    number = np.int64(0)
    for k in range(i, j + 1):
        number = 4 * number + bases[k] - 1
    if length == 3:
        return np.int64(tables.special3[number])
    if length == 4:
        return np.int64(tables.special4[number])
    return np.int64(tables.special6[number])


@inlined
def hairpin_energy(tables, bases, i, j, kind):
    """The energy of the hairpin that the pair (i, j) of this type closes."""
    length = j - i - 1
    energy = loop_energy(tables, tables.hairpin, length)
    if length < 3:
        return energy
    special = special_hairpin(tables, bases, i, j)
    if special != FORBIDDEN:
        return special
    if length == 3:
        return energy + helix_end(tables, kind)
    return energy + tables.mismatch_hairpin[kind, bases[i + 1], bases[j - 1]]


@inlined
def interior_energy(tables, bases, i, j, p, q, kind, outward):
    """The energy of the stack, bulge or interior loop between the pair (i, j) and the inner pair (p, q)."""
    left, right = p - i - 1, j - q - 1
    large, small = max(left, right), min(left, right)
    if large == 0:
        return np.int64(tables.stack[kind, outward])
    if small == 0:
        energy = loop_energy(tables, tables.bulge, large)
        if large == 1:
            return energy + tables.stack[kind, outward]
        return energy + helix_end(tables, kind) + helix_end(tables, outward)
    after, before, above, below = bases[i + 1], bases[j - 1], bases[p - 1], bases[q + 1]
    if large == 1:
        return np.int64(tables.int11[kind, outward, after, before])
    if small == 1 and large == 2:
        if left == 1:
            return np.int64(tables.int21[kind, outward, after, below, before])
        return np.int64(tables.int21[outward, kind, below, after, above])
    if small == 2 and large == 2:
        return np.int64(tables.int22[kind, outward, after, above, below, before])
    energy = loop_energy(tables, tables.interior, large + small)
    energy += min(np.int64(MOST_ASYMMETRY), (large - small) * tables.asymmetry)
    if small == 1:
        return energy + tables.mismatch_1n[kind, after, before] + tables.mismatch_1n[outward, below, above]
    if small == 2 and large == 3:
        return energy + tables.mismatch_23[kind, after, before] + tables.mismatch_23[outward, below, above]
    return energy + tables.mismatch_interior[kind, after, before] + tables.mismatch_interior[outward, below, above]


@inlined
def closed_loop_energy(tables, bases, i, j, branches, p, q, added):
    """The energy of the loop that (i, j) closes around that many branches; (p, q) is the last, `added` their sum."""
    kind = pair_type(tables, bases, i, j)
    if branches == 0:
        return hairpin_energy(tables, bases, i, j, kind)
    if branches == 1:
        return interior_energy(tables, bases, i, j, p, q, kind, pair_type(tables, bases, q, p))
    outward = pair_type(tables, bases, j, i)
    return added + tables.closing + branch_energy(tables, outward, bases[j - 1], bases[i + 1])


@inlined
def branch_energy(tables, kind, before, after):
    """What a branch of a multiloop adds, between the bases before and after its pair (dangles 2)."""
    return tables.mismatch_multi[kind, before, after] + helix_end(tables, kind) + tables.branch


@inlined
def exterior_energy(tables, bases, i, j, kind):
    """What a helix (i, j) of the exterior loop adds (dangles 2); a base beyond an end does not count."""
    before, after = bases[i - 1], bases[j + 1]
    energy = np.int64(0)
    if before != 0 and after != 0:
        energy += tables.mismatch_exterior[kind, before, after]
    elif before != 0:
        energy += tables.dangle5[kind, before]
    elif after != 0:
        energy += tables.dangle3[kind, after]
    return energy + helix_end(tables, kind)


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
        loop = closed_loop_energy(tables, bases, i, j, branches, inner, np.int64(target[inner]), loop)
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
