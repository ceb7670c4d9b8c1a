"""The .pls format of Gomes' lsencode: `order N`, then N rows of N numbers, 0 to N - 1, -1 for a hole."""

from __future__ import annotations

import re

from puzzles.latin.formats.cells import Convention, Reading, data_lines, require_square, settle
from puzzles.latin.puzzle import HOLE, MAX_ORDER, LatinSquare, require_order
from puzzles.text.fields import Field
from puzzles.text.quoting import counted

HEADER = re.compile(r"[ \t]*order\b", re.IGNORECASE)
SHOWN_FROM_1 = "# shown to people from 1"
"""Written behind the grid, where other readers no longer look, for a square that people see from 1."""


def read(text: str) -> Reading:
    """The reading of a text whose first line begins with `order`; PuzzleError with line and column."""
    lines = [line for line in data_lines(text) if line.text.strip()]
    order = _order(lines[0])
    header = f"as line {lines[0].line} says"
    rows = [line.words(MAX_ORDER + 1) for line in lines[1 : order + 2]]
    if len(rows) < order:
        end = lines[-1].stripped().behind()
        raise end.error(f"the grid ends after {counted(len(rows), 'row')}", f"{order}, {header}")
    require_square(rows, order, header)
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


def _order(line: Field) -> int:
    """The order that the first line says."""
    words = line.words(MAX_ORDER + 1)
    if len(words) != 2:
        at = words[2] if len(words) > 2 else words[-1].behind()
        raise at.error(f"'order' is followed by {counted(len(words) - 1, 'word')}", "one whole number")
    order = words[1].number("a whole number", "the order is")
    require_order(order, words[1])
    return order
