"""Shares as people read them."""

from __future__ import annotations


def percent(share: float, digits: int = 0) -> str:
    """A share of 1 in percent, such as `54 %`, or `1.5 %` with one digit."""
    return f"{100 * share:.{digits}f} %"
