"""A game of Morpion Solitaire: the four variants, its moves, how one is kept as a number, and where a search starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from puzzles.errors import PuzzleError
from puzzles.family import decoded_moves
from puzzles.text.quoting import counted, quoted

Square = tuple[int, int]
"""x to the right, y down; the start cross fills 0 ... side - 1 both ways, a game may go below 0."""


@dataclass(frozen=True)
class Variant:
    """One variant, such as `5D`.

    `length`: squares of a line. `touching`: lines of one direction may share an end, though no segment between two
    neighbours (T); else they may share no square (D). `record`: moves of the longest known game, `record_by` who found
    it. `bound`: no game is longer; it is proven by `bound_by`.
    """

    name: str
    length: int
    touching: bool
    record: int
    record_by: str
    bound: int
    bound_by: str

    @property
    def side(self) -> int:
        """Rows and columns of the start cross: 10 for lines of 5, 7 for lines of 4."""
        return 3 * self.length - 5

    @property
    def optimal(self) -> bool:
        """Whether the longest known game is proven to be the longest of all."""
        return self.record == self.bound

    @property
    def marks(self) -> int:
        """How many squares of a line, from its first on, no other line of its direction may have among its own."""
        return self.length - 1 if self.touching else self.length

    @cached_property
    def cross(self) -> frozenset[Square]:
        """The start dots: the outline of a cross of arms `length` - 1 wide; 36 for lines of 5, 24 for lines of 4."""
        low, high, last = self.length - 2, 2 * self.length - 4, self.side - 1
        arm = range(low, high + 1)
        tips = {(x, y) for x in arm for y in (0, last)} | {(x, y) for y in arm for x in (0, last)}
        flanks = [i for i in range(last + 1) if not low < i < high]
        sides = {(x, y) for x in (low, high) for y in flanks} | {(x, y) for y in (low, high) for x in flanks}
        return frozenset(tips | sides)


VARIANTS = {
    one.name: one
    for one in (
        Variant("5T", 5, True, 178, "Rosin, 2011", 485, "Michalewski, Nagórko and Pawlewicz, 2015"),
        Variant("5D", 5, False, 82, "Rosin, 2010", 84, "Michalewski, Nagórko and Pawlewicz, 2016"),
        Variant("4T", 4, True, 62, "Hyyrö and Poranen, 2007", 62, "Quist, 2008"),
        Variant("4D", 4, False, 35, "Hyyrö and Poranen, 2007", 35, "Quist, 2008"),
    )
}
"""By name. Records are those of morpionsolitaire.com (C. Boyer).

Bounds: 485 - a new upper bound for Morpion Solitaire, 2015; An upper bound of 84 for Morpion Solitaire 5D, 2016; both
by linear programs. That 62 and 35 are the longest of lines of four: Quist, by search, as the records' files say.
"""


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
        x, y, direction, position = self
        dx, dy = DIRECTIONS[direction]
        return tuple([(x + i * dx, y + i * dy) for i in range(-position, length - position)])


def encode_move(move: Move) -> int:
    """The move as a number below 2**24; ValueError if a coordinate, the direction or the position is out of range."""
    x, y, direction, position = move
    if not (LOWEST <= x <= HIGHEST and LOWEST <= y <= HIGHEST and 0 <= direction < 4 and 0 <= position < 8):
        raise ValueError(f"no number holds {move}")
    return (x - LOWEST) << 16 | (y - LOWEST) << 8 | direction << 3 | position


def decode_move(number: int) -> Move:
    """The move of a number that `encode_move` made; ValueError if it is not one."""
    if not 0 <= number < 1 << 24 or number >> 5 & 7:
        raise ValueError(f"{number} is no move")
    number = int(number)
    return Move((number >> 16) + LOWEST, (number >> 8 & 255) + LOWEST, number >> 3 & 3, number & 7)


def board_of(moves: Sequence[Move]) -> tuple[int, ...]:
    """The family's flat board of a game: one number a move."""
    return tuple(encode_move(move) for move in moves)


def moves_of(board: Sequence[int]) -> tuple[Move, ...]:
    """The game of a flat board; PuzzleError naming the first number that is no move."""
    return decoded_moves(board, decode_move, "a move's number")


@dataclass(frozen=True)
class MorpionPuzzle:
    """A variant and the moves already played; a search begins after them. PuzzleError if the variant is unknown.

    It does not check that the moves are legal: readers have the checker do that. `about` holds what the file says about
    the game (author, source ...), pairs of a name and a text.
    """

    family: ClassVar[str] = "morpion"
    variant: str
    moves: tuple[Move, ...] = ()
    note: str = field(default="", compare=False)
    about: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise PuzzleError(f"the variant is {quoted(self.variant)}", " or ".join(VARIANTS))

    @property
    def rules(self) -> Variant:
        return VARIANTS[self.variant]

    @property
    def title(self) -> str:
        """One line, such as `Morpion Solitaire 5D, 17 moves` or `Morpion Solitaire 5D, empty cross`."""
        played = f"{counted(len(self.moves), 'move')}" if self.moves else "empty cross"
        return f"Morpion Solitaire {self.variant}, {played}"
