"""Masks of values as several 64-bit words, one behind the other in a state's field `masks`, for kernels.

A state's tuple `words` has an entry for each word of a mask, so that their number is a constant to the compiler. Mask m
begins at word m times that number. Moves are cell * 256 + value, and an open cell has the mask of its own number.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, lowest_bit, popcount

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
