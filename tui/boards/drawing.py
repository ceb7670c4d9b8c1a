"""A board drawn as pieces of text, each with its kind; the widgets colour them, the commands print them. No textual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from puzzles.family import Board, Puzzle
from puzzles.parameters import Value
from tui.boards.geometry import CLUE, FILLED, GIVEN, OPEN, SUM, Cell, Geometry, GridLayout, rule, spread, upright
from tui.boards.registry import drawing_module

LINE, BLANK = "line", "blank"
"""Kinds of pieces that are no cells: the grid's lines, and the space around and between."""

Facts = Mapping[str, Value]
"""What the checker says further of a board, as `puzzles.family.Verdict` explains."""


class LayOut(Protocol):
    """A family's function that says what its grid looks like."""

    def __call__(self, puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
        """The puzzle's grid; `start` is the board before any move. In ASCII if `plain`."""


class Draw(Protocol):
    """The drawing of a family whose boards are no grids of values; beside it stands `fits(puzzle, board)`."""

    def __call__(
        self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None
    ) -> list[list[Piece]]:
        """The board for a page of that width, in ASCII if `plain`; `facts`: what the checker has said of it."""


class Piece(NamedTuple):
    """Some text of one kind; `value` is the index of the board's value that it shows, -1 for none."""

    text: str
    kind: str
    value: int = -1


def layout_of(puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
    """The puzzle's grid; KeyError if its family has none."""
    lay_out: LayOut = drawing_module(puzzle.family).lay_out
    return lay_out(puzzle, start, plain=plain)


def draw(
    puzzle: Puzzle, start: Board, board: Board, *, width: int, plain: bool, facts: Facts | None = None
) -> list[list[Piece]]:
    """The board for a page of that width, line by line; `start` is the puzzle's board before any move."""
    module = drawing_module(puzzle.family)
    if hasattr(module, "draw"):
        own: Draw = module.draw
        return own(puzzle, board, width=width, plain=plain, facts=facts)
    return text_lines(layout_of(puzzle, start, plain=plain), board, width=width, plain=plain)


def drawable(puzzle: Puzzle, start: Board, board: Board) -> bool:
    """True if the board has the form that the puzzle's boards have; a run's folder may hold anything."""
    module = drawing_module(puzzle.family)
    if hasattr(module, "fits"):
        return bool(module.fits(puzzle, board))
    return len(board) == len(start)


def pieces(geometry: Geometry, board: Board, line: int, *, plain: bool) -> Iterator[Piece]:
    """One line of the drawing, from left to right, without the origin's margin; `line` counts from its top."""
    if not geometry.lined:
        yield from _cells(geometry, board, line, plain=plain)
    elif line % 2:
        yield from _cells(geometry, board, line // 2, plain=plain)
    else:
        yield Piece(rule(geometry, line // 2, plain=plain), LINE)


def text_lines(layout: GridLayout, board: Board, *, width: int, plain: bool) -> list[list[Piece]]:
    """The whole drawing for a page of that width: with lines if cells are fixed and there is space."""
    roomy = spread(layout, width, 1 << 30)
    geometry = Geometry(layout, roomy.lined and bool(layout.fixed), roomy.pad if layout.fixed else 0, 0, 0)
    return [list(pieces(geometry, board, line, plain=plain)) for line in range(geometry.height)]


def _cells(geometry: Geometry, board: Board, row: int, *, plain: bool) -> Iterator[Piece]:
    layout = geometry.layout
    for column in range(layout.columns + (1 if geometry.lined else 0)):
        if geometry.lined:
            drawn = upright(layout, row, column)
            yield Piece(("|" if plain else "│") if drawn else " ", LINE)
        elif column and layout.gap:
            yield Piece(" " * layout.gap, BLANK)
        if column < layout.columns:
            index = layout.index.get((row, column), -1)
            cell = layout.fixed[row, column] if index < 0 else _value(layout, board, index, plain=plain)
            yield Piece(_padded(geometry, cell), cell.kind, index)


def _value(layout: GridLayout, board: Board, index: int, *, plain: bool) -> Cell:
    value = board[index]
    if value == layout.open_value:
        return Cell("." if plain else "·", OPEN)
    return Cell(str(value + layout.offset), GIVEN if index in layout.givens else FILLED)


def _padded(geometry: Geometry, cell: Cell) -> str:
    if geometry.layout.centred and cell.kind not in (CLUE, SUM):
        return cell.text.center(geometry.inner)
    return cell.text.rjust(geometry.inner - geometry.pad) + " " * geometry.pad
