r"""Rows of cells that hold their clues: KakuroApp's CSV, and texts whose black cells read `down\across`.

KakuroApp has a line `rows,columns`, which may be absent, then comma cells: `*` (black), `?` (open), a digit, `C19`
(down sum), `F14` (across sum) or both, `C4F14`.

`down\across` or `down:across` is in CSV, its solved print, picat text and `23:16` texts. Cells are separated by commas,
TABs (there an empty field is a white cell) or blanks. White: empty, `0`, `_`, `?`, `.` or a digit; black: `x`, `*`,
`\`, `:` or with sums on either side. Lines that begin with `#`, `%` or `//` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_of, check_widths, split_rows, white
from puzzles.kakuro.puzzle import CROSSWORD_VALUES
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

KAK_CELL = "*, ?, a digit 1 to 9, or clues such as C19, F14 or C4F14"
_KAK_CLUE = re.compile(r"([CF])([0-9]{1,4})")
_KAK_BLACK = re.compile(r"C[0-9]{1,4}(F[0-9]{1,4})?|F[0-9]{1,4}(C[0-9]{1,4})?")
_KAK_SIZE = re.compile(r"[ \t]*[0-9]{1,6}[ \t]*,[ \t]*[0-9]{1,6}[ \t,]*")

PAIR_CELL = "down\\across such as 14\\25, \\28 or 9\\, x for black, a digit or an empty cell for white"
_PAIR = re.compile(r"([0-9]{0,4})[\\:]([0-9]{0,4})")
_PAIR_IN_A_LINE = re.compile(r"(?:^|[,\s])([0-9]{0,4}[\\:][0-9]{0,4})(?=[,\s]|$)", re.MULTILINE)
_COMMENTS = ("#", "%", "//")


def kak_likeness(text: str) -> float:
    """1 for comma cells with C or F clues, or 0.9 for a size line over `*` and `?`; else 0."""
    if re.search(r"(^|,)[ \t]*[CF][0-9]+(F[0-9]+|C[0-9]+)?[ \t]*(,|$)", text, re.MULTILINE):
        return 1.0
    lines = used_lines(text)
    sized = len(lines) > 1 and _KAK_SIZE.fullmatch(lines[0].text) and re.search(r"\*\s*,", lines[1].text)
    return 0.9 if sized else 0.0


def read_kak(text: str) -> Drawing:
    """The drawn grid of KakuroApp's CSV."""
    lines = used_lines(text)
    size = cells_of(lines.pop(0), ",") if lines and _KAK_SIZE.fullmatch(lines[0].text) else None
    if not lines:
        raise PuzzleError("there is no grid", f"rows of comma-separated cells: {KAK_CELL}")
    rows = [cells_of(line, ",") for line in lines]
    rows = [row[:-1] if len(row) > 1 and not row[-1].text else row for row in rows]  # a trailing comma
    if size is not None:
        height, width = (field.number("a whole number") for field in size[:2])
        if len(rows) != height:
            raise size[0].error(f"the size line says {height} rows, the grid has {len(rows)}", f"{len(rows)}")
        check_widths(rows, width)
    return Drawing(kak_squares(rows))


def kak_squares(rows: Sequence[Sequence[Field]], values: int = CROSSWORD_VALUES) -> tuple[tuple[Square, ...], ...]:
    """The squares of KakuroApp's cells; PuzzleError at a row of another length or an unknown cell."""
    check_widths(rows)
    return tuple(tuple(_kak_square(field, values) for field in row) for row in rows)


def _kak_square(field: Field, values: int) -> Square:
    text = field.text
    if text == "*":
        return black(field)
    if text == "?" or (re.fullmatch(r"[1-9][0-9]?", text) and int(text) <= values):
        return white(field, 0 if text == "?" else int(text))
    if not _KAK_BLACK.fullmatch(text):
        raise field.error(f"cell {quoted(text)}", KAK_CELL)
    clues = {found[1]: Clue(int(found[2]), field.part(found[0], found.start())) for found in _KAK_CLUE.finditer(text)}
    return black(field, clues.get("F"), clues.get("C"))


def write_kak(drawing: Drawing) -> str:
    """The text, size line first."""
    return f"{len(drawing.rows)},{len(drawing.rows[0])}\n" + _lines(drawing, kak_cell)


def kak_cell(square: Square) -> str:
    """One of KakuroApp's cells as text."""
    if square.white:
        return str(square.digit) if square.digit else "?"
    down = f"C{square.down.value}" if square.down else ""
    across = f"F{square.across.value}" if square.across else ""
    return down + across or "*"


def pairs_likeness(text: str) -> float:
    r"""0.95 if any field is two optional sums around `\`, 0.8 around `:`; else 0."""
    pairs = _PAIR_IN_A_LINE.findall(text)
    return (0.95 if any("\\" in pair for pair in pairs) else 0.8) if pairs else 0.0


def read_pairs(text: str) -> Drawing:
    r"""The drawn grid of `down\across` cells; a last line in words (`Success.`) is passed over."""
    lines = used_lines(text, _COMMENTS)
    if lines and re.fullmatch(r"[A-Za-z][A-Za-z .!]+", lines[-1].text):
        lines.pop()
    if not lines:
        raise PuzzleError("there is no grid", f"rows of cells: {PAIR_CELL}")
    rows = split_rows(lines)
    check_widths(rows)
    return Drawing(tuple(tuple(map(_pair_square, row)) for row in rows))


def _pair_square(field: Field) -> Square:
    if field.text in ("", "0", "_", "?", "."):
        return white(field)
    if field.text in ("x", "X", "*"):
        return black(field)
    if re.fullmatch("[1-9]", field.text):
        return white(field, int(field.text))
    found = _PAIR.fullmatch(field.text)
    if not found:
        raise field.error(f"cell {quoted(field.text)}", PAIR_CELL)
    down, across = (
        Clue(int(found[side]), field.part(found[side], found.start(side))) if found[side] else None for side in (1, 2)
    )
    return black(field, across, down)


def write_pairs(drawing: Drawing) -> str:
    """The text as backslash CSV: an open cell is an empty field."""
    return _lines(drawing, _pair_cell)


def _pair_cell(square: Square) -> str:
    if square.white:
        return str(square.digit) if square.digit else ""
    down, across = (str(clue.value) if clue else "" for clue in (square.down, square.across))
    return f"{down}\\{across}"


def _lines(drawing: Drawing, cell: Callable[[Square], str]) -> str:
    return "\n".join(",".join(map(cell, row)) for row in drawing.rows) + "\n"
