"""A playout by a policy, or two in lock-step, lists and odds in registers, for processors with AVX-512 VBMI2.

A move is a chain of instructions of which each waits for the one before; two games fill each other's waiting. So that
both chains are within the few hundred instructions that the processor looks ahead, each part of a move of one game is
followed by the same part of the other's. Beside `policy_playout`, which plays one game elsewhere, the lanes hold the
steps too at which their moves came, and all moves that leave or come in a move are dealt with at once (`eight_lanes`).
Games, records and random numbers are the same.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, inlined, popcount
from puzzles.engine.lanes import (
    PRESSES,
    keep_odds,
    lanes_above,
    load_codes,
    load_odds,
    low_lanes_above,
    numbered_fields,
    put_code,
    put_odds,
    store_codes,
)
from puzzles.engine.rules import CAME, LEFT, play_by_policy, play_two_by_policy, rule
from puzzles.engine.streams import next_word
from puzzles.engine.vectors import highest_bit, trailing_zeros
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels.eight_lanes import (
    EIGHT,
    all_lanes,
    deposited,
    lanes_in_strips,
    pressed_codes,
    spread_codes,
    spread_low_odds,
    spread_odds,
    store_records,
    three_odds,
)
from puzzles.morpion.kernels.policy_playout import ALL, FULL, LOW
from puzzles.morpion.kernels.state import BACK, COUNT, FOUR_FIELDS, LENGTH, NONE, ONE, REACH, MorpionState

MOST = np.uint64(EIGHT)
EIGHT_BITS, THREE_BITS = np.uint64(0xFF), np.uint64(0b111)
NO_BITS = ~NONE
"""All ones: moved up, it has as many zeros as moves come."""
SHIFT = np.uint64(11)
"""Bits of a code below its direction, in an arena of 32."""


@inlined
def play_two(state, search, step, records, twin, other, other_step, other_records):
    """Plays both games on from listed positions as far as 32 lanes hold their lists; their (step, records) then.

    What a game's settings say is read once: after each store the compiler would have to read it again.

    When one has ended, or has more moves, the other goes on alone: written back and loaded again its moves would be in
    other lanes, and the same random numbers would draw others.
    """
    codes, cames, odds, used = _load(state, search)
    codes2, cames2, odds2, used2 = _load(twin, other)
    possible = NONE
    possible2 = NONE
    lows = NONE
    lows2 = NONE
    ahead = state.scalars[LENGTH] - step
    ahead2 = twin.scalars[LENGTH] - other_step
    sizes = np.uint64(state.settings[REACH]), np.uint64(state.settings[BACK])
    while used != NONE and used2 != NONE and possible == NONE and possible2 == NONE:
        lane = _draw(search, odds, used)
        lane2 = _draw(other, odds2, used2)
        move, lows, possible = _put(state, lane, step + ahead, sizes)
        move2, lows2, possible2 = _put(twin, lane2, other_step + ahead2, sizes)
        odds, used, records = _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records, sizes)
        odds2, used2, other_records = _drop(
            twin, other, codes2, cames2, odds2, used2, lane2, move2, lows2, other_step, other_records, sizes
        )
        step += 1
        other_step += 1
        codes, cames, odds, used, possible = _take(state, search, codes, cames, odds, used, possible, lows, step)
        codes2, cames2, odds2, used2, possible2 = _take(
            twin, other, codes2, cames2, odds2, used2, possible2, lows2, other_step
        )
    step, records = _play_alone(state, search, codes, cames, odds, used, possible, lows, step, ahead, records, sizes)
    other_step, other_records = _play_alone(
        twin, other, codes2, cames2, odds2, used2, possible2, lows2, other_step, ahead2, other_records, sizes
    )
    return step, records, other_step, other_records


@inlined
def play_one(state, search, step, records):
    """As `play_two`, of one game; (step, records) then."""
    codes, cames, odds, used = _load(state, search)
    ahead = state.scalars[LENGTH] - step
    sizes = np.uint64(state.settings[REACH]), np.uint64(state.settings[BACK])
    return _play_alone(state, search, codes, cames, odds, used, NONE, NONE, step, ahead, records, sizes)


@inlined
def _play_alone(state, search, codes, cames, odds, used, possible, lows, step, ahead, records, sizes):
    """Plays one game on in the same way, and writes its list; (step, records) then."""
    while used != NONE and possible == NONE:
        lane = _draw(search, odds, used)
        move, lows, possible = _put(state, lane, step + ahead, sizes)
        odds, used, records = _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records, sizes)
        step += 1
        codes, cames, odds, used, possible = _take(state, search, codes, cames, odds, used, possible, lows, step)
    _write_list(state, search, codes, cames, used, possible, lows, step, step + ahead)
    return step, records


@inlined
def _load(state, search):
    """(Codes, steps at which they came, odds, lanes in use) of the list, which is in lanes 0 and up."""
    count = np.uint64(state.scalars[COUNT])
    codes = load_codes(state.moves)
    cames = all_lanes(np.uint16(0))
    for k in range(count):
        code = state.moves[k]
        search.games.first[k] = search.policy[1, code]
        cames = put_code(cames, ONE << np.uint64(k), np.uint16(search.games.since[code] >> CAME))
    used = ALL >> (np.uint64(FULL) - count)
    return codes, cames, keep_odds(load_odds(search.games.first), used), used


@inlined
def _draw(search, odds, used):
    """The lane of a move, drawn by the odds: the last in use if none is above its share of their sum."""
    share = np.float32(next_word(search.rng) >> np.uint64(40)) * np.float32(1.0 / 16777216.0)
    above = (low_lanes_above(odds, share) if used <= LOW else lanes_above(odds, share)) & used
    return trailing_zeros(above | ONE << np.uint64(highest_bit(used)))


@inlined
def _put(state, lane, length, sizes):
    """Draws the line of a lane; (its move, the ranges' first codes, the lines now possible)."""
    move = np.uint64(state.moves[lane])
    four, possible, hole = morpion.put_dot_of(state, move, sizes[0], sizes[1])
    state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
    return move, four - FOUR_FIELDS * sizes[0], possible


@inlined
def _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records, sizes):
    """Takes the moves that a move ends off the list, as records; (odds, lanes in use, number of records) then."""
    reach, back = sizes
    shift = SHIFT if len(state.halves) == 1 else SHIFT + np.uint64(2)
    gone = lanes_in_strips(codes, used, lows, reach, move - back, back + back, shift)
    search.games.chosen[0, step] = records + np.uint64(popcount(gone & ((ONE << lane) - ONE)))
    used ^= gone
    return keep_odds(odds, used), used, _record(search, codes, cames, gone, step, records)


