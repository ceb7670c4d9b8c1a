"""Latin square completion with sets in plain Python: forward checking, and forward checking with hidden singles.

Nothing is kept up to date here: after each assignment everything is looked at again.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

Cell = tuple[int, int]


class NaiveSquare:
    """A square being filled: `values` of the assigned cells, `domains` of the open ones, and whether it is dead.

    A position is dead if an open cell has no value left, or a value no place left in a row or column that lacks it.
    A cell with one value left is filled; with `strong`, so is the one place left for a value in a row or column.
    """

    def __init__(self, order: int, grid: list[int], strong: bool) -> None:
        self.order = order
        self.strong = strong
        cells = {(row, column): grid[row * order + column] for row in range(order) for column in range(order)}
        self.values = {cell: value for cell, value in cells.items() if value >= 0}
        self.domains = {
            cell: set(range(order)) - {other for at, other in self.values.items() if self._sees(cell, at)}
            for cell, value in cells.items()
            if value < 0
        }
        self.dead = self._contradicts()
        self._fill_what_is_forced()

    def play(self, cell: Cell, value: int) -> None:
        """Gives an open cell one of its values, and fills what that forces until nothing is forced."""
        self._assign(cell, value)
        self._fill_what_is_forced()

    def copy(self) -> NaiveSquare:
        """The same position, to be played on independently."""
        return copy.deepcopy(self)

    def board(self) -> list[int]:
        """The values row by row, -1 for an open cell."""
        n = self.order
        return [self.values.get((row, column), -1) for row in range(n) for column in range(n)]

    def candidates(self) -> list[tuple[Cell, int]]:
        """All values of all open cells, in reading order."""
        return [(cell, value) for cell in sorted(self.domains) for value in sorted(self.domains[cell])]

    def places(self, cell: Cell, value: int) -> tuple[int, int]:
        """In how many open cells of the cell's row, and of its column, the value is possible."""
        in_row = sum(1 for at, domain in self.domains.items() if at[0] == cell[0] and value in domain)
        in_column = sum(1 for at, domain in self.domains.items() if at[1] == cell[1] and value in domain)
        return in_row, in_column

    @staticmethod
    def _sees(cell: Cell, other: Cell) -> bool:
        return cell[0] == other[0] or cell[1] == other[1]

    def _assign(self, cell: Cell, value: int) -> None:
        assert value in self.domains[cell]
        del self.domains[cell]
        self.values[cell] = value
        for other, domain in self.domains.items():
            if self._sees(cell, other):
                domain.discard(value)
        self.dead = self._contradicts()

    def _lines(self) -> Iterator[list[Cell]]:
        n = self.order
        for line in range(n):
            yield [(line, k) for k in range(n)]
            yield [(k, line) for k in range(n)]

    def _places(self) -> Iterator[tuple[int, list[Cell]]]:
        """For each line and each value that it lacks: the open cells of the line that admit the value."""
        for line in self._lines():
            present = {self.values[cell] for cell in line if cell in self.values}
            open_cells = [cell for cell in line if cell in self.domains]
            for value in set(range(self.order)) - present:
                yield value, [cell for cell in open_cells if value in self.domains[cell]]

    def _contradicts(self) -> bool:
        return not all(self.domains.values()) or any(not cells for _, cells in self._places())

    def _forced(self) -> tuple[Cell, int] | None:
        for cell, domain in self.domains.items():
            if len(domain) == 1:
                return cell, min(domain)
        if self.strong:
            for value, cells in self._places():
                if len(cells) == 1:
                    return cells[0], value
        return None

    def _fill_what_is_forced(self) -> None:
        while not self.dead and (forced := self._forced()):
            self._assign(*forced)


def random_square(order: int, source: random.Random) -> list[int]:
    """A complete square: the cyclic one with rows, columns and symbols shuffled."""
    rows, columns, symbols = ([*range(order)] for _ in range(3))
    for line in (rows, columns, symbols):
        source.shuffle(line)
    return [symbols[(row + column) % order] for row in rows for column in columns]


def with_holes(square: list[int], holes: int, source: random.Random) -> list[int]:
    """The square with so many cells emptied."""
    emptied = set(source.sample(range(len(square)), holes))
    return [-1 if cell in emptied else value for cell, value in enumerate(square)]


def random_partial(order: int, filled: int, source: random.Random) -> list[int]:
    """A grid without a repeated value, filled blindly: it has up to `filled` values, and often no solution."""
    grid = [-1] * order**2
    for cell in source.sample(range(order**2), filled):
        row, column = divmod(cell, order)
        seen = {grid[row * order + k] for k in range(order)} | {grid[k * order + column] for k in range(order)}
        if free := sorted(set(range(order)) - seen):
            grid[cell] = source.choice(free)
    return grid


def naive_completions(order: int, grid: list[int]) -> int:
    """The number of ways to complete the grid, by trying all values of its first open cell."""
    if -1 not in grid:
        return 1
    cell = grid.index(-1)
    row, column = divmod(cell, order)
    seen = {grid[row * order + k] for k in range(order)} | {grid[k * order + column] for k in range(order)}
    return sum(
        naive_completions(order, [*grid[:cell], value, *grid[cell + 1 :]])
        for value in range(order)
        if value not in seen
    )
