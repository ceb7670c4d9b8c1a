"""MiniZinc data: `h`, `w`, `grid_data` (1 = white), `h_clue` and `v_clue` rows of (row, column, length, sum).

Rows and columns count from 1 and name the black cell that holds the clue; `n_h` and `n_v` count the clues.
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Drawing, Square, black, check_widths, clue, white
from puzzles.kakuro.puzzle import LARGEST_SIDE
from puzzles.text.arrays import read_array
from puzzles.text.fields import Field, Places
from puzzles.text.quoting import quoted

Rows = list[list[Field]]

_KNOWN = ("h", "w", "grid_data", "n_h", "h_clue", "n_v", "v_clue")
_SIGN = re.compile(r"^[ \t]*(grid_data|h_clue|v_clue|n_h|n_v)\s*=", re.MULTILINE)
_ITEM = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([^;]*);")


def likeness(text: str) -> float:
    """1 if one of the format's own names is assigned; else 0."""
    return 1.0 if _SIGN.search(text) else 0.0


def read(text: str) -> Drawing:
    items = _items(re.sub(r"%[^\n]*", lambda found: " " * len(found.group()), text))
    for wanted in ("h", "w", "grid_data", "h_clue", "v_clue"):
        if wanted not in items:
            raise PuzzleError(f"{wanted} is not assigned", "h, w, grid_data, h_clue and v_clue")
    height, width = _number(*items["h"]), _number(*items["w"])
    name, grid = items["grid_data"]
    if len(grid) != height:
        raise name.error(f"grid_data has {len(grid)} rows", f"{height}, as h says")
    if not grid:
        return Drawing(())
    check_widths(grid, width)
    squares = [[_colour(field) for field in row] for row in grid]
    for count, clues in (("n_h", "h_clue"), ("n_v", "v_clue")):
        name, rows = items[clues]
        if count in items and (number := _number(*items[count])) != len(rows):
            raise name.error(f"{clues} has {len(rows)} rows", f"{number}, as {count} says")
        check_widths(rows, 4)
        for row in rows:
            _place_clue(squares, row, across=clues == "h_clue")
    return Drawing(tuple(map(tuple, squares)))


def _items(text: str) -> dict[str, tuple[Field, Rows]]:
    """Of each name that is assigned its place and its rows of fields, one row with one field for a number."""
    items: dict[str, tuple[Field, Rows]] = {}
    places = Places(text)
    at = 0
    while text[at:].strip():
        found = _ITEM.match(text, at)
        if not found:
            rest = text[at:].lstrip()
            first = places.field(rest.split("\n")[0], len(text) - len(rest))
            raise first.error(f"found {quoted(first.text)}", "name = value;")
        name = places.field(found[1], found.start(1))
        if found[1] not in _KNOWN:
            raise name.error(f"the name {quoted(found[1])}", ", ".join(_KNOWN))
        if found[1] in items:
            raise name.error(f"{found[1]} is assigned twice", "one value")
        rows: Rows = [[places.field(found[2].strip(), found.start(2))]]
        if found[2].startswith("[|") and found[2].rstrip().endswith("]"):
            rows = read_array(places, found.start(2), LARGEST_SIDE**2, may_be_empty=True).rows
        items[found[1]] = name, rows
        at = found.end()
    return items


def _number(name: Field, rows: Rows) -> int:
    if len(rows) != 1 or len(rows[0]) != 1:
        raise name.error(f"{name.text} is a list", "a whole number")
    return rows[0][0].number("a whole number")


def _colour(field: Field) -> Square:
    if field.text not in ("0", "1"):
        raise field.error(f"cell {quoted(field.text)}", "0 for black or 1 for white")
    return white(field) if field.text == "1" else black(field)


def _place_clue(squares: list[list[Square]], row: list[Field], across: bool) -> None:
    """Writes one clue into its black square; its length must be that of the white cells there."""
    numbers = [field.number("a whole number") for field in row]
    r, c, length, total = numbers[0] - 1, numbers[1] - 1, numbers[2], numbers[3]
    for field, index, size in ((row[0], r, len(squares)), (row[1], c, len(squares[0]))):
        if not 0 <= index < size:
            raise field.error(f"clue at {field.text}", f"1 to {size}")
    if squares[r][c].white:
        raise row[0].error(f"clue in the white cell at row {r + 1}, column {c + 1}", "a black cell")
    line = squares[r][c + 1 :] if across else [one[c] for one in squares[r + 1 :]]
    run = next((i for i, one in enumerate(line) if not one.white), len(line))
    if run != length and run:  # a clue with no white cell at all is reported as that
        raise row[2].error(f"length {length} for a run of {run} cells", str(run))
    placed = clue(total, row[3])
    squares[r][c] = squares[r][c]._replace(across=placed) if across else squares[r][c]._replace(down=placed)
