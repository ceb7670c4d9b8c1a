"""How much a text looks like a SameGame board in rows, and what sets it apart from other grids of integers.

A row of a board repeats its few colours. In a Latin square nothing is repeated in a row or column but what stands for a
hole, 0 among it, and a mistake or two; so repeated colours other than 0 are counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.samegame.formats.board_record import CELL, Field
from puzzles.samegame.formats.lines import HEADER, MOVES, is_move, unpacked, words
from puzzles.samegame.puzzle import unsettled

HEAD = 20_000
"""Characters that are looked at: all of a board of 64 x 64."""

FEW, MANY = 0.25, 0.5
"""Shares of repeated cells. A Latin square of order 3 with one wrong symbol has 0.11; the standard boards have 0.65 and
more, a board of 5 x 5 in 3 colours some 0.5."""


SLIPS = 20
"""One cell of so many may be none, and the text still looks like a board."""


def likeness(text: str) -> float:
    """1 with the header `# samegame`, 0.97 with a line `moves`, else by the first board's cells; 0 to 1."""
    lines = text[:HEAD].split("\n")
    if len(text) > HEAD and len(lines) > 1:
        lines.pop()  # the last line may be torn
    if any(HEADER.fullmatch(line) for line in lines[:50]):
        return 1.0
    rows = [[cell.text for cell in row] for row in _first_rows(lines)]
    cells = [cell for row in rows for cell in row]
    wrong = sum(1 for cell in cells if not CELL.fullmatch(cell))
    if not cells or wrong * SLIPS > len(cells):
        return 0.0
    if any(MOVES.fullmatch(line) for line in lines):
        return 0.97
    if wrong:  # a slip in what is a board beyond doubt is told as a board's
        return 0.92 if len(rows) > 1 and repeated(rows) > MANY else 0.0
    return _of_cells(rows)


def repeated(rows: Sequence[Sequence[str]]) -> float:
    """The share of cells, without 0 and empty ones, whose colour stood in their row (or column: the greater) before."""
    columns = [[row[at] for row in rows if at < len(row)] for at in range(max(map(len, rows)))]
    return max(_repeated_in(rows), _repeated_in(columns))


def _of_cells(rows: Sequence[Sequence[str]]) -> float:
    width = len(rows[0])
    if len(rows) == 1 or (width == 1 and any(len(row) > 1 for row in rows)):
        return 0.2  # one line, or a number that stands alone above other rows
    if set(rows[0]) == {row[0] for row in rows} == {"0"}:
        return 0.3  # a margin of 0, as a Kakuro has
    share = repeated(rows)
    if any(len(row) != width for row in rows):
        return 0.6 if share > FEW else 0.2
    cells = [-1 if cell in (".", "-1") else int(cell) for row in rows for cell in row]
    if unsettled(width, cells):
        return 0.92 if share > MANY else 0.3
    if share > FEW:
        return 0.95
    return 0.55 if share and len(rows) != width else 0.2


def _repeated_in(lines: Sequence[Sequence[str]]) -> float:
    counted = [[cell for cell in line if cell not in ("0", ".", "-1")] for line in lines]
    cells = sum(len(line) for line in counted)
    return sum(len(line) - len(set(line)) for line in counted) / cells if cells else 0.0


def _first_rows(lines: Sequence[str]) -> list[list[Field]]:
    """The rows of the first board: up to a blank line behind them, or to what looks like a move."""
    rows: list[list[Field]] = []
    for number, line in enumerate(lines, start=1):
        fields = words(number, line)
        if not fields and not line.strip() and rows:
            break
        if fields:
            if rows and (MOVES.fullmatch(line) or is_move(fields, len(rows[0]))):
                break
            rows.append(fields)
    return unpacked(rows)
