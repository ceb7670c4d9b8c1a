"""What a family says of its games so that they can be drawn and looked through: pages of characters. No textual."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable

from puzzles.family import Board
from tui.boards.canvas import Canvas


class Game(ABC):
    """Draws the games of one puzzle; a board is a sequence of moves. `zooms` is the number of sizes, 0 the largest."""

    zooms: int
    pointer: Hashable = None
    """What the user points at on the page, for families whose games can be played by hand."""

    @abstractmethod
    def room_for(self, board: Board) -> bool:
        """True if the game fits on the pages as they are."""

    @abstractmethod
    def make_room(self, board: Board) -> None:
        """From now on pages have room for the game too; what they had room for before stays in its place."""

    @abstractmethod
    def make_room_alone(self, board: Board) -> None:
        """From now on pages are as large as the game needs, and no larger."""

    @abstractmethod
    def size(self, zoom: int) -> tuple[int, int]:
        """Columns and lines of a page."""

    @abstractmethod
    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int], *, calm: bool) -> Canvas:
        """The position after `at` moves of the game, the last of them set off; `marked` are indices of moves.

        `calm`: in as few colours as can be, since another will come soon.
        """

    def overview(self, zoom: int, board: Board, marked: frozenset[int], *, calm: bool) -> Canvas:
        """The whole game on a page, as it is followed; by default the position after its last move."""
        return self.page(zoom, board, len(board), marked, calm=calm)

    @abstractmethod
    def words(self, board: Board, at: int) -> str:
        """The at-th move for people, from 1."""

    def told(self, board: Board, at: int | None, width: int) -> str:
        """One line about the position after `at` moves, or about the whole game (None), for a line of that width."""
        at = len(board) if at is None else at
        return f"move {at} of {len(board)}" + (f": {self.words(board, at)}" if at else "")

    @abstractmethod
    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        """Column and line of the at-th move on a page, from 1."""

    def focus_cell(self, zoom: int, board: Board, at: int) -> tuple[int, int] | None:
        """Column and line of what matters most in the position after `at` moves: by default the last of them."""
        return self.place(zoom, board, at) if at else None
