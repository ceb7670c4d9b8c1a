"""Data files of constraint models: MiniZinc .dzn and Essence' .param.

MiniZinc has `N=30; start=[| ... |];`, Essence' has `letting N = 30` and `letting start = [[ ... ]]`. Both write
symbols 1 to N and 0 for a hole (CSPLib problem 67).
"""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import Convention, Field, Reading, Rows, require_square, settle, shown
from puzzles.latin.formats.nested import Source, read_bars, read_brackets
from puzzles.latin.puzzle import require_order

ORDER_NAME = r"(?:N|n|order|size)"
DZN_ORDER = re.compile(rf"\b{ORDER_NAME}\s*=\s*([^;\s]*)")
DZN_GRID = re.compile(r"\b[A-Za-z]\w*\s*=\s*(?=\[\|)")
PARAM_ORDER = re.compile(rf"\bletting\s+{ORDER_NAME}\s*(?:=|\bbe\b)\s*(\S*)")
PARAM_GRID = re.compile(r"\bletting\s+[A-Za-z]\w*\s*(?:=|\bbe\b)\s*(?=\[)")


def read_dzn(text: str) -> Reading:
    """The reading of a MiniZinc data file; PuzzleError with line and column."""
    source = Source(re.sub(r"%[^\n]*", _blank, text))
    grid = DZN_GRID.search(source.text)
    if not grid:
        raise _no_grid(source, "start=[| ... |];")
    rows = read_bars(source, grid.end())
    return _settle(rows, _order(source, DZN_ORDER), ".dzn")


def read_param(text: str) -> Reading:
    """The reading of an Essence' parameter file; PuzzleError with line and column."""
    without_comments = re.sub(r"\$[^\n]*", _blank, text)
    source = Source(re.sub(r";[^\]\n]*", _blank, without_comments))  # `[1, 2; int(1..2)]`: an index domain
    grid = PARAM_GRID.search(source.text)
    if not grid:
        raise _no_grid(source, "letting start = [[ ... ]]")
    rows = read_brackets(source, grid.end())
    return _settle(rows, _order(source, PARAM_ORDER), ".param")


def _settle(rows: Rows, order: Field | None, format_name: str) -> Reading:
    if order is None:
        require_square(rows)
    else:
        require_square(rows, int(order.text), f"as N on line {order.line} says")
    note = f"symbols read as 1 to {len(rows)}, holes as 0 ({format_name})"
    return settle(rows, Convention(1, frozenset({"0"}), "0", note))


def _order(source: Source, pattern: re.Pattern[str]) -> Field | None:
    """The number that the file gives as the order, if it gives one."""
    match = pattern.search(source.text)
    if not match:
        return None
    at = source.field(match.group(1), match.start(1))
    if not re.fullmatch(r"[0-9]{1,6}", at.text):
        raise PuzzleError(f"N is {shown(at.text)}", "a whole number", line=at.line, column=at.column)
    require_order(int(at.text), line=at.line, column=at.column)
    return at


def _no_grid(source: Source, expected: str) -> PuzzleError:
    end = source.end()
    return PuzzleError("the text has no array of rows", expected, line=end.line, column=end.column)


def _blank(match: re.Match[str]) -> str:
    """As many spaces as the match is long, so that places stay."""
    return " " * len(match.group())
