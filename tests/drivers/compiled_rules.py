"""The operations of puzzles.engine.rules as kernels that tests can call on a state of any registered family."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import (
    bound,
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
def first_moves(state, rng, out):
    """The first legal move, drawn anew for each entry of out."""
    for k in range(out.size):
        legal_moves(state, rng)
        out[k] = state.moves[0]


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


@kernel
def bound_at(state):
    return bound(state)
