"""Energies of single loops in int64, 0.01 kcal/mol, as `vrna_E_hairpin` and ViennaRNA's other functions give them at
37 C. What is said of a branch is of dangles 2.

Turner's nearest-neighbour rules (Mathews and others, PNAS 101, 2004). `bases` are codes 1 to 4 counted from position 1,
0 at both ends. A pair's type is looked at from its 5' base, and that of an inner pair from its 3' base (`outward`).
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import rule
from puzzles.rna.folding.dangles import DoubleDangles, branch_part, closing_part, free_part, last_part, three_side
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


@rule(branch_part, DoubleDangles)
def _branch_part(dangles, tables, bases, i, p, q, end, three):
    kind = pair_type(tables, bases, p, q)
    if i == 0:
        return exterior_energy(tables, bases, p, q, kind)
    return branch_energy(tables, kind, bases[p - 1], bases[q + 1])


@rule(three_side, DoubleDangles)
def _three_side(dangles, tables, bases, p, q):
    return np.int64(0)


@rule(closing_part, DoubleDangles)
def _closing_part(dangles, tables, bases, i, j, end, three):
    return tables.closing + branch_energy(tables, pair_type(tables, bases, j, i), bases[j - 1], bases[i + 1])


@rule(free_part, DoubleDangles)
def _free_part(dangles, tables, partners, i, j):
    return np.int64(0) if tables.base == 0 else _free_bases(partners, i, j) * tables.base


@subroutine
def _free_bases(partners, i, j):
    """How many bases of the loop that (i, j) closes are free. A function apart, as Turner's models never need it."""
    free, at = np.int64(0), np.int64(i + 1)
    while at < j:
        free += int(partners[at] == 0)
        at = max(np.int64(partners[at]), at) + 1
    return free


@rule(last_part, DoubleDangles)
def _last_part(dangles, bases, end, three):
    return np.int64(0)
