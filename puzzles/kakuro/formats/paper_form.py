"""The paper's print: a header row of column sums, then each row led by its sum, with cells after it or not.

Cazenave, Learning a Prior, section 4.2. Cells are values, or `.`, `_`, `?`, `0` for open ones; a row of the
unsolved print may have its sum alone. Between separators an empty field is an open cell. A comment
`# values 1..11` states the values.
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_in, white
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE, LARGEST_VALUES, reach
from puzzles.text.blocks import beginning, divided
from puzzles.text.fields import Field, Places, used_lines
from puzzles.text.format_table import Entry
from puzzles.text.quoting import counted, quoted
from puzzles.text.separated import texts_of

_VALUES = re.compile(r"^[ \t]*#[ \t]*values[ \t]+1[ \t]*\.\.[ \t]*([0-9]{1,6})[ \t]*$", re.MULTILINE | re.IGNORECASE)
_OPEN = (".", "_", "?", "0", "")


def likeness(text: str) -> float:
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


def divide(text: str) -> tuple[Entry, ...]:
    """The puzzles, at blank lines."""
    return divided(text, beginning("#"))


def read(text: str) -> Drawing:
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


def write(drawing: Drawing) -> str:
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
