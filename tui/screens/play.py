"""Play: one puzzle played by hand, on any board, with the same keys; every step is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual import on
from textual.events import Key

from puzzles.by_hand import FillIn, MoveByMove
from puzzles.family import Board
from puzzles.text.quoting import counted
from tui.boards.drawing import Facts
from tui.boards.hand import Direction, End, Hand
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.keys.actions import Action
from tui.play import words
from tui.play.game import FillGame, MoveGame
from tui.play.played import PlayedGame
from tui.screens.dialog import ConfirmDialog
from tui.screens.game_screen import GameScreen

TRY = "See the move as if made; again: the next one there, then back"
"""What space does in games and designs."""
FILL = frozenset({"check", "reveal"})
"""Actions of boards that are filled in alone."""


class PlayScreen(GameScreen, scope="play"):
    """Has the keys."""

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
        found += [] if game.other_lines else ["bring_back"]
        erases = game.holds(self.area.cursor) if isinstance(game, FillGame) else game.at > 0
        found += [] if erases or self.waiting or self.trials else ["erase"]
        return found if game.begun else [*found, "new"]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in FILL and not isinstance(self.game, FillGame):
            return False
        return super().check_action(action, parameters)

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
            self.area.board.hand.move_cursor(direction)
            self.draw()

    def action_end(self, end: End) -> None:
        if self.area.board is not None:
            self._write_waiting()
            self._take_back_trial()
            self.along = None
            self.area.board.hand.move_to_end(end)
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
        if action.name == "face" and action.arguments == "search" and self.game is not None and self.game.at:
            return replace(action, help="Search on from your position; the search starts at once")
        return replace(action, label="Try", help=TRY) if action.name == "mark" and self.tries else super().named(action)

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

    def action_bring_back(self) -> None:
        self._write_waiting()
        if self.game is None or not self.game.bring_back():
            self.say("No steps were undone before others were made.")
            return
        self._stepped()
        others = counted(self.game.other_lines, "other line")
        self.say(f"Back: the line with {counted(self.game.length, 'step')}; b shows the next of {others}.")
        if isinstance(self.game, FillGame) and self.game.touched is not None:
            self._go_to(self.game.touched)

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

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        game = self.game
        return None if game is None else (game.loaded, game.board if game.at else None, {})

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

    @on(Hand.CursorMoved)
    def _moved(self) -> None:
        self._write_waiting()
        if self.trials and self.area.cursor not in (None, self.trials[0].place):
            self.trials = ()
        self.draw()

    @on(Hand.Chosen)
    def _chosen(self) -> None:
        self.action_enter()


def _goes_on(game: PlayedGame, board: Board, *, back: bool) -> bool:
    """True if a position from elsewhere is gone on with: not where the puzzle is to be solved by the player.

    `back`: it comes from the search that went on from the game, whose boards may begin at its position.
    """
    if game.family.optimisation is None and game.family.many_solutions is None:
        return False
    return not back or tuple(board[: len(game.board)]) == game.board
