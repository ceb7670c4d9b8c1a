"""The compiled state of a game of Morpion Solitaire: strip bitboards, the list of legal moves, the moves played.

Each strip (see `codes`) holds a bit a square for its dots, and a bit for each start from which a line is blocked:
because it would overlap a line of that direction, or leave the arena. An arena of 32 has both in one word, dots in the
low half; an arena of 64 has two words a strip. What play changes is in one buffer, so that a position is saved
or restored by one copy.

The list of at most 32 codes is loaded and stored as a whole: a list in memory that is changed code by code and then
read as a whole waits for its own stores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine import lanes
from puzzles.engine.kernels import inlined, lowest_bit, popcount
from puzzles.engine.lanes import LANES, PRESSES
from puzzles.engine.vectors import copy_words, highest_bit, trailing_zeros
from puzzles.morpion.kernels.codes import lanes_in_ranges, range_query

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# settings[...]
ARENA, ORIGIN, REACH, BACK, BOUND, HEAD, TOUCHED, CROWDED = range(8)
SETTINGS = 8
# scalars[...]
COUNT, LENGTH = 0, 1
NUMBERS = 2
NOW = 8
"""Words before the list, so that it begins with a line of the cache: it is loaded and stored as a whole."""

WIDTH = 64
"""The longest list of legal moves; more are left out, which is reported. Random games have 38 at most."""
LIST_WORDS = (WIDTH + LANES) * 2 // 8
"""Words of the list: a move adds up to 20 codes before they are counted, and range queries read whole registers."""
STRIPS_AT = NOW + LIST_WORDS
LONGEST = 512
"""Places for the moves of a game; 485 is a proven bound for 5T, the longest of the variants."""
BORDER = 4
"""Squares around the arena in which no line may lie, so that windows of nine squares never leave it."""

BRANCH_FREE = 3
"""Moves that leave or join the list without a branch on whether there is one, where lanes can't be pressed together:
1.8 leave on average, 1.4 join. A loop of unknown length costs more than three rounds. It is used for the rest."""
SPARE = np.uint64(LANES)
"""A place behind a list of at most 32 moves: what is written there when no move is left to write, nothing reads."""

NONE = np.uint64(0)
ONE = np.uint64(1)
FIELD = np.uint64(0xFFFF)
FOUR_FIELDS = np.uint64(0x0001_0001_0001_0001)
NINE = np.uint64(0x1FF)
LOW_HALF = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)


BOARD_DIRECTION = (2, 1, 3, 0)
"""The board's number of each direction of the codes; 0 runs through its squares from the other end there."""
CODE_DIRECTION = (3, 1, 0, 2)
"""The direction of the codes for each of the board's."""


class MorpionState(NamedTuple):
    """A game in play."""

    halves: tuple[int, ...]  # one entry: an arena of 32, a word a strip; two: an arena of 64, two words a strip
    settings: Ints  # int64[8]: the variant, the arena's size and where (0, 0) of the board is in it, flags
    maps: Words  # uint64[12]: see `codes.packed_maps`
    starts: npt.NDArray[np.uint8]  # uint8[512]: by nine squares of a strip, see `codes.lines_by_dots`
    position: Words  # uint64[...]: the whole position; the next four are views of it
    scalars: Ints  # int64[2]: number of legal moves, number of moves played
    moves: npt.NDArray[np.uint16]  # uint16[96]: codes of the legal lines
    dropped: npt.NDArray[np.uint16]  # uint16[96]: the moves that the last move took off the list
    strips: Words  # uint64[256] or uint64[1024]
    sequence: npt.NDArray[np.uint32]  # uint32[512]: the moves played: hole << 16 | code
    root: Words  # uint64[HEAD]: the position before any move, up to the sequence


