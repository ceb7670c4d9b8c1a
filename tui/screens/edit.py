"""Edit: a puzzle edited on its own board, or as text; both show the same puzzle, and v goes from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import DescendantBlur, DescendantFocus, Key

from puzzles import registry
from puzzles.drafts import draft_from, draft_in
from puzzles.editing import Direction, Draft
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from tui.boards.hand import End
from tui.kept.loaded import Loaded
from tui.keys.actions import Action
from tui.play.solutions import Solutions
from tui.screens.order_dialogs import NewDialog
from tui.screens.text_editing import TextEditing
from tui.widgets.edit_area import EditArea
from tui.widgets.puzzle_text import LARGEST_PASTE, PuzzleText

ON_BOARD = frozenset({"step", "end", "enter", "erase", "larger", "smaller", "flip", "count"})
IN_TEXT = frozenset({"choose", "clear"})
"""Actions of the board alone, and of the text alone."""
COUNTING = frozenset({"count", "flip"})
"""Actions that mean something where solutions are counted."""
KEPT = "What was here is no puzzle yet; 2 Puzzles keeps its text."
PASTED = "Pasted; u brings the old puzzle back."


class EditScreen(TextEditing, scope="edit"):
    """`drawn`: the board is shown, and not the text."""

    CSS_PATH = "edit.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.drawn = False
        self.area: EditArea | None = None
        self._source: tuple[Draft, str] | None = None
        """A draft that was on the board, and the text in the text field that is the same puzzle."""
        self._incoming: Loaded | None = None
        self._came: Loaded | None = None
        """What another screen handed over."""
        self._replaced: Puzzle | None = None
        """What another screen had handed over before."""
        self._asks = False

    @cached_property
    def solutions(self) -> Solutions:
        return Solutions(self.app.engine, lambda line: self.say(line, error=True))

    def body(self) -> ComposeResult:
        yield Container(id="drawn")
        yield from super().body()

    async def on_mount(self) -> None:
        text = self.app.edit_text.text
        try:
            if self._incoming is not None:
                self._take_incoming()
            elif text.strip() and len(text) <= LARGEST_PASTE:
                self._draw(draft_in(text), text)
            else:
                self._show_half(drawn=False)
        except PuzzleError:
            self._show_half(drawn=False)

    def on_screen_resume(self) -> None:
        if self.area is not None:
            self.area.draw()
        if self._asks:
            self._asks = False
            self.action_new()

    def on_screen_suspend(self) -> None:
        self.solutions.stop()

    def ask_new(self) -> None:
        """Asks for a new puzzle's family and size, as soon as the screen is shown."""
        if self.is_current:
            self.action_new()
        else:
            self._asks = True

    def tick(self) -> None:
        if self.drawn and self.area is not None:
            self.area.look()

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Puts the puzzle on the board, or its text here where it has none; undo brings the old one back."""
        self._replaced, self._taken, self._came = self._taken, loaded.puzzle, loaded
        if self._same(loaded):
            return  # it stays as it was typed
        self._incoming = loaded
        if self.is_mounted:
            self._take_incoming()

    def chosen(self) -> Loaded | None:
        if not self.drawn or self.area is None:
            return super().chosen()
        try:
            puzzle = self.area.draft.to_puzzle()
        except PuzzleError as error:
            self.say(error.message, error=True)
            return None
        return self._came if self._came is not None and self._came.puzzle == puzzle else Loaded(puzzle)

    def possible(self) -> Iterable[str]:
        if not self.drawn:
            return [*super().possible(), "new", "view"]
        flips = ["flip"] if self.area is not None and self.area.known is not None and self.area.known.boards else []
        counts = ["count"] if self.area is not None and self.area.draft.counts_solutions else []
        focus = ["leave_board"] if self.on_board else ["edit"]
        return ["new", "view", "undo", *flips, *counts, "face", "save", "open", *focus]

    def idle(self) -> Iterable[str]:
        if not self.drawn or self.area is None:
            text = self.query_one(PuzzleText)  # no public way to ask
            return [*([] if text.history._redo_stack else ["redo"]), *([] if text.left else ["bring_back"])]
        history = self.area.history
        there = {"undo": history.earlier, "redo": history.undone, "bring_back": history.left}
        return [name for name, steps in there.items() if not steps]

    def offered(self) -> list[Action]:
        sizes = {"larger": 1, "smaller": -1}
        return [
            one
            for one in super().offered()
            if one.name not in sizes or (self.area is not None and self.area.next_size(sizes[one.name]) is not None)
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if (action in ON_BOARD and not self.on_board) or (action in IN_TEXT and self.drawn):
            return False
        if action in COUNTING and self.area is not None and not self.area.draft.counts_solutions:
            return False
        return super().check_action(action, parameters)

    @property
    def family_shown(self) -> Family | None:
        if self.drawn and self.area is not None:
            return registry.get_family(self.area.draft.family)
        return super().family_shown

    @property
    def on_board(self) -> bool:
        """True if keys go to the board."""
        return self.drawn and self.area is not None and self.focused is self.area.board

    @on(DescendantFocus)
    @on(DescendantBlur)
    def show_bar(self) -> None:
        """While digits are the board's, the bar has the puzzle's title."""
        if self.on_board and self.area is not None:
            self.set_bar(self.area.draft.title, "kept as you type")
        else:
            self.set_bar()

    def show_keys(self) -> None:
        super().show_keys()
        self.show_bar()

    def on_key(self, event: Key) -> None:
        """What is no small letter goes onto the board, if it means something there."""
        letter = event.character or ""
        if not self.on_board or self.area is None or len(letter) != 1 or not letter.isprintable() or letter.islower():
            return
        if self.area.press(letter):
            event.stop()
            event.prevent_default()
        elif letter.isdigit() or letter.isupper():
            event.stop()
            event.prevent_default()
            self.say(f"Here: {self.area.draft.keys}.")

    def action_new(self) -> None:
        family = self.area.draft.family if self.area is not None else None
        self.ask(NewDialog(family), self._begin_new)

    def action_view(self) -> None:
        """From the board to the text, or back."""
        if self.drawn:
            self._write_text()
            self._show_half(drawn=False)
            return
        text = self.query_one(PuzzleText).text
        if self.area is not None and self._source == (self.area.draft, text):
            self._show_half(drawn=True)
            return
        try:
            self._draw(draft_in(text), text)
            self.say(_note(text))
        except PuzzleError as error:
            if text.strip():
                self.say(f"It can't be shown on its board yet: {error.message}", error=True)
            else:
                self.action_new()

    def action_edit(self) -> None:
        if self.drawn and self.area is not None:
            self.area.board.focus()
        else:
            super().action_edit()

    def action_leave_board(self) -> None:
        if self.drawn:
            self.set_focus(None)
            self.show_keys()
        else:
            self.leave_text()

    def action_step(self, direction: Direction) -> None:
        self._area.move(direction)

    def action_end(self, end: End) -> None:
        self._area.board.hand.move_to_end(end)

    def action_enter(self) -> None:
        self._area.enter()

    def action_erase(self) -> None:
        self._area.backspace()

    def action_undo(self) -> None:
        if self.drawn:
            self._area.undo()
        else:
            super().action_undo()

    def action_redo(self) -> None:
        if self.drawn:
            self._area.redo()
        else:
            self.query_one(PuzzleText).action_redo()

    def action_bring_back(self) -> None:
        if self.drawn:
            self._area.bring_back()
        else:
            self.query_one(PuzzleText).bring_back()

    def action_larger(self) -> None:
        self._area.enlarge(1)

    def action_smaller(self) -> None:
        self._area.enlarge(-1)

    def action_flip(self) -> None:
        self._area.flip()

    def action_count(self) -> None:
        self._area.count()

    @on(EditArea.Changed)
    def _board_changed(self, event: EditArea.Changed) -> None:
        """The draft goes to disk as a text, within the second."""
        same = self._source is not None and self._source[0] is event.draft
        if same and self._source is not None:
            self.app.edit_text.text = self._source[1]
        else:
            self.app.edit_text.promise(event.draft.text)
        self.show_keys()

    @on(EditArea.Said)
    def _area_said(self, event: EditArea.Said) -> None:
        self.say(event.text, error=event.error)

    @property
    def _area(self) -> EditArea:
        assert self.area is not None
        return self.area

    def _same(self, loaded: Loaded) -> bool:
        if not self.drawn or self.area is None:
            return self.loaded is not None and loaded.puzzle == self.loaded.puzzle
        try:
            return self.area.draft.to_puzzle() == loaded.puzzle
        except PuzzleError:
            return False

    def _take_incoming(self) -> None:
        loaded, self._incoming = self._incoming, None
        assert loaded is not None
        self._keep()
        self._take_text(loaded.text(), draft_from, loaded.puzzle)

    def _take_text(self, text: str, read: Callable[[Any], Draft], source: object) -> bool:
        """Puts the text into its field, and on the board what can be read of its source; False if nothing can.

        Undo brings back what was there, on the board or in the field.
        """
        if self.drawn:
            self._write_text()
        self.drawn = True  # so that the field's change is not taken for typing
        try:
            draft = read(source)
        except PuzzleError:
            self.drawn = False
            self.query_one(PuzzleText).put(text)
            self._show_half(drawn=False)
            return False
        self.query_one(PuzzleText).put(text)
        self._draw(draft, text)
        return True

    def _put(self, text: str) -> None:
        if self.drawn:
            self._keep()
            self._take_text(text, draft_in, text)
        else:
            super()._put(text)

    def _begin_new(self, answer: Draft | str) -> None:
        if isinstance(answer, str):
            self.paste(answer)
        else:
            self._keep()
            self._draw(answer, None)

    def paste(self, text: str) -> None:
        """A puzzle that was pasted, here or on another screen, takes the place of the one here; else it is text."""
        if len(text) > LARGEST_PASTE:
            self._refuse(PuzzleText.Refused(len(text)))
            return
        self._keep()
        if self._take_text(text, draft_in, text):
            self.say(_note(text) or PASTED)

    def _keep(self) -> None:
        """What was typed is kept before another puzzle takes its place: among the user's own, else as a text."""
        if self.drawn and (self.area is None or not self.area.draft.count().typed):
            return
        text = self.query_one(PuzzleText).text
        try:
            puzzle = self._area.draft.to_puzzle() if self.drawn else registry.read(text)
        except PuzzleError:
            text = self._area.draft.text() if self.drawn else text
            if text.strip() and not self.app.edit_text.earlier.keep(text):
                self.say(KEPT)
            return
        changed = bool(self._area.history.earlier) if self.drawn else True
        if changed and puzzle not in (self._taken, self._replaced):
            self.app.own_puzzles.keep(Loaded(puzzle))

    def _draw(self, draft: Draft, text: str | None) -> None:
        """Shows the draft on the board; `text` is the one in the text field, if it is the same puzzle."""
        if text is not None:
            self._source = draft, text
        if self.area is None:
            self.area = EditArea(draft, self.solutions, plain=self.plain)
            self.query_one("#drawn").mount(self.area)
            self.app.edit_text.promise(draft.text if text is None else lambda: text)
        else:
            self.area.take(draft)
        self._show_half(drawn=True)

    def _write_text(self) -> None:
        """The text field gets the board's puzzle, if it has another one."""
        draft = self._area.draft
        if self._source is None or self._source[0] != draft:
            self._source = draft, draft.text()
            self.query_one(PuzzleText).put(self._source[1])

    def _show_half(self, *, drawn: bool) -> None:
        self.drawn = drawn
        self.query_one("#drawn").display = drawn
        for half in ("#text", "#meaning"):
            self.query_one(half).display = not drawn
        self.action_edit()
        self.show_keys()
        if not drawn:
            self.begin(self._read, "read")

    @property
    def text_is_shown(self) -> bool:
        return not self.drawn


def _note(text: str) -> str:
    """What the reader of the text has assumed, such as that it is no Sudoku; empty if nothing."""
    with suppress(PuzzleError):
        note = registry.read(text).note
        return f"{note[0].upper()}{note[1:]}." if note else ""
    return ""
