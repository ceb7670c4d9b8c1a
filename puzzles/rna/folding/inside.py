"""The partition function of a design by its inner parts, for dangles 2 (McCaskill, Biopolymers 29, 1990).

The recursion is that of the MFE (`matrices.py`), with sums of products in place of minima of sums, so what is said
there of rows and interior loops holds here: those of a size are those of size - 2 one pair further in, and the two most
lopsided ones. Splits of a multiloop count all helices that can form: a row is a sum of rows below it, each times the
weight of one helix, and 32 columns of it stay in registers.
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine.kernels import inlined, inlined_loops, kernel, subroutine
from puzzles.rna.folding.doubles import LANES, load, plus, same, store, times
from puzzles.rna.folding.ensemble_state import (
    BULGES,
    CLOSING,
    INTERIOR,
    LOG_SUM,
    MARGIN,
    ONE_SIDED,
    RING,
    SCALE,
    SPLITS,
    THERMAL,
)
from puzzles.rna.folding.fold_state import INWARD3, INWARD5, OUTWARD3, OUTWARD5
from puzzles.rna.folding.matrices import SHORTEST, SMALLEST, list_places, list_windows
from puzzles.rna.folding.tables import LONGEST_LOOP, WINDOWS2, WINDOWS3, WINDOWS4

FIRST_SCALE = 0.55
"""The logarithm of the partition function for each base, of typical designs at 37 C."""

WIDE = 600.0
"""The logarithm of the partition function may be that far from `scale` times the length: at most 709 in float64."""

LEAST = 1e-260
"""A smaller scaled sum is out of range: products along the recursion may then have been rounded to zero."""

TRIES = 16


@kernel
def inside(ensemble, bases):
    """1 and the partition function of the design, its logarithm in `ensemble.results`; 0 if it is out of range.

    `bases`: int32[n + 2], codes 1 to 4, 0 at both ends. The scale depends on the design alone: it begins at FIRST_SCALE
    and follows what was too large or too small, by steps that get smaller when the direction changes.
    """
    sums, weights, results = ensemble.sums, ensemble.weights, ensemble.results
    length = np.int64(bases.size - 2)
    list_windows(sums.windows, bases, length)
    list_places(sums.places, weights, bases, length)
    results[THERMAL] = weights.thermal
    scale, step, last = FIRST_SCALE, WIDE / length, 0.0
    for _ in range(TRIES):
        scale_weights(ensemble, scale, length)
        fill_inside(ensemble, bases, length)
        whole = sums.after[1]
        sign = 0.0
        if not whole < math.inf:  # NaN, too
            sign = 1.0
        elif whole < LEAST:
            sign = -1.0
        if sign == 0.0:
            results[SCALE] = scale
            results[LOG_SUM] = math.log(whole) + scale * length
            return np.int64(1)
        if last * sign < 0.0:
            step *= 0.5
        last = sign
        scale += sign * step
    results[LOG_SUM] = math.nan
    return np.int64(0)


@subroutine
def scale_weights(ensemble, scale, length):
    """Fills `ensemble.scaled`."""
    weights, scaled, hairpins = ensemble.weights, ensemble.scaled, ensemble.hairpins
    powers = scaled.powers
    powers[0] = 1.0
    factor = math.exp(-scale)
    for k in range(1, 8):
        powers[k] = powers[k - 1] * factor
    power = powers[2]
    for size in range(max(length, LONGEST_LOOP) + 1):
        if size <= length:
            scaled.hairpins[size] = hairpins[size] * power
        if size <= LONGEST_LOOP:
            scaled.bulge[size] = weights.bulge[size] * power
            scaled.interior[size] = weights.interior[size] * power
            scaled.one_by[size] = weights.one_by[size] * power * factor
        power *= factor


@inlined_loops
def fill_inside(ensemble, bases, length):
    """Fills the matrices and `after`."""
    sums, weights, scaled = ensemble.sums, ensemble.weights, ensemble.scaled
    forget(sums.bulged)
    forget(sums.one_sided)
    forget(sums.inner)
    forget(sums.by_size)
    forget(sums.rows)
    after = sums.after
    after[length + 1] = 1.0
    for i in range(length, 0, -1):
        after[i] = after[i + 1] * scaled.powers[1]
        if i <= length - 4:
            loops_of_row(sums, weights, scaled, i, length)
            pairs_of_row(sums, weights, scaled, bases, i, length)
            if i > 1:
                branches_of_row(sums, weights, scaled, bases, i, length)


@inlined
def forget(matrix):
    """Sets all to 0."""
    for row in range(matrix.shape[0]):
        forget_row(matrix, row)


@inlined
def forget_row(matrix, row):
    """Sets a row to 0; its last columns twice, for whole vectors."""
    for column in range(0, matrix.shape[1] - LANES, LANES):
        store(matrix, row, column, same(0.0))
    store(matrix, row, matrix.shape[1] - LANES, same(0.0))


@inlined_loops
def loops_of_row(sums, weights, scaled, i, length):
    """Fills the rows of loops for pairs (i, j): all that is inside, but for the closing pair's part."""
    bulged, one_sided, inner, by_size = sums.bulged, sums.one_sided, sums.inner, sums.by_size
    last = RING - 1
    for column in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        found = same(0.0)
        for size in range(2, LONGEST_LOOP + 1):
            both = plus(
                load(bulged, (i + 1) & last, column - 1 - size), load(bulged, (i + 1 + size) & last, column - 1)
            )
            found = plus(found, times(both, scaled.bulge[size]))
        store(sums.rows, BULGES, column, found)
        found = same(0.0)
        for size in range(3, LONGEST_LOOP):
            both = plus(
                load(one_sided, (i + 2) & last, column - 1 - size), load(one_sided, (i + 1 + size) & last, column - 2)
            )
            found = plus(found, times(both, scaled.one_by[size]))
        store(sums.rows, ONE_SIDED, column, found)
        found = same(0.0)
        for size in range(LONGEST_LOOP, SMALLEST - 3, -1):
            both = load(inner, (i + 3) & last, column + 1 - size)
            if size > 4:
                both = plus(both, load(inner, (i - 1 + size) & last, column - 3))
            both = plus(times(both, weights.unequal[size - 4]), load(by_size, size - 2, column + i))
            store(by_size, size, column + i, both)
            if size >= SMALLEST:
                found = plus(found, times(both, scaled.interior[size]))
        store(sums.rows, INTERIOR, column, found)


