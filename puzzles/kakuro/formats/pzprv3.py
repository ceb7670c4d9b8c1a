"""pzprv3 text: `pzprv3`, `kakuro`, rows, columns, then the grid with its margin, then the answers.

Rows and columns do not count the margin; the lines may be joined by `/`. In the grid `.` is white, `a,d` a
black cell with across sum a and down sum d, a single number a margin cell's sum; 0 and -1 are no clue.
Answers: a digit or `.`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.kakuro.formats.drawn_grid import Drawing, Square, black, cells_of, check_widths, clue, white
from puzzles.text.fields import Field, lines_of
from puzzles.text.quoting import quoted

_PAIR = re.compile(r"(-1|[0-9]{1,4}),(-1|[0-9]{1,4})")
_SINGLE = re.compile(r"-1|[0-9]{1,4}")


def likeness(text: str) -> float:
    """1 for pzprv3's kakuro, 0.6 for another puzzle of it (so that the refusal can name it); else 0."""
    words = text[:200].replace("/", " ").split()
    if not words or not words[0].startswith("pzprv3"):
        return 0.0
    return 1.0 if words[1:2] == ["kakuro"] else 0.6


def read(text: str) -> Drawing:
    """The drawn grid; answers are digits of its white squares."""
    lines = [line for line in _lines(text) if line]
    kind = lines[1][0] if len(lines) > 1 else Field("", lines[0][0].line, 1)
    if kind.text != "kakuro":
        raise kind.error(f"this is pzprv3 text of {quoted(kind.text)}", "kakuro")
    if len(lines) < 4:
        raise lines[-1][0].error("the text ends early", "pzprv3, kakuro, rows, columns, then the grid")
    height = lines[2][0].number("the number of rows")
    width = lines[3][0].number("the number of columns")
    grid, answers = lines[4 : 5 + height], lines[5 + height :]
    if len(grid) != height + 1:
        at = lines[-1][0]
        raise at.error(f"the grid has {len(grid)} rows, margin included", f"{height + 1}")
    check_widths(grid, width + 1)
    if answers:
        answers = answers[:height]  # pzprv3 may go on with a history of moves
        if len(answers) != height:
            raise answers[-1][0].error(f"there are {len(answers)} rows of answers", f"{height}, or none")
        check_widths(answers, width)
    rows = []
    for r, row in enumerate(grid):
        digits = answers[r - 1] if r and answers else None
        rows.append(
            tuple(_square(field, (r, c), digits[c - 1] if c and digits else None) for c, field in enumerate(row))
        )
    return Drawing(tuple(rows))


def write(drawing: Drawing) -> str:
    """The text; open cells and black ones are `.` in the answers."""
    height, width = len(drawing.rows) - 1, len(drawing.rows[0]) - 1
    lines = ["pzprv3", "kakuro", str(height), str(width)]
    for r, row in enumerate(drawing.rows):
        lines.append(" ".join(_cell(one, r == 0, c == 0) for c, one in enumerate(row)) + " ")
    for row in drawing.rows[1:]:
        lines.append(" ".join(str(one.digit) if one.digit else "." for one in row[1:]) + " ")
    return "\n".join(lines) + "\n"


def _lines(text: str) -> Sequence[list[Field]]:
    """The fields of each line, or of each part between `/`."""
    return [cells_of(part, None) for line in lines_of(text) for part in line.parted("/")]


def _cell(square: Square, top: bool, left: bool) -> str:
    if square.white:
        return "."
    across = square.across.value if square.across else 0
    down = square.down.value if square.down else 0
    return str(down) if top else str(across) if left else f"{across},{down}"


def _square(field: Field, place: tuple[int, int], answer: Field | None) -> Square:
    r, c = place
    if r == 0 or c == 0:
        if not _SINGLE.fullmatch(field.text):
            raise field.error(f"margin cell {quoted(field.text)}", "a sum, or 0 for none")
        total = clue(int(field.text), field)
        return black(field, down=total) if r == 0 else black(field, across=total)
    if field.text == ".":
        return white(field if answer is None else answer, _digit(answer))
    found = _PAIR.fullmatch(field.text)
    if not found:
        raise field.error(f"cell {quoted(field.text)}", ". for white, or across,down such as 8,4")
    if answer is not None and answer.text != ".":
        raise answer.error(f"answer {quoted(answer.text)} in a black cell", ".")
    return black(field, clue(int(found[1]), field), clue(int(found[2]), field.part(found[2], found.start(2))))


def _digit(answer: Field | None) -> int:
    if answer is None or answer.text in (".", "0", "-1"):
        return 0
    if answer.text not in tuple("123456789"):
        raise answer.error(f"answer {quoted(answer.text)}", "a digit 1 to 9, or . for an open cell")
    return int(answer.text)
