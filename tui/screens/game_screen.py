"""The game that Play shows: its steps, what is half typed, checks and hints, and how all of it is drawn."""

from __future__ import annotations

import asyncio
from functools import cached_property

from textual import on
from textual.app import ComposeResult

from puzzles.by_hand import Hint, Trial
from puzzles.text.quoting import counted
from tui.boards.drawing import fitting
from tui.kept.loaded import Loaded
from tui.play import words
from tui.play.checker import Checker, Told, find_hint
from tui.play.game import FillGame, MoveGame
from tui.play.played import PlayedGame
from tui.screens.main_screen import MainScreen
from tui.widgets.play_area import PlayArea, Shown

BAR_MARGIN = 10
"""Columns of the top bar beside title and figures."""
NO_PUZZLE = """There is no puzzle here yet.

  1  Home: go on with a game, or begin one
  2  Puzzles: choose one; p plays it"""


class GameScreen(MainScreen):
    """Has the game and draws it by `PlayArea`; the keys are those of `PlayScreen`."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.game: PlayedGame | None = None
        self.came_from = "home"
        self.pencils = False
        """True while what is typed becomes pencil marks."""
        self.waiting = ""
        """The beginning of a value that could go on."""
        self.trials: tuple[Trial, ...] = ()
        """What is tried at the cursor, the first of them shown; empty if nothing is."""
        self.along: tuple[int, int] | None = None
        """A cell and a value that would go with the one just written; Enter writes it."""
        self.hint: Hint | None = None
        self.stage = 0
        self.wrong: frozenset[int] = frozenset()
        """Cells that a check has found wrong and shown, until the next step."""
        self._cursor_then: int | None = None
        """The cell where the cursor stood when it was last drawn: what is half typed belongs to it."""
        self._laying_out = asyncio.Lock()

    @cached_property
    def checker(self) -> Checker:
        return Checker(self.app.engine, lambda line: self.say(line, error=True))

    @property
    def area(self) -> PlayArea:
        return self.query_one(PlayArea)

    def body(self) -> ComposeResult:
        yield PlayArea(NO_PUZZLE, plain=self.plain)

    async def on_mount(self) -> None:
        if self.loaded is not None:
            await self._lay_out()

    def on_screen_resume(self) -> None:
        if self.game is not None:
            self.game.resume()
            self.draw()

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        if self.game is not None:
            self.game.pause()

    def on_unmount(self) -> None:
        """No search for a solution outlives the app."""
        self.checker.stop()

    def tick(self) -> None:
        told = self.checker.look()
        if told is not None:
            self._answer(told)
        self._show_top()

    def draw(self) -> None:
        own = self.app.options
        trial = next(iter(self.trials), None)
        shown = Shown(self.hint, self.stage, self.wrong, self.waiting, own.conflicts, own.candidates, trial)
        self.area.draw(shown)
        self._cursor_then = self.area.cursor
        self._show_top()
        self.show_keys()

    async def _lay_out(self) -> None:
        """Shows the puzzle taken last; one after the other, as cancelling would cancel widgets."""
        async with self._laying_out:
            loaded, game = self.loaded, self.game
            assert loaded is not None
            if game is None or not await self.area.show(game):
                self.area.tell(f"{loaded.family.title} is not played by hand here: s searches, e edits.")
                self.game = None
            elif self.app.screen is self:
                game.resume()
            self.draw()

    def _show_top(self) -> None:
        game = self.game
        if game is None:
            self.set_bar()
            return
        pencil = "   pencil" if self.pencils else ""
        saved = "saved" if game.saved or not game.begun else "saving"
        clock = words.clock_text(game.seconds) if self.app.options.clock else ""
        parts = [saved if game.begun else "", words.help_text(game), clock]
        title, width = game.loaded.puzzle.title, self.size.width - len(pencil) - BAR_MARGIN
        short = title.partition(",")[0]
        figures = ["   ".join(part for part in parts[first:] if part) for first in range(len(parts))]
        right = fitting(figures, width - len(short))
        self.set_bar(fitting((title, title.rpartition(",")[0] or title, short), width - len(right)) + pencil, right)

    def _forget(self) -> None:
        self.waiting, self.pencils = "", False
        self._forget_help()

    def _forget_help(self) -> None:
        self.hint, self.stage, self.wrong, self.along, self.trials = None, 0, frozenset(), None, ()

    def _write_waiting(self) -> None:
        """What is half typed is written, if it is a value, into the cell where it was typed."""
        waiting, self.waiting = self.waiting, ""
        game, cell = self.game, self._cursor_then
        if waiting and isinstance(game, FillGame) and cell is not None:
            value = words.symbols_of(game, cell).get(waiting)
            if value is not None:
                self._write(game, cell, value)

    def _write(self, game: FillGame, cell: int, value: int) -> None:
        if self.pencils:
            if game.pencil(cell, value):
                self._stepped()
            else:
                self.say("Empty the cell first: it holds a value.")
            return
        if not game.write(cell, value):
            self.draw()
            return
        self._stepped()
        self.along = game.hand.goes_along(game.loaded.puzzle, game.board, cell)
        if self.along is not None:
            puzzle, (other, fitting) = game.loaded.puzzle, self.along
            self.say(f"Enter writes {game.hand.symbol(puzzle, fitting)} at {game.hand.place(puzzle, other)}.")

    def _stepped(self) -> None:
        """The board has changed by a step forward."""
        assert self.game is not None
        left = self.game.left
        self.say(f"b brings back the {counted(left, 'step')} undone before." if left else "")
        self._forget_help()
        self.game.resume()
        self._end_if_over(self.game)
        self.draw()

    def _go(self, by: int) -> None:
        self._write_waiting()
        game = self.game
        if game is None:
            return
        if not game.go(game.at + by):
            self.say("Nothing to undo." if by <= 0 else "Nothing to make again.")
            return
        self.say("")
        self._forget_help()
        if isinstance(game, FillGame) and game.touched is not None:
            self._go_to(game.touched)
        else:
            self.draw()

    def _go_to(self, cell: int) -> None:
        if self.area.board is not None:
            self.area.board.hand.put_cursor(cell)
        self.draw()

    def _answer(self, told: Told) -> None:
        game = self.game
        if isinstance(game, FillGame) and told.value is not None:
            game.count("reveals")
            game.change([told.value])
            self._stepped()
        self.wrong = told.wrong
        self.say(told.words)
        self.draw()

    async def _find_hint(self) -> None:
        game = self.game
        if game is None or game.family.by_hand is None:
            return
        board = game.board
        try:
            solution = self.checker.solution
            hint = self.checker.mended() or await asyncio.to_thread(find_hint, game.loaded, board, solution)
        except OSError as error:
            self.say(f"The hint can't be worked out: {error}", error=True)
            return
        if game is not self.game or game.board != board:
            return
        if hint is None:
            self.say("There is nothing left to hint at.")
            return
        game.count("hints")
        self.hint, self.stage = hint, 1
        if hint.places and self.area.board is not None:
            self.area.board.hand.put_cursor(hint.places[0])
        self._show_hint()

    def _show_hint(self) -> None:
        """The hint as far as it is asked for; where the panel is not shown, how its words are seen."""
        self.say("" if self.area.panel_shown else "Tab shows the hint in words, i the next part of it.")
        self.draw()

    def _follow(self, game: PlayedGame, hint: Hint) -> None:
        """The third stage: the hint's step is made."""
        if isinstance(game, MoveGame) and len(hint.after) < len(game.board):
            self._go(len(hint.after) - len(game.board))
        elif game.take(hint.after):
            self._stepped()
        else:
            self._forget_help()
            self.say("This hint shows no step to make.")
            self.draw()

    @on(PlayArea.Judged)
    def _judged(self) -> None:
        if self.game is not None:
            self._end_if_over(self.game)
            self.draw()

    def _end_if_over(self, game: PlayedGame) -> None:
        """The game is over if the checker says so: it replays the whole board."""
        if game.tally.finished:
            return
        full = isinstance(game, FillGame) and game.full
        verdict = self.area.verdict() if full or (isinstance(game, MoveGame) and not self.area.choices()) else None
        if verdict is None:
            return
        if verdict.solved or (not full and verdict.legal):
            game.finish()
        elif full:
            fault = next(iter(verdict.faults), "something is wrong")
            counts = "; c counts what is wrong" if self.checker.can_reveal else ""
            self.say(f"All cells are filled, but {fault}{counts}.")
