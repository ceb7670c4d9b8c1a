"""Large neighbourhood search in plain Python: positions are copied, and every game is played from the root.

A move has a preference if its policy code is in the current game: the last step at which it is there.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from itertools import count
from typing import NamedTuple, Protocol, Self

from oracles.naive_streams import NaiveStream


class Position(Protocol):
    """A position of a single-player game."""

    def moves(self, stream: NaiveStream) -> list[int]: ...
    def play(self, move: int) -> None: ...
    def score(self) -> float: ...
    def policy_code(self, move: int) -> int: ...
    def bias_odds(self, move: int) -> float: ...
    def copy(self) -> Self: ...


class Settings(NamedTuple):
    hot: float
    cold: float
    period: float
    growth: float
    held: float
    changes: int
    reach: int
    biased: bool


class Game(NamedTuple):
    """A game, its score, and whether it was taken as the current one."""

    moves: list[int]
    codes: list[int]
    score: float
    taken: bool


def games(root: Position, stream: NaiveStream, given: Settings) -> Iterator[Game]:
    """Every game that the search plays, without an end."""
    for cooling in count(1):
        current = _play(root, stream, given, Game([], [], -math.inf, True), -1, set(), [])
        yield current
        period = given.period * cooling**given.growth
        for age in range(math.ceil(period)):
            current = yield from _proposal(root, stream, given, current, age / period)


def _proposal(
    root: Position, stream: NaiveStream, given: Settings, current: Game, share: float
) -> Generator[Game, None, Game]:
    """Yields the game proposed after that share of a cooling; the current one then."""
    temperature = given.hot * (given.cold / given.hot) ** share
    least = current.score + temperature * math.log(1.0 - stream.unit())
    number = 1 + stream.below(given.changes)
    first = stream.below(len(current.moves))
    reach = min(given.reach, len(current.moves) - first)
    held: set[int] = set()
    breaks: list[int] = []
    for k in range(number):
        step = first + (stream.below(reach) if k else 0)
        if stream.unit() < given.held:
            held.add(current.codes[step])
        else:
            breaks.append(step)
    played = _play(root, stream, given, current, first, held, breaks)
    taken = played.score >= least
    yield played._replace(taken=taken)
    return played if taken else current


def _play(
    root: Position, stream: NaiveStream, given: Settings, current: Game, first: int, held: set[int], breaks: list[int]
) -> Game:
    """A game like the current one up to the step `first` (-1: none), then changed: codes held back, others drawn."""
    order = {code: step for step, code in enumerate(current.codes) if code not in held}
    position = root.copy()
    moves: list[int] = []
    codes: list[int] = []
    while legal := position.moves(stream):
        step = len(moves)
        if step == first:  # the list is asked for again where the copy of the current game ends
            legal = position.moves(stream)
        move = current.moves[step] if step < first else None
        for _ in range(breaks.count(step)):
            others = [one for one in legal if position.policy_code(one) not in order]
            if move is None and others:
                move = legal[stream.index([position.bias_odds(one) if one in others else 0.0 for one in legal])]
            elif move is None:  # and where nothing else can be drawn
                legal = position.moves(stream)
        if move is None:
            places = [order.get(position.policy_code(one), math.inf) for one in legal]
            known = min(places) < math.inf
            move = legal[places.index(min(places))] if known else _drawn(position, legal, stream, given.biased)
        moves.append(move)
        codes.append(position.policy_code(move))
        position.play(move)
    return Game(moves, codes, position.score(), True)


def _drawn(position: Position, legal: list[int], stream: NaiveStream, biased: bool) -> int:
    if len(legal) == 1:
        return legal[0]
    if biased:
        return legal[stream.index([position.bias_odds(move) for move in legal])]
    return legal[stream.below(len(legal))]
