"""The rows of letters below an RNA's drawing, as wide as the board; they follow the base that is looked at."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.canvas import Canvas, Redrawn
from tui.boards.drawing import BLANK
from tui.boards.rna.scene import CALM_KINDS, Scene
from tui.boards.rna.text import LABEL, page

AHEAD = 8
"""Positions kept in view on both sides of the one looked at."""


class RnaStripView(Widget):
    """Draws part of a design's rows. `look` gives a kind's style, `choose` gets a position that is clicked."""

    DEFAULT_CSS = """
    RnaStripView { height: auto; width: 1fr; }
    """

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
        self._shown = self.page(scene, calm=False)
        self.styles.height = self._shown.height

    def show(self, scene: Scene, *, calm: bool, cursor: int | None) -> None:
        """Draws another design, or the same with another base looked at: only what has changed."""
        if cursor is not None and cursor != self.cursor:
            self._seek(cursor)
        self.scene, self.calm, self.cursor = scene, calm, cursor
        before, self._shown = self._shown, self.page(scene, calm=calm)
        if (before.width, before.height) != (self._shown.width, self._shown.height):
            self.styles.height = self._shown.height
            self.refresh()
            return
        changes = before.changes(self._shown)
        if changes:
            self.refresh(*(Region(first, y, end - first, 1) for y, (first, end) in changes.items()))

    def redrawn(self, scene: Scene) -> Redrawn:
        """What would be drawn anew for the design in passing."""
        return [(self._shown, self.page(scene, calm=True))]

    def on_resize(self, event: Resize) -> None:
        self.first = 0
        if self.cursor is not None:
            self._seek(self.cursor)
        self._shown = self.page(self.scene, calm=self.calm)
        self.refresh()

    def on_click(self, event: Click) -> None:
        column = self.first + event.x - LABEL
        nick = self.scene.puzzle.nick
        if event.x >= LABEL and column < self.scene.columns and not 0 < nick == column:
            self._choose(column - (0 < nick < column))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        plain = self.rich_style
        if y >= self._shown.height:
            return Strip.blank(self.size.width, plain)
        pieces = [
            Segment(one.text, plain if one.kind == BLANK else self._look(one.kind)) for one in self._shown.line(y)
        ]
        return Strip(pieces).adjust_cell_length(self.size.width, plain).simplify()

    def page(self, scene: Scene, *, calm: bool) -> Canvas:
        """The rows of a design, from the first that is shown on."""
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
