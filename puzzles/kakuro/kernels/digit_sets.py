"""Which sets of distinct digits have a given size and sum, and which digits of a run follow from them.

Up to `LARGEST_ENUMERATED` values all sets are listed once, by size and sum, and looked through (at most 58 of them for
12 values); above, where the longest lists have hundreds of sets, only the smallest and largest sums that the
admitted digits reach are looked at, which is cheaper and rules out less.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, lowest_bit, popcount

LARGEST_ENUMERATED = 12
"""2**12 sets; the longest list of one size and sum has 58."""

ONE = np.uint64(1)
NONE = np.uint64(0)


def largest_sum(values: int) -> int:
    """The sum of all digits 1 to `values`."""
    return values * (values + 1) // 2


@cache
def tables(values: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """All sets of digits 1 to `values` as masks (bit d - 1), uint64[2**values], by size and sum; and where each begins.

    The sets of size k and sum s are sets[start[i]:start[i + 1]] with i = k * (largest_sum + 1) + s. Both arrays are
    shared between callers and read-only. Above LARGEST_ENUMERATED values both are empty (one element, unused).
    """
    if values > LARGEST_ENUMERATED:
        sets, start = np.zeros(1, np.uint64), np.zeros(1, np.int64)
    else:
        masks = np.arange(1 << values, dtype=np.uint64)
        digits = (masks[:, None] >> np.arange(values, dtype=np.uint64)) & ONE
        sizes = digits.sum(axis=1).astype(np.int64)
        sums = (digits.astype(np.int64) * np.arange(1, values + 1)).sum(axis=1)
        keys = sizes * (largest_sum(values) + 1) + sums
        order = np.argsort(keys, kind="stable")
        sets = masks[order]
        entries = (values + 1) * (largest_sum(values) + 1)
        start = np.searchsorted(keys[order], np.arange(entries + 1)).astype(np.int64)
    sets.flags.writeable = False
    start.flags.writeable = False
    return sets, start


@inlined
def free(size, admitted):
    """(union, intersection) of all sets of `size` admitted digits, whatever their sum; (0, 0) if there are none."""
    count = popcount(admitted)
    if count < size:
        return NONE, NONE
    return admitted, admitted if count == size else NONE


@inlined
def listed(sets, start, limit, size, total, admitted):
    """(union, intersection) of the sets of `size` admitted digits that sum to `total`; (0, 0) if there are none.

    `limit` is the largest sum that the tables know; `size` is 1 or more.
    """
    union = NONE
    if total < 0 or total > limit:
        return union, union
    every = admitted
    first = size * (limit + 1) + total
    for index in range(start[first], start[first + 1]):
        one = sets[index]
        if one & ~admitted == NONE:
            union |= one
            every &= one
    if union == NONE:
        every = NONE
    return union, every


@inlined
def bounded(size, total, admitted):
    """As `listed`, but judged by smallest and largest sums: (a superset of the union, a subset of the intersection).

    A digit is in the first mask if the sums of `size` admitted digits with it span the total, and in the second if
    those without it do not. O(number of digits).
    """
    count = popcount(admitted)
    if count < size:
        return NONE, NONE
    # the `size` smallest digits, the one after them, and the same from above
    low, low_sum, low_last, low_next = _smallest(size, admitted)
    high, high_sum, high_last, high_next = _largest(size, admitted)
    if total < low_sum or total > high_sum:
        return NONE, NONE
    union = NONE
    every = NONE
    rest = admitted
    while rest != NONE:
        digit = lowest_bit(rest) + 1
        bit = rest & (~rest + ONE)
        rest &= rest - ONE
        least = low_sum if low & bit != NONE else low_sum - low_last + digit
        most = high_sum if high & bit != NONE else high_sum - high_last + digit
        if least <= total and total <= most:
            union |= bit
        if count == size:
            every |= bit
        else:
            least = low_sum - digit + low_next if low & bit != NONE else low_sum
            most = high_sum - digit + high_next if high & bit != NONE else high_sum
            if total < least or total > most:
                every |= bit
    return union, every & union


@inlined
def _smallest(size, admitted):
    """The mask of the `size` smallest digits, their sum, the largest of them, and the next digit (0 if none)."""
    mask = NONE
    total = 0
    last = 0
    rest = admitted
    for _ in range(size):
        last = lowest_bit(rest) + 1
        total += last
        mask |= rest & (~rest + ONE)
        rest &= rest - ONE
    following = lowest_bit(rest) + 1 if rest != NONE else 0
    return mask, total, last, following


@inlined
def _largest(size, admitted):
    """The mask of the `size` largest digits, their sum, the smallest of them, and the next digit below (0 if none)."""
    mask = admitted
    total = 0
    following = 0
    for _ in range(popcount(admitted) - size):
        following = lowest_bit(mask) + 1
        mask &= mask - ONE
    rest = mask
    while rest != NONE:
        total += lowest_bit(rest) + 1
        rest &= rest - ONE
    return mask, total, lowest_bit(mask) + 1, following
