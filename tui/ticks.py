"""Round places on the axes of curves: 1, 2 or 5 times a power of ten, and times as seconds, minutes or hours."""

from __future__ import annotations

import math

from tui.words.wording import count_text

STEPS = (1.0, 2.0, 5.0)
MINUTE, HOUR = 60.0, 3600.0
CLOSE = 1.5
"""A place is left out if the next unit is less than so many times as far: 50 s before 1 min."""


def values_between(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high` in equal steps, about `most` at most; both ends where there are none."""
    span = high - low
    if not math.isfinite(span) or span <= 0 or most < 1:
        return [low] if low == high else [low, high]
    least = span / most
    unit = 10.0 ** math.floor(math.log10(least))
    step = next(one * unit for one in (*STEPS, 10.0) if one * unit >= least * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)] or [low, high]


def places_between(first: float, last: float, most: int, *, by_playouts: bool) -> list[float]:
    """Round places on an axis of equal ratios from `first` to `last`, at most `most`: fewer where that are too many."""
    units = [10.0**power for power in range(math.floor(math.log10(first)), math.ceil(math.log10(last)) + 1)]
    if not by_playouts:
        hours = [HOUR * 10.0**power for power in range(max(1, math.ceil(math.log10(max(last, 1.0)))))]
        units = [*(one for one in units if one < MINUTE), MINUTE, 10 * MINUTE, *hours]
    ends = [*units[1:], math.inf]
    every = [
        unit * step
        for unit, end in zip(units, ends, strict=True)
        for step in STEPS
        if step == 1 or unit * step * CLOSE <= end
    ]
    for known in (every, units):
        found = [one for one in known if first * (1 - 1e-9) <= one <= last * (1 + 1e-9)]
        if 2 <= len(found) <= most:
            return found
    if len(found) > most:
        return found[:: math.ceil(len(found) / max(1, most))]
    return [one for one in values_between(first, last, max(2, most - 1)) if first <= one <= last]


def place_text(place: float, *, by_playouts: bool) -> str:
    """A round place in words: `5 s`, `20 min`, `2 h`, `10,000`, `2 M`."""
    if by_playouts:
        return count_text(place) if place >= 1 else f"{place:.3g}"
    for limit, unit in ((HOUR, "h"), (MINUTE, "min"), (1.0, "s")):
        if place >= limit * (1 - 1e-9):
            return f"{place / limit:.4g} {unit}"
    return f"{place * 1e3:.4g} ms"


def value_text(value: float) -> str:
    """A round value, such as `1,200` or `0.25`."""
    return f"{value + 0.0:,.10g}"
