"""Data files of other programs: .pls of Gomes' lsencode, .dzn of MiniZinc, and .param of Essence'.

A .pls file has `order N`, then N rows of N numbers, 0 to N - 1, -1 for a hole. MiniZinc has
`N=30; start=[| ... |];`, Essence' has `letting N = 30` and `letting start = [[ ... ]]`; both write symbols 1 to N and 0
for a hole (CSPLib problem 67).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import islice

from puzzles.latin.formats.rows import Convention, Reading, data_lines, is_comment, reading_of, require_square
from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare, require_order
from puzzles.text.arrays import MINIZINC, assigned, blanked
from puzzles.text.fields import Field, Places
from puzzles.text.format_table import at_match, divided, showing
from puzzles.text.quoting import counted, quoted

PLS_ORDER = re.compile(r"[ \t]*order\b(?!\s*=).*", re.IGNORECASE)
SHOWN_FROM_1 = "# shown to people from 1"
"""Written behind the grid, where other readers no longer look, for a square that people see from 1."""

ORDER_NAMES = ("N", "n", "order", "size")
ESSENCE = re.compile(r"\s*letting\s+([A-Za-z]\w*)\s*(?:=|\bbe\b)\s*")
"""A name that is assigned in Essence'."""


def pls_likeness(text: str) -> float:
    """0.95 if the first line begins with `order`; else 0."""
    return 0.95 if any(PLS_ORDER.match(line.text) for line in islice(data_lines(text), 1)) else 0.0


divide_pls = partial(
    divided,
    is_comment=lambda line: is_comment(line) and line.rstrip() != SHOWN_FROM_1,  # which belongs to the grid above
    begins=at_match(PLS_ORDER),
    at_gaps=False,
)


def read_pls(text: str) -> Reading[LatinSquare]:
    """The reading of a text whose first line begins with `order`; PuzzleError with line and column."""
    lines = [line for line in data_lines(text) if line.text.strip()]
    order = _pls_order(lines[0])
    header = f"as line {lines[0].line} says"
    rows = [line.words(MAX_ORDER + 1) for line in lines[1 : order + 2]]
    if len(rows) < order:
        end = lines[-1].stripped().behind()
        raise end.error(f"the grid ends after {counted(len(rows), 'row')}", f"{order}, {header}")
    require_square(rows, order, header)
    first = 1 if re.search(rf"^{SHOWN_FROM_1}\s*$", text, re.MULTILINE) else 0
    note = f"symbols read as 0 to {order - 1}, holes as -1 (.pls)"
    reading = reading_of(rows, Convention(0, frozenset({"-1"}), "-1", note))
    return replace(reading, form=replace(reading.form, first_symbol=first))


def write_pls(square: LatinSquare, grid: tuple[int, ...]) -> str:
    """The grid (0-based, -1 = hole) as .pls text."""
    n = square.order
    width = max(len(str(n - 1)), 2) + 2 if HOLE in grid else len(str(n - 1)) + 1
    rows = ["".join(f"{value:{width}}" for value in grid[row * n : row * n + n]) for row in range(n)]
    trailer = [SHOWN_FROM_1] if square.first_symbol == 1 else []
    return "\n".join([f"order {n}", *rows, *trailer]) + "\n"


def _pls_order(line: Field) -> int:
    words = line.words(MAX_ORDER + 1)
    if len(words) != 2:
        at = words[2] if len(words) > 2 else words[-1].behind()
        raise at.error(f"'order' is followed by {counted(len(words) - 1, 'word')}", "one whole number")
    order = words[1].number("a whole number", "the order is")
    require_order(order, words[1])
    return order


dzn_likeness = showing(re.compile(rf"\[\||^[ \t]*(?:{'|'.join(ORDER_NAMES)})\s*=", re.MULTILINE), 0.95)


def read_dzn(text: str) -> Reading[LatinSquare]:
    """The reading of a MiniZinc data file; PuzzleError with line and column."""
    return _read_arrays(blanked(r"%[^\n]*", text), ".dzn", MINIZINC, "N=...;", "start=[| ... |];")


param_likeness = showing(re.compile(r"^[ \t]*(?:letting\b|language\s+essence)", re.IGNORECASE | re.MULTILINE), 0.95)


def read_param(text: str) -> Reading[LatinSquare]:
    """The reading of an Essence' parameter file; PuzzleError with line and column."""
    text = blanked(r"\$[^\n]*|\A\s*(?i:language\s+essence'?)\s+[0-9.]+", text)
    text = blanked(r";[^\]\n]*", text)  # `[1, 2; int(1..2)]`: an index domain
    return _read_arrays(text, ".param", ESSENCE, "letting N = ...", "letting start = [[ ... ]]")


def _read_arrays(text: str, suffix: str, name: re.Pattern[str], order: str, grid: str) -> Reading[LatinSquare]:
    """The reading of an order and an array of rows; `order`, `grid`: how they are written."""
    number, rows, places, alone = None, None, Places(text), f"{order} and {grid} alone"
    for one in assigned(places, name, MAX_ORDER, alone):
        if one.is_array and rows is None:
            rows = one.rows
        elif one.name.text in ORDER_NAMES and number is None and not one.is_array:
            number = one.rows[0][0]
            require_order(number.number("a whole number", "N is"), number)
        elif one.is_array or one.rows[0][0].text:
            raise one.name.error(f"found {quoted(one.name.text)}", alone)
    if rows is None:
        raise places.end().error("the text has no array of rows", grid)
    require_square(rows, *(() if number is None else (int(number.text), f"as N on line {number.line} says")))
    note = f"symbols read as 1 to {len(rows)}, holes as 0 ({suffix})"
    return reading_of(rows, Convention(1, frozenset({"0"}), "0", note))
