"""The text of a puzzle being typed, with the line that is marked; what stands beside it while it is none."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from rich.text import Text
from textual.document._document import EditResult  # the base class's own types
from textual.document._edit import Edit
from textual.events import Paste
from textual.message import Message
from textual.widgets import TextArea

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.registry import LARGEST_TEXT
from tui.words.wording import shorten

LARGEST_PASTE = LARGEST_TEXT // 4
"""Characters of the largest text that is edited on the screen; larger puzzles are opened as files."""
MOST_LEFT = 10
"""Undone texts that can be brought back."""


class PuzzleText(TextArea):
    """A text area without wrapping, with line numbers."""

    DEFAULT_CSS = """
    PuzzleText, PuzzleText:focus { border: none; padding: 0; background: $background; height: 1fr; }
    """

    @dataclass
    class Refused(Message):
        """A paste was refused; the text is as it was. `size` is in characters."""

        size: int

    @dataclass
    class NothingToUndo(Message):
        """There is no change left to be undone, or done again, as the words say."""

        words: str = "There is nothing to undo."

    def __init__(self, text: str = "") -> None:
        super().__init__(text, soft_wrap=False, show_line_numbers=True, tab_behavior="focus", theme="css")
        self.marked_line = self.marked_column = 0
        self.left: list[str] = []
        """Texts that were undone before something else was typed, the newest last."""
        self._undone_from = ""

    def mark(self, line: int, column: int = 0) -> None:
        """Marks the line with that number, and the character in it, counted from 1; 0 for none."""
        if (line, column) != (self.marked_line, self.marked_column):
            self.marked_line, self.marked_column = line, column
            self._line_cache.clear()
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        """The line, bold and underlined if it is marked; the marked character reversed."""
        line = super().get_line(line_index)
        if line_index + 1 == self.marked_line:
            line.stylize("bold underline")
            if self.marked_column:
                line.stylize("reverse", self.marked_column - 1, self.marked_column)
        return line

    def put(self, text: str) -> None:
        """Replaces the whole text; undo brings the old one back."""
        self.history.checkpoint()
        self.replace(text, self.document.start, self.document.end)
        self.history.checkpoint()
        self.move_cursor((0, 0))

    def edit(self, edit: Edit) -> EditResult:
        """What was undone is kept when something else is typed."""
        if self.history.redo_stack:
            self.left = [*self.left[1 - MOST_LEFT :], self._undone_from]
        return super().edit(edit)

    def bring_back(self) -> None:
        """Puts the text here that was undone before something else was typed; again: the one before it."""
        if not self.left:
            self.post_message(self.NothingToUndo("Nothing was undone before other changes."))
            return
        text = self.left.pop()
        self.left.insert(0, self.text)
        self.put(text)

    def action_undo(self) -> None:
        before = self.text
        if not self.history.redo_stack:
            self._undone_from = before
        self.undo()
        if self.text == before:
            self.post_message(self.NothingToUndo())

    def action_redo(self) -> None:
        before = self.text
        self.redo()
        if self.text == before:
            self.post_message(self.NothingToUndo("There is nothing to do again."))

    async def _on_paste(self, event: Paste) -> None:
        if len(event.text) > LARGEST_PASTE or len(event.text) + len(self.text) > 2 * LARGEST_PASTE:
            event.prevent_default()
            event.stop()
            self.post_message(self.Refused(len(event.text)))


def invitation() -> str:
    """What stands beside an empty text: a very short puzzle of each family."""
    parts = ["Type or paste a puzzle here, in any known format; such as"]
    for one in (family.sample for family in registry.families()):
        if one is not None:
            about = f", {one.explanation}" if one.explanation else ""
            parts.append(f"{one.name}{about}:\n\n{indent(one.text.rstrip(), '  ')}")
    return "\n\n".join(parts)


def complaint(error: PuzzleError, text: str) -> str:
    """The error for people: what is wrong, and the line with a mark below the column."""
    lines = [f"! {error.message}"]
    rows = text.splitlines()
    if 0 < error.line <= len(rows):
        row = rows[error.line - 1].expandtabs(1)
        first = max(0, error.column - 24)
        number = f"{error.line}  "
        lines += ["", f"Line {error.line}" + (f", column {error.column}" if error.column else ""), ""]
        lines.append(number + shorten(row[first:], 44))
        if error.column:
            lines.append(" " * (len(number) + error.column - 1 - first) + "^")
    return "\n".join(lines)
