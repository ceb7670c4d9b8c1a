"""Filling a shape with digits, distinct in every run: forward checking, and a bias to sums of few digit sets."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import kernel, lowest_bit, popcount
from puzzles.engine.streams import next_below, next_float
from puzzles.kakuro.puzzle import Kakuro

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Stream = npt.NDArray[np.uint64]


def sum_weights(values: int, strength: float) -> Floats:
    """Weights, float64[values + 1, largest sum + 1]: (number of digit sets of that size and sum) ** -strength.

    0 where there is no such set.
    """
    ways = np.zeros((values + 1, values * (values + 1) // 2 + 1))
    for size in range(1, values + 1):
        for digits in combinations(range(1, values + 1), size):
            ways[size, sum(digits)] += 1
    return np.where(ways > 0, np.maximum(ways, 1) ** -strength, 0.0)


class Filling(NamedTuple):
    """A shape being filled: each cell's two runs (by their numbers) and its digit, and arrays for the kernels."""

    across: Ints  # int64[cells]
    down: Ints  # int64[cells]
    digits: Ints  # int64[cells], 0 = open
    used: npt.NDArray[np.uint64]  # uint64[runs]: digits in the run, digit d as bit d - 1
    total: Ints  # int64[runs]
    length: Ints  # int64[runs]
    odds: Floats  # float64[values + 1]: cumulated


def new_filling(shape: Kakuro) -> Filling:
    """The shape with every cell open."""
    runs = len(shape.runs)
    across, down = np.array(shape.runs_of, np.int64).T.copy()
    length = np.array([len(run.cells) for run in shape.runs], np.int64)
    return Filling(
        across,
        down,
        np.zeros(len(across), np.int64),
        np.zeros(runs, np.uint64),
        np.zeros(runs, np.int64),
        length,
        np.zeros(shape.values + 1),
    )


@kernel
def fill(filling: Filling, rng: Stream) -> bool:
    """True if one playout filled all cells with digits distinct in every run.

    Forward checking: the cell with the fewest digits left is next, ties and digits are drawn uniformly (Cazenave,
    Learning a Prior, section 4.2).
    """
    across, down, digits, used = filling.across, filling.down, filling.digits, filling.used
    values = len(filling.odds) - 1
    whole = (np.uint64(1) << np.uint64(values)) - np.uint64(1)
    digits[:] = 0
    used[:] = np.uint64(0)
    filling.total[:] = 0
    for _ in range(len(digits)):
        best, fewest, ties = -1, values + 1, 0
        for cell in range(len(digits)):
            if digits[cell] == 0:
                left = popcount(whole & ~(used[across[cell]] | used[down[cell]]))
                if left < fewest:
                    best, fewest, ties = cell, left, 1
                elif left == fewest:
                    ties += 1
                    if next_below(rng, ties) == 0:
                        best = cell
        if fewest == 0:
            return False
        domain = whole & ~(used[across[best]] | used[down[best]])
        for _ in range(next_below(rng, fewest)):
            domain &= domain - np.uint64(1)
        digits[best] = lowest_bit(domain) + 1
        for run in (across[best], down[best]):
            used[run] |= np.uint64(1) << np.uint64(digits[best] - 1)
            filling.total[run] += digits[best]
    return True


@kernel
def redraw_by_sums(filling: Filling, weights: Floats, sweeps: int, rng: Stream) -> None:
    """Redraws the digits of a filled shape, `sweeps` times the number of cells, by the weights of both runs' sums.

    Gibbs sampling: with weights that favour sums of few digit sets, fills with one solution become likelier.
    `weights` is `sum_weights`'s table; runs stay distinct.
    """
    used, total, odds = filling.used, filling.total, filling.odds
    for _ in range(sweeps * len(filling.digits)):
        cell = next_below(rng, len(filling.digits))
        a, d, old = filling.across[cell], filling.down[cell], filling.digits[cell]
        own = np.uint64(1) << np.uint64(old - 1)
        taken = (used[a] | used[d]) & ~own
        for digit in range(1, len(odds)):
            weight = 0.0
            if (taken >> np.uint64(digit - 1)) & np.uint64(1) == np.uint64(0):
                right, below = total[a] - old + digit, total[d] - old + digit
                weight = weights[filling.length[a], right] * weights[filling.length[d], below]
            odds[digit] = odds[digit - 1] + weight
        aim = next_float(rng) * odds[len(odds) - 1]
        new = old
        for digit in range(1, len(odds)):
            if odds[digit - 1] <= aim < odds[digit]:
                new = digit
        for run in (a, d):
            used[run] = (used[run] & ~own) | np.uint64(1) << np.uint64(new - 1)
            total[run] += new - old
        filling.digits[cell] = new