def aligned_words(count: int) -> npt.NDArray[np.uint64]:
    """uint64[count], all 0, that begins with a line of the cache, of 64 bytes."""
    words = np.zeros(count + 8, np.uint64)
    start = -words.ctypes.data % 64 // 8
    return words[start : start + count]


@inlined
def _list_removed(state, gone):
    """Writes the moves at the bits of `gone` to state.dropped, the one at the highest bit first."""
    rank = np.uint64(0)
    while gone != NONE:
        at = np.uint64(highest_bit(gone))
        gone ^= ONE << at
        state.dropped[rank] = state.moves[at]
        rank += ONE


@inlined
def line_at(lows, at):
    """The code of the line at bit `at` of `possible` (see `put_dot`); any code for 64."""
    return ((lows >> ((at + at) & np.uint64(48))) & FIELD) + (at & np.uint64(7))


@inlined
def range_mask(state, lows, low, wide, count):
    """The bits of the listed moves that a query of the five ranges hits (Algorithm 1)."""
    reach = np.uint64(state.settings[REACH])
    gone = range_query(state.moves, 0, lows, reach, low, wide)
    if count > LANES:
        gone |= range_query(state.moves, LANES, lows, reach, low, wide) << HALF
    return gone & (~np.uint64(0) >> np.uint64(64 - count))


@inlined
def put_dot(state, move):
    """Draws the line of that code and its dot; returns (the four codes of the dot, the lines now possible, the hole).

    Bit 8 k + i of the second: the line of direction k that starts `reach - i` squares before the dot is legal. A table
    has it for the nine squares around the dot, as in Algorithm 2, where both kinds of bits are the index.
    """
    return put_dot_of(state, move, np.uint64(state.settings[REACH]), np.uint64(state.settings[BACK]))


@inlined
def put_dot_of(state, move, reach, back):
    """As `put_dot`, with these settings at hand."""
    bits = np.uint64(5) if len(state.halves) == 1 else np.uint64(6)
    last = (ONE << bits) - ONE
    strip = move >> bits
    u = move & last
    v = strip & (last + last + ONE)
    direction = strip >> (bits + ONE)
    blocked = (ONE << (back + back + ONE)) - ONE
    if len(state.halves) == 1:
        word = state.strips[strip]
        hole = np.uint64(lowest_bit(~(word >> u)))
        state.strips[strip] = word | (blocked << (HALF + u - back))
    else:
        hole = np.uint64(lowest_bit(~(state.strips[strip + strip] >> u)))
        state.strips[strip + strip + ONE] |= blocked << (u - back)
    row = direction * np.uint64(3)
    four = state.maps[row] * (u + hole) + state.maps[row + ONE] * v + state.maps[row + np.uint64(2)]
    possible = NONE
    for k in range(4):
        code = (four >> np.uint64(16 * k)) & FIELD
        possible |= _starts(state, code & last, code >> bits, reach) << np.uint64(8 * k)
    return four, possible, hole


@inlined
def _starts(state, u, strip, reach):
    """Sets the dot at u in a strip; returns the legal lines through it there, bit i: starts at u - reach + i."""
    if len(state.halves) == 1:
        word = state.strips[strip] | (ONE << u)
        state.strips[strip] = word
        window = word >> (u - reach)
        return np.uint64(state.starts[window & NINE]) & ~(window >> HALF)
    word = state.strips[strip + strip] | (ONE << u)
    state.strips[strip + strip] = word
    return np.uint64(state.starts[(word >> (u - reach)) & NINE]) & ~(state.strips[strip + strip + ONE] >> (u - reach))


