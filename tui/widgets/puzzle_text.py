"""The text field for puzzles: marks the line of an error and the place in it; refuses a paste that can be no puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.events import Paste
from textual.message import Message
from textual.widgets import TextArea

from puzzles.registry import LARGEST_TEXT

LARGEST_PASTE = LARGEST_TEXT // 4
"""Characters of the largest text that is edited on the screen; larger puzzles are opened as files."""


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
        """There is no change left to be undone."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, soft_wrap=False, show_line_numbers=True, tab_behavior="focus", theme="css")
        self.marked_line = self.marked_column = 0

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

    @property
    def undoable(self) -> bool:
        """True if there is a change to undo."""
        return bool(self.history._undo_stack)  # Textual has no public way to ask

    def action_undo(self) -> None:
        before = self.text
        self.undo()
        if self.text == before:
            self.post_message(self.NothingToUndo())

    async def _on_paste(self, event: Paste) -> None:
        if len(event.text) > LARGEST_PASTE or len(event.text) + len(self.text) > 2 * LARGEST_PASTE:
            event.prevent_default()
            event.stop()
            self.post_message(self.Refused(len(event.text)))
