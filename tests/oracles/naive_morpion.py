"""Morpion Solitaire by plain sets, slow and obvious: the oracle of the compiled designs.

A line is (x, y, direction): its first square and one of the four directions, by number in DIRECTIONS (y down). The
cross of the 5-line variants fills 0 ... 9 both ways, that of the 4-line variants 0 ... 6.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

Square = tuple[int, int]
Line = tuple[int, int, int]

VARIANTS = ("5T", "5D", "4T", "4D")
DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))

CROSSES = {
    5: """
       ...OOOO...
       ...O..O...
       ...O..O...
       OOOO..OOOO
       O........O
       O........O
       OOOO..OOOO
       ...O..O...
       ...O..O...
       ...OOOO...
       """,
    4: """
       ..OOO..
       ..O.O..
       OOO.OOO
       O.....O
       OOO.OOO
       ..O.O..
       ..OOO..
       """,
}


@cache
def squares_of(line: Line, length: int) -> tuple[Square, ...]:
    """The line's squares, from its first along its direction."""
    x, y, direction = line
    dx, dy = DIRECTIONS[direction]
    return tuple((x + k * dx, y + k * dy) for k in range(length))


@cache
def claims_of(line: Line, length: int, touching: bool) -> frozenset[tuple[object, int]]:
    """What the line shares with no other of its direction: its unit segments (T), or its squares (D)."""
    squares = squares_of(line, length)
    claims: list[object] = list(pairwise(squares)) if touching else list(squares)
    return frozenset((claim, line[2]) for claim in claims)


class NaiveGame:
    """A game from the empty cross of a variant: its dots, its lines, and the squares at which each new dot was put."""

    def __init__(self, variant: str) -> None:
        self.length = int(variant[0])
        self.touching = variant[1] == "T"
        rows = CROSSES[self.length].split()
        self.dots = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "O"}
        self.claimed: set[tuple[object, int]] = set()
        self.lines: list[Line] = []
        self.holes: list[Square] = []

    def is_legal(self, line: Line) -> bool:
        """All of the line's squares but one have a dot, and no line of its direction has claimed what it claims."""
        if len(self.dots.intersection(squares_of(line, self.length))) != self.length - 1:
            return False
        return self.claimed.isdisjoint(claims_of(line, self.length, self.touching))

    def legal(self) -> set[Line]:
        """All legal lines, by trying every square of the board and around it in every direction.

        One of a line's first two squares has a dot, as only one of all has none.
        """
        columns = [x for x, _ in self.dots]
        rows = [y for _, y in self.dots]
        return {
            (x, y, direction)
            for x in range(min(columns) - 1, max(columns) + 2)
            for y in range(min(rows) - 1, max(rows) + 2)
            for direction, (dx, dy) in enumerate(DIRECTIONS)
            if ((x, y) in self.dots or (x + dx, y + dy) in self.dots) and self.is_legal((x, y, direction))
        }

    def play(self, line: Line) -> None:
        """Puts the line's missing dot and draws the line."""
        (hole,) = [square for square in squares_of(line, self.length) if square not in self.dots]
        self.dots.add(hole)
        self.claimed |= claims_of(line, self.length, self.touching)
        self.holes.append(hole)
        self.lines.append(line)


def random_game(variant: str, seed: int) -> NaiveGame:
    """A finished game of uniformly drawn legal moves."""
    game = NaiveGame(variant)
    source = random.Random(seed)
    while moves := sorted(game.legal()):
        game.play(source.choice(moves))
    return game
