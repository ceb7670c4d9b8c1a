"""A playout by an order of lines, with the list of moves and their places in the order held in registers.

As `policy_playout`, with a place (uint16) beside each move in place of its odds: the least is played next.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, popcount
from puzzles.engine.lanes import keep_codes, least_code, load_codes, put_code, store_codes
from puzzles.engine.rules import UNORDERED, play_in_order, rule
from puzzles.engine.streams import next_below
from puzzles.engine.vectors import trailing_zeros
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels.codes import lanes_in_ranges
from puzzles.morpion.kernels.state import BACK, COUNT, FIELD, FOUR_FIELDS, LENGTH, NONE, ONE, REACH, MorpionState

ALL = np.uint64(0xFFFF_FFFF)
FULL = 32
BRANCH_FREE = 2
LAST = np.uint64(UNORDERED)


@rule(play_in_order, MorpionState)
def _play_in_order(state, search, step, until):
    """Plays on from the listed position, as far as 32 lanes hold the list; the step then.

    `search` is `NeighbourhoodSearch`; of it rng, order, moves, codes, places, listed. A line's move is its code.
    """
    count = np.uint64(state.scalars[COUNT])
    codes = load_codes(state.moves)
    used = ALL >> (np.uint64(FULL) - count)
    for k in range(count):
        search.places[k] = search.order[state.moves[k]]
    places = keep_codes(load_codes(search.places), used)
    reach = np.uint64(state.settings[REACH])
    back = np.uint64(state.settings[BACK])
    length = state.scalars[LENGTH]
    possible = NONE
    lows = NONE
    while used != NONE and step < until:
        least = least_code(places)
        if least != LAST:
            move = np.uint64(search.codes[0, least])
        else:
            store_codes(search.listed, codes)
            offered = popcount(used)
            move = np.uint64(search.listed[_lane_in_use(used, next_below(search.rng, offered) if offered > 1 else 0)])
        four, possible, hole = morpion.put_dot(state, move)
        state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
        length += 1
        search.moves[1, step] = np.int64(move)
        search.codes[1, step] = np.uint32(move)
        step += 1
        lows = four - FOUR_FIELDS * reach
        used &= ~lanes_in_ranges(codes, lows, reach, move - back, back + back)
        places = keep_codes(places, used)
        if popcount(used) + popcount(possible) > FULL:
            break
        free = used ^ ALL
        for _ in range(BRANCH_FREE):
            codes, places, used, free = _take_lane(search, codes, places, used, free, possible, lows)
            possible &= possible - ONE
        while possible != NONE:
            codes, places, used, free = _take_lane(search, codes, places, used, free, possible, lows)
            possible &= possible - ONE
    state.scalars[LENGTH] = length
    store_codes(search.listed, codes)
    _write_list(state, search, used, possible, lows)
    return step


@inlined
def _lane_in_use(used, number):
    """The lane in use that has that many before it."""
    for _ in range(number):
        used &= used - ONE
    return trailing_zeros(used)


@inlined
def _take_lane(search, codes, places, used, free, possible, lows):
    """Puts the first of the possible lines, if there is one, into a free lane; codes, places, used, free then."""
    bit = free & (NONE - free)
    free ^= bit
    code = morpion.line_at(lows, trailing_zeros(possible))
    bit &= NONE - np.uint64(possible != NONE)
    codes = put_code(codes, bit, np.uint16(code))
    return codes, put_code(places, bit, search.order[code & FIELD]), used | bit, free


@inlined
def _write_list(state, search, used, possible, lows):
    """Writes the lanes in use, and the new moves for which no lane was free, to the state's list."""
    count = np.uint64(0)
    while used != NONE:
        lane = trailing_zeros(used)
        used &= used - ONE
        state.moves[count] = search.listed[lane]
        count += ONE
    while possible != NONE:
        state.moves[count] = np.uint16(morpion.line_at(lows, trailing_zeros(possible)))
        possible &= possible - ONE
        count += ONE
    state.scalars[COUNT] = np.int64(count)
