"""A question that is answered with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tui import actions
from tui.screens.dialog import Dialog


class ConfirmDialog(Dialog[bool]):
    """Answers True for Enter or y, False for n, None for Escape."""

    SCOPE: ClassVar[str] = "confirm"
    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("confirm"))

    def __init__(self, title: str, question: str, yes: str) -> None:
        super().__init__(title)
        self.question = question
        self.yes = yes

    def contents(self) -> ComposeResult:
        """The question."""
        yield Static(self.question, classes="question", markup=False)

    def on_mount(self) -> None:
        """Says what Enter does."""
        self.hint(f"Enter: {self.yes}    Esc: leave everything as it is")

    def action_accept(self) -> None:
        """Yes."""
        self.dismiss(True)

    def action_refuse(self) -> None:
        """No."""
        self.dismiss(False)
