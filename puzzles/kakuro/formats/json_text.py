"""JSON: our own form of a puzzle, and XCSP3's (`nRows`, `nCols`, `clues` of `x` across and `y` down)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats import kakuro_app
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, assemble, check_margin, draw
from puzzles.kakuro.formats.fields import Places, split
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_VALUES, Kakuro

_OWN = re.compile(r'"family"\s*:\s*"kakuro"')
_XCSP3 = re.compile(r'"nRows"\s*:')


def likeness(text: str) -> float:
    """1 for a JSON object that names the family or has XCSP3's `nRows`; else 0."""
    if not text.lstrip().startswith("{"):
        return 0.0
    return 1.0 if _OWN.search(text) or _XCSP3.search(text) else 0.0


def load(text: str) -> Any:
    """The JSON value of the text; PuzzleError with line and column if it is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not JSON: {error.msg}", "JSON", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError("this JSON is nested too deeply or has too large a number", "a Kakuro") from None


def read(text: str) -> Drawing:
    """The drawn grid of either form."""
    data = load(text)
    if not isinstance(data, dict):
        raise PuzzleError("this JSON is not an object", 'one with "family": "kakuro" or "nRows"', line=1, column=1)
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
        "grid": [",".join(kakuro_app.cell_text(one) for one in row) for row in rows],
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
    if data.get("family") != "kakuro":
        raise PuzzleError(f'"family" is {data.get("family")!r}', '"kakuro"')
    if data.get("form") not in ("square", "crossword"):
        raise PuzzleError(f'"form" is {data.get("form")!r}', '"square" or "crossword"')
    square = data["form"] == "square"
    values, note = data.get("values"), data.get("note", "")
    if type(values) is not int or not (1 <= values <= LARGEST_VALUES if square else values == CROSSWORD_VALUES):
        raise PuzzleError(f'"values" is {values!r}', f"1 to {LARGEST_VALUES}" if square else f"{CROSSWORD_VALUES}")
    if not isinstance(note, str):
        raise PuzzleError(f'"note" is {note!r}', "a text")
    grid = data.get("grid")
    if not isinstance(grid, list) or not grid or not all(isinstance(row, str) for row in grid):
        raise PuzzleError('"grid" is not a list of rows', f"rows of comma-separated cells: {kakuro_app.CELL}")
    fields = []
    places = Places(text)
    start = text.find('"grid"') + len('"grid"')
    for number, row in enumerate(grid, start=1):
        line, column = number, 0
        if text:
            start = max(text.find(json.dumps(row), start), start)
            line, column = places.at(start + 1)
            start += len(row)
        fields.append(split(row, line, ",", column - 1 if text else 0))
    drawing = Drawing(kakuro_app.squares(fields, values), values, square, note)
    if square:
        check_margin(drawing)
    return drawing


def _xcsp3(data: Mapping[str, Any], text: str) -> Drawing:
    """The drawn grid of XCSP3's form: (0, 0) is white, -1 is no clue."""
    height, width, clues = data.get("nRows"), data.get("nCols"), data.get("clues")
    if not isinstance(clues, list) or not all(isinstance(row, list) for row in clues):
        raise PuzzleError('"clues" is not a list of rows', 'rows of objects {"x": across, "y": down}')
    if len(clues) != height:
        raise PuzzleError(f'"nRows" is {height!r}, "clues" has {len(clues)} rows', f"{len(clues)}")
    objects = [found.start() for found in re.finditer(r"\{[^{}]*\}", text)]
    flat = sum(len(row) for row in clues)
    text_places = Places(text)
    places = [text_places.at(start) for start in objects] if len(objects) == flat else [(0, 0)] * flat
    rows: list[tuple[Square, ...]] = []
    for r, row in enumerate(clues, start=1):
        before = sum(len(one) for one in rows)
        if len(row) != width:
            line, column = places[min(before, flat - 1)] if flat else (0, 0)
            raise PuzzleError(f'row {r} of "clues" has {len(row)} cells', f"{width!r}", line=line, column=column)
        rows.append(tuple(_xcsp3_square(one, *places[before + c]) for c, one in enumerate(row)))
    return Drawing(tuple(rows))


def _xcsp3_square(one: Any, line: int, column: int) -> Square:
    across, down = (one.get("x"), one.get("y")) if isinstance(one, dict) else (None, None)
    if type(across) is not int or type(down) is not int or across < -1 or down < -1:
        found = f"clue {json.dumps(one)[:40]}"
        raise PuzzleError(found, '{"x": across, "y": down}, -1 for no clue', line=line, column=column)
    if across == down == 0:
        return Square(True, line=line, column=column)
    across_clue = Clue(across, line, column) if across > 0 else None
    down_clue = Clue(down, line, column) if down > 0 else None
    return Square(False, 0, across_clue, down_clue, line, column)
