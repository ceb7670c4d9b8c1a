"""JSON: our own form, and the two of XCSP3's LatinSquare models.

Ours is `{"family": "latin", "order": 4, "first_symbol": 1, "note": "...", "rows": [[1, null, ...], ...]}`,
symbols as people see them, null for a hole. XCSP3 has `{"n": 4, "clues": [[0, -1, ...], ...]}`, 0-based with -1
for a hole, or clues as `{"x": row, "y": column, "value": symbol}`, all 0-based (PyCSP3-models: LatinSquare and
LatinSquare2, of which the latter's diagonals are not kept).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.latin.formats.plain import NO_CELL
from puzzles.latin.formats.rows import Convention, Reading, Rows, reading_of, require_square, to_puzzle
from puzzles.latin.grouped import HOLE, Grouped
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare, require_order
from puzzles.text.arrays import read_array
from puzzles.text.fields import Field
from puzzles.text.format_table import MOST_PUZZLES
from puzzles.text.json_texts import JsonText, marked, object_entries, object_text, text_value
from puzzles.text.quoting import quoted

OBJECTS = '{"family": "latin", ...} or {"n": ..., "clues": ...}'
OWN = Convention(0, frozenset({"null"}), "null"), Convention(1, frozenset({"null"}), "null")
"""How our own form writes symbols from 0, and those from 1."""


MARKS = {
    r'"family"\s*:\s*"latin"': 1.0,
    r'"n"\s*:[^"]*"clues"': 0.95,
    r'"rows"\s*:\s*\[\s*\[': 0.6,
    r'"clues"\s*:\s*\[': 0.6,
}
"""How much a JSON text with each of these looks like a Latin square."""


likeness = partial(marked, marks=MARKS)
divide = partial(object_entries, expected=OBJECTS, most=MOST_PUZZLES, word="square")


def read(text: str) -> Reading[LatinSquare]:
    """The reading of a JSON text; PuzzleError with line and column."""
    source = JsonText(text, OBJECTS)
    data = source.data
    if "rows" in data:
        order = _whole(source, "order", None)
        first = _whole(source, "first_symbol", 1)
        if first not in (0, 1):
            raise source.wrong("first_symbol", "0 or 1")
        rows = _rows(source, "rows", order)
        note = text_value(data, "note") if isinstance(data.get("note"), str) else ""
        return reading_of(rows, replace(OWN[first or 0], note=note))
    if "clues" in data:
        order = _whole(source, "n", None)
        note = "symbols read as 0 to {}, holes as -1 (XCSP3{})"
        clues = data["clues"]
        if not clues or (isinstance(clues, list) and any(isinstance(clue, dict) for clue in clues)):
            if order is None:
                raise source.value("clues").error("clues without an order", '"n": a whole number')
            rows = _scattered(source, clues or [], order)
            detail = "; x is the row, y the column, from 0"
        else:
            rows, detail = _rows(source, "clues", order), ""
        note = note.format(len(rows) - 1, detail)
        return reading_of(rows, Convention(0, frozenset({"-1"}), "-1", note))
    raise source.value("").error("the JSON object has no grid", '"rows" or "clues"')


def write(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) in our own form, one row a line."""
    return object_text(plain(square, grid), 2)


def plain(square: LatinSquare, grid: tuple[int, ...] | None = None) -> dict[str, Any]:
    """The grid, by default the puzzle's own, as plain JSON values in our own form; a note only if there is one."""
    data: dict[str, Any] = {"family": "latin", "order": square.order, "first_symbol": square.first_symbol}
    if square.note:
        data["note"] = square.note
    return data | {"rows": rows_of(square, grid)}


def rows_of(puzzle: Grouped, grid: Sequence[int] | None) -> list[list[int | str | None]]:
    """The values as people see them, by default the puzzle's own; null for a hole, NO_CELL for what is no cell."""
    first, values = puzzle.first_symbol, puzzle.grid if grid is None else grid
    return puzzle.laid_out((None if value == HOLE else value + first for value in values), NO_CELL)


def puzzle(data: Mapping[str, Any]) -> LatinSquare:
    """The puzzle of JSON values in our own form; PuzzleError (without a place) if they are not."""
    with suppress(PuzzleError):
        if square := _as_written(data):
            return square
    try:  # what is wrong is said of the text
        reading = read(json.dumps(dict(data)))
    except PuzzleError as error:
        raise PuzzleError(error.found, error.expected) from None
    return to_puzzle(replace(reading, fields=tuple(Field(field.text) for field in reading.fields)))


def _as_written(data: Mapping[str, Any]) -> LatinSquare | None:
    """The puzzle of values as `plain` has them; None of others."""
    rows, order, first, note = (data.get(key) for key in ("rows", "order", "first_symbol", "note"))
    if not isinstance(rows, list) or type(order) is not int or type(first) is not int:
        return None
    if not all(isinstance(row, list) and len(row) == order == len(rows) for row in rows):
        return None
    cells = [cell for row in rows for cell in row]
    if not {*map(type, cells)} <= {int, type(None)}:
        return None
    values = tuple([HOLE if cell is None else cell - first for cell in cells])
    if values.count(HOLE) != cells.count(None):
        return None
    return LatinSquare(order, values, first, text_value(data, "note") if isinstance(note, str) else "")


def _rows(source: JsonText, key: str, order: int | None) -> Rows:
    offset = source.index(key)
    if source.text[offset : offset + 1] != "[":
        raise source.value(key).error(f'"{key}" is no array', "an array of rows")
    rows = read_array(source, offset, MAX_ORDER).rows
    require_square(rows, order, "" if order is None else "as the order given in the text says")
    return rows


def _scattered(source: JsonText, clues: list[Any], order: int) -> Rows:
    """Full rows of fields from clues that name their cells; a cell named twice is refused."""
    offset = source.index("clues")
    # each clue's `{`; clues with arrays or objects of their own are refused below, wherever they are said to stand
    offsets = [match.start() for match in re.compile(r"\{").finditer(source.text, offset)]
    named: dict[tuple[int, int], Field] = {}
    for clue, place in zip(clues, offsets + [offset] * len(clues), strict=False):
        at = source.field("", place)
        numbers: list[Any] = [clue.get(key) if isinstance(clue, dict) else None for key in ("x", "y", "value")]
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
            raise at.error("a clue without whole numbers x, y and value", '{"x": row, "y": column, "value": symbol}')
        row, column, value = numbers
        if not (0 <= row < order and 0 <= column < order):
            found = f"a clue for x {quoted(row)}, y {quoted(column)}"
            raise at.error(found, f"0 to {order - 1}")
        if (row, column) in named:
            first = named[row, column]
            found = f"a second clue for x {row}, y {column}, first on line {first.line}, column {first.column}"
            raise at.error(found, "one clue a cell")
        named[row, column] = Field(str(value), at.line, at.column)
    hole = Field("-1", 0, 0)
    return [[named.get((row, column), hole) for column in range(order)] for row in range(order)]


def _whole(source: JsonText, key: str, default: int | None) -> int | None:
    """The whole number under the key, or the default; an order is also checked against what is admitted."""
    value = source.data.get(key, default)
    if value is None and key not in source.data:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise source.wrong(key, "a whole number")
    if key in ("order", "n"):
        require_order(value, source.value(key))
    return value
