"""Two playouts by policies in lock-step: a move of one game, then a move of the other, lists and odds in registers.

A move is a chain of instructions of which each waits for the one before; two games fill each other's waiting. Beside
`policy_playout`, which plays one game, the lanes hold the steps too at which their moves came, and all moves that leave
or come in a move are dealt with at once (`eight_lanes`). Games, records and random numbers are the same.
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
    store_codes,
)
from puzzles.engine.rules import CAME, LEFT, play_two_by_policy, rule
from puzzles.engine.streams import next_word
from puzzles.engine.vectors import highest_bit, trailing_zeros
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels.codes import lanes_in_ranges
from puzzles.morpion.kernels.eight_lanes import (
    EIGHT,
    all_lanes,
    first_bits,
    pressed_codes,
    spread_codes,
    spread_odds,
    store_records,
)
from puzzles.morpion.kernels.policy_playout import ALL, FULL, LOW
from puzzles.morpion.kernels.state import BACK, COUNT, FOUR_FIELDS, LENGTH, NONE, ONE, REACH, MorpionState

MOST = np.uint64(EIGHT)


@inlined
def play_two(state, search, step, records, twin, other, other_step, other_records):
    """Plays both games on from listed positions as far as 32 lanes hold their lists; their (step, records) then.

    When one has ended, or has more moves, the other goes on alone: written back and loaded again its moves would be in
    other lanes, and the same random numbers would draw others.
    """
    codes, cames, odds, used = _load(state, search)
    codes2, cames2, odds2, used2 = _load(twin, other)
    possible = NONE
    possible2 = NONE
    lows = NONE
    lows2 = NONE
    while used != NONE and used2 != NONE and possible == NONE and possible2 == NONE:
        lane, move, lows, possible = _draw_and_put(state, search, odds, used)
        lane2, move2, lows2, possible2 = _draw_and_put(twin, other, odds2, used2)
        odds, used, records = _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records)
        odds2, used2, other_records = _drop(
            twin, other, codes2, cames2, odds2, used2, lane2, move2, lows2, other_step, other_records
        )
        step += 1
        other_step += 1
        codes, cames, odds, used, possible = _take(state, search, codes, cames, odds, used, possible, lows, step)
        codes2, cames2, odds2, used2, possible2 = _take(
            twin, other, codes2, cames2, odds2, used2, possible2, lows2, other_step
        )
    step, records = _play_alone(state, search, codes, cames, odds, used, possible, lows, step, records)
    other_step, other_records = _play_alone(
        twin, other, codes2, cames2, odds2, used2, possible2, lows2, other_step, other_records
    )
    return step, records, other_step, other_records


@inlined
def _play_alone(state, search, codes, cames, odds, used, possible, lows, step, records):
    """Plays one game on in the same way, and writes its list; (step, records) then."""
    while used != NONE and possible == NONE:
        lane, move, lows, possible = _draw_and_put(state, search, odds, used)
        odds, used, records = _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records)
        step += 1
        codes, cames, odds, used, possible = _take(state, search, codes, cames, odds, used, possible, lows, step)
    _write_list(state, search, codes, cames, used, possible, lows, step)
    return step, records


@inlined
def _load(state, search):
    """(Codes, steps at which they came, odds, lanes in use) of the list, which is in lanes 0 and up."""
    count = np.uint64(state.scalars[COUNT])
    codes = load_codes(state.moves)
    cames = all_lanes(np.uint16(0))
    for k in range(count):
        code = state.moves[k]
        search.first[k] = search.policy[1, code]
        cames = put_code(cames, ONE << np.uint64(k), np.uint16(search.since[code] >> CAME))
    used = ALL >> (np.uint64(FULL) - count)
    return codes, cames, keep_odds(load_odds(search.first), used), used


@inlined
def _draw_and_put(state, search, odds, used):
    """Draws a move by the odds and draws its line; (lane, move, the ranges' first codes, the lines now possible)."""
    share = np.float32(next_word(search.rng) >> np.uint64(40)) * np.float32(1.0 / 16777216.0)
    above = (low_lanes_above(odds, share) if used <= LOW else lanes_above(odds, share)) & used
    lane = np.uint64(highest_bit(used)) if above == NONE else trailing_zeros(above)
    move = np.uint64(state.moves[lane])
    four, possible, hole = morpion.put_dot(state, move)
    length = state.scalars[LENGTH]
    state.sequence[length] = np.uint32(hole << np.uint64(16) | move)
    state.scalars[LENGTH] = length + 1
    return lane, move, four - FOUR_FIELDS * np.uint64(state.settings[REACH]), possible


@inlined
def _drop(state, search, codes, cames, odds, used, lane, move, lows, step, records):
    """Takes the moves that a move ends off the list, as records; (odds, lanes in use, number of records) then."""
    back = np.uint64(state.settings[BACK])
    gone = lanes_in_ranges(codes, lows, np.uint64(state.settings[REACH]), move - back, back + back) & used
    search.chosen[0, step] = records + np.uint64(popcount(gone & ((ONE << lane) - ONE)))
    used ^= gone
    return keep_odds(odds, used), used, _record(search, codes, cames, gone, step, records)


@inlined
def _record(search, codes, cames, gone, step, records):
    """Records that the moves of those lanes left at the step; returns the new number of records."""
    left = np.uint64(step) << LEFT
    store_records(search.records, records, pressed_codes(codes, gone), pressed_codes(cames, gone), left)
    count = np.uint64(popcount(gone))
    behind = records
    while count > MOST:
        gone ^= first_bits(gone, MOST)
        count -= MOST
        behind += MOST
        store_records(search.records, behind, pressed_codes(codes, gone), pressed_codes(cames, gone), left)
    return behind + count


@inlined
def _take(state, search, codes, cames, odds, used, possible, lows, step):
    """Puts the possible lines into the first free lanes, in their order, unless there are fewer lanes than lines.

    Returns (codes, steps, odds, lanes in use, the lines that are left: none or all).
    """
    if popcount(used) + popcount(possible) <= FULL:
        lines = numbered_fields(lows)
        while True:
            more = possible
            if popcount(more) > EIGHT:
                more = first_bits(more, MOST)
            bits = first_bits(used ^ ALL, np.uint64(popcount(more)))
            new = pressed_codes(lines, more)
            codes = spread_codes(codes, new, bits)
            odds = spread_odds(odds, search.policy, new, bits)
            cames = put_code(cames, bits, np.uint16(step))
            used |= bits
            possible ^= more
            if possible == NONE:
                break
        store_codes(state.moves, codes)
    return codes, cames, odds, used, possible


@inlined
def _write_list(state, search, codes, cames, used, possible, lows, step):
    """Writes the lanes in use, and the new moves for which no lane was free, to the state's list."""
    count = popcount(used)
    store_codes(state.dropped, pressed_codes(cames, used))
    store_codes(state.moves, pressed_codes(codes, used))
    for k in range(count):
        code = np.uint64(state.moves[k])
        search.since[code] = code | np.uint64(state.dropped[k]) << CAME
    store_codes(state.dropped, all_lanes(np.uint16(0)))
    while possible != NONE:
        code = morpion.line_at(lows, trailing_zeros(possible))
        possible &= possible - ONE
        state.moves[count] = np.uint16(code)
        search.since[code] = code | np.uint64(step) << CAME
        count += 1
    state.scalars[COUNT] = count


if PRESSES or INTERPRETED:
    rule(play_two_by_policy, MorpionState)(play_two)
