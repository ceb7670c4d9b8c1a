"""Constraints over cells as data: what kinds there are, what each says of values, and how they are written.

A constraint is written as its kind, a number where the kind takes one, and its cells: `cage 12: r1c1 r1c2`. A run of
cells in a row, a column or a diagonal is written by its ends: `sum 45: r1c1-r9c9`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import prod

from puzzles.text.fields import Field
from puzzles.text.quoting import counted, listed, quoted

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Constraint:
    """`kind`: one of KINDS; `cells`: indices into a board, in the order that counts; `value`: the number, or 0."""

    kind: str
    cells: tuple[int, ...]
    value: int = 0


COMBINATIONS, NEIGHBOURS, VIEWS, STRETCH, PARKS = "combinations", "neighbours", "views", "stretch", "parks"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint. `holds`: of the values of all its cells, as people see them, and its number.

    `words`: what it says, with `{}` for the number, if it takes one. `least` and `most`: how many cells it has.
    `distinct`: its values differ, so it is a group. `technique`: of a hint that goes by it.
    """

    words: str
    holds: Callable[[Sequence[int], int], bool]
    least: int = 2
    most: int = 1_000
    distinct: bool = False
    technique: str = COMBINATIONS

    @property
    def numbered(self) -> bool:
        return "{}" in self.words


def _differ(values: Sequence[int], _: int = 0) -> bool:
    return len(set(values)) == len(values)


def _difference(values: Sequence[int], _: int = 0) -> int:
    return max(values) - min(values)


def _quotient(values: Sequence[int], number: int) -> bool:
    return max(values) == number * min(values) and min(values) > 0


def _double(values: Sequence[int], _: int = 0) -> bool:
    return max(values) == 2 * min(values)


def _makes(values: Sequence[int], number: int) -> bool:
    """By a sign that is not told: a sum or a product, of two values a difference or a quotient, too."""
    two = len(values) == 2 and (_difference(values) == number or _quotient(values, number))
    return two or number in (sum(values), prod(values))


def _rising(values: Sequence[int], _: int) -> bool:
    return all(one < two for one, two in pairwise(values))


def _stretch(values: Sequence[int], _: int) -> bool:
    return _differ(values) and _difference(values) == len(values) - 1


def _seen(values: Sequence[int], number: int) -> bool:
    """Whether so many houses are seen from the first: those higher than all before; one of height 0 is a park."""
    return len({*accumulate(values, max)} - {0}) == number


def lacking(values: Sequence[int], parks: int, cells: int) -> Counter[int]:
    """How often a line of so many cells and parks lacks each height, 0 for a park; below 0 what is there too often."""
    found = Counter({0: parks} | dict.fromkeys(range(1, cells - parks + 1), 1))
    found.subtract(values)
    return found


KINDS: Mapping[str, Kind] = {
    "distinct": Kind("differ", _differ, distinct=True),
    "cage": Kind(
        "differ and add up to {}",
        lambda values, number: _differ(values) and sum(values) == number,
        least=1,
        distinct=True,
    ),
    "sum": Kind("add up to {}", lambda values, number: sum(values) == number, least=1),
    "product": Kind("have the product {}", lambda values, number: prod(values) == number, least=1),
    "difference": Kind("differ by {}", lambda values, number: _difference(values) == number, most=2),
    "quotient": Kind("have the quotient {}", _quotient, most=2),
    "makes": Kind("make {} by one sign", _makes),
    "less": Kind("rise from the first to the last", _rising, technique=NEIGHBOURS),
    "consecutive": Kind("are consecutive", lambda values, _: _difference(values) == 1, most=2, technique=NEIGHBOURS),
    "apart": Kind("are not consecutive", lambda values, _: _difference(values) != 1, most=2, technique=NEIGHBOURS),
    "double": Kind("are one twice the other", _double, most=2, technique=NEIGHBOURS),
    "not-double": Kind(
        "are not one twice the other", lambda values, _: not _double(values), most=2, technique=NEIGHBOURS
    ),
    "equal": Kind("are equal", lambda values, _: _difference(values) == 0, most=2, technique=NEIGHBOURS),
    "even": Kind("are even", lambda values, _: all(value % 2 == 0 for value in values), least=1),
    "odd": Kind("are odd", lambda values, _: all(value % 2 == 1 for value in values), least=1),
    "stretch": Kind("are consecutive values in some order", _stretch, least=1, distinct=True, technique=STRETCH),
    "arrow": Kind("the first is the sum of the others", lambda values, _: values[0] == sum(values[1:])),
    "parks": Kind(
        "hold {} parks (0), and each height once",
        lambda values, number: not any(lacking(values, number, len(values)).values()),
        technique=PARKS,
    ),
    "views": Kind("show {} from the first", _seen, least=1, technique=VIEWS),
}
"""All kinds, by the word that people write."""

