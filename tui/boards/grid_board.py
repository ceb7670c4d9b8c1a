"""A board that is a grid of cells, drawn line by line; only cells that have changed are sent to the terminal.

What the grid looks like is the `lay_out` of the family's GridDrawing (`tui.boards.grid`); colours and what has changed
are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rich.style import Style
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from tui.boards.canvas import line_bytes
from tui.boards.drawing import LINE, Facts, GuardedDrawing, Piece
from tui.boards.grid import ACROSS, CLUE, KINDS, SLASH, GridDrawing, GridLayout, pieces, spread
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.registry import drawing_of

MARKED = "marked"


class GridBoard(PuzzleBoard):
    """The drawn position of a puzzle whose boards have one value a cell."""

    DEFAULT_CSS = """
    GridBoard > .grid-board--given { text-style: bold; color: $foreground; }
    GridBoard > .grid-board--filled { color: $success; }
    GridBoard.-partial > .grid-board--filled { color: $secondary; }
    GridBoard > .grid-board--open { color: $text-disabled; text-style: dim; }
    GridBoard > .grid-board--black { color: $foreground 25%; background: $foreground 8%; }
    GridBoard > .grid-board--clue { color: $foreground; background: $clue-down; }
    GridBoard > .grid-board--across { color: $foreground; background: $clue-across; }
    GridBoard > .grid-board--sum { color: $secondary; text-style: bold; }
    GridBoard > .grid-board--line { color: $foreground 22%; }
    GridBoard > .grid-board--marked { color: $warning; text-style: bold underline; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"grid-board--{kind}" for kind in (*KINDS, ACROSS, MARKED, LINE)}

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.layout_of_grid = self.make_layout()
        self.geometry = spread(self.layout_of_grid, 0, 0)

    def make_layout(self) -> GridLayout:
        """The puzzle's grid; TypeError if its family draws none."""
        drawing = drawing_of(self.puzzle.family)
        if isinstance(drawing, GuardedDrawing):
            drawing = drawing.drawing
        if not isinstance(drawing, GridDrawing):
            raise TypeError(f"{self.puzzle.family} has no drawing of the class tui.boards.grid.GridDrawing")
        return drawing.lay_out(self.puzzle, self.board, plain=self.plain)

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        new, marks = tuple(board), frozenset(marked)
        changed = {*self._changed(new), *(self.marked ^ marks)}
        self.board, self.marked = new, marks
        self.draw_again(self._parts(changed).values())

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        parts = self._parts(self._changed(board)).values()
        return sum(line_bytes(self.line(part.y - self.top), part.right - self.left) for part in parts)

    def _parts(self, cells: Iterable[int]) -> dict[int, Region]:
        """The part of each line, by its number, that has all of the cells in it."""
        lines: dict[int, Region] = {}
        for index in cells:
            region = self.region_of(index)
            lines[region.y] = lines[region.y].union(region) if region.y in lines else region
        return lines

    def region_of(self, index: int) -> Region:
        """Where the board's i-th value is drawn, in the coordinates of the whole drawing with its margin."""
        row, column = self.layout_of_grid.places[index]
        x, y = self.geometry.cell_at(row, column)
        return Region(x, y, self.geometry.inner, 1)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        self.geometry = spread(self.layout_of_grid, width, height)
        return self.geometry.width, self.geometry.height

    def line(self, y: int) -> Iterable[Piece]:
        return two_toned(pieces(self.geometry, self.board, y, plain=self.plain))

    def style_of(self, piece: Piece) -> Style:
        kind = MARKED if piece.value in self.marked else piece.kind
        return self.get_component_rich_style(f"grid-board--{kind}")

    def _changed(self, board: Board) -> list[int]:
        return [i for i, (old, new) in enumerate(zip(self.board, board, strict=True)) if old != new]


def two_toned(line: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces; a clue for both directions is parted behind its slash, so that each part has its own colour."""
    for piece in line:
        if piece.kind == CLUE and SLASH in piece.text.rstrip(SLASH):
            cut = piece.text.index(SLASH) + 1
            yield Piece(piece.text[:cut], CLUE, piece.value)
            yield Piece(piece.text[cut:], ACROSS, piece.value)
        else:
            yield piece
