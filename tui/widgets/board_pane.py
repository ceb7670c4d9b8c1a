"""Where boards stand: with their title, the checker's words and a line of status; or as pictures, which may replay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static

from puzzles.family import Board, Puzzle
from puzzles.groups import About
from puzzles.registry import get_family
from tui.boards.drawing import Facts
from tui.boards.game_board import GameBoard
from tui.boards.puzzle_board import PuzzleBoard, board_class
from tui.kept.loaded import Loaded
from tui.processes.judging import Judge
from tui.words.wording import fact_text, shorten


class BoardPane(Vertical):
    """Shows one puzzle's board, or a text where there is none."""

    DEFAULT_CSS = """
    BoardPane { padding: 0 1; }
    BoardPane > .title { height: auto; max-height: 3; text-style: bold; color: $foreground; }
    BoardPane > .note { height: auto; max-height: 50%; margin-bottom: 0; color: $text-muted; }
    BoardPane > .facts { height: 1; color: $foreground; text-overflow: clip; text-wrap: nowrap; display: none; }
    BoardPane > .status-text { height: 1; color: $foreground; text-overflow: clip; text-wrap: nowrap; display: none; }
    BoardPane > .words { height: 1fr; color: $text-muted; padding: 1 0; }
    BoardPane > PuzzleBoard { height: 1fr; }
    """

    def __init__(self, words: str, *, plain: bool) -> None:
        super().__init__()
        self.plain = plain
        self.loaded: Loaded | None = None
        self.board: PuzzleBoard | None = None
        self._words = words
        self._facts: Facts | None = None
        self._said = ""
        self._judge = Judge(self._draw_judged)
        self._annotation = ""
        self._asked: Puzzle | None = None
        """The puzzle of which was asked last what is proved."""
        self._proved: tuple[Puzzle, tuple[str, ...]] | None = None

    def compose(self) -> ComposeResult:
        for kind in ("title", "note", "facts", "status-text"):
            yield Static("", classes=kind, markup=False)
        yield Static(self._words, classes="words", markup=False)

    def show(self, loaded: Loaded) -> None:
        """Draws the puzzle before any move, or the board that came with it; the widget stays if it is the one shown."""
        if self.board is not None and self.loaded is not None and self.loaded.puzzle == loaded.puzzle:
            self.loaded = loaded
            self.board.release()
            self._draw(loaded.attached_board or loaded.start, ())
            self.annotate("")
            return
        self.clear()
        self.loaded = loaded
        self.board = board_class(loaded.puzzle.family)(loaded.puzzle, loaded.start, plain=self.plain)
        self.annotate("")
        self.query_one(".words").display = False
        self.query_one(".status-text").display = self.board.TELLS
        below = self.board.below()
        self.mount(self.board, *([below] if below is not None else []))
        self._draw(loaded.attached_board or loaded.start, ())

    @property
    def held(self) -> Board | None:
        """The board that the user looks through while newer ones wait; None if there is none."""
        return self.board.board if self.board is not None and self.board.held else None

    def has_room_for(self, board: Board, facts: Facts | None = None, *, lines: int = 0) -> bool:
        """True if a position in passing may be sent to the terminal now, with so many lines of words beside it."""
        if self.board is None:
            return True
        lines += self._fact_words(facts) != self._said
        return self.board.budget.affords(self.board.redrawn(board, facts), lines)

    def show_board(self, board: Board, marked: Iterable[int], facts: Facts, *, at_once: bool, passing: bool) -> None:
        """Draws another position of the puzzle; `at_once`: even if the user looks through an older one.

        `facts`: what the checker has said of it. `passing`: a live run has found it.
        """
        if self.board is not None:
            if at_once:
                self.board.release()
            self._draw(board, marked, facts, passing=passing)

    def annotate(self, text: str) -> None:
        """Adds a line about the puzzle before what is proved of it, and what the reader assumed."""
        if self.loaded is None:
            self._entitle("", text)
            return
        puzzle, about = self.loaded.puzzle, self.loaded.family.about
        known = self._proved is not None and self._proved[0] == puzzle
        parts = (text, *(self._proved[1] if self._proved and known else ()), puzzle.note)
        self._entitle(puzzle.title, "; ".join(one for one in parts if one))
        self._annotation = text
        if about and not known and self._asked != puzzle:
            self._asked = puzzle
            self.run_worker(self._prove(about, puzzle))

    async def _prove(self, about: About, puzzle: Puzzle) -> None:
        """What is proved of a puzzle may take tenths of a second to find: the board is drawn meanwhile."""
        words = await asyncio.to_thread(about.proved, puzzle)
        if self.loaded is not None and self.loaded.puzzle == puzzle:
            self._proved = puzzle, words[:1]
            if words:
                self.annotate(self._annotation)

    def on_resize(self) -> None:
        self._say_facts(self._fact_words(self._facts))

    def await_reading(self) -> None:
        """Takes back what was said of a text that has changed; a board stays, without its title, until it is read."""
        self._entitle("Reading ...", "")
        if self.board is None:
            self.query_one(".words", Static).update("")

    def clear(self, title: str = "", words: str = "") -> None:
        if self.board is not None:
            below = self.board.below()
            if below is not None:
                below.remove()
            if self.board.has_focus:
                self.screen.set_focus(None)  # Textual would give it to the next field, where keys are typed
            self.board.remove()
        self.board = self.loaded = None
        self._facts = None
        self._say_facts("")
        self._entitle(title, "")
        self.query_one(".status-text").display = False
        self.query_one(".words", Static).update(words)
        self.query_one(".words").display = True

    @on(PuzzleBoard.StatusText)
    def _show_status_text(self, event: PuzzleBoard.StatusText) -> None:
        if event.board is not self.board:  # the last words of a board that is gone
            return
        line = self.query_one(".status-text", Static)
        width = self.content_size.width
        room = width - len(event.text)
        keys = event.keys.rjust(room) if room > len(event.keys) + 1 else ""
        short = event.text.partition(";" if ";" in event.text else ":")[0]
        text = (short if len(short) <= width < len(event.text) else shorten(event.text, width)) + keys
        text = text if width else event.text
        if str(line.content) != text:
            line.update(text, layout=False)
        line.display = True

    def _draw(self, board: Board, marked: Iterable[int], facts: Facts | None = None, *, passing: bool = False) -> None:
        assert self.board is not None
        facts = facts or self._proposal_facts(board)
        self._facts = facts
        self.board.show(board, marked, facts=facts, passing=passing)
        self._say_facts(self._fact_words(facts))

    def _proposal_facts(self, board: Board) -> Facts | None:
        """What the checker says of the board that came with the puzzle; None while it is not known."""
        if self.loaded is None or self.loaded.attached_board is None or tuple(board) != self.loaded.attached_board:
            return None
        verdict = self._judge.verdict(self.loaded.puzzle, self.loaded.attached_board)
        return None if verdict is None else verdict.facts

    def _draw_judged(self) -> None:
        """A verdict has come: it is drawn if its board is still the one shown, and the app is not being closed."""
        if self.is_running and self.board is not None and not self._facts:
            self._draw(self.board.board, self.board.marked)

    def _fact_words(self, facts: Facts | None) -> str:
        return fact_text(facts or {}, self.content_size.width or 1000, plain=self.plain)

    def _say_facts(self, words: str) -> None:
        """The line stays once there were any, so that the board does not jump."""
        if words == self._said:
            return
        line = self.query_one(".facts", Static)
        line.update(words, layout=False)
        line.display = bool(words) or self.board is not None
        self._said = words

    def _entitle(self, title: str, note: str) -> None:
        self.query_one(".title", Static).update(title)
        line = self.query_one(".note", Static)
        line.update(note)
        line.display = bool(note)


