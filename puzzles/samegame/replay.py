"""A game of SameGame move by move: each position, the groups that go, and from where on the board their cells come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from puzzles.errors import PuzzleError
from puzzles.samegame.position import SMALLEST, Position, group, points, start
from puzzles.samegame.puzzle import Move, SameGamePuzzle, moves_of

KNOWN = 16
"""Games whose positions are kept: those on the screen, and some that were there before."""

Cells = frozenset[Move]
Places = tuple[tuple[Move, ...], ...]
"""Of each cell of a position, column by column from the bottom up: where it was before the first move."""


class Replay:
    """A legal game; PuzzleError at the first move that is not legal.

    `positions` and `places` have one entry more than `groups`, the cells that each move removes. `gone`: of each cell,
    by its place before the first move, the number of the move that removes it, from 1.
    """

    def __init__(self, puzzle: SameGamePuzzle, board: Sequence[int]) -> None:
        first = start(puzzle)
        places = tuple(
            tuple(Move(column, row) for row in range(len(colours))) for column, colours in enumerate(first.columns)
        )
        self.positions = [first]
        self.places: list[Places] = [places]
        self.groups: list[Cells] = []
        self.gone: dict[Move, int] = {}
        for number, move in enumerate(moves_of(board), start=1):
            cells = group(self.positions[-1], move)
            if len(cells) < SMALLEST:
                raise PuzzleError(f"move {number} removes no group", "a cell with a neighbour of its colour")
            self._remove(cells, number)

    def gain(self, at: int) -> int:
        """Points of the move that follows the first `at` ones."""
        return self.positions[at + 1].points - self.positions[at].points

    def _remove(self, cells: Cells, number: int) -> None:
        """As `plain.remove`, but columns that stay as they are are shared by all positions."""
        before, places = self.positions[-1], self.places[-1]
        rows: dict[int, set[int]] = {}
        for column, row in cells:
            rows.setdefault(column, set()).add(row)
            self.gone[places[column][row]] = number
        columns, origins = list(before.columns), list(places)
        for column, gone in rows.items():
            stay = [row for row in range(len(columns[column])) if row not in gone]
            columns[column] = tuple(columns[column][row] for row in stay)
            origins[column] = tuple(origins[column][row] for row in stay)
        gained = before.points + points(before, cells)
        self.positions.append(Position(tuple(filter(None, columns)), gained))
        self.places.append(tuple(filter(None, origins)))
        self.groups.append(cells)


@lru_cache(maxsize=KNOWN)
def replayed(puzzle: SameGamePuzzle, board: tuple[int, ...]) -> Replay:
    """The game's positions, found once; PuzzleError if it is not legal."""
    return Replay(puzzle, board)
