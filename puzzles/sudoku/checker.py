"""The plain checker of puzzles of cells: over the puzzle's groups and constraints. No code of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.family import Board, Verdict
from puzzles.latin.grouped import Group
from puzzles.sudoku.constraints import KINDS, UNARY, written
from puzzles.sudoku.graph import EDGE, Colouring
from puzzles.sudoku.puzzle import Sudoku


def judge(puzzle: Sudoku, board: Board) -> Verdict:
    """The verdict on a board of one int a cell, 0-based, -1 for an open cell, givens included.

    The score is minus the number of cells without a value (Cazenave, Learning a Prior, section 4.1). A constraint is
    judged when all its cells have values. Faults name rows and columns from 1, and values as the puzzle shows them.
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
    for group in _edges(puzzle) if isinstance(puzzle, Colouring) else puzzle.groups:
        places: dict[int, list[int]] = {}
        for cell in group.cells:
            if 0 <= board[cell] < n:
                places.setdefault(board[cell], []).append(cell)
        for value in sorted(value for value, found in places.items() if len(found) > 1):
            where = ", ".join(map(puzzle.short_name, places[value]))
            faults.append(f"{group.name}: {value + first} stands in {where}")
    legal = not faults
    for one in (*(other for other in puzzle.constraints if other.kind in UNARY), *puzzle.others):
        values = [board[cell] + first for cell in one.cells if 0 <= board[cell] < n]
        judged = len(values) == len(one.cells) or (values and one.kind in UNARY)
        if judged and not KINDS[one.kind].holds(values, one.value):
            faults.append(f"broken: {written(one, puzzle.places)}: {', '.join(map(str, values))}")
            legal = legal and one.kind not in UNARY
    open_cells = sum(1 for value in board if not 0 <= value < n)
    return Verdict(not faults and open_cells == 0, float(-open_cells), tuple(faults), legal=legal)


def _edges(puzzle: Colouring) -> Iterator[Group]:
    """The edges as they were read, not the cliques that hold them."""
    for one, other in puzzle.edges:
        yield Group(EDGE, f"{EDGE} {one + 1}-{other + 1}", (one, other))
