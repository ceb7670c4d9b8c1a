"""What the workers of `mcs-tui bench eterna100` are asked for, as data. Imports no numba."""

from __future__ import annotations

from typing import Any

import msgspec


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A search to make: `target` is the puzzle as JSON, `seconds` its CPU time. With `wall` that is time by the wall's
    clock (the outcome's `seconds`), and no solution ends it: for the rate of playouts."""

    row: str
    seed: int
    puzzle: int
    target: dict[str, Any]
    seconds: float
    level: int
    wall: bool = False

    @property
    def where(self) -> str:
        """What it is called where something goes wrong with it."""
        return f"{self.row}, seed {self.seed}, puzzle {self.puzzle}"
