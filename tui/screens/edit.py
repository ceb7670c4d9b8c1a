"""Edit: a puzzle edited on its own board, or as text; both show the same puzzle, and v goes from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import DescendantBlur, DescendantFocus, Key

from puzzles import registry
from puzzles.drafts import draft_from, draft_in
from puzzles.editing import Direction, Draft
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family
from tui.boards.hand import End
from tui.kept.loaded import Loaded, file_text
from tui.keys.actions import Action
from tui.play.checker import Solutions
from tui.screens.edit_offers import idle_in_text, idle_on_board, possible_in_text, possible_on_board
from tui.screens.main_screen import MainScreen
from tui.screens.opening import once_clear
from tui.screens.order_dialogs import NewDialog
from tui.screens.path_dialog import PathAnswer, PathDialog
from tui.screens.text_panel import STYLE, TextPanel, clear_text, note_in
from tui.widgets.edit_area import EditArea
from tui.widgets.puzzle_text import LARGEST_PASTE

ON_BOARD = frozenset({"step", "extend", "end", "enter", "erase", "larger", "smaller", "flip", "count"})
IN_TEXT = frozenset({"choose", "clear"})
"""Actions of the board alone, and of the text alone."""
COUNTING = frozenset({"count", "flip", "stage"})
"""Actions that mean something where solutions are counted."""


class EditScreen(MainScreen, scope="edit"):
    """`drawn`: the board (`area`) is shown, and not the text (`typed`)."""

    CSS = STYLE

    def __init__(self) -> None:
        super().__init__()
        self.drawn = False
        self.typed = TextPanel()
        self.area: EditArea | None = None
        self._source: tuple[Draft, str] | None = None
        """A draft that was on the board, and the text in the text field that is the same puzzle."""
        self._came: Loaded | None = None
        """What another screen handed over."""
        self._replaced: Loaded | None = None
        """What another screen had handed over before."""
        self._asks = False

    @cached_property
    def solutions(self) -> Solutions:
        return Solutions(self.app.engine, lambda line: self.say(line, error=True))

    @property
    def _area(self) -> EditArea:
        assert self.area is not None
        return self.area

    @property
    def on_top(self) -> EditArea | None:
        """The board, if it is shown."""
        return self.area if self.drawn else None

    @property
    def half(self) -> EditArea | TextPanel:
        return self.typed if self.on_top is None else self.on_top

    def body(self) -> ComposeResult:
        yield Container(id="drawn")
        yield self.typed

    async def on_mount(self) -> None:
        text = self.app.edit_text.text
        try:
            if self._came is not None:
                self._take_what_came(self._came)
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
        if self.on_top is not None:
            self.on_top.look()

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Puts the puzzle on the board, or its text here where it has none; undo brings the old one back."""
        self._replaced, self._came = self._came, loaded
        if self.is_mounted and not self._same(loaded):  # else it stays as it was typed
            self._take_what_came(loaded)

    def to_board(self, loaded: Loaded, face: str, *, start: bool = False) -> None:
        """As of all screens; a puzzle that was typed is kept among the user's own."""
        if self._came is None or loaded.puzzle != self._came.puzzle:
            self.app.own_puzzles.keep(loaded)
        super().to_board(loaded, face, start=start)

    @property
    def loaded(self) -> Loaded | None:
        """The puzzle that the text is, once it was read."""
        return self.typed.loaded

    def chosen(self) -> Loaded | None:
        if self.on_top is None:
            return self.typed.chosen()
        try:
            puzzle = self.on_top.draft.to_puzzle()
        except PuzzleError as error:
            self.say(error.message, error=True)
            return None
        return self._came if self._came is not None and self._came.puzzle == puzzle else Loaded(puzzle)

    def possible(self) -> Iterable[str]:
        if self.on_top is None:
            focus = "leave_board" if self.focused is self.typed.field else "edit"
            return [*possible_in_text(self.typed), focus]
        return [*possible_on_board(self.on_top), "leave_board" if self.on_board else "edit"]

    def idle(self) -> Iterable[str]:
        return idle_in_text(self.typed) if self.on_top is None else idle_on_board(self.on_top)

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
        return super().family_shown if self.on_top is None else registry.get_family(self.on_top.draft.family)

    @property
    def on_board(self) -> bool:
        """True if keys go to the board."""
        return self.on_top is not None and self.focused is self.on_top.board

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
        meant = self.area.press(letter)
        if not meant and not letter.isdigit() and not letter.isupper() and letter not in self.area.draft.signs:
            return
        event.stop()
        event.prevent_default()
        if not meant:
            self.say(f"Here: {self.area.draft.stages[self.area.draft.stage].typed}")

    def action_new(self) -> None:
        self.ask(NewDialog(None if self.area is None else self.area.draft.family), self._begin_new)

    def action_view(self) -> None:
        """From the board to the text, or back."""
        if self.drawn:
            self._write_text()
            self._show_half(drawn=False)
            return
        text = self.typed.text
        if self.area is not None and self._source == (self.area.draft, text):
            self._show_half(drawn=True)
            return
        try:
            self._draw(draft_in(text), text)
            self.say(note_in(text))
        except PuzzleError as error:
            if text.strip():
                self.say(f"It can't be shown on its board yet: {error.message}", error=True)
            else:
                self.action_new()

    def action_edit(self) -> None:
        (self.typed.field if self.on_top is None else self.on_top.board).focus()

    def action_leave_board(self) -> None:
        """Single keys work: those of the screen, as the drawn board has others by the same name; Tab goes to it."""
        self.set_focus(None)
        self.show_keys()

    def action_choose(self) -> None:
        self.typed.choose()

    def action_clear(self) -> None:
        self.typed.clear()

    def action_open(self) -> None:
        self.ask(PathDialog("Open as text", ""), self._open)

    def _open(self, answer: PathAnswer) -> None:
        with self.telling():
            text = file_text(answer.path)
            if len(text) > LARGEST_PASTE:
                self.say(f"{answer.path} is too large to be edited here; 2 Puzzles opens it.", error=True)
                return
            once_clear(self.app, text, partial(self._put_opened, text, answer.path))

    def _put_opened(self, text: str, path: Path) -> None:
        if self.drawn:
            self._keep()
            self._take_text(text, draft_in, text)
        else:
            self.typed.put(text)
            self.typed.field.focus()
        self.app.recent.add(path)
        self.say(f"Opened {path}; ^z brings the old text back.")

    def action_step(self, direction: Direction) -> None:
        self._area.move(direction)

    def action_extend(self, direction: Direction) -> None:
        self._area.extend(direction)

    def action_end(self, end: End) -> None:
        self._area.board.hand.move_to_end(end)

    def action_enter(self) -> None:
        self._area.enter()

    def action_erase(self) -> None:
        self._area.backspace()

    def action_undo(self) -> None:
        self.half.undo()

    def action_redo(self) -> None:
        self.half.redo()

    def action_bring_back(self) -> None:
        self.half.bring_back()

    def action_larger(self) -> None:
        self._area.enlarge(1)

    def action_smaller(self) -> None:
        self._area.enlarge(-1)

    def action_flip(self) -> None:
        self._area.flip()

    def action_stage(self) -> None:
        self._area.to_stage(self._area.stage + 1)

    def action_pairs(self) -> None:
        self._area.change_pairs()

    def action_count(self) -> None:
        self._area.count()

    @on(EditArea.Changed)
    def _board_changed(self, event: EditArea.Changed) -> None:
        """The draft goes to disk as a text, within the second."""
        if self._source is not None and self._source[0] is event.draft:
            self.app.edit_text.text = self._source[1]
        else:
            self.app.edit_text.promise(event.draft.text)
        self.show_keys()

    @on(EditArea.Said)
    def _area_said(self, event: EditArea.Said) -> None:
        self.say(event.text, error=event.error)

    def _same(self, loaded: Loaded) -> bool:
        if self.on_top is None:
            return self.loaded is not None and loaded.puzzle == self.loaded.puzzle
        try:
            return self.on_top.draft.to_puzzle() == loaded.puzzle
        except PuzzleError:
            return False

    def _take_what_came(self, loaded: Loaded) -> None:
        self._keep()
        self._take_text(clear_text(loaded), draft_from, loaded.puzzle)

    def _take_text(self, text: str, read: Callable[[Any], Draft], source: object) -> bool:
        """Puts the text into its field, and on the board what can be read of its source; False if nothing can.

        Undo brings back what was there, on the board or in the field.
        """
        if self.drawn:
            self._write_text()
        self.typed.put(text)
        try:
            self._draw(read(source), text)
        except PuzzleError:
            self._show_half(drawn=False)
            return False
        return True

    def _begin_new(self, answer: Draft | str) -> None:
        if isinstance(answer, str):
            self.paste(answer)
        else:
            self._keep()
            self._draw(answer, None)

    def paste(self, text: str) -> None:
        """A puzzle that was pasted, here or on another screen, takes the place of the one here; else it is text."""
        if len(text) > LARGEST_PASTE:
            self.typed.refuse(len(text))
        else:
            once_clear(self.app, text, partial(self._put, text))

    def _put(self, text: str) -> None:
        self._keep()
        if self._take_text(text, draft_in, text):
            self.say(f"Read as {self._area.draft.title}. {note_in(text)}".strip() + " u brings the old puzzle back.")

    def _keep(self) -> None:
        """What was typed is kept before another puzzle takes its place: among the user's own, else as a text."""
        if self.drawn and (self.area is None or not self.area.draft.count().typed):
            return
        text = self.typed.text
        try:
            puzzle = self._area.draft.to_puzzle() if self.drawn else registry.read(text)
        except PuzzleError:
            text = self._area.draft.text() if self.drawn else text
            if text.strip() and not self.app.edit_text.earlier.keep(text):
                self.say("What was here is no puzzle yet; 2 Puzzles keeps its text.")
            return
        changed = bool(self._area.history.earlier) if self.drawn else True
        if changed and all(one is None or one.puzzle != puzzle for one in (self._came, self._replaced)):
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
            self.typed.put(self._source[1])

    def _show_half(self, *, drawn: bool) -> None:
        self.drawn = drawn
        self.query_one("#drawn").display = drawn
        self.typed.display = not drawn
        self.action_edit()
        self.show_keys()
        if not drawn:
            self.typed.read_soon()
