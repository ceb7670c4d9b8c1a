"""Drawing one of several moves by their odds."""

from __future__ import annotations

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import prior_code
from puzzles.engine.streams import next_below, next_float


@inlined
def choose(state, search, rng, count):
    """The index of one of state.moves[:count], drawn by the odds of search.prior, uniform if that has one entry.

    Of one move there is nothing to draw. `rng` is uint64[1]; `search.odds` (float64[width]) is scratch.
    """
    if count == 1:
        return 0
    if search.prior.size == 1:
        return next_below(rng, count)
    total = 0.0
    for k in range(count):
        odds = search.prior[prior_code(state, state.moves[k])]
        search.odds[k] = odds
        total += odds
    return draw(search.odds, count, total, rng)


@inlined
def draw(odds, count, total, rng):
    """An index in [0, count) with probability odds[index] / total, for finite odds of 0 or more.

    `total` is the sum of odds[:count] in index order. Subtracting in that order can end above 0 by rounding; the last
    index with positive odds is then the answer, never one past the end or one with odds 0.
    """
    left = next_float(rng) * total
    last = 0
    for index in range(count):
        if odds[index] > 0.0:
            last = index
            if left < odds[index]:
                return index
            left -= odds[index]
    return last


@inlined
def draw_by_sums(sums, count, rng):
    """As `draw`, by the sums of the odds up to each index: how many of them a random share of the last one reaches.

    It counts instead of walking, so no branch waits for where the walk ends. The share is below the last sum, or is
    taken to be 0 where sums are so small that it is rounded up to it; so an index with odds 0 is never drawn, unless
    all are 0: then the last one is.
    """
    share = next_float(rng) * sums[count - 1]
    if share >= sums[count - 1]:
        share = 0.0
    index = 0
    for k in range(count - 1):
        index += 1 if sums[k] <= share else 0
    return index
