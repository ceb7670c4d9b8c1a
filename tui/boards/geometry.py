"""Where the cells and lines of a grid stand on the terminal, for the room there is; plain numbers, no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

OPEN, GIVEN, FILLED, BLACK, CLUE, SUM = "open", "given", "filled", "black", "clue", "sum"
KINDS = (OPEN, GIVEN, FILLED, BLACK, CLUE, SUM)
OUTSIDE = frozenset({SUM})
"""Kinds of cells that stand outside the frame."""
ROOMY = 5
"""Cells at least that wide need no blanks between their text and a line."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows: its text, at most the layout's cell width long, and its kind (one of KINDS)."""

    text: str
    kind: str


@dataclass(frozen=True)
class GridLayout:
    """A puzzle's grid without any values.

    `places[i]` is the (row, column) of the board's i-th value; all other cells are in `fixed`. `givens` are indices
    into the board; `open_value` is the board's value of an open cell; a value is shown as `value + offset`.
    `gap` is the number of blank columns between cells where no lines are drawn; `centred`: values stand in the middle
    of their cells, not to the right.
    """

    rows: int
    columns: int
    cell_width: int
    places: tuple[tuple[int, int], ...]
    fixed: Mapping[tuple[int, int], Cell]
    givens: frozenset[int]
    open_value: int
    offset: int
    gap: int = 1
    centred: bool = False

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        """(row, column) -> index into the board."""
        return {place: i for i, place in enumerate(self.places)}

    def outside(self, row: int, column: int) -> bool:
        """True for a cell outside the frame, or beyond the grid."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return True
        cell = self.fixed.get((row, column))
        return cell is not None and cell.kind in OUTSIDE


@dataclass(frozen=True, slots=True)
class Geometry:
    """How a layout is spread: with lines between the cells or not, `pad` blanks around a cell's text, the origin."""

    layout: GridLayout
    lined: bool
    pad: int
    left: int
    top: int

    @property
    def pitch(self) -> int:
        """Columns from one cell to the next."""
        return self.inner + (1 if self.lined else self.layout.gap)

    @property
    def inner(self) -> int:
        """Columns of one cell, without lines or gap."""
        return self.layout.cell_width + 2 * self.pad

    @property
    def width(self) -> int:
        """Columns of the whole drawing, without the origin."""
        return self.pitch * self.layout.columns + (1 if self.lined else -self.layout.gap)

    @property
    def height(self) -> int:
        """Lines of the whole drawing, without the origin."""
        return 2 * self.layout.rows + 1 if self.lined else self.layout.rows

    def cell_at(self, row: int, column: int) -> tuple[int, int]:
        """The (x, y) of a cell's first column, from the corner of the widget's contents."""
        edge = 1 if self.lined else 0
        return self.left + edge + column * self.pitch, self.top + (2 * row + 1 if self.lined else row)


def spread(layout: GridLayout, width: int, height: int) -> Geometry:
    """The roomiest geometry that fits into width x height, centred; if none does, the closest one, to be scrolled."""
    pad = 1 if layout.cell_width < ROOMY else 0
    candidates = [Geometry(layout, True, pad, 0, 0), Geometry(layout, False, 0, 0, 0)]
    fitting = [one for one in candidates if one.width <= width and one.height <= height]
    chosen = fitting[0] if fitting else candidates[-1]
    left = max(0, (width - chosen.width) // 2)
    top = max(0, (height - chosen.height) // 2)
    return Geometry(layout, chosen.lined, chosen.pad, left, top)


# up, down, left, right -> the character that joins these half lines
JOINTS = {
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (False, True, True, True): "┬",
    (True, False, True, True): "┴",
    (True, True, True, True): "┼",
    (False, False, True, True): "─",
    (True, True, False, False): "│",
}


def upright(layout: GridLayout, row: int, column: int) -> bool:
    """True if a line is drawn left of the cell (row, column); column may be one past the last."""
    return not (layout.outside(row, column - 1) and layout.outside(row, column))


def level(layout: GridLayout, row: int, column: int) -> bool:
    """True if a line is drawn above the cell (row, column); row may be one past the last."""
    return not (layout.outside(row - 1, column) and layout.outside(row, column))


def rule(geometry: Geometry, row: int, *, plain: bool) -> str:
    """The horizontal line above the given row (one past the last: below the grid), in ASCII if `plain`."""
    layout = geometry.layout
    parts = []
    for column in range(layout.columns + 1):
        arms = (
            upright(layout, row - 1, column),
            upright(layout, row, column),
            level(layout, row, column - 1),
            level(layout, row, column),
        )
        joint = JOINTS.get(arms, " ")
        parts.append(joint if not plain else ("+" if joint not in " ─│" else {"─": "-", "│": "|"}.get(joint, " ")))
        if column < layout.columns:
            parts.append((("-" if plain else "─") if arms[3] else " ") * geometry.inner)
    return "".join(parts)
