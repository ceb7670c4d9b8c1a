"""What NRPA learns from when moves stay listed: each move's code, and the steps at which it came and left.

A move that is offered at thirty steps is one record, not thirty, written when it leaves the list. Adapt
needs the sum over those steps of odds / total = odds * (sum of 1 / total), a difference of two prefix sums; then one
exponential a record changes its odds. With it no policy is copied, and no weight is kept, only its exponential (Buzer &
Cazenave, section IV.C): weight += alpha / tau * (chosen - p) is odds *= exp(alpha / tau**2 * (chosen - p)).

Differences of sums of different size lose digits. Where one falls under LOSS times what it was taken from, the sum is
made directly, so that at least six digits stay; the policy itself, in float32, has seven.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    CAME,
    CODE_BITS,
    LEFT,
    STEP_BITS,
    legal_moves,
    play_by_policy,
    play_reporting_removed,
    play_two_by_policy,
    policy_code,
    reset,
    rule,
)
from puzzles.engine.streams import next_float
from puzzles.engine.vectors import trailing_zeros
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    ALPHA,
    TAU,
    NrpaSearch,
    copy_game,
    exponentials,
    followed,
    games_from,
    learn_from,
    make_levels,
    play_game,
    play_two_games,
    played_code,
    rows_of,
)
from solvers.searches.record_lanes import IN_LANES, adapt_records, lost_of_records, put_float, shares_of_records
from solvers.searches.record_lanes import LANES as RECORDS
from solvers.searches.tally import require, up_to

LOSS = 1e-9
FEW = 28
"""At most that many listed moves are passed to a puzzle's own playout by policy; it gives back more than 32."""
LARGEST_ODDS = math.exp(80.0)
SMALLEST_ODDS = math.exp(-80.0)
"""Bounds on exp(weight / tau): 64 times exp(80) is 4e36, which float32, in which lanes are added up, still holds."""

LANES = 72
"""Lanes of `play_by_policy`: 32, and spare ones up to the index that means none, which is 64."""


SCRATCH = ("since", "lanes", "first", "weighed", "gains", "totals", "before")
"""What playouts and adapts use and leave behind, beside `powers`."""


class IntervalGames(NamedTuple):
    """Games by the steps between which moves were listed, in records as `puzzles.engine.rules` says."""

    since: Words  # uint64[policy codes]: of each listed move a record without its last step
    lanes: Words  # uint64[72]: the same for each lane of `puzzles.engine.rules.play_by_policy`
    first: npt.NDArray[np.float32]  # float32[72]: scratch: odds of the moves at which such a playout begins
    records: Words  # uint64[levels + 1, choices + 1]: in the order in which the moves left
    counts: Ints  # int64[levels + 1]: how many there are
    chosen: npt.NDArray[np.uint32]  # uint32[levels + 1, steps]: the record of the move played
    weighed: Floats  # float64[choices]: scratch of adapt: the odds of each record
    gains: Floats  # float64[choices]: the change of its weight
    totals: Floats  # float64[steps + 1]: sums of odds, then their inverses
    before: Floats  # float64[steps + 1]: sums of the inverses of the steps before


def make_search(limits: Limits, parameters: Parameters, rng: Words) -> NrpaSearch:
    """A search that has not played yet. Parameters: those of `learning.make_levels`."""
    rows, policies = rows_of(parameters)
    games = IntervalGames(
        since=np.zeros(limits.policy_codes, np.uint64),
        lanes=np.zeros(LANES, np.uint64),
        first=np.zeros(LANES, np.float32),
        records=np.zeros((rows, limits.choices + 1), np.uint64),
        counts=np.zeros(rows, np.int64),
        chosen=np.zeros((rows, limits.steps), np.uint32),
        weighed=np.zeros(limits.choices + RECORDS),
        gains=np.zeros(limits.choices + RECORDS),
        totals=np.zeros(limits.steps + 1),
        before=np.zeros(limits.steps + 1),
    )
    policy = np.ones((policies, limits.policy_codes), np.float32)
    return make_levels(limits, parameters, rng, limits.choices, policy, games)


