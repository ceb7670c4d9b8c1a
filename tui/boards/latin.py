"""The board of a Latin square: its symbols as the reader saw them, from 0 or from 1."""

from __future__ import annotations

from puzzles.family import Board, Puzzle, own
from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import LatinSquare
from tui.boards.grid import GridDrawing, GridLayout


def lay_out(puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
    """An order x order grid without fixed cells, the same in ASCII."""
    square = own(puzzle, LatinSquare)
    order = square.order
    return GridLayout(
        rows=order,
        columns=order,
        cell_width=len(str(square.last_symbol)),
        places=tuple((r, c) for r in range(order) for c in range(order)),
        fixed={},
        givens=frozenset(i for i, value in enumerate(start) if value != HOLE),
        open_value=HOLE,
        offset=square.first_symbol,
    )


DRAWING = GridDrawing(lay_out)
