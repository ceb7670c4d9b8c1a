"""UCT with transpositions in plain Python: a dictionary of scores by position and move; positions are copied.

What the papers leave open: new moves are drawn by the bias before any known one is played, and one at a time; values
are shares of the range of scores in the tree; what is exhausted is noticed when a game arrives there, and is not played
again; a move that would be one too many empties the tree.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from typing import NamedTuple, Protocol, Self

from oracles.naive_streams import NaiveStream


class Position(Protocol):
    """A position of a single-player game; `identity` is equal where all that can follow is."""

    def moves(self, stream: NaiveStream) -> list[int]: ...
    def play(self, move: int) -> None: ...
    def score(self) -> float: ...
    def bias_odds(self, move: int) -> float: ...
    def identity(self) -> Hashable: ...
    def copy(self) -> Self: ...


class Settings(NamedTuple):
    exploration: float
    maximum: float
    room: int
    bound: str = "ucb"
    deviation: float = 0.01


class Game(NamedTuple):
    moves: list[int]
    score: float
    tree: int
    """How many moves the tree has after it."""


Edge = tuple[Hashable, int]


def games(root: Position, stream: NaiveStream, given: Settings, biased: bool) -> Iterator[Game]:
    """Every game that the search plays, until there is nothing new."""
    scores: dict[Edge, list[float]] = {}
    exhausted: set[Edge] = set()
    while True:
        position, path, played = root.copy(), list[Edge](), list[int]()
        while moves := position.moves(stream):
            edges = [(position.identity(), move) for move in moves]
            new = [edge not in scores for edge in edges]
            if given.bound == "puct":
                odds = [position.bias_odds(move) if biased else 1.0 for move in moves]
                known = [scores.get(one, []) for one in edges]
                seen = [one for several in scores.values() for one in several]
                bounds = _predicted(known, odds, seen, given)
                open_ones = [k for k, one in enumerate(edges) if one not in exhausted]
                if not open_ones:
                    new = [False]
                    break
                edge = edges[max(open_ones, key=bounds.__getitem__)]
                new = [edge not in scores]
            elif any(new):
                odds = [position.bias_odds(move) if is_new else 0.0 for move, is_new in zip(moves, new, strict=True)]
                edge = edges[stream.index(odds)]
            elif all(edge in exhausted for edge in edges):
                break
            else:
                seen = [one for several in scores.values() for one in several]
                bounds = _bounds([scores[one] for one in edges], min(seen), max(seen), given)
                open_ones = [k for k, one in enumerate(edges) if one not in exhausted]
                edge = edges[max(open_ones, key=bounds.__getitem__)]
            path.append(edge)
            played.append(edge[1])
            position.play(edge[1])
            if any(new):
                break
        else:
            raise AssertionError("a tree does not lead to an end that is not exhausted")
        if not any(new):  # nothing is left here
            if not path:
                return
            exhausted.add(path[-1])
            continue
        if len(scores) == given.room:
            scores.clear()
            exhausted.clear()
            continue
        if not _play_out(position, played, stream, biased):
            exhausted.add(path[-1])
        for edge in path:
            scores.setdefault(edge, []).append(position.score())
        yield Game(played, position.score(), len(scores))


def _bounds(known: list[list[float]], worst: float, best: float, given: Settings) -> list[float]:
    """The bound of each move with those scores."""
    n = sum(map(len, known))
    found = []
    for scores in known:
        mean = sum(scores) / len(scores)
        value = mean + given.maximum * (max(scores) - mean)
        share = (value - worst) / (best - worst) if best > worst else 0.0
        bound = share + given.exploration * math.sqrt(math.log(n) / len(scores))
        if given.bound == "sp":
            width = best - worst if best > worst else math.inf
            squares = sum((score / width - mean / width) ** 2 for score in scores)
            bound += math.sqrt((squares + given.deviation) / len(scores))
        found.append(bound)
    return found


def _predicted(known: list[list[float]], odds: list[float], seen: list[float], given: Settings) -> list[float]:
    """The bound by the prior of each move with those scores, none for a new one."""
    here = [score for scores in known for score in scores]
    found = []
    for scores, one in zip(known, odds, strict=True):
        share = 0.0
        if here and max(seen) > min(seen):
            own = scores or [sum(here) / len(here)]
            mean = sum(own) / len(own)
            share = (mean + given.maximum * (max(own) - mean) - min(seen)) / (max(seen) - min(seen))
        weight = given.exploration * math.sqrt(1 + len(here)) * one / sum(odds)
        found.append(share + weight / (1 + len(scores)))
    return found


def _play_out(position: Position, played: list[int], stream: NaiveStream, biased: bool) -> bool:
    """Plays on to the end, and adds the moves; false if this is the end."""
    length = len(played)
    while moves := position.moves(stream):
        chosen = 0
        if len(moves) > 1 and biased:
            chosen = stream.index([position.bias_odds(move) for move in moves])
        elif len(moves) > 1:
            chosen = stream.below(len(moves))
        played.append(moves[chosen])
        position.play(moves[chosen])
    return len(played) > length
