"""A SameGame board: its cells, what makes it one, and how a move is kept as a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from puzzles.errors import PuzzleError
from puzzles.family import decoded_moves
from puzzles.text.quoting import counted

LARGEST_SIDE = 64
"""Columns or rows: a move's number has six bits for each."""

HIGHEST_PACKED = 15
"""Rows of a column that the kernels pack into a word: the 16th field stays empty, so that no shift is by 64 bits."""

MOST_COLOURS = 9
"""Colours 0 to 8, one digit each."""

EMPTY = -1
"""A cell without a colour."""


class Move(NamedTuple):
    """A cell of the group to remove: column from the left, row from the bottom, both from 0, as the board is then."""

    column: int
    row: int


class Wrong(NamedTuple):
    """The first cell that is not as it must be: its row from the top and its column, both from 0, and why."""

    row: int
    column: int
    found: str
    expected: str


@dataclass(frozen=True)
class SameGamePuzzle:
    """A board to empty. `cells`: width * height colours 0 to 8, row by row from the top one, -1 where empty.

    It is settled: no empty cell has a filled one above it, and no empty column has a filled one to its right. At least
    one cell is filled. PuzzleError otherwise, with no place, as a board in memory has none. `moves` is a game that came
    with the board, one number a move. `played`: moves with which every game of this puzzle begins. Neither is checked
    here: readers have the checker do that.
    """

    family: ClassVar[str] = "samegame"
    width: int
    height: int
    cells: tuple[int, ...]
    name: str = ""
    note: str = field(default="", compare=False)
    moves: tuple[int, ...] = field(default=(), compare=False)
    played: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for what, side in (("wide", self.width), ("high", self.height)):
            if not 1 <= side <= LARGEST_SIDE:
                raise PuzzleError(f"the board is {side} {what}", f"1 to {LARGEST_SIDE}")
        if len(self.cells) != self.width * self.height:
            found = f"the board of {self.width} x {self.height} has {len(self.cells)} cells"
            raise PuzzleError(found, str(self.width * self.height))
        wrong = unsettled(self.width, self.cells)
        if wrong:
            found = f"row {wrong.row + 1} from the top, column {wrong.column + 1}: {wrong.found}"
            raise PuzzleError(found, wrong.expected)

    @property
    def title(self) -> str:
        """One line, such as `SameGame, 15 x 15, 5 colours`, with the name if there is one, and the moves played."""
        named = f" {self.name}" if self.name else ""
        begun = f", {counted(len(self.played), 'move')} played" if self.played else ""
        return f"SameGame{named}, {self.width} x {self.height}, {self.colours} colours{begun}"

    @property
    def colours(self) -> int:
        """The highest colour + 1, at least 2: colours 0 to 4 are 5, whether all of them are there or not."""
        return max(2, max(self.cells) + 1)

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The colours of each column from the bottom up, without empty cells; all `width` of them."""
        columns = (self.cells[column :: self.width] for column in range(self.width))
        return tuple(tuple(colour for colour in reversed(column) if colour != EMPTY) for column in columns)


def unsettled(width: int, cells: Sequence[int]) -> Wrong | None:
    """The first cell, row by row from the top, that no settled board has there; None if the board is one."""
    if 0 <= min(cells) <= max(cells) < MOST_COLOURS:
        return None  # no cell is empty
    bottom = len(cells) - width
    for index, colour in enumerate(cells):
        row, column = divmod(index, width)
        if not EMPTY <= colour < MOST_COLOURS:
            return Wrong(row, column, f"the colour is {colour}", f"0 to {MOST_COLOURS - 1}, or {EMPTY} for empty")
        if colour == EMPTY and row and cells[index - width] != EMPTY:
            return Wrong(row, column, "an empty cell has a filled one above it", "a board whose cells have fallen down")
    for column in range(1, width):
        if cells[bottom + column] != EMPTY and cells[bottom + column - 1] == EMPTY:
            row = bottom // width
            found = "an empty column has a filled one to its right"
            return Wrong(row, column - 1, found, "a board whose columns have closed to the left")
    if cells[bottom] == EMPTY:
        return Wrong(bottom // width, 0, "the board is empty", "at least one filled cell")
    return None


def encode_move(move: Move) -> int:
    """The move as a number, column * 64 + row; ValueError if either is not 0 to 63."""
    column, row = move
    if not (0 <= column < LARGEST_SIDE and 0 <= row < LARGEST_SIDE):
        raise ValueError(f"no number holds {move}")
    return column * LARGEST_SIDE + row


def decode_move(number: int) -> Move:
    """The move of a number that `encode_move` made; ValueError if it is not one."""
    if not 0 <= number < LARGEST_SIDE * LARGEST_SIDE:
        raise ValueError(f"{number} is no move")
    return Move(*divmod(int(number), LARGEST_SIDE))


def board_of(moves: Sequence[Move]) -> tuple[int, ...]:
    """The family's flat board of a game: one number a move."""
    return tuple(encode_move(move) for move in moves)


def moves_of(board: Sequence[int]) -> tuple[Move, ...]:
    """The game of a flat board; PuzzleError naming the first number that is no move."""
    return decoded_moves(board, decode_move, "column * 64 + row")


OFF, TABU, AUTO = "off", "tabu", "auto"

LARGE = 100
"""Cells from which on `auto` holds a colour back.

On generated boards in three and five colours, three of each, GNRPA for 5 s each: at 6 x 6 and 8 x 8 it was better off
without on 10 of 12, often by the thousand points of an empty board, and as good on the others; at 10 x 10, 12 x 12 and
15 x 15 it was better with it on 4, 5 and 5 of 6.
"""


def selective_rule(puzzle: SameGamePuzzle, setting: str) -> str:
    """`off` or `tabu`: the setting itself, or by the number of the board's cells if it is `auto`."""
    if setting != AUTO:
        return setting
    return TABU if sum(1 for colour in puzzle.cells if colour != EMPTY) >= LARGE else OFF
