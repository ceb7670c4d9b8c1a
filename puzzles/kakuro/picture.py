"""A Kakuro as a picture: a crossword with its clues in grey cells, or the paper's square with the sums outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from puzzles.errors import PuzzleError
from puzzles.kakuro.puzzle import Kakuro
from puzzles.picture import INK, GridPage, Pen, Picture, Shape, Words, box, line, titled

CELL = 40.0
WHITE, GREY = Pen(INK, 1.4, "#ffffff"), Pen(INK, 1.4, "#d4d4d4")
SLASH = Pen(INK, 1.0)
DIGIT, CLUE, SUM = 22.0, 12.0, 17.0


def picture(puzzle: Kakuro, board: Sequence[int] | None = None) -> Picture:
    """White cells have the board's digits, given ones bold; PuzzleError if it does not fit."""
    digits = puzzle.givens if board is None else board
    if len(digits) != len(puzzle.cells):
        raise PuzzleError("the board does not fit the puzzle", f"{len(puzzle.cells)} digits, 0 for an open cell")
    shift = 1 if puzzle.square else 0
    rows, columns = puzzle.rows + shift, puzzle.columns + shift
    page = GridPage(rows, columns, CELL)
    cells = [(row + shift, column + shift) for row, column in puzzle.cells]
    shapes: list[Shape] = []
    if not puzzle.square:
        black = sorted({*product(range(rows), range(columns))}.difference(cells))
        shapes += [box(GREY, page.corner(place), CELL, CELL) for place in black]
    shapes += [box(WHITE, page.corner(place), CELL, CELL) for place in cells]
    for place, clues in puzzle.clues.items():
        x, y = page.corner(place)
        if not puzzle.square:
            shapes.append(line(SLASH, (x, y), (x + CELL, y + CELL)))
        for across, clue in clues.items():
            text = "?" if clue is None else str(clue)
            if puzzle.square:
                shapes.append(Words(text, page.middle(place), SUM))
            else:
                at = (x + 0.71 * CELL, y + 0.27 * CELL) if across else (x + 0.29 * CELL, y + 0.73 * CELL)
                shapes.append(Words(text, at, CLUE))
    for place, digit, given in zip(cells, digits, puzzle.givens, strict=True):
        if digit:
            shapes.append(Words(str(digit), page.middle(place), DIGIT, bold=bool(given)))
    about = f"digits 1 to {puzzle.values}; white cells in a row have the sum before them, and no digit twice"
    return titled(page.width, page.bottom, puzzle.title, about, shapes)
