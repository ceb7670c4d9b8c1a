"""Asking for a file: its path is typed, completed with Tab, or chosen among the entries of the folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input
from textual.widgets.option_list import Option

from tui import actions
from tui.folder_entries import begun_anew, completed, entries
from tui.screens.dialog import Dialog
from tui.widgets.choice import Choice
from tui.widgets.vim_list import VimList


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """The path, and the format's name if one was asked for."""

    path: Path
    format_name: str = ""


class PathDialog(Dialog[PathAnswer]):
    """Answers with a path. `suffixes` maps format names to the ends of files' names; empty: no format is asked for."""

    SCOPE: ClassVar[str] = "path"
    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("path"))

    def __init__(
        self, title: str, typed: str, *, saving: bool, suffixes: dict[str, str] | None = None, plain: bool = False
    ) -> None:
        super().__init__(title)
        self.typed = typed
        self.saving = saving
        self.suffixes = suffixes or {}
        self.plain = plain
        self._sure_of = ""

    def contents(self) -> ComposeResult:
        """The field, the format, the folder's entries."""
        yield Input(self.typed, compact=True, select_on_focus=False, placeholder="path of a file")
        if self.suffixes:
            first = next(iter(self.suffixes))
            yield Choice("format", list(self.suffixes), first, plain=self.plain)
        yield VimList(plain=self.plain, classes="suggestions")

    def on_mount(self) -> None:
        """The field has the focus."""
        field = self.query_one(Input)
        field.focus()
        field.cursor_position = len(field.value)
        self._suggest()
        if self.suffixes:
            self.hint("^t changes the format; Tab completes the path")
        else:
            self.hint("Tab completes the path; Down goes to the entries")

    def action_accept(self) -> None:
        """Takes the highlighted entry if the list has the focus, else the path as typed."""
        entry = self.query_one(VimList)
        if entry.has_focus and entry.highlighted_id is not None:
            self._type(entry.highlighted_id)
            if entry.highlighted_id.endswith("/") or self.saving:
                return
        typed = self.query_one(Input).value.strip()
        if not typed:
            self.hint("no path; expected the path of a file", error=True)
            return
        self._follow_suffix(typed)
        path = Path(typed).expanduser()
        if path.is_dir():
            self._type(typed.rstrip("/") + "/")
            self.hint(f"{typed} is a folder; expected a file", error=True)
        elif not self.saving and not path.exists():
            self.hint(f"{typed} does not exist; expected a file", error=True)
        elif self.saving and path.exists() and self._sure_of != typed:
            self._sure_of = typed
            self.hint(f"{typed} exists; Enter again overwrites it", error=True)
        else:
            self.dismiss(PathAnswer(path, self.query_one(Choice).value if self.suffixes else ""))

    def action_complete(self) -> None:
        """Completes the path as far as it is clear."""
        self._type(completed(self.query_one(Input).value))

    def action_down(self) -> None:
        """From the field to the entries."""
        if self.query_one(VimList).option_count:
            self.query_one(VimList).focus()

    def action_format(self) -> None:
        """The next format."""
        for choice in self.query(Choice):
            choice.action_next()

    @on(Input.Changed)
    def _suggest(self) -> None:
        typed = self.query_one(Input).value
        if begun_anew(typed) != typed:
            self._type(begun_anew(typed))  # which suggests again
            return
        self._follow_suffix(typed)
        options = [Option(Text(entry), id=entry) for entry in entries(typed)]
        self.query_one(VimList).fill(options)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()

    @on(Choice.Changed)
    def _change_suffix(self, event: Choice.Changed) -> None:
        typed = self.query_one(Input).value
        for suffix in self.suffixes.values():
            if typed.endswith(suffix):
                self._type(typed[: len(typed) - len(suffix)] + self.suffixes[event.value])
                return

    def _follow_suffix(self, typed: str) -> None:
        """The format is that of the typed end, unless the chosen one has it too or none has."""
        end = Path(typed).suffix
        for choice in self.query(Choice):
            named = [name for name, suffix in self.suffixes.items() if suffix == end]
            if named and choice.value not in named:
                choice.value = named[0]
                choice.refresh()

    def _type(self, text: str) -> None:
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)
        field.focus()
