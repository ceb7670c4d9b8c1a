"""Boards of at most 15 rows: a column is one word of 15 fields of four bits, 0 where empty, the lowest row lowest.

Two words beside each column mark the cells that have the colour of the one above, and of the one to the left. So a run
of cells above each other is found by counting bits, a group is a list of runs, and to remove one is to shift. A run is
stored as its column (from 1) times 256, its lowest row times 16, its highest row.

After a move only what it changed is looked at again: the columns of the group and those beside it (all to its right if
one closed), from the row below its lowest on. A group that reaches there is looked for again from these cells and from
its first run, so that no piece is lost; others stay as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.rules import move_code, position_code, restore_position, rule, save_position, snapshot
from puzzles.engine.vectors import highest_bit, trailing_zeros
from puzzles.samegame.kernels import group_list
from puzzles.samegame.kernels.group_list import COLUMNS, NONE, ONE, RUNS, TWO
from puzzles.samegame.position import reached
from puzzles.samegame.puzzle import SameGamePuzzle

Words = npt.NDArray[np.uint64]
Shorts = npt.NDArray[np.uint16]

RUNS_A_CELL = 32
"""Places for the runs of all groups of one game: random games on 15 x 15 have 2.3 a cell. At most 2**15 - 1 in all."""

STRIDE = 16
"""Moves played are kept as column (from 1) * 16 + row."""
FOUR, EIGHT, FIFTEEN, SIXTY_THREE = np.uint64(4), np.uint64(8), np.uint64(15), np.uint64(63)
LOWEST_BITS = np.uint64(0x1111_1111_1111_1111)
EVERYWHERE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
RUN_BITS, COUNT_AT = np.uint64((1 << 15) - 1), np.uint64(15)
"""Where a group's cells are: the place of its first run, and above it the number of its runs (9 bits)."""
FARTHEST = np.uint64(127)


class PackedState(NamedTuple):
    """A game in play. Columns are numbered from 1; there is an empty one on either side of the board."""

    settings: Words  # uint64[8]: see `group_list`, as for the fields without a word here
    position: Words  # uint64[...]: the whole position; now, columns, ups, sides, moves, held, sequence are views of it
    root: Words  # uint64[...]: the position before any move
    scalars: Words  # uint64[16]
    columns: Words  # uint64[width + 2]
    ups: Words  # uint64[width + 2]: fields of ones where the cell above has the same colour
    sides: Words  # uint64[width + 2]: where the cell to the left has
    moves: Shorts  # uint16[...]: numbers of the groups that can be removed
    held: Shorts  # uint16[...]: those of the colour held back
    sequence: Shorts  # uint16[...]: moves played: column * 16 + row
    dropped: Shorts  # uint16[...]: scratch: groups that the last move took off the lists
    groups: Words  # uint64[items]: every group of this game so far
    codes: npt.NDArray[np.uint32]  # uint32[items]: policy codes
    runs: Shorts  # uint16[...]: their runs
    seen: Words  # uint64[width + 2]: scratch: cells of groups found, or to be removed
    ahead: Words  # uint64[width + 2]: scratch: cells where groups are looked for
    words: npt.NDArray[np.uint32]  # see `group_list.words_of_runs`
    counts: Words  # uint64[16]: scratch: how many cells each colour has, from 1 on
    trail: Words  # uint64[moves + 1, ...]: a kept position after that many moves; without a trail [0, 1]


def build(puzzle: SameGamePuzzle, selective: str, prior_code: int, *, trail: bool = False) -> PackedState:
    """A state at the position that the puzzle's games begin with; `trail`: moves can be undone."""
    columns, first = puzzle.width + 2, reached(puzzle)
    cells = first.left
    more = _more_words(cells) if trail else -1
    shared = group_list.allocate(puzzle, 3 * columns, selective, prior_code, more, STRIDE)
    board = shared["position"][group_list.NOW : group_list.NOW + 3 * columns].reshape(3, columns)
    state = PackedState(
        columns=board[0],
        ups=board[1],
        sides=board[2],
        runs=np.zeros(RUNS_A_CELL * cells + 1, np.uint16),
        seen=np.zeros(columns, np.uint64),
        ahead=np.zeros(columns, np.uint64),
        words=group_list.words_of_runs(puzzle.width, puzzle.height),
        **shared,
    )
    for column, colours in enumerate(first.columns, 1):
        state.columns[column] = sum((colour + 1) << 4 * row for row, colour in enumerate(colours))
    _find_all(state)
    state.root[:] = state.position[: state.root.size]
    return state


def frame_words(state: PackedState) -> int:
    """Words that a kept position needs: the buffer, two words a group, one word a run."""
    return state.position.size + _more_words(int(state.root[group_list.CELLS_LEFT]))


