"""Asking for a file: its path is typed, completed with Tab, or chosen in its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.widgets import Input
from textual.widgets.option_list import Option

from puzzles.family import Board
from puzzles.parameters import Value
from tui.kept.loaded import Loaded, path_of
from tui.screens.dialog import Dialog
from tui.widgets.lists import VimList, has_words, rank


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """The path; the format's name and the values of other fields if they were asked for."""

    path: Path
    format_name: str = ""
    fields: Mapping[str, Value] = field(default_factory=dict)


class PathDialog(Dialog[PathAnswer], scope="path"):
    """Answers with a path.

    `names`: what may be taken in place of a file, such as `example:NAME`, each with a few words; listed before files.
    """

    def __init__(
        self,
        title: str,
        typed: str,
        *,
        saving: bool = False,
        names: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(title)
        self.typed = typed
        self.saving = saving
        self.names = names or {}
        self._sure_of = ""

    def contents(self) -> ComposeResult:
        yield Input(self.typed, compact=True, select_on_focus=False, placeholder=PLACEHOLDER[bool(self.names)])
        yield VimList(plain=self.plain, classes="suggestions")

    def on_mount(self) -> None:
        field = self.query_one(Input)
        field.focus()
        field.cursor_position = len(field.value)
        self.hint("Tab completes the path; Down goes to the entries")
        self._suggest()

    def action_accept(self) -> None:
        """Takes the highlighted entry if the list has the focus, else the path as typed."""
        if self.entry_taken():
            return
        typed = self.query_one(Input).value.strip()
        if self.names and not os.path.exists(path_of(typed)):
            self._type(typed := self.best_name(typed) or typed)
        if not typed:
            self.hint("no path; expected the path of a file", error=True)
            return
        self.follow(typed)
        if typed.partition(":")[0] in {name.partition(":")[0] for name in self.names} and not os.path.exists(typed):
            self.dismiss(PathAnswer(Path(typed)))
            return
        path = path_of(typed)
        if os.path.isdir(path):  # unlike Path.is_dir, False for a name that is too long
            self._type(typed.rstrip("/") + "/")
            self.hint(f"{typed} is a folder; expected a file", error=True)
        elif not self.saving and not os.path.exists(path):
            self.hint(f"{typed} does not exist; expected a file", error=True)
        elif self.saving and os.path.exists(path) and self._sure_of != typed:
            self._sure_of = typed
            self.hint(f"{typed} exists; Enter again overwrites it", error=True)
        else:
            self.dismiss(self.answer(path))

    def best_name(self, typed: str) -> str:
        """Of the names with all of these words the one that fits best; empty for none."""
        found = [name for name, about in self.names.items() if has_words(typed, (name, about))]
        words = typed.casefold()
        return min(found, key=lambda name: min(rank(words, name), rank(words, name.partition(":")[2])), default="")

    def answer(self, path: Path) -> PathAnswer:
        return PathAnswer(path)

    def entry_taken(self) -> bool:
        """True if the highlighted entry has been put into the field, and Enter has done what it does."""
        entry = self.query_one(VimList)
        if not entry.has_focus or entry.highlighted_id is None:
            return False
        self._type(entry.highlighted_id)
        return entry.highlighted_id.endswith("/") or self.saving

    def action_complete(self) -> None:
        self._type(completed(self.query_one(Input).value))

    async def action_down(self) -> None:
        if self.query_one(VimList).option_count:
            self.query_one(VimList).focus()

    async def action_up(self) -> None:
        self.query_one(Input).focus()

    async def action_format(self) -> None:
        """The next format, where there is a choice."""

    @on(Input.Changed)
    def _suggest(self) -> None:
        typed = self.query_one(Input).value
        if from_last_root(typed) != typed:
            self._type(from_last_root(typed))  # which suggests again
            return
        self.follow(typed)

    def follow(self, typed: str) -> None:
        """Lists what begins as typed."""
        width = max(map(len, self.names), default=0)
        found = [(name, f"{name:<{width}}  {about}") for name, about in self.names.items()]
        options = [Option(Text(text, no_wrap=True), id=name) for name, text in found if has_words(typed, (text,))]
        options += [Option(Text(entry), id=entry) for entry in entries(typed) if entry not in self.names]
        self.query_one(VimList).fill(options)

    def _type(self, text: str) -> None:
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)
        field.focus()


MOST = 200
PLACEHOLDER = ("path of a file", "part of a name, or the path of a file")


def entries(typed: str) -> list[str]:
    """The paths that begin as typed, at most MOST: folders first, with a slash at the end; hidden ones if asked for."""
    folder_text, slash, beginning = typed.rpartition("/")
    folder = path_of((folder_text or "/") if slash else ".")
    found = []
    try:
        with os.scandir(folder) as scan:
            for entry in scan:
                if entry.name.startswith(beginning) and (beginning or not entry.name.startswith(".")):
                    found.append((not entry.is_dir(), entry.name))
    except (OSError, ValueError):
        return []
    found.sort()
    return [f"{folder_text}{slash}{name}" + ("" if is_file else "/") for is_file, name in found[:MOST]]


def completed(typed: str) -> str:
    """What is typed, completed as far as all possible entries agree."""
    common = os.path.commonprefix(entries(typed))  # noqa: RUF071 - by characters is what is wanted
    return common if len(common) > len(typed) else typed


def from_last_root(typed: str) -> str:
    """The path without what stands before a `//` or `/~/`: an absolute path typed behind the suggested folder."""
    for mark in ("//", "/~/"):
        _, found, rest = typed.rpartition(mark)
        if found:
            typed = mark[1:] + rest
    return typed


def folder_of(recent: Sequence[Path]) -> str:
    """The folder of the file opened last, with a slash at its end; empty if there is none."""
    return f"{in_home(recent[0].parent)}/".replace("//", "/") if recent else ""


def in_home(path: Path) -> str:
    """The path, with `~` for the user's home folder."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def proposal(loaded: Loaded, board: Board | None, suffix: str) -> str:
    """A path to begin with: beside the source file, else in the current folder."""
    end = "" if board is None else "-best" if loaded.family.optimisation else "-board"
    if board is not None and end == "-board" and not loaded.family.slow_to_judge:
        end = "-solved" if loaded.family.judge(loaded.puzzle, board).solved else end
    source = Path(loaded.source)
    if loaded.source and source.is_absolute():
        name = f"{source.stem}{end or '-copy'}{suffix}"
        return str(source.with_name(name))
    words = loaded.source.removeprefix("example ") or loaded.puzzle.title
    stem = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or loaded.puzzle.family
    return f"{stem}{end}{suffix}"
