"""Types of options that are numbers: each refuses in words what is out of its range."""

from __future__ import annotations

import math
from typing import Any

import click


class WholeNumber(click.IntRange):
    """A whole number from `low` to `high`; without `high` as large as 64 bits hold."""

    def __init__(self, low: int, high: int | None = None) -> None:
        super().__init__(low, 2**63 - 1 if high is None else high)
        self._expected = f"a whole number of {low} or more" if high is None else f"a whole number of {low} to {high:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a usage error for what is none, or out of range."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value}; expected {self._expected}", param, ctx)


class Number(click.FloatRange):
    """A finite number from `low` (not itself, with `above`) to `high`, of `unit`."""

    def __init__(self, low: float, high: float | None = None, *, above: bool = False, unit: str = "") -> None:
        super().__init__(low, high, min_open=above)
        least = f"above {low:g}" if above else f"of {low:g}"
        most = "" if above else " or more"
        if high is not None:
            most = f", at most {high:g}" if above else f" to {high:g}"
        self._expected = f"a number{' of ' if unit else ''}{unit} {least}{most}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error for what is none, or out of range, or neither, as NaN is."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{value}; expected {self._expected}", param, ctx)
        return number


class Seconds(Number):
    """A number of seconds above 0 (or, with `zero`, 0 too)."""

    name = "seconds"

    def __init__(self, *, zero: bool = False) -> None:
        super().__init__(0, above=not zero, unit="seconds")
