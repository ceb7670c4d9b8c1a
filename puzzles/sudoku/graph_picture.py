"""A graph as a picture: its vertices on a circle, so that no edge runs through another vertex, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from puzzles.latin.grouped import HOLE
from puzzles.picture import INK, PAINTS, Circle, Pen, Picture, Point, Shape, Words, line, titled
from puzzles.sudoku.graph import Colouring

DISC, APART = 14.0, 40.0
"""Radius of a vertex, and the way along the circle from one to the next."""
SMALLEST = 120.0
"""Radius of the circle."""
MARGIN, TOP = 48.0, 84.0
JOIN, OPEN = Pen("#999999", 1.0), Pen(INK, 1.2, fill="#ffffff")
NUMBER, COLOUR = 9.0, 13.0


def picture(puzzle: Colouring, board: Sequence[int] | None = None) -> Picture:
    """Numbers stand outside the vertices, colours inside as numbers, too; given ones are bold."""
    count, values = len(puzzle.grid), puzzle.filled(board)
    radius = max(SMALLEST, count * APART / (2 * pi))
    middle = radius + MARGIN, radius + TOP

    def at(vertex: int, far: float) -> Point:
        angle = 2 * pi * vertex / count - pi / 2
        return middle[0] + far * cos(angle), middle[1] + far * sin(angle)

    shapes: list[Shape] = [line(JOIN, at(one, radius), at(other, radius)) for one, other in puzzle.edges]
    for vertex, (value, given) in enumerate(zip(values, puzzle.grid, strict=True)):
        pen = OPEN if value == HOLE else Pen(INK, 1.2, fill=PAINTS[value % len(PAINTS)])
        shapes.append(Circle(pen, at(vertex, radius), DISC))
        shapes.append(Words(str(vertex + 1), at(vertex, radius + DISC + NUMBER), NUMBER))
        if value != HOLE:
            shapes.append(Words(str(value + 1), at(vertex, radius), COLOUR, bold=given != HOLE))
    about = f"colours 1 to {puzzle.order}; {puzzle.variant.rule}"
    return titled(2 * middle[0], 2 * radius + TOP + MARGIN, puzzle.title, about, shapes)
