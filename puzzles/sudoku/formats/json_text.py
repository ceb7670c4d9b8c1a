"""JSON: `{"family": "sudoku", "order": 9, "boxes": [3, 3], "rows": [[5, null, ...], ...], ...}`.

Further, where they are needed: `first_symbol` (0), `regions` (rows of numbers), `rules` (names), `constraints` (lines
as of the format grid), `grids` (first cells, `[row, column]` from 1), `blacks` (the same). A row holds null for a hole
and "x" for what is no cell. A graph: `{"family": "sudoku", "colours": 3, "edges": [[1, 2], ...], "values": [3, null]}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.latin.formats.json_text import OWN, rows_of
from puzzles.latin.formats.plain import NO_CELL
from puzzles.latin.formats.rows import to_puzzle
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import Place, read_constraint, written
from puzzles.sudoku.formats.reading import Reading, framed, made, numbered_regions, refused
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import MAX_ORDER, MIN_ORDER, NO_BOXES, Sudoku, require_boxes, require_order, usual_boxes
from puzzles.sudoku.rules import RULES
from puzzles.text.fields import Field
from puzzles.text.format_table import MOST_PUZZLES
from puzzles.text.json_texts import JsonText, marked, object_entries, object_text, text_value
from puzzles.text.quoting import quoted

EXPECTED = '{"family": "sudoku", ...}'
LARGEST_SIDE = 81


likeness = partial(marked, marks={r'"family"\s*:\s*"sudoku"': 1.0})
divide = partial(object_entries, expected=EXPECTED, most=MOST_PUZZLES, word="puzzle")


def plain(puzzle: Sudoku, grid: Sequence[int] | None = None) -> dict[str, Any]:
    """The puzzle as plain JSON values, with the board in place of the givens if there is one."""
    if isinstance(puzzle, Colouring):
        return {
            "family": "sudoku",
            "colours": puzzle.order,
            **({"note": puzzle.note} if puzzle.note else {}),
            "edges": [[one + 1, other + 1] for one, other in puzzle.edges],
            "values": [None if value == HOLE else value + 1 for value in (puzzle.grid if grid is None else grid)],
        }
    data: dict[str, Any] = {"family": "sudoku", "order": puzzle.order, "boxes": list(puzzle.boxes)}
    if puzzle.first_symbol == 0:
        data["first_symbol"] = 0
    if puzzle.note:
        data["note"] = puzzle.note
    if puzzle.regions:
        data["regions"] = puzzle.laid_out((number + 1 for number in puzzle.regions), 0)
    if puzzle.rules:
        data["rules"] = list(puzzle.rules)
    if puzzle.constraints:
        data["constraints"] = [written(one, puzzle.places) for one in puzzle.constraints]
    if len(puzzle.corners) > 1:
        data["grids"] = [[row + 1, column + 1] for row, column in puzzle.corners]
    if puzzle.blacks:
        data["blacks"] = [[row + 1, column + 1] for row, column in (puzzle.places[cell] for cell in puzzle.blacks)]
    return data | {"rows": rows_of(puzzle, grid)}


def write(puzzle: Sudoku, grid: Sequence[int]) -> str:
    return object_text(plain(puzzle, grid), 2)


def puzzle(data: Mapping[str, Any]) -> Sudoku:
    """The puzzle of JSON values; PuzzleError (without a place) if they are none."""
    try:
        return to_puzzle(read(json.dumps(dict(data))))
    except PuzzleError as error:
        raise PuzzleError(error.found, error.expected) from None


def read(text: str) -> Reading:
    """The reading of a JSON text; PuzzleError with line and column."""
    source = JsonText(text, EXPECTED)
    data = source.data
    keys, reader = (_OF_GRAPHS, _read_graph) if "edges" in data else (_KEYS, _read)
    unknown = next((key for key in data if key not in keys), None)
    if unknown is not None:
        raise source.value(unknown).error(f"{quoted(unknown)} is nothing that a puzzle has", ", ".join(keys))
    try:
        return reader(source, data)
    except PuzzleError as error:
        raise refused(error, source.value("")) from None


_KEYS = (
    "family",
    "order",
    "boxes",
    "first_symbol",
    "note",
    "regions",
    "rules",
    "constraints",
    "grids",
    "blacks",
    "rows",
)
_OF_GRAPHS = ("family", "colours", "note", "edges", "values")


def _read_graph(source: JsonText, data: Mapping[str, Any]) -> Reading:
    _require_family(source)
    colours, edges, values = (data.get(key) for key in ("colours", "edges", "values"))
    if type(colours) is not int or not MIN_ORDER <= colours <= MAX_ORDER:
        raise source.wrong("colours", f"{MIN_ORDER} to {MAX_ORDER}")
    if not isinstance(values, list) or not all(
        one is None or (type(one) is int and 1 <= one <= colours) for one in values
    ):
        raise source.wrong("values", f"an array of 1 to {colours}, or null")
    if not isinstance(edges, list) or not all(
        isinstance(edge, list) and len(edge) == 2 and all(type(one) is int for one in edge) for edge in edges
    ):
        raise source.wrong("edges", "an array of [vertex, vertex], from 1")
    pairs = tuple(sorted({(min(edge) - 1, max(edge) - 1) for edge in edges}))
    form = Colouring(colours, (HOLE,) * len(values), edges=pairs)
    board = tuple(HOLE if one is None else one - 1 for one in values)
    note = text_value(data, "note") if isinstance(data.get("note"), str) else ""
    return Reading(form, board, (source.value("values"),) * len(board), note)


def _require_family(source: JsonText) -> None:
    if source.data.get("family", "sudoku") != "sudoku":
        raise source.wrong("family", '"sudoku"')


def _read(source: JsonText, data: Mapping[str, Any]) -> Reading:
    _require_family(source)
    first = data.get("first_symbol", 1)
    if type(first) is not int or first not in (0, 1):
        raise source.wrong("first_symbol", "0 or 1")
    corners = _places(source, "grids") or ((0, 0),)
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise source.wrong("rows", "an array of rows")
    order = data.get("order", len(rows) - max(row for row, _ in corners))
    if type(order) is not int:
        raise source.wrong("order", "a whole number")
    require_order(order, source.value("order") if "order" in data else source.value("rows"))
    high, wide = max(row for row, _ in corners) + order, max(column for _, column in corners) + order
    if len(rows) != high or any(len(row) != wide for row in rows) or max(high, wide) > MAX_ORDER:
        raise source.value("rows").error(f"{len(rows)} rows that do not fit order {order}", f"{high} rows of {wide}")
    at, blacks = source.value("rows"), {*_places(source, "blacks")}
    frame = framed(
        [
            [Field(_word(value) + NO_CELL * ((r, c) in blacks), at.line, at.column) for c, value in enumerate(row)]
            for r, row in enumerate(rows)
        ],
        order,
        corners,
        OWN[first],
    )
    cell_at = {place: cell for cell, place in enumerate(sorted(frame.values))}
    regions = _regions(source, order) if "regions" in data else None
    return made(
        frame,
        regions=regions,
        note=text_value(data, "note") if isinstance(data.get("note"), str) else "",
        boxes=_boxes(source, order, regions is not None),
        rules=tuple(name for name in RULES if name in _texts(source, "rules", RULES)),
        constraints=[read_constraint(at._replace(text=line), cell_at) for line in _texts(source, "constraints")],
    )


def _word(value: Any) -> str:
    """The value of a cell as `framed` takes it."""
    if value is None or type(value) is int:
        return "null" if value is None else str(value)
    return NO_CELL if value == NO_CELL else json.dumps(value)


def _texts(source: JsonText, key: str, known: Mapping[str, Any] | None = None) -> list[str]:
    found = source.data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, str) and one.strip() for one in found):
        raise source.wrong(key, "an array of texts")
    if known is not None and not {*found} <= {*known}:
        raise source.wrong(key, ", ".join(known))
    return found


def _boxes(source: JsonText, order: int, regions: bool) -> tuple[int, int]:
    if "boxes" not in source.data:
        return NO_BOXES if regions else usual_boxes(order)
    found = source.data["boxes"]
    if not isinstance(found, list) or len(found) != 2 or not all(type(one) is int for one in found):
        raise source.value("boxes").error(f'"boxes" is {quoted(found)}', "rows and columns of a box, such as [3, 3]")
    return require_boxes(order, (found[0], found[1]), source.value("boxes"))


def _places(source: JsonText, key: str) -> tuple[Place, ...]:
    found = source.data.get(key, [])
    if not isinstance(found, list):
        raise source.wrong(key, "an array of [row, column]")
    for one in found:
        if (
            not isinstance(one, list)
            or len(one) != 2
            or not all(type(k) is int and 1 <= k <= LARGEST_SIDE for k in one)
        ):
            raise source.value(key).error(f'"{key}" has {quoted(one)}', "[row, column], from 1")
    return tuple((row - 1, column - 1) for row, column in found)


def _regions(source: JsonText, order: int) -> dict[Place, int]:
    rows = source.data["regions"]
    fits = isinstance(rows, list) and len(rows) == order
    if not fits or not all(isinstance(row, list) and len(row) == order for row in rows):
        raise source.value("regions").error("regions of another size than the grid", f"{order} rows of {order} numbers")
    names = {(r, c): str(one) for r, row in enumerate(rows) for c, one in enumerate(row)}
    return numbered_regions(names, order, source.value("regions"))