def check(games: IntervalGames, lengths: Ints, limits: Limits) -> None:
    """ValueError if a record's code is beyond the policy, its steps beyond the game, or a move is no record."""
    require("counts", games.counts, limits.choices)
    records = games.records[up_to(games.counts, games.records)]
    require("codes", records & CODE_BITS, limits.policy_codes - 1)
    require("first steps", (records >> CAME) & STEP_BITS, limits.steps)
    require("last steps", records >> LEFT, limits.steps - 1)
    require("moves played", games.chosen[up_to(lengths, games.chosen)], limits.choices - 1)


@rule(play_game, IntervalGames)
def _play_game(games, search, state, solution):
    reset(state)
    _play_out(games, search, state, solution, 0, np.uint64(0), 0)


@rule(play_two_games, IntervalGames)
def _play_two_games(games, search, state, other, twin):
    reset(state)
    reset(twin)
    count = _list_first(games, search, state)
    others = _list_first(other.games, other, twin)
    step, other_step = 0, 0
    records, other_records = np.uint64(0), np.uint64(0)
    if 0 < count <= FEW and 0 < others <= FEW:
        step, records, other_step, other_records = play_two_by_policy(
            state, search, step, records, twin, other, other_step, other_records
        )
    _play_out(games, search, state, None, step, records, legal_moves(state, search.rng))
    _play_out(other.games, other, twin, None, other_step, other_records, legal_moves(twin, other.rng))


@inlined
def _list_first(games, search, state):
    count = legal_moves(state, search.rng)
    for k in range(count):
        _note(games, policy_code(state, state.moves[k]), 0)
    return count


@inlined
def _play_out(games, search, state, solution, step, records, listed):
    """Plays the game on from the step, where `listed` moves are noted, to its end."""
    while True:
        count = legal_moves(state, search.rng)
        for k in range(listed, count):
            _note(games, policy_code(state, state.moves[k]), step)
        if count == 0:
            break
        if solution is None:
            if count <= FEW:
                begun = step
                step, records = play_by_policy(state, search, step, records)
                if step > begun:
                    listed = legal_moves(state, search.rng)
                    continue
            chosen = _draw(search, state, count)
        else:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        played = policy_code(state, state.moves[chosen])
        dropped = play_reporting_removed(state, state.moves[chosen])
        for k in range(dropped):
            records = _write_down(games, policy_code(state, state.dropped[k]), step, records, played)
        listed = count - dropped
        step += 1
    for k in range(count if step > 0 else 0):  # a solution not followed to its end leaves moves on the list
        records = _write_down(games, policy_code(state, state.moves[k]), step - 1, records, -1)
    games.counts[0] = records
    search.lengths[0] = step


@inlined
def _draw(search, state, count):
    total = 0.0
    for k in range(count):
        total += np.float64(search.policy[1, policy_code(state, state.moves[k])])
    left = next_float(search.rng) * total
    for k in range(count - 1):
        odds = np.float64(search.policy[1, policy_code(state, state.moves[k])])
        if left < odds:
            return k
        left -= odds
    return count - 1


@inlined
def _note(games, code, step):
    """Notes that a move came to the list at the step."""
    games.since[code] = np.uint64(code) | np.uint64(step) << CAME


@inlined
def _write_down(games, code, step, records, played):
    """Records that a move left the list at the step; returns the new number of records."""
    games.records[0, records] = games.since[code] | np.uint64(step) << LEFT
    if code == played:
        games.chosen[0, step] = records
    return records + np.uint64(1)


@rule(copy_game, IntervalGames)
def _copy_game(games, steps, source, target):
    games.counts[target] = games.counts[source]
    for step in range(steps):
        games.chosen[target, step] = games.chosen[source, step]
    for at in range(games.counts[source]):
        games.records[target, at] = games.records[source, at]


@rule(played_code, IntervalGames)
def _played_code(games, game, step):
    return games.records[game, games.chosen[game, step]] & CODE_BITS


@rule(games_from, IntervalGames)
def _games_from(games, game):
    return IntervalGames(
        games.since,
        games.lanes,
        games.first,
        games.records[game:],
        games.counts[game:],
        games.chosen[game:],
        games.weighed,
        games.gains,
        games.totals,
        games.before,
    )