@inlined
def pairs_of_row(sums, weights, scaled, bases, i, length):
    """Fills the rows i of `pairs`, `alone` and the rings, and adds the helices that begin at i to `after`."""
    pairs, alone, after, windows, places = sums.pairs, sums.alone, sums.after, sums.windows, sums.places
    ring = np.int64(i & (RING - 1))
    for block in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        store(pairs, i, block, same(0.0))
        store(alone, i, block, same(0.0))
        store(sums.bulged, ring, block, same(0.0))
        store(sums.one_sided, ring, block, same(0.0))
        store(sums.inner, ring, block, same(0.0))
    base = bases[i]
    inward = WINDOWS2 * (np.int64(windows[INWARD5, i]) & (WINDOWS2 - 1))
    outward = WINDOWS2 * np.int64(windows[OUTWARD5, i])
    for k in range(np.int64(places[0, base]) - 1, -1, -1):
        j = np.int64(places[base, k])
        if j < i + 4:
            break
        column = MARGIN + j
        window = inward + (np.int64(windows[INWARD3, j]) & (WINDOWS2 - 1))
        beyond = outward + np.int64(windows[OUTWARD3, j])
        weight = enclosed(sums, weights, scaled, i, j, window)
        weight += sums.rows[SPLITS, column - 1] * (weights.closing[window] * scaled.powers[2])
        weight += hairpin_weight(weights, scaled, bases, i, j, window)
        pairs[i, column] = weight
        alone[i, column] = weight * weights.branch[beyond]
        sums.bulged[ring, column] = weight * weights.bulged[window]
        sums.one_sided[ring, column] = weight * weights.from_one_sided[beyond]
        sums.inner[ring, column] = weight * weights.from_inner[beyond]
        after[i] += weight * exterior_weight(weights, bases, i, j, length, window, beyond) * after[j + 1]


@inlined
def hairpin_weight(weights, scaled, bases, i, j, window):
    """The weight of the hairpin that (i, j) closes."""
    size = j - i - 1
    if size == 3 or size == 4 or size == 6:
        number = np.int64(0)
        for k in range(i, j + 1):
            number = 4 * number + np.int64(bases[k]) - 1
        if size == 3:
            special = weights.special3[number]
        elif size == 4:
            special = weights.special4[number]
        else:
            special = weights.special6[number]
        if special >= 0.0:
            return special * (scaled.powers[size] * scaled.powers[2])
        if size == 3:
            return scaled.hairpins[size] * weights.bulged[window]
    return scaled.hairpins[size] * weights.hairpin[window]


