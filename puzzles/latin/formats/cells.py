"""Cells as they stand in a text, with their places, and what they mean by one way of writing symbols.

Every reader cuts its text into rows of fields; `settle` makes a Reading of them, `to_square` the puzzle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.latin.puzzle import HOLE, MAX_ORDER, LatinSquare, clash_text, first_clash, require_order

NUMBER = re.compile(r"-?[0-9]{1,6}")
"""A whole number of a length that no admitted symbol exceeds."""


class Field(NamedTuple):
    """One cell's text, with the line and column (from 1) at which it stands; 0 if there is no text."""

    text: str
    line: int
    column: int


Rows = Sequence[Sequence[Field]]


def data_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of each line that is no comment nor empty; a line of tabs alone is a row of holes."""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if (line.strip() or "\t" in line) and not line.lstrip().startswith(("#", "%")):
            yield number, line


def words(number: int, line: str) -> list[Field]:
    """The line's words; at most one more than a row may have, so that a huge line costs nothing."""
    found = islice(re.finditer(r"\S+", line), MAX_ORDER + 1)
    return [Field(match.group(), number, match.start() + 1) for match in found]


@dataclass(frozen=True, slots=True)
class Convention:
    """How symbols are written: the number of the first one, and what stands for a hole."""

    first: int
    holes: frozenset[str]
    hole_text: str  # for people: `0` or `-1`
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, before it is known to be a partial Latin square: symbols may still be repeated."""

    order: int
    values: tuple[int, ...]  # order * order, 0-based, -1 = hole
    fields: tuple[Field, ...]  # of each value
    first: int
    note: str


def settle(rows: Rows, convention: Convention) -> Reading:
    """The values of a square grid of fields; PuzzleError at the first that is neither symbol nor hole."""
    order = len(rows)
    fields = tuple(field for row in rows for field in row)
    values = tuple(_value(field, order, convention) for field in fields)
    return Reading(order, values, fields, convention.first, convention.note)


def to_square(reading: Reading) -> LatinSquare:
    """The puzzle; PuzzleError at the second of two equal symbols in a row or column, naming the first."""
    clash = first_clash(reading.order, reading.values)
    if clash:
        first, second = reading.fields[clash.first], reading.fields[clash.second]
        found = clash_text(reading.order, second.text, clash)
        if first.line:
            found += f", first on line {first.line}, column {first.column}"
        raise PuzzleError(found, f"each symbol at most once in a {clash.line}", line=second.line, column=second.column)
    return LatinSquare(reading.order, reading.values, reading.first, reading.note)


def require_square(rows: Rows, order: int | None = None, source_of_order: str = "") -> None:
    """Nothing; PuzzleError if the rows are not as many as, and each as long as, the order.

    Without an order, the usual length of a row stands for it, so that the one damaged row is named.
    """
    width = order if order is not None else Counter(len(row) for row in rows).most_common(1)[0][0]
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_ORDER:
            at = row[MAX_ORDER]
            found = f"row {number} has more than {MAX_ORDER} fields"
            raise PuzzleError(found, f"at most {MAX_ORDER}", line=at.line, column=at.column)
    usual = source_of_order or "as in the other rows"
    if order is not None and len(rows) > order:
        at = rows[order][0]
        raise PuzzleError(f"row {order + 1} begins", f"{order} rows, {usual}", line=at.line, column=at.column)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            at = row[width] if len(row) > width else _behind(row)
            text = f"row {number} has {_count(len(row), 'field')}"
            raise PuzzleError(text, f"{width}, {usual}", line=at.line, column=at.column)
    if order is None:
        require_order(max(width, len(rows)), line=rows[0][0].line, column=rows[0][0].column)
    if len(rows) != width:
        at = rows[width][0] if len(rows) > width else rows[-1][0]
        found = f"the grid has {_count(len(rows), 'row')} of {_count(width, 'field')}"
        expected = f"{width} rows, {source_of_order or 'as a Latin square has as many rows as columns'}"
        raise PuzzleError(found, expected, line=at.line, column=at.column)


def _behind(row: Sequence[Field]) -> Field:
    """The place just behind the row's last field."""
    last = row[-1]
    return Field("", last.line, last.column + len(last.text) if last.line else 0)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _value(field: Field, order: int, convention: Convention) -> int:
    if field.text in convention.holes:
        return HOLE
    last = convention.first + order - 1
    expected = f"{convention.first} to {last}, or {convention.hole_text} for a hole"
    if not NUMBER.fullmatch(field.text):
        raise PuzzleError(f"{shown(field.text)} is no symbol", expected, line=field.line, column=field.column)
    value = int(field.text) - convention.first
    if not 0 <= value < order:
        found = f"symbol {field.text} is out of range"
        raise PuzzleError(found, expected, line=field.line, column=field.column)
    return value


def shown(text: str) -> str:
    """The text quoted for an error, cut to a readable length."""
    return repr(text if len(text) <= 20 else text[:20] + "...")
