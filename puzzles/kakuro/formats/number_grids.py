"""Grids of numbers: the paper's print; and only read: two grids of sums, `.puz`, a grid of the solution, MiniZinc data.

The paper's print: row and column sums around a full rectangle (Cazenave, Learning a Prior, section 4.2). Cells are
values, or `.`, `_`, `?`, `0` for open ones; a row of the unsolved print may have its sum alone. Between separators an
empty field is an open cell. A comment `# values 1..11` states the values.

Two grids: `rows=`, `columns=`, then `Horizontal` with across sums and `Vertical` with down sums. In each `0` is a white
cell, a sum stands in its black cell, and `#` is black without one. A digit cannot be given.

`.puz`: digits, `0` for black, `#d` for a given digit; clues are the sums. A first line in words is a comment, as are
lines that begin with `#` and no digit. A grid that has white cells in its first row or column has no margin: one is
added.

MiniZinc data: `h`, `w`, `grid_data` (1 = white), `h_clue` and `v_clue` rows of (row, column, length, sum). Rows and
columns count from 1 and name the black cell that holds the clue; `n_h` and `n_v` count the clues.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import chain

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import (
    Clue,
    Drawing,
    Square,
    assemble,
    black,
    cells_in,
    check_widths,
    clue,
    draw,
    white,
)
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE, LARGEST_VALUES, reach, with_sums
from puzzles.text.arrays import MINIZINC, assigned, blanked
from puzzles.text.fields import Field, Places, used_lines
from puzzles.text.format_table import beginning, divided, showing
from puzzles.text.quoting import counted, quoted
from puzzles.text.separated import texts_of

_SIZE = re.compile(r"(rows|columns)\s*=\s*(.*)", re.IGNORECASE)
_TITLE = re.compile(r"(horizontal|vertical)\s*:?", re.IGNORECASE)
_COMMENT = re.compile(r"\s*(?://|%|#(?!\d))")
_PUZ_CELL = re.compile(r"#?[0-9]")


def two_grids_likeness(text: str) -> float:
    """1 if a line is `Horizontal` or `Vertical` or a size; else 0."""
    lines = [line.strip() for line in text.split("\n", 50)[:50]]
    marks = [line for line in lines if line[:1] in "HhVvRrCc"]
    return 1.0 if any(_TITLE.fullmatch(line) or _SIZE.fullmatch(line) for line in marks) else 0.0


def _begins_again(line: str, above: Sequence[str]) -> bool:
    """At a size or a title that the puzzle above has had, or at a size behind its grids."""
    key = _key(line)
    if not key:
        return False
    keys = [_key(one) for one in above]
    return key in keys or (key in ("rows", "columns") and "horizontal" in keys and "vertical" in keys)


def _key(line: str) -> str:
    found = _SIZE.fullmatch(line.strip()) or _TITLE.fullmatch(line.strip())
    return found[1].lower() if found else ""


divide_two_grids = partial(divided, begins=_begins_again, at_gaps=False)


def read_two_grids(text: str) -> Drawing:
    """The drawn grid of across sums and down sums."""
    sizes: dict[str, Field] = {}
    lines: dict[str, list[Field]] = {}
    current: list[Field] | None = None
    for line in map(Field.stripped, used_lines(text)):
        size, title = _SIZE.fullmatch(line.text), _TITLE.fullmatch(line.text)
        if size:
            sizes[size[1].lower()] = line.part(size[2], size.start(2))
        elif title:
            current = lines.setdefault(title[1].lower(), [])
        elif current is None:
            raise line.error(f"found {quoted(line.text)}", "rows=, columns= or Horizontal")
        else:
            current.append(line)
    for name in ("horizontal", "vertical"):
        if not lines.get(name):
            raise PuzzleError(f"there is no {name.title()} grid", "the grids Horizontal and Vertical")
    across, down = cells_in(lines["horizontal"]), cells_in(lines["vertical"])
    for name, found in (("rows", len(across)), ("columns", len(across[0]))):
        if name in sizes and sizes[name].number("a whole number") != found:
            raise sizes[name].error(f"{name}={sizes[name].text}, the Horizontal grid has {found}", str(found))
    if len(down) != len(across):
        raise down[-1][0].error(f"the Vertical grid has {len(down)} rows", f"{len(across)}, as Horizontal")
    check_widths(across)
    check_widths(down, len(across[0]))
    return Drawing(tuple(tuple(map(_square, *pair)) for pair in zip(across, down, strict=True)))


def _square(across: Field, down: Field) -> Square:
    right, below = (-1 if one.text == "#" else one.number("#, 0 for a white cell, or a sum") for one in (across, down))
    if (right == 0) != (below == 0):
        colours = ("white", "black") if below == 0 else ("black", "white")
        raise down.error(f"{colours[0]} cell in Vertical", f"{colours[1]}, as in Horizontal")
    return white(across) if right == 0 else black(across, clue(right, across), clue(below, down))


def puz_likeness(text: str) -> float:
    """0.9 for rows of digits with some `#d`; 0.7 with a black first row and column; else 0."""
    lines = _puz_lines(text)
    rows = texts_of(lines[1:] if lines and _has_letters(lines[0]) else lines, LARGEST_SIDE)
    listed = list(chain.from_iterable(rows))
    cells = set(listed)
    count, bad = len(listed), {cell for cell in cells if not _PUZ_CELL.fullmatch(cell)}
    if len(rows) < 2 or count < 4 or (bad and sum(map(bad.__contains__, listed)) * 3 > count):
        return 0.0
    if any(re.fullmatch(r"#[1-9]", cell) for cell in cells):
        return 0.9
    edge = all(row[0] == "0" for row in rows) and set(rows[0]) == {"0"}
    return 0.7 if edge and len(cells) > 1 else 0.0


divide_puz = partial(divided, is_comment=lambda line: re.match(rf"{_COMMENT.pattern}|.*[A-Za-z]", line) is not None)
"""At blank lines; a title belongs to the puzzle below."""


def read_puz(text: str) -> Drawing:
    """The drawn grid of a solution; only digits marked with `#` are givens."""
    lines = _puz_lines(text)
    title = lines[0].text.strip() if lines and _has_letters(lines[0]) else ""
    fields = cells_in(lines[1:] if title else lines)
    if not fields:
        raise PuzzleError("there is no grid", "rows of digits, 0 for black")
    check_widths(fields)
    for field in (field for row in fields for field in row):
        if not _PUZ_CELL.fullmatch(field.text) or field.text == "#0":
            raise field.error(f"cell {quoted(field.text)}", "0 for black, a digit, or #digit for a given one")
    margin = any(field.text != "0" for field in [*fields[0], *(row[0] for row in fields)])
    rows = [[white(one, int(one.text[-1])) if one.text != "0" else black(one) for one in row] for row in fields]
    if margin:
        rows = [[Square(False)] * (len(rows[0]) + 1), *([Square(False), *row] for row in rows)]
    solved = assemble(Drawing(tuple(map(tuple, rows))))
    cells = [field for row in fields for field in row if field.text != "0"]
    note = "the text is a solution: its sums are the clues" + (", a margin was added" if margin else "")
    note += f"; its title is {quoted(title)}" if title else ""
    givens = [int(field.text[-1]) if field.text.startswith("#") else 0 for field in cells]
    return draw(with_sums(solved, solved.givens, note), givens)


def _puz_lines(text: str) -> list[Field]:
    return [line for line in used_lines(text) if not _COMMENT.match(line.text)]


def _has_letters(line: Field) -> bool:
    return re.search(r"[A-Za-z]", line.text) is not None


Rows = list[list[Field]]

_KNOWN = ("h", "w", "grid_data", "n_h", "h_clue", "n_v", "v_clue")


dzn_likeness = showing(re.compile(r"^[ \t]*(grid_data|h_clue|v_clue|n_h|n_v)\s*=", re.MULTILINE))


def read_dzn(text: str) -> Drawing:
    items = _items(blanked(r"%[^\n]*", text))
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
    for name, rows, _ in assigned(Places(text), MINIZINC, LARGEST_SIDE**2, "name = value;", may_be_empty=True):
        if name.text not in _KNOWN:
            raise name.error(f"the name {quoted(name.text)}", ", ".join(_KNOWN))
        if name.text in items:
            raise name.error(f"{name.text} is assigned twice", "one value")
        items[name.text] = name, rows
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


_VALUES = re.compile(r"^[ \t]*#[ \t]*values[ \t]+1[ \t]*\.\.[ \t]*([0-9]{1,6})[ \t]*$", re.MULTILINE | re.IGNORECASE)
_OPEN = (".", "_", "?", "0", "")


def paper_likeness(text: str) -> float:
    """1 if the values are stated; 0.9 if sums stand where the print has them; else 0."""
    if _VALUES.search(text):
        return 1.0
    lines = used_lines(text, ("#",))
    if len(lines) < 2:
        return 0.0
    cells = (row for line in lines for row in texts_of([line], LARGEST_SIDE))
    rows = (row[1:] if len(row) > 1 and not row[0] else row for row in cells)
    header = next(rows, [])
    if len(header) < 2 or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in header):
        return 0.0
    if 2 * sum(1 for word in header if int(word) > max(len(lines), len(header) + 1)) <= len(header):
        return 0.0
    shaped = [len(row) in (1, len(header) + 1) and row[0].isdigit() for row in rows]
    return 0.9 if 2 * sum(shaped) > len(shaped) else 0.0


divide_paper = partial(divided, is_comment=beginning("#"))


def read_paper(text: str) -> Drawing:
    """The drawn grid with its margin; the note says which values were assumed if the text states none."""
    cells = [cells_in([line])[0] for line in used_lines(text, ("#",))]
    rows = [row[1:] if len(row) > 1 and not row[0].text else row for row in cells]  # without the empty corner
    if len(rows) < 2:
        raise PuzzleError("there are no rows", "a row of column sums, then one row for each row sum")
    header = rows[0]
    tops = [black(one, down=Clue(one.number("the sum of a column, a whole number"), one)) for one in header]
    height, width = len(rows) - 1, len(header)
    drawn = [[Square(False, at=Field("", header[0].line, 1)), *tops]]
    for number, row in enumerate(rows[1:], start=1):
        total = row[0].number("the sum of the row, a whole number")
        margin = black(row[0], across=Clue(total, row[0]))
        drawn.append([margin, *_cells(row, number, width)])
    digits = [one.digit for row in drawn for one in row]
    stated = _stated(text)
    values = stated or _smallest(drawn, max(CROSSWORD_VALUES, height, width, *digits))
    note = "" if stated else f"values read as 1 to {values}, the fewest that reach every sum"
    return Drawing(tuple(map(tuple, drawn)), values, True, note)


def write_paper(drawing: Drawing) -> str:
    """The text, TAB-separated, with the values stated first; an empty grid as its sums alone."""
    lines = [f"# values 1..{drawing.values}"]
    header, *rows = drawing.rows
    empty = not any(one.digit for row in rows for one in row)
    lines.append("\t" + "\t".join(str(one.down.value) for one in header if one.down))
    for row in rows:
        total = str(row[0].across.value) if row[0].across else ""
        cells = [] if empty else [str(one.digit) if one.digit else "." for one in row[1:]]
        lines.append("\t".join([total, *cells]))
    return "\n".join(lines) + "\n"


def _cells(row: list[Field], number: int, width: int) -> list[Square]:
    """The row's squares; all open if it has its sum alone."""
    given = row[1:]
    if not any(field.text for field in given):
        return [white(row[0])] * width
    if len(given) != width:
        at = given[width] if len(given) > width else given[-1]
        raise at.error(f"row {number} has {counted(len(given), 'cell')} after its sum", f"{width}, or the sum alone")
    return [_white(field) for field in given]


