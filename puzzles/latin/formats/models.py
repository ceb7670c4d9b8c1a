"""Data files of constraint models: MiniZinc .dzn and Essence' .param.

MiniZinc has `N=30; start=[| ... |];`, Essence' has `letting N = 30` and `letting start = [[ ... ]]`. Both write
symbols 1 to N and 0 for a hole (CSPLib problem 67).
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import Convention, Reading, Rows, read_bars, read_brackets, require_square, settle
from puzzles.latin.puzzle import require_order
from puzzles.text.fields import Field, Places

ORDER_NAME = r"(?:N|n|order|size)"
DZN_ORDER = re.compile(rf"\b{ORDER_NAME}\s*=\s*([^;\s]*)")
DZN_GRID = re.compile(r"\b[A-Za-z]\w*\s*=\s*(?=\[\|)")
PARAM_ORDER = re.compile(rf"\bletting\s+{ORDER_NAME}\s*(?:=|\bbe\b)\s*(\S*)")
PARAM_GRID = re.compile(r"\bletting\s+[A-Za-z]\w*\s*(?:=|\bbe\b)\s*(?=\[)")


def read_dzn(text: str) -> Reading:
    """The reading of a MiniZinc data file; PuzzleError with line and column."""
    places = Places(re.sub(r"%[^\n]*", _blank, text))
    grid = DZN_GRID.search(places.text)
    if not grid:
        raise _no_grid(places, "start=[| ... |];")
    rows = read_bars(places, grid.end())
    return _settle(rows, _order(places, DZN_ORDER), ".dzn")


def read_param(text: str) -> Reading:
    """The reading of an Essence' parameter file; PuzzleError with line and column."""
    without_comments = re.sub(r"\$[^\n]*", _blank, text)
    places = Places(re.sub(r";[^\]\n]*", _blank, without_comments))  # `[1, 2; int(1..2)]`: an index domain
    grid = PARAM_GRID.search(places.text)
    if not grid:
        raise _no_grid(places, "letting start = [[ ... ]]")
    rows = read_brackets(places, grid.end())
    return _settle(rows, _order(places, PARAM_ORDER), ".param")


def _settle(rows: Rows, order: Field | None, format_name: str) -> Reading:
    if order is None:
        require_square(rows)
    else:
        require_square(rows, int(order.text), f"as N on line {order.line} says")
    note = f"symbols read as 1 to {len(rows)}, holes as 0 ({format_name})"
    return settle(rows, Convention(1, frozenset({"0"}), "0", note))


def _order(places: Places, pattern: re.Pattern[str]) -> Field | None:
    """The number that the file gives as the order, if it gives one."""
    match = pattern.search(places.text)
    if not match:
        return None
    at = places.field(match.group(1), match.start(1))
    require_order(at.number("a whole number", "N is"), at)
    return at


def _no_grid(places: Places, expected: str) -> PuzzleError:
    return places.end().error("the text has no array of rows", expected)


def _blank(match: re.Match[str]) -> str:
    """As many spaces as the match is long, so that places stay."""
    return " " * len(match.group())