@inlined
def _record(search, codes, cames, gone, step, records):
    """Records that the moves of those lanes left at the step; returns the new number of records."""
    left = np.uint64(step) << LEFT
    store_records(search.games.records, records, pressed_codes(codes, gone), pressed_codes(cames, gone), left)
    count = np.uint64(popcount(gone))
    behind = records
    while count > MOST:
        gone ^= deposited(EIGHT_BITS, gone)
        count -= MOST
        behind += MOST
        store_records(search.games.records, behind, pressed_codes(codes, gone), pressed_codes(cames, gone), left)
    return behind + count


@inlined
def _take(state, search, codes, cames, odds, used, possible, lows, step):
    """Puts the possible lines into the first free lanes, in their order, unless there are fewer lanes than lines.

    Odds are read one by one, the first three of them without a branch: a gather would be the longest wait of a move.
    Returns (codes, steps, odds, lanes in use, the lines that are left: none or all).
    """
    if popcount(used) + popcount(possible) <= FULL:
        free = used ^ ALL
        new = ~(NO_BITS << np.uint64(popcount(possible)))
        bits = deposited(new, free)
        few = deposited(new & THREE_BITS, free)
        codes = spread_codes(codes, pressed_codes(numbered_fields(lows), possible), bits)
        cames = put_code(cames, bits, np.uint16(step))
        used |= bits
        bits ^= few
        first, possible = _odds_of_first(search, lows, possible)
        second, possible = _odds_of_first(search, lows, possible)
        third, possible = _odds_of_first(search, lows, possible)
        found = three_odds(first, second, third)
        odds = spread_low_odds(odds, found, few) if few <= LOW else spread_odds(odds, found, few)
        while bits != NONE:
            one, possible = _odds_of_first(search, lows, possible)
            odds = put_odds(odds, bits & (NONE - bits), one)
            bits &= bits - ONE
        store_codes(state.moves, codes)
    return codes, cames, odds, used, possible


@inlined
def _odds_of_first(search, lows, possible):
    """(The odds of the first of the possible lines, any odds if there is none; the others of them)."""
    code = morpion.line_at(lows, trailing_zeros(possible))
    return np.float32(search.policy[1, code]), possible & (possible - ONE)


@inlined
def _write_list(state, search, codes, cames, used, possible, lows, step, length):
    """Writes the lanes in use, and the new moves for which no lane was free, to the state's list."""
    count = popcount(used)
    state.scalars[LENGTH] = length
    store_codes(state.dropped, pressed_codes(cames, used))
    store_codes(state.moves, pressed_codes(codes, used))
    for k in range(count):
        code = np.uint64(state.moves[k])
        search.games.since[code] = code | np.uint64(state.dropped[k]) << CAME
    store_codes(state.dropped, all_lanes(np.uint16(0)))
    while possible != NONE:
        code = morpion.line_at(lows, trailing_zeros(possible))
        possible &= possible - ONE
        state.moves[count] = np.uint16(code)
        search.games.since[code] = code | np.uint64(step) << CAME
        count += 1
    state.scalars[COUNT] = count


if PRESSES or INTERPRETED:
    rule(play_two_by_policy, MorpionState)(play_two)
if PRESSES:
    rule(play_by_policy, MorpionState)(play_one)
