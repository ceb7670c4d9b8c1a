"""Statistics over repeated searches: quartiles, the time to reach a score, and the median run at each point of time.

A history is what one search has reached: pairs of a place (seconds or playouts) and the score from there on, ascending
in both. A score is higher for better.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

History = Sequence[tuple[float, float]]


class Spread(NamedTuple):
    """The median of some numbers, and the quartiles around it: half of the numbers lie between those."""

    low: float
    median: float
    high: float


def quantile(values: Sequence[float], share: float) -> float:
    """The number below which that share (0 to 1) of the values lies, between two of them by linear interpolation.

    Infinite values are admitted: between a finite and an infinite one lies the infinite one. ValueError without values.
    Hyndman and Fan, Sample quantiles in statistical packages, The American Statistician 50, 1996: definition 7.
    """
    if not values:
        raise ValueError("there is no quantile of no values")
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below = math.floor(place)
    part = place - below
    if part == 0.0 or ordered[below] == ordered[below + 1]:
        return ordered[below]
    low, high = ordered[below], ordered[below + 1]
    if math.isinf(low) or math.isinf(high):
        return low if math.isinf(low) else high
    return low + (high - low) * part


def spread(values: Sequence[float]) -> Spread:
    """The median and the quartiles; ValueError without values."""
    return Spread(quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75))


def place_of(history: History, score: float) -> float | None:
    """Where the history first has at least that score; None if it never has."""
    return next((place for place, reached in history if reached >= score), None)


def score_at(history: History, place: float) -> float:
    """The score that is reached at that place; -inf before the first."""
    known = bisect_right(history, place, key=lambda point: point[0])
    return history[known - 1][1] if known else -math.inf


def median_place(places: Sequence[float | None]) -> float | None:
    """The median of what so many searches took to a goal, None standing for one that did not come to it.

    None if half of them or more did not: the median is then not known, only that it is later.
    """
    if not places:
        return None
    median = quantile([math.inf if place is None else place for place in places], 0.5)
    return None if math.isinf(median) else median


def spread_at(histories: Sequence[History], place: float) -> Spread | None:
    """What the searches have reached there; None as long as half of them have nothing. A quartile may be -inf."""
    if not histories:
        return None
    found = spread([score_at(history, place) for history in histories])
    return None if math.isinf(found.median) else found


def ascending(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points as a history: in the order of their places, those that better all before."""
    kept: list[tuple[float, float]] = []
    for place, score in sorted(points):
        if not kept or score > kept[-1][1]:
            if kept and kept[-1][0] == place:
                kept.pop()
            kept.append((place, score))
    return kept
