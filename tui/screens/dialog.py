"""The frame of all dialogs: a box in the middle with a title, which Escape closes without an answer; and a question."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui import actions
from tui.widgets.lines import KeyLine

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """A box with a title, contents, one line for errors and explanations, and its keys."""

    CSS_PATH = "dialog.tcss"
    SCOPE: ClassVar[str] = "help"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        """The box."""
        with Vertical(id="box"):
            yield Static(self.heading, classes="heading", markup=False)
            yield from self.contents()
            yield Static("", classes="hint", markup=False)
            line = KeyLine()
            line.show([one for one in actions.of(self.SCOPE) if one.footer])
            yield line

    def on_mount(self) -> None:
        """Takes the frame that the terminal can draw."""
        self.set_class(getattr(getattr(self.app, "options", None), "ascii", False), "-ascii")

    def contents(self) -> ComposeResult:
        """What the dialog asks or shows."""
        raise NotImplementedError

    def hint(self, text: str, *, error: bool = False) -> None:
        """Draws one line below the contents; an error begins with `! `."""
        line = self.query_one(".hint", Static)
        line.update(f"! {text}" if error else text)
        line.set_class(error, "-error")

    def action_cancel(self) -> None:
        """Closes the dialog without an answer."""
        self.dismiss(None)


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