@inlined
def play_line(state, move, report):
    """Plays the line of that code: the list is as a scan of the whole board would give it, in some other order.

    Without `report` and on a short list, moves that stay keep their order. Returns how many moves left the list; with
    `report` they are in state.dropped, and new moves are behind the rest.
    """
    back = np.uint64(state.settings[BACK])
    reach = np.uint64(state.settings[REACH])
    length = state.scalars[LENGTH]
    four, possible, hole = put_dot(state, move)
    state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
    state.scalars[LENGTH] = length + 1
    lows = four - FOUR_FIELDS * reach
    count = state.scalars[COUNT]
    if report or count + popcount(possible) > LANES:
        return change_long_list(state, lows, move - back, back + back, possible, report)
    codes, left = remove_lines(state, lows, move - back, back + back, count)
    state.scalars[COUNT] = insert_lines(state, codes, lows, possible, left)
    return count - np.int64(left)


@inlined
def remove_lines(state, lows, low, wide, count):
    """Removes what a query of the five ranges hits from a list of at most 32; returns (its lanes, its new length).

    Where the machine presses lanes together they stay in registers; else the list in memory is changed.
    """
    codes = lanes.load_codes(state.moves)
    listed = (ONE << np.uint64(count)) - ONE
    gone = lanes_in_ranges(codes, lows, np.uint64(state.settings[REACH]), low, wide) & listed
    if PRESSES:
        codes = lanes.press_codes(codes, gone ^ listed)
    else:
        _press_list(state, gone)
    return codes, np.uint64(popcount(gone ^ listed))


@inlined
def insert_lines(state, codes, lows, possible, left):
    """Puts the lines at the bits of `possible` (see `put_dot`) behind a list as `remove_lines` left it; its length."""
    if PRESSES:
        lanes.store_codes(state.moves, lanes.append_codes(codes, lanes.numbered_fields(lows), possible, left))
        return np.int64(left) + popcount(possible)
    return _add(state, lows, possible, np.int64(left))


@inlined
def _press_list(state, gone):
    """Removes the moves at the bits of `gone` from the list; those behind each are moved up by one, all at once."""
    for _ in range(BRANCH_FREE):
        at = np.uint64(highest_bit(gone)) if gone != NONE else SPARE
        gone &= ~(ONE << (at & np.uint64(63)))
        lanes.move_codes(state.moves, at, at + ONE)
    while gone != NONE:
        at = np.uint64(highest_bit(gone))
        gone ^= ONE << at
        lanes.move_codes(state.moves, at, at + ONE)


@inlined
def _add(state, lows, possible, count):
    """Puts the lines at the bits of `possible` (see `put_dot`) on the list; returns the new length."""
    for _ in range(BRANCH_FREE):
        state.moves[np.uint64(count)] = np.uint16(line_at(lows, trailing_zeros(possible)))
        count += np.int64(possible != NONE)
        possible &= possible - ONE
    while possible != NONE:
        state.moves[np.uint64(count)] = np.uint16(line_at(lows, trailing_zeros(possible)))
        count += 1
        possible &= possible - ONE
    return count


@inlined
def change_long_list(state, lows, low, wide, possible, report):
    """As the end of `play_line` for a list that may not fit into 32 lanes, or when the moves that leave are reported.

    Each move that leaves is replaced by the list's last, from the highest place down.
    """
    count = state.scalars[COUNT]
    gone = range_mask(state, lows, low, wide, count)
    if report:
        _list_removed(state, gone)
    dropped = popcount(gone)
    left = count
    while gone != NONE:
        at = np.uint64(highest_bit(gone))
        gone ^= ONE << at
        left -= 1
        state.moves[at] = state.moves[np.uint64(left)]
    while possible != NONE:
        state.moves[np.uint64(left)] = np.uint16(line_at(lows, trailing_zeros(possible)))
        left += 1
        possible &= possible - ONE
    if left > WIDTH:
        left = WIDTH
        state.settings[CROWDED] = 1
    state.scalars[COUNT] = left
    return dropped