def _more_words(cells: int) -> int:
    return 2 * (cells // 2) + cells


@kernel
def _find_all(state):
    last = np.uint64(state.columns.size - 2)
    _link(state, ONE, last)
    for column in range(last + TWO):
        state.seen[column] = NONE
        state.ahead[column] = EVERYWHERE
    _find(state, ONE, last)


@inlined
def _zero_fields(word):
    """Fields of ones where the word has fields of zeros."""
    any_bit = word | (word >> ONE)
    any_bit |= any_bit >> TWO
    lowest = ~any_bit & LOWEST_BITS
    return (lowest << FOUR) - lowest


@inlined
def _link(state, first, last):
    """Computes ups and sides of those columns again."""
    before = state.columns[first - ONE]
    for column in range(first, last + ONE):
        cells = state.columns[column]
        filled = ~_zero_fields(cells)
        state.ups[column] = _zero_fields(cells ^ (cells >> FOUR)) & filled
        state.sides[column] = _zero_fields(cells ^ before) & filled
        before = cells


@inlined
def _fields(low, high):
    """Ones in the fields from that whose lowest bit is `low` to that whose lowest bit is `high`."""
    return ((ONE << (high + FOUR - low)) - ONE) << low


@inlined
def _find(state, first, last):
    """Finds the groups that have a cell in `ahead` and none in `seen`, in those columns."""
    for column in range(first, last + ONE):
        up = state.ups[column]
        linked = up | (up << FOUR) | state.sides[column] | state.sides[column + ONE]
        left = state.ahead[column] & linked & ~state.seen[column]
        while left != NONE:
            _follow(state, column, trailing_zeros(left))
            left &= ~state.seen[column]


@inlined
def _add_run(state, column, at, colour, run):
    """Stores the run of the cell whose field begins at bit `at`; its lowest bit, highest, mask and word."""
    up = state.ups[column]
    high = at + trailing_zeros(~(up >> at))
    low = at + np.uint64(highest_bit(~((up << (SIXTY_THREE - at)) << ONE))) - SIXTY_THREE
    mask = _fields(low, high)
    state.seen[column] |= mask
    state.runs[run] = np.uint16((column << EIGHT) | (low << TWO) | (high >> TWO))
    part = (column << EIGHT) | (colour << FOUR)
    word = state.words[part + (high >> TWO) + ONE] ^ state.words[part + (low >> TWO)]
    return low, high, mask, word


@inlined
def _follow(state, column, at):
    """Adds the group of the cell whose field begins at bit `at` of the column."""
    scalars = state.scalars
    begin = scalars[RUNS]
    colour = (state.columns[column] >> at) & FIFTEEN
    low, high, _, code = _add_run(state, column, at, colour, begin)
    size = ((high - low) >> TWO) + ONE
    first, last, top = column, column, high
    run, end = begin, begin + ONE
    while run < end:
        word = np.uint64(state.runs[run])
        run += ONE
        from_column = word >> EIGHT
        cells = _fields((word >> TWO) & np.uint64(60), (word & FIFTEEN) << TWO)
        for side in range(2):
            beside = from_column + ONE if side == 0 else from_column - ONE
            found = cells & state.sides[max(beside, from_column)] & ~state.seen[beside]
            while found != NONE:
                low, high, mask, part = _add_run(state, beside, trailing_zeros(found), colour, end)
                found &= ~mask
                code ^= part
                size += ((high - low) >> TWO) + ONE
                top = max(top, high)
                first = min(first, beside)
                last = max(last, beside)
                end += ONE
    place = begin | ((end - begin) << COUNT_AT)
    group_list.add_group(state, size, colour, first, last, top >> TWO, place, code)
    scalars[RUNS] = end


@inlined
def runs_of(group):
    """Where a group's runs begin and end, uint64."""
    place = group >> group_list.PLACE_AT
    begin = place & RUN_BITS
    return begin, begin + (place >> COUNT_AT)


@rule(group_list.remove, PackedState)
def _remove(state, item):
    group = state.groups[item]
    first, last = group_list.first_of(group), group_list.last_of(group)
    begin, end = runs_of(group)
    for column in range(first, last + ONE):
        state.seen[column] = NONE
    anchor = np.uint64(0xFFFF)
    low = SIXTY_THREE
    for at in range(begin, end):
        run = np.uint64(state.runs[at])
        anchor = min(anchor, run)
        bottom = (run >> TWO) & np.uint64(60)
        low = min(low, bottom)
        state.seen[run >> EIGHT] |= _fields(bottom, (run & FIFTEEN) << TWO)
    group_list.count_removal(state, group, np.uint16(anchor >> FOUR))
    emptied = False
    for column in range(first, last + ONE):
        cells = _without(state.columns[column], state.seen[column])
        state.columns[column] = cells
        emptied |= cells == NONE
    low = max(low, FOUR) - FOUR
    near_last = last + ONE
    after = last + ONE  # the last column with new neighbours
    if emptied:
        after = _close(state, first)
        near_last = FARTHEST
        low = NONE
    _link(state, first, after)
    near_first = first - ONE
    dropped = group_list.drop_near(state, near_first, near_last, low >> TWO)
    _look_ahead(state, near_first, after, low, dropped)
    most = state.scalars[RUNS] + state.scalars[group_list.CELLS_LEFT]
    group_list.end_if_crowded(state, most < np.uint64(state.runs.size))


@inlined
def _without(cells, gone):
    """The column after the cells of those fields are removed."""
    while gone != NONE:
        top = np.uint64(highest_bit(gone))
        length = SIXTY_THREE - np.uint64(highest_bit(~(gone << (SIXTY_THREE - top))))
        bottom = top + ONE - length
        below = (ONE << bottom) - ONE
        cells = (cells & below) | (((cells >> top) >> ONE) << bottom)
        gone &= below
    return cells


@inlined
def _close(state, first):
    """Moves the columns from that one on to the left, over empty ones; the first column that is empty now, or its end.

    That column was beside the last one, so it needs new links too.
    """
    end = state.scalars[COLUMNS] + ONE
    target = first
    for column in range(first, end):
        cells = state.columns[column]
        state.columns[target] = cells
        target += ONE if cells != NONE else NONE
    for column in range(target, end):
        state.columns[column] = NONE
    state.scalars[COLUMNS] = target - ONE
    return end


@inlined
def _look_ahead(state, first, last, low, dropped):
    """Finds groups again: in those columns from that row's lowest bit on, and from the first runs of those dropped."""
    for column in range(np.uint64(state.columns.size)):
        state.seen[column] = NONE
        state.ahead[column] = NONE
    rows = EVERYWHERE << low
    for column in range(first, last + ONE):
        state.ahead[column] = rows
    for k in range(dropped):
        begin, _ = runs_of(state.groups[np.uint64(state.dropped[k])])
        run = np.uint64(state.runs[begin])
        beside = run >> EIGHT
        state.ahead[beside] |= FIFTEEN << ((run >> TWO) & np.uint64(60))
        first = min(first, beside)
        last = max(last, beside)
    _find(state, max(first, ONE), min(last, state.scalars[COLUMNS]))


@rule(group_list.count_colours, PackedState)
def _count_colours(state):
    for column in range(ONE, state.scalars[COLUMNS] + ONE):
        cells = state.columns[column]
        while cells != NONE:
            state.counts[cells & FIFTEEN] += ONE
            cells >>= FOUR


@rule(snapshot, PackedState)
def _snapshot(state, board):
    return group_list.write_moves(state, board, STRIDE)


@rule(group_list.has_cell, PackedState)
def _has_cell(state, item, column, row):
    begin, end = runs_of(state.groups[item])
    found = False
    for at in range(begin, end):
        run = np.int64(state.runs[at])
        found |= (run >> 8 == column + 1) & ((run >> 4 & 15) <= row) & (row <= (run & 15))
    return found


@rule(position_code, PackedState)
def _position_code(state):
    code = group_list.past_code(state)
    for column in range(ONE, state.scalars[COLUMNS] + ONE):
        code = hashed(code, state.columns[column])
    return code


@rule(move_code, PackedState)
def _move_code(state, move):
    """Its run that is furthest to the left, and of these the lowest: no other group has it."""
    begin, end = runs_of(state.groups[np.uint64(move)])
    least = np.uint64(state.runs[begin])
    for at in range(begin, end):
        least = min(least, np.uint64(state.runs[at]))
    return least


@rule(save_position, PackedState)
def _save_position(state, frame):
    """Writes the position, the groups on the lists and their runs to the frame."""
    at = group_list.save_groups(state, frame)
    for k in range(group_list.on_lists(state)):
        begin, end = runs_of(state.groups[group_list.item_at(state, k)])
        for run in range(begin, end):
            frame[at] = np.uint64(state.runs[run])
            at += ONE


@rule(restore_position, PackedState)
def _restore_position(state, frame):
    at = group_list.restore_groups(state, frame)
    for k in range(group_list.on_lists(state)):
        begin, end = runs_of(state.groups[group_list.item_at(state, k)])
        for run in range(begin, end):
            state.runs[run] = np.uint16(frame[at])
            at += ONE