PERIOD = 0.5
"""Seconds between two steps of a replay."""
PAUSE = 6
"""Steps for which the whole board is shown before the second round."""
ROUNDS = 2


class Picture(Vertical):
    """Draws a board as large as there is room for; keys and mouse leave it alone."""

    DEFAULT_CSS = """
    Picture { height: 1fr; width: 1fr; }
    Picture > PuzzleBoard { height: 1fr; }
    """

    def __init__(self, *, plain: bool) -> None:
        super().__init__()
        self.plain = plain
        self.board: PuzzleBoard | None = None
        self.steps = 0
        """How many steps the replay has; 0 for a picture that stands still."""
        self.at = 0
        self.rounds = 0
        self._start: tuple[int, ...] = ()  # where cells are filled in; empty where moves are made
        self._whole: tuple[int, ...] = ()
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(PERIOD, self.step, pause=True)
        self.go_on()

    def show(self, puzzle: Puzzle, board: Board, *, replay: bool = False) -> None:
        """Draws the board; `replay`: it comes into being from the puzzle's beginning, move by move or cell by cell."""
        self.rest()
        family = get_family(puzzle.family)
        start, self._whole = family.start_board(puzzle), tuple(board)
        self._start = start if len(start) == len(self._whole) and start != self._whole else ()
        if self.board is not None:
            self.board.remove()
        self.board = board_class(puzzle.family)(puzzle, start, plain=self.plain)
        self.board.disabled = True
        self.mount(self.board)
        self.board.show(self._whole)
        self.steps, self.at, self.rounds = len(self._order) if replay else 0, 0, 0
        if replay:
            self._draw()
            self.go_on()

    def rest(self) -> None:
        if self._timer is not None:
            self._timer.pause()

    def go_on(self) -> None:
        """Lets a replay that has not had its rounds go on."""
        if self._timer is not None and self.steps and self.rounds < ROUNDS:
            self._timer.resume()

    def step(self) -> None:
        """The next step; after the last one a pause, then the next round, or rest."""
        self.at += 1
        if self.at <= self.steps:
            self._draw()
        if self.at >= self.steps + (PAUSE if self.rounds + 1 < ROUNDS else 0):
            self.rounds += 1
            if self.rounds == ROUNDS:
                self.rest()
            else:
                self.at = 0
                self._draw()

    @property
    def _order(self) -> list[int]:
        """The indices of the board in the order in which they are filled in or played."""
        return [index for index, value in enumerate(self._whole) if not self._start or self._start[index] != value]

    def _draw(self) -> None:
        if self.board is None:
            return
        if isinstance(self.board, GameBoard):
            self.board.go(self.at)
        elif not self._start:
            self.board.show(self._whole[: self.at])
        else:
            shown = set(self._order[: self.at])
            self.board.show([self._whole[one] if one in shown else value for one, value in enumerate(self._start)])
