"""The ensemble defect by position: how probable it is that a base does not pair as is wanted. Plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

DIGITS = 4
"""Decimals of a defect in a text."""


def by_position(
    odds: Iterable[tuple[int, int, float]], partners: Sequence[int], free: frozenset[int] = frozenset()
) -> tuple[float, ...]:
    """Of each position, 0 to 1; 0 of those that are free. Their mean over the others is the ensemble defect.

    `odds`: two positions from 0, the first one nearer the 5' end, and the probability of their pair. `partners`: the
    position that each is to pair with, -1 for none.
    """
    right, paired = [0.0] * len(partners), [0.0] * len(partners)
    for one, other, share in odds:
        paired[one] += share
        paired[other] += share
        if partners[one] == other:
            right[one] = right[other] = share
    wrong = (1.0 - right[i] if other >= 0 else paired[i] for i, other in enumerate(partners))
    return tuple(0.0 if i in free else min(max(one, 0.0), 1.0) for i, one in enumerate(wrong))


def as_text(defects: Iterable[float]) -> str:
    """Such as `0.0123 0 0.5`."""
    return " ".join(f"{one:.{DIGITS}f}".rstrip("0").rstrip(".") for one in defects)


def from_text(text: object, length: int) -> tuple[float, ...] | None:
    """The defects of so many positions back; None if it is no text of them, as in facts that come from a file."""
    if not isinstance(text, str):
        return None
    try:
        found = tuple(float(word) for word in text.split())
    except ValueError:
        return None
    return found if len(found) == length and all(0 <= one <= 1 for one in found) else None
