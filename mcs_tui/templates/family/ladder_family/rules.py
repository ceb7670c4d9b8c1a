"""The rules for searches. A move is a place on the next rung.

To change: the state, `limits` (sizes that searches allocate by) and the body of each rule. Rules allocate nothing and
index with integers that are not negative. `undo`, `mark` and `bound` may be left out, and `undo=True` in FAMILY with
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ladder_family.family import Ladder
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    agrees,
    bound,
    legal_moves,
    mark,
    play,
    policy_code,
    prior_code,
    reset,
    restore_position,
    rule,
    save_position,
    score,
    snapshot,
    solved,
    undo,
)


class LadderState(NamedTuple):
    """A climb in progress."""

    rungs: npt.NDArray[np.int64]  # int64[rungs, width]
    most: npt.NDArray[np.int64]  # int64[rungs + 1]: the sum of the greatest numbers from each rung on
    climb: npt.NDArray[np.int64]  # int64[rungs]: the place on each rung
    now: npt.NDArray[np.int64]  # int64[2]: rungs climbed, and the score
    moves: npt.NDArray[np.int64]  # int64[width]


def build_state(puzzle: Ladder, **_settings: Any) -> LadderState:
    """A state below the first rung."""
    rungs = np.array(puzzle.rungs, np.int64)
    most = np.append(np.cumsum(rungs.max(axis=1)[::-1])[::-1], 0)
    count, width = rungs.shape
    return LadderState(rungs, most, np.zeros(count, np.int64), np.zeros(2, np.int64), np.zeros(width, np.int64))


def limits(state: LadderState) -> Limits:
    """Sizes for any climb."""
    count, width = state.rungs.shape
    return Limits(
        policy_codes=count * width,
        prior_codes=1,
        width=width,
        steps=count,
        choices=count * width,
        board=count,
        frame=count + 2,
        open=-1,
    )


@rule(reset, LadderState)
def _reset(state):
    state.now[0] = state.now[1] = 0


@rule(legal_moves, LadderState)
def _legal_moves(state, rng):
    height, width = state.now[0], state.rungs.shape[1]
    if height == state.climb.size:
        return 0
    low = 0 if height == 0 else max(state.climb[height - 1] - 1, 0)
    high = width if height == 0 else min(state.climb[height - 1] + 2, width)
    for place in range(low, high):
        state.moves[place - low] = place
    return high - low


@rule(play, LadderState)
def _play(state, move):
    height = state.now[0]
    state.climb[height] = move
    state.now[0] = height + 1
    state.now[1] += state.rungs[height, move]


@rule(score, LadderState)
def _score(state):
    return np.float64(state.now[1])


@rule(solved, LadderState)
def _solved(state):
    return False  # a score is what counts


@rule(policy_code, LadderState)
def _policy_code(state, move):
    return state.now[0] * state.rungs.shape[1] + move


@rule(prior_code, LadderState)
def _prior_code(state, move):
    return 0  # there is no prior


@rule(snapshot, LadderState)
def _snapshot(state, board):
    for height in range(state.now[0]):
        board[height] = state.climb[height]
    return state.now[0]


@rule(agrees, LadderState)
def _agrees(state, solution, move):
    return state.now[0] < solution.size and solution[state.now[0]] == move


@rule(save_position, LadderState)
def _save_position(state, frame):
    frame[0], frame[1] = np.uint64(state.now[0]), np.uint64(state.now[1])
    for height in range(state.now[0]):
        frame[2 + height] = np.uint64(state.climb[height])


@rule(restore_position, LadderState)
def _restore_position(state, frame):
    state.now[0], state.now[1] = np.int64(frame[0]), np.int64(frame[1])
    for height in range(state.now[0]):
        state.climb[height] = np.int64(frame[2 + height])


@rule(mark, LadderState)
def _mark(state):
    return state.now[0]


@rule(undo, LadderState)
def _undo(state, mark):
    while state.now[0] > mark:
        state.now[0] -= 1
        state.now[1] -= state.rungs[state.now[0], state.climb[state.now[0]]]


@rule(bound, LadderState)
def _bound(state):
    return np.float64(state.now[1] + state.most[state.now[0]])
