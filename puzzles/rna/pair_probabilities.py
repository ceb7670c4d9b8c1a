"""Probabilities of a design's pairs as reports and facts have them: those of LEAST or more. Plain Python."""

from __future__ import annotations

import re
from collections.abc import Iterable

LEAST = 0.01
"""The probability from which on a pair is listed."""

DIGITS = 4
"""Decimals of a probability."""

LikelyPairs = tuple[tuple[int, int, float], ...]
"""Two positions from 1, the first one nearer the 5' end, and the probability of their pair; by the first position."""


def likely(odds: Iterable[tuple[int, int, float]]) -> LikelyPairs:
    """Those of LEAST or more; `odds`: two positions from 0, the first one nearer the 5' end, and the probability."""
    return tuple(sorted((one + 1, other + 1, round(share, DIGITS)) for one, other, share in odds if share >= LEAST))


def as_text(pairs: LikelyPairs) -> str:
    """Such as `1-16 0.9757 2-15 1`."""
    return " ".join(f"{one}-{other} {share:g}" for one, other, share in pairs)


_PAIR = re.compile(r"([0-9]{1,4})-([0-9]{1,4}) ([01](?:\.[0-9]{1,4})?)(?: |$)")


def from_text(text: object, length: int) -> LikelyPairs | None:
    """The pairs of so many positions back; None if it is no text of them, as in facts that come from a file."""
    if not isinstance(text, str) or _PAIR.sub("", text):
        return None
    found = tuple((int(one), int(other), float(share)) for one, other, share in _PAIR.findall(text))
    return found if all(0 < one < other <= length and share <= 1 for one, other, share in found) else None
