"""What a position of Morpion Solitaire consists of: its dots and the lines' segments, each with the move it is of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from puzzles.morpion.puzzle import DIRECTIONS, Move, Square, Variant

H, V, RISING, FALLING = range(4)
"""Directions of a line; y points down, so RISING goes up to the right."""
Segment = tuple[int, int, int]
"""Of a line, between two neighbouring dots: the first dot's x and y, and the direction to the other."""


class Frame(NamedTuple):
    """The corners of the part of the plane that is drawn, both inside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    def over(self, squares: Iterable[Square]) -> Frame:
        """The smallest frame around this one and the squares."""
        points = [(self.left, self.top), (self.right, self.bottom), *squares]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Frame(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Scene:
    """Dots and segments with the number of their move, from 1; the start cross has 0. Lines lead over earlier dots."""

    dots: Mapping[Square, int]
    segments: Mapping[Segment, int]


def scene_of(variant: Variant, moves: Iterable[Move]) -> Scene:
    """The position after the moves from the empty cross; legal or not, later moves lie over earlier ones."""
    dots = dict.fromkeys(variant.cross, 0)
    segments: dict[Segment, int] = {}
    for number, move in enumerate(moves, 1):
        squares = move.squares(variant.length)
        dots[move.x, move.y] = number
        for x, y in squares[:-1]:
            segments[x, y, move.direction] = number
    return Scene(dots, segments)


def frame_of(variant: Variant, moves: Iterable[Move]) -> Frame:
    """The smallest frame around the cross and all the moves' lines."""
    squares = [square for move in moves for square in move.squares(variant.length)]
    return Frame(0, 0, variant.side - 1, variant.side - 1).over(squares)


def ends(segment: Segment) -> tuple[Square, Square]:
    x, y, direction = segment
    dx, dy = DIRECTIONS[direction]
    return (x, y), (x + dx, y + dy)
