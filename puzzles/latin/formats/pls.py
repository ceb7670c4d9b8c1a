"""The .pls format of Gomes' lsencode: `order N`, then N rows of N numbers, 0 to N - 1, -1 for a hole."""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import Convention, Reading, data_lines, require_square, settle, shown, words
from puzzles.latin.puzzle import HOLE, LatinSquare, require_order

HEADER = re.compile(r"[ \t]*order\b", re.IGNORECASE)
SHOWN_FROM_1 = "# shown to people from 1"
"""Written behind the grid, where other readers no longer look, for a square that people see from 1."""


def read(text: str) -> Reading:
    """The reading of a text whose first line begins with `order`; PuzzleError with line and column."""
    lines = [(number, line) for number, line in data_lines(text) if line.strip()]
    order, header = _order(*lines[0])
    rows = [words(number, line) for number, line in lines[1 : order + 2]]
    if len(rows) < order:
        number, line = lines[-1]
        found = f"the grid ends after {len(rows)} row{'' if len(rows) == 1 else 's'}"
        raise PuzzleError(found, f"{order}, as {header} says", line=number, column=len(line.rstrip()) + 1)
    require_square(rows, order, f"as {header} says")
    first = 1 if re.search(rf"^{SHOWN_FROM_1}\s*$", text, re.MULTILINE) else 0
    reading = settle(rows, Convention(0, frozenset({"-1"}), "-1", ""))
    note = f"symbols read as 0 to {order - 1}, holes as -1 (.pls)"
    return Reading(order, reading.values, reading.fields, first, note)


def write(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) as .pls text."""
    n = square.order
    width = max(len(str(n - 1)), 2) + 2 if HOLE in grid else len(str(n - 1)) + 1
    rows = ["".join(f"{value:{width}}" for value in grid[row * n : row * n + n]) for row in range(n)]
    trailer = [SHOWN_FROM_1] if square.first_symbol == 1 else []
    return "\n".join([f"order {n}", *rows, *trailer]) + "\n"


def _order(number: int, line: str) -> tuple[int, str]:
    """The order and a name for the line that says it."""
    found_words = words(number, line)
    if len(found_words) != 2:
        at = found_words[2].column if len(found_words) > 2 else len(line.rstrip()) + 1
        text = f"'order' is followed by {len(found_words) - 1} words"
        raise PuzzleError(text, "one whole number", line=number, column=at)
    word = found_words[1]
    if not re.fullmatch(r"[0-9]{1,6}", word.text):
        raise PuzzleError(f"the order is {shown(word.text)}", "a whole number", line=number, column=word.column)
    require_order(int(word.text), line=number, column=word.column)
    return int(word.text), f"line {number}"
