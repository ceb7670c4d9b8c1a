"""The half of the Edit face that is text: typed or pasted; beside it the drawn puzzle, or what is wrong and where."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import TextArea

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.text.format_table import Entry
from tui.kept.loaded import Loaded, several
from tui.screens.dialog import which_entry
from tui.screens.main_screen import MainScreen
from tui.screens.opening import ask_once, unclear
from tui.widgets.board_pane import BoardPane
from tui.widgets.puzzle_text import LARGEST_PASTE, PuzzleText, complaint, invitation
from tui.words.wording import shorten

READ_AFTER = 0.12
"""Seconds without a keystroke after which the text is read."""
LISTED = 12
"""Of a text with several puzzles, that many are named beside it."""
NAME_WIDTH = 34
LONG = 20_000
"""A text with more characters than this is read in a thread."""
CLEARED, EMPTY = "Cleared; ^z brings the text back.", "The text is empty already."
"""What is said of a text until there is one again."""
Found = Loaded | PuzzleError | tuple[Entry, ...] | None
"""The puzzle in a text, what is wrong with it, or its puzzles if there are several; None for a blank text."""
STYLE = """
EditScreen #text { width: 1fr; background: $surface; padding: 0 0 0 1; }
EditScreen #meaning { width: 1fr; }
EditScreen PuzzleText, EditScreen PuzzleText:focus { background: $surface; }
"""
"""Of the screen."""


class TextPanel(Horizontal):
    """Reads its text after each change, while it is displayed: otherwise it was not the user who changed it."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.error: PuzzleError | None = None
        self.several: tuple[Entry, ...] = ()
        """The puzzles of a text that holds more than one."""
        self._known: str | None = None  # the text that `loaded`, `error` and `several` are of
        self._reading: asyncio.Future[Found] | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="text"):
            yield PuzzleText(self.host.app.edit_text.text)
        with Vertical(id="meaning"):
            yield BoardPane(invitation(), plain=self.host.plain)

    @property
    def host(self) -> MainScreen:
        """The screen, which says things and asks."""
        return cast("MainScreen", self.screen)

    @property
    def field(self) -> PuzzleText:
        return self.query_one(PuzzleText)

    @property
    def text(self) -> str:
        return self.field.text

    def put(self, text: str) -> None:
        """Another text takes the place of this one, as one step that can be undone."""
        self.field.put(text)

    def choose(self) -> None:
        """Asks which of the text's puzzles is meant; its text replaces the whole."""
        if not self.settled():
            return
        if not self.several:
            self.host.say("The text holds no more than one puzzle.")
            return
        entries = self.several

        def take(index: int) -> None:
            entry = entries[index]
            label, _ = registry.labelled(self.text)
            self.put(f"# {label}\n{entry.text}" if label else entry.text)  # what the text is stays said
            self.field.focus()
            self.host.say(f"Taken: {entry.label}; ^z brings the whole text back.")

        self.host.ask(which_entry(entries), take)

    def clear(self) -> None:
        if not self.text:
            self.host.say(EMPTY)
            return
        self.put("")
        self.field.focus()
        self.host.say(CLEARED)

    def undo(self) -> None:
        self.field.action_undo()

    def redo(self) -> None:
        self.field.action_redo()

    def bring_back(self) -> None:
        self.field.bring_back()

    @property
    def undoes(self) -> bool:
        return bool(self.field.history._undo_stack)  # Textual has no public way to ask

    @property
    def redoes(self) -> bool:
        return bool(self.field.history._redo_stack)  # as above

    @on(TextArea.Changed)
    def _text_changed(self) -> None:
        if not self.display:
            return
        kept, said = self.host.app.edit_text, self.host.app.said
        kept.text = self.text
        if kept.text and said in (CLEARED, EMPTY):
            self.host.say("")
        if kept.text != self._known:
            self.field.mark(0)
            self.query_one(BoardPane).await_reading()
        self.read_soon()

    @on(PuzzleText.NothingToUndo)
    def _nothing_to_undo(self, event: PuzzleText.NothingToUndo) -> None:
        self.host.say(event.words)

    @on(PuzzleText.Refused)
    def _refused(self, event: PuzzleText.Refused) -> None:
        self.refuse(event.size)

    def refuse(self, size: int) -> None:
        """Says that a pasted text with that many characters is too large."""
        words = f"{size / 2**20:.1f} MiB; expected at most {LARGEST_PASTE / 2**20:g} MiB. Open larger ones as a file."
        self.host.say(f"The pasted text has {words}", error=True)

    def read_soon(self) -> None:
        """Reads the text when no key has come for a while: each change begins this again."""
        self.host.begin(self._read, "read")

    def _read_again(self) -> None:
        self._known = None
        self.read_soon()

    async def _read(self) -> None:
        """Long texts are read in a thread, one at a time; what is found of a text that has changed since is dropped."""
        await asyncio.sleep(READ_AFTER)
        text = self.text
        if len(text) <= LONG:
            self._show(_understand(text), text)
            return
        if self._reading is not None:
            await asyncio.wait([self._reading])
        self._reading = asyncio.get_running_loop().run_in_executor(None, _understand, text)
        await asyncio.wait([self._reading])
        if text == self.text:
            self._show(self._reading.result(), text)

    def settled(self) -> bool:
        """True once it is known what the text is; False, and a line that says why, while a long one is read."""
        text = self.text
        if text != self._known and len(text) > LONG:
            self.host.say("The text is still being read.")
            return False
        if text != self._known:
            self.workers.cancel_group(self.host, "read")
            self._show(_understand(text), text)
        return True

    def chosen(self) -> Loaded | None:
        """The text's puzzle; None, and a line that says why, or a question which one is meant, if there is none."""
        if not self.settled():
            return None
        if self.error is not None:
            self.host.say(self.error.message, error=True)
        elif self.several:
            self.choose()
        elif unclear(self.host.app, self.text):
            if self.host.is_current:  # else it is asked already
                ask_once(self.host.app, self._read_again)
            return None
        elif self.loaded is None:
            self.host.say("There is no text yet: type or paste a puzzle first.", error=True)
        return self.loaded

    def _show(self, found: Found, known: str) -> None:
        self._known = known
        self.several = found if isinstance(found, tuple) else ()
        self.loaded = found if isinstance(found, Loaded) else None
        self.error = found if isinstance(found, PuzzleError) else None
        self.host.show_keys()
        pane, text = self.query_one(BoardPane), self.field
        text.mark(*((self.error.line, self.error.column) if self.error and not self.several else (0, 0)))
        if self.loaded is not None:
            pane.show(self.loaded)
            if self.host.is_current and unclear(self.host.app, known):
                ask_once(self.host.app, self._read_again)
        elif self.several:
            listed = [f"  {shorten(one.label, NAME_WIDTH)}" for one in self.several[:LISTED]]
            more = [f"  ... and {len(self.several) - LISTED:,} more"] if len(self.several) > LISTED else []
            words = ["The text holds several puzzles; ^n chooses one.", "", *listed, *more]
            pane.clear(f"{len(self.several):,} puzzles", "\n".join(words))
        elif self.error is not None:
            pane.clear("Not a puzzle yet", complaint(self.error, text.text))
        else:
            pane.clear("", invitation())


def _understand(text: str) -> Found:
    if not text.strip():
        return None
    try:
        return Loaded(registry.read(text))
    except PuzzleError as error:
        found = several(text)
        return error if found is None else found[1]


def note_in(text: str) -> str:
    """What the reader of the text has assumed, such as that it is no Sudoku; empty if nothing."""
    with suppress(PuzzleError):
        note = registry.read(text).note
        return f"{note[0].upper()}{note[1:]}." if note else ""
    return ""


def clear_text(loaded: Loaded) -> str:
    """The puzzle's text, with a label where it would not say of which family it is."""
    text = loaded.text()
    return f"# {loaded.family.name}\n{text}" if registry.alike(text) else text
