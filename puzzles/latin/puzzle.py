"""The Latin square to be completed: order, grid with holes, and how its symbols are written for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.latin.grouped import COLUMN, HOLE, ROW, Group, Grouped
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import quoted

MIN_ORDER, FEWEST = 1, 2
"""Of squares that are read, and of those that are made: an order-1 square has nothing to decide."""

MAX_ORDER = 255
"""A symbol fits one byte, and the largest published instances have order 100."""


@dataclass(frozen=True)
class LatinSquare(Grouped):
    """An immutable partial Latin square; order, grid and first_symbol make it, the note does not.

    `grid` has order * order ints, row by row: symbols 0 ... order - 1, or -1 for a hole. `first_symbol`, 0 or 1, is
    the number by which people see symbol 0. Raises PuzzleError (without a place) if it is no partial square.
    """

    family: ClassVar[str] = "latin"
    order: int
    grid: tuple[int, ...]
    first_symbol: int = 1
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        require_order(self.order)
        if self.first_symbol not in (0, 1):
            raise PuzzleError(f"the first symbol is {self.first_symbol}", "0 or 1")
        if len(self.grid) != self.order**2:
            raise PuzzleError(f"the grid has {len(self.grid)} cells", f"{self.order**2} for order {self.order}")
        if not HOLE <= min(self.grid) <= max(self.grid) < self.order:
            index, symbol = next(pair for pair in enumerate(self.grid) if not HOLE <= pair[1] < self.order)
            row, column = divmod(index, self.order)
            raise PuzzleError(
                f"row {row + 1}, column {column + 1} holds {symbol + self.first_symbol}",
                f"{self.first_symbol} to {self.last_symbol}, or a hole",
            )
        self.refuse_repeats(self.grid)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        return places_of(self.order, self.order)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The rows, then the columns."""
        return rows_and_columns(self.order)

    @property
    def heading(self) -> str:
        return f"Latin square {self.order} x {self.order}"

    @classmethod
    def of_order(cls, order: int) -> LatinSquare:
        return cls(order, (HOLE,) * order**2)

    @property
    def title(self) -> str:
        """One line, such as `Latin square, order 20, 168 holes`."""
        return f"Latin square, order {self.order}, {self.holes} hole{'' if self.holes == 1 else 's'}"


@lru_cache(maxsize=16)
def places_of(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """All cells of a grid."""
    return tuple((row, column) for row in range(rows) for column in range(columns))


@lru_cache(maxsize=4)
def rows_and_columns(order: int) -> tuple[Group, ...]:
    """Those of a square."""
    numbers = range(order)
    rows = [tuple(range(row * order, row * order + order)) for row in numbers]
    return (
        *(Group(ROW, f"row {row + 1}", rows[row]) for row in numbers),
        *(Group(COLUMN, f"column {at + 1}", tuple(range(at, order * order, order))) for at in numbers),
    )


def require_order(order: int, at: Field = NOWHERE) -> int:
    """The order; PuzzleError, at the field, if squares of that order are not admitted."""
    if not MIN_ORDER <= order <= MAX_ORDER:
        raise at.error(f"the order is {quoted(order)}", f"{MIN_ORDER} to {MAX_ORDER}")
    return order
