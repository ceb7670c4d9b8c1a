"""Games: what a family says so that they can be drawn, and those that the user has played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from puzzles.family import Board, Puzzle
from tui.boards.canvas import Canvas


class Game(ABC):
    """Draws the games of one puzzle; a board is a sequence of moves. `zooms` is the number of sizes, 0 the largest."""

    zooms: int

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        self.puzzle = puzzle
        self.plain = plain

    def room_for(self, board: Board) -> bool:
        """True if the game fits on the pages as they are; by default all games do."""
        return True

    def make_room(self, board: Board) -> None:  # noqa: B027 - nothing to do where all games fit
        """From now on the game fits on the pages too; what did before stays in its place."""

    def make_room_alone(self, board: Board) -> None:  # noqa: B027 - as above
        """From now on pages are as large as the game needs, and no larger."""

    @abstractmethod
    def size(self, zoom: int) -> tuple[int, int]:
        """Columns and lines of a page."""

    @abstractmethod
    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int]) -> Canvas:
        """The position after `at` moves of the game, the last of them set off; `marked` are indices of moves."""

    def overview(self, zoom: int, board: Board, marked: frozenset[int]) -> Canvas:
        """The whole game on a page, as it is followed; by default the position after its last move."""
        return self.page(zoom, board, len(board), marked)

    @abstractmethod
    def words(self, board: Board, at: int) -> str:
        """The at-th move for people, from 1."""

    def describe(self, board: Board, at: int | None, width: int) -> str:
        """One line about the position after `at` moves, or about the whole game (None), for a line of that width."""
        at = len(board) if at is None else at
        return f"move {at} of {len(board)}" + (f": {self.words(board, at)}" if at else "")

    @abstractmethod
    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        """Column and line of the at-th move on a page, from 1."""

    def focus_cell(self, zoom: int, board: Board, at: int) -> tuple[int, int] | None:
        """Column and line of what matters most in the position after `at` moves: by default the last of them."""
        return self.place(zoom, board, at) if at else None


Moves = tuple[int, ...]


class OwnGames:
    """`games`: the one played on last is the first."""

    def __init__(self, games: Iterable[Sequence[int]] = ()) -> None:
        self.games: tuple[Moves, ...] = tuple(tuple(game) for game in games)

    def played(self, game: Sequence[int]) -> Moves:
        """The game, from now on the newest, in place of those that it only continues.

        If one of the games begins with it, it is that game, whose further moves can be made again.
        """
        new = tuple(game)
        new = next((one for one in self.games if one[: len(new)] == new), new)
        self.games = (new, *(one for one in self.games if new[: len(one)] != one))
        return new
