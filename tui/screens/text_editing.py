"""The text of the Edit face: typed or pasted; beside it the drawn puzzle, or what is wrong and where."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import TextArea

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.text.format_table import Entry
from tui.kept.loaded import Loaded, file_text, several
from tui.screens.dialog import which_entry
from tui.screens.main_screen import MainScreen
from tui.screens.path_dialog import PathAnswer, PathDialog
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


class TextEditing(MainScreen):
    """The half of the Edit face that is text: what it says, and taking it elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.error: PuzzleError | None = None
        self.several: tuple[Entry, ...] = ()
        """The puzzles of a text that holds more than one."""
        self._known: str | None = None  # the text that `loaded`, `error` and `several` are of
        self._reading: asyncio.Future[Found] | None = None
        self._taken: Puzzle | None = None  # the puzzle that another screen handed over

    def body(self) -> ComposeResult:
        with Vertical(id="text"):
            yield PuzzleText(self.app.edit_text.text)
        with Vertical(id="meaning"):
            yield BoardPane(invitation(), plain=self.plain)

    def possible(self) -> Iterable[str]:
        text = self.query_one(PuzzleText)
        names = ["choose"] if self.several else ["face", "save"] if self.loaded is not None else []
        names += ["open", "leave_board" if isinstance(self.focused, PuzzleText) else "edit"]
        undo = ["undo"] if text.history._undo_stack else []  # Textual has no public way to ask
        return [*names, *(["clear"] if text.text else []), *undo]

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

    def leave_text(self) -> None:
        """Single keys work: those of the screen, as the drawn board has others by the same name; Tab goes to it."""
        self.set_focus(None)
        self.show_keys()

    def action_edit(self) -> None:
        self.query_one(PuzzleText).focus()

    @property
    def text_is_shown(self) -> bool:
        return True

    @on(TextArea.Changed)
    def _text_changed(self) -> None:
        if not self.text_is_shown:
            return
        self.app.edit_text.text = self.query_one(PuzzleText).text
        if self.app.edit_text.text and self.app.said in (CLEARED, EMPTY):
            self.say("")
        if self.app.edit_text.text != self._known:
            self.query_one(PuzzleText).mark(0)
            self.query_one(BoardPane).await_reading()
        self.begin(self._read, "read")

    @on(PuzzleText.NothingToUndo)
    def _nothing_to_undo(self, event: PuzzleText.NothingToUndo) -> None:
        self.say(event.words)

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
        field = self.query_one(PuzzleText)
        field.put(text)
        field.focus()


def _understand(text: str) -> Found:
    if not text.strip():
        return None
    try:
        return Loaded(registry.read(text))
    except PuzzleError as error:
        found = several(text)
        return error if found is None else found[1]
