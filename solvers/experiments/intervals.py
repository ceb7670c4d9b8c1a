"""Intervals and tests over cells: of a mean, of a share, and of the differences between two rows on the same seeds.

All intervals are of 95 %, all tests of two sides. Pure Python: a report is read where NumPy need not be imported.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec

NORMAL = statistics.NormalDist()
SHARE = 0.975
"""Of a distribution, below the upper end of an interval of 95 %."""
Z = NORMAL.inv_cdf(SHARE)
EXACT = 25
"""Pairs up to which the rank test counts all signs; the normal approximation is good beyond."""


class Interval(NamedTuple):
    """An estimate and the ends of its interval; both None where one value alone says nothing of the spread."""

    value: float
    low: float | None
    high: float | None


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean, with Student's interval; ValueError without values."""
    if not values:
        raise ValueError("there is no mean of no values")
    mean, count = statistics.fmean(values), len(values)
    if count < 2:
        return Interval(mean, None, None)
    half = t_quantile(count - 1) * statistics.stdev(values) / math.sqrt(count)
    return Interval(mean, mean - half, mean + half)


def wilson_interval(successes: int, trials: int) -> Interval:
    """The share of successes, with Wilson's score interval; ValueError without trials.

    Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927.
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is no share")
    share = successes / trials
    whole = 1 + Z * Z / trials
    middle = (share + Z * Z / (2 * trials)) / whole
    half = Z * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials)) / whole
    low = 0.0 if not successes else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return Interval(share, low, high)


def share_difference(first_alone: int, second_alone: int, pairs: int) -> Interval:
    """How much larger the first one's share of successes is, on the same trials; ValueError without pairs.

    `first_alone`: pairs in which it succeeded and the other did not. The interval is that of Agresti and Min, Simple
    improved confidence intervals for comparing matched proportions, Statistics in Medicine 24, 2005.
    """
    if not 0 <= first_alone + second_alone <= pairs or not pairs:
        raise ValueError(f"{first_alone} and {second_alone} of {pairs} pairs are no shares")
    only, other, count = first_alone + 0.5, second_alone + 0.5, pairs + 2
    middle = (only - other) / count
    half = Z * math.sqrt(only + other - (only - other) ** 2 / count) / count
    found = (first_alone - second_alone) / pairs
    return Interval(found, max(-1.0, middle - half), min(1.0, middle + half))


def sign_test(more: int, less: int) -> float:
    """The probability of so uneven signs, or more uneven ones, if both were as likely; ties are not counted.

    Of successes and failures in pairs this is McNemar's exact test.
    """
    count, few = more + less, min(more, less)
    if more == less:
        return 1.0
    return min(1.0, 2 * sum(math.comb(count, k) for k in range(few + 1)) / (1 << count))


def signed_rank_test(*groups: Sequence[float]) -> float:
    """Wilcoxon's test of differences of pairs: the probability of such ranks if both signs were as likely.

    Each group, such as the pairs of one puzzle, has ranks of its own: groups of different scale count by their pairs,
    not by their sizes. Differences of 0 are left out, equal sizes share their ranks. Up to 25 differences all signs are
    counted, ties included; beyond, the normal approximation with corrections for ties and continuity.
    """
    sizes = [[one for one in group if one != 0] for group in groups]
    ranks = [rank for group in sizes for rank in ranks_of([abs(one) for one in group])]
    if not ranks:
        return 1.0
    signs = [one > 0 for group in sizes for one in group]
    positive, total = sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign), sum(ranks)
    extreme = min(positive, total - positive)
    if len(ranks) <= EXACT:
        return min(1.0, 2 * _share_up_to(tuple(round(2 * rank) for rank in ranks), round(2 * extreme)))
    deviation = math.sqrt(math.fsum(rank * rank for rank in ranks)) / 2
    return min(1.0, 2 * NORMAL.cdf(min(0.0, (extreme - total / 2 + 0.5) / deviation)))


def ranks_of(sizes: Sequence[float]) -> list[float]:
    """The rank of each, 1 the smallest; equal ones have the mean of their ranks."""
    ordered = sorted(sizes)
    first = {size: at for at, size in reversed(list(enumerate(ordered, start=1)))}
    many = Counter(ordered)
    return [first[size] + (many[size] - 1) / 2 for size in sizes]


def _share_up_to(doubled: Sequence[int], most: int) -> float:
    """Of all choices of some of the doubled ranks, the share of those whose sum is at most that."""
    ways: Counter[int] = Counter({0: 1})
    for rank in doubled:
        for reached, count in list(ways.items()):
            ways[reached + rank] += count
    return sum(count for reached, count in ways.items() if reached <= most) / (1 << len(doubled))


@cache
def t_quantile(freedom: int) -> float:
    """Below it lies 97.5 % of Student's distribution with so many degrees of freedom, 1 or more; to 9 digits."""
    low, high = 0.0, 13.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        if _t_above(middle, freedom) > 1 - SHARE:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_above(value: float, freedom: int) -> float:
    """The share of Student's distribution above a value of 0 or more.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4: finite sums.
    """
    angle = math.atan(value / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0 if freedom == 1 else term
    for k in range(3 if odd else 2, freedom, 2):
        term *= cosine * cosine * ((k - 1) / k)
        total += term
    within = (angle + math.sin(angle) * total) * 2 / math.pi if odd else math.sin(angle) * total
    return (1 - within) / 2


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The first row beside the second. `better`, `worse`: pairs in which the first was so; the others are equal.

    `difference`, first minus second, is `of`: of the mean scores or seconds on one puzzle; the shares of what is
    solved; of scores or times on several `puzzles`, whose scales may differ, the share of pairs in which the first was
    better less that in which it was worse. None without pairs, the ends of its interval without two pairs.
    `probability`: that of a difference as large, or larger, if the rows were alike, by the test named. `corrected`: by
    Holm for all comparisons of the report. `effect`: of several puzzles, the mean of each one's share of better less
    worse, with an interval that takes the puzzles for a sample (`solvers.experiments.ranks`).
    """

    first: str
    second: str
    measure: str
    pairs: int
    puzzles: int
    better: int
    worse: int
    of: str
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    probability: float | None = None
    test: str
    corrected: float | None = None
    effect: float | None = None
    effect_low: float | None = None
    effect_high: float | None = None


MEANS, SOLVED, BETTER = "means", "share solved", "better less worse"
"""What a difference is of."""


def less_is_better(measure: str, *, cost: bool) -> bool:
    """Whether the smaller value of a measure is the better one; `cost`: scores are costs."""
    return measure == "time" or (cost and measure == "score")


def compared(
    first: str, second: str, values: Sequence[Sequence[tuple[float, float]]], measure: str, *, cost: bool
) -> Comparison:
    """The comparison of the values in pairs, of each puzzle its own; 0 and 1 for `solved`.

    `cost`: scores are costs.
    """
    differences = [[one - other for one, other in of] for of in values]
    every = [one for of in differences for one in of]
    more, less = sum(one > 0 for one in every), sum(one < 0 for one in every)
    better, worse = (less, more) if less_is_better(measure, cost=cost) else (more, less)
    found, probability = None, None
    of = SOLVED if measure in ("solved", "any") else MEANS if len(values) < 2 else BETTER
    ranked = of != SOLVED and (of == MEANS or any(len(one) > 1 for one in differences))
    test = "sign test" if not ranked else "signed rank test" if of == MEANS else "signed rank test by puzzle"
    if every:
        found = mean_interval(every) if of == MEANS else share_difference(better, worse, len(every))
        probability = signed_rank_test(*differences) if ranked else sign_test(more, less)
    return Comparison(
        first=first,
        second=second,
        measure=measure,
        pairs=len(every),
        puzzles=len(values),
        better=better,
        worse=worse,
        of=of,
        difference=found.value if found else None,
        low=found.low if found else None,
        high=found.high if found else None,
        probability=probability,
        test=test,
    )
