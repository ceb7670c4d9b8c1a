"""`.puz`: the solution as a grid of digits, `0` for black, `#d` for a given digit; clues are the sums.

A first line in words is a comment, as are lines that begin with `#` and no digit. A grid that has white
cells in its first row or column has no margin: one is added.
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_of, check_widths, white
from puzzles.kakuro.puzzle import lay_runs
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

_CELL = re.compile(r"#?[0-9]")


def likeness(text: str) -> float:
    """0.9 for rows of digits with some `#d`; 0.7 with a black first row and column; else 0."""
    rows = [re.split(r"[,\s]+", line.text.strip()) for line in _grid_lines(text)]
    cells = [cell for row in rows for cell in row]
    if len(rows) < 2 or len(cells) < 4:
        return 0.0
    if sum(1 for cell in cells if not _CELL.fullmatch(cell)) * 3 > len(cells):
        return 0.0
    if any(re.fullmatch(r"#[1-9]", cell) for cell in cells):
        return 0.9
    edge = all(row[0] == "0" for row in rows) and set(rows[0]) == {"0"}
    filled = sum(1 for cell in cells if cell != "0")
    return 0.7 if edge and filled else 0.0


def read(text: str) -> Drawing:
    """The drawn grid; only digits marked with `#` are givens."""
    fields = [cells_of(line, "," if "," in line.text else None) for line in _grid_lines(text)]
    if not fields:
        raise PuzzleError("there is no grid", "rows of digits, 0 for black")
    check_widths(fields)
    for row in fields:
        for field in row:
            if not _CELL.fullmatch(field.text) or field.text == "#0":
                raise field.error(f"cell {quoted(field.text)}", "0 for black, a digit, or #digit for a given one")
    margin = any(field.text != "0" for field in [*fields[0], *(row[0] for row in fields)])
    return _with_sums(fields, 1 if margin else 0)


def _grid_lines(text: str) -> list[Field]:
    """The lines of the grid, without comments."""
    lines: list[Field] = []
    for line in used_lines(text, ("//", "%")):
        comment = re.match(r"\s*#(?!\d)", line.text) or (not lines and re.search(r"[A-Za-z]", line.text))
        if not comment:
            lines.append(line)
    return lines


def _with_sums(fields: list[list[Field]], margin: int) -> Drawing:
    """The drawing with the sum of each run in the black square before it."""
    digits = {
        (r + margin, c + margin): int(field.text.removeprefix("#"))
        for r, row in enumerate(fields)
        for c, field in enumerate(row)
        if field.text != "0"
    }
    places = list(digits)
    clues: dict[tuple[int, int, bool], Clue] = {}
    for across, line in lay_runs(places):
        row, column = places[line[0]]
        field = fields[row - margin][column - margin]
        before = (row, column - 1) if across else (row - 1, column)
        clues[*before, across] = Clue(sum(digits[places[i]] for i in line), field)
        seen: set[int] = set()
        for r, c in (places[i] for i in line):
            if digits[r, c] in seen:
                found = f"digit {digits[r, c]} repeats in its {'across' if across else 'down'} run"
                raise fields[r - margin][c - margin].error(found, "each digit at most once in a run")
            seen.add(digits[r, c])
    rows: list[tuple[Square, ...]] = []
    for r in range(len(fields) + margin):
        squares = []
        for c in range(len(fields[0]) + margin):
            inside = r >= margin and c >= margin
            field = fields[r - margin][c - margin] if inside else Field("0")
            if (r, c) in digits:
                squares.append(white(field, digits[r, c] if field.text.startswith("#") else 0))
            else:
                squares.append(black(field, clues.get((r, c, True)), clues.get((r, c, False))))
        rows.append(tuple(squares))
    note = "the text is a solution: its sums are the clues" + (", a margin was added" if margin else "")
    return Drawing(tuple(rows), note=note)