@inlined
def copy_board(state, target, source):
    """Copies the numbers, the list and the strips that lines can lie in, from one buffer of a position to another."""
    arena = 32 * len(state.halves)
    inside = arena - 2 * BORDER
    copy_words(target, source, 0, STRIPS_AT)
    for direction in range(4):
        # diagonal strips: x + y, or x - y + arena - 1, of squares inside; straight ones: x or y
        sides = 1 if direction & 1 else 2
        first = STRIPS_AT + len(state.halves) * (2 * arena * direction + sides * BORDER)
        copy_words(target, source, first, len(state.halves) * (sides * (inside - 1) + 1))


@inlined
def copy_sequence(state, target, source):
    """Copies the moves played in the position of one buffer to another."""
    head = state.settings[HEAD]
    copy_words(target, source, head, (np.int64(source[LENGTH]) + 1) >> 1)


@inlined
def clear_behind_list(position):
    """Clears the places of a position's list behind its moves, so that equal positions are equal to the bit.

    Nothing reads them, but what a move leaves there depends on how the processor presses the list together.
    """
    count = position[COUNT]
    word = np.uint64(NOW) + (count >> np.uint64(2))
    position[word] &= (ONE << ((count & np.uint64(3)) << np.uint64(4))) - ONE
    for k in range(word + ONE, np.uint64(STRIPS_AT)):
        position[k] = NONE


@inlined
def note_border(state):
    """Sets TOUCHED if a dot lies in the outermost squares that lines can reach.

    A line that was refused for the border alone has four dots and one square beyond it, so one of its dots is there.
    """
    arena = np.uint64(state.settings[ARENA])
    first = np.uint64(BORDER)
    last = arena - ONE - first
    columns = arena + arena  # strips of direction 1
    rows = columns + columns + columns  # strips of direction 3
    met = np.uint64(0)
    for k in range(2):
        at = first if k == 0 else last
        if len(state.halves) == 1:
            met |= (state.strips[columns + at] | state.strips[rows + at]) & LOW_HALF
        else:
            met |= state.strips[(columns + at) << ONE] | state.strips[(rows + at) << ONE]
    if met != np.uint64(0):
        state.settings[TOUCHED] = 1


@inlined
def board_number(state, played):
    """The board's number of a move of the sequence (see `puzzles.morpion.puzzle.encode_move`)."""
    arena = state.settings[ARENA]
    reach = state.settings[REACH]
    origin = state.settings[ORIGIN]
    code = np.int64(played & np.uint32(0xFFFF))
    hole = np.int64(played >> np.uint32(16))
    u = code % arena
    strip = code // arena
    direction = strip // (2 * arena)
    v = strip % (2 * arena)
    x = v - u if direction == 0 else v if direction == 1 else v + u - (arena - 1) if direction == 2 else u
    y = v if direction == 3 else u
    dx, dy = _step(direction)
    x, y, position = x + hole * dx - origin, y + hole * dy - origin, reach - hole if direction == 0 else hole
    return (x + 128) << 16 | (y + 128) << 8 | BOARD_DIRECTION[direction] << 3 | position


@inlined
def _step(direction):
    """The x and y from a square of a line to the next, as in `codes.STEPS`."""
    return -1 if direction == 0 else 0 if direction == 1 else 1, 0 if direction == 3 else 1


@inlined
def line_of(state, number):
    """The code of the line of a board's number; a number beyond all codes if it lies outside of the arena."""
    arena = state.settings[ARENA]
    origin = state.settings[ORIGIN]
    x = (number >> 16) - 128 + origin
    y = ((number >> 8) & 255) - 128 + origin
    direction = CODE_DIRECTION[(number >> 3) & 3]
    position = number & 7
    hole = state.settings[REACH] - position if direction == 0 else position
    dx, dy = _step(direction)
    x, y = x - hole * dx, y - hole * dy
    u = x if direction == 3 else y
    v = x + y if direction == 0 else x if direction == 1 else x - y + arena - 1 if direction == 2 else y
    if not (0 <= u < arena and 0 <= v < 2 * arena):
        return np.int64(1) << 32
    return (direction * 2 * arena + v) * arena + u
