"""Nested Monte Carlo search as printed (Cazenave, Nested Monte-Carlo Search, IJCAI 2009): recursive, copying.

What the print leaves open: a sequence replaces the best if it scores strictly more, and with one legal move nothing is
drawn. A nested game that begins at its end is a playout of no moves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple, Protocol, Self

from oracles.naive_streams import NaiveStream


class Position(Protocol):
    """A position of a single-player game."""

    def moves(self, stream: NaiveStream) -> list[int]: ...
    def play(self, move: int) -> None: ...
    def score(self) -> float: ...
    def solved(self) -> bool: ...
    def bias_odds(self, move: int) -> float: ...
    def copy(self) -> Self: ...


class Played(NamedTuple):
    """A game's score and all its moves from the root."""

    score: float
    moves: list[int]
    solved: bool = False


Game = Generator[Played, None, Played]
"""Yields each playout below it; its result is the game itself."""


def playout(position: Position, path: list[int], stream: NaiveStream, biased: bool) -> Game:
    """The game of level 0 that goes on from the position, which is at the end of that path."""
    position, path, stream = position.copy(), path.copy(), stream.of_a_game()
    while moves := position.moves(stream):
        chosen = 0
        if len(moves) > 1 and biased:
            chosen = stream.index([position.bias_odds(move) for move in moves])
        elif len(moves) > 1:
            chosen = stream.below(len(moves))
        path.append(moves[chosen])
        position.play(moves[chosen])
    played = Played(position.score(), path, position.solved())
    yield played
    return played


def nested(level: int, position: Position, path: list[int], stream: NaiveStream, biased: bool) -> Game:
    """The game of that level that goes on from the position."""
    if level == 0:
        return (yield from playout(position, path, stream, biased))
    best: Played | None = None
    while moves := position.moves(stream):
        for move in moves:
            child = position.copy()
            child.play(move)
            tried = yield from nested(level - 1, child, [*path, move], stream, biased)
            if best is None or tried.score > best.score:
                best = tried
        assert best is not None
        move = best.moves[len(path)]
        path = [*path, move]
        position = position.copy()
        position.play(move)
    if best is None:
        ended = Played(position.score(), path, position.solved())
        yield ended
        return ended
    assert best.moves == path
    assert best.score == position.score()
    return best


def for_ever(level: int, root: Position, stream: NaiveStream, *, biased: bool) -> Iterator[Played]:
    """The playouts of one game of that level after another, up to one that is solved."""
    while True:
        for played in nested(level, root.copy(), [], stream, biased):
            yield played
            if played.solved:
                return


def lazy(
    level: int,
    position: Position,
    path: list[int],
    stream: NaiveStream,
    biased: bool,
    evaluations: int,
    ratio: float,
    seen: dict[int, list[float]],
) -> Game:
    """The game of that level of lazy nested search; `seen`: evaluations by the number of moves from the root."""
    best: Played | None = None
    while moves := position.moves(stream):
        children, values = [], []
        for move in moves:
            child, total = position.copy(), 0.0
            child.play(move)
            for _ in range(evaluations):
                tried = yield from playout(child, [*path, move], stream, biased)
                total += tried.score
                if best is None or tried.score > best.score:
                    best = tried
            children.append(child)
            values.append(total / evaluations)
        known = seen.setdefault(len(path), [])
        known += values
        mean = sum(known) / len(known)
        for move, child, value in zip(moves, children, values, strict=True):
            if level > 1 and value >= min(max(known), mean + ratio * (max(known) - mean)):
                tried = yield from lazy(level - 1, child, [*path, move], stream, biased, evaluations, ratio, seen)
                if best is None or tried.score > best.score:
                    best = tried
        assert best is not None
        path = [*path, best.moves[len(path)]]
        position = position.copy()
        position.play(path[-1])
    if best is None:
        ended = Played(position.score(), path, position.solved())
        yield ended
        return ended
    return best


def lazy_for_ever(
    level: int, root: Position, stream: NaiveStream, evaluations: int, ratio: float, *, biased: bool
) -> Iterator[Played]:
    """The playouts of one lazy game of that level after another, up to one that is solved."""
    while True:
        for played in lazy(level, root.copy(), [], stream, biased, evaluations, ratio, {}):
            yield played
            if played.solved:
                return


def adaptive(highest: int, deepest: int, root: Position, stream: NaiveStream, *, biased: bool) -> Iterator[Played]:
    """The playouts of adaptive Monte Carlo search, up to one that is solved."""
    held: Played | None = None
    level = depth = 1
    while True:
        position, path = root.copy(), list[int]()
        if held is not None:
            kept = len(held.moves)
            while kept and stream.below(depth + 1):
                kept -= 1
            for move in held.moves[:kept]:
                position.moves(stream)
                position.play(move)
                path.append(move)
        game = nested(level, position, path, stream, biased)
        try:
            while True:
                played = next(game)
                yield played
                if played.solved:
                    return
        except StopIteration as end:
            found: Played = end.value
        if held is None or found.score > held.score:
            held, level, depth = found, 1, 1
        elif depth < deepest:
            depth += 1
        elif level < highest:
            level, depth = level + 1, 1
        else:
            held, level, depth = None, 1, 1
