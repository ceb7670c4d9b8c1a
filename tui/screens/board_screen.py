"""The boards of one puzzle and its run on a screen: which is shown, and flipping, comparing, copying, saving them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static

from puzzles.errors import PuzzleError
from tui.engine import WatchedRun
from tui.loaded import Loaded
from tui.screens.main_screen import MainScreen
from tui.screens.path_dialog import PathAnswer, PathDialog, ask_and_save, ask_and_save_all, folder_of
from tui.screens.solution_boards import Face, compared_with_file, compares, faces
from tui.widgets.board_pane import BoardPane
from tui.widgets.found_list import FoundList

if TYPE_CHECKING:
    from solvers.runs.view import RunView


class ByteBudget:
    """Grows by `rate` bytes a second up to one second's worth; spending may leave a debt that has to be waited off."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._left = rate
        self._at = clock()

    def spend(self, cost: float) -> bool:
        """True, and the cost is spent, unless the budget is in debt."""
        now = self.clock()
        self._left = min(self.rate, self._left + self.rate * (now - self._at))
        self._at = now
        if self._left < 0:
            return False
        self._left -= cost
        return True


BOARD_BYTES = 3 * 1024
"""Bytes a second for the board of a live run; its numbers, chart and log need as much again."""
CAPTION_BYTES = 320
"""The caption, and the line about the moment that changes with it."""


class BoardScreen(MainScreen):
    """Shows one board of its puzzle in a BoardPane, with a line `#caption`; `face` is its place among all boards."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.watched: WatchedRun | None = None
        self.face = 0
        self.compared: tuple[Face, ...] = ()
        """The board compared with another, and that one, before all other boards."""
        self.board_budget = ByteBudget(BOARD_BYTES)

    @property
    def view(self) -> RunView | None:
        """The run as it was when last looked at."""
        return self.watched.view if self.watched is not None else None

    def run_in_view(self) -> WatchedRun | None:
        """The puzzle's run."""
        return self.watched

    def action_flip(self) -> None:
        """Shows the next board."""
        self._flip(1)

    def action_flip_back(self) -> None:
        """Shows the board before."""
        self._flip(-1)

    def action_compare(self) -> None:
        """Asks for a file, and marks where its board and the one shown differ."""
        if self.loaded is None:
            self.say("There is no board yet.")
        elif not compares(self.loaded.family):
            self.say(f"{self.loaded.family.title}: boards are not compared.")
        else:
            self.ask(PathDialog("Compare with", folder_of(self.app.recent.paths)), self._compare)

    def action_copy(self) -> None:
        """Copies the board shown."""
        if self.loaded is None:
            self.say("There is nothing to copy yet.")
            return
        face = self._shown()
        self.app.copy_to_clipboard((face.loaded or self.loaded).text(None, face.board, face.facts))
        what = face.caption.partition(";")[0]
        self.say(f"Copied: {what}. If your terminal swallows it (tmux may), w saves it to a file.")

    def action_save(self) -> None:
        """Asks for a file and saves the board shown."""
        if self.loaded is None:
            self.say("There is nothing to save yet.")
            return
        face = self._shown()
        shown = face.loaded or self.loaded
        ask_and_save(self, shown, None if face.board == shown.start else face.board, face.facts)

    def action_save_all(self) -> None:
        """Asks for a file and saves all solutions that the run has found."""
        found = self.view.found if self.view is not None else ()
        if self.loaded is None or not found:
            self.say("There are no several solutions; a run looks for them if its setting designs is above 1.")
        else:
            ask_and_save_all(self, self.loaded, found)

    def action_leave_field(self) -> None:
        """The board gets the focus."""
        if self.loaded is None or self.focused is self.query_one(BoardPane).board:
            self.say("No field has the focus.")
        self._focus_board()

    @on(FoundList.Chosen)
    def _show_chosen(self, event: FoundList.Chosen) -> None:
        self._stay_with(event.board)
        self._draw_board(at_once=True)

    def _draw_board(self, *, at_once: bool = False) -> None:
        if self.loaded is None:
            return
        face, pane = self._face(), self.query_one(BoardPane)
        live = self.watched is not None and self.watched.going
        if at_once:
            pane.annotate(face.note)
        for found in self.query(FoundList):
            found.point(face.board)
        caption = self.query_one("#caption", Static)
        caption.display = self.watched is not None or bool(self.compared)
        said = str(caption.content) == face.caption
        if (
            at_once
            or not live
            or self.board_budget.spend(pane.cost(face.board, face.facts) + (0 if said else CAPTION_BYTES))
        ):
            if pane.board is not None:
                pane.board.set_class(face.partial, "-partial")
            pane.show_board(face.board, face.marked, facts=face.facts, at_once=at_once, passing=live and not at_once)
            if not said:
                caption.update(face.caption, layout=False)

    def _flip(self, by: int) -> None:
        if self.loaded is None:
            self.say("There is no board yet.")
            return
        count = len(self._faces())
        if count < 2:
            self.say("There is only the puzzle to show.")
            return
        self.face = (self.face + by) % count
        self._draw_board(at_once=True)

    def _stay_with(self, board: tuple[int, ...]) -> None:
        """The face with that board, else the first."""
        self.face = next((number for number, one in enumerate(self._faces()) if one.board == board), 0)

    def _faces(self) -> tuple[Face, ...]:
        assert self.loaded is not None
        return (*self.compared, *faces(self.loaded, self.view, self._own()))

    def _own(self) -> tuple[tuple[int, ...], ...]:
        """What the user has played by hand on the puzzle."""
        board = self.query_one(BoardPane).board
        return board.own.games if board is not None else ()

    def _face(self) -> Face:
        found = self._faces()
        return found[self.face % len(found)]

    def _shown(self) -> Face:
        """The board on the screen, which the user may look through while a newer one waits."""
        face, held = self._face(), self.query_one(BoardPane).held
        if held is None or tuple(held) == face.board:
            return face
        known = [one for one in self._faces() if one.loaded is None and one.board == tuple(held)]
        return (
            known[0]
            if known
            else replace(face, caption="the game shown", board=tuple(held), marked=frozenset(), facts={})
        )

    def _compare(self, answer: PathAnswer) -> None:
        assert self.loaded is not None
        try:
            compared = compared_with_file(self.loaded, self._shown().board, answer.path)
        except PuzzleError as error:
            self.say(str(error), error=True)
            return
        if compared is None:
            self.say(f"{self.loaded.family.title}: boards are not compared.")
            return
        self.app.recent.add(answer.path)
        self.compared, self.face = compared, 0
        self._draw_board(at_once=True)
        self._focus_board()
        self.say("Compared; f flips between the two.")

    def _focus_board(self) -> None:
        board = self.query_one(BoardPane).board
        if board is None:
            self.set_focus(None)
        else:
            board.focus()  # as the form's fields do, a little later: the last one to ask gets it
        self.show_keys()
