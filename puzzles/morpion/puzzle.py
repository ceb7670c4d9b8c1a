"""A game of Morpion Solitaire: its moves, how one is kept as a number, and the puzzle that a search starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.morpion.variants import VARIANTS, Square, Variant
from puzzles.text import games
from puzzles.text.quoting import counted, quoted

DIRECTIONS: tuple[Square, ...] = ((1, 0), (0, 1), (1, -1), (1, 1))
"""Steps along a line, in MSR's order: H, V, DP, DN. y points down, so DP rises to the right."""

LOWEST, HIGHEST = -128, 127
"""Coordinates that a number holds; no game gets that far from its cross."""


class Move(NamedTuple):
    """A new dot at (x, y), and the line that it completes: its direction and the dot's index in it, from 0."""

    x: int
    y: int
    direction: int
    position: int

    def squares(self, length: int) -> tuple[Square, ...]:
        """The line's squares, from its first one along the direction; `length` is the variant's."""
        dx, dy = DIRECTIONS[self.direction]
        return tuple((self.x + (i - self.position) * dx, self.y + (i - self.position) * dy) for i in range(length))


def encode_move(move: Move) -> int:
    """The move as a number below 2**24; ValueError if a coordinate, the direction or the position is out of range."""
    x, y, direction, position = move
    if not (LOWEST <= x <= HIGHEST and LOWEST <= y <= HIGHEST and 0 <= direction < 4 and 0 <= position < 8):
        raise ValueError(f"no number holds {move}")
    return (x - LOWEST) << 16 | (y - LOWEST) << 8 | direction << 3 | position


def decode_move(number: int) -> Move:
    """The move of a number that `encode_move` made; ValueError if it is none."""
    if not 0 <= number < 1 << 24 or number >> 5 & 7:
        raise ValueError(f"{number} is no move")
    number = int(number)
    return Move((number >> 16) + LOWEST, (number >> 8 & 255) + LOWEST, number >> 3 & 3, number & 7)


def board_of(moves: Sequence[Move]) -> tuple[int, ...]:
    """The family's flat board of a game: one number a move."""
    return tuple(encode_move(move) for move in moves)


def moves_of(board: Sequence[int]) -> tuple[Move, ...]:
    """The game of a flat board; PuzzleError naming the first number that is no move."""
    return games.moves_of(board, decode_move, "a move's number")


@dataclass(frozen=True)
class MorpionPuzzle:
    """A variant and the moves already played; a search begins behind them. PuzzleError if the variant is unknown.

    Whether the moves are legal is the checker's to say: all readers ask it. `about` holds what the file told of the
    game (author, source ...), pairs of a name and a text.
    """

    variant: str
    moves: tuple[Move, ...] = ()
    note: str = field(default="", compare=False)
    about: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise PuzzleError(f"the variant is {quoted(self.variant)}", " or ".join(VARIANTS))

    @property
    def family(self) -> str:
        """`morpion`."""
        return "morpion"

    @property
    def rules(self) -> Variant:
        """The variant's facts."""
        return VARIANTS[self.variant]

    @property
    def title(self) -> str:
        """One line, such as `Morpion Solitaire 5D, 17 moves` or `Morpion Solitaire 5D, empty cross`."""
        played = f"{counted(len(self.moves), 'move')}" if self.moves else "empty cross"
        return f"Morpion Solitaire {self.variant}, {played}"
