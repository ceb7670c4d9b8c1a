"""A playout by a policy with the list of moves, and their odds, held in registers (see `puzzles.engine.lanes`).

Lanes take the place of the state's list while at most 32 moves are legal; a position with more is written back to it,
and `play_line` plays on from there. A draw takes 24 random bits. Running sums by a tree of shuffles can be wrong in
their last digit, so the result is masked by the lanes in use: what is drawn is a legal move. Processors with AVX-512
VBMI2 have the same by other instructions (`two_playouts`).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, popcount
from puzzles.engine.lanes import (
    PRESSES,
    keep_odds,
    lanes_above,
    load_codes,
    load_odds,
    low_lanes_above,
    put_code,
    put_odds,
)
from puzzles.engine.rules import CAME, CODE_BITS, LEFT, play_by_policy, rule
from puzzles.engine.streams import next_word
from puzzles.engine.vectors import highest_bit, trailing_zeros
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels.codes import lanes_in_ranges
from puzzles.morpion.kernels.state import BACK, COUNT, FOUR_FIELDS, LENGTH, NONE, ONE, REACH, MorpionState

ALL = np.uint64(0xFFFF_FFFF)
LOW = np.uint64(0xFFFF)
FULL = 32
BRANCH_FREE = 2
"""Moves that leave or join the list without a branch on whether there is one: 1.8 leave on average, 1.4 join. A
loop of unknown length for all costs the pipeline more, a third round more than it saves. It is used for the rest."""


@inlined
def play_one(state, search, step, records):
    """Plays on from the listed position by level 1's policy, as far as 32 lanes hold the list; (step, records) then.

    `search` is an `NrpaSearch` with `nrpa_intervals.IntervalGames`; of these since, lanes, first, records, chosen.
    The moves on the list are noted in `since`, and so are those that are written back.
    """
    count = np.uint64(state.scalars[COUNT])
    codes = load_codes(state.moves)
    used = ALL >> (np.uint64(FULL) - count)
    for k in range(count):
        code = state.moves[k]
        search.games.lanes[k] = search.games.since[code]
        search.games.first[k] = search.policy[1, code]
    odds = keep_odds(load_odds(search.games.first), used)
    reach = np.uint64(state.settings[REACH])
    back = np.uint64(state.settings[BACK])
    length = state.scalars[LENGTH]
    possible = NONE
    lows = NONE
    while used != NONE:
        share = np.float32(next_word(search.rng) >> np.uint64(40)) * np.float32(1.0 / 16777216.0)
        above = (low_lanes_above(odds, share) if used <= LOW else lanes_above(odds, share)) & used
        lane = np.uint64(highest_bit(used)) if above == NONE else trailing_zeros(above)
        move = search.games.lanes[lane] & CODE_BITS
        four, possible, hole = morpion.put_dot(state, move)
        state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
        length += 1
        lows = four - FOUR_FIELDS * reach
        gone = lanes_in_ranges(codes, lows, reach, move - back, back + back) & used
        search.games.chosen[0, step] = records + np.uint64(popcount(gone & ((ONE << lane) - ONE)))
        used ^= gone
        odds = keep_odds(odds, used)
        for _ in range(BRANCH_FREE):
            records = _record_leaving(search, trailing_zeros(gone), step, records, gone != NONE)
            gone &= gone - ONE
        while gone != NONE:
            records = _record_leaving(search, trailing_zeros(gone), step, records, True)
            gone &= gone - ONE
        step += 1
        if popcount(used) + popcount(possible) > FULL:
            break
        free = used ^ ALL
        came = np.uint64(step) << CAME
        for _ in range(BRANCH_FREE):
            codes, odds, used, free = _take_lane(search, codes, odds, used, free, possible, lows, came)
            possible &= possible - ONE
        while possible != NONE:
            codes, odds, used, free = _take_lane(search, codes, odds, used, free, possible, lows, came)
            possible &= possible - ONE
    state.scalars[LENGTH] = length
    _write_list(state, search, used, possible, lows, step)
    return step, records


@inlined
def _take_lane(search, codes, odds, used, free, possible, lows, came):
    """Puts the first of the possible lines, if there is one, into the first free lane; codes, odds, used, free then."""
    bit = free & (NONE - free)
    free ^= bit
    code = morpion.line_at(lows, trailing_zeros(possible))
    search.games.lanes[trailing_zeros(bit)] = code | came  # at 64, a place that nothing reads, if no lane is free
    bit &= NONE - np.uint64(possible != NONE)
    codes = put_code(codes, bit, np.uint16(code))
    return codes, put_odds(odds, bit, np.float32(search.policy[1, code])), used | bit, free


@inlined
def _record_leaving(search, lane, step, records, real):
    """Records that the move of a lane left at the step, if there is one; returns the new number of records."""
    search.games.records[0, records] = search.games.lanes[lane] | np.uint64(step) << LEFT
    return records + np.uint64(real)


@inlined
def _write_list(state, search, used, possible, lows, step):
    """Writes the lanes in use, and the new moves for which no lane was free, to the state's list."""
    count = np.uint64(0)
    while used != NONE:
        lane = trailing_zeros(used)
        used &= used - ONE
        code = search.games.lanes[lane] & CODE_BITS
        state.moves[count] = np.uint16(code)
        search.games.since[code] = search.games.lanes[lane]
        count += ONE
    while possible != NONE:
        code = morpion.line_at(lows, trailing_zeros(possible))
        possible &= possible - ONE
        state.moves[count] = np.uint16(code)
        search.games.since[code] = code | np.uint64(step) << CAME
        count += ONE
    state.scalars[COUNT] = np.int64(count)


if not PRESSES:
    rule(play_by_policy, MorpionState)(play_one)
