"""Play: one puzzle played by hand, on any board, with the same keys; every step is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.events import Key

from puzzles.by_hand import FillIn, MoveByMove
from puzzles.family import Board
from tui.boards.drawing import Facts
from tui.boards.hand import Direction, End, Hand
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.keys.actions import Action
from tui.play import words
from tui.play.choices import Choice, generated, harder
from tui.play.fill_game import FillGame
from tui.play.game import MoveGame
from tui.play.played import PlayedGame
from tui.screens.dialog import ConfirmDialog
from tui.screens.main_screen import MainScreen
from tui.screens.play_chooser import play_another
from tui.screens.playing import AFTER, MARKS, VALUES, Help, Playing
from tui.widgets.play_area import PlayArea

NO_PUZZLE = """There is no puzzle here yet.

  1  Home: go on with a game, or begin one
  2  Puzzles: choose one; p plays it"""
TRY = "See the move as if made; again: the next one there, then back"
"""What space does in games and designs."""
FILL = frozenset({"before_mistake", "check", "marks", "notes", "reveal"})
"""Actions of boards that are filled in alone."""


class PlayScreen(MainScreen, scope="play"):
    """Has the keys; `playing` has the game."""

    def __init__(self) -> None:
        super().__init__()
        self.playing = Playing(self)
        self.came_from = "home"

    @property
    def loaded(self) -> Loaded | None:
        return self.playing.loaded

    @property
    def game(self) -> PlayedGame | None:
        return self.playing.game

    @property
    def area(self) -> PlayArea:
        return self.playing.area

    def body(self) -> ComposeResult:
        yield PlayArea(NO_PUZZLE, plain=self.plain)

    async def on_mount(self) -> None:
        if self.loaded is not None:
            await self.playing.lay_out()

    def on_screen_resume(self) -> None:
        if self.game is not None:
            self.game.resume()
            self.playing.draw()

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        if self.game is not None:
            self.game.pause()

    def on_unmount(self) -> None:
        """No search for a solution outlives the app."""
        self.playing.checker.stop()

    def tick(self) -> None:
        self.playing.look()

    def take(self, loaded: Loaded, *, board: Board | None = None, start: bool = False) -> None:
        """Goes on with the puzzle's game, or from the position `board` where games or designs are gone on with."""
        if self.app.current_mode not in key_table.FACES:
            self.came_from = self.app.current_mode
        continued = self.app.continued
        back = continued is not None and loaded.puzzle == continued[0].puzzle
        self.playing.take(continued[1] if continued is not None and back else loaded, board, back=back)
        if self.is_mounted:
            self.begin(self.playing.lay_out, "lay out", replacing=False)

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
        over = self.playing.over
        hidden = {"enter"} if isinstance(self.game, FillGame) else set(FILL)
        hidden |= set() if over is not None and generated(over) else {"another"}
        hidden |= set() if over is not None and harder(over) is not None else {"harder"}
        hidden |= set() if self.playing.checker.can_reveal else {"reveal"}
        hidden |= {"marks", "notes"} if self.tries else set()
        return [one.name for one in key_table.of(self.SCOPE) if one.name not in hidden]

    def idle(self) -> Iterable[str]:
        game = self.game
        if game is None:
            return ()
        found = [] if game.at or self.playing.waiting else ["undo", "first"]
        found += [] if game.at < game.length else ["redo", "last"]
        found += [] if game.goes_back else ["bring_back"]
        erases = game.holds(self.area.cursor) if isinstance(game, FillGame) else game.at > 0
        found += [] if erases or self.playing.waiting or self.playing.help.trials else ["erase"]
        return found if game.begun else [*found, "new"]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in FILL and not isinstance(self.game, FillGame):
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Digits and capitals go onto the board, where its values have them."""
        game, letter, cell = self.game, event.character or "", self.area.cursor
        written = len(letter) == 1 and (letter.isdigit() or letter.isupper())
        if isinstance(game, FillGame) and cell is not None and written and self.playing.take_letter(game, cell, letter):
            event.stop()
            event.prevent_default()

    def action_step(self, direction: Direction) -> None:
        self._move_by(lambda hand: hand.move_cursor(direction))

    def action_end(self, end: End) -> None:
        self._move_by(lambda hand: hand.move_to_end(end))

    def _move_by(self, move: Callable[[Hand], None]) -> None:
        if self.area.board is not None:
            self.playing.write_waiting()
            self._take_back_trial()
            self.playing.help.along = None
            move(self.area.board.hand)
            self.playing.draw()

    @on(Hand.Chosen)
    def action_enter(self) -> None:
        """The next empty cell, or what goes along with the value written; in a game of moves the chosen move."""
        self.playing.write_waiting()
        game, cursor = self.game, self.area.cursor
        if self.playing.help.trials and game is not None:
            game.take(self.playing.help.trials[0].after)
            self.playing.stepped()
        elif isinstance(game, MoveGame):
            if cursor is None:
                self.say("No move is left; u takes back.")
            else:
                game.play(cursor)
                self.playing.stepped()
        elif isinstance(game, FillGame):
            cell = game.next_empty(cursor)
            if self.playing.help.along is not None:
                game.write(*self.playing.help.along)
                self.playing.stepped()
            elif cell is None:
                self.say("No other cell is empty.")
            else:
                self.playing.go_to(cell)

    def action_another(self) -> None:
        self._play_next(self.playing.over)

    def action_harder(self) -> None:
        over = self.playing.over
        self._play_next(None if over is None else harder(over))

    def _play_next(self, choice: Choice | None) -> None:
        if choice is not None:
            self.begin(partial(play_another, self.app, choice), "next puzzle")

    def named(self, action: Action) -> Action:
        over = self.playing.over
        following = None if over is None else over if action.name == "another" else harder(over)
        if action.name in ("another", "harder") and following is not None:
            words = "Play another" if following == over else "Play a harder one"
            return replace(action, help=f"{words}, {following.label}")
        if action.id == "play.save.print" and over is not None:
            return replace(action, help="Print it, PDF or PNG")
        if action.name == "face" and action.arguments == "search" and self.game is not None and self.game.at:
            return replace(action, help="Have it solved from your position on, at once")
        return replace(action, label="Try", help=TRY) if action.name == "mark" and self.tries else super().named(action)

    def action_mark(self) -> None:
        """Pencil marks, or values again; where moves are tried, the next one at the cursor."""
        if self.tries:
            self._try()
            return
        self.playing.write_as(VALUES if self.playing.writes else MARKS)

    def action_notes(self) -> None:
        """Marks in the middle, then colours, then values again."""
        self.playing.write_as(AFTER[self.playing.writes])

    def action_marks(self) -> None:
        """All that may stand in the empty cells, as pencil marks; where each has marks, none."""
        assert isinstance(self.game, FillGame)
        self.playing.write_waiting()
        filled = self.game.fill_marks()
        if filled or self.game.clear_marks():
            self.playing.stepped()
            self.say("Marked what may stand there; f takes all marks away." if filled else "u brings the marks back.")
        else:
            self.say("There is nothing to mark.")

    def action_before_mistake(self) -> None:
        """Undoes steps until the position is right, as far as is known."""
        self.playing.ask(self.playing.checker.before_mistake)

    @property
    def tries(self) -> bool:
        """True where moves are tried, False where pencil marks are written."""
        hand = None if self.game is None else self.game.family.by_hand
        return isinstance(hand, MoveByMove) or (isinstance(hand, FillIn) and hand.tries)

    def _try(self) -> None:
        """Shows the move under the cursor as if it was made; again the next at this place, after the last none."""
        self.playing.write_waiting()
        left = self.playing.help.trials[1:] if self.playing.help.trials else self.area.trials()
        if not self.playing.help.trials and not left:
            self.say("There is nothing to try here.")
            return
        self.playing.help = Help(trials=left)
        then = "tries the next; Esc takes it back." if len(left) > 1 else "takes it back."
        self.say(f"Enter makes it; space {then}" if left else "")
        self.playing.draw()

    def _take_back_trial(self) -> bool:
        """True if something was tried; the board is as it was."""
        tried, self.playing.help.trials = bool(self.playing.help.trials), ()
        if tried:
            self.say("")
            self.playing.draw()
        return tried

    def action_erase(self) -> None:
        """Takes away what is half typed, then the value, then the marks; in a game the last move."""
        game, cell = self.game, self.area.cursor
        if self._take_back_trial():
            return
        if isinstance(game, MoveGame):
            self.playing.go(-1)
        elif self.playing.waiting:
            self.playing.waiting = self.playing.waiting[:-1]
            self.playing.draw()
        elif isinstance(game, FillGame) and cell is not None:
            if game.empty(cell):
                self.playing.stepped()
            else:
                self.say("This cell is empty." if cell in game.free else "This cell is given.")

    def action_undo(self) -> None:
        if self.playing.waiting:
            self.playing.waiting = ""
            self.playing.draw()
        elif not self._take_back_trial():
            self.playing.go(-1)

    def action_redo(self) -> None:
        self.playing.go(1)

    def action_first(self) -> None:
        self.playing.go(-self.game.at if self.game is not None else 0)

    def action_last(self) -> None:
        self.playing.go(self.game.length - self.game.at if self.game is not None else 0)

    def action_bring_back(self) -> None:
        self.playing.write_waiting()
        self.playing.choose_branch()

    def action_pin(self) -> None:
        self.playing.write_waiting()
        if self.game is not None:
            self.say("Pinned: b goes back here." if self.game.pin() else "No longer pinned.")
            self.playing.draw()

    def action_check(self) -> None:
        self.playing.ask(self.playing.checker.check)

    def action_reveal(self) -> None:
        assert isinstance(self.game, FillGame)
        self.playing.write_waiting()
        if not self.playing.checker.can_reveal:
            self.say("Nothing is revealed here: a puzzle like this has many solutions.")
        elif self.area.cursor is not None:
            self.playing.answer(self.playing.checker.reveal(self.area.cursor))

    def action_hint(self) -> None:
        self.playing.write_waiting()
        self._take_back_trial()
        if self.game is None:
            return
        if self.playing.help.hint is None:
            self.begin(self.playing.find_hint, "hint")
        elif self.playing.help.stage + 1 < words.STAGES:
            self.playing.help.stage += 1
            self.playing.show_hint()
        else:
            self.playing.follow(self.game, self.playing.help.hint)

    def action_face(self, name: str) -> None:
        """To the search with the position as its start, where the family can; to another face with the position."""
        self.playing.write_waiting()
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
                self.playing.stepped()

        question = "The board is empty again; time and help are counted anew."
        self.ask(ConfirmDialog("Begin again?", question, "Begin again"), again)

    def action_copy(self) -> None:
        if self.game is not None:
            self.say(f"Copied; {self.app.copy(self.game.loaded.text(None, self.game.board))}")

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        game = self.game
        return None if game is None else (game.loaded, game.board if game.at else None, {})

    @property
    def played(self) -> PlayedGame | None:
        return self.game

    def action_swap(self) -> None:
        self.area.swap()
        self.playing.draw()

    def action_leave_board(self) -> None:
        """Leaves what was begun, then the screen."""
        if self.playing.begun:
            self.playing.forget()
            self.say("")
            self.playing.draw()
        else:
            self.app.action_show(self.came_from)

    @on(Hand.CursorMoved)
    def _moved(self) -> None:
        self.playing.write_waiting()
        if self.playing.help.trials and self.area.cursor not in (None, self.playing.help.trials[0].place):
            self.playing.help.trials = ()
        self.playing.draw()

    @on(PlayArea.Judged)
    def _judged(self) -> None:
        if self.game is not None:
            self.playing.end_if_over(self.game)
            self.playing.draw()
