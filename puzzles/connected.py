"""Parts that are connected: of a grid its regions, and its runs across and down; of a graph its components."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def parts(items: Iterable[Item], beside: Callable[[Item], Iterable[Item]]) -> list[list[Item]]:
    """The connected parts, in the order of their first items; `beside`: what an item joins, others than these too."""
    left, found = dict.fromkeys(items), []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for one in part:  # grows meanwhile
            for other in beside(one):
                if other in left:
                    del left[other]
                    part.append(other)
        found.append(part)
    return found


FOUR = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The steps to the cells beside one."""


def in_one_part(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether one can walk from each (row, column) to each other, from one cell to another beside it."""
    return len(parts(cells, lambda at: ((at[0] + down, at[1] + right) for down, right in FOUR))) == 1


def lay_runs(cells: Sequence[tuple[int, int]]) -> list[tuple[bool, tuple[int, ...]]]:
    """The maximal runs of white cells as (across, cell indices): all across, then all down, by their first cells.

    The cells are (row, column) in reading order.
    """
    across: list[list[int]] = []
    down: list[list[int]] = []
    above: dict[int, tuple[int, list[int]]] = {}  # by column, the row of its lowest cell so far and the run there
    left = (-1, -1)
    for i, (row, column) in enumerate(cells):
        if left != (row, column - 1):
            across.append([])
        across[-1].append(i)
        left = row, column
        bottom, line = above.get(column, (-1, []))
        if bottom != row - 1 or not line:
            line = []
            down.append(line)
        line.append(i)
        above[column] = row, line
    return [(True, tuple(line)) for line in across] + [(False, tuple(line)) for line in down]
