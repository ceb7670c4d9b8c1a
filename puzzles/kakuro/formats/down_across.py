r"""Texts whose black cells read `down\across` or `down:across`: CSV, its solved print, picat text, `23:16`.

Cells are separated by commas, TABs (there an empty field is a white cell) or blanks. White: empty, `0`,
`_`, `?`, `.` or a digit; black: `x`, `*`, `\`, `:` or with sums on either side. Lines that begin with `#`,
`%` or `//` are comments.
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, check_widths, split_rows, white
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

CELL = "down\\across such as 14\\25, \\28 or 9\\, x for black, a digit or an empty cell for white"
COMMENTS = ("#", "%", "//")
_BLACK = re.compile(r"([0-9]{0,4})[\\:]([0-9]{0,4})")
_SIGN = re.compile(r"(^|[,\s])([0-9]{0,4}[\\:][0-9]{0,4})(?=[,\s]|$)")
_WHITE = ("", "0", "_", "?", ".")


def likeness(text: str) -> float:
    r"""0.95 if any field is two optional sums around `\`, 0.8 around `:`; else 0."""
    signs = [found[2] for line in text.split("\n")[:200] for found in _SIGN.finditer(line)]
    if any("\\" in sign for sign in signs):
        return 0.95
    return 0.8 if signs else 0.0


def read(text: str) -> Drawing:
    """The drawn grid; a last line in words (`Success.`) is passed over."""
    lines = used_lines(text, COMMENTS)
    if lines and re.fullmatch(r"[A-Za-z][A-Za-z .!]+", lines[-1].text):
        lines = lines[:-1]
    if not lines:
        raise PuzzleError("there is no grid", f"rows of cells: {CELL}")
    rows = split_rows(lines)
    check_widths(rows)
    return Drawing(tuple(tuple(_square(field) for field in row) for row in rows))


def write(drawing: Drawing) -> str:
    """The text as backslash CSV: an open cell is an empty field."""
    return "\n".join(",".join(_cell(one) for one in row) for row in drawing.rows) + "\n"


def _cell(square: Square) -> str:
    if square.white:
        return str(square.digit) if square.digit else ""
    down = str(square.down.value) if square.down else ""
    across = str(square.across.value) if square.across else ""
    return f"{down}\\{across}"


def _square(field: Field) -> Square:
    text = field.text
    if text in _WHITE:
        return white(field)
    if text in ("x", "X", "*"):
        return black(field)
    if len(text) == 1 and text in "123456789":
        return white(field, int(text))
    found = _BLACK.fullmatch(text)
    if not found:
        raise field.error(f"cell {quoted(text)}", CELL)
    down, across = (
        Clue(int(found[side]), field.part(found[side], found.start(side))) if found[side] else None for side in (1, 2)
    )
    return black(field, across, down)
