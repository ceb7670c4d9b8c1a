"""Masks of values as several 64-bit words, one behind the other in a state's field `masks`, for kernels.

A state's tuple `words` has an entry for each word of a mask, so that their number is a constant to the compiler. Mask m
begins at word m times that number. Moves are cell * 256 + value, and an open cell has the mask of its own number.
`add_cell_rules` registers what the rules of all such states have in common.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from puzzles.engine import rules
from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined, lowest_bit, popcount
from puzzles.engine.rules import rule

ONE = np.uint64(1)
NONE = np.uint64(0)


@inlined
def word_of(state, element):
    """In which word of a mask an element is, int64."""
    return 0 if len(state.words) == 1 else element >> 6


@inlined
def size(state, mask):
    """Number of elements of a mask, int64."""
    total = 0
    for k in range(len(state.words)):
        total += popcount(state.masks[mask * len(state.words) + k])
    return total


@inlined
def smallest(state, mask):
    """The smallest element of a non-empty mask, int64."""
    at = mask * len(state.words)
    k = 0
    while len(state.words) > 1 and state.masks[at + k] == NONE:
        k += 1
    return k * 64 + lowest_bit(state.masks[at + k])


@inlined
def holds(state, mask, element):
    """True if the element is in the mask."""
    word = state.masks[mask * len(state.words) + word_of(state, element)]
    return (word >> np.uint64(element & 63)) & ONE != NONE


@inlined
def fill_moves(state, cell, filled):
    """Appends the cell's values to the moves after `filled` of them; returns how many there are then."""
    for k in range(len(state.words)):
        word = state.masks[cell * len(state.words) + k]
        while word != NONE:
            state.moves[filled] = cell * 256 + k * 64 + lowest_bit(word)
            word &= word - ONE
            filled += 1
    return filled


@inlined
def code_of(state, move):
    """The move's number among the values that all cells had at the root: the masks in the field `root`, int64."""
    cell = move >> 8
    value = move & 255
    code = state.first_code[cell]
    words = len(state.words)
    for k in range(words):
        word = state.root[cell * words + k]
        if k * 64 + 64 <= value:
            code += popcount(word)
        elif k * 64 <= value:
            code += popcount(word & ((ONE << np.uint64(value & 63)) - ONE))
    return code


def add_cell_rules(state_class: Any, open_cells: Callable[[Any], int], *, dead: int) -> None:
    """Registers the rules of a state that is solved when no cell is open.

    `open_cells(state)`: their number, for kernels. `dead`: where `state.scalars` tells that the position is dead. Of
    the other fields `cells` has the cells open at the root, after their number, and `values` a value for each cell.
    """

    @rule(rules.score, state_class)
    def _score(state):
        return -np.float64(open_cells(state))

    @rule(rules.solved, state_class)
    def _solved(state):
        return state.scalars[dead] == 0 and open_cells(state) == 0

    @rule(rules.policy_code, state_class)
    def _policy_code(state, move):
        return code_of(state, move)

    @rule(rules.snapshot, state_class)
    def _snapshot(state, board):
        for cell in range(state.values.size):
            board[cell] = state.values[cell] if size(state, cell) == 0 else -1
        return state.values.size

    @rule(rules.position_code, state_class)
    def _position_code(state):
        """Of what the open cells may hold; the values that are placed change neither that nor the score."""
        code = NONE
        words = len(state.words)
        for index in range(state.cells[0]):
            for k in range(words):
                code = hashed(code, state.masks[state.cells[1 + index] * words + k])
        return code

    @rule(rules.counted_moves, state_class)
    def _counted_moves(state, rng, reading):
        if reading == 0:
            return rules.legal_moves(state, rng)
        filled = 0
        for index in range(state.cells[0]):
            cell = state.cells[1 + index]
            if size(state, cell) > 1:
                filled = fill_moves(state, cell, filled)
        return filled

    @rule(rules.agrees, state_class)
    def _agrees(state, solution, move):
        return solution[move >> 8] == (move & 255)
