"""The operations of puzzles.engine.rules as kernels that tests can call on a state of any registered family."""

from __future__ import annotations

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import bound, legal_moves
from solvers.conformance.games import (
    codes_into,
    keep_position,
    look,
    moves_at,
    play_move,
    recall_position,
    reset_state,
    take_mark,
    undo_to,
)

__all__ = [
    "bound_at",
    "codes_into",
    "first_moves",
    "keep_position",
    "look",
    "moves_at",
    "play_move",
    "recall_position",
    "reset_state",
    "take_mark",
    "undo_to",
]


@kernel
def first_moves(state, rng, out):
    """The first legal move, drawn again for each entry of out."""
    for k in range(out.size):
        legal_moves(state, rng)
        out[k] = state.moves[0]


@kernel
def bound_at(state):
    return bound(state)
