"""A board that is a grid of cells, drawn line by line; only cells that have changed are sent to the terminal.

What the grid looks like is the family's `lay_out`, its text is `tui.boards.drawing`; colours, scrolling and
refreshing are here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from puzzles.family import Board, Puzzle
from tui.actions import bindings
from tui.boards.drawing import BLANK, LINE, layout_of, pieces
from tui.boards.geometry import KINDS, Geometry, spread

MARKED = "marked"


class GridBoard(ScrollView, can_focus=True):
    """The drawn position of one puzzle."""

    DEFAULT_CSS = """
    GridBoard { background: transparent; color: $foreground; scrollbar-size: 1 1; }
    GridBoard > .grid-board--given { text-style: bold; color: $foreground; }
    GridBoard > .grid-board--filled { color: $success; }
    GridBoard > .grid-board--open { color: $text-disabled; text-style: dim; }
    GridBoard > .grid-board--black { color: $foreground 25%; background: $foreground 8%; }
    GridBoard > .grid-board--clue { color: $foreground 85%; background: $foreground 8%; }
    GridBoard > .grid-board--sum { color: $secondary; text-style: bold; }
    GridBoard > .grid-board--line { color: $foreground 22%; }
    GridBoard > .grid-board--marked { color: $warning; text-style: bold underline; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"grid-board--{kind}" for kind in (*KINDS, MARKED, LINE)}
    BINDINGS: ClassVar[list[BindingType]] = list(bindings("board"))

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.puzzle = puzzle
        self.plain = plain
        self.layout_of_grid = layout_of(puzzle, start, plain=plain)
        self.board: tuple[int, ...] = tuple(start)
        self.marked: frozenset[int] = frozenset()
        self.geometry = spread(self.layout_of_grid, 0, 0)
        self._strips: dict[int, Strip] = {}

    def show(self, board: Board, marked: Iterable[int] = ()) -> None:
        """Draws another position of the same puzzle; cells with an index in `marked` stand out.

        Refreshes one region a line: for several in one line Textual sends the line's beginning with each.
        """
        new, marks = tuple(board), frozenset(marked)
        changed = [i for i, (old, now) in enumerate(zip(self.board, new, strict=True)) if old != now]
        changed = sorted({*changed, *(self.marked ^ marks)})
        self.board, self.marked = new, marks
        lines: dict[int, Region] = {}
        for index in changed:
            region = self.region_of(index)
            lines[region.y] = lines[region.y].union(region) if region.y in lines else region
        for line in lines:
            self._strips.pop(line, None)
        if lines:
            self.refresh(*(region.translate(-self.scroll_offset) for region in lines.values()))

    def region_of(self, index: int) -> Region:
        """Where the board's i-th value is drawn, in the coordinates of the whole drawing."""
        row, column = self.layout_of_grid.places[index]
        x, y = self.geometry.cell_at(row, column)
        return Region(x, y, self.geometry.inner, 1)

    def on_resize(self, event: Resize) -> None:
        """Chooses the geometry for the new room."""
        self._spread()

    def on_mount(self) -> None:
        self._spread()

    def notify_style_update(self) -> None:
        """Forgets drawn lines: theme or focus have changed their colours."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """The y-th visible line."""
        x, offset = self.scroll_offset
        line = y + offset
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._draw(line)
        width = self.scrollable_content_region.width
        return strip.crop_extend(x, x + width, self.rich_style)

    def _spread(self) -> None:
        room = self.content_region.size
        self.geometry = spread(self.layout_of_grid, room.width, room.height)
        self._strips.clear()
        self.virtual_size = Size(self.geometry.left + self.geometry.width, self.geometry.top + self.geometry.height)
        self.refresh()

    def _draw(self, line: int) -> Strip:
        geometry: Geometry = self.geometry
        y = line - geometry.top
        if not 0 <= y < geometry.height:
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(" " * geometry.left, self.rich_style)]
        style = self.rich_style
        for text, kind, index in pieces(geometry, self.board, y, plain=self.plain):
            if kind != BLANK:
                style = self._style(MARKED if index in self.marked else kind)
            elif style.underline or style.bgcolor != self.rich_style.bgcolor:
                style = self.rich_style
            segments.append(Segment(text, style))  # a blank takes the style before it: fewer bytes to the terminal
        return Strip(segments).simplify()

    def _style(self, kind: str) -> Style:
        return self.get_component_rich_style(f"grid-board--{kind}")
