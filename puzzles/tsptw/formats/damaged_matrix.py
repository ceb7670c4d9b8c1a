"""How much a text looks like a damaged matrix with windows, so that the reader of these says what is wrong with it.

All such texts begin with the number of nodes, alone on its line. No other family has such a line above rows of several
numbers, but a Latin square or a board of SameGame may get one by mistake; so something more has to speak for a matrix:
decimals, windows behind it, or rows that are neither a square's nor a board's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.tsptw.formats.rows import Row

LIKELY = 0.96
"""More than a grid with a slip gets from any other family, less than a family's own mark."""

LARGEST_COLOUR = 8
"""Of a board of SameGame."""

_WORD = re.compile(r"[+-]?(?:[0-9]+|[0-9]*([.,])[0-9]+|[0-9]+\.)(?:e[+-]?[0-9]+)?[,;]?|[+-]?(?:inf|infinity|nan)", re.I)
"""What was meant as a number: decimals with a comma, commas behind numbers, and what programs print for no number."""


def likeness(rows: Sequence[Row]) -> float:
    """LIKELY if the rows, of which the last may be torn, look like a damaged matrix with windows; else 0."""
    head, body = rows[0].words, rows[1:]
    if len(head) != 1 or not head[0].isdecimal() or not body:
        return 0.0
    wide = [row for row in body if len(row.words) > 1]
    found = [_WORD.fullmatch(word) for row in wide for word in row.words]
    numbers = [one for one in found if one]
    if 2 * len(wide) < len(body) or not wide or 4 * len(numbers) < 3 * len(found):
        return 0.0
    if 4 * sum(1 for one in numbers if one[1]) >= len(numbers):
        return LIKELY
    n = _size(int(head[0][:9]), [len(row.words) for row in body])
    if n and (_has_windows(body[n:]) or _is_foreign(body[:n], n)):
        return LIKELY
    return 0.0


def _size(n: int, widths: Sequence[int]) -> int:
    """The number of nodes, n if most rows of the matrix are about that long, or that of the rows themselves; else 0."""
    whole = widths[: min(n, max(1, len(widths) - 1))]  # the last one may be torn
    if 2 * sum(1 for width in whole if width > 1 and abs(width - n) <= max(1, n // 20)) > len(whole):
        return n
    own = widths[0]
    return own if own > 2 and [*widths[: own + 1]] == [own] * own + [2] else 0


def _has_windows(behind: Sequence[Row]) -> bool:
    """Whether most rows behind the matrix are pairs."""
    return 2 * sum(1 for row in behind if len(row.words) == 2) > len(behind)


def _is_foreign(matrix: Sequence[Row], n: int) -> bool:
    """Whether most rows are neither a Latin square's nor a board's."""
    strange = 0
    for place, row in enumerate(matrix):
        words = [word.rstrip(",;") for word in row.words]
        values = [int(word) if word.isdecimal() and len(word) < 10 else -1 for word in words]
        given = [value for value in values if value > 0]
        latin = len(set(given)) == len(given) and max(given, default=0) <= n
        diagonal = [at for at, value in enumerate(values) if value == 0] == [place]
        strange += not latin and (diagonal or max(given, default=0) > LARGEST_COLOUR)
    return 2 * strange > len(matrix)
