"""Edit: a puzzle typed or pasted as text; beside it the drawn puzzle, or what is wrong and where."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import indent

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Paste
from textual.message import Message
from textual.widgets import TextArea

from puzzles import registry
from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.registry import LARGEST_TEXT
from tui.loaded import Loaded, file_text
from tui.screens.dialog import several, which_entry
from tui.screens.main_screen import MainScreen
from tui.screens.path_dialog import PathAnswer, PathDialog
from tui.widgets.board_pane import BoardPane
from tui.wording import shorten

READ_AFTER = 0.12
"""Seconds without a keystroke after which the text is read."""
LISTED = 12
"""Of a text with several puzzles, that many are named beside it."""
NAME_WIDTH = 34
LONG = 20_000
"""A text with more characters than this is read in a thread."""


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


def invitation() -> str:
    """What stands beside an empty text: a very short puzzle of each family."""
    parts = ["Type or paste a puzzle here, in any known format; such as"]
    for one in (family.sample for family in registry.families()):
        if one is not None:
            about = f", {one.explanation}" if one.explanation else ""
            parts.append(f"{one.name}{about}:\n\n{indent(one.text.rstrip(), '  ')}")
    return "\n\n".join(parts)


CLEARED, EMPTY = "Cleared; ^z brings the text back.", "The text is empty already."
"""What is said of a text until there is one again."""


Found = Loaded | PuzzleError | tuple[Entry, ...] | None
"""The puzzle in a text, what is wrong with it, or its puzzles if there are several; None for a blank text."""


class EditScreen(MainScreen, scope="edit"):
    CSS_PATH = "edit.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.error: PuzzleError | None = None
        self.several: tuple[Entry, ...] = ()
        """The puzzles of a text that holds more than one."""
        self._known: str | None = None  # the text that `loaded`, `error` and `several` are of
        self._reading: asyncio.Future[Found] | None = None
        self._incoming: str | None = None
        self._taken: Puzzle | None = None  # the puzzle that another screen handed over

    def body(self) -> ComposeResult:
        with Vertical(id="text"):
            yield PuzzleText(self.app.draft.text)
        with Vertical(id="meaning"):
            yield BoardPane(invitation(), plain=self.plain, own=self.app.own_games)

    async def on_mount(self) -> None:
        self.query_one(PuzzleText).focus()
        if self._incoming is not None:
            self._put(self._incoming)
        self.begin(self._read, "read")

    def possible(self) -> Iterable[str]:
        text = self.query_one(PuzzleText)
        names = ["choose"] if self.several else ["solve", "face", "save"] if self.loaded is not None else []
        names += ["open", "leave_text" if isinstance(self.focused, PuzzleText) else "edit"]
        undo = ["undo"] if text.history._undo_stack else []  # Textual has no public way to ask
        return [*names, *(["clear"] if text.text else []), *undo]

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Puts the puzzle's text here; undo brings the old text back."""
        self._taken = loaded.puzzle
        if self.loaded is not None and loaded.puzzle == self.loaded.puzzle:
            return  # the text stays as it was typed
        self._incoming = loaded.text()
        if self.is_mounted:
            self._put(self._incoming)

    def paste(self, text: str) -> None:
        """Puts a text here that was pasted on another screen; undo brings the old one back."""
        if len(text) > LARGEST_PASTE:
            self._refuse(PuzzleText.Refused(len(text)))
            return
        self._incoming = text
        if self.is_mounted:
            self._put(text)

    def action_open(self) -> None:
        self.ask(PathDialog("Open as text", ""), self._open)

    def action_choose(self) -> None:
        """Asks which of the text's puzzles is meant; its text replaces the whole."""
        if not self._settled():
            return
        if not self.several:
            self.say("The text holds no more than one puzzle.")
            return
        entries = self.several

        def take(index: int) -> None:
            entry = entries[index]
            label, _ = registry.labelled(self.query_one(PuzzleText).text)
            self._put(f"# {label}\n{entry.text}" if label else entry.text)  # what the text is stays said
            self.say(f"Taken: {entry.label}; ^z brings the whole text back.")

        self.ask(which_entry(entries), take)

    def action_clear(self) -> None:
        if not self.query_one(PuzzleText).text:
            self.say(EMPTY)
            return
        self._put("")
        self.say(CLEARED)

    def action_undo(self) -> None:
        self.query_one(PuzzleText).action_undo()

    def action_leave_text(self) -> None:
        board = self.query_one(BoardPane).board
        self.set_focus(board)
        self.show_keys()

    def action_edit(self) -> None:
        self.query_one(PuzzleText).focus()

    @on(TextArea.Changed)
    def _text_changed(self) -> None:
        self.app.draft.text = self.query_one(PuzzleText).text
        if self.app.draft.text and self.app.said in (CLEARED, EMPTY):
            self.say("")
        if self.app.draft.text != self._known:
            self.query_one(PuzzleText).mark(0)
            self.query_one(BoardPane).await_reading()
        self.begin(self._read, "read")

    @on(PuzzleText.NothingToUndo)
    def _nothing_to_undo(self) -> None:
        self.say("There is nothing to undo.")

    @on(PuzzleText.Refused)
    def _refuse(self, event: PuzzleText.Refused) -> None:
        size, most = event.size / 2**20, LARGEST_PASTE / 2**20
        self.say(
            f"The pasted text has {size:.1f} MiB; expected at most {most:g} MiB. Open larger ones as a file.",
            error=True,
        )

    async def _read(self) -> None:
        """Reads the text when no key has come for a while: each change begins this again.

        Long texts are read in a thread, one at a time; what is found of a text that has changed since is dropped.
        """
        await asyncio.sleep(READ_AFTER)
        text = self.query_one(PuzzleText).text
        if len(text) <= LONG:
            self._show(_understand(text), text)
            return
        if self._reading is not None:
            await asyncio.wait([self._reading])
        self._reading = asyncio.get_running_loop().run_in_executor(None, _understand, text)
        await asyncio.wait([self._reading])
        if text == self.query_one(PuzzleText).text:
            self._show(self._reading.result(), text)

    def _settled(self) -> bool:
        """True once it is known what the text is; False, and a line that says why, while a long one is read."""
        text = self.query_one(PuzzleText).text
        if text != self._known and len(text) > LONG:
            self.say("The text is still being read.")
            return False
        if text != self._known:
            self.workers.cancel_group(self, "read")
            self._show(_understand(text), text)
        return True

    def to_board(self, loaded: Loaded, face: str, *, start: bool = False) -> None:
        """As of all screens; a puzzle that was typed is kept among the user's own."""
        if loaded.puzzle != self._taken:
            self.app.own_puzzles.keep(loaded)
        super().to_board(loaded, face, start=start)

    def chosen(self) -> Loaded | None:
        if not self._settled():
            return None
        if self.error is not None:
            self.say(self.error.message, error=True)
        elif self.several:
            self.action_choose()
        elif self.loaded is None:
            self.say("There is no text yet: type or paste a puzzle first.", error=True)
        return self.loaded

    def _show(self, found: Found, known: str) -> None:
        self._known = known
        self.several = found if isinstance(found, tuple) else ()
        self.loaded = found if isinstance(found, Loaded) else None
        self.error = found if isinstance(found, PuzzleError) else None
        self.show_keys()
        pane, text = self.query_one(BoardPane), self.query_one(PuzzleText)
        text.mark(*((self.error.line, self.error.column) if self.error and not self.several else (0, 0)))
        if self.loaded is not None:
            pane.show(self.loaded)
        elif self.several:
            listed = [f"  {shorten(one.label, NAME_WIDTH)}" for one in self.several[:LISTED]]
            more = [f"  ... and {len(self.several) - LISTED:,} more"] if len(self.several) > LISTED else []
            words = ["The text holds several puzzles; ^n chooses one.", "", *listed, *more]
            pane.clear(f"{len(self.several):,} puzzles", "\n".join(words))
        elif self.error is not None:
            pane.clear("Not a puzzle yet", complaint(self.error, text.text))
        else:
            pane.clear("", invitation())

    def _open(self, answer: PathAnswer) -> None:
        with self.telling():
            text = file_text(answer.path)
            if len(text) > LARGEST_PASTE:
                self.say(f"{answer.path} is too large to be edited here; 2 Puzzles opens it.", error=True)
                return
            self._put(text)
            self.app.recent.add(answer.path)
            self.say(f"Opened {answer.path}; ^z brings the old text back.")

    def _put(self, text: str) -> None:
        self._incoming = None
        field = self.query_one(PuzzleText)
        field.put(text)
        field.focus()


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


def _understand(text: str) -> Found:
    if not text.strip():
        return None
    try:
        return Loaded(registry.read(text))
    except PuzzleError as error:
        found = several(text)
        return error if found is None else found[1]
