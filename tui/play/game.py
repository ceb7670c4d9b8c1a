"""Games of moves: the one on the board, and all that the user has played on its puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from puzzles.by_hand import FillIn, MoveByMove
from tui.kept.loaded import Loaded
from tui.play.fill_game import FillGame
from tui.play.played import PlayedGame, Tally, place_among

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


class MoveGame(PlayedGame):
    """A game of moves. `own`: all games played on the puzzle; the one on the board is the first of them.

    A move that leaves the game shown begins another one, and the earlier is kept.
    """

    def __init__(self, loaded: Loaded, own: OwnGames, **clocks: Callable[[], float]) -> None:
        super().__init__(loaded, **clocks)
        hand = self.family.by_hand
        assert isinstance(hand, MoveByMove)
        self.hand = hand
        self.own = own
        self._line = next((game for game in own.games if self._begins_here(game)), loaded.start)
        self.at = self.length

    @property
    def board(self) -> tuple[int, ...]:
        return self._line[: len(self.loaded.start) + self.at]

    @property
    def length(self) -> int:
        return len(self._line) - len(self.loaded.start)

    @property
    def whole(self) -> Moves:
        return self._line

    @property
    def made(self) -> Moves:
        return self.board

    def standing(self, line: Sequence[int]) -> str:
        return self.hand.standing(self.loaded.puzzle, tuple(line))

    def _other_lines(self) -> list[Moves]:
        """The games of this start but the one on the board, the one played on last first."""
        return [game for game in self.own.games if game != self._line and self._begins_here(game)]

    def play(self, move: int) -> None:
        """Makes a legal move; if it is the one that was undone, those behind it can still be made again."""
        self._take(self.hand.after(self.loaded.puzzle, self.board, move))

    def take(self, board: Sequence[int]) -> bool:
        if tuple(board) == self.board or not self._begins_here(board):
            return False
        self._take(tuple(board))
        return True

    def show(self, line: Sequence[int]) -> None:
        if len(line) == len(self.loaded.start):
            self.go(0)
        else:
            self._take(tuple(line))
            self.left = 0

    def begin_again(self) -> None:
        """The moves can be made again, and games played before are kept."""
        self.at = 0
        self._anew()

    def read(self, data: Mapping[str, Any]) -> None:
        self.tally, self.at = Tally.read(data), place_among(data["at"], self.length)
        self.pins = [self._read_pin(pin) for pin in data.get("pins", [])]

    def _read_pin(self, pin: Any) -> Moves:
        moves = tuple(pin)
        legal = all(type(one) is int for one in moves) and self.family.judge(self.loaded.puzzle, moves).legal
        if not legal or moves[: len(self.loaded.start)] != self.loaded.start:
            raise ValueError("a pin is no legal position")
        return moves

    def data(self) -> dict[str, Any]:
        return {**super().data(), **({"pins": self.pins} if self.pins else {})}

    def _take(self, board: tuple[int, ...]) -> None:
        line, undone = self._line, self.length - self.at
        self._line = self.own.played(board)
        self.left = 0 if self._line[: len(line)] == line else undone
        self._reached(board)

    def _reached(self, board: tuple[int, ...]) -> None:
        self.at = len(board) - len(self.loaded.start)
        self.tally.finished = 0.0
        self._changed()

    def _begins_here(self, board: Sequence[int]) -> bool:
        start = self.loaded.start
        return len(board) > len(start) and tuple(board[: len(start)]) == start

    def _move_to(self, at: int) -> None:
        self.at = at


def new_game(loaded: Loaded, own: OwnGames, **clocks: Callable[[], float]) -> PlayedGame:
    """The game of a puzzle whose family can be played by hand, at the end of the newest one of its own games."""
    if isinstance(loaded.family.by_hand, FillIn):
        return FillGame(loaded, **clocks)
    return MoveGame(loaded, own, **clocks)
