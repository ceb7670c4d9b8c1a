"""A proposal refused by the fold of a part of it: the stems of the target around what was changed, the smallest first.

The gap of a stem, with those of the loops beside it, which have not changed, is a bound for the whole: the MFE is at
most the target's energy less the sum of what separate parts of it can gain.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.fold_state import MARGIN
from puzzles.rna.folding.matrices import fill_between, list_windows

GROWTH = 2
"""A stem is folded if it is so many times as long as the last one, and the target so many times as long as it: folds
take the square of the length, so the stems that refuse nothing add a third at most."""


@subroutine
def gap_of_stems(state, allowed):
    """The gap that the stems around the changed positions prove, if more than `allowed`; else -1.

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
