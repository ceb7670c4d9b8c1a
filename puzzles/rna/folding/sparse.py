"""The partition function of the structures of listed pairs alone: a lower bound, in a small part of the time.

A search changes a few bases of a design whose pair probabilities are known. Listed are the pairs that were probable,
and all that the new bases may form in a stable helix. Of designs that fold well these are few: some hundreds at 400
nt, of 30,000 that the bases could form. The sum is mostly less than the whole by far below 1 %.

The recursion is that of `inside.py`. Interior loops are looked up pair by pair; a row has few.
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine.kernels import inlined, inlined_loops, kernel, subroutine
from puzzles.engine.vectors import trailing_zeros
from puzzles.rna.folding.doubles import LANES, load, plus, same, store, times
from puzzles.rna.folding.ensemble_state import (
    AS_BRANCH,
    AS_BULGED,
    AS_INNER,
    AS_ONE_SIDED,
    AS_TWO_THREE,
    LOG_SUM,
    MARGIN,
    SCALE,
    SPLITS,
    WHOLE,
)
from puzzles.rna.folding.fold_state import INWARD3, INWARD5, OUTWARD3, OUTWARD5
from puzzles.rna.folding.inside import (
    FIRST_SCALE,
    LEAST,
    exterior_weight,
    forget_row,
    hairpin_weight,
    scale_weights,
)
from puzzles.rna.folding.matrices import SHORTEST, list_windows
from puzzles.rna.folding.tables import LONGEST_LOOP, WINDOWS2, WINDOWS3, WINDOWS4

LEAST_PROBABLE = 1e-4
"""Pairs are listed that are at least that probable."""

LEAST_HELIX = 30_000.0
"""Pairs of a changed base are listed if the stacks of their helix have that weight, 6.4 kcal/mol at 37 C, or more."""


@subroutine
def list_probable(ensemble):
    """Lists the probable pairs of the design that `outside` was called for last, in place of others."""
    probable, pairs = ensemble.listed.probable, ensemble.sums.pairs
    ensemble.listed.scale[0] = ensemble.results[SCALE]
    length = np.int64(ensemble.target.size - 2)
    for i in range(1, length - 3):
        for word in range(probable.shape[1]):
            probable[i, word] = np.uint64(0)
        for j in range(i + 4, length + 1):
            if pairs[i, MARGIN + j] >= LEAST_PROBABLE:
                _list(probable, i, j)


@inlined
def _list(listed, i, j):
    listed[i, j >> 6] |= np.uint64(1) << np.uint64(j & 63)


@kernel
def inside_sparse(ensemble, bases, former):
    """1 and the sum over all structures of listed pairs, its logarithm in `ensemble.results`; 0 if it is out of range.

    Listed are those that were probable, and those of the bases in which the design differs from the former one. So this
    is at most the partition function, whatever the former design is. `outside` can't go on from it.
    """
    sums, listed = ensemble.sums, ensemble.listed
    length = np.int64(bases.size - 2)
    list_windows(sums.windows, bases, length)
    scale = listed.scale[0] if listed.scale[0] != 0.0 else FIRST_SCALE
    scale_weights(ensemble, scale, length)
    _list_changed(ensemble, bases, former, length)
    free = ensemble.weights.base * ensemble.scaled.powers[1]
    powers, rows, after, first = listed.powers, sums.rows, sums.after, listed.first
    power = 1.0
    for count in range(length + 1):
        powers[0, MARGIN + count] = power
        power *= free
    forget_row(rows, SPLITS)
    after[length + 1] = 1.0
    end = np.int64(0)
    for i in range(length, 0, -1):
        after[i] = after[i + 1] * ensemble.scaled.powers[1]
        begin = end
        if i <= length - 4:
            end = _pairs_of_row(ensemble, bases, i, begin, length)
            if end < 0:
                return np.int64(0)
            if i > 1:
                _branches_of_row(sums, listed, free, i, begin, end, length)
        first[i] = end
    whole = after[1]
    if not whole < math.inf or whole < LEAST:
        return np.int64(0)
    ensemble.results[LOG_SUM] = math.log(whole) + scale * length
    return np.int64(1)


@subroutine
def _list_changed(ensemble, bases, former, length):
    """Lists the probable pairs, and those of changed bases that are in a helix."""
    probable, pairs = ensemble.listed.probable, ensemble.listed.pairs
    for i in range(1, length + 1):
        for word in range(pairs.shape[1]):
            pairs[i, word] = probable[i, word]
    for place in range(1, length + 1):
        if bases[place] != former[place]:
            for other in range(1, length + 1):
                if abs(place - other) >= 4:
                    _list_helix(ensemble, bases, min(place, other), max(place, other), length)


@inlined
def _list_helix(ensemble, bases, i, j, length):
    """Lists the pair (i, j) and all that are stacked on it, if they are enough."""
    pair_type, pairs, stack = ensemble.weights.pair_type, ensemble.listed.pairs, ensemble.weights.stack
    if pair_type[bases[i], bases[j]] == 0:
        return
    windows = ensemble.sums.windows
    weight = 1.0
    around = np.int64(0)
    while i - around > 1 and j + around < length and pair_type[bases[i - around - 1], bases[j + around + 1]] != 0:
        around += 1
        weight *= stack[_stacked(windows, i - around, j + around)]
    within = np.int64(0)
    while j - i - 2 * within > 5 and pair_type[bases[i + within + 1], bases[j - within - 1]] != 0:
        weight *= stack[_stacked(windows, i + within, j - within)]
        within += 1
    if weight >= LEAST_HELIX:
        for apart in range(-around, within + 1):
            _list(pairs, i + apart, j - apart)


@inlined
def _stacked(windows, i, j):
    """Where the weight of (i + 1, j - 1) stacked on (i, j) stands."""
    only2 = WINDOWS2 - 1
    return WINDOWS2 * (np.int64(windows[INWARD5, i]) & only2) + (np.int64(windows[INWARD3, j]) & only2)


@inlined
def _pairs_of_row(ensemble, bases, i, begin, length):
    """Weighs the listed pairs (i, j), and adds the helices that begin at i to `after`; the number of pairs so far.

    -1 if there is no room for them.
    """
    listed, pair_type = ensemble.listed, ensemble.weights.pair_type
    number = begin
    for word in range(listed.pairs.shape[1]):
        left = listed.pairs[i, word]
        while left != np.uint64(0):
            j = 64 * word + np.int64(trailing_zeros(left))
            left &= left - np.uint64(1)
            if pair_type[bases[i], bases[j]] == 0:
                continue
            if number >= listed.ends.size:
                return np.int64(-1)
            listed.ends[number] = j
            _weigh_pair(ensemble, bases, i, j, number, length)
            number += 1
    return number


@inlined
def _weigh_pair(ensemble, bases, i, j, number, length):
    """Fills the entries of the pair (i, j) in `listed`."""
    sums, weights, scaled, listed = ensemble.sums, ensemble.weights, ensemble.scaled, ensemble.listed
    five, three = np.int64(sums.windows[INWARD5, i]), np.int64(sums.windows[INWARD3, j])
    window = WINDOWS2 * (five & (WINDOWS2 - 1)) + (three & (WINDOWS2 - 1))
    beyond = WINDOWS2 * np.int64(sums.windows[OUTWARD5, i]) + np.int64(sums.windows[OUTWARD3, j])
    weight = _enclosed(weights, scaled, listed, i, j, window, five, three)
    weight += sums.rows[SPLITS, MARGIN + j - 1] * (weights.closing[window] * scaled.powers[2])
    weight += hairpin_weight(weights, scaled, bases, i, j, window)
    listed.inside[WHOLE, number] = weight
    listed.inside[AS_BRANCH, number] = weight * weights.branch[beyond]
    listed.inside[AS_BULGED, number] = weight * weights.bulged[window]
    listed.inside[AS_ONE_SIDED, number] = weight * weights.from_one_sided[beyond]
    listed.inside[AS_TWO_THREE, number] = weight * weights.from_two_three[beyond]
    listed.inside[AS_INNER, number] = weight * weights.from_inner[beyond]
    sums.after[i] += weight * exterior_weight(weights, bases, i, j, length, window, beyond) * sums.after[j + 1]


@inlined
def _enclosed(weights, scaled, listed, i, j, window, five, three):
    """All stacks, bulges and interior loops that (i, j) closes around a listed pair, with all that is inside."""
    ends, first, inside, powers = listed.ends, listed.first, listed.inside, scaled.powers
    five2, three2 = five & (WINDOWS2 - 1), three & (WINDOWS2 - 1)
    five3, three3 = five & (WINDOWS3 - 1), three & (WINDOWS3 - 1)
    found = bulges = one_sided = two_three = inner = 0.0
    for p in range(i + 1, min(i + 2 + LONGEST_LOOP, j - 4)):
        left = p - i - 1
        for k in range(first[p] - 1, first[p + 1] - 1, -1):
            right = j - 1 - np.int64(ends[k])
            if right < 0:
                continue
            if left + right > LONGEST_LOOP:
                break
            less, more = min(left, right), max(left, right)
            if more == 0:
                found += inside[WHOLE, k] * weights.stack[window] * powers[2]
            elif more == 1 and left > right:
                found += inside[WHOLE, k] * weights.bulge5[five3 * WINDOWS2 + three2] * powers[3]
            elif more == 1 and less == 0:
                found += inside[WHOLE, k] * weights.bulge3[five2 * WINDOWS3 + three3] * powers[3]
            elif less == 0:
                bulges += inside[AS_BULGED, k] * scaled.bulge[more]
            elif more == 1:
                found += inside[WHOLE, k] * weights.one_one[five3 * WINDOWS3 + three3] * powers[4]
            elif less == 1 and more > 2:
                one_sided += inside[AS_ONE_SIDED, k] * scaled.one_by[more]
            elif less == 1 and right == 2:
                found += inside[WHOLE, k] * weights.one_two[five3 * WINDOWS4 + three] * powers[5]
            elif less == 1:
                found += inside[WHOLE, k] * weights.two_one[five * WINDOWS3 + three3] * powers[5]
            elif more == 2:
                found += inside[WHOLE, k] * weights.two_two[five * WINDOWS4 + three] * powers[6]
            elif less == 2 and more == 3:
                two_three += inside[AS_TWO_THREE, k]
            else:
                inner += inside[AS_INNER, k] * weights.unequal[more - less] * scaled.interior[left + right]
    found += bulges * weights.bulged[window]
    found += one_sided * weights.one_sided[window]
    found += two_three * weights.two_three[window] * powers[7]
    return found + inner * weights.inner[window]


@inlined_loops
def _branches_of_row(sums, listed, free, i, begin, end, length):
    """Fills the row i of `SPLITS`, and that of one branch or more in `around`; up to n - 1, as in `inside.py`."""
    multi, rows = sums.around, sums.rows
    for block in range(MARGIN + i + SHORTEST - 1, MARGIN + length, LANES):
        split = one = same(0.0)
        for k in range(begin, end):
            j = np.int64(listed.ends[k])
            if MARGIN + j >= block + LANES:
                break
            split = plus(split, times(load(multi, j + 1, block), listed.inside[AS_BRANCH, k]))
            one = plus(one, times(load(listed.powers, 0, block - j), listed.inside[AS_BRANCH, k]))
        store(rows, SPLITS, block, plus(times(load(rows, SPLITS, block), free), split))
        store(multi, i, block, plus(plus(times(load(multi, i + 1, block), free), one), split))
