"""The compiled state of a game of Morpion Solitaire: strip bitboards, the list of legal moves, the moves played.

Each strip (see `codes`) holds a bit a square for its dots, and a bit for each start from which a line is blocked:
because it would overlap a line of that direction, or leave the arena. An arena of 32 has both in one word, dots in the
low half; an arena of 64 has two words a strip. What play changes stands in one buffer, so that to keep a position, or
to go back to one, is one copy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kernels import inlined, lowest_bit, popcount
from puzzles.morpion.lanes import LANES, range_query
from puzzles.vectors import copy_words, highest_bit, trailing_zeros

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# settings[...]
ARENA, ORIGIN, REACH, BACK, BOUND, HEAD, TOUCHED, CROWDED = range(8)
SETTINGS = 8
# now[...]
COUNT, LENGTH = 0, 1
NOW = 2

WIDTH = 64
"""The longest list of legal moves. 38 is the most seen in random games; what would be more is left out, and said."""
LIST_WORDS = (WIDTH + LANES) * 2 // 8
"""Words of the list: a move adds up to 20 codes before they are counted, and range queries read whole registers."""
STRIPS_AT = NOW + LIST_WORDS
LONGEST = 512
"""Room for the moves of a game; 485 is a proven bound for 5T, the longest of the variants."""
BORDER = 4
"""Squares around the arena in which no line may lie, so that windows of nine squares never leave it."""

UNASKED = 3
"""Moves that leave or join the list without a branch on whether there is one; 1.8 leave on average, 1.4 join. A loop of
unknown length costs the pipeline more than three rounds that write to spare places. Further ones are looped over."""
SPARE = np.uint64(WIDTH + LANES - 1)
"""A place behind the list, for what there is not."""

NONE = np.uint64(0)
ONE = np.uint64(1)
FIELD = np.uint64(0xFFFF)
FOUR_FIELDS = np.uint64(0x0001_0001_0001_0001)
FIELDS_1, FIELDS_2, FIELDS_3 = np.uint64(16), np.uint64(32), np.uint64(48)
LOW_HALF = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)


class MorpionState(NamedTuple):
    """A game in play."""

    halves: tuple[int, ...]  # one entry: an arena of 32, a word a strip; two: an arena of 64, two words a strip
    settings: Ints  # int64[8]: the variant, the arena's size and where (0, 0) of the board is in it, flags
    maps: Words  # uint64[12]: see `codes.packed_maps`
    position: Words  # uint64[...]: the whole position; the next four are views of it
    now: Ints  # int64[2]: number of legal moves, number of moves played
    moves: npt.NDArray[np.uint16]  # uint16[96]: codes of the legal lines
    dropped: npt.NDArray[np.uint16]  # uint16[96]: the moves that the last move took off the list
    strips: Words  # uint64[256] or uint64[1024]
    sequence: npt.NDArray[np.uint32]  # uint32[512]: the moves played: hole << 16 | code
    root: Words  # uint64[HEAD]: the position before any move, up to the sequence


@inlined
def _drop(state, gone, count):
    """Takes the moves at the bits of `gone` off the list, each replaced by the list's last; returns the new length."""
    for _ in range(UNASKED):
        any_left = gone != NONE
        at = np.uint64(highest_bit(gone)) if any_left else SPARE
        gone &= ~(ONE << (at & np.uint64(63)))
        count -= np.int64(any_left)
        state.moves[at] = state.moves[np.uint64(count)]
    while gone != NONE:
        at = np.uint64(highest_bit(gone))
        gone ^= ONE << at
        count -= 1
        state.moves[at] = state.moves[np.uint64(count)]
    return count


@inlined
def _tell(state, gone):
    """Writes the moves at the bits of `gone` to state.dropped, the one at the highest bit first."""
    rank = np.uint64(0)
    while gone != NONE:
        at = np.uint64(highest_bit(gone))
        gone ^= ONE << at
        state.dropped[rank] = state.moves[at]
        rank += ONE


