"""Puzzles whose cells stand in groups, in none of which a value stands twice: Latin squares, Sudoku and its kin."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, cast

from puzzles.errors import PuzzleError
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import listed, numbered

if TYPE_CHECKING:
    from puzzles.sudoku.constraints import Constraint

Item = TypeVar("Item")
HOLE = -1

ROW, COLUMN = "row", "column"


class Group(NamedTuple):
    """Cells, as indices into a board, whose values differ; `name` in words, such as `row 3`, `kind` the first one."""

    kind: str
    name: str
    cells: tuple[int, ...]


class Grouped(ABC):
    """Such a puzzle. `order`: how many values there are; `grid`: by cell, 0 to order - 1, or -1 for a hole.

    `first_symbol`, 0 or 1, is the number by which people see value 0. Cells are numbered in reading order.
    `blacks`: cells that are black, all of them given; what follows as of Sudoku, which Latin squares have none of.
    """

    family: ClassVar[str]
    graph: ClassVar[bool] = False
    """True of a graph to be coloured (`puzzles.sudoku.graph`)."""
    order: int
    grid: tuple[int, ...]
    blacks: tuple[int, ...] = ()
    boxes: tuple[int, int] = (0, 0)
    regions: tuple[int, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    outside: tuple[tuple[int, int], ...] = ()
    corners: tuple[tuple[int, int], ...] = ((0, 0),)
    first_symbol: int
    note: str
    of_values: ClassVar[tuple[str, ...]] = ("holes",)
    """Names of what is worked out of the values, not of the form alone."""

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def heading(self) -> str:
        """What it is, without what is given, such as `Killer Sudoku 9 x 9`."""

    @classmethod
    @abstractmethod
    def of_order(cls, order: int) -> Self:
        """The plain one of that order, without values."""

    def empty(self) -> Self:
        """The puzzle without its givens, but for black cells."""
        blacks = {*self.blacks}
        return self.with_values(tuple(v if cell in blacks else HOLE for cell, v in enumerate(self.grid)), "")

    def with_values(self, grid: tuple[int, ...], note: str) -> Self:
        """The same form with these values, which are not checked; what was worked out of the form stays."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, grid=grid, note=note)
        for name in self.of_values:
            twin.__dict__.pop(name, None)
        return twin

    @property
    def rows(self) -> int:
        """Of the frame that holds all cells."""
        return self.order

    @property
    def columns(self) -> int:
        return self.order

    @property
    @abstractmethod
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (row, column) of each cell, from 0."""

    def laid_out(self, items: Iterable[Item], beside: Item) -> list[list[Item]]:
        """The items, one a cell, by rows and columns of the frame; `beside`: what stands where there is no cell."""
        frame = [[beside] * self.columns for _ in range(self.rows)]
        for (row, column), item in zip(self.places, items, strict=True):
            frame[row][column] = item
        return frame

    @cached_property
    def cell_at(self) -> Mapping[tuple[int, int], int]:
        """The cell at each place."""
        return {place: cell for cell, place in enumerate(self.places)}

    @property
    @abstractmethod
    def groups(self) -> tuple[Group, ...]:
        """All groups, rows and columns first."""

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the numbers of its groups."""
        found: list[list[int]] = [[] for _ in self.grid]
        for number, group in enumerate(self.groups):
            for cell in group.cells:
                found[cell].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def seen(self) -> tuple[frozenset[int], ...]:
        """By cell, the others that share a group with it."""
        return tuple(
            frozenset(other for number in numbers for other in self.groups[number].cells) - {cell}
            for cell, numbers in enumerate(self.groups_of)
        )

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone, without what was worked out of them."""
        return {one.name: self.__dict__[one.name] for one in fields(cast(Any, self))}

    def filled(self, board: Sequence[int] | None) -> tuple[int, ...]:
        """The board as plain numbers, by default the grid; PuzzleError if it does not fit."""
        grid = self.grid if board is None else tuple(int(value) for value in board)
        if len(grid) != len(self.grid) or not all(HOLE <= value < self.order for value in grid):
            raise PuzzleError("the board does not fit the puzzle", f"{len(self.grid)} symbols or holes")
        return grid

    @property
    def last_symbol(self) -> int:
        """The largest symbol as people see it."""
        return self.order - 1 + self.first_symbol

    def symbol(self, value: int) -> str:
        """The value as people see it."""
        return str(value + self.first_symbol)

    @cached_property
    def holes(self) -> int:
        return self.grid.count(HOLE)

    def place_name(self, cell: int) -> str:
        row, column = self.places[cell]
        return f"row {row + 1}, column {column + 1}"

    def within(self, group: Group, cells: Sequence[int]) -> str:
        """The cells of a group, named across it, such as `columns 2 and 5` of a row."""
        kind = group.kind
        if kind in (ROW, COLUMN):
            numbers = sorted(self.places[cell][kind == ROW] + 1 for cell in cells)
            return numbered(COLUMN if kind == ROW else ROW, numbers)
        return listed(map(self.short_name, sorted(cells)))

    def short_name(self, cell: int) -> str:
        """Such as `r4c2`, as people who solve them write it."""
        row, column = self.places[cell]
        return f"r{row + 1}c{column + 1}"

    def seers(self, cell: int) -> str:
        """The groups of a cell by their kinds, such as `its row and column`."""
        return f"its {listed(dict.fromkeys(self.groups[number].kind for number in self.groups_of[cell]))}"

    @cached_property
    def _taking(self) -> list[tuple[Group, itemgetter[Any]]]:
        """Of each group of several cells, what takes their values from a board."""
        return [(group, itemgetter(*group.cells)) for group in self.groups if len(group.cells) > 1]

    def repeated(self, board: Sequence[int]) -> Iterator[tuple[Group, int, list[int]]]:
        """Each group that holds a value several times, with the value and these cells."""
        for group, taken in self._taking:
            values = taken(board)
            if len({*values, HOLE}) - 1 < len(values) - values.count(HOLE):
                cells_of: dict[int, list[int]] = {}
                for cell in group.cells:
                    if board[cell] != HOLE:
                        cells_of.setdefault(board[cell], []).append(cell)
                yield from ((group, value, cells) for value, cells in cells_of.items() if len(cells) > 1)

    def refuse_repeats(self, board: Sequence[int], at: Sequence[Field] = (), *, as_written: bool = False) -> None:
        """Raises PuzzleError at the second of two equal values in a group, the first such one, and names the other.

        `at`: where each cell's value stands; `as_written`: such a field's text is the value as people write it.
        """
        repeats = [(cells[1], cells[0], value, group) for group, value, cells in self.repeated(board)]
        if not repeats:
            return
        second, first, value, group = min(repeats, key=lambda one: one[0])
        here, before = (at[second], at[first]) if at else (NOWHERE, NOWHERE)
        symbol = here.text if as_written else self.symbol(value)
        found = f"{symbol} twice in {group.name} ({self.within(group, (first, second))})"
        if before.line:
            found += f", first on line {before.line}, column {before.column}"
        raise here.error(found, f"each value at most once in {group.name}")


SomeGrouped = TypeVar("SomeGrouped", bound=Grouped)
