"""Help about one screen: what it is for, and its keys, straight from the registry of actions."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui import actions
from tui.screens.dialog import Dialog

KEYS_WIDTH = 18
SCOPE_TITLES = {
    "list": "In lists",
    "board": "On the board",
    "game": "On a game's board",
    "hand": "Playing by hand (also with the mouse)",
    "strand": "On an RNA's board",
    "tour": "On a tour's board",
    "choice": "On a choice",
    "form": "In the form",
    "app": "Everywhere",
}


class HelpDialog(Dialog[None]):
    """The help of one screen; Escape, Enter, q and ? close it."""

    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("help"))

    def __init__(self, scope: str) -> None:
        super().__init__(actions.SCREEN_TITLES[scope])
        self.scope = scope

    def contents(self) -> ComposeResult:
        """An introduction and the tables of keys, scrolled if need be."""
        with VerticalScroll(classes="help"):
            yield Static(actions.INTRODUCTIONS[self.scope], markup=False)
            for scope in (self.scope, *actions.WIDGET_SCOPES[self.scope], "app"):
                yield Static(_table(scope), markup=False)

    def on_mount(self) -> None:
        """The text has the focus, so that arrows scroll it."""
        self.query_one(VerticalScroll).focus()

    def action_down(self) -> None:
        """Scrolls down."""
        self.query_one(VerticalScroll).scroll_down(animate=False)

    def action_up(self) -> None:
        """Scrolls up."""
        self.query_one(VerticalScroll).scroll_up(animate=False)


def _table(scope: str) -> Text:
    text = Text()
    if scope in SCOPE_TITLES:
        text.append(f"\n{SCOPE_TITLES[scope]}", "bold")
    for action in actions.of(scope):
        text.append("\n" + action.keys_text.ljust(KEYS_WIDTH), "bold")
        text.append(action.help)
    return text
