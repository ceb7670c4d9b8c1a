"""The plain checker of Latin squares. It shares no code with the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.family import Board, Verdict
from puzzles.latin.puzzle import LatinSquare


def judge(puzzle: LatinSquare, board: Board) -> Verdict:
    """The verdict on a board of order * order ints, 0-based, -1 for an open cell, givens included.

    The score is minus the number of cells without a symbol (Cazenave, Learning a Prior, section 4.1). Faults
    name rows and columns from 1, and symbols as the puzzle shows them.
    """
    n, first = puzzle.order, puzzle.first_symbol
    if len(board) != n * n:
        fault = f"the board has {len(board)} cells; expected {n * n}"
        return Verdict(False, float(-n * n), (fault,), legal=False)
    faults = []
    for row in range(n):
        for column in range(n):
            symbol, given = board[row * n + column], puzzle.grid[row * n + column]
            place = f"row {row + 1}, column {column + 1}"
            if symbol != -1 and not 0 <= symbol < n:
                faults.append(f"{place}: {symbol + first} is out of range {first} to {n - 1 + first}")
            if given != -1 and symbol != given:
                now = "is open" if symbol == -1 else f"holds {symbol + first}"
                faults.append(f"{place}: {now}, but {given + first} is given")
    for line in range(n):
        faults += _repeats(board[line * n : line * n + n], first, f"row {line + 1}", "columns")
    for line in range(n):
        faults += _repeats(board[line::n], first, f"column {line + 1}", "rows")
    open_cells = sum(1 for symbol in board if not 0 <= symbol < n)
    return Verdict(not faults and open_cells == 0, float(-open_cells), tuple(faults), legal=not faults)


def _repeats(cells: Sequence[int], first: int, line: str, across: str) -> list[str]:
    faults = []
    for symbol in sorted({symbol for symbol in cells if 0 <= symbol < len(cells)}):
        places = [str(place) for place, other in enumerate(cells, 1) if other == symbol]
        if len(places) > 1:
            where = ", ".join(places[:-1]) + " and " + places[-1]
            faults.append(f"{line}: {symbol + first} stands in {across} {where}")
    return faults
