"""JSON: our own form, and the two of XCSP3's LatinSquare models.

Ours is `{"family": "latin", "order": 4, "first_symbol": 1, "note": "...", "rows": [[1, null, ...], ...]}`,
symbols as people see them, null for a hole. XCSP3 has `{"n": 4, "clues": [[0, -1, ...], ...]}`, 0-based with -1
for a hole, or clues as `{"x": row, "y": column, "value": symbol}`, all 0-based (PyCSP3-models: LatinSquare and
LatinSquare2, of which the latter's diagonals are not kept).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import Convention, Field, Reading, Rows, require_square, settle
from puzzles.latin.formats.nested import Source, read_brackets
from puzzles.latin.puzzle import HOLE, LatinSquare, require_order

OWN_HOLES = frozenset({"null"})


def read(text: str) -> Reading:
    """The reading of a JSON text; PuzzleError with line and column."""
    source = Source(text)
    data = _loads(source)
    if not isinstance(data, dict):
        raise _wrong(source, "", "the text is no JSON object", '{"family": "latin", ...} or {"n": ..., "clues": ...}')
    if "rows" in data:
        order = _whole(source, data, "order", None)
        first = _whole(source, data, "first_symbol", 1)
        if first not in (0, 1):
            raise _wrong(source, "first_symbol", f"first_symbol is {first}", "0 or 1")
        rows = _rows(source, "rows", order)
        note = data.get("note", "")
        return settle(rows, own_convention(first or 0, note if isinstance(note, str) else ""))
    if "clues" in data:
        order = _whole(source, data, "n", None)
        note = "symbols read as 0 to {}, holes as -1 (XCSP3{})"
        clues = data["clues"]
        if not clues or (isinstance(clues, list) and any(isinstance(clue, dict) for clue in clues)):
            if order is None:
                raise _wrong(source, "clues", "clues without an order", '"n": a whole number')
            rows = _scattered(source, clues or [], order)
            detail = "; x is the row, y the column, from 0"
        else:
            rows, detail = _rows(source, "clues", order), ""
        note = note.format(len(rows) - 1, detail)
        return settle(rows, Convention(0, frozenset({"-1"}), "-1", note))
    raise _wrong(source, "", "the JSON object has no grid", '"rows" or "clues"')


def write(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) in our own form, one row a line."""
    data = as_data(square, grid)
    rows = ",\n    ".join(json.dumps(row) for row in data.pop("rows"))
    head = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join([*head, f'  "rows": [\n    {rows}\n  ]']) + "\n}\n"


def as_data(square: LatinSquare, grid: tuple[int, ...]) -> dict[str, Any]:
    """The grid as plain JSON values in our own form; a note only if there is one."""
    n, first = square.order, square.first_symbol
    cells = [None if value == HOLE else value + first for value in grid]
    data: dict[str, Any] = {"family": "latin", "order": n, "first_symbol": first}
    if square.note:
        data["note"] = square.note
    data["rows"] = [cells[row * n : row * n + n] for row in range(n)]
    return data


def from_data(data: Mapping[str, Any]) -> Reading:
    """The reading of JSON values in our own form; PuzzleError (without a place) if they are not."""
    rows, first, order = data.get("rows"), data.get("first_symbol", 1), data.get("order")
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) and row for row in rows):
        raise PuzzleError("the data has no rows", '"rows": an array of arrays')
    if first not in (0, 1) or isinstance(first, bool):
        raise PuzzleError(f"first_symbol is {first!r}", "0 or 1")
    if not isinstance(order, int) or isinstance(order, bool):
        raise PuzzleError(f"order is {order!r}", "a whole number")
    require_order(order)
    fields = [[Field(json.dumps(cell), 0, 0) for cell in row] for row in rows]
    require_square(fields, order, 'as "order" says')
    note = data.get("note", "")
    return settle(fields, own_convention(first, note if isinstance(note, str) else ""))


def own_convention(first: int, note: str) -> Convention:
    """How our own form writes symbols and holes."""
    return Convention(first, OWN_HOLES, "null", note)


def _loads(source: Source) -> Any:
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as error:
        found = f"this is not JSON ({error.msg[:1].lower()}{error.msg[1:]})"
        raise PuzzleError(found, "well-formed JSON", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError(
            "this is JSON of thousands of levels or digits", "an array of rows", line=1, column=1
        ) from None


def _rows(source: Source, key: str, order: int | None) -> Rows:
    match = _key(source, key)
    offset = match.end() if match else 0
    if source.text[offset : offset + 1] != "[":
        raise _wrong(source, key, f'"{key}" is no array', "an array of rows")
    rows = read_brackets(source, offset)
    require_square(rows, order, "" if order is None else "as the order given in the text says")
    return rows


def _scattered(source: Source, clues: list[Any], order: int) -> Rows:
    """Full rows of fields from clues that name their cells; a cell named twice is refused."""
    start = _key(source, "clues")
    offset = start.end() if start else 0
    # each clue's `{`; clues with arrays or objects of their own are refused below, wherever they are said to stand
    offsets = [match.start() for match in re.compile(r"\{").finditer(source.text, offset)]
    named: dict[tuple[int, int], Field] = {}
    for clue, place in zip(clues, offsets + [offset] * len(clues), strict=False):
        at = source.field("", place)
        numbers: list[Any] = [clue.get(key) if isinstance(clue, dict) else None for key in ("x", "y", "value")]
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
            raise PuzzleError(
                "a clue without whole numbers x, y and value",
                '{"x": row, "y": column, "value": symbol}',
                line=at.line,
                column=at.column,
            )
        row, column, value = numbers
        if not (0 <= row < order and 0 <= column < order):
            found = f"a clue for x {row}, y {column}"
            raise PuzzleError(found, f"0 to {order - 1}", line=at.line, column=at.column)
        if (row, column) in named:
            first = named[row, column]
            found = f"a second clue for x {row}, y {column}, first on line {first.line}, column {first.column}"
            raise PuzzleError(found, "one clue a cell", line=at.line, column=at.column)
        named[row, column] = Field(str(value), at.line, at.column)
    hole = Field("-1", 0, 0)
    return [[named.get((row, column), hole) for column in range(order)] for row in range(order)]


def _whole(source: Source, data: Mapping[str, Any], key: str, default: int | None) -> int | None:
    """The whole number under the key, or the default; an order is also checked against what is admitted."""
    value = data.get(key, default)
    if value is None and key not in data:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(source, key, f'"{key}" is {json.dumps(value)[:20]}', "a whole number")
    if key in ("order", "n"):
        match = _key(source, key)
        at = source.field("", match.end() if match else 0)
        require_order(value, line=at.line, column=at.column)
    return value


def _key(source: Source, key: str) -> re.Match[str] | None:
    """Where the key's value begins. Quotes inside a string have a backslash before them and never match."""
    return re.search(rf'"{key}"\s*:\s*', source.text)


def _wrong(source: Source, key: str, found: str, expected: str) -> PuzzleError:
    match = _key(source, key) if key else None
    offset = match.end() if match else len(source.text) - len(source.text.lstrip())
    at = source.field("", offset)
    return PuzzleError(found, expected, line=at.line, column=at.column)
