"""JSON: our own form of a puzzle, and XCSP3's (`nRows`, `nCols`, `clues` of `x` across and `y` down)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.clue_cells import KAK_CELL, kak_cell, kak_squares
from puzzles.kakuro.formats.drawn_grid import Drawing, Square, assemble, cells_in, check_margin, clue, draw
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE, LARGEST_VALUES, Kakuro
from puzzles.text.fields import NOWHERE, Field, Places
from puzzles.text.format_table import MOST_PUZZLES
from puzzles.text.json_texts import (
    load_objects,
    marked,
    object_entries,
    require_family,
    text_value,
    wrong_value,
)
from puzzles.text.quoting import counted, quoted

_EXPECTED = 'an object with "family": "kakuro" or "nRows"'


likeness = partial(marked, marks={r'"family"\s*:\s*"kakuro"': 1.0, r'"nRows"\s*:': 1.0})
divide = partial(object_entries, expected=_EXPECTED, most=MOST_PUZZLES, word="puzzle")


def read(text: str) -> Drawing:
    [data] = load_objects(text, _EXPECTED, 1, "puzzle")
    return _xcsp3(data, text) if "nRows" in data else _own(data, text)


def write(puzzle: Kakuro, board: Sequence[int] | None) -> str:
    """Our own form as text; the board, if given, as `board`, one digit a white cell."""
    data = plain(puzzle)
    if board is not None:
        data["board"] = list(board)
    return json.dumps(data) + "\n"


def plain(puzzle: Kakuro) -> dict[str, Any]:
    """The puzzle as plain JSON values: the rows of the drawn grid in KakuroApp's cells, margin included."""
    rows = draw(puzzle).rows
    return {
        "family": "kakuro",
        "form": "square" if puzzle.square else "crossword",
        "values": puzzle.values,
        "grid": [",".join(kak_cell(one) for one in row) for row in rows],
        "note": puzzle.note,
    }


def puzzle(data: Mapping[str, Any]) -> Kakuro:
    """The puzzle of our own form; a fault in the grid is named by its row, as plain values have no line."""
    try:
        return assemble(_own(data, ""))
    except PuzzleError as error:
        if not error.line:
            raise
        where = f"grid row {error.line}, character {error.column}: {error.found}"
        raise PuzzleError(where, error.expected) from None


def _own(data: Mapping[str, Any], text: str) -> Drawing:
    """The drawn grid of our own form; places are in the text, or in the grid if it is empty."""
    require_family(data, "kakuro")
    if data.get("form") not in ("square", "crossword"):
        raise wrong_value("form", data.get("form"), '"square" or "crossword"')
    square = data["form"] == "square"
    values, note = data.get("values"), text_value(data, "note")
    if type(values) is not int or not (1 <= values <= LARGEST_VALUES if square else values == CROSSWORD_VALUES):
        raise wrong_value("values", values, f"1 to {LARGEST_VALUES}" if square else f"{CROSSWORD_VALUES}")
    grid = data.get("grid")
    if not isinstance(grid, list) or not grid or not all(isinstance(row, str) for row in grid):
        raise PuzzleError('"grid" is not a list of rows', f"rows of comma-separated cells: {KAK_CELL}")
    if len(grid) > LARGEST_SIDE:
        raise PuzzleError(f'"grid" has {len(grid)} rows', f"at most {LARGEST_SIDE}")
    fields = cells_in(list(_lines_in(text, grid)))
    drawing = Drawing(kak_squares(fields, values), values, square, note)
    if square:
        check_margin(drawing)
    return drawing


def _lines_in(text: str, grid: Sequence[str]) -> Iterator[Field]:
    """The rows of the grid, at their places in the JSON text; without one, or behind a row with escapes, by number."""
    places = Places(text)
    start = text.find('"grid"')
    for number, row in enumerate(grid, start=1):
        start = text.find(json.dumps(row), start) if start >= 0 else start
        yield places.field(row, start + 1) if start >= 0 else Field(row, number, 1)
        start += len(row) if start >= 0 else 0


def _xcsp3(data: Mapping[str, Any], text: str) -> Drawing:
    """The drawn grid of XCSP3's form: (0, 0) is white, -1 is no clue."""
    height, width, clues = data.get("nRows"), data.get("nCols"), data.get("clues")
    if not isinstance(clues, list) or not all(isinstance(row, list) for row in clues):
        raise PuzzleError('"clues" is not a list of rows', 'rows of objects {"x": across, "y": down}')
    if len(clues) != height:
        raise PuzzleError(f'"nRows" is {quoted(height)}, "clues" has {len(clues)} rows', f"{len(clues)}")
    places = Places(text)
    objects = [places.field("", found.start()) for found in re.finditer(r"\{[^{}]*\}", text)]
    count = sum(len(row) for row in clues)
    places_of_cells = iter(objects if len(objects) == count else [NOWHERE] * count)
    rows: list[tuple[Square, ...]] = []
    for number, row in enumerate(clues, start=1):
        if len(row) != width:
            at = next(places_of_cells, objects[-1] if objects else NOWHERE)
            raise at.error(f'row {number} of "clues" has {counted(len(row), "cell")}', quoted(width))
        rows.append(tuple(_xcsp3_square(one, next(places_of_cells)) for one in row))
    return Drawing(tuple(rows))


def _xcsp3_square(one: Any, at: Field) -> Square:
    across, down = (one.get("x"), one.get("y")) if isinstance(one, dict) else (None, None)
    if type(across) is not int or type(down) is not int or across < -1 or down < -1:
        raise at.error(f"clue {json.dumps(one)[:40]}", '{"x": across, "y": down}, -1 for no clue')
    if across == down == 0:
        return Square(True, at=at)
    return Square(False, 0, clue(across, at), clue(down, at), at)
