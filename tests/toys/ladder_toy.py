"""A toy for testing searches that learn: a ladder of rungs, on each a few moves that score by the move before.

What real puzzles have one at a time it has at once: forced moves, codes that several moves of one step share, codes
that come back at later steps, a bias that depends on the position, and moves whose order is drawn at random.
"""

from __future__ import annotations

from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher
from oracles.naive_streams import NaiveStream

from puzzles.engine.hashing import hashed
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    legal_moves,
    play,
    policy_code,
    position_code,
    prior_code,
    reset,
    restore_position,
    rule,
    save_position,
    score,
    snapshot,
    solved,
)
from puzzles.engine.streams import next_below
from solvers.searches import nrpa, tally

RUNGS, WIDTH = 7, 5
LIMITS = Limits(2 * WIDTH, WIDTH * WIDTH, WIDTH, RUNGS, RUNGS * WIDTH, RUNGS, frame=RUNGS + 1)
ONE_RUNG = LIMITS._replace(steps=1, choices=WIDTH, board=1)


class LadderToyState(NamedTuple):
    gains: npt.NDArray[np.float64]  # float64[rungs, WIDTH, WIDTH]: by rung, the move before and the move
    path: npt.NDArray[np.int64]  # int64[rungs]
    height: npt.NDArray[np.int64]  # int64[1]
    moves: npt.NDArray[np.int64]


def build_ladder(gains: npt.NDArray[np.float64]) -> LadderToyState:
    """A ladder with a rung for each row of gains, float64[rungs, WIDTH, WIDTH]."""
    return LadderToyState(gains, np.zeros(len(gains), np.int64), np.zeros(1, np.int64), np.zeros(WIDTH, np.int64))


def advance(state: Any, search: Any, playouts: int, module: ModuleType = nrpa) -> int:
    """As the module's `advance`, compiled again in each session.

    A kernel cached on disk would not notice an edit of this file, and the cache's index would name a class that the
    application cannot import.
    """
    kernels = [one for text in (module, tally) for one in vars(text).values() if isinstance(one, Dispatcher)]
    caches = [kernel._cache for kernel in kernels]
    for kernel in kernels:
        kernel._cache = NullCache()
    try:
        status: int = module.advance(state, search, playouts)
        return status
    finally:
        for kernel, cache in zip(kernels, caches, strict=True):
            kernel._cache = cache


@rule(reset, LadderToyState)
def _reset(state):
    state.height[0] = 0


@rule(legal_moves, LadderToyState)
def _legal_moves(state, rng):
    height = state.height[0]
    if height == state.path.size:
        return 0
    before = state.path[height - 1] if height > 0 else WIDTH - 1
    count = 1 + (height + before) % WIDTH
    first = next_below(rng, count) if height % 3 == 2 else 0
    for k in range(count):
        state.moves[k] = (first + k) % count
    return count


@rule(play, LadderToyState)
def _play(state, move):
    state.path[state.height[0]] = move
    state.height[0] += 1


@rule(score, LadderToyState)
def _score(state):
    total = 0.0
    before = WIDTH - 1
    for height in range(state.height[0]):
        total += state.gains[height, before, state.path[height]]
        before = state.path[height]
    return total


@rule(solved, LadderToyState)
def _solved(state):
    return state.height[0] < 0  # never: the search goes on


@rule(policy_code, LadderToyState)
def _policy_code(state, move):
    return state.height[0] % 2 * WIDTH + move % (WIDTH - 1)


@rule(prior_code, LadderToyState)
def _prior_code(state, move):
    height = state.height[0]
    return (state.path[height - 1] if height > 0 else WIDTH - 1) * WIDTH + move


@rule(snapshot, LadderToyState)
def _snapshot(state, board):
    for height in range(state.height[0]):
        board[height] = state.path[height]
    return state.height[0]


@rule(position_code, LadderToyState)
def _position_code(state):
    height = state.height[0]
    last = state.path[height - 1] if height > 0 else WIDTH - 1
    where = height * WIDTH + last
    return hashed(hashed(np.uint64(0), np.uint64(where)), np.uint64(np.int64(1000.0 + score(state))))


@rule(save_position, LadderToyState)
def _save_position(state, frame):
    frame[0] = np.uint64(state.height[0])
    for height in range(state.height[0]):
        frame[1 + height] = np.uint64(state.path[height])


@rule(restore_position, LadderToyState)
def _restore_position(state, frame):
    state.height[0] = np.int64(frame[0])
    for height in range(state.height[0]):
        state.path[height] = np.int64(frame[1 + height])


class NaiveLadder:
    """The same ladder in plain Python, a position of the naive searches."""

    def __init__(self, gains: npt.NDArray[np.float64], odds: npt.NDArray[np.float64]) -> None:
        self.gains, self.odds = gains, odds
        self.path = [WIDTH - 1]

    def moves(self, stream: NaiveStream) -> list[int]:
        height = len(self.path) - 1
        if height == len(self.gains):
            return []
        moves = list(range(1 + (height + self.path[-1]) % WIDTH))
        first = stream.below(len(moves)) if height % 3 == 2 else 0
        return moves[first:] + moves[:first]

    def play(self, move: int) -> None:
        self.path.append(move)

    def score(self) -> float:
        steps = pairwise(self.path)
        return float(sum(gains[before, move] for gains, (before, move) in zip(self.gains, steps, strict=False)))

    def solved(self) -> bool:
        return False

    def identity(self) -> tuple[int, int, float]:
        """For gains that are integers."""
        return len(self.path), self.path[-1], self.score()

    def copy(self) -> NaiveLadder:
        other = NaiveLadder(self.gains, self.odds)
        other.path = self.path.copy()
        return other

    def policy_code(self, move: int) -> int:
        return (len(self.path) - 1) % 2 * WIDTH + move % (WIDTH - 1)

    def bias_odds(self, move: int) -> float:
        return float(self.odds[self.path[-1] * WIDTH + move]) if len(self.odds) > 1 else 1.0
