"""The plain checker of Latin squares, and of the groups of other puzzles. It shares no code with the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.family import Board, Verdict
from puzzles.latin.grouped import Group, Grouped
from puzzles.latin.puzzle import LatinSquare


def judge(puzzle: LatinSquare, board: Board) -> Verdict:
    """The verdict on a board of order * order ints, as of `judge_groups`."""
    return judge_groups(puzzle, puzzle.groups, board)


def judge_groups(puzzle: Grouped, groups: Iterable[Group], board: Board) -> Verdict:
    """The verdict on a board of one int a cell, 0-based, -1 for an open cell, givens included, by groups alone.

    The score is minus the number of cells without a value (Cazenave, Learning a Prior, section 4.1). Faults name rows
    and columns from 1, and values as the puzzle shows them.
    """
    n, first, cells = puzzle.order, puzzle.first_symbol, len(puzzle.grid)
    if len(board) != cells:
        return Verdict(False, float(-cells), (f"the board has {len(board)} cells; expected {cells}",), legal=False)
    faults = []
    for cell, (value, given) in enumerate(zip(board, puzzle.grid, strict=True)):
        if value != -1 and not 0 <= value < n:
            faults.append(f"{puzzle.place_name(cell)}: {value + first} is out of range {first} to {n - 1 + first}")
        if given != -1 and value != given:
            now = "is open" if value == -1 else f"holds {value + first}"
            faults.append(f"{puzzle.place_name(cell)}: {now}, but {given + first} is given")
    for group in groups:
        places: dict[int, list[int]] = {}
        for cell in group.cells:
            if 0 <= board[cell] < n:
                places.setdefault(board[cell], []).append(cell)
        for value in sorted(value for value, found in places.items() if len(found) > 1):
            faults.append(f"{group.name}: {value + first} stands in {puzzle.within(group, places[value])}")
    open_cells = sum(1 for value in board if not 0 <= value < n)
    return Verdict(not faults and open_cells == 0, float(-open_cells), tuple(faults), legal=not faults)
