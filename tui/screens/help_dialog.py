"""Help about one screen: what it is for, and its keys, straight from the registry of actions."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui import actions
from tui.actions import Scope
from tui.screens.dialog import Dialog

KEYS_WIDTH = 18


class HelpDialog(Dialog[None]):
    """The help of one screen; Escape, Enter, q and ? close it."""

    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("help"))

    def __init__(self, scope: str) -> None:
        super().__init__(actions.SCREENS[scope].title)
        self.scope = scope

    def contents(self) -> ComposeResult:
        """An introduction and the tables of keys, scrolled if need be."""
        with VerticalScroll(classes="help"):
            screen = actions.SCREENS[self.scope]
            yield Static(screen.help, markup=False)
            yield Static(_keys(screen, Text()), markup=False)
            for scope in (*actions.widget_scopes(self.scope), actions.SCOPES["app"]):
                heading = Text.assemble((f"\n{scope.title}", "bold"), f"\n{scope.help}" if scope.help else "")
                yield Static(_keys(scope, heading), markup=False)

    def on_mount(self) -> None:
        """The text has the focus, so that arrows scroll it."""
        self.query_one(VerticalScroll).focus()

    def action_down(self) -> None:
        """Scrolls down."""
        self.query_one(VerticalScroll).scroll_down(animate=False)

    def action_up(self) -> None:
        """Scrolls up."""
        self.query_one(VerticalScroll).scroll_up(animate=False)


def _keys(scope: Scope, text: Text) -> Text:
    """The text, and a line for each action of the scope below it."""
    for action in scope.actions:
        text.append("\n" + action.keys_text.ljust(KEYS_WIDTH), "bold")
        text.append(action.help)
    return text
