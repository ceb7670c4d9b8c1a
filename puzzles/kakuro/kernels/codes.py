"""The prior codes of Kakuro: by counts and remaining sums (code 1), and by share of feasible digit sets (code 2).

Both look at the position before the move is played.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, popcount
from puzzles.kakuro.kernels.digit_sets import LARGEST_ENUMERATED, NONE, ONE, largest_sum
from puzzles.kakuro.kernels.propagation import feasible
from puzzles.kakuro.kernels.state import LARGEST, NO_CLUE, VALUES, open_in, sum_left

SUMS, SHARE = 1, 2

SHARES = 16
"""Buckets of the share, besides impossible (0) and certain (SHARES + 1)."""


def number_of_codes(code: int, values: int) -> int:
    """How many prior codes there are, for code 0 (none), SUMS or SHARE, and digits 1 to `values`."""
    if code == SUMS:
        return (values + 1) ** 2 * (largest_sum(values) + 2) ** 2
    return (SHARES + 2) ** 2 if code == SHARE else 1


@inlined
def sums_code(state, cell, digit):
    """Cazenave, Learning a Prior, 4.2: cells of the across and the down run that admit the digit, both sums left.

    A sum below 0 (too much is placed) counts as 0, which is as impossible; a run without clue has a sum of its own.
    """
    bit = ONE << np.uint64(digit - 1)
    sums = state.scalars[LARGEST] + 2
    counts = 0
    totals = 0
    for side in range(2):
        run = state.run_of[2 * cell + side]
        count = 0
        for at in range(state.start[run], state.start[run + 1]):
            if state.words[state.run_cells[at]] & bit != NONE:
                count += 1
        total = sums - 1
        if state.clues[run] != NO_CLUE:
            total = min(max(sum_left(state, run), 0), sums - 2)
        counts = counts * (state.scalars[VALUES] + 1) + count
        totals = totals * sums + total
    return counts * sums * sums + totals


@inlined
def share_code(state, cell, digit):
    """For both runs, in SHARES buckets: (share of the feasible digit sets that hold the digit) / (cells that admit it).

    That is the chance that this cell has the digit, if sets and places were equally likely.
    """
    bit = ONE << np.uint64(digit - 1)
    code = 0
    for side in range(2):
        code = code * (SHARES + 2) + _bucket(state, state.run_of[2 * cell + side], bit)
    return code


@inlined
def _bucket(state, run, bit):
    """0 if no feasible set of the run holds the digit, SHARES + 1 if it is sure to be here, else 1 to SHARES."""
    admitted = NONE
    places = 0
    for at in range(state.start[run], state.start[run + 1]):
        domain = state.words[state.run_cells[at]]
        admitted |= domain
        if domain & bit != NONE:
            places += 1
    holding = 0
    all_sets = 0
    if state.clues[run] != NO_CLUE and state.scalars[VALUES] <= LARGEST_ENUMERATED:
        limit = state.scalars[LARGEST]
        total = sum_left(state, run)
        if total >= 0 and total <= limit:
            first = open_in(state, run) * (limit + 1) + total
            for index in range(state.set_start[first], state.set_start[first + 1]):
                one = state.sets[index]
                if one & ~admitted == NONE:
                    all_sets += 1
                    if one & bit != NONE:
                        holding += 1
    else:
        # all sets of that size; with a clue (and too many sets to count) those that its bounds decide are known
        union, every = feasible(state, run, admitted)
        if union & bit != NONE:
            all_sets = popcount(admitted)
            holding = all_sets if every & bit != NONE else open_in(state, run)
    if holding == 0:
        return 0
    if holding == all_sets and places == 1:
        return SHARES + 1
    return 1 + min(SHARES * holding // (all_sets * places), SHARES - 1)