@inlined
def _add(state, lows, possible, count):
    """Puts the lines at the bits of `possible` (see `put_dot`) on the list; returns the new length."""
    for _ in range(UNASKED):
        at = trailing_zeros(possible)  # of none 64: some code is written behind the list
        state.moves[np.uint64(count)] = np.uint16(((lows >> (at & np.uint64(48))) & FIELD) + (at & np.uint64(15)))
        count += np.int64(possible != NONE)
        possible &= possible - ONE
    while possible != NONE:
        at = trailing_zeros(possible)
        state.moves[np.uint64(count)] = np.uint16(((lows >> (at & np.uint64(48))) & FIELD) + (at & np.uint64(15)))
        count += 1
        possible &= possible - ONE
    return count


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

    Bit 16 k + i of the second: the line of direction k that starts `reach - i` squares before the dot is legal.
    No branches: the windows of four directions lie in the fields of one word, and "exactly one of five squares has no
    dot" is worked out for all starts at once (in place of the 1,024-entry table of Algorithm 2).
    """
    reach = np.uint64(state.settings[REACH])
    back = np.uint64(state.settings[BACK])
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
    dots, blocks = _windows(state, four, reach, bits, last)
    # z: squares without a dot; in each window of nine, bit i stands for the square i - reach from the new dot
    z = ~dots
    one_of_two = z ^ (z >> ONE)
    two_of_two = z & (z >> ONE)
    odd_of_four = one_of_two ^ (one_of_two >> np.uint64(2))
    fifth = (z >> np.uint64(4)) & (np.uint64(0) - (reach >> np.uint64(2)))
    many = (
        two_of_two | (two_of_two >> np.uint64(2)) | (one_of_two & (one_of_two >> np.uint64(2))) | (odd_of_four & fifth)
    )
    starts = FOUR_FIELDS * ((ONE << (reach + ONE)) - ONE)
    possible = (odd_of_four ^ fifth) & ~many & ~blocks & starts
    return four, possible, hole


@inlined
def _windows(state, four, reach, bits, last):
    """Sets the dot in its four strips; returns the dots and the blocked starts from `reach` before it on, in fields."""
    if len(state.halves) == 1:
        first = _window(state, four & FIELD, reach) | (_window(state, (four >> FIELDS_1) & FIELD, reach) << FIELDS_1)
        second = _window(state, (four >> FIELDS_2) & FIELD, reach) | (
            _window(state, four >> FIELDS_3, reach) << FIELDS_1
        )
        return (first & LOW_HALF) | (second << HALF), (first >> HALF) | (second & ~LOW_HALF)
    dots = np.uint64(0)
    blocks = np.uint64(0)
    for k in range(4):
        code = (four >> np.uint64(16 * k)) & FIELD
        u = code & last
        at = (code >> bits) << ONE
        word = state.strips[at] | (ONE << u)
        state.strips[at] = word
        dots |= ((word >> (u - reach)) & np.uint64(0x1FF)) << np.uint64(16 * k)
        blocks |= ((state.strips[at + ONE] >> (u - reach)) & np.uint64(0x1F)) << np.uint64(16 * k)
    return dots, blocks


@inlined
def _window(state, code, reach):
    """Arena of 32: sets the dot of that code in its strip; returns its window of dots, in the high half of starts."""
    u = code & np.uint64(31)
    strip = code >> np.uint64(5)
    word = state.strips[strip] | (ONE << u)
    state.strips[strip] = word
    return (word >> (u - reach)) & np.uint64(0x1F_0000_01FF)


@inlined
def play_line(state, move, tell):
    """Plays the line of that code: the list is as a scan of the whole board would give it, in some other order.

    Returns how many moves left the list; with `tell` they are in state.dropped.
    """
    back = np.uint64(state.settings[BACK])
    reach = np.uint64(state.settings[REACH])
    length = state.now[LENGTH]
    four, possible, hole = put_dot(state, move)
    state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
    state.now[LENGTH] = length + 1
    lows = four - FOUR_FIELDS * reach
    count = state.now[COUNT]
    gone = range_mask(state, lows, move - back, back + back, count)
    if tell:
        _tell(state, gone)
    count = _add(state, lows, possible, _drop(state, gone, count))
    if count > WIDTH:
        count = WIDTH
        state.settings[CROWDED] = 1
    state.now[COUNT] = count
    return np.int64(popcount(gone))


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
    """The board's number of a move of the sequence (see `puzzles.morpion.game.encode_move`)."""
    arena = state.settings[ARENA]
    reach = state.settings[REACH]
    origin = state.settings[ORIGIN]
    code = np.int64(played & np.uint32(0xFFFF))
    hole = np.int64(played >> np.uint32(16))
    u = code % arena
    strip = code // arena
    direction = strip // (2 * arena)
    v = strip % (2 * arena)
    if direction == 0:
        x, y, facing, position = v - u - hole, u + hole, 2, reach - hole
    elif direction == 1:
        x, y, facing, position = v, u + hole, 1, hole
    elif direction == 2:
        x, y, facing, position = v + u - (arena - 1) + hole, u + hole, 3, hole
    else:
        x, y, facing, position = u + hole, v, 0, hole
    return (x - origin + 128) << 16 | (y - origin + 128) << 8 | facing << 3 | position


@inlined
def line_of(state, number):
    """The code of the line of a board's number; a number beyond all codes if it lies outside of the arena."""
    arena = state.settings[ARENA]
    origin = state.settings[ORIGIN]
    x = (number >> 16) - 128 + origin
    y = ((number >> 8) & 255) - 128 + origin
    facing = (number >> 3) & 3
    position = number & 7
    if facing == 2:
        hole = state.settings[REACH] - position
        x, y, direction = x + hole, y - hole, 0
        u, v = y, x + y
    elif facing == 1:
        y, direction = y - position, 1
        u, v = y, x
    elif facing == 3:
        x, y, direction = x - position, y - position, 2
        u, v = y, x - y + arena - 1
    else:
        x, direction = x - position, 3
        u, v = x, y
    if not (0 <= u < arena and 0 <= v < 2 * arena):
        return np.int64(1) << 32
    return (direction * 2 * arena + v) * arena + u
