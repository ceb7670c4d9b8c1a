"""Where the user points on a SameGame position, with keys or with the mouse. No textual."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.samegame.position import Columns
from puzzles.samegame.puzzle import Move


@dataclass(slots=True)
class Cursor:
    """`cell`: where keys or a click have gone to, None while the cursor is put away; `hovered`: where the mouse is.

    Cells fall when a group goes, so `cell` may lie above its column's top by now, or right of the last column: `aimed`
    is the cell that is meant. `rested` is where the cursor comes back.
    """

    cell: Move | None = None
    hovered: Move | None = None
    rested: Move | None = None

    def aimed(self, columns: Columns) -> Move | None:
        """The cell that Enter is about; None without a cursor, and if no cell is left."""
        if self.cell is None or not columns:
            return None
        column = min(self.cell.column, len(columns) - 1)
        return Move(column, min(self.cell.row, len(columns[column]) - 1))

    def step(self, columns: Columns, right: int, up: int) -> None:
        """Goes to a neighbour; the first step only shows the cursor. Sideways it keeps to its row over low columns."""
        here = self.aimed(columns)
        if self.cell is None or here is None:
            middle = len(columns) // 2
            self.cell = self.hovered or self.rested or Move(middle, len(columns[middle]) // 2)
        elif right:
            self.cell = Move(min(max(here.column + right, 0), len(columns) - 1), self.cell.row)
        else:
            self.cell = Move(here.column, min(max(here.row + up, 0), len(columns[here.column]) - 1))
        self.hovered = None

    def go(self, cell: Move) -> None:
        """Goes to a cell at once."""
        self.cell, self.hovered = cell, None

    def put_away(self) -> None:
        """It is shown no more."""
        self.rested, self.cell = self.cell or self.rested, None
