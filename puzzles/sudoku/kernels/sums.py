"""Sums of few cells that follow from cages and from groups that hold every value. Plain Python."""

from __future__ import annotations

from puzzles.sudoku.cage_arithmetic import houses_of
from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.puzzle import Sudoku

MOST_CELLS = 3
"""Of a sum; longer ones take more time than they spare."""


def sums_of(puzzle: Sudoku) -> list[Constraint]:
    """What groups, or two or three lines side by side, hold beside the cages in them; and cages beside the groups."""
    house = puzzle.order * (puzzle.order - 1) // 2 + puzzle.order * puzzle.first_symbol
    given = {frozenset(one.cells) for one in puzzle.others if one.kind in ("cage", "sum")}
    found: dict[frozenset[int], int] = {}
    for houses in houses_of(puzzle):
        inner, rest = houses.cells, house * len(houses.groups)
        covered, over = frozenset[int](), -rest
        for number, cells in houses.cages:
            if cells <= inner:
                inner, rest = inner - cells, rest - puzzle.others[number].value
            if covered.isdisjoint(cells):
                covered, over = covered | cells, over + puzzle.others[number].value
        found[inner] = rest
        if houses.cells <= covered:
            found[covered - houses.cells] = over
    few = [cells for cells in found if 0 < len(cells) <= MOST_CELLS and cells not in given]
    return [Constraint("sum", tuple(sorted(cells)), found[cells]) for cells in few]
