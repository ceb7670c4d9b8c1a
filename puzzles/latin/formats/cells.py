"""Cells as they stand in a text, with their places, and what they mean by one way of writing symbols.

Every reader cuts its text into rows of fields; `reading_of` makes a Reading of them, `to_square` the puzzle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from puzzles.latin.puzzle import HOLE, MAX_ORDER, LatinSquare, clash_text, first_clash, require_order
from puzzles.text.blocks import is_rule
from puzzles.text.fields import Field, lines_of
from puzzles.text.quoting import counted, quoted

NUMBER = re.compile(r"-?[0-9]{1,6}")
"""A whole number of a length that no admitted symbol exceeds."""

Rows = Sequence[Sequence[Field]]


def data_lines(text: str) -> Iterator[Field]:
    """The lines that are neither empty, rules nor comments; a line of tabs alone is a row of holes."""
    for line in lines_of(text):
        if (line.text.strip() or "\t" in line.text) and not is_comment(line.text) and not is_rule(line.text):
            yield line


def is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "%"))


@dataclass(frozen=True, slots=True)
class Convention:
    """How symbols are written: the number of the first one, and what stands for a hole."""

    first: int
    holes: frozenset[str]
    hole_text: str  # for people: `0` or `-1`
    note: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)  # the numbers that letters stand for


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, before it is known to be a partial Latin square: symbols may still be repeated."""

    order: int
    values: tuple[int, ...]  # order * order, 0-based, -1 = hole
    fields: tuple[Field, ...]  # of each value
    first: int
    note: str


def reading_of(rows: Rows, convention: Convention) -> Reading:
    """The values of a square grid of fields; PuzzleError at the first that is neither symbol nor hole."""
    order = len(rows)
    fields = tuple(one for row in rows for one in row)
    known: dict[str, int] = {}
    for one in fields:
        if one.text not in known:
            known[one.text] = _value(one, order, convention)
    return Reading(order, tuple(known[one.text] for one in fields), fields, convention.first, convention.note)


def to_square(reading: Reading) -> LatinSquare:
    """The puzzle; PuzzleError at the second of two equal symbols in a row or column, naming the first."""
    clash = first_clash(reading.order, reading.values)
    if clash:
        first, second = reading.fields[clash.first], reading.fields[clash.second]
        found = clash_text(reading.order, second.text, clash)
        if first.line:
            found += f", first on line {first.line}, column {first.column}"
        raise second.error(found, f"each symbol at most once in a {clash.line}")
    return LatinSquare(reading.order, reading.values, reading.first, reading.note)


def require_square(rows: Rows, order: int | None = None, source_of_order: str = "") -> None:
    """Raises PuzzleError if the rows are not as many as, and each as long as, the order.

    Without an order, the usual length of a row stands for it, so that the one damaged row is named.
    """
    width = order if order is not None else Counter(len(row) for row in rows).most_common(1)[0][0]
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_ORDER:
            at = row[MAX_ORDER]
            found = f"row {number} has more than {MAX_ORDER} fields"
            raise at.error(found, f"at most {MAX_ORDER}")
    usual = source_of_order or "as in the other rows"
    if order is not None and len(rows) > order:
        at = rows[order][0]
        raise at.error(f"row {order + 1} begins", f"{order} rows, {usual}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            at = row[width] if len(row) > width else row[-1].behind()
            text = f"row {number} has {counted(len(row), 'field')}"
            raise at.error(text, f"{width}, {usual}")
    if order is None:
        require_order(max(width, len(rows)), rows[0][0])
    if len(rows) != width:
        at = rows[width][0] if len(rows) > width else rows[-1][0]
        found = f"the grid has {counted(len(rows), 'row')} of {counted(width, 'field')}"
        expected = f"{width} rows, {source_of_order or 'as a Latin square has as many rows as columns'}"
        raise at.error(found, expected)


def _value(at: Field, order: int, convention: Convention) -> int:
    text = convention.letters.get(at.text, at.text)
    if text in convention.holes:
        return HOLE
    last = convention.first + order - 1
    expected = f"{convention.first} to {last}, or {convention.hole_text} for a hole"
    if not NUMBER.fullmatch(text):
        raise at.error(f"{quoted(at.text)} is no symbol", expected)
    value = int(text) - convention.first
    if not 0 <= value < order:
        found = f"symbol {at.text} is out of range"
        raise at.error(found, expected)
    return value
