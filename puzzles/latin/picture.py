"""A Latin square as a picture, and of other puzzles of groups the lines and values: given ones are bold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from puzzles.latin.grouped import HOLE, Grouped
from puzzles.latin.puzzle import LatinSquare
from puzzles.picture import INK, GridPage, Pen, Picture, Point, Shape, Words, line, titled

CELL = 32.0
EDGE, THIN = Pen(INK, 2.4), Pen("#777777", 0.8)


class Page(GridPage):
    """Of a puzzle of groups, with its lines and values."""

    def __init__(self, puzzle: Grouped, rim: float = 0.0) -> None:
        super().__init__(puzzle.rows, puzzle.columns, CELL, rim)
        self.puzzle = puzzle

    def lines(self, areas: Sequence[object]) -> Iterator[Shape]:
        """Thin lines between cells, thick ones around them and between areas, each as long as it stays the same."""
        found: list[tuple[Pen, Point, Point]] = []
        rows, columns, cell_at = self.puzzle.rows, self.puzzle.columns, self.puzzle.cell_at
        for across, lines, length in ((1, rows, columns), (0, columns, rows)):
            for number, at in product(range(lines + 1), range(length)):
                row, column = (number, at) if across else (at, number)
                here, before = cell_at.get((row, column)), cell_at.get((row - across, column - 1 + across))
                if here is None and before is None:
                    continue
                pen = EDGE if here is None or before is None or areas[here] != areas[before] else THIN
                start, end = self.corner((row, column)), self.corner((row + 1 - across, column + across))
                if found and found[-1][0] == pen and found[-1][2] == start:
                    found[-1] = pen, found[-1][1], end
                else:
                    found.append((pen, start, end))
        yield from (line(*one) for pen in (THIN, EDGE) for one in found if one[0] == pen)

    def values(self, board: Sequence[int], blacks: Collection[int] = ()) -> Iterator[Words]:
        size = 18.0 if self.puzzle.last_symbol < 100 else 14.0
        for cell, (value, given) in enumerate(zip(board, self.puzzle.grid, strict=True)):
            if value != HOLE:
                at, colour = self.middle(self.puzzle.places[cell]), "#ffffff" if cell in blacks else INK
                yield Words(self.puzzle.symbol(value), at, size, bold=given != HOLE, colour=colour)


def picture(square: LatinSquare, board: Sequence[int] | None = None) -> Picture:
    grid = square.filled(board)
    page = Page(square)
    about = f"symbols {square.first_symbol} to {square.last_symbol}; each once in every row and column"
    shapes = [*page.lines([None] * len(grid)), *page.values(grid)]
    return titled(page.width, page.bottom, square.title, about, shapes)
