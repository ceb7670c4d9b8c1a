"""Statistics over several rows and puzzles: corrected probabilities, ranks, an effect over puzzles, and profiles.

Pure Python, as `solvers.experiments.intervals`; each is checked against scipy or statsmodels by a test.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from solvers.experiments.intervals import NORMAL, Interval, ranks_of
from solvers.statistics import quantile

LEVEL = 0.05
"""Of all tests, two-sided."""
RESAMPLES = 2_000
SEED = 20_260_101
"""Of the resamples: a report that is printed again says the same."""


def holm(probabilities: Sequence[float]) -> list[float]:
    """The probabilities, corrected for their number: those below 0.05 are found with 5 % of an error in all.

    Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.
    """
    order = sorted(range(len(probabilities)), key=lambda at: probabilities[at])
    corrected, least = [0.0] * len(probabilities), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * probabilities[at]))
        corrected[at] = least
    return corrected


class Friedman(NamedTuple):
    """Mean ranks of the columns (1 is the least), the statistic with k - 1 degrees of freedom, and its probability."""

    ranks: list[float]
    statistic: float
    probability: float


def friedman(table: Sequence[Sequence[float]]) -> Friedman:
    """Friedman's test of a table with a line a puzzle and a column a row, corrected for ties.

    ValueError for less than two lines or three columns. Friedman, JASA 32, 1937; Conover, 1999, section 5.8.
    """
    lines, columns = len(table), len(table[0]) if table else 0
    if lines < 2 or columns < 3 or any(len(line) != columns for line in table):
        raise ValueError(f"{lines} puzzles and {columns} rows; expected 2 and 3 or more")
    ranked = [ranks_of(line) for line in table]
    means = [math.fsum(line[at] for line in ranked) / lines for at in range(columns)]
    squares = math.fsum(rank * rank for line in ranked for rank in line)
    middle = (columns + 1) / 2
    spread = squares - lines * columns * middle * middle
    if spread <= 0:
        return Friedman(means, 0.0, 1.0)
    between = math.fsum((mean - middle) ** 2 for mean in means)
    statistic = (columns - 1) * lines * lines * between / spread
    return Friedman(means, statistic, chi_square_above(statistic, columns - 1))


def chi_square_above(value: float, freedom: int) -> float:
    """The share of the chi-square distribution above the value: finite sums (Abramowitz and Stegun, 26.4.4, 26.4.5)."""
    if value <= 0:
        return 1.0
    half = value / 2
    if freedom % 2:
        term, total = math.sqrt(2 * value / math.pi) * math.exp(-half), math.erfc(math.sqrt(half))
        for k in range(3, freedom + 1, 2):
            total += term
            term *= value / k
        return total
    term = total = math.exp(-half)
    for k in range(1, freedom // 2):
        term *= half / k
        total += term
    return total


@cache
def studentized_range(rows: int, share: float = 1 - LEVEL) -> float:
    """What that share of ranges of so many normal numbers lies below: the quantile for infinite degrees of freedom."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _range_below(middle, rows) < share else (low, middle)
    return (low + high) / 2


def _range_below(width: float, rows: int) -> float:
    """The probability that so many normal numbers lie within that width of each other: Simpson's rule from -8 to 8."""
    steps = 400
    at = [-8 + 16 * step / steps for step in range(steps + 1)]
    values = [NORMAL.pdf(z) * (NORMAL.cdf(z) - NORMAL.cdf(z - width)) ** (rows - 1) for z in at]
    total = values[0] + values[-1] + 4 * math.fsum(values[1:-1:2]) + 2 * math.fsum(values[2:-1:2])
    return min(1.0, rows * total * 16 / steps / 3)


def critical_difference(rows: int, puzzles: int) -> float:
    """Mean ranks that differ by less are not told apart at 5 % (Nemenyi's test).

    Demsar, Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006, section 3.2.2.
    """
    return studentized_range(rows) / math.sqrt(2) * math.sqrt(rows * (rows + 1) / (6 * puzzles))


def cliques(ranks: Sequence[float], difference: float) -> list[tuple[int, int]]:
    """The longest stretches of rows, in the order of their ranks, that are not told apart; first and last of each."""
    ordered = sorted(ranks)
    found: list[tuple[int, int]] = []
    for first in range(len(ordered)):
        last = max(at for at in range(first, len(ordered)) if ordered[at] - ordered[first] < difference)
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return found


def over_puzzles(differences: Sequence[Sequence[float]]) -> Interval:
    """How much more often the first is larger: of each puzzle the share of its pairs, then the mean over the puzzles.

    The interval is that of a bootstrap in two stages: puzzles are drawn again, then pairs within each, as both are
    samples (percentiles of 2,000 draws; Davison & Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
    ValueError without pairs.
    """
    signs = [[(one > 0) - (one < 0) for one in of] for of in differences if of]
    if not signs:
        raise ValueError("there is no effect of no pairs")
    effect = math.fsum(sum(of) / len(of) for of in signs) / len(signs)
    if len(signs) < 2:
        return Interval(effect, None, None)
    source = random.Random(SEED)
    drawn = []
    for _ in range(RESAMPLES):
        chosen = source.choices(signs, k=len(signs))
        drawn.append(math.fsum(sum(source.choices(of, k=len(of))) / len(of) for of in chosen) / len(signs))
    return Interval(effect, quantile(drawn, 0.025), quantile(drawn, 0.975))


def profile(costs: Mapping[str, Sequence[float]]) -> dict[str, list[tuple[float, float]]]:
    """Of each row the share of puzzles on which it costs at most so many times the least: pairs of both, ascending.

    `costs`: above 0, in the order of the puzzles, infinite where a row has not come to the goal. Puzzles on which none
    has count as reached by none. Dolan & More, Benchmarking optimization software with performance profiles, 2002.
    """
    least = [min(of) for of in zip(*costs.values(), strict=True)]
    found: dict[str, list[tuple[float, float]]] = {}
    for row, of in costs.items():
        ratios = sorted(cost / best for cost, best in zip(of, least, strict=True) if math.isfinite(cost))
        found[row] = [(ratio, at / len(of)) for at, ratio in enumerate(ratios, 1)]
    return found


def reached_by(times: Sequence[float]) -> list[tuple[float, float]]:
    """The share of runs that have come to a target by each time (time-to-target plot); infinite for one that has not.

    Aiex, Resende & Ribeiro, TTT plots: a perl program to create time-to-target plots, Optimization Letters 1, 2007:
    the i-th of n times stands at (i - 1/2) / n.
    """
    known = sorted(time for time in times if math.isfinite(time))
    return [(time, (at - 0.5) / len(times)) for at, time in enumerate(known, 1)]
