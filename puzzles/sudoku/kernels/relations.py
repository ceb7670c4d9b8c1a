"""Constraints as tables for kernels: how each propagates, its cells, and what its values allow. Plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.kernels.sums import sums_of
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

PAIR, SUM, PRODUCT, VIEWED, STRETCHED, CAGED, MADE, PARKED = range(8)
"""How a constraint propagates: by a table of two cells' values, by bounds, by states or by sets of values."""

SUBSETS_UP_TO = 12
"""Order up to which a cage is looked at by all sets of values of its sum: 4,096 at most."""

HIGHEST = 1 << 62
"""What stands for all products from there on."""

PAIRS: Mapping[str, Callable[[int, int, int], bool]] = {
    "less": lambda one, two, _: one < two,
    "difference": lambda one, two, number: abs(one - two) == number,
    "quotient": lambda one, two, number: one * two > 0 and (one == number * two or two == number * one),
    "consecutive": lambda one, two, _: abs(one - two) == 1,
    "apart": lambda one, two, _: abs(one - two) != 1,
    "double": lambda one, two, _: one == 2 * two or two == 2 * one,
    "not-double": lambda one, two, _: one != 2 * two and two != 2 * one,
    "equal": lambda one, two, _: one == two,
    "sum": lambda one, two, number: one + two == number,
    "product": lambda one, two, number: one * two == number,
    "makes": lambda one, two, number: (
        number in (one + two, one * two, abs(one - two)) or (one * two > 0 and max(one, two) == number * min(one, two))
    ),
}
"""Of two values as people see them, and the constraint's number."""


class Tables(NamedTuple):
    """As the fields of the same names of the state; `space`: words that constraints work in.

    `what`: by constraint how it propagates, its number, a table or how many cells are subtracted, which cells differ,
    and from and to which of the rows behind these its lines are. A line is some of its cells that stand in one group:
    a mask of their places, from and to where the others that see all of these stand in `beside` behind `scopes`.
    """

    scopes: list[tuple[int, ...]]
    beside: Ints
    what: Ints
    allowing: Words
    subsets: Words
    subsets_at: Ints
    space: int


def tables_of(puzzle: Sudoku) -> Tables:
    scopes: list[tuple[int, ...]] = []
    what: list[tuple[int, int, int, int]] = []
    tables: dict[tuple[str, int], int] = {}
    rows: list[list[int]] = []
    order, first = puzzle.order, puzzle.first_symbol

    def pair(kind: str, number: int, cells: tuple[int, ...]) -> None:
        if (kind, number) not in tables:
            tables[kind, number] = len(rows) // 2
            holds, numbers = PAIRS[kind], range(first, first + order)
            rows.append([sum(1 << two - first for two in numbers if holds(one, two, number)) for one in numbers])
            rows.append([sum(1 << two - first for two in numbers if holds(two, one, number)) for one in numbers])
        scopes.append(cells)
        what.append((PAIR, number, 2 * tables[kind, number], 0))

    for one in (*puzzle.others, *sums_of(puzzle)):
        if one.kind in PAIRS and len(one.cells) == 2:
            pair(one.kind, one.value, one.cells)
        elif one.kind == "less":
            for cells in pairwise(one.cells):
                pair("less", 0, cells)
        else:
            how = _how(puzzle, one)
            scopes.append(one.cells)
            what.append((how, one.value, int(one.kind == "arrow"), _differing(puzzle, one.cells)))
    caged = any(how == CAGED for how, *_ in what)
    subsets, subsets_at = subsets_of(order, first) if caged else (np.zeros(1, np.uint64), np.zeros(1, np.int64))
    longest = max((len(cells) for cells in scopes), default=0)
    lines: list[tuple[int, ...]] = []
    beside: list[int] = []
    begin = sum(map(len, scopes))
    rows_of = []
    for scope, row in zip(scopes, what, strict=True):
        line = len(what) + len(lines)
        for places, others in _lines(puzzle, scope, row[0], row[1]):
            lines.append((places, begin + len(beside), begin + len(beside) + len(others), 0, 0, 0))
            beside += others
        rows_of.append((*row, line, len(what) + len(lines)))
    return Tables(
        scopes,
        np.array(beside, np.int64),
        np.array([*rows_of, *lines] or [(0,) * 6], np.int64),
        np.array(rows or [[0] * order], np.uint64).reshape(-1, order) if order <= 64 else np.zeros((1, 1), np.uint64),
        subsets,
        subsets_at,
        max(2 * (longest + 1) * (order + 2), 6 * LISTED_UP_TO) if what else 1,
    )


def _how(puzzle: Sudoku, one: Constraint) -> int:
    alone = {"arrow": SUM, "product": PRODUCT, "views": VIEWED, "stretch": STRETCHED, "makes": MADE, "parks": PARKED}
    if one.kind in alone:
        return alone[one.kind]
    differ = one.kind == "cage" or all(two in puzzle.seen[cell] for cell, two in combinations(one.cells, 2))
    return CAGED if differ and puzzle.order <= SUBSETS_UP_TO else SUM


def _lines(puzzle: Sudoku, cells: Sequence[int], how: int, number: int) -> list[tuple[int, list[int]]]:
    """Cells of a constraint that stand in one group, as a mask of their places, and others that see all of these.

    Of constraints with a number alone: others hardly ever say that a value stands in one of some cells.
    """
    seen = puzzle.seen

    def beside(places: Sequence[int]) -> list[int]:
        return sorted(frozenset.intersection(*(seen[cells[k]] for k in places)) - {*cells})

    every = range(len(cells))
    if (how == CAGED or (how == PAIR and number > 0)) and all(two in seen[one] for one, two in combinations(cells, 2)):
        return [((1 << len(cells)) - 1, some)] if (some := beside(every)) else []
    if how not in (PRODUCT, MADE) or len(cells) > LISTED_UP_TO:
        return []
    groups = {number for cell in cells for number in puzzle.groups_of[cell]}
    parts = {tuple(k for k in every if number in puzzle.groups_of[cells[k]]) for number in groups}
    found = [(sum(1 << k for k in places), beside(places)) for places in sorted(parts) if len(places) > 1]
    return [one for one in found if one[1]][:LISTED_UP_TO]


LISTED_UP_TO = 6
"""Cells of a product up to which all ways to make it are looked at."""


def _differing(puzzle: Sudoku, cells: Sequence[int]) -> int:
    """Of few cells, which two see each other, as a mask: bit LISTED_UP_TO * i + j for cell i before cell j."""
    if len(cells) > LISTED_UP_TO:
        return 0
    return sum(
        1 << LISTED_UP_TO * i + j
        for j, two in enumerate(cells)
        for i, one in enumerate(cells[:j])
        if two in puzzle.seen[one]
    )


def subsets_of(order: int, first: int) -> tuple[Words, Ints]:
    """All sets of values, as masks, by size then sum of what people see; where those of each size and sum begin.

    Those of size s and sum t are at [at[s * (most + 2) + t], at[... + 1]) where `most` is the greatest sum.
    """
    most = greatest(order, first)
    found: list[list[int]] = [[] for _ in range((order + 1) * (most + 2))]
    for mask in range(1 << order):
        values = [value + first for value in range(order) if mask >> value & 1]
        found[len(values) * (most + 2) + sum(values)].append(mask)
    starts = np.zeros(len(found) + 1, np.int64)
    starts[1:] = np.cumsum(list(map(len, found)))
    return np.array([mask for one in found for mask in one], np.uint64), starts


def greatest(order: int, first: int) -> int:
    """The sum of all values."""
    return sum(range(first, first + order))
