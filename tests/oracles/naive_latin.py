"""The Jacobson-Matthews move on the incidence cube itself, as the paper's section 4 tells it: the kernel's oracle."""

from __future__ import annotations

from itertools import product


class Cube:
    """cube[row, column, symbol] is 0 or 1, or -1 in at most one cell."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.cube = {
            (r, c, s): int((r + c) % order == s) for r, c, s in product(range(order), range(order), range(order))
        }

    def improper_cell(self) -> tuple[int, int, int] | None:
        """The cell of -1, if there is one."""
        return next((cell for cell, value in self.cube.items() if value == -1), None)

    def ones(self, row: int | None, column: int | None, symbol: int | None) -> list[int]:
        """The positions of the ones in the line whose free coordinate is None, ascending."""
        found = []
        for free in range(self.order):
            cell = tuple(free if fixed is None else fixed for fixed in (row, column, symbol))
            if self.cube[cell] == 1:  # type: ignore[index]
                found.append(free)
        return found

    def move(self, first: int, second: int, third: int) -> None:
        """One +-1 move; the draws mean what the kernel's do."""
        improper = self.improper_cell()
        if improper is None:
            row, column = first, second
            zeros = [s for s in range(self.order) if self.cube[row, column, s] == 0]
            symbol = zeros[third]
            draws = (0, 0, 0)
        else:
            row, column, symbol = improper
            draws = (first, second, third)
        other_row = self.ones(None, column, symbol)[draws[0]]
        other_column = self.ones(row, None, symbol)[draws[1]]
        other_symbol = self.ones(row, column, None)[draws[2]]
        for r, c, s in product((row, other_row), (column, other_column), (symbol, other_symbol)):
            changed = (r != row) + (c != column) + (s != symbol)
            self.cube[r, c, s] += 1 if changed % 2 == 0 else -1

    def lines_sum_to_one(self) -> bool:
        """Whether every line of the cube sums to 1, as it must in proper and improper squares."""
        n = range(self.order)
        return all(
            sum(self.cube[x, a, b] for x in n)
            == sum(self.cube[a, x, b] for x in n)
            == sum(self.cube[a, b, x] for x in n)
            == 1
            for a, b in product(n, n)
        )

    def square(self) -> list[list[int]]:
        """The symbols of a proper square, row by row."""
        return [[self.ones(r, c, None)[0] for c in range(self.order)] for r in range(self.order)]


def is_latin(values: list[int], order: int) -> bool:
    """Whether the order * order values are a complete Latin square."""
    symbols = set(range(order))
    rows = [set(values[row * order : row * order + order]) for row in range(order)]
    columns = [set(values[column::order]) for column in range(order)]
    return len(values) == order * order and all(line == symbols for line in rows + columns)
