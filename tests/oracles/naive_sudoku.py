"""A plain solver of puzzles of cells: it tries values cell by cell, by the words of the rules. No code of the product.

Groups and constraints are taken from the puzzle as data; what a constraint means is written out here once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from puzzles.sudoku.puzzle import Sudoku


def means(kind: str, values: Sequence[int], number: int) -> bool:
    """Whether values, as people see them, keep a constraint of that kind."""
    low, high = min(values), max(values)
    if kind in ("distinct", "cage", "stretch") and len(set(values)) < len(values):
        return False
    if kind == "product" or kind == "makes":
        product = 1
        for value in values:
            product *= value
        if kind == "product":
            return product == number
        pair = len(values) == 2 and (high - low == number or high == low * number > 0)
        return product == number or sum(values) == number or pair
    if kind == "views":
        return number == sum(1 for at, value in enumerate(values) if value > max([0, *values[:at]]))
    if kind == "parks":
        return [values.count(height) for height in range(max(high, len(values) - number) + 1)] == [
            number,
            *[1] * (len(values) - number),
        ]
    return {
        "distinct": lambda: True,
        "cage": lambda: sum(values) == number,
        "sum": lambda: sum(values) == number,
        "difference": lambda: high - low == number,
        "quotient": lambda: low > 0 and any(one == two * number for one, two in permutations(values, 2)),
        "less": lambda: all(one < two for one, two in pairwise(values)),
        "consecutive": lambda: high - low == 1,
        "apart": lambda: high - low != 1,
        "double": lambda: high == 2 * low,
        "not-double": lambda: high != 2 * low,
        "equal": lambda: high == low,
        "even": lambda: not any(value % 2 for value in values),
        "odd": lambda: all(value % 2 for value in values),
        "stretch": lambda: high - low + 1 == len(values),
        "arrow": lambda: values[0] == sum(values[1:]),
    }[kind]()


def solutions(puzzle: Sudoku, most: int = 1_000) -> Iterator[tuple[int, ...]]:
    """All boards that keep the givens, the groups and the constraints, at most so many."""
    board = list(puzzle.grid)
    sees = [set[int]() for _ in board]
    for group in puzzle.groups:
        for cell in group.cells:
            sees[cell] |= {*group.cells} - {cell}
    every = [*puzzle.constraints, *puzzle.others]
    about = [[one for one in every if cell in one.cells] for cell in range(len(board))]

    def keeps(cell: int) -> bool:
        if any(board[other] == board[cell] for other in sees[cell]):
            return False
        for one in about[cell]:
            values = [board[other] + puzzle.first_symbol for other in one.cells if board[other] >= 0]
            if one.kind in ("even", "odd"):
                values = [board[cell] + puzzle.first_symbol]
            elif len(values) < len(one.cells):
                continue
            if not means(one.kind, values, one.value):
                return False
        return True

    def fitting(cell: int) -> list[int]:
        found = []
        for value in range(puzzle.order):
            board[cell] = value
            if keeps(cell):
                found.append(value)
        board[cell] = -1
        return found

    def grow() -> Iterator[tuple[int, ...]]:
        best: tuple[int, list[int]] | None = None
        for cell, value in enumerate(board):
            if value < 0 and (best is None or len(best[1]) > 1):
                values = fitting(cell)
                if best is None or len(values) < len(best[1]):
                    best = cell, values
        if best is None:
            yield tuple(board)
            return
        for value in best[1]:
            board[best[0]] = value
            yield from grow()
        board[best[0]] = -1

    if all(value < 0 or keeps(cell) for cell, value in enumerate(board)):
        for _, solution in zip(range(most), grow(), strict=False):
            yield solution
