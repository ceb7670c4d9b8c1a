"""A board to look at: one position, or a whole board that replays itself step by step, twice, and then rests."""

from __future__ import annotations

from textual.containers import Vertical
from textual.timer import Timer

from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.game_board import GameBoard
from tui.boards.puzzle_board import PuzzleBoard, board_class

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
