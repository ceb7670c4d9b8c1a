"""Help: what the screen is for, the rules of the puzzle on it, and the keys that work now; ? again shows all keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from puzzles.family import Family
from tui.keys import key_table
from tui.keys.actions import Action, Scope
from tui.screens.text_dialog import TextDialog

MORE = "? shows all keys"
KEYS_WIDTH = 18
"""Columns of an action's keys."""


class HelpDialog(TextDialog, scope="help"):
    """The help of one screen; Escape, Enter and q close it."""

    def __init__(
        self, scope: str, offered: Sequence[Action], family: Family | None, board: Sequence[Scope] = ()
    ) -> None:
        super().__init__(key_table.SCREENS[scope].title)
        self.scope = scope
        self.offered = offered
        self.family = family
        self.board = board

    def text(self) -> ComposeResult:
        screen = key_table.SCREENS[self.scope]
        yield Static(screen.help, markup=False)
        about = self.family.about if self.family is not None else None
        if self.family is not None and about is not None:
            yield Static(Text(f"\n{self.family.title}", "bold"), markup=False)
            yield Static("\n".join(about.rules), markup=False)
            yield Static(Text("\n".join(about.papers), "italic"), markup=False)
        now = _keys(self.offered, Text("\nKeys here and now", "bold"))
        yield Static(_scopes(self.board, now), markup=False, id="now")
        yield Static(self._all(screen), markup=False, id="all")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#all").display = False
        self.hint(MORE)

    def action_all(self) -> None:
        """All keys in place of those that work now, from their first line on; again: back."""
        now, whole = self.query_one("#now"), self.query_one("#all")
        now.display, whole.display = whole.display, now.display
        shown = whole if whole.display else now
        self.hint("? shows the keys that work now" if whole.display else MORE)
        self.call_after_refresh(shown.scroll_visible, top=True, animate=False)

    def _all(self, screen: Scope) -> Text:
        text = _keys(screen.actions, Text(f"\n{screen.title}", "bold"))
        return _scopes((*key_table.widget_scopes(self.scope), key_table.SCOPES["app"]), text)


def _scopes(scopes: Sequence[Scope], text: Text) -> Text:
    """The text, then each scope with its title, its help and its keys."""
    for scope in scopes:
        text.append(f"\n\n{scope.title}", "bold")
        text.append(f"\n{scope.help}" if scope.help else "")
        _keys(scope.actions, text)
    return text


def _keys(shown: Sequence[Action], text: Text) -> Text:
    for action in shown:
        text.append("\n" + f"{action.keys_text}  ".ljust(KEYS_WIDTH), "bold")
        text.append(action.help)
    return text
