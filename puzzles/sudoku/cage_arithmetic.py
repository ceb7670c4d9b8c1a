"""Innies and outies: what the sums of rows, columns and boxes, less those of cages, leave for a few cells.

Groups of such a step are those of the puzzle that hold every value, then the cages, numbered behind the groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from puzzles.deduction import EXPERT, HARD, MEDIUM, Deduction, Technique, bits
from puzzles.group_techniques import sum_of_few
from puzzles.latin.grouped import COLUMN, ROW
from puzzles.sudoku.puzzle import Sudoku
from puzzles.text.quoting import capital, counted, listed

if TYPE_CHECKING:
    from puzzles.sudoku.techniques import CellsPosition

NAMES = {1: "innies and outies", 2: "innies and outies of two", 3: "innies and outies of three"}
"""By how many open cells are left."""


class Houses(NamedTuple):
    """`groups`, without a common cell, and their `cells`; `cages`: those that touch them, (number, cells) each."""

    groups: tuple[int, ...]
    cells: frozenset[int]
    cages: tuple[tuple[int, frozenset[int]], ...]


@lru_cache(maxsize=16)
def houses_of(puzzle: Sudoku) -> tuple[Houses, ...]:
    """Each group of all values alone, and two or three rows or columns of a grid side by side."""
    whole = [number for number, group in enumerate(puzzle.groups) if len(group.cells) == puzzle.order]
    sets: list[tuple[int, ...]] = [(number,) for number in whole]
    for kind in (ROW, COLUMN):
        lines = [number for number in whole if puzzle.groups[number].kind == kind]
        beside = [one for one in pairwise(lines) if _follow(puzzle, kind, *one)]
        sets += [*beside, *((*one, two[1]) for one, two in pairwise(beside) if one[1] == two[0])]
    cages = [(number, frozenset(one.cells)) for number, one in enumerate(puzzle.others) if one.kind in ("cage", "sum")]
    found = []
    for groups in sets:
        cells = frozenset(cell for group in groups for cell in puzzle.groups[group].cells)
        touching = tuple(one for one in cages if one[1] & cells)
        if touching:
            found.append(Houses(groups, cells, touching))
    return tuple(found)


def _follow(puzzle: Sudoku, kind: str, one: int, two: int) -> bool:
    """Whether the second of two lines is right below, or beside, the first in the same grid."""
    first, second = (puzzle.places[puzzle.groups[group].cells[0]] for group in (one, two))
    step = (1, 0) if kind == ROW else (0, 1)
    return (first[0] + step[0], first[1] + step[1]) == second


def _innies_and_outies(left: int, position: CellsPosition) -> Iterator[Deduction]:
    """Groups and cages whose open cells are the same but for so many: the difference of their sums is theirs."""
    puzzle = position.puzzle
    first, filled = puzzle.first_symbol, position.filled
    house = puzzle.order * (puzzle.order - 1) // 2 + puzzle.order * first
    for houses in houses_of(puzzle):
        total, weights = house * len(houses.groups), dict.fromkeys(houses.cells, 1)
        taken: list[int] = []
        covered: set[int] = set()
        for number, cells in houses.cages:
            inside = sum(1 for cell in cells & houses.cells if not filled[cell])
            outside = sum(1 for cell in cells - houses.cells if not filled[cell])
            if inside > outside and covered.isdisjoint(cells):
                covered |= cells
                taken.append(number)
                total -= puzzle.others[number].value
                for cell in cells:
                    weights[cell] = weights.get(cell, 0) - 1
        for cell, weight in weights.items():
            if filled[cell] and weight:
                total -= weight * (position.domains[cell].bit_length() - 1 + first)
        cells_left = sorted(cell for cell, weight in weights.items() if weight and not filled[cell])
        if taken and len(cells_left) == left:
            groups = (*houses.groups, *(len(puzzle.groups) + number for number in taken))
            name, of_each = NAMES[left], {cell: weights[cell] for cell in cells_left}
            yield from sum_of_few(name, position, groups, of_each, total, first)


LEVELS = {1: MEDIUM, 2: HARD, 3: EXPERT}
TECHNIQUES = tuple(Technique(NAMES[left], level, partial(_innies_and_outies, left)) for left, level in LEVELS.items())


def told(puzzle: Sudoku, step: Deduction) -> tuple[str, ...]:
    """The step in words."""
    houses = [puzzle.groups[number].name for number in step.groups if number < len(puzzle.groups)]
    cages = [puzzle.others[number - len(puzzle.groups)] for number in step.groups[len(houses) :]]
    make = len(houses) * (puzzle.order * (puzzle.order - 1) // 2 + puzzle.order * puzzle.first_symbol)
    where = listed(map(puzzle.short_name, step.cells))
    verb = "is" if len(step.cells) == 1 else "are"
    values = listed((value + puzzle.first_symbol for value in bits(step.values)), "or")
    if step.contradicts:
        end = "no value is left there"
    elif step.placed is not None:
        end = f"with the filled cells, it is {values}"
    else:
        end = f"so {puzzle.short_name(step.cells[0])} is not {values}"
    sums = f"{listed(houses)} make {make}, {counted(len(cages), 'cage')} {sum(one.value for one in cages)}"
    return (f"{capital(sums)}; only {where} {verb} open and not in both.", f"{capital(end)}.")
