"""Games that the user has played by hand on one puzzle; none is ever lost. No textual."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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

    def after(self, game: Sequence[int]) -> Moves | None:
        """The game before that one in time; after the first of all, or another's game, the newest; None if none."""
        if not self.games:
            return None
        here = self.games.index(tuple(game)) if tuple(game) in self.games else -1
        return self.games[(here + 1) % len(self.games)]
