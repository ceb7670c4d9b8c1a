"""A dialog with text to be read, which is scrolled where there is no room for all of it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.screens.dialog import Dialog

FRAME = 11
"""Lines of the dialog around its text."""


class TextDialog(Dialog[None], scope="text"):
    """Escape, Enter and q close it."""

    def contents(self) -> ComposeResult:
        with VerticalScroll(classes="help"):
            yield from self.text()

    def text(self) -> ComposeResult:
        raise NotImplementedError

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """The text leaves room for the line of keys; what does not fit is scrolled."""
        self.query_one(VerticalScroll).styles.max_height = max(3, self.app.size.height * 94 // 100 - FRAME)

    def action_down(self) -> None:
        self.query_one(VerticalScroll).scroll_down(animate=False)

    def action_up(self) -> None:
        self.query_one(VerticalScroll).scroll_up(animate=False)


class ReportDialog(TextDialog):
    """Lines about a board, one below the other."""

    def __init__(self, title: str, lines: tuple[str, ...]) -> None:
        super().__init__(title)
        self.lines = lines

    def text(self) -> ComposeResult:
        for line in self.lines:
            yield Static(line, markup=False)
