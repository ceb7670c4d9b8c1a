"""The board of a Latin square: its symbols as the reader saw them, from 0 or from 1."""

from __future__ import annotations

from puzzles.family import Board, Puzzle
from puzzles.latin.puzzle import HOLE, LatinSquare
from tui.boards.grid import GridDrawing, GridLayout


def lay_out(puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
    """An order x order grid without fixed cells, the same in ASCII."""
    if not isinstance(puzzle, LatinSquare):
        raise TypeError(f"{puzzle.family} is not a Latin square")
    order = puzzle.order
    return GridLayout(
        rows=order,
        columns=order,
        cell_width=len(str(puzzle.last_symbol)),
        places=tuple((r, c) for r in range(order) for c in range(order)),
        fixed={},
        givens=frozenset(i for i, value in enumerate(start) if value != HOLE),
        open_value=HOLE,
        offset=puzzle.first_symbol,
    )


DRAWING = GridDrawing(lay_out)
