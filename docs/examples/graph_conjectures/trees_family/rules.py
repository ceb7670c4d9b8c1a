"""The rules for searches. A move is the vertex that the next leaf is hung on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    agrees,
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
from trees_family.family import Trees


class TreesState(NamedTuple):
    """A tree that grows."""

    neighbour: npt.NDArray[np.int64]  # int64[vertices]: of each vertex the one that it was hung on; -1 of the first
    degree: npt.NDArray[np.int64]  # int64[vertices]
    now: npt.NDArray[np.int64]  # int64[2]: vertices, and leaves
    first: npt.NDArray[np.int64]  # int64[1]: vertices of the first tree
    moves: npt.NDArray[np.int64]  # int64[vertices]


def build_state(puzzle: Trees, **_settings: Any) -> TreesState:
    """The state of the first tree."""
    count = puzzle.vertices
    neighbour, degree = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    for vertex, one in enumerate(puzzle.start, 1):
        neighbour[vertex] = one
        degree[vertex] += 1
        degree[one] += 1
    now = np.array([len(puzzle.start) + 1, (degree == 1).sum()], np.int64)
    return TreesState(neighbour, degree, now, now[:1].copy(), np.zeros(count, np.int64))


def limits(state: TreesState) -> Limits:
    """Sizes for any tree."""
    count = state.degree.size
    return Limits(
        policy_codes=count,
        prior_codes=1,
        width=count,
        steps=count,
        choices=count * count,
        board=count,
        frame=count + 1,
        open=-1,
        shared_codes=True,
    )


@rule(reset, TreesState)
def _reset(state):
    undo(state, state.first[0])


@rule(legal_moves, TreesState)
def _legal_moves(state, rng):
    if state.now[0] == state.degree.size:
        return 0
    for vertex in range(state.now[0]):
        state.moves[vertex] = vertex
    return state.now[0]


@rule(play, TreesState)
def _play(state, move):
    vertex = state.now[0]
    state.neighbour[vertex] = move
    state.now[1] += 1 + (state.degree[move] == 0) - (state.degree[move] == 1)
    state.degree[move] += 1
    state.degree[vertex] = 1
    state.now[0] = vertex + 1


@rule(undo, TreesState)
def _undo(state, mark):
    while state.now[0] > mark:
        vertex = state.now[0] - 1
        move = state.neighbour[vertex]
        state.degree[vertex] = 0
        state.degree[move] -= 1
        state.now[1] -= 1 + (state.degree[move] == 0) - (state.degree[move] == 1)
        state.now[0] = vertex


@rule(mark, TreesState)
def _mark(state):
    return state.now[0]


@rule(score, TreesState)
def _score(state):
    return np.float64(state.now[1])


@rule(solved, TreesState)
def _solved(state):
    return False  # a score is what counts


@rule(policy_code, TreesState)
def _policy_code(state, move):
    return move  # whenever a leaf is hung there: so a policy learns which vertices have many


@rule(prior_code, TreesState)
def _prior_code(state, move):
    return 0  # there is no prior


@rule(snapshot, TreesState)
def _snapshot(state, board):
    for k in range(state.now[0] - state.first[0]):
        board[k] = state.neighbour[state.first[0] + k]
    return state.now[0] - state.first[0]


@rule(agrees, TreesState)
def _agrees(state, solution, move):
    at = state.now[0] - state.first[0]
    return at < solution.size and solution[at] == move


@rule(save_position, TreesState)
def _save_position(state, frame):
    frame[0] = np.uint64(state.now[0])
    for k in range(state.first[0], state.now[0]):
        frame[1 + k] = np.uint64(state.neighbour[k])


@rule(restore_position, TreesState)
def _restore_position(state, frame):
    reset(state)
    for k in range(state.first[0], np.int64(frame[0])):
        play(state, np.int64(frame[1 + k]))
