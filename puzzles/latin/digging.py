"""Emptying cells of a full Latin square as long as they can be filled in again in one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.by_hand import Grade
from puzzles.deduction import solve
from puzzles.latin.puzzle import HOLE
from puzzles.latin.techniques import LEVELS, LatinPosition

FIRST_CHUNK = 32
"""Cells that are emptied at a time; half as many where they can't be, down to one."""


def graded(order: int, grid: Sequence[int]) -> Grade:
    """The grade of the puzzle."""
    return LEVELS.grade(solve(LatinPosition(order, grid)), grid.count(HOLE))


def by_techniques(order: int, level: int) -> Callable[[Sequence[int]], bool]:
    """Of a grid, whether techniques up to that level fill in all holes."""
    return lambda grid: solve(LatinPosition(order, grid), level, frugal=False).solved


def dug(square: Sequence[int], cells: Sequence[int], solvable: Callable[[Sequence[int]], bool], most: int) -> list[int]:
    """The square with at most `most` cells emptied, each of `cells` in turn unless the grid is no longer solvable."""
    grid = list(square)
    waiting = [list(cells[first : first + FIRST_CHUNK]) for first in range(0, len(cells), FIRST_CHUNK)]
    waiting.reverse()
    holes = 0
    while waiting and holes < most:
        chunk = waiting.pop()[: most - holes]
        for cell in chunk:
            grid[cell] = HOLE
        if solvable(grid):
            holes += len(chunk)
            continue
        for cell in chunk:
            grid[cell] = square[cell]
        if len(chunk) > 1:
            half = len(chunk) // 2
            waiting += [chunk[half:], chunk[:half]]
    return grid
