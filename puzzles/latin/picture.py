"""A Latin square as a picture: given symbols are bold."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import LatinSquare
from puzzles.picture import INK, Pen, Picture, Shape, Words, box, line, titled

CELL = 32.0
MARGIN, TOP = 20.0, 48.0
NARROWEST = 330.0
"""The title needs it."""

EDGE, THIN = Pen(INK, 2.4), Pen("#777777", 0.8)


def picture(square: LatinSquare, board: Sequence[int] | None = None) -> Picture:
    grid = square.filled(board)
    side = square.order * CELL
    width = max(side + 2 * MARGIN, NARROWEST)
    left = (width - side) / 2
    shapes: list[Shape] = []
    for k in range(1, square.order):
        shapes.append(line(THIN, (left + k * CELL, TOP), (left + k * CELL, TOP + side)))
        shapes.append(line(THIN, (left, TOP + k * CELL), (left + side, TOP + k * CELL)))
    shapes.append(box(EDGE, (left, TOP), side, side))
    size = 18.0 if square.last_symbol < 100 else 14.0
    for index, (value, given) in enumerate(zip(grid, square.grid, strict=True)):
        if value != HOLE:
            row, column = divmod(index, square.order)
            middle = left + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL
            shapes.append(Words(str(value + square.first_symbol), middle, size, bold=given != HOLE))
    about = f"symbols {square.first_symbol} to {square.last_symbol}; each once in every row and column"
    return titled(width, TOP + side + MARGIN, square.title, about, shapes)
