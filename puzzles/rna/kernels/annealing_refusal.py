"""Proposals refused without a fold of the whole design: by rivals, and by the fold of a part.

Rivals are structures that designs folded into before. The MFE is at most a rival's energy, so a proposal's gap is at
least what its target costs above the rival. A rival costs a pass over its loops, a fold a few hundred times as much.

Stems of the target around what was changed are folded alone, the smallest first. The gap of a stem, with those of the
loops beside it, which have not changed, is a bound for the whole: the MFE is at most the target's energy less the sum
of what separate parts of it can gain.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.fold import CLOSING, OPENING, call, hundredths
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.loops import branch_energy, closed_loop_energy, exterior_energy, pair_type
from puzzles.rna.folding.matrices import fill_between, list_windows
from puzzles.rna.folding.tables import FORBIDDEN

UNPAIRED = ord(".")


@subroutine
def gap_by_rivals(state, energy, allowed):
    """A lower bound on the gap by some rival, if above `allowed`; else -1. `energy` is the design's in the target.

    A rival that refuses moves half way to the front, as the next proposals mostly fail in the same way.
    """
    rivals = state.rivals
    for place in range(rivals.known[0]):
        row = rivals.order[place]
        gap = energy - _energy(state, row)
        if gap > allowed:
            rivals.order[place] = rivals.order[place // 2]
            rivals.order[place // 2] = row
            return gap
    return np.int64(-1)


@subroutine
def remember_rival(state, partner):
    """Remembers a structure (int32[n + 2], partners) that is not the target, in place of the least useful rival."""
    rivals = state.rivals
    n = state.bases.size - 2
    if _same(state.partners, partner, n):
        return
    for place in range(rivals.known[0]):
        if _same(rivals.structures[rivals.order[place]], partner, n):
            return
    if rivals.known[0] < rivals.order.size:
        rivals.known[0] += 1
    place = rivals.known[0] - 1
    row = rivals.order[place]
    for position in range(n + 2):
        rivals.structures[row, position] = partner[position]
    rivals.order[place] = rivals.order[place // 2]
    rivals.order[place // 2] = row


@inlined
def _same(one, other, n):
    position = 1
    while position <= n and one[position] == other[position]:
        position += 1
    return position > n


@inlined
def _energy(state, row):
    """The energy of the design in a rival; FORBIDDEN if it can't form."""
    structures, bases, tables = state.rivals.structures, state.bases, state.fold.tables
    n = np.int64(bases.size - 2)
    for i in range(1, n + 1):
        j = structures[row, i]
        if j > i and tables.pair_type[bases[i], bases[j]] == 0:
            return np.int64(FORBIDDEN)
    if state.fold.native[0] == 0:
        return _energy_by_library(state, row, n)
    energy = np.int64(0)
    for i in range(n + 1):
        if i == 0 or structures[row, i] > i:
            energy += _loop_energy(tables, structures, bases, row, i, n)
    return energy


@inlined
def _loop_energy(tables, structures, bases, row, i, n):
    """The energy of the loop that the pair opening at i closes; of the exterior loop for i = 0."""
    j = n + 1 if i == 0 else np.int64(structures[row, i])
    branches, inner, loop = 0, np.int64(i + 1), np.int64(0)
    at = np.int64(i + 1)
    while at < j:
        other = np.int64(structures[row, at])
        if other == 0:
            at += 1
            continue
        branches += 1
        inner = at
        kind = pair_type(tables, bases, at, other)
        if i == 0:
            loop += exterior_energy(tables, bases, at, other, kind)
        else:
            loop += branch_energy(tables, kind, bases[at - 1], bases[other + 1])
        at = other + 1
    if i == 0:
        return loop
    return closed_loop_energy(tables, bases, i, j, branches, inner, np.int64(structures[row, inner]), loop)


@inlined
def _energy_by_library(state, row, n):
    """The same by ViennaRNA; `fold.sequence` has the design since its energy in the target was computed."""
    fold, structures = state.fold, state.rivals.structures
    for position in range(1, n + 1):
        other = structures[row, position]
        fold.structure[position - 1] = UNPAIRED if other == 0 else OPENING if other > position else CLOSING
    return hundredths(call(fold.addresses[1], fold.sequence, fold.structure))


GROWTH = 2
"""A stem is folded if it is at least twice as long as the last one, and the target at least twice as long as the stem.
A fold takes time by the square of the length, so the stems that refuse nothing add a third at most."""


@subroutine
def gap_of_stems(state, allowed):
    """A lower bound on the gap by the stems around the changed positions, if more than `allowed`; else -1.

    `fold.whole` must be that of the design, and `repair` of the design from which it was made.
    """
    repair, fold, partners, bases = state.repair, state.fold, state.partners, state.bases
    n = np.int64(bases.size - 2)
    first, last = np.int64(1), n
    while first < n and bases[first] == repair.kept[first]:
        first += 1
    while last > first and bases[last] == repair.kept[last]:
        last -= 1
    stem = first if partners[first] > first else repair.outer[first]
    listed = False
    length = np.int64(0)
    while stem > 0:
        end = np.int64(partners[stem])
        if end >= last and end - stem + 1 >= GROWTH * length:
            length = end - stem + 1
            if GROWTH * length > n:
                break
            if not listed:
                list_windows(fold.matrices.windows, bases, n)
                listed = True
            fill_between(fold, bases, stem, end)
            gap = np.int64(fold.whole[stem]) - fold.matrices.pairs[stem, MARGIN + end] + _beside(state, stem, end, n)
            if gap > allowed:
                return gap
        stem = repair.outer[stem]
    return np.int64(-1)


@inlined
def _beside(state, stem, end, n):
    """The gaps of the current design's loops that neither lie within the stem nor around it."""
    gaps, partners = state.repair.gaps, state.partners
    total = np.int64(0)
    for i in range(1, stem):
        if partners[i] < stem:
            total += gaps[i]
    for i in range(end + 1, n + 1):
        total += gaps[i]
    return total
