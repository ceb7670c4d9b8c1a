"""The rows of letters below an RNA's drawing, as wide as the board; they follow the base that is looked at."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from textual.events import Click

from tui.boards.canvas import Canvas, Redrawn
from tui.boards.page_view import PageView
from tui.boards.rna.scene import CALM_KINDS, Scene
from tui.boards.rna.text import LABEL, page

AHEAD = 8
"""Positions kept in view on both sides of the one looked at."""


class RnaStripView(PageView):
    """Draws part of a design's rows. `look` gives a kind's style, `choose` gets a position that is clicked."""

    DEFAULT_CSS = """
    RnaStripView { height: auto; width: 1fr; }
    """
    GROWS = True

    def __init__(
        self, scene: Scene, look: Callable[[str], Style], choose: Callable[[int], None], *, plain: bool = False
    ) -> None:
        super().__init__()
        self.scene = scene
        self.plain = plain
        self.calm = False
        self.cursor: int | None = None
        self.first = 0
        self._look = look
        self._choose = choose
        self.draw_page()

    def show(self, scene: Scene, *, calm: bool, cursor: int | None) -> None:
        """Draws another design, or the same with another base looked at."""
        if cursor is not None and cursor != self.cursor:
            self._seek(cursor)
        self.scene, self.calm, self.cursor = scene, calm, cursor
        self.draw_page()

    def redrawn(self, scene: Scene) -> Redrawn:
        """What would be drawn anew for the design in passing."""
        return [(self._shown, self._page_of(scene, calm=True))]

    def look(self, kind: str) -> Style:
        return self._look(kind)

    def page(self) -> Canvas:
        return self._page_of(self.scene, calm=self.calm)

    def on_resize(self) -> None:
        self.first = 0
        if self.cursor is not None:
            self._seek(self.cursor)
        self.draw_page()

    def on_click(self, event: Click) -> None:
        column = self.first + event.x - LABEL
        nick = self.scene.puzzle.nick
        if event.x >= LABEL and column < self.scene.columns and not 0 < nick == column:
            self._choose(column - (0 < nick < column))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def _page_of(self, scene: Scene, *, calm: bool) -> Canvas:
        width = self.size.width or LABEL + scene.columns
        rows = page(scene, width, self.first, plain=self.plain, cursor=self.cursor)
        return rows.calmed(CALM_KINDS) if calm else rows

    def _seek(self, cursor: int) -> None:
        """Moves the part that is shown no further than needed."""
        cursor = self.scene.column(cursor)
        room = max(1, self.size.width - LABEL)
        ahead = min(AHEAD, (room - 1) // 2)
        last = max(0, self.scene.columns - room)
        if cursor - ahead < self.first:
            self.first = max(0, cursor - room // 2)
        elif cursor + ahead >= self.first + room:
            self.first = cursor - room // 2
        self.first = max(0, min(self.first, last))
