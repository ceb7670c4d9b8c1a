"""KakuroApp's CSV: `rows,columns`, then comma cells.

Cells are `*` (black), `?` (open), a digit, `C19` (down sum), `F14` (across sum) or both, `C4F14`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, black, cells_of, check_widths, white
from puzzles.kakuro.puzzle import CROSSWORD_VALUES
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import quoted

CELL = "*, ?, a digit 1 to 9, or clues such as C19, F14 or C4F14"
_CLUE = re.compile(r"([CF])([0-9]{1,4})")
_BLACK = re.compile(r"C[0-9]{1,4}(F[0-9]{1,4})?|F[0-9]{1,4}(C[0-9]{1,4})?")
_HEADER = re.compile(r"[ \t]*[0-9]{1,6}[ \t]*,[ \t]*[0-9]{1,6}[ \t,]*")


def likeness(text: str) -> float:
    """1 for comma cells with C or F clues, or a size line over `*` and `?`; else 0."""
    if re.search(r"(^|,)[ \t]*[CF][0-9]+(F[0-9]+|C[0-9]+)?[ \t]*(,|$)", text, re.MULTILINE):
        return 1.0
    lines = used_lines(text)
    return 0.9 if len(lines) > 1 and _HEADER.fullmatch(lines[0].text) and re.search(r"\*\s*,", lines[1].text) else 0.0


def read(text: str) -> Drawing:
    """The drawn grid; the size line may be absent."""
    lines = used_lines(text)
    size = None
    if lines and _HEADER.fullmatch(lines[0].text):
        size = cells_of(lines[0], ",")
        lines = lines[1:]
    if not lines:
        raise PuzzleError("there is no grid", f"rows of comma-separated cells: {CELL}")
    rows = [_cells(line) for line in lines]
    if size is not None:
        expected = "a whole number"
        height, width = size[0].number(expected), size[1].number(expected)
        if len(rows) != height:
            raise size[0].error(f"the size line says {height} rows, the grid has {len(rows)}", f"{len(rows)}")
        check_widths(rows, width)
    return Drawing(squares(rows))


def squares(rows: Sequence[Sequence[Field]], values: int = CROSSWORD_VALUES) -> tuple[tuple[Square, ...], ...]:
    """The squares of the fields; PuzzleError at a ragged row or an unknown cell."""
    check_widths(rows)
    return tuple(tuple(_square(field, values) for field in row) for row in rows)


def write(drawing: Drawing) -> str:
    """The text, size line first."""
    lines = [f"{len(drawing.rows)},{len(drawing.rows[0])}"]
    lines += (",".join(cell_text(one) for one in row) for row in drawing.rows)
    return "\n".join(lines) + "\n"


def cell_text(square: Square) -> str:
    """One cell as text."""
    if square.white:
        return str(square.digit) if square.digit else "?"
    down = f"C{square.down.value}" if square.down else ""
    across = f"F{square.across.value}" if square.across else ""
    return down + across or "*"


def _cells(line: Field) -> list[Field]:
    fields = cells_of(line, ",")
    return fields[:-1] if len(fields) > 1 and not fields[-1].text else fields  # a trailing comma


def _square(field: Field, values: int) -> Square:
    text = field.text
    if text == "*":
        return black(field)
    if text == "?" or (re.fullmatch(r"[1-9][0-9]?", text) and int(text) <= values):
        return white(field, 0 if text == "?" else int(text))
    if not _BLACK.fullmatch(text):
        raise field.error(f"cell {quoted(text)}", CELL)
    clues = {found[1]: Clue(int(found[2]), field.part(found[0], found.start())) for found in _CLUE.finditer(text)}
    return black(field, clues.get("F"), clues.get("C"))
