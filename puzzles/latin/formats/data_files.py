"""Data files of other programs: .pls of Gomes' lsencode, .dzn of MiniZinc, and .param of Essence'.

A .pls file has `order N`, then N rows of N numbers, 0 to N - 1, -1 for a hole. MiniZinc has
`N=30; start=[| ... |];`, Essence' has `letting N = 30` and `letting start = [[ ... ]]`; both write symbols 1 to N and 0
for a hole (CSPLib problem 67).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from puzzles.latin.formats.rows import Convention, Reading, data_lines, is_comment, reading_of, require_square
from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare, require_order
from puzzles.text.arrays import read_array
from puzzles.text.fields import Field, Places
from puzzles.text.format_table import at_match, divided, showing
from puzzles.text.quoting import counted, quoted

PLS_ORDER = re.compile(r"[ \t]*order\b(?!\s*=).*", re.IGNORECASE)
SHOWN_FROM_1 = "# shown to people from 1"
"""Written behind the grid, where other readers no longer look, for a square that people see from 1."""

ORDER_NAME = r"(?:N|n|order|size)"
DZN_ORDER = re.compile(rf"\b{ORDER_NAME}\s*=\s*([^;\s]*)")
DZN_GRID = re.compile(r"\b[A-Za-z]\w*\s*=\s*(?=\[\|)")
PARAM_ORDER = re.compile(rf"\bletting\s+{ORDER_NAME}\s*(?:=|\bbe\b)\s*(\S*)")
PARAM_LANGUAGE = re.compile(r"\s*language\s+essence'?\s+[0-9.]+", re.IGNORECASE)
PARAM_GRID = re.compile(r"\bletting\s+[A-Za-z]\w*\s*(?:=|\bbe\b)\s*(?=\[)")


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


dzn_likeness = showing(re.compile(rf"\[\||^[ \t]*{ORDER_NAME}\s*=", re.MULTILINE), 0.95)


def read_dzn(text: str) -> Reading[LatinSquare]:
    """The reading of a MiniZinc data file; PuzzleError with line and column."""
    places = Places(re.sub(r"%[^\n]*", _blank, text))
    return _read_arrays(places, ".dzn", (DZN_ORDER, "N=...;"), (DZN_GRID, "start=[| ... |];"))


param_likeness = showing(re.compile(r"^[ \t]*(?:letting\b|language\s+essence)", re.IGNORECASE | re.MULTILINE), 0.95)


def read_param(text: str) -> Reading[LatinSquare]:
    """The reading of an Essence' parameter file; PuzzleError with line and column."""
    without_comments = re.sub(r"\$[^\n]*", _blank, text)
    places = Places(re.sub(r";[^\]\n]*", _blank, without_comments))  # `[1, 2; int(1..2)]`: an index domain
    language = PARAM_LANGUAGE.match(places.text)
    used = [language.span()] if language else []
    order, grid = (PARAM_ORDER, "letting N = ..."), (PARAM_GRID, "letting start = [[ ... ]]")
    return _read_arrays(places, ".param", order, grid, used)


Form = tuple[re.Pattern[str], str]
"""How something is known, and how it is written."""


def _read_arrays(
    places: Places, suffix: str, order: Form, grid: Form, used: Sequence[tuple[int, int]] = ()
) -> Reading[LatinSquare]:
    """The reading of an order and an array of rows; `used`: other parts of the text that are known."""
    found = grid[0].search(places.text)
    if not found:
        raise places.end().error("the text has no array of rows", grid[1])
    rows, end = read_array(places, found.end(), MAX_ORDER)
    number, place = _order(places, order[0])
    _check_used(places, (place, (found.start(), end), *used), f"{order[1]} and {grid[1]} alone")
    require_square(rows, *(() if number is None else (int(number.text), f"as N on line {number.line} says")))
    note = f"symbols read as 1 to {len(rows)}, holes as 0 ({suffix})"
    return reading_of(rows, Convention(1, frozenset({"0"}), "0", note))


def _order(places: Places, pattern: re.Pattern[str]) -> tuple[Field | None, tuple[int, int]]:
    """The order, None if the text does not have it, and where it begins and ends."""
    match = pattern.search(places.text)
    if not match:
        return None, (0, 0)
    at = places.field(match.group(1), match.start(1))
    require_order(at.number("a whole number", "N is"), at)
    return at, match.span()


def _check_used(places: Places, used: Sequence[tuple[int, int]], expected: str) -> None:
    """PuzzleError at the first word outside of the parts that were used, each from an index to another."""
    rest = list(places.text)
    for start, end in used:
        rest[start:end] = " " * (end - start)
    left = re.search(r"[^\s;]\S*", "".join(rest))
    if left:
        raise places.field("", left.start()).error(f"found {quoted(left.group())}", expected)


def _blank(match: re.Match[str]) -> str:
    """As many spaces as the match is long, so that places stay."""
    return " " * len(match.group())
