"""Where a cell of the first position is now, and which cells of the first position are a group's.

Cells of a column keep their order and only fall, and columns keep theirs. So it is enough to know which rows are left
of each column, a bit each: a cell's row is the number of rows left below its own, its column the number of columns
before its own that are not empty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, popcount
from puzzles.engine.rules import operation, rule
from puzzles.engine.vectors import trailing_zeros
from puzzles.samegame.kernels import cellwise, group_list, packed
from puzzles.samegame.kernels.cellwise import CellState
from puzzles.samegame.kernels.group_list import NONE, ONE, PLACE_AT, TWO, first_of, last_of
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.position import reached
from puzzles.samegame.puzzle import SameGamePuzzle

Words = npt.NDArray[np.uint64]

NOWHERE = np.int64(-1)
COLUMN_AT, ROW_BITS = np.uint64(6), np.uint64(63)


class Origins(NamedTuple):
    """What is left of the first position's columns, by the numbers they had there, from 1."""

    full: Words  # uint64[width + 2]: their rows before any move
    left: Words  # uint64[width + 2]: those that are left
    column: Words  # uint64[width + 2]: by the column's number now, the one it had
    now: Words  # uint64[width + 2]: by the one it had, its number now
    gone: Words  # uint64[width + 2]: scratch: by column now, the rows of a group


def build_origins(puzzle: SameGamePuzzle) -> Origins:
    full = np.zeros(puzzle.width + 2, np.uint64)
    for column, colours in enumerate(reached(puzzle).columns, 1):
        full[column] = (1 << len(colours)) - 1
    numbers = np.arange(puzzle.width + 2, dtype=np.uint64)
    return Origins(full, full.copy(), numbers, numbers.copy(), np.zeros(puzzle.width + 2, np.uint64))


# Of both kinds of state; columns are numbered from 1 as they stand now.
@operation
def group_rows(game, item, gone):
    """Adds the rows of the group's cells to gone (uint64[width + 2]), a bit each."""


@operation
def group_there(game, column, row):
    """The item of the group on the lists with that cell, int64, or NOWHERE."""


@rule(group_rows, PackedState)
def _rows_packed(game, item, gone):
    begin, end = packed.runs_of(game.groups[item])
    for at in range(begin, end):
        run = np.uint64(game.runs[at])
        low, high = (run >> np.uint64(4)) & packed.FIFTEEN, run & packed.FIFTEEN
        gone[run >> packed.EIGHT] |= ((TWO << (high - low)) - ONE) << low


@rule(group_rows, CellState)
def _rows_of_cells(game, item, gone):
    group = game.groups[item]
    stride = game.stride[0]
    game.clock[0] += 1
    for k in range(cellwise.gather(game, group >> PLACE_AT)):
        cell = np.uint64(game.queue[k])
        gone[cell // stride] |= ONE << (cell % stride)


@rule(group_there, PackedState)
def _there_packed(game, column, row):
    for k in range(group_list.on_lists(game)):
        item = group_list.item_at(game, k)
        if _spans(game.groups[item], column, row):
            begin, end = packed.runs_of(game.groups[item])
            for at in range(begin, end):
                run = np.uint64(game.runs[at])
                low, high = (run >> np.uint64(4)) & packed.FIFTEEN, run & packed.FIFTEEN
                if (run >> packed.EIGHT == column) & (low <= row) & (row <= high):
                    return np.int64(item)
    return NOWHERE


@rule(group_there, CellState)
def _there_cells(game, column, row):
    game.clock[0] += 1
    cellwise.gather(game, column * game.stride[0] + row)
    for k in range(group_list.on_lists(game)):
        item = group_list.item_at(game, k)
        if _spans(game.groups[item], column, row) and game.stamps[game.groups[item] >> PLACE_AT] == game.clock[0]:
            return np.int64(item)
    return NOWHERE


@inlined
def _spans(group, column, row):
    top = (group >> group_list.TOP_AT) & group_list.TOP_BITS
    return (first_of(group) <= column) & (column <= last_of(group)) & (row <= top)


@inlined
def to_first(origins):
    for column in range(np.uint64(origins.full.size)):
        origins.left[column] = origins.full[column]
    number_columns(origins)


@inlined
def number_columns(origins):
    """Numbers the columns that are not empty from 1 on."""
    number = ONE
    for column in range(ONE, np.uint64(origins.left.size) - ONE):
        origins.column[number] = column
        origins.now[column] = number
        number += ONE if origins.left[column] != NONE else NONE


@inlined
def group_of_origin(game, origins, cell):
    """The group on the lists that has that cell of the first position (column * 64 + row), as int64; else NOWHERE."""
    column, bit = (np.uint64(cell) >> COLUMN_AT) + ONE, ONE << (np.uint64(cell) & ROW_BITS)
    left = origins.left[column]
    if left & bit == NONE:
        return NOWHERE
    return group_there(game, origins.now[column], np.uint64(popcount(left & (bit - ONE))))


@inlined
def take_away(game, origins, item):
    """Takes the group's cells away, before the game does; one of them as a cell of the first position, int64."""
    group = game.groups[item]
    first, last = first_of(group), last_of(group)
    for column in range(first, last + ONE):
        origins.gone[column] = NONE
    group_rows(game, item, origins.gone)
    emptied = False
    named = NONE
    for column in range(first, last + ONE):
        gone = origins.gone[column]
        origin = origins.column[column]
        ahead = origins.left[origin]
        kept = ahead
        while gone != NONE:
            lowest = ahead & (~ahead + ONE)
            if gone & ONE != NONE:
                kept ^= lowest
            ahead ^= lowest
            gone >>= ONE
        named = ((origin - ONE) << COLUMN_AT) | trailing_zeros(kept ^ origins.left[origin])
        origins.left[origin] = kept
        emptied |= kept == NONE
    if emptied:
        number_columns(origins)
    return np.int64(named)
