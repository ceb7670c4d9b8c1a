"""Boards of any height: a byte a cell, 0 where empty, column by column, an empty cell above each column.

The plain way to do what `packed` does with words of bits, for boards that do not fit it: what a move
left as it was keeps its groups, the other groups are searched again, cell by cell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.rules import move_code, position_code, restore_position, rule, save_position, snapshot
from puzzles.samegame.kernels import group_list
from puzzles.samegame.kernels.group_list import COLUMNS, NONE, ONE, PLACE_AT, TWO
from puzzles.samegame.position import reached
from puzzles.samegame.puzzle import SameGamePuzzle

Words = npt.NDArray[np.uint64]
Shorts = npt.NDArray[np.uint16]
FOUR = np.uint64(4)
FARTHEST = np.uint64(127)


class CellState(NamedTuple):
    """A game in play. The cell in column c (from 1) and row r (from 0) is at c * stride + r; stride = height + 1."""

    settings: Words  # uint64[8]: see `group_list`, as for the fields without a word here
    position: Words  # uint64[...]: the whole position; now, cells, moves, held, sequence are views of it
    root: Words  # uint64[...]: the position before any move
    scalars: Words  # uint64[16]
    cells: npt.NDArray[np.uint8]  # uint8[(width + 2) * stride, and what fills a word]: colours from 1 on
    stride: npt.NDArray[np.uint64]  # uint64[1]
    moves: Shorts  # uint16[...]: numbers of the groups that can be removed
    held: Shorts  # uint16[...]: those of the colour held back
    sequence: Shorts  # uint16[...]: moves played: the place of a cell
    dropped: Shorts  # uint16[...]: scratch: groups that the last move took off the lists
    groups: Words  # uint64[items]: every group of this game so far
    codes: npt.NDArray[np.uint32]  # uint32[items]: policy codes
    queue: Shorts  # uint16[cells]: scratch: the cells of a group
    stamps: npt.NDArray[np.int64]  # int64[cells]: when each was looked at last, by `clock`
    clock: npt.NDArray[np.int64]  # int64[1]: never goes back, whatever position is restored
    lows: Words  # uint64[width + 2]: scratch: the lowest row of a group in each of its columns
    words: npt.NDArray[np.uint32]  # see `group_list.words_of_cells`
    counts: Words  # uint64[16]: scratch: how many cells each colour has, from 1 on
    trail: Words  # uint64[moves + 1, ...]: a kept position after that many moves; without a trail [0, 1]


def build(puzzle: SameGamePuzzle, selective: str, prior_code: int, *, trail: bool = False) -> CellState:
    """A state at the position that the puzzle's games begin with; `trail`: moves can be undone."""
    stride = puzzle.height + 1
    size = (puzzle.width + 2) * stride
    board = (size + 7) // 8
    first = reached(puzzle)
    more = 2 * (first.left // 2) if trail else -1
    shared = group_list.allocate(puzzle, board, selective, prior_code, more, stride)
    state = CellState(
        cells=shared["position"][group_list.NOW : group_list.NOW + board].view(np.uint8),
        stride=np.array([stride], np.uint64),
        queue=np.zeros(size, np.uint16),
        stamps=np.zeros(size, np.int64),
        clock=np.zeros(1, np.int64),
        lows=np.zeros(puzzle.width + 2, np.uint64),
        words=group_list.words_of_cells(puzzle.width, puzzle.height),
        **shared,
    )
    for column, colours in enumerate(first.columns, 1):
        start = column * stride
        state.cells[start : start + len(colours)] = np.array(colours, np.uint8) + 1
    _find_all(state)
    state.root[:] = state.position[: state.root.size]
    return state


def frame_words(state: CellState) -> int:
    """Words that a kept position needs: the buffer, two words a group."""
    return state.position.size + 2 * (int(state.root[group_list.CELLS_LEFT]) // 2)


@kernel
def _find_all(state):
    state.clock[0] += 1
    _find(state, ONE, state.scalars[COLUMNS], NONE)


@inlined
def _find(state, first, last, low):
    """Finds the groups with a cell in those columns from that row on, but not those found since the last clock step."""
    stride = state.stride[0]
    for column in range(first, last + ONE):
        at = column * stride + low
        while state.cells[at] != 0:
            _look(state, at)
            at += ONE


@inlined
def _look(state, at):
    """Finds the group of that cell, unless it is alone or was found since the last clock step."""
    stride = state.stride[0]
    colour = state.cells[at]
    pairs = (state.cells[at + ONE] == colour) | (state.cells[at - ONE] == colour)
    pairs |= (state.cells[at + stride] == colour) | (state.cells[at - stride] == colour)
    if pairs and state.stamps[at] != state.clock[0]:
        _add(state, at)


@inlined
def _add(state, at):
    size = gather(state, at)
    stride = state.stride[0]
    colour = np.uint64(state.cells[at])
    anchor, code, top = at, np.uint32(0), NONE
    last = at
    for k in range(size):
        cell = np.uint64(state.queue[k])
        anchor = min(anchor, cell)
        last = max(last, cell)
        top = max(top, cell % stride)
        code ^= state.words[(cell << FOUR) | colour]
    group_list.add_group(state, size, colour, anchor // stride, last // stride, top, anchor, code)


@inlined
def gather(state, at):
    """Writes the cells of that cell's group to the queue and stamps them; how many, uint64."""
    stamp = state.clock[0]
    stride = state.stride[0]
    colour = state.cells[at]
    state.queue[0] = np.uint16(at)
    state.stamps[at] = stamp
    begin, end = NONE, ONE
    while begin < end:
        cell = np.uint64(state.queue[begin])
        begin += ONE
        for direction in range(4):
            apart = ONE if direction < 2 else stride
            beside = cell - apart if direction & 1 else cell + apart
            if state.cells[beside] == colour and state.stamps[beside] != stamp:
                state.stamps[beside] = stamp
                state.queue[end] = np.uint16(beside)
                end += ONE
    return end


@rule(group_list.remove, CellState)
def _remove(state, item):
    group = state.groups[item]
    anchor = group >> PLACE_AT
    first, last = group_list.first_of(group), group_list.last_of(group)
    stride = state.stride[0]
    state.clock[0] += 1
    size = gather(state, anchor)
    for column in range(first, last + ONE):
        state.lows[column] = stride
    low = stride
    for k in range(size):
        cell = np.uint64(state.queue[k])
        row = cell % stride
        state.lows[cell // stride] = min(state.lows[cell // stride], row)
        low = min(low, row)
    group_list.count_removal(state, group, np.uint16(anchor))
    emptied = False
    for column in range(first, last + ONE):
        emptied |= _fall(state, column)
    low = max(low, ONE) - ONE
    near_last = last + ONE
    if emptied:
        _close(state, first)
        near_last = FARTHEST
        low = NONE
    dropped = group_list.drop_near(state, first - ONE, near_last, low)
    state.clock[0] += 1
    columns = state.scalars[COLUMNS]
    _find(state, max(first, TWO) - ONE, min(near_last, columns), low)
    for k in range(dropped):
        at = state.groups[np.uint64(state.dropped[k])] >> PLACE_AT
        if state.cells[at] != 0:
            _look(state, at)
    group_list.end_if_crowded(state, True)


@inlined
def _fall(state, column):
    """Lets the cells of a column fall over those stamped by the clock; true if it is empty now."""
    at = column * state.stride[0] + state.lows[column]
    target = at
    while state.cells[at] != 0:
        state.cells[target] = state.cells[at]
        target += NONE if state.stamps[at] == state.clock[0] else ONE
        at += ONE
    while target < at:
        state.cells[target] = 0
        target += ONE
    return state.cells[column * state.stride[0]] == 0


@inlined
def _close(state, first):
    stride = state.stride[0]
    end = state.scalars[COLUMNS] + ONE
    target = first
    for column in range(first, end):
        if state.cells[column * stride] != 0:
            if target != column:
                for row in range(stride):
                    state.cells[target * stride + row] = state.cells[column * stride + row]
            target += ONE
    for column in range(target, end):
        for row in range(stride):
            state.cells[column * stride + row] = 0
    state.scalars[COLUMNS] = target - ONE


@rule(group_list.count_colours, CellState)
def _count_colours(state):
    for column in range(ONE, state.scalars[COLUMNS] + ONE):
        at = column * state.stride[0]
        while state.cells[at] != 0:
            state.counts[np.uint64(state.cells[at])] += ONE
            at += ONE


@rule(snapshot, CellState)
def _snapshot(state, board):
    return group_list.write_moves(state, board, np.int64(state.stride[0]))


@rule(group_list.has_cell, CellState)
def _has_cell(state, item, column, row):
    state.clock[0] += 1
    gather(state, state.groups[item] >> PLACE_AT)
    stride = np.int64(state.stride[0])
    at = np.uint64((column + 1) * stride + row)
    return row < stride and at < np.uint64(state.stamps.size) and state.stamps[at] == state.clock[0]


@rule(position_code, CellState)
def _position_code(state):
    code = group_list.past_code(state)
    for word in range(state.cells.size >> 3):
        code = hashed(code, state.position[group_list.NOW + word])
    return code


@rule(move_code, CellState)
def _move_code(state, move):
    """Its cell that is furthest to the left, and of these the lowest: no other group has it."""
    state.clock[0] += 1
    size = gather(state, state.groups[np.uint64(move)] >> PLACE_AT)
    least = np.uint64(state.queue[NONE])
    for k in range(size):
        least = min(least, np.uint64(state.queue[k]))
    return least


@rule(save_position, CellState)
def _save_position(state, frame):
    group_list.save_groups(state, frame)


@rule(restore_position, CellState)
def _restore_position(state, frame):
    group_list.restore_groups(state, frame)
