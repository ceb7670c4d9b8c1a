"""A SameGame position in plain Python: its groups, what one is worth, the board after it is removed, whole games.

The checker and the app play by it. The compiled rules take no more from it than the position with which games begin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeVar

from puzzles.errors import PuzzleError
from puzzles.samegame.puzzle import EMPTY, Move, SameGamePuzzle, moves_of

CLEARED = 1000
"""Points for an empty board (Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1, and all programs before)."""

SMALLEST = 2
"""Cells of a group that can be removed."""

Content = TypeVar("Content")
"""What a column holds of each of its cells, such as its colour."""

Columns = tuple[tuple[int, ...], ...]
"""Colours of each column from the bottom up; no column is empty."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the points so far; columns that became empty are gone. Hashable."""

    columns: Columns
    points: int = 0

    @property
    def left(self) -> int:
        return sum(map(len, self.columns))

    def colour(self, cell: Move) -> int | None:
        """The colour of the cell; None where there is none."""
        if 0 <= cell.column < len(self.columns) and 0 <= cell.row < len(self.columns[cell.column]):
            return self.columns[cell.column][cell.row]
        return None


def start(puzzle: SameGamePuzzle) -> Position:
    return Position(tuple(column for column in puzzle.columns if column))


def group(position: Position, cell: Move) -> frozenset[Move]:
    """The cells of the cell's colour that it reaches in steps left, right, up and down; none where it is empty."""
    colour, columns = position.colour(cell), position.columns
    if colour is None:
        return frozenset()
    found, ahead = {cell}, [cell]
    while ahead:
        column, row = ahead.pop()
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == colour:
                beside = Move(x, y)
                if beside not in found:
                    found.add(beside)
                    ahead.append(beside)
    return frozenset(found)


KNOWN = 16
"""Positions and games of which is kept what was found: those on the screen, and some that were there before."""


@lru_cache(maxsize=KNOWN)
def groups(position: Position) -> tuple[frozenset[Move], ...]:
    """All groups that can be removed, those of two cells or more, by their lowest cell in their leftmost column."""
    found: list[frozenset[Move]] = []
    seen: set[Move] = set()
    for column, (colours, right) in enumerate(pairwise((*position.columns, ()))):
        for row, colour in enumerate(colours):
            above = row + 1 < len(colours) and colours[row + 1] == colour
            if (above or (row < len(right) and right[row] == colour)) and (column, row) not in seen:
                cells = group(position, Move(column, row))  # it has no cell further left, nor below in this column
                seen |= cells
                found.append(cells)
    return tuple(found)


def has_group(position: Position) -> bool:
    """True if a group can be removed: somewhere two cells of one colour are next to each other."""
    columns = position.columns
    above = (pairwise(colours) for colours in columns)
    beside = (zip(left, right, strict=False) for left, right in pairwise(columns))
    return any(one == other for pairs in chain(above, beside) for one, other in pairs)


def points(position: Position, cells: frozenset[Move]) -> int:
    """What removing the group is worth: (n - 2)**2, and CLEARED more if nothing is left."""
    return (len(cells) - 2) ** 2 + (CLEARED if len(cells) == position.left else 0)


def remove(position: Position, cells: frozenset[Move]) -> Position:
    return Position(fallen(position.columns, cells), position.points + points(position, cells))


def fallen(columns: tuple[tuple[Content, ...], ...], cells: frozenset[Move]) -> tuple[tuple[Content, ...], ...]:
    """What the columns hold without those cells, fallen and closed to the left; unchanged ones are the same objects."""
    gone: dict[int, set[int]] = {}
    for column, row in cells:
        gone.setdefault(column, set()).add(row)
    left = (
        tuple(one for row, one in enumerate(column) if row not in gone[at]) if at in gone else column
        for at, column in enumerate(columns)
    )
    return tuple(filter(None, left))


def anchor(cells: frozenset[Move]) -> Move:
    """The cell by which a group is named: the lowest one of its leftmost column."""
    return min(cells)


Cells = frozenset[Move]
Places = tuple[tuple[Move, ...], ...]
"""Of each cell of a position, column by column from the bottom up: where it was before the first move."""


class Replay:
    """A legal game; PuzzleError at the first move that is not legal. `known`: its first moves, if they were replayed.

    `positions` and `places` have one entry more than `groups`, the cells that each move removes. `gone`: of each cell,
    by its place before the first move, the number of the move that removes it, from 1.
    """

    def __init__(self, puzzle: SameGamePuzzle, board: Sequence[int], known: Replay | None = None) -> None:
        self.puzzle, self.board = puzzle, tuple(board)
        first = start(puzzle)
        self.positions: list[Position] = known.positions[:] if known else [first]
        self.places: list[Places] = known.places[:] if known else [_places(first)]
        self.groups: list[Cells] = known.groups[:] if known else []
        self.gone: dict[Move, int] = known.gone.copy() if known else {}
        moves = moves_of(board)
        for number in range(len(self.groups) + 1, len(moves) + 1):
            cells = group(self.positions[-1], moves[number - 1])
            if len(cells) < SMALLEST:
                raise PuzzleError(f"move {number} removes no group", "a cell with a neighbour of its colour")
            for column, row in cells:
                self.gone[self.places[-1][column][row]] = number
            self.positions.append(remove(self.positions[-1], cells))
            self.places.append(fallen(self.places[-1], cells))
            self.groups.append(cells)

    def begins(self, puzzle: SameGamePuzzle, board: tuple[int, ...]) -> bool:
        """True if the puzzle's game `board` begins with all moves of this one."""
        return self.puzzle == puzzle and self.board == board[: len(self.board)]


def _places(position: Position) -> Places:
    return tuple(tuple(Move(x, y) for y in range(len(colours))) for x, colours in enumerate(position.columns))


_replays: deque[Replay] = deque(maxlen=KNOWN)
"""Those that were made last, of which longer games begin."""


@lru_cache(maxsize=KNOWN)
def replayed(puzzle: SameGamePuzzle, board: tuple[int, ...]) -> Replay:
    """The game's positions, found once; PuzzleError if it is not legal."""
    known = (one for one in tuple(_replays) if one.begins(puzzle, board))
    found = Replay(puzzle, board, max(known, key=lambda one: len(one.board), default=None))
    _replays.append(found)
    return found


def reached(puzzle: SameGamePuzzle) -> Position:
    """The position after the moves with which the puzzle's games begin; PuzzleError if they are not legal."""
    return replayed(puzzle, puzzle.played).positions[-1]


def board_reached(puzzle: SameGamePuzzle) -> SameGamePuzzle:
    """The board of that position as a puzzle of its own, of the same size; PuzzleError if it is empty, too."""
    if not puzzle.played:
        return puzzle
    columns = reached(puzzle).columns
    cells = (
        columns[x][y] if x < len(columns) and y < len(columns[x]) else EMPTY
        for y in reversed(range(puzzle.height))
        for x in range(puzzle.width)
    )
    return SameGamePuzzle(puzzle.width, puzzle.height, tuple(cells), puzzle.name)
