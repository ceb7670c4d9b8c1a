"""The rules for searches. A move is the set that takes the next number; of empty sets only the first can.

By the setting `begin`, `late`, it can only where no other set takes the number: then not every partition is seen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    agrees,
    features,
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
from weak_schur_family.family import WeakSchur


class WeakSchurState(NamedTuple):
    """Numbers in sets."""

    members: npt.NDArray[np.int32]  # int32[sets, most]: the numbers of each set, in their order
    sizes: npt.NDArray[np.int64]  # int64[sets]
    sums: npt.NDArray[np.uint16]  # uint16[sets, 2 * most + 2]: pairs of the set with that sum
    place: npt.NDArray[np.int64]  # int64[most]: the set of each number
    now: npt.NDArray[np.int64]  # int64[2]: numbers that have their set; 1 if sets begin late
    moves: npt.NDArray[np.int64]  # int64[sets]


def build_state(puzzle: WeakSchur, *, begin: str = "any", **_settings: Any) -> WeakSchurState:
    """A state of empty sets."""
    sets, most = puzzle.sets, puzzle.most
    return WeakSchurState(
        np.zeros((sets, most), np.int32),
        np.zeros(sets, np.int64),
        np.zeros((sets, 2 * most + 2), np.uint16),
        np.zeros(most, np.int64),
        np.array([0, begin == "late"], np.int64),
        np.zeros(sets, np.int64),
    )


def limits(state: WeakSchurState) -> Limits:
    """Sizes for any game."""
    sets, most = state.members.shape
    return Limits(
        policy_codes=most * sets,
        prior_codes=1,
        width=sets,
        steps=most,
        choices=most * sets,
        board=most,
        frame=most + 1,
        open=-1,
        features=2,
    )


@rule(reset, WeakSchurState)
def _reset(state):
    while state.now[0] > 0:
        undo(state, state.now[0] - 1)


@rule(legal_moves, WeakSchurState)
def _legal_moves(state, rng):
    number = state.now[0] + 1
    count = 0
    if number > state.place.size:
        return 0
    for k in range(state.sizes.size):
        begun = state.sizes[k] > 0
        if state.sums[k, number] == 0 and (begun or count == 0 or state.now[1] == 0):
            state.moves[count] = k
            count += 1
        if not begun:
            break
    return count


@rule(play, WeakSchurState)
def _play(state, move):
    state.now[0] += 1
    number = state.now[0]
    size = state.sizes[move]
    for k in range(size):
        state.sums[move, state.members[move, k] + number] += 1
    state.members[move, size] = number
    state.sizes[move] = size + 1
    state.place[number - 1] = move


@rule(undo, WeakSchurState)
def _undo(state, mark):
    while state.now[0] > mark:
        number = state.now[0]
        move = state.place[number - 1]
        size = state.sizes[move] - 1
        for k in range(size):
            state.sums[move, state.members[move, k] + number] -= 1
        state.sizes[move] = size
        state.now[0] = number - 1


@rule(mark, WeakSchurState)
def _mark(state):
    return state.now[0]


@rule(score, WeakSchurState)
def _score(state):
    return np.float64(state.now[0])


@rule(solved, WeakSchurState)
def _solved(state):
    return False  # a score is what counts


@rule(policy_code, WeakSchurState)
def _policy_code(state, move):
    return state.now[0] * state.sizes.size + move


@rule(prior_code, WeakSchurState)
def _prior_code(state, move):
    return 0  # there is no prior


@rule(features, WeakSchurState)
def _features(state, move, values):
    """Whether the number goes with the one before it, and the share of its set whose sums with it are new."""
    number = state.now[0] + 1
    values[0] = 1.0 if number > 1 and state.place[number - 2] == move else 0.0
    fresh = 0
    for k in range(state.sizes[move]):
        if state.sums[move, state.members[move, k] + number] == 0:
            fresh += 1
    values[1] = fresh / max(state.sizes[move], 1)


@rule(snapshot, WeakSchurState)
def _snapshot(state, board):
    for k in range(state.now[0]):
        board[k] = state.place[k]
    return state.now[0]


@rule(agrees, WeakSchurState)
def _agrees(state, solution, move):
    return state.now[0] < solution.size and solution[state.now[0]] == move


@rule(save_position, WeakSchurState)
def _save_position(state, frame):
    frame[0] = np.uint64(state.now[0])
    for k in range(state.now[0]):
        frame[1 + k] = np.uint64(state.place[k])


@rule(restore_position, WeakSchurState)
def _restore_position(state, frame):
    reset(state)
    for k in range(np.int64(frame[0])):
        play(state, np.int64(frame[1 + k]))
