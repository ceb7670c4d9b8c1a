"""MiniZinc data: `h`, `w`, `grid_data` (1 = white), `h_clue` and `v_clue` rows of (row, column, length, sum).

Rows and columns count from 1 and name the black cell that holds the clue; `n_h` and `n_v` count the clues.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Drawing, Square, black, check_widths, clue, white
from puzzles.text.fields import Field, Places
from puzzles.text.quoting import quoted

_KNOWN = ("h", "w", "grid_data", "n_h", "h_clue", "n_v", "v_clue")
_SIGN = re.compile(r"^[ \t]*(grid_data|h_clue|v_clue|n_h|n_v)\s*=", re.MULTILINE)
_ITEM = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([^;]*);")


@dataclass(frozen=True, slots=True)
class _Item:
    """One assignment: its name, and its rows of fields (one row with one field if it is a number)."""

    name: Field
    rows: list[list[Field]]

    def number(self) -> int:
        """The assigned number."""
        if len(self.rows) != 1 or len(self.rows[0]) != 1:
            raise self.name.error(f"{self.name.text} is a list", "a whole number")
        return self.rows[0][0].number("a whole number")


def likeness(text: str) -> float:
    """1 if one of the format's own names is assigned; else 0."""
    return 1.0 if _SIGN.search(text) else 0.0


def read(text: str) -> Drawing:
    """The drawn grid."""
    items = _items(re.sub(r"%[^\n]*", lambda found: " " * len(found.group()), text))
    for name in ("h", "w", "grid_data", "h_clue", "v_clue"):
        if name not in items:
            raise PuzzleError(f"{name} is not assigned", "h, w, grid_data, h_clue and v_clue")
    height, width = items["h"].number(), items["w"].number()
    grid = items["grid_data"]
    if len(grid.rows) != height:
        raise grid.name.error(f"grid_data has {len(grid.rows)} rows", f"{height}, as h says")
    check_widths(grid.rows, width)
    squares = [[_colour(field) for field in row] for row in grid.rows]
    for count, name in (("n_h", "h_clue"), ("n_v", "v_clue")):
        rows = items[name].rows
        if count in items and items[count].number() != len(rows):
            raise items[name].name.error(f"{name} has {len(rows)} rows", f"{items[count].number()}, as {count} says")
        check_widths(rows, 4)
        for row in rows:
            _place_clue(squares, row, across=name == "h_clue")
    return Drawing(tuple(map(tuple, squares)))


def _items(text: str) -> dict[str, _Item]:
    items: dict[str, _Item] = {}
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
        items[found[1]] = _Item(name, _rows(places, found.start(2), found[2]))
        at = found.end()
    return items


def _rows(places: Places, start: int, value: str) -> list[list[Field]]:
    """The fields of a number or of `[| a, b | c, d |]`, which may go over several lines."""
    body = value.strip()
    if not (body.startswith("[|") and body.endswith("|]") and len(body) > 3):
        return [[places.field(body, start)]]
    rows = []
    at = start + value.index("[|") + 2
    for part in body[2:-2].split("|"):
        row = []
        inner = at
        for piece in part.split(","):
            blank = len(piece) - len(piece.lstrip())
            row.append(places.field(piece.strip(), inner + (blank if piece.strip() else 0)))
            inner += len(piece) + 1
        if part.strip():
            rows.append(row)
        at += len(part) + 1
    return rows


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
    squares[r][c] = replace(squares[r][c], across=placed) if across else replace(squares[r][c], down=placed)
