"""A trail of overwritten words, by which a state takes moves back: `mark` and `undo` of backtracking searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.engine import rules
from puzzles.engine.kernels import inlined
from puzzles.engine.rules import rule


def add_trail(state_class: Any, words: str, *, trailed: int, length: int, dead: int) -> Callable[..., None]:
    """`write(state, at, word)`, for kernels, of a state class whose rules `mark` and `undo` are then registered.

    It overwrites an entry of the state's field `words`, uint64, and remembers the old one if the state has a trail:
    `trail_at` (int64: the index of each overwritten word, oldest first) and `trail_word` (what it was). The numbers are
    places in `state.scalars`: whether the state has a trail, its length, and whether the position is dead, which is
    false of all positions that `undo` goes back to.
    """
    field = state_class._fields.index(words)

    @inlined
    def write(state, at, word):
        if state.scalars[trailed] != 0:
            end = state.scalars[length]
            state.trail_at[end] = at
            state.trail_word[end] = state[field][at]
            state.scalars[length] = end + 1
        state[field][at] = word

    @rule(rules.mark, state_class)
    def _mark(state):
        return state.scalars[length]

    @rule(rules.undo, state_class)
    def _undo(state, mark):
        end = state.scalars[length]
        while end > mark:
            end -= 1
            state[field][state.trail_at[end]] = state.trail_word[end]
        state.scalars[length] = end
        state.scalars[dead] = 0

    return write
