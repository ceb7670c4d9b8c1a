"""Pearson's test: do counts fit probabilities?"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist


def fits(observed: Sequence[int], probabilities: Sequence[float], significance: float = 1e-4) -> bool:
    """True unless counts so far from the probabilities (which sum to 1) have less than that chance.

    Something of probability 0 must not have been observed. The quantile is Wilson and Hilferty's (1931),
    good to a per cent; every expected count has to be 5 or more.
    """
    assert len(observed) == len(probabilities)
    assert abs(sum(probabilities) - 1.0) < 1e-9
    draws = sum(observed)
    if any(count for count, p in zip(observed, probabilities, strict=True) if p == 0.0):
        return False
    cells = [(count, draws * p) for count, p in zip(observed, probabilities, strict=True) if p > 0.0]
    assert min(expected for _, expected in cells) >= 5.0
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    degrees = len(cells) - 1
    if degrees == 0:
        return True
    share = 2.0 / (9.0 * degrees)
    quantile = degrees * (1.0 - share + NormalDist().inv_cdf(1.0 - significance) * share**0.5) ** 3
    return statistic < quantile
