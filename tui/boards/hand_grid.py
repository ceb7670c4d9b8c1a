"""The board on which a grid of values is filled in by hand: cursor, pencil marks, and what is wrong or hinted at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from tui.boards.drawing import Piece
from tui.boards.grid import FILLED, GIVEN, OPEN, ROOMY, Geometry, GridLayout, pieces
from tui.boards.grid_board import GridBoard
from tui.boards.hand_board import HandBoard, HandView

PENCIL, WRONG, HINT, CURSOR = "pencil", "wrong", "hint", "cursor"
KINDS = (GIVEN, FILLED, OPEN, PENCIL, WRONG, HINT)
MOST_MARKS = 5
"""Pencil marks of a cell that are drawn; of more, one fewer and a sign that there are more."""
MARKED_ROOM = 3
"""Columns of a cell in which the cursor and marks have room beside the value."""
AROUND = (2, 4, 2, 4)
"""What is scrolled into view with the cursor: lines above, columns right, lines below, columns left of it."""


class HandGrid(HandBoard, GridBoard):
    """A grid in play. Its cells are wider than where it is only looked at, if there is room."""

    DEFAULT_CSS = """
    HandGrid { pointer: pointer; }
    HandGrid > .hand-grid--given { text-style: bold; color: $foreground; }
    HandGrid > .hand-grid--filled { color: $primary; }
    HandGrid > .hand-grid--open { color: $text-disabled; text-style: dim; }
    HandGrid > .hand-grid--pencil { color: $text-muted; text-style: italic; }
    HandGrid > .hand-grid--wrong { color: $error; text-style: bold underline; }
    HandGrid > .hand-grid--hint { color: $accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"hand-grid--{kind}" for kind in KINDS}

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.view = HandView(tuple(start))
        self._cells: list[Piece] = []

    def show_hand(self, view: HandView) -> None:
        before, self.view, self.board = self._cells, view, view.board
        self._cells = self._drawn()
        lines: dict[int, Region] = {}
        for index, (old, new) in enumerate(zip(before, self._cells, strict=False)):
            if old != new:
                region = self.region_of(index)
                lines[region.y] = lines[region.y].union(region) if region.y in lines else region
        self.draw_again(lines.values())
        if view.cursor is not None:
            place = self.region_of(view.cursor).grow(AROUND)
            self.scroll_to_region(place, animate=False, immediate=True)

    def beside(self, cursor: int | None, right: int, down: int) -> int | None:
        """The next cell of a value in that row or column, over others."""
        layout = self.layout_of_grid
        if cursor is None:
            return next((i for i in range(len(layout.places)) if i not in layout.givens), 0)
        row, column = layout.places[cursor]
        while 0 <= row < layout.rows and 0 <= column < layout.columns:
            row, column = row + down, column + right
            if (row, column) in layout.index:
                return layout.index[row, column]
        return None

    def pointed(self, x: int, y: int) -> int | None:
        edge = 1 if self.geometry.lined else 0
        row = (y - edge) // 2 if self.geometry.lined else y
        return self.layout_of_grid.index.get((row, (x - edge) // self.geometry.pitch))

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        self.geometry = spread_for_play(self.layout_of_grid, width, height)
        self._cells = self._drawn()
        return self.geometry.width, self.geometry.height

    def line(self, y: int) -> Iterable[Piece]:
        for piece in pieces(self.geometry, self.board, y, plain=self.plain):
            yield piece if piece.value < 0 else self._cells[piece.value]

    def style_of(self, piece: Piece) -> Style:
        if piece.value < 0:
            return super().style_of(piece)
        kind, _, cursor = piece.kind.partition("-")
        style = self.get_component_rich_style(f"hand-grid--{kind}")
        return style + Style(reverse=True, dim=False) if cursor else style

    def _drawn(self) -> list[Piece]:
        return [self._cell(index) for index in range(len(self.board))]

    def _cell(self, index: int) -> Piece:
        view, layout, room = self.view, self.layout_of_grid, self.geometry.inner
        value, here = view.board[index], index == view.cursor
        brackets = here and room >= MARKED_ROOM
        inside = room - 2 if brackets else room
        if here and view.typed:
            kind, text = FILLED, view.typed + ("_" if len(view.typed) < inside else "")
        elif value != layout.open_value:
            kind, text = GIVEN if index in layout.givens else FILLED, str(value + layout.offset)
        elif view.marks.get(index):
            kind, text = PENCIL, self._marks(view.marks[index], inside)
        else:
            kind, text = OPEN, "" if self.geometry.lined else "." if self.plain else "·"
        sign = ""
        if index in view.wrong:
            kind, sign = WRONG, "!"
        elif index in view.hint:
            kind, sign = HINT, "?"
        left = max(0, (inside - len(text)) // 2)
        text = (" " * left + text + sign).ljust(inside)
        text = text if len(text) <= inside else text.strip()  # the sign goes first where there is no room
        text = text[:inside].ljust(inside)
        return Piece(f"[{text}]" if brackets else text, kind + (f"-{CURSOR}" if here else ""), index)

    def _marks(self, marks: tuple[str, ...], room: int) -> str:
        """The pencil marks as far as there is room; a sign behind them stands for more."""
        parting = "" if all(len(one) == 1 for one in marks) else " "
        if len(marks) <= MOST_MARKS and len(parting.join(marks)) <= room:
            return parting.join(marks)
        shown = [*marks[: MOST_MARKS - 1]]
        while shown and len(parting.join(shown)) >= room:
            shown.pop()
        return parting.join(shown) + ("+" if self.plain else "…")


def spread_for_play(layout: GridLayout, width: int, height: int) -> Geometry:
    """The roomiest geometry that fits into width x height; if none does, one with lines, to be scrolled."""
    usual = Geometry(layout, True, 1 if layout.cell_width < ROOMY else 0, 0, 0)
    candidates = (
        Geometry(replace(layout, cell_width=max(ROOMY, layout.cell_width)), True, 0, 0, 0),
        usual,
        Geometry(replace(layout, cell_width=layout.cell_width + 1), False, 0, 0, 0),
        Geometry(layout, False, 0, 0, 0),
    )
    fitting = [one for one in candidates if one.width <= width and one.height <= height]
    chosen = fitting[0] if fitting else usual
    return replace(chosen, left=max(0, (width - chosen.width) // 2), top=max(0, (height - chosen.height) // 2))
