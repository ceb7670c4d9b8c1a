"""The groups that can be removed, as numbered items: what is kept of each, and the lists of those that are there.

A group has its number for as long as no move comes near it; what a move touched is looked for again, and gets new
numbers. A group is one word of 64 bits, from the lowest bit on: its cells (13 bits), its colour from 1 on (4), its last
column (7), 127 less its first column (7), its highest row (6), and where its cells are (24). A zero bit above each of
the three bounds lets one subtraction compare all of them.

`scalars` change in play, as the board does. Groups of the colour that is held back are on a list of their own.

A group's policy code is the exclusive or of a random word for each cell and colour (Zobrist, 1970), cut to some bits.
Equal groups, the same cells in the same colour, have equal codes at whatever position they come up, so what was learnt
of one is used again (Cazenave, Generalized NRPA, 6.1). Two groups can share a code by chance; this is accepted.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined
from puzzles.engine.rules import operation
from puzzles.engine.vectors import copy_words
from puzzles.samegame.position import reached
from puzzles.samegame.puzzle import LARGEST_SIDE, MOST_COLOURS, SameGamePuzzle, moves_of

# settings[...]
TABU, HOLDS, CODE_MASK, PRIOR, CROWDED = range(5)
SETTINGS = 8
# scalars[...]
LISTED, HELD, ITEMS, RUNS, COLUMNS, CELLS_LEFT, TABU_LEFT, POINTS, STEP = range(9)
NOW = 16

ITEMS_A_CELL = 15
"""Places for the groups of one game: random games on 15 x 15 have 1.2 a cell. A game with more is ended there."""

CLEARED = np.uint64(1000)

COLOURS = 16
"""Counts: of each colour from 1 on, and of empty cells at 0."""

NONE, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
SIZE_BITS, COLOUR_AT, COLOUR_BITS = np.uint64((1 << 13) - 1), np.uint64(13), np.uint64(15)
LAST_AT, FIRST_AT, SIDE_BITS = np.uint64(17), np.uint64(25), np.uint64(127)
TOP_AT, TOP_BITS, PLACE_AT = np.uint64(33), np.uint64(63), np.uint64(40)
GUARDS = np.uint64(1 << 24 | 1 << 32 | 1 << 39)


def allocate(
    puzzle: SameGamePuzzle, board: int, selective: str, prior_code: int, trail: int, stride: int
) -> dict[str, Any]:
    """What both kinds of state have, by field name, at the position that the puzzle's games begin with.

    `board` is how many words of 64 bits the board takes; `stride`: moves are kept as column (from 1) * stride + row.
    `trail`: words that a kept position needs beside the buffer, or -1 for a state without a trail.

    The position, one buffer: `scalars`, the board, the two lists, the moves played.
    """
    first = reached(puzzle)
    colours = [colour for column in first.columns for colour in column]
    settings = np.zeros(SETTINGS, np.uint64)
    settings[TABU] = int(np.bincount(colours).argmax()) + 1
    settings[HOLDS] = int(selective == "tabu")
    settings[CODE_MASK] = table_size(puzzle.width * puzzle.height) - 1
    settings[PRIOR] = prior_code
    listed = _list_words(len(colours))
    lists = NOW + board
    begun = len(puzzle.played)
    position = np.zeros(lists + 2 * listed + _list_words(len(colours) + 2 * begun), np.uint64)
    scalars = position[:NOW]
    scalars[CELLS_LEFT] = len(colours)
    scalars[TABU_LEFT] = colours.count(int(settings[TABU]) - 1)
    scalars[COLUMNS] = len(first.columns)
    scalars[POINTS], scalars[STEP] = first.points, begun
    sequence = position[lists + 2 * listed :].view(np.uint16)
    sequence[:begun] = [(move.column + 1) * stride + move.row for move in moves_of(puzzle.played)]
    items = ITEMS_A_CELL * len(colours) + 1
    return {
        "settings": settings,
        "position": position,
        "root": np.zeros(lists + 2 * listed, np.uint64),
        "scalars": scalars,
        "moves": position[lists : lists + listed].view(np.uint16),
        "held": position[lists + listed : lists + 2 * listed].view(np.uint16),
        "sequence": sequence,
        "dropped": np.zeros(4 * listed, np.uint16),
        "groups": np.zeros(items, np.uint64),
        "codes": np.zeros(items, np.uint32),
        "counts": np.zeros(COLOURS, np.uint64),
        "trail": np.zeros((0, 1) if trail < 0 else (begun + len(colours) // 2 + 1, position.size + trail), np.uint64),
    }


def _list_words(cells: int) -> int:
    """Words of 64 bits of a list of groups, or of moves: at most cells / 2, and a spare place."""
    return (cells // 2 + 1 + 3) // 4


FIELD = 16
"""Places for colours, and for rows of a packed column, in the tables: a power of two, so that indices are shifts."""

SMALLEST_TABLE = 1 << 16
"""Codes of a policy for usual boards: its odds, 256 KiB, fit into the cache of one core."""

CODES_A_CELL = 64
"""A larger board has more groups; a board of 64 x 64 has 2**18 codes by this."""


def table_size(cells: int) -> int:
    """How many policy codes a board of that many cells has, a power of two."""
    size = SMALLEST_TABLE
    while size < CODES_A_CELL * cells:
        size *= 2
    return size


@cache
def zobrist_words() -> npt.NDArray[np.uint32]:
    """uint32[column, row from the bottom, colour]: the same in every process, as a saved search holds codes of them."""
    shape = (LARGEST_SIDE, LARGEST_SIDE, MOST_COLOURS)
    stream = hashlib.shake_256(b"mcs-tui samegame groups").digest(4 * int(np.prod(shape)))
    return np.frombuffer(stream, "<u4").astype(np.uint32).reshape(shape)


def words_of_runs(width: int, height: int) -> npt.NDArray[np.uint32]:
    """A flat table for cells above each other: the words of rows a to b of column c (from 1) are at[b + 1] ^ at[a].

    `at` is the part that begins at (c * FIELD + colour + 1) * FIELD. For heights below FIELD.
    """
    table = np.zeros((width + 2, FIELD, FIELD), np.uint32)
    below = np.bitwise_xor.accumulate(zobrist_words()[:width, :height], axis=1)
    table[1 : width + 1, 1 : MOST_COLOURS + 1, 1 : height + 1] = below.transpose(0, 2, 1)
    return table.reshape(-1)


def words_of_cells(width: int, height: int) -> npt.NDArray[np.uint32]:
    """A flat table: the word of a cell in column c (from 1), row r is at (c * (height + 1) + r) * 16 + colour + 1."""
    table = np.zeros((width + 2, height + 1, FIELD), np.uint32)
    table[1 : width + 1, :height, 1 : MOST_COLOURS + 1] = zobrist_words()[:width, :height]
    return table.reshape(-1)


# What the two kinds of board do each in its own way; a group is named by its item, its number.


@operation
def remove(state, item):
    """Removes that group: what is above falls down, empty columns close, the lists are updated."""


@operation
def has_cell(state, item, column, row):
    """True if the cell, both from 0, is one of the group."""


@operation
def count_colours(state):
    """Adds the cells of each colour to state.counts."""


@inlined
def size_of(group):
    """The number of its cells, uint64."""
    return group & SIZE_BITS


@inlined
def colour_of(group):
    """Its colour from 1 on, uint64."""
    return (group >> COLOUR_AT) & COLOUR_BITS


@inlined
def first_of(group):
    """Its first column, uint64."""
    return SIDE_BITS - ((group >> FIRST_AT) & SIDE_BITS)


@inlined
def last_of(group):
    """Its last column, uint64."""
    return (group >> LAST_AT) & SIDE_BITS


@inlined
def add_group(state, size, colour, first, last, top, place, code):
    """Stores the group as the next item, and puts it on its list."""
    item = state.scalars[ITEMS]
    state.scalars[ITEMS] = item + ONE
    state.groups[item] = (
        size
        | (colour << COLOUR_AT)
        | (last << LAST_AT)
        | ((SIDE_BITS - first) << FIRST_AT)
        | (top << TOP_AT)
        | (place << PLACE_AT)
    )
    state.codes[item] = code & np.uint32(state.settings[CODE_MASK])
    held = (colour == state.settings[TABU]) & (state.settings[HOLDS] != NONE)
    state.moves[state.scalars[LISTED]] = np.uint16(item)
    state.held[state.scalars[HELD]] = np.uint16(item)
    state.scalars[LISTED] += NONE if held else ONE
    state.scalars[HELD] += ONE if held else NONE


@inlined
def count_removal(state, group, cell):
    """Counts the points and cells of a group that is removed, named by a cell."""
    scalars = state.scalars
    size = size_of(group)
    state.sequence[scalars[STEP]] = cell
    scalars[STEP] += ONE
    scalars[POINTS] += (size - TWO) * (size - TWO)
    scalars[CELLS_LEFT] -= size
    if scalars[CELLS_LEFT] == NONE:
        scalars[POINTS] += CLEARED
    if colour_of(group) == state.settings[TABU]:
        scalars[TABU_LEFT] -= size


@inlined
def drop_near(state, first, last, low):
    """Removes the groups whose bounds meet columns first to last, rows low and up, from the lists; their number.

    They are state.dropped[:number]; the group that is played is among them.
    """
    bounds = (first << LAST_AT) | ((SIDE_BITS - last) << FIRST_AT) | (low << TOP_AT)
    scalars = state.scalars
    scalars[LISTED], dropped = _drop_from(state, state.moves, scalars[LISTED], bounds, NONE)
    scalars[HELD], dropped = _drop_from(state, state.held, scalars[HELD], bounds, dropped)
    return dropped


@inlined
def _drop_from(state, items, count, bounds, dropped):
    """How many of the items stay on their list, and how many are in state.dropped then."""
    kept = NONE
    for k in range(count):
        item = items[k]
        near = (((state.groups[np.uint64(item)] | GUARDS) - bounds) & GUARDS) == GUARDS
        items[kept] = item
        state.dropped[dropped] = item
        kept += NONE if near else ONE
        dropped += ONE if near else NONE
    return kept, dropped


@inlined
def end_if_crowded(state, runs_fit):
    """Ends the game, and sets a flag, if the next move might need more groups, or runs, than there are places."""
    if not runs_fit or state.scalars[ITEMS] + (state.scalars[CELLS_LEFT] >> ONE) >= np.uint64(state.groups.size):
        state.scalars[LISTED] = NONE
        state.scalars[HELD] = NONE
        state.settings[CROWDED] = ONE


@inlined
def copy_position(state, target, source):
    """Copies numbers, board and the used parts of the lists between two buffers of a position."""
    lists = np.int64(state.root.size) - 2 * np.int64(state.moves.size >> 2)
    copy_words(target, source, 0, lists)
    copy_words(target, source, lists, (np.int64(source[LISTED]) + 3) >> 2)
    copy_words(target, source, lists + (state.moves.size >> 2), (np.int64(source[HELD]) + 3) >> 2)


@inlined
def _copy_sequence(state, target, source):
    copy_words(target, source, state.root.size, (np.int64(source[STEP]) + 3) >> 2)


@inlined
def save_groups(state, frame):
    """Writes the position, the groups on the lists and their codes to the frame; where they end, uint64."""
    copy_position(state, frame, state.position)
    _copy_sequence(state, frame, state.position)
    at = np.uint64(state.position.size)
    for k in range(on_lists(state)):
        item = item_at(state, k)
        frame[at] = state.groups[item]
        frame[at + ONE] = np.uint64(state.codes[item])
        at += TWO
    return at


@inlined
def restore_groups(state, frame):
    """Takes back from the frame what `save_groups` wrote; where it ends, uint64."""
    copy_position(state, state.position, frame)
    _copy_sequence(state, state.position, frame)
    at = np.uint64(state.position.size)
    for k in range(on_lists(state)):
        item = item_at(state, k)
        state.groups[item] = frame[at]
        state.codes[item] = np.uint32(frame[at + ONE])
        at += TWO
    return at


@inlined
def write_moves(state, board, stride):
    """Writes the moves played, which are kept as column (from 1) * stride + row, as column * 64 + row; how many."""
    played = np.int64(state.scalars[STEP])
    for k in range(played):
        cell = np.int64(state.sequence[k])
        board[k] = (cell // stride - 1) * 64 + cell % stride
    return played


@inlined
def past_code(state):
    """The hash of what a game's score and moves depend on beside the board: the points, and how late it is."""
    return hashed(hashed(NONE, state.scalars[POINTS]), state.scalars[STEP])


@inlined
def on_lists(state):
    """How many groups are on both lists, uint64."""
    return state.scalars[LISTED] + state.scalars[HELD]


@inlined
def item_at(state, k):
    """The group in place k of both lists, one after the other."""
    listed = state.scalars[LISTED]
    return np.uint64(state.moves[k]) if k < listed else np.uint64(state.held[k - listed])
