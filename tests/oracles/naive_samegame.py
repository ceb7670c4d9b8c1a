"""The rules of SameGame, written a second time: cells as a dictionary, groups by labels that spread until none changes.

Cells are (column from the left, row from the bottom) -> colour. Shares nothing with the program's own texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Cell = tuple[int, int]
Cells = dict[Cell, int]


def cells_of(rows: Iterable[Iterable[int]]) -> Cells:
    """The cells of rows from the top one down; -1 is empty."""
    upwards = list(rows)[::-1]
    return {(x, y): colour for y, row in enumerate(upwards) for x, colour in enumerate(row) if colour != -1}


def groups(cells: Mapping[Cell, int]) -> set[frozenset[Cell]]:
    """All groups of two cells or more."""
    labels = {cell: number for number, cell in enumerate(cells)}
    changed = True
    while changed:
        changed = False
        for (x, y), colour in cells.items():
            for other in ((x + 1, y), (x, y + 1)):
                if cells.get(other) == colour and labels[other] != labels[x, y]:
                    labels[other] = labels[x, y] = min(labels[other], labels[x, y])
                    changed = True
    by_label: dict[int, set[Cell]] = {}
    for cell, label in labels.items():
        by_label.setdefault(label, set()).add(cell)
    return {frozenset(group) for group in by_label.values() if len(group) >= 2}


def without(cells: Mapping[Cell, int], group: Iterable[Cell]) -> Cells:
    """The cells after the group is gone: each falls by the gaps below it, then moves left by empty columns."""
    left = {cell: colour for cell, colour in cells.items() if cell not in set(group)}
    fallen = {(x, sum((x, below) in left for below in range(y))): colour for (x, y), colour in left.items()}
    filled = sorted({x for x, _ in fallen})
    return {(filled.index(x), y): colour for (x, y), colour in fallen.items()}


def play(rows: Iterable[Iterable[int]], moves: Iterable[Cell]) -> tuple[int, Cells]:
    """Points and cells at the end of a game; ValueError for a move that is in no group."""
    cells, points = cells_of(rows), 0
    for move in moves:
        group = next((one for one in groups(cells) if move in one), None)
        if group is None:
            raise ValueError(f"no group at {move}")
        cells = without(cells, group)
        points += (len(group) - 2) * (len(group) - 2) + (0 if cells else 1000)
    return points, cells
