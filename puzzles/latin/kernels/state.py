"""The compiled state of a Latin square in play: three bit-mask views of the open cells, a queue, a trail.

The views are kept consistent: value v is in the mask of cell (r, c), if and only if column c is in the mask of
(row r, value v), if and only if row r is in the mask of (column c, value v). A mask has as many 64-bit words as the
order needs; their number is the length of the tuple `words`, so that it is a constant to the compiler.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, kernel, lowest_bit
from puzzles.engine.masks import NONE, ONE, add_cell_rules, holds, size, smallest, word_of
from puzzles.engine.trail import add_trail

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# scalars[...]
ORDER, DEAD, TRAILED, TRAIL, HIDDEN, PRIOR_CODE, ROOT_DEAD, TIES = range(8)
NUMBERS = 8
# counters behind the masks, so that the trail restores them too
OPEN, PAIRS = 0, 1


class LatinState(NamedTuple):
    """Masks of the square being filled. An assigned cell has an empty mask; `values` holds its value."""

    words: tuple[int, ...]  # one entry a 64-bit word of a mask
    scalars: Ints  # int64[8]: order, flags, length of the trail
    masks: Words  # uint64[3 * n * n * words + 2]: of cells, of (row, value), of (column, value); counters
    root: Words  # the same at the root, after its propagation
    values: Ints  # int64[n * n]: 0-based values of assigned cells
    cells: Ints  # int64[n * n + 1]: the cells open at the root, after their number
    pairs: Ints  # int64[n * n]: the cells whose domain has shrunk to two values, oldest first
    root_pairs: Ints
    first_code: Ints  # int64[n * n]: policy code of each open cell's smallest value at the root
    queue: Ints  # int64[3 * n * n + 1]: forced moves yet to be played
    trail_at: Ints  # int64[...]: index of each overwritten word, oldest first; empty if the state has no trail
    trail_word: Words  # the overwritten word
    moves: Ints  # int64[...]: the legal moves, cell * 256 + value


write = add_trail(LatinState, "masks", trailed=TRAILED, length=TRAIL, dead=DEAD)


@inlined
def counter(state, which):
    """The number of open cells (OPEN) or of entries of `pairs` (PAIRS), int64."""
    return np.int64(state.masks[state.masks.size - 2 + which])


@inlined
def open_cells(state):
    return counter(state, OPEN)


add_cell_rules(LatinState, open_cells, dead=DEAD)


@inlined
def remove(state, mask, element):
    """How many elements are left after taking a present one out of a mask; a last one is not taken out."""
    at = mask * len(state.words) + word_of(state, element)
    bit = ONE << np.uint64(element & 63)
    left = size(state, mask) - 1
    if left > 0:
        write(state, at, state.masks[at] & ~bit)
    return left


@inlined
def assign(state, cell, value, queued):
    """Gives an open cell one of its values and removes what that excludes; returns the new length of the queue.

    A cell left with one value is queued, and so is, with hidden singles on, a value left with one place in a row or
    column. A cell without a value, or a value without a place, makes the position dead and ends the work at once.
    """
    n = state.scalars[ORDER]
    words = len(state.words)
    row = cell // n
    column = cell - row * n
    by_row = n * n + row * n  # + value: the mask of columns
    by_column = 2 * n * n + column * n  # + value: the mask of rows
    hidden = state.scalars[HIDDEN] != 0
    state.values[cell] = value
    open_cells = state.masks.size - 2 + OPEN
    write(state, open_cells, state.masks[open_cells] - ONE)
    # the cell's other values lose this place in its row and column
    for k in range(words):
        word = state.masks[cell * words + k]
        write(state, cell * words + k, NONE)
        if k == word_of(state, value):
            word &= ~(ONE << np.uint64(value & 63))
        while word != NONE:
            other = k * 64 + lowest_bit(word)
            word &= word - ONE
            left = remove(state, by_row + other, column)
            if left == 1 and hidden:
                state.queue[queued] = (row * n + smallest(state, by_row + other)) * 256 + other
                queued += 1
            elif left == 0:
                _stop(state, cell, k + 1)
                return queued
            left = remove(state, by_column + other, row)
            if left == 1 and hidden:
                state.queue[queued] = (smallest(state, by_column + other) * n + column) * 256 + other
                queued += 1
            elif left == 0:
                _stop(state, cell, k + 1)
                return queued
    # the other cells of the row, then of the column, lose the value
    for k in range(words):
        word = state.masks[(by_row + value) * words + k]
        write(state, (by_row + value) * words + k, NONE)
        if k == word_of(state, column):
            word &= ~(ONE << np.uint64(column & 63))
        while word != NONE:
            other = k * 64 + lowest_bit(word)
            word &= word - ONE
            queued = _exclude(state, row * n + other, value, 2 * n * n + other * n + value, row, queued)
            if state.scalars[DEAD] != 0:
                return queued
    for k in range(words):
        word = state.masks[(by_column + value) * words + k]
        write(state, (by_column + value) * words + k, NONE)
        if k == word_of(state, row):
            word &= ~(ONE << np.uint64(row & 63))
        while word != NONE:
            other = k * 64 + lowest_bit(word)
            word &= word - ONE
            queued = _exclude(state, other * n + column, value, n * n + other * n + value, column, queued)
            if state.scalars[DEAD] != 0:
                return queued
    return queued


@inlined
def _stop(state, cell, k):
    """Makes the position dead, and empties the words of the assigned cell from k on, so that it does not look open."""
    state.scalars[DEAD] = 1
    for rest in range(k, len(state.words)):
        write(state, cell * len(state.words) + rest, NONE)


@inlined
def _exclude(state, cell, value, crossing, line, queued):
    """Takes the value from a cell, and the cell's line from the value's places in the crossing line."""
    n = state.scalars[ORDER]
    left = remove(state, cell, value)
    if left == 0:
        state.scalars[DEAD] = 1
        return queued
    if left == 1:
        state.queue[queued] = cell * 256 + smallest(state, cell)
        queued += 1
    elif left == 2:
        pairs = state.masks.size - 2 + PAIRS
        state.pairs[np.int64(state.masks[pairs])] = cell
        write(state, pairs, state.masks[pairs] + ONE)
    left = remove(state, crossing, line)
    if left == 0:
        state.scalars[DEAD] = 1
    elif left == 1 and state.scalars[HIDDEN] != 0:
        place = smallest(state, crossing)
        if crossing < 2 * n * n:  # a (row, value) mask: the place is a column
            state.queue[queued] = ((crossing - n * n) // n * n + place) * 256 + value
        else:
            state.queue[queued] = (place * n + (crossing - 2 * n * n) // n) * 256 + value
        queued += 1
    return queued


@inlined
def propagate(state, queued):
    """Plays the queued moves and all they force, until nothing is forced or the position is dead."""
    while queued > 0 and state.scalars[DEAD] == 0:
        queued -= 1
        move = state.queue[queued]
        cell = move >> 8
        value = move & 255
        # a move queued twice is played once; one that was excluded meanwhile has made the position dead already
        if holds(state, cell, value):
            queued = assign(state, cell, value, queued)


@kernel
def load(state, grid):
    """Makes the grid (int64[n * n], -1 a hole; no repeated values) the root, and propagates it; returns nothing."""
    n = state.scalars[ORDER]
    words = len(state.words)
    masks = state.masks
    masks[:] = NONE
    state.scalars[DEAD] = 0
    trailed = state.scalars[TRAILED]
    state.scalars[TRAILED] = 0
    state.scalars[TRAIL] = 0
    open_cells = 0
    for cell in range(n * n):
        state.values[cell] = grid[cell]
        if grid[cell] >= 0:
            continue
        state.cells[1 + open_cells] = cell
        open_cells += 1
        for value in range(n):
            masks[cell * words + word_of(state, value)] |= ONE << np.uint64(value & 63)
    for cell in range(n * n):
        value = grid[cell]
        if value < 0:
            continue
        row = cell // n
        column = cell - row * n
        bit = ~(ONE << np.uint64(value & 63))
        for k in range(n):
            masks[(row * n + k) * words + word_of(state, value)] &= bit
            masks[(k * n + column) * words + word_of(state, value)] &= bit
    state.cells[0] = open_cells
    masks[masks.size - 2 + OPEN] = np.uint64(open_cells)
    masks[masks.size - 2 + PAIRS] = NONE
    queued = 0
    for index in range(open_cells):
        cell = state.cells[1 + index]
        row = cell // n
        column = cell - row * n
        for k in range(words):
            word = masks[cell * words + k]
            while word != NONE:
                value = k * 64 + lowest_bit(word)
                word &= word - ONE
                at = (n * n + row * n + value) * words + word_of(state, column)
                masks[at] |= ONE << np.uint64(column & 63)
                at = (2 * n * n + column * n + value) * words + word_of(state, row)
                masks[at] |= ONE << np.uint64(row & 63)
        domain = size(state, cell)
        if domain == 0:
            state.scalars[DEAD] = 1
        elif domain == 1:
            state.queue[queued] = cell * 256 + smallest(state, cell)
            queued += 1
        elif domain == 2:
            state.pairs[np.int64(masks[masks.size - 2 + PAIRS])] = cell
            masks[masks.size - 2 + PAIRS] += ONE
    queued = _root_singles(state, grid, queued)
    propagate(state, queued)
    for k in range(masks.size):
        state.root[k] = masks[k]
    for k in range(np.int64(masks[masks.size - 2 + PAIRS])):
        state.root_pairs[k] = state.pairs[k]
    codes = 0
    for cell in range(n * n):
        state.first_code[cell] = codes
        codes += size(state, cell)
    state.scalars[ROOT_DEAD] = state.scalars[DEAD]
    state.scalars[TRAILED] = trailed


@inlined
def _root_singles(state, grid, queued):
    """Queues the values with one place in a line of the root (hidden singles on); no place makes the root dead."""
    n = state.scalars[ORDER]
    for line in range(2 * n):
        for value in range(n):
            placed = False
            for k in range(n):
                cell = line * n + k if line < n else k * n + line - n
                placed |= grid[cell] == value
            if placed:
                continue
            mask = n * n + line * n + value
            places = size(state, mask)
            if places == 0:
                state.scalars[DEAD] = 1
            elif places == 1 and state.scalars[HIDDEN] != 0:
                place = smallest(state, mask)
                cell = line * n + place if line < n else place * n + line - n
                state.queue[queued] = cell * 256 + value
                queued += 1
    return queued


def allocate(order: int, root_bits: int, *, hidden: bool, prior_code: int, trail: bool, ties: int) -> LatinState:
    """An empty state for squares of the order whose three views hold at most `root_bits` elements in all."""
    cells = order * order
    words = (order + 63) // 64
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[ORDER], scalars[HIDDEN], scalars[PRIOR_CODE], scalars[TRAILED] = order, hidden, prior_code, trail
    scalars[TIES] = ties
    # each word written on a path loses an element, but for the words emptied at an assignment and two counters
    trail_length = root_bits + cells * (3 * words + 2) + 2 if trail else 0

    def ints(length: int) -> Any:
        return np.zeros(length, np.int64)

    return LatinState(
        words=(0,) * words,
        scalars=scalars,
        masks=np.zeros(3 * cells * words + 2, np.uint64),
        root=np.zeros(3 * cells * words + 2, np.uint64),
        values=ints(cells),
        cells=ints(cells + 1),
        pairs=ints(cells),
        root_pairs=ints(cells),
        first_code=ints(cells),
        queue=ints(3 * cells + 1),
        trail_at=ints(trail_length),
        trail_word=np.zeros(trail_length, np.uint64),
        moves=ints(max(order, root_bits // 3) + 1),
    )
