"""The board of a Kakuro: a crossword shape with clues as `down\\across`, or the paper's square with sums outside."""

from __future__ import annotations

from itertools import product

from puzzles.family import Board, Puzzle, own
from puzzles.kakuro.puzzle import Kakuro
from tui.boards.grid import BLACK, CLUE, SUM, Cell, GridDrawing, GridLayout

CLUE_WIDTH = 5


def lay_out(puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
    """The grid of either form; black cells hold the clues."""
    kakuro = own(puzzle, Kakuro)
    givens = frozenset(i for i, digit in enumerate(kakuro.givens) if digit)
    if kakuro.square:
        fixed = _sums(kakuro)
        return GridLayout(
            rows=kakuro.rows + 1,
            columns=kakuro.columns + 1,
            cell_width=max(len(cell.text) for cell in fixed.values()),
            places=tuple((row + 1, column + 1) for row, column in kakuro.cells),
            fixed=fixed,
            givens=givens,
        )
    return GridLayout(
        rows=kakuro.rows,
        columns=kakuro.columns,
        cell_width=CLUE_WIDTH,
        places=kakuro.cells,
        fixed=_black(kakuro, plain=plain),
        givens=givens,
        centred=True,
        gap=0,  # a clue never touches the next cell's: a black cell left of a black one has no across clue
    )


def _sums(puzzle: Kakuro) -> dict[tuple[int, int], Cell]:
    """The margin of the paper's form: column sums in row 0, row sums in column 0."""
    margin = [*((0, column) for column in range(puzzle.columns + 1)), *((row + 1, 0) for row in range(puzzle.rows))]
    return {place: Cell("".join(map(_clue, puzzle.clues.get(place, {}).values())), SUM) for place in margin}


def _black(puzzle: Kakuro, *, plain: bool) -> dict[tuple[int, int], Cell]:
    """All black cells, with the clues of the runs that start beside or below them."""
    blank = Cell(("#" if plain else "░") * CLUE_WIDTH, BLACK)
    fixed = dict.fromkeys({*product(range(puzzle.rows), range(puzzle.columns))}.difference(puzzle.cells), blank)
    for place, clues in puzzle.clues.items():
        down, across = (_clue(clues[way]) if way in clues else "" for way in (False, True))
        fixed[place] = Cell(f"{down:>2}\\{across:<2}", CLUE)
    return fixed


def _clue(clue: int | None) -> str:
    return "?" if clue is None else str(clue)


DRAWING = GridDrawing(lay_out)
