"""What follows from a move: values that are left alone in a cell or a group, and what constraints rule out."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.masks import NONE, ONE, holds, size, smallest
from puzzles.sudoku.kernels.constrain import constrain
from puzzles.sudoku.kernels.state import (
    CELLS,
    DEAD,
    DIRTY,
    HIDDEN,
    ORDER,
    QUEUED,
    ROOT_DEAD,
    TRAIL,
    TRAILED,
    WHOLE,
    assign,
    enqueue,
    look_again,
    scan,
)


@inlined
def propagate(state):
    """Plays the queued moves and all they force, until nothing is forced or the position is dead."""
    while state.scalars[DEAD] == 0:
        if state.scalars[QUEUED] > 0:
            state.scalars[QUEUED] -= 1
            move = state.queue[state.scalars[QUEUED]]
            # one queued twice is played once; what was excluded meanwhile is found by looking at its group again
            if holds(state, move >> 8, move & 255):
                assign(state, move >> 8, move & 255)
            continue
        if state.scalars[DIRTY] == 0:
            return
        state.scalars[DIRTY] -= 1
        number = state.dirty[state.scalars[DIRTY]]
        if number < state.scalars[WHOLE]:
            state.is_dirty[number] = 0
            scan(state, number)
            if state.scalars[DEAD] != 0:
                for at in range(state.members_at[number], state.members_at[number + 1]):
                    state.weights[state.members[at]] += 1
        else:
            number -= state.scalars[WHOLE]
            constrain(state, number)
            if state.scalars[DEAD] != 0:
                for at in range(state.scope_at[number], state.scope_at[number + 1]):
                    state.weights[state.scope[at]] += 1
    state.scalars[QUEUED] = 0
    for at in range(state.scalars[DIRTY]):
        state.is_dirty[state.dirty[at]] = 0
    state.scalars[DIRTY] = 0


@kernel
def load(state, grid):
    """Makes the grid (int64[cells], -1 a hole; no value twice in a group) the root, and propagates it."""
    words = len(state.words)
    count = state.scalars[CELLS]
    masks = state.masks
    masks[:] = NONE
    state.scalars[DEAD] = 0
    trailed = state.scalars[TRAILED]
    state.scalars[TRAILED] = 0
    state.scalars[TRAIL] = 0
    state.scalars[QUEUED] = 0
    state.scalars[DIRTY] = 0
    state.is_dirty[:] = np.uint8(0)
    opened = 0
    for group in range(state.scalars[WHOLE]):
        for value in range(state.scalars[ORDER]):
            masks[(count + group) * words + (value >> 6)] |= ONE << np.uint64(value & 63)
    for cell in range(count):
        state.weights[cell] = 2
        state.values[cell] = grid[cell]
        value = grid[cell]
        if value < 0:
            opened += 1
            state.cells[opened] = cell
            for k in range(words):
                masks[cell * words + k] = state.allowed[cell * words + k]
            continue
        bit = ONE << np.uint64(value & 63)
        if state.allowed[cell * words + (value >> 6)] & bit == NONE:
            state.scalars[DEAD] = 1
        for at in range(state.wholes_at[cell], state.wholes_at[cell + 1]):
            masks[(count + state.wholes[at]) * words + (value >> 6)] &= ~bit
    for cell in range(count):
        value = grid[cell]
        if value >= 0:
            for at in range(state.peers_at[cell], state.peers_at[cell + 1]):
                masks[state.peers[at] * words + (value >> 6)] &= ~(ONE << np.uint64(value & 63))
    state.cells[0] = opened
    masks[masks.size - 1] = np.uint64(opened)
    for index in range(opened):
        cell = state.cells[1 + index]
        left = size(state, cell)
        if left == 0:
            state.scalars[DEAD] = 1
        elif left == 1:
            enqueue(state, cell, smallest(state, cell))
    numbers = state.scope_at.size - 1
    for number in range(state.scalars[WHOLE] + numbers):
        if number >= state.scalars[WHOLE] or state.scalars[HIDDEN] != 0:
            look_again(state, number)
    propagate(state)
    for k in range(masks.size):
        state.root[k] = masks[k]
    codes = 0
    for cell in range(count):
        state.first_code[cell] = codes
        codes += size(state, cell)
    state.scalars[ROOT_DEAD] = state.scalars[DEAD]
    state.scalars[TRAILED] = trailed
