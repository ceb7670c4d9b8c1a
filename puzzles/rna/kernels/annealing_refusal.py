"""Proposals refused without a fold of the whole design: by rivals, and by the fold of a part.

Rivals are structures that designs folded into before. The MFE is at most a rival's energy, so a proposal's gap is at
least what its target costs above the rival. A rival costs a pass over its loops, a fold a few hundred times as much.

Stems of the target around what was changed are folded alone, the smallest first. The gap of a stem, with those of the
loops beside it, which have not changed, is a bound for the whole: the MFE is at most the target's energy less the sum
of what separate parts of it can gain. That holds for all dangles: an energy is a sum over loops, and a loop's part
depends on its own pairs and free bases alone.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.fold import fold_part, structure_energy
from puzzles.rna.kernels.state import Rivals

RIVALS = 64
"""Structures that are remembered. To look at one takes far less than a fold; most refusals are by the newest."""


def make_rivals(length: int) -> Rivals:
    return Rivals(np.zeros((RIVALS, length + 2), np.int32), np.arange(RIVALS), np.zeros(1, np.int64))


@subroutine
def gap_by_rivals(state, energy, allowed):
    """A lower bound on the gap by some rival, if above `allowed`; else -1. `energy` is the design's in the target.

    A rival that refuses moves half way to the front, as the next proposals mostly fail in the same way.
    """
    rivals = state.rivals
    for place in range(rivals.known[0]):
        row = rivals.order[place]
        gap = energy - structure_energy(state.fold, state.bases, rivals.structures, row)
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
    length = np.int64(0)
    while stem > 0:
        end = np.int64(partners[stem])
        if end >= last and end - stem + 1 >= GROWTH * length:
            length = end - stem + 1
            if GROWTH * length > n:
                break
            gap = np.int64(fold.whole[stem]) - fold_part(fold, bases, stem, end) + _beside(state, stem, end, n)
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
