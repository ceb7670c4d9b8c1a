"""A toy for reckoning searches by hand: a tree with two moves at each position, 0 and 1, and a score at each leaf.

A leaf is named by its path as a binary number. A leaf of score infinity is a solution. The moves are uint16, as a
puzzle's may be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    legal_moves,
    play,
    prior_code,
    reset,
    restore_position,
    rule,
    save_position,
    score,
    snapshot,
    solved,
)


class TreeToyState(NamedTuple):
    leaves: npt.NDArray[np.float64]  # float64[2 ** depth]
    path: npt.NDArray[np.int64]  # int64[depth]
    length: npt.NDArray[np.int64]  # int64[1]
    moves: npt.NDArray[np.uint16]


def build_tree(leaves: list[float]) -> tuple[TreeToyState, Limits]:
    """The tree of these leaves, at some leaf, and the room that it needs."""
    depth = len(leaves).bit_length() - 1
    assert len(leaves) == 2**depth
    path, length = np.ones(depth, np.int64), np.full(1, depth, np.int64)
    state = TreeToyState(np.array(leaves, float), path, length, np.zeros(2, np.uint16))
    return state, Limits(2, 2, 2, depth, 2 * depth, depth, frame=depth + 1)


@rule(reset, TreeToyState)
def _reset(state):
    state.length[0] = 0


@rule(legal_moves, TreeToyState)
def _legal_moves(state, rng):
    state.moves[0] = 0
    state.moves[1] = 1
    return 2 if state.length[0] < state.path.size else 0


@rule(play, TreeToyState)
def _play(state, move):
    state.path[state.length[0]] = move
    state.length[0] += 1


@rule(score, TreeToyState)
def _score(state):
    leaf = 0
    for k in range(state.path.size):
        leaf += leaf + state.path[k]
    return state.leaves[leaf]


@rule(solved, TreeToyState)
def _solved(state):
    return score(state) == np.inf


@rule(prior_code, TreeToyState)
def _prior_code(state, move):
    return move


@rule(snapshot, TreeToyState)
def _snapshot(state, board):
    for k in range(state.path.size):
        board[k] = state.path[k]
    return state.path.size


@rule(save_position, TreeToyState)
def _save_position(state, frame):
    frame[state.path.size] = np.uint64(state.length[0])
    for k in range(state.length[0]):
        frame[k] = np.uint64(state.path[k])


@rule(restore_position, TreeToyState)
def _restore_position(state, frame):
    state.length[0] = np.int64(frame[state.path.size])
    for k in range(state.length[0]):
        state.path[k] = np.int64(frame[k])
