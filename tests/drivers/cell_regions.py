"""Where a board's cells are drawn."""

from __future__ import annotations

from textual.geometry import Region

from tui.boards.grid_board import GridBoard


def region_of(board: GridBoard, index: int) -> Region:
    """The middle line of the board's value of that index, in the coordinates of the whole drawing with its margin."""
    x, y = board.geometry.corner(*board.layout_of_grid.places[index])
    return Region(board.left + x, board.top + y + board.geometry.tall // 2, board.geometry.inner, 1)
