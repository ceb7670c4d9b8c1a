"""Tables as CSV, for all that writes one: a text that a spreadsheet would run as a formula is marked as a text."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

FORMULA = re.compile(r"'*(?:\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, CSV injection), marks before it included."""
NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")
MARK = "'"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV: numbers as they are, texts that would be formulas with a `'` before them."""
    lines = _Lines()
    csv.writer(lines, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in rows)
    return "".join(lines)


class _Lines(list[str]):
    """Lines with a line feed at their ends; `csv` quotes the characters of its own end only, which are both."""

    def write(self, line: str) -> None:
        self.append(line.removesuffix("\r\n") + "\n")


def harmless(cell: object) -> object:
    """The cell, a text that is no number with a MARK before it if a spreadsheet would run it; `as_meant` removes it."""
    if isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell):
        return MARK + cell
    return cell


def as_meant(cell: str) -> str:
    """The text that `harmless` was given, from what it wrote."""
    marked = cell.startswith(MARK) and FORMULA.match(cell) and not NUMBER.fullmatch(cell[1:])
    return cell[1:] if marked else cell