@rule(learn_from, IntervalGames)
def _learn_from(games, search, level):
    records = games.counts[level]
    steps = search.lengths[level]
    for at in range(records):
        games.gains[at] = 0.0
    for step in range(steps):
        games.gains[games.chosen[level, step]] = 1.0
    _sum_odds(games, search, level, records, steps)
    _sum_inverses(games, level, records, steps)
    rate = search.settings[ALPHA] / (search.settings[TAU] * search.settings[TAU])
    if IN_LANES:
        _change_in_lanes(games, search, level, records, rate)
    else:
        change_odds(games, search, level, records, rate)


@inlined
def _change_in_lanes(games, search, level, records, rate):
    """As `change_odds`, with the same values."""
    for at in range(0, records, RECORDS):
        shares = shares_of_records(games.records, level, at, records, games.before)
        lost = lost_of_records(games.records, level, at, records, games.before, LOSS)
        while lost != np.uint64(0):
            lane = np.int64(trailing_zeros(lost))
            shares = put_float(shares, lane, _share_of(games, games.records[level, at + lane]))
            lost &= lost - np.uint64(1)
        adapt_records(
            games.records,
            level,
            at,
            records,
            games.weighed,
            games.gains,
            shares,
            rate,
            SMALLEST_ODDS,
            LARGEST_ODDS,
            search.policy,
        )


@inlined
def change_odds(games, search, level, records, rate):
    """Multiplies the odds of each record by exp(rate * (1 if it was played, else 0, less its probabilities))."""
    for at in range(records):
        record = games.records[level, at]
        end = games.before[(record >> LEFT) + np.uint64(1)]
        share = end - games.before[(record >> CAME) & STEP_BITS]
        if share < end * LOSS:
            share = _share_of(games, record)
        games.gains[at] -= games.weighed[at] * share
    exponentials(games.gains, rate, records, search.powers, search.power_bits)
    for at in range(records):
        odds = games.weighed[at] * games.gains[at]
        search.policy[level, games.records[level, at] & CODE_BITS] = np.float32(
            min(max(odds, SMALLEST_ODDS), LARGEST_ODDS)
        )


@inlined
def _share_of(games, record):
    """The sum of 1 / total over the steps of a record, added one by one."""
    share = 0.0
    for step in range((record >> CAME) & STEP_BITS, (record >> LEFT) + np.uint64(1)):
        share += games.totals[step]
    return share


@inlined
def _sum_odds(games, search, level, records, steps):
    """Sets weighed[record] to each one's odds, totals[step] to what comes at a step less what has left before it.

    Without branches, as the processor can't foretell how many moves leave at a step. What leaves is taken off first:
    each of the sums has one order, on which its last digit depends.
    """
    for step in range(steps + 1):
        games.totals[step] = 0.0
    for at in range(records):
        record = games.records[level, at]
        odds = np.float64(search.policy[level, record & CODE_BITS])
        games.weighed[at] = odds
        games.totals[(record >> LEFT) + np.uint64(1)] -= odds
    for at in range(records):
        games.totals[(games.records[level, at] >> CAME) & STEP_BITS] += games.weighed[at]


@inlined
def _sum_inverses(games, level, records, steps):
    """Sets totals[step] to 1 / (the sum of the odds offered there), before[step] to the sum of those before."""
    total = 0.0
    largest = 0.0
    before = 0.0
    for step in range(steps):
        total += games.totals[step]
        largest = max(largest, total)
        if total < largest * LOSS:
            total = _total_of(games, level, records, step)
            largest = total
        games.before[step] = before
        inverse = 1.0 / total
        games.totals[step] = inverse
        before += inverse
    games.before[steps] = before


@inlined
def _total_of(games, level, records, step):
    """The sum of the odds of the moves offered at the step, added one by one."""
    total = np.float64(0.0)  # of a forged record there may be none: dividing by it raises nothing, compiled or not
    for at in range(records):
        record = games.records[level, at]
        if (record >> CAME) & STEP_BITS <= np.uint64(step) <= record >> LEFT:
            total += games.weighed[at]
    return total
