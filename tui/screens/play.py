"""Play: one puzzle played by hand, on any board, with the same keys; every step is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from textual import on
from textual.app import ComposeResult
from textual.events import Key

from puzzles.by_hand import FillIn, Hint, MoveByMove, Trial
from puzzles.family import Board
from tui import key_table
from tui.actions import Action
from tui.boards.drawing import fitting
from tui.boards.hand_board import Direction, HandBoard
from tui.loaded import Loaded
from tui.play import hints, words
from tui.play.checker import Checker, Told
from tui.play.game import FillGame, MoveGame, PlayedGame
from tui.screens.dialog import ConfirmDialog
from tui.screens.main_screen import MainScreen
from tui.screens.path_dialog import ask_and_save
from tui.widgets.play_area import PlayArea, Shown

BAR_MARGIN = 10
"""Columns of the top bar beside title and figures."""
NO_PUZZLE = """There is no puzzle here yet.

  1  Home: go on with a game, or begin one
  2  Puzzles: choose one; p plays it"""
TRY = "See the move as if made; again: the next one there, then back"
"""What space does in games and designs."""
FILL = frozenset({"check", "reveal"})
"""Actions of boards that are filled in alone."""


class PlayScreen(MainScreen, scope="play"):
    """Has the keys and the game; `PlayArea` draws them."""

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

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Goes on with the puzzle's game, or from the position `board` where games or designs are gone on with."""
        if self.app.current_mode not in key_table.FACES:
            self.came_from = self.app.current_mode
        back = self.app.continued is not None and loaded.puzzle == self.app.continued[0].puzzle
        if back and self.app.continued is not None:
            loaded = self.app.continued[1]
        if self.game is not None:
            self.game.pause()
        self.checker.stop()
        self._forget()
        self.loaded, self.game = loaded, None
        if loaded.family.by_hand is not None:
            self.game = self.app.own_games.game(loaded)
            if board is not None and _goes_on(self.game, board, back=back):
                self.game.take(board)
            self.checker.begin(self.game)
        if self.is_mounted:
            self.begin(self._lay_out, "lay out", replacing=False)

    def chosen(self) -> Loaded | None:
        if self.loaded is None:
            self.say("There is no puzzle yet: choose one in 2 Puzzles.")
        return self.loaded

    def position(self) -> Board | None:
        return self.game.board if self.game is not None and self.game.at else None

    def possible(self) -> Iterable[str]:
        if self.loaded is None:
            return ["leave_board"]
        if self.game is None:
            return ["face", "leave_board"]
        hidden = {"enter"} if isinstance(self.game, FillGame) else set(FILL)
        hidden |= set() if self.checker.can_reveal else {"reveal"}
        return [one.name for one in key_table.of(self.SCOPE) if one.name not in hidden]

    def idle(self) -> Iterable[str]:
        game = self.game
        if game is None:
            return ()
        found = [] if game.at or self.waiting else ["undo", "first"]
        found += [] if game.at < game.length else ["redo", "last"]
        found += ["erase"] if isinstance(game, MoveGame) and not game.at else []
        return found if game.begun else [*found, "new"]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in FILL and not isinstance(self.game, FillGame):
            return False
        return super().check_action(action, parameters)

    def tick(self) -> None:
        told = self.checker.look()
        if told is not None:
            self._answer(told)
        self._show_top()

    def on_key(self, event: Key) -> None:
        """Digits and capitals go onto the board, where its values have them."""
        game, letter = self.game, event.character or ""
        cell = self.area.cursor
        if (
            not isinstance(game, FillGame)
            or cell is None
            or len(letter) != 1
            or not (letter.isdigit() or letter.isupper())
        ):
            return
        symbols = words.symbols_of(game, cell)
        if not any(one.isdigit() == letter.isdigit() for one in "".join(symbols)):
            return
        event.stop()
        event.prevent_default()
        typed = words.typed(symbols, self.waiting, letter)
        if cell not in game.free:
            self.say("This cell is given.")
        elif typed is None:
            self.say(f"Values here: {words.values_text(symbols)}.")
        else:
            self.waiting = typed.waiting
            if typed.value is not None:
                self._write(game, cell, typed.value)
            else:
                self.draw()

    def action_step(self, direction: Direction) -> None:
        if self.area.board is not None:
            self._write_waiting()
            self._take_back_trial()
            self.along = None
            self.area.board.move_cursor(direction)
            self.draw()

    def action_enter(self) -> None:
        """The next empty cell, or what goes along with the value written; in a game of moves the chosen move."""
        self._write_waiting()
        game, cursor = self.game, self.area.cursor
        if self.trials and game is not None:
            game.take(self.trials[0].after)
            self._stepped()
        elif isinstance(game, MoveGame):
            if cursor is None:
                self.say("No move is left; u takes back.")
            else:
                game.play(cursor)
                self._stepped()
        elif isinstance(game, FillGame):
            cell = game.next_empty(cursor)
            if self.along is not None:
                game.write(*self.along)
                self._stepped()
            elif cell is None:
                self.say("No other cell is empty.")
            else:
                self._go_to(cell)

    def named(self, action: Action) -> Action:
        return replace(action, label="Try", help=TRY) if action.name == "mark" and self.tries else action

    def action_mark(self) -> None:
        """Pencil marks, or values again; where moves are tried, the next one at the cursor."""
        if self.tries:
            self._try()
            return
        self._write_waiting()
        self.pencils = not self.pencils
        self.say("Pencil: what you type are marks; space ends it." if self.pencils else "")
        self.draw()

    @property
    def tries(self) -> bool:
        """True where moves are tried, False where pencil marks are written."""
        hand = None if self.game is None else self.game.family.by_hand
        return isinstance(hand, MoveByMove) or (isinstance(hand, FillIn) and hand.tries)

    def _try(self) -> None:
        """Shows the move under the cursor as if it was made; again the next at this place, after the last none."""
        self._write_waiting()
        left = self.trials[1:] if self.trials else self.area.trials()
        if not self.trials and not left:
            self.say("There is nothing to try here.")
            return
        self._forget_help()
        self.trials = left
        then = "tries the next; Esc takes it back." if len(left) > 1 else "takes it back."
        self.say(f"Enter makes it; space {then}" if left else "")
        self.draw()

    def _take_back_trial(self) -> bool:
        """True if something was tried; the board is as it was."""
        tried, self.trials = bool(self.trials), ()
        if tried:
            self.say("")
            self.draw()
        return tried

    def action_erase(self) -> None:
        """Takes away what is half typed, then the value, then the marks; in a game the last move."""
        game, cell = self.game, self.area.cursor
        if self._take_back_trial():
            return
        if isinstance(game, MoveGame):
            self._go(-1)
        elif self.waiting:
            self.waiting = self.waiting[:-1]
            self.draw()
        elif isinstance(game, FillGame) and cell is not None:
            if game.empty(cell):
                self._stepped()
            else:
                self.say("This cell is empty." if cell in game.free else "This cell is given.")

    def action_undo(self) -> None:
        if self.waiting:
            self.waiting = ""
            self.draw()
        elif not self._take_back_trial():
            self._go(-1)

    def action_redo(self) -> None:
        self._go(1)

    def action_first(self) -> None:
        self._go(-self.game.at if self.game is not None else 0)

    def action_last(self) -> None:
        self._go(self.game.length - self.game.at if self.game is not None else 0)

    def action_check(self) -> None:
        assert isinstance(self.game, FillGame)
        self._write_waiting()
        self.game.count("checks")
        self._answer(self.checker.check())

    def action_reveal(self) -> None:
        assert isinstance(self.game, FillGame)
        self._write_waiting()
        if not self.checker.can_reveal:
            self.say("Nothing is revealed here: a puzzle like this has many solutions.")
        elif self.area.cursor is not None:
            self._answer(self.checker.reveal(self.area.cursor))

    def action_hint(self) -> None:
        self._write_waiting()
        self._take_back_trial()
        if self.game is None:
            return
        if self.hint is None:
            self.begin(self._find_hint, "hint")
        elif self.stage + 1 < words.STAGES:
            self.stage += 1
            self._show_hint()
        else:
            self._follow(self.game, self.hint)

    def action_face(self, name: str) -> None:
        """To the search with the position as its start, where the family can; to another face with the position."""
        self._write_waiting()
        if name != "search" or self.loaded is None or self.game is None or not self.game.at:
            super().action_face(name)
            return
        with self.telling():
            on = Loaded(self.loaded.family.continued(self.loaded.puzzle, self.game.board), self.loaded.source)
            self.app.continued = on, self.loaded
            self.app.open_board(on, face="search", start=True)

    def action_new(self) -> None:
        """Begins the puzzle again, once the user is sure."""
        game = self.game
        if game is None or not game.begun:
            self.say("The game has not begun yet.")
            return

        def again(sure: bool) -> None:
            if sure:
                game.begin_again()
                self._stepped()

        question = "The board is empty again; time and help are counted anew."
        self.ask(ConfirmDialog("Begin again?", question, "Begin again"), again)

    def action_copy(self) -> None:
        if self.game is not None:
            self.say(f"Copied; {self.app.copy(self.game.loaded.text(None, self.game.board))}")

    def action_save(self) -> None:
        if self.game is not None:
            ask_and_save(self, self.game.loaded, self.game.board if self.game.at else None)

    def action_swap(self) -> None:
        self.area.swap()
        self.draw()

    def action_leave_board(self) -> None:
        """Leaves what was begun: a value half typed, a hint, pencilling; then the screen."""
        if self.waiting or self.hint is not None or self.pencils or self.trials:
            self._forget()
            self.say("")
            self.draw()
        else:
            self.app.action_show(self.came_from)

    @on(HandBoard.CursorMoved)
    def _moved(self) -> None:
        self._write_waiting()
        if self.trials and self.area.cursor not in (None, self.trials[0].place):
            self.trials = ()
        self.draw()

    @on(HandBoard.Chosen)
    def _chosen(self) -> None:
        self.action_enter()

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
        self.say("")
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
            self.area.board.put_cursor(cell)
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
            hint = self.checker.mended() or await asyncio.to_thread(hints.find, game.loaded, board, solution)
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
            self.area.board.put_cursor(hint.places[0])
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


def _goes_on(game: PlayedGame, board: Board, *, back: bool) -> bool:
    """True if a position from elsewhere is gone on with: not where the puzzle is to be solved by the player.

    `back`: it comes from the search that went on from the game, whose boards may begin at its position.
    """
    if game.family.optimisation is None and game.family.many_solutions is None:
        return False
    return not back or tuple(board[: len(game.board)]) == game.board
