"""A widget that shows a page of characters as it is, beside or below a board; what has changed is drawn again."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.canvas import EMPTY_PAGE, Canvas
from tui.boards.drawing import BLANK, TEXT


class PageView(Widget):
    """Subclasses make the page; kinds of pieces are names of component classes behind PREFIX, but TEXT has none."""

    PREFIX: ClassVar[str] = ""
    GROWS: ClassVar[bool] = False
    """True if it is as high as its page."""

    _shown = EMPTY_PAGE

    def page(self) -> Canvas:
        """The page for the widget's size; its width may be 0 before it has one."""
        raise NotImplementedError

    def look(self, kind: str) -> Style:
        """The style of a kind."""
        return self.get_component_rich_style(self.PREFIX + kind)

    def draw_page(self) -> None:
        """Draws what has changed of the page."""
        before, self._shown = self._shown, self.page()
        if (before.width, before.height) != (self._shown.width, self._shown.height):
            if self.GROWS and self._shown.height:
                self.styles.height = self._shown.height
            self.refresh()
        elif changes := before.changes(self._shown):
            self.refresh(*(Region(first, y, end - first, 1) for y, (first, end) in changes.items()))

    def on_resize(self) -> None:
        self.draw_page()

    def render_line(self, y: int) -> Strip:
        plain = self.rich_style
        pieces = self._shown.line(y) if y < self._shown.height else []
        styles = {piece.kind: plain if piece.kind in (BLANK, TEXT) else self.look(piece.kind) for piece in pieces}
        strip = Strip([Segment(piece.text, styles[piece.kind]) for piece in pieces])
        return strip.adjust_cell_length(self.size.width, plain).simplify()
