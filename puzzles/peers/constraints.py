"""A puzzle of cells and lines as constraint solvers take it: what each cell may hold, and which cells must differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Cells, as indices into a board, whose values differ; `total`: their sum, None if that is free."""

    cells: tuple[int, ...]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Constraints:
    """`domains`: the values that each cell of a board may hold, ascending. A board that keeps all `lines` is solved."""

    domains: tuple[Sequence[int], ...]
    lines: tuple[Line, ...]