def _white(field: Field) -> Square:
    if field.text in _OPEN:
        return white(field)
    if not re.fullmatch(r"[0-9]{1,2}", field.text) or not 1 <= int(field.text) <= LARGEST_VALUES:
        raise field.error(f"cell {quoted(field.text)}", f"a value of 1 to {LARGEST_VALUES}, or . for an open cell")
    return white(field, int(field.text))


def _stated(text: str) -> int:
    """The number of values that the comment states, 0 if there is none."""
    found = _VALUES.search(text)
    if not found:
        return 0
    values = int(found[1])
    if not 1 <= values <= LARGEST_VALUES:
        raise Places(text).field(found[1], found.start(1)).error(f"{values} values", f"1 to {LARGEST_VALUES}")
    return values


def _smallest(drawn: list[list[Square]], least: int) -> int:
    """The fewest values, from `least`, that reach every sum; `least` if none do (`assemble` says where)."""
    height, width = len(drawn) - 1, len(drawn[0]) - 1
    tallest = max(one.down.value for one in drawn[0] if one.down)
    widest = max(row[0].across.value for row in drawn if row[0].across)
    for values in range(least, LARGEST_VALUES + 1):
        if reach(height, values)[1] >= tallest and reach(width, values)[1] >= widest:
            return values
    return least
