"""What a family says of its games so that they can be drawn and looked through: pages of characters. No textual."""

from __future__ import annotations

from abc import ABC, abstractmethod

from puzzles.family import Board
from tui.boards.canvas import Canvas


class Game(ABC):
    """Draws the games of one puzzle; a board is a sequence of moves. `zooms` is the number of sizes, 0 the largest."""

    zooms: int

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

    @abstractmethod
    def words(self, board: Board, at: int) -> str:
        """The at-th move for people, from 1."""

    @abstractmethod
    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        """Column and line of the at-th move on a page, from 1."""
