"""Choosing one of several puzzles of a text: typing narrows the list down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from puzzles import registry
from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from tui import actions
from tui.screens.dialog import Dialog
from tui.widgets.vim_list import VimList

if TYPE_CHECKING:
    from tui.screens.area import Area


class EntryDialog(Dialog[Entry]):
    """Answers with the entry."""

    SCOPE: ClassVar[str] = "entry"
    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("entry"))

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(f"Which of the {len(entries):,} puzzles?")
        self.entries = entries

    def contents(self) -> ComposeResult:
        """A field to type a part of a name or number into, and the list."""
        yield Input("", compact=True, placeholder="part of a name, or a number")
        yield VimList(classes="suggestions")

    def on_mount(self) -> None:
        """The field has the focus, the first entry the highlight."""
        super().on_mount()
        self.query_one(Input).focus()
        self._narrow()

    def action_accept(self) -> None:
        """Answers with the highlighted entry."""
        chosen = self.query_one(VimList).highlighted_id
        if chosen is None:
            self.hint("no puzzle of that name", error=True)
        else:
            self.dismiss(self.entries[int(chosen)])

    def action_down(self) -> None:
        """From the field to the list, or down in it."""
        self._walk(VimList.action_cursor_down)

    def action_up(self) -> None:
        """Up in the list."""
        self._walk(VimList.action_cursor_up)

    def _walk(self, step: Callable[[VimList], None]) -> None:
        step(self.query_one(VimList))

    @on(Input.Changed)
    def _narrow(self) -> None:
        typed = self.query_one(Input).value.strip().casefold()
        options = [
            Option(Text(one.label, no_wrap=True), id=str(index))
            for index, one in enumerate(self.entries)
            if typed in one.label.casefold()
        ]
        exact = [str(index) for index, one in enumerate(self.entries) if typed in (str(one.number), one.key.casefold())]
        self.query_one(VimList).fill(options)
        if exact:
            self.query_one(VimList).highlight(exact[0])
        self.hint(f"{len(options):,} of {len(self.entries):,}; Up and Down choose")

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _submitted(self) -> None:
        self.action_accept()


def several(text: str) -> tuple[Family, tuple[Entry, ...]] | None:
    """The family and the puzzles of a text that holds more than one; None for one, and for what can't be read."""
    try:
        owner, entries = registry.read_entries(text)
    except PuzzleError:
        return None
    return (owner, entries) if len(entries) > 1 else None


def ask_which(screen: Area, entries: Sequence[Entry], take: Callable[[Entry], None]) -> None:
    """Opens the dialog; `take` gets the entry that was chosen."""

    def answered(entry: Entry | None) -> None:
        if entry is not None:
            take(entry)

    screen.app.push_screen(EntryDialog(entries), answered)
