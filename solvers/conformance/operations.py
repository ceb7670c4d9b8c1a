"""The operations of rules as kernels, to call from Python on a state of any family."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import (
    legal_moves,
    mark,
    play,
    policy_code,
    prior_code,
    reset,
    restore_position,
    save_position,
    score,
    snapshot,
    solved,
    undo,
)


@kernel
def reset_state(state):
    reset(state)


@kernel
def moves_at(state, rng):
    return legal_moves(state, rng)


@kernel
def play_move(state, move):
    play(state, move)


@kernel
def codes_into(state, count, policy_codes, prior_codes):
    for k in range(count):
        policy_codes[k] = policy_code(state, state.moves[k])
        prior_codes[k] = prior_code(state, state.moves[k])


@kernel
def look(state, board):
    """Score, solved, and the length of the snapshot, which is written to board."""
    length = snapshot(state, board)
    return score(state), solved(state), length


@kernel
def take_mark(state):
    return mark(state)


@kernel
def undo_to(state, where):
    undo(state, where)


@kernel
def keep_position(state, frame):
    save_position(state, frame)


@kernel
def recall_position(state, frame):
    restore_position(state, frame)
