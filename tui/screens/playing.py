"""A game as a person plays it on the screen: its steps, what is half typed, tried, checked and hinted at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzles.by_hand import Hint, Trial
from puzzles.family import Board, Verdict
from puzzles.text.quoting import counted
from tui.boards.drawing import fitting
from tui.kept.loaded import Loaded
from tui.play import words
from tui.play.branches import tree
from tui.play.checker import Checker, Told, find_hint
from tui.play.choices import Choice, choice_of
from tui.play.fill_game import CENTRE, COLOURS, FillGame
from tui.play.finish import finish_rows
from tui.play.game import MoveGame
from tui.play.played import Branch, PlayedGame
from tui.play.statistics import OTHER, finished_game
from tui.play.words import Row
from tui.screens.dialog import EntryDialog
from tui.screens.main_screen import MainScreen
from tui.widgets.play_area import PlayArea, Shown

BAR_MARGIN = 10
"""Columns of the top bar beside title and figures."""
GIVEN = "This cell is given."
VALUES, MARKS, MIDDLE, COLOURED = "", "pencil", "middle", "colours"
NOTES = {
    MARKS: "Pencil: what you type are marks; f marks all, space ends it.",
    MIDDLE: "Marks in the middle of the cell; t goes on to colours, space ends it.",
    COLOURED: "1 to 4 colour the cell, the same again takes the colour off; t or space ends it.",
}
AFTER = {VALUES: MIDDLE, MARKS: MIDDLE, MIDDLE: COLOURED, COLOURED: VALUES}
"""What `t` goes on to."""
AT_THE_END = ("play.another", "play.harder", "play.save", "play.save.print", "play.new")
"""The actions that are named beside the board of a game that is over, if they are offered."""


CLOCK_RUNS = 15.0
"""Seconds that the clock is drawn after a key, so that nothing goes over the line while a person thinks."""


@dataclass
class Help:
    """What is shown besides the board until the next step."""

    hint: Hint | None = None
    stage: int = 0
    wrong: frozenset[int] = frozenset()
    """Cells that a check has found wrong."""
    trials: tuple[Trial, ...] = ()
    """What is tried at the cursor, the first of them shown; empty if nothing is."""
    along: tuple[int, int] | None = None
    """A cell and a value that would go with the one just written; Enter writes it."""


class Playing:
    """Has the game, and draws it by the `PlayArea` of its screen; which key does what is the screen's business."""

    def __init__(self, screen: MainScreen) -> None:
        self.screen = screen
        self.loaded: Loaded | None = None
        self.game: PlayedGame | None = None
        self.writes = VALUES
        """What becomes of what is typed."""
        self.waiting = ""
        """The beginning of a value that could go on."""
        self.help = Help()
        self._cursor_then: int | None = None
        """The cell where the cursor stood when it was last drawn: what is half typed belongs to it."""
        self._drawn_until = 0.0
        """Seconds of play up to which the clock is drawn; behind them it stands with a `+` until the next key."""
        self._laying_out = asyncio.Lock()

    @cached_property
    def checker(self) -> Checker:
        return Checker(self.screen.app.engine, lambda line: self.screen.say(line, error=True))

    @property
    def area(self) -> PlayArea:
        return self.screen.query_one(PlayArea)

    def take(self, loaded: Loaded, board: Board | None, *, back: bool) -> None:
        """Goes on with the puzzle's game, from the position `board` where it is gone on with from elsewhere.

        `back`: it comes from the search that went on from the game.
        """
        if self.game is not None:
            self.game.pause()
        self.checker.stop()
        self.forget()
        self.loaded, self.game = loaded, None
        if loaded.family.by_hand is not None:
            self.screen.app.own_games.take_in(loaded)
            self.game = self.screen.app.own_games.game(loaded)
            if board is not None and _goes_on(self.game, board, back=back):
                self.game.take(board)
            self.checker.begin(self.game)

    def look(self) -> None:
        """Tells what the checker was asked for, once it is known."""
        told = self.checker.look()
        if told is not None:
            self.answer(told)
        self.show_top()

    def draw(self) -> None:
        own = self.screen.app.options
        self._drawn_until = 0.0 if self.game is None else self.game.seconds + CLOCK_RUNS
        trial, help = next(iter(self.help.trials), None), self.help
        finish = () if trial is not None else self.finish_rows()
        shown = Shown(help.hint, help.stage, help.wrong, self.waiting, own.conflicts, own.candidates, trial, finish)
        self.area.draw(shown)
        self._cursor_then = self.area.cursor
        self.show_top()
        self.screen.show_keys()

    @property
    def over(self) -> Choice | None:
        """What was played, while a game that is over is on the screen; None before."""
        game = self.game
        if game is None or game is not self.area.game or not self.area.over:
            return None
        return choice_of(game.loaded.puzzle.family, game.loaded.source) or Choice(game.loaded.puzzle.family, OTHER)

    def finish_rows(self) -> tuple[Row, ...]:
        """What stands beside the board of a game that is over; empty before."""
        if self.game is None or self.over is None:
            return ()
        keys = [(one.keys_text, one.help) for one in self.screen.offered() if one.id in AT_THE_END]
        return tuple(finish_rows(self.game, self.screen.app.finished_games, keys))

    async def lay_out(self) -> None:
        """Shows the puzzle taken last; one after the other, as cancelling would cancel widgets."""
        async with self._laying_out:
            loaded, game = self.loaded, self.game
            assert loaded is not None
            if game is None or not await self.area.show(game):
                self.area.tell(f"{loaded.family.title} is not played by hand here: s searches, e edits.")
                self.game = None
            elif self.screen.app.screen is self.screen:
                game.resume()
            self.draw()

    def show_top(self) -> None:
        game = self.game
        if game is None:
            self.screen.set_bar()
            return
        pencil = f"   {self.writes}" if self.writes else ""
        saved = "saved" if game.saved or not game.begun else "saving"
        clock = words.clock_text(min(game.seconds, self._drawn_until)) if self.screen.app.options.clock else ""
        clock += "+" if clock and game.seconds > self._drawn_until else ""
        parts = [saved if game.begun else "", words.help_text(game), clock]
        title, width = game.loaded.puzzle.title, self.screen.size.width - len(pencil) - BAR_MARGIN
        short = title.partition(",")[0]
        figures = ["   ".join(part for part in parts[first:] if part) for first in range(len(parts))]
        right = fitting(figures, width - len(short))
        left = fitting((title, title.rpartition(",")[0] or title, short), width - len(right))
        self.screen.set_bar(left + pencil, right)

    def forget(self) -> None:
        """Leaves all that was begun and is no step yet."""
        self.waiting, self.writes, self.help = "", VALUES, Help()

    @property
    def begun(self) -> bool:
        """True if there is anything to leave: a value half typed, a hint, pencilling, what is tried."""
        return bool(self.waiting or self.writes or self.help.hint is not None or self.help.trials)

    def write_waiting(self) -> None:
        """What is half typed is written, if it is a value, into the cell where it was typed."""
        waiting, self.waiting = self.waiting, ""
        game, cell = self.game, self._cursor_then
        if waiting and isinstance(game, FillGame) and cell is not None:
            value = words.symbols_of(game, cell).get(waiting)
            if value is not None:
                self.write(game, cell, value)

    def take_letter(self, game: FillGame, cell: int, letter: str) -> bool:
        """True if the letter means something at the cell: a value or the beginning of one, a mark or a colour."""
        if self.writes == COLOURED:
            painted = letter in map(str, range(1, COLOURS + 1)) and game.paint(cell, int(letter))
            if painted:
                self.stepped()
            else:
                self.screen.say(NOTES[COLOURED] if cell in game.free else GIVEN)
            return True
        symbols = words.symbols_of(game, cell)
        if not any(one.isdigit() == letter.isdigit() for one in "".join(symbols)):
            return False
        typed = words.typed(symbols, self.waiting, letter)
        if cell not in game.free:
            self.screen.say(GIVEN)
        elif typed is None:
            self.screen.say(f"Values here: {words.values_text(symbols)}.")
        else:
            self.waiting = typed.waiting
            if typed.value is not None:
                self.write(game, cell, typed.value)
            else:
                self.draw()
        return True

    def write(self, game: FillGame, cell: int, value: int) -> None:
        if self.writes:
            if game.pencil(cell, value, CENTRE if self.writes == MIDDLE else 0):
                self.stepped()
            else:
                self.screen.say("Empty the cell first: it holds a value.")
            return
        if not game.write(cell, value, marks_go=self.screen.app.options.marks_go):
            self.draw()
            return
        self.stepped()
        self.help.along = game.hand.goes_along(game.loaded.puzzle, game.board, cell)
        if self.help.along is not None:
            puzzle, (other, fitting) = game.loaded.puzzle, self.help.along
            self.screen.say(f"Enter writes {game.hand.symbol(puzzle, fitting)} at {game.hand.place(puzzle, other)}.")

    def write_as(self, kind: str) -> None:
        """From now on what is typed becomes that: a value or one of NOTES."""
        self.write_waiting()
        self.writes = kind
        self.screen.say(NOTES.get(kind, ""))
        self.draw()

    def stepped(self) -> None:
        """The board has changed by a step forward."""
        assert self.game is not None
        left = self.game.left
        self.screen.say(f"b brings back the {counted(left, 'step')} undone before." if left else "")
        self.help = Help()
        self.game.resume()
        self.end_if_over(self.game)
        self.draw()

    def go(self, by: int) -> None:
        self.write_waiting()
        game = self.game
        if game is None:
            return
        if not game.go(game.at + by):
            self.screen.say("Nothing to undo." if by <= 0 else "Nothing to make again.")
            return
        self.screen.say("")
        self.help = Help()
        if isinstance(game, FillGame) and game.touched is not None:
            self.go_to(game.touched)
        else:
            self.draw()

    def choose_branch(self) -> None:
        """Back to a pinned position or another line: at once to the only one, else to the one that is chosen."""
        game = self.game
        branches = game.branches() if game is not None else []
        if game is not None and len(branches) > 1:
            drawn = tree(game.whole, f"here: {game.standing(game.made)}", branches, plain=self.screen.plain)
            order = [at for _, at in drawn]
            dialog = EntryDialog("Back to which position?", [text for text, _ in drawn], first=order.index(0))
            self.screen.ask(dialog, self._to([None if at is None else branches[at] for at in order]))
        elif branches:
            self._to(branches)(0)
        else:
            self.screen.say("No steps were undone before others were made, and no other position is pinned.")

    def _to(self, branches: Sequence[Branch | None]) -> Callable[[int], None]:
        def go(at: int) -> None:
            game, branch = self.game, branches[at]
            assert game is not None
            if branch is None:
                return
            game.show(branch.line)
            self.stepped()
            self.screen.say(f"Back: {game.standing(game.made)}; b goes to others.")
            if isinstance(game, FillGame) and game.touched is not None:
                self.go_to(game.touched)

        return go

    def go_to(self, cell: int) -> None:
        if self.area.board is not None:
            self.area.board.hand.put_cursor(cell)
        self.draw()

    def ask(self, check: Callable[[], Told]) -> None:
        """What a check of the board says; it counts as one."""
        assert self.game is not None
        self.write_waiting()
        self.game.count("checks")
        self.answer(check())

    def answer(self, told: Told) -> None:
        game = self.game
        if isinstance(game, FillGame) and told.value is not None:
            game.count("reveals")
            game.change([told.value])
            self.stepped()
        elif game is not None and told.at is not None:
            self.go(told.at - game.at)
        self.help.wrong = told.wrong
        self.screen.say(told.words)
        self.draw()

    async def find_hint(self) -> None:
        game = self.game
        if game is None or game.family.by_hand is None:
            return
        board = game.board
        try:
            solution = self.checker.solution
            hint = self.checker.mended() or await asyncio.to_thread(find_hint, game.loaded, board, solution)
        except OSError as error:
            self.screen.say(f"The hint can't be worked out: {error}", error=True)
            return
        if game is not self.game or game.board != board:
            return
        if hint is None:
            self.screen.say("There is nothing left to hint at.")
            return
        game.count("hints")
        self.help.hint, self.help.stage = hint, 1
        if hint.places and self.area.board is not None:
            self.area.board.hand.put_cursor(hint.places[0])
        self.show_hint()

    def show_hint(self) -> None:
        """The hint as far as it is asked for; where the panel is not shown, how its words are seen."""
        self.screen.say("" if self.area.panel_shown else "Tab shows the hint in words, i the next part of it.")
        self.draw()

    def follow(self, game: PlayedGame, hint: Hint) -> None:
        """The third stage: the hint's step is made."""
        if isinstance(game, MoveGame) and len(hint.after) < len(game.board):
            self.go(len(hint.after) - len(game.board))
        elif game.take(hint.after):
            self.stepped()
        else:
            self.help = Help()
            self.screen.say("This hint shows no step to make.")
            self.draw()

    def end_if_over(self, game: PlayedGame) -> None:
        """The game is over if the checker says so: it replays the whole board."""
        if game.tally.finished:
            return
        full = isinstance(game, FillGame) and game.full
        verdict = self.area.verdict() if full or (isinstance(game, MoveGame) and not self.area.choices()) else None
        if verdict is None:
            return
        if verdict.solved or (not full and verdict.legal):
            game.finish()
            self._count(game, verdict)
        elif full:
            fault = next(iter(verdict.faults), "something is wrong")
            counts = "; c counts what is wrong" if self.checker.can_reveal else ""
            self.screen.say(f"All cells are filled, but {fault}{counts}.")

    def _count(self, game: PlayedGame, verdict: Verdict) -> None:
        """Keeps what was played among the finished games; a panel that has no room takes the board's place."""
        if not words.was_played(game):
            return
        trouble = self.screen.app.finished_games.add(finished_game(game, verdict))
        if trouble:
            self.screen.say(f"This game can't be added to your statistics: {trouble}", error=True)
        if not self.area.panel_shown:
            self.area.swap()


def _goes_on(game: PlayedGame, board: Board, *, back: bool) -> bool:
    """True if a position from elsewhere is gone on with: not where the puzzle is to be solved by the player.

    `back`: it comes from the search that went on from the game, whose boards may begin at its position.
    """
    if game.family.optimisation is None and game.family.many_solutions is None:
        return False
    return not back or tuple(board[: len(game.board)]) == game.board
