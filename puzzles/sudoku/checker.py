"""The plain checker of puzzles of cells: over the puzzle's groups and constraints. No code of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzles.family import Board, Verdict
from puzzles.latin.checker import judge_groups
from puzzles.latin.grouped import Group
from puzzles.sudoku.constraints import KINDS, UNARY, written
from puzzles.sudoku.graph import EDGE, Colouring
from puzzles.sudoku.puzzle import Sudoku


def judge(puzzle: Sudoku, board: Board) -> Verdict:
    """The verdict of `judge_groups`, and on constraints: each is judged when all its cells have values."""
    found = judge_groups(puzzle, _edges(puzzle) if isinstance(puzzle, Colouring) else puzzle.groups, board)
    if len(board) != len(puzzle.grid):
        return found
    first, faults, legal = puzzle.first_symbol, [*found.faults], found.legal
    for one in (*(other for other in puzzle.constraints if other.kind in UNARY), *puzzle.others):
        values = [board[cell] + first for cell in one.cells if 0 <= board[cell] < puzzle.order]
        judged = len(values) == len(one.cells) or (values and one.kind in UNARY)
        if judged and not KINDS[one.kind].holds(values, one.value):
            faults.append(f"broken: {written(one, puzzle.places)}: {', '.join(map(str, values))}")
            legal = legal and one.kind not in UNARY
    return replace(found, solved=found.solved and not faults, faults=tuple(faults), legal=legal)


def _edges(puzzle: Colouring) -> Iterator[Group]:
    """The edges as they were read, not the cliques that hold them."""
    for one, other in puzzle.edges:
        yield Group(EDGE, f"{EDGE} {one + 1}-{other + 1}", (one, other))