UNARY = ("even", "odd")
"""Kinds that say something of each cell alone."""

LARGEST_NUMBER = 10**12
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})", re.IGNORECASE)
_HEAD = re.compile(r"([a-z][a-z-]*)(?:[ \t]+(\d{1,13}))?[ \t]*(:?)", re.IGNORECASE)


def written(constraint: Constraint, places: Sequence[Place]) -> str:
    """The constraint as a line, which `read_constraint` reads back."""
    number = f" {constraint.value}" if KINDS[constraint.kind].numbered else ""
    return f"{constraint.kind}{number}: {' '.join(runs([places[cell] for cell in constraint.cells]))}"


def runs(cells: Sequence[Place]) -> list[str]:
    """The cells, straight runs of three and more by their ends."""
    found, at = [], 0
    while at < len(cells):
        end = at + 1
        if end < len(cells):
            down, right = cells[end][0] - cells[at][0], cells[end][1] - cells[at][1]
            if max(abs(down), abs(right)) == 1:
                while end < len(cells) and cells[end] == (cells[end - 1][0] + down, cells[end - 1][1] + right):
                    end += 1
        straight = end - at > 2
        found.append(f"{_named(cells[at])}-{_named(cells[end - 1])}" if straight else _named(cells[at]))
        at = end if straight else at + 1
    return found


def _named(place: Place) -> str:
    return f"r{place[0] + 1}c{place[1] + 1}"


def keyword(line: str) -> str:
    """The word that a line of rules begins with, in small letters; empty if it begins with no word of two letters."""
    match = _HEAD.match(line.strip())
    return match[1].lower() if match and len(match[1]) > 1 else ""


def read_constraint(line: Field, cell_at: Mapping[Place, int]) -> Constraint:
    """The constraint of a line; PuzzleError at the word that is wrong."""
    line = line.stripped()
    match = _HEAD.match(line.text)
    kind = KINDS.get(match[1].lower()) if match else None
    if match is None or kind is None:
        raise line.error(f"{quoted(line.text.split()[0])} is no rule", listed(KINDS, "or"))
    word = match[1].lower()
    if kind.numbered and match[2] is None:
        raise line.error(f"{word} without a number", f"such as '{word} 12: r1c1 r1c2'")
    if not kind.numbered and match[2] is not None:
        raise line.error(f"{word} with a number", f"such as '{word}: r1c1 r1c2'", match.start(2))
    value = int(match[2]) if match[2] else 0
    if value > LARGEST_NUMBER:
        raise line.error(f"the number {match[2]}", f"at most {LARGEST_NUMBER:,}", match.start(2))
    rest = line.part(line.text[match.end() :], match.end())
    cells: list[int] = []
    for at in rest.words(kind.most + 1_000):
        cells += cells_of(at, cell_at)
    return checked(Constraint(word, tuple(cells), value), line)


def cells_of(at: Field, cell_at: Mapping[Place, int]) -> list[int]:
    """The cells of a word such as `r1c2` or `r1c1-r9c9`; PuzzleError at it if it is none."""
    ends = [_CELL.fullmatch(part) for part in at.text.rstrip(",").split("-")]
    if not 1 <= len(ends) <= 2 or None in ends:
        raise at.error(f"{quoted(at.text)} is no cell", "row and column, such as r1c2, or r1c1-r9c9")
    places = [(int(one[1]) - 1, int(one[2]) - 1) for one in ends if one]
    if len(places) == 2:
        (row, column), (last_row, last_column) = places
        down, right = last_row - row, last_column - column
        if not (down == 0 or right == 0 or abs(down) == abs(right)):
            raise at.error(f"{quoted(at.text)} is no straight run", "cells of a row, a column or a diagonal")
        steps = max(abs(down), abs(right), 1)
        places = [(row + down * k // steps, column + right * k // steps) for k in range(max(abs(down), abs(right)) + 1)]
    for place in places:
        if place not in cell_at:
            raise at.error(f"there is no cell {_named(place)}", "a cell of the grid")
    return [cell_at[place] for place in places]


def checked(constraint: Constraint, at: Field) -> Constraint:
    """The constraint; PuzzleError at the field if its kind has no such cells."""
    kind, cells = KINDS[constraint.kind], constraint.cells
    if not kind.least <= len(cells) <= kind.most:
        most = f" to {kind.most}" if kind.most < 1_000 and kind.most > kind.least else ""
        wanted = f"{kind.least}{most}" + ("" if kind.most < 1_000 else " or more")
        raise at.error(f"{constraint.kind} has {counted(len(cells), 'cell')}", wanted)
    if len(set(cells)) < len(cells):
        raise at.error(f"{constraint.kind} names a cell twice", "each cell once")
    return constraint