@inlined
def exterior_weight(weights, bases, i, j, length, window, beyond):
    """What a helix (i, j) of the exterior loop adds; a base beyond an end does not count."""
    if i > 1 and j < length:
        return weights.exterior[beyond]
    end = weights.bulged[window]
    kind = np.int64(weights.pair_type[bases[i], bases[j]])
    if i > 1:
        return weights.dangle5[kind, bases[i - 1]] * end
    if j < length:
        return weights.dangle3[kind, bases[j + 1]] * end
    return end


@inlined
def enclosed(sums, weights, scaled, i, j, window):
    """All stacks, bulges and interior loops that (i, j) closes, with all that is inside."""
    pairs, windows, rows, powers = sums.pairs, sums.windows, sums.rows, scaled.powers
    column = MARGIN + j
    five, three = np.int64(windows[INWARD5, i]), np.int64(windows[INWARD3, j])
    five2, three2 = five & (WINDOWS2 - 1), three & (WINDOWS2 - 1)
    five3, three3 = five & (WINDOWS3 - 1), three & (WINDOWS3 - 1)
    found = rows[INTERIOR, column] * weights.inner[window]
    found += rows[ONE_SIDED, column] * weights.one_sided[window]
    found += rows[BULGES, column] * weights.bulged[window]
    found += pairs[i + 1, column - 1] * weights.stack[window] * powers[2]
    bulges = pairs[i + 2, column - 1] * weights.bulge5[five3 * WINDOWS2 + three2]
    bulges += pairs[i + 1, column - 2] * weights.bulge3[five2 * WINDOWS3 + three3]
    found += bulges * powers[3]
    found += pairs[i + 2, column - 2] * weights.one_one[five3 * WINDOWS3 + three3] * powers[4]
    threes = pairs[i + 2, column - 3] * weights.one_two[five3 * WINDOWS4 + three]
    threes += pairs[i + 3, column - 2] * weights.two_one[five * WINDOWS3 + three3]
    found += threes * powers[5]
    found += pairs[i + 3, column - 3] * weights.two_two[five * WINDOWS4 + three] * powers[6]
    longer3 = np.int64(windows[OUTWARD5, i + 3]) * WINDOWS2 + np.int64(windows[OUTWARD3, j - 4])
    longer5 = np.int64(windows[OUTWARD5, i + 4]) * WINDOWS2 + np.int64(windows[OUTWARD3, j - 3])
    fives = pairs[i + 3, column - 4] * weights.from_two_three[longer3]
    fives += pairs[i + 4, column - 3] * weights.from_two_three[longer5]
    return found + fives * weights.two_three[window] * powers[7]


BLOCK = 4 * LANES


@inlined_loops
def branches_of_row(sums, weights, scaled, bases, i, length):
    """Fills the row i of `multi` and of `SPLITS` (columns up to n - 1: a multiloop is closed further out)."""
    alone, multi, rows, places = sums.alone, sums.multi, sums.rows, sums.places
    first, last = MARGIN + i + SHORTEST - 1, MARGIN + length
    free = weights.base * scaled.powers[1]
    base = bases[i]
    count = np.int64(places[0, base])
    begin = np.int64(0)
    while begin < count and places[base, begin] < i + 4:
        begin += 1
    running = 0.0
    for block in range(first, last, BLOCK):
        one = two = three = four = same(0.0)
        k = begin
        while k < count and places[base, k] + MARGIN + SHORTEST < block + BLOCK:
            place = np.int64(places[base, k])
            helix = alone[i, MARGIN + place]
            one = plus(one, times(load(multi, place + 1, block), helix))
            two = plus(two, times(load(multi, place + 1, block + LANES), helix))
            three = plus(three, times(load(multi, place + 1, block + 2 * LANES), helix))
            four = plus(four, times(load(multi, place + 1, block + 3 * LANES), helix))
            k += 1
        store(rows, CLOSING, block, one)
        store(rows, CLOSING, block + LANES, two)
        store(rows, CLOSING, block + 2 * LANES, three)
        store(rows, CLOSING, block + 3 * LANES, four)
        for column in range(block, min(block + BLOCK, last)):
            split = rows[CLOSING, column]
            running = running * free + alone[i, column]
            rows[SPLITS, column] = rows[SPLITS, column] * free + split
            multi[i, column] = multi[i + 1, column] * free + running + split
