"""What NRPA learns from when moves stay listed: each move's code, and the steps at which it came and left.

A move that is offered at thirty steps is one record, not thirty, and its odds stand beside it in the playout. Adapt
needs the sum over those steps of odds / total = odds * (sum of 1 / total), a difference of two prefix sums; then one
exponential a record changes its odds. With it no policy is copied, and no weight is kept, only its exponential (Buzer &
Cazenave, section IV.C): weight += alpha / tau * (chosen - p) is odds *= exp(alpha / tau**2 * (chosen - p)).

Differences of sums of different size lose digits. Where one falls under LOSS times what it was taken from, the sum is
made directly; so that at least seven of 16 digits stay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kernels import inlined
from puzzles.limits import Limits
from puzzles.parameters import Value
from puzzles.rules import agrees, legal_moves, play_and_tell, policy_code, reset, rule, score
from puzzles.vectors import highest_bit
from solvers.choice import draw
from solvers.exponentials import exponentials
from solvers.learning import LARGEST_WEIGHT, adapt, forget, hand_down, rollout, take
from solvers.tally import Tally, make_tally

LOSS = 1e-8
LARGEST_ODDS = math.exp(LARGEST_WEIGHT)
SMALLEST_ODDS = math.exp(-LARGEST_WEIGHT)

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.uint32]


class IntervalSearch(NamedTuple):
    """An NRPA search in progress. Level 0 is the last playout; of the policy, what is begun with."""

    rng: npt.NDArray[np.uint64]  # uint64[1]
    settings: Floats  # float64[3]: iterations N, alpha, tau
    policy: Floats  # float64[levels + 1, policy codes]: exp(weight / tau)
    odds: Floats  # float64[width]: of the listed moves
    record: Counts  # uint32[width]: the record of each listed move
    codes: Counts  # uint32[levels + 1, records]: the moves' policy codes, in the order in which they came
    came: Counts  # uint32[levels + 1, records]: the first step at which each was offered
    left: Counts  # uint32[levels + 1, records]: the last
    records: npt.NDArray[np.int64]  # int64[levels + 1]: how many there are
    chosen: Counts  # uint32[levels + 1, steps]: the record of the move played
    lengths: npt.NDArray[np.int64]  # int64[levels + 1]: steps recorded
    scores: Floats  # float64[levels + 1]: best of each level
    iterations: npt.NDArray[np.int64]  # int64[levels + 1]: done so far on each level
    weighed: Floats  # float64[records]: scratch of adapt: the odds of each record
    gains: Floats  # float64[records]: the change of its weight
    totals: Floats  # float64[steps + 1]: sums of odds, then their inverses
    before: Floats  # float64[steps + 1]: sums of the inverses of the steps before
    powers: Floats  # float64[records]: scratch of the exponentials
    power_bits: npt.NDArray[np.int64]  # the same memory
    tally: Tally


def make_search(limits: Limits, parameters: Mapping[str, Value], rng: npt.NDArray[np.uint64]) -> IntervalSearch:
    """A search that has not played yet. Parameters: level, iterations, alpha and, for GNRPA, tau."""
    rows = int(parameters["level"]) + 1
    settings = [float(parameters["iterations"]), float(parameters["alpha"]), float(parameters.get("tau", 1.0))]
    powers = np.zeros(limits.choices)
    return IntervalSearch(
        rng=rng.copy(),
        settings=np.array(settings),
        policy=np.ones((rows, limits.policy_codes)),
        odds=np.zeros(limits.width),
        record=np.zeros(limits.width, np.uint32),
        codes=np.zeros((rows, limits.choices), np.uint32),
        came=np.zeros((rows, limits.choices), np.uint32),
        left=np.zeros((rows, limits.choices), np.uint32),
        records=np.zeros(rows, np.int64),
        chosen=np.zeros((rows, limits.steps), np.uint32),
        lengths=np.zeros(rows, np.int64),
        scores=np.full(rows, -np.inf),
        iterations=np.zeros(rows, np.int64),
        weighed=np.zeros(limits.choices),
        gains=np.zeros(limits.choices),
        totals=np.zeros(limits.steps + 1),
        before=np.zeros(limits.steps + 1),
        powers=powers,
        power_bits=powers.view(np.int64),
        tally=make_tally(limits.board),
    )


@rule(rollout, IntervalSearch)
def _rollout(search, state, solution):
    """The score of a game from the root, drawn by level 1's policy or led by a solution, recorded as level 0."""
    reset(state)
    step = 0
    records = 0
    listed = 0
    while True:
        count = legal_moves(state, search.rng)
        for k in range(listed, count):
            code = policy_code(state, state.moves[k])
            search.odds[k] = search.policy[1, code]
            search.record[k] = records
            search.codes[0, records] = code
            search.came[0, records] = step
            records += 1
        if count == 0:
            break
        if solution is None:
            total = 0.0
            for k in range(count):
                total += search.odds[k]
            chosen = draw(search.odds, count, total, search.rng)
        else:
            chosen = -1
            for k in range(count):
                if agrees(state, solution, state.moves[k]):
                    chosen = k
            if chosen < 0:
                break
        search.chosen[0, step] = search.record[chosen]
        listed = count
        gone = play_and_tell(state, state.moves[chosen])
        while gone != np.uint64(0):
            at = highest_bit(gone)
            gone ^= np.uint64(1) << np.uint64(at)
            listed -= 1
            search.left[0, search.record[at]] = step
            search.record[at] = search.record[listed]
            search.odds[at] = search.odds[listed]
        step += 1
    for k in range(listed):
        search.left[0, search.record[k]] = step - 1
    search.records[0] = records
    search.lengths[0] = step
    return score(state)


@rule(take, IntervalSearch)
def _take(search, level):
    below = level - 1
    search.scores[level] = search.scores[below]
    search.lengths[level] = search.lengths[below]
    search.records[level] = search.records[below]
    for step in range(search.lengths[below]):
        search.chosen[level, step] = search.chosen[below, step]
    for at in range(search.records[below]):
        search.codes[level, at] = search.codes[below, at]
        search.came[level, at] = search.came[below, at]
        search.left[level, at] = search.left[below, at]


@rule(adapt, IntervalSearch)
def _adapt(search, level):
    """Moves the level's policy towards its best sequence (Cazenave, Generalized NRPA, Algorithm 6)."""
    records = search.records[level]
    steps = search.lengths[level]
    _sum_totals(search, level, records, steps)
    before = 0.0
    for step in range(steps):
        search.before[step] = before
        inverse = 1.0 / search.totals[step]
        search.totals[step] = inverse
        before += inverse
    search.before[steps] = before
    for at in range(records):
        came = search.came[level, at]
        end = search.left[level, at] + 1
        share = search.before[end] - search.before[came]
        if share < search.before[end] * LOSS:
            share = 0.0
            for step in range(came, end):
                share += search.totals[step]
        search.gains[at] = -search.weighed[at] * share
    for step in range(steps):
        search.gains[search.chosen[level, step]] += 1.0
    rate = search.settings[1] / (search.settings[2] * search.settings[2])
    exponentials(search.gains, rate, records, search.powers, search.power_bits)
    for at in range(records):
        code = search.codes[level, at]
        odds = search.policy[level, code] * search.gains[at]
        search.policy[level, code] = min(max(odds, SMALLEST_ODDS), LARGEST_ODDS)


@inlined
def _sum_totals(search, level, records, steps):
    """Sets totals[step] to the sum of the odds of the moves offered there, and weighed[record] to each one's odds."""
    for at in range(records):
        search.weighed[at] = search.policy[level, search.codes[level, at]]
    for step in range(steps + 1):
        search.totals[step] = 0.0
    for at in range(records):
        search.totals[search.left[level, at] + 1] -= search.weighed[at]
    arrived = 0.0
    now = np.int64(0)
    for at in range(records):  # in the order in which they came: one addition to memory a step
        came = np.int64(search.came[level, at])
        if came != now:
            search.totals[now] += arrived
            arrived = 0.0
            now = came
        arrived += search.weighed[at]
    search.totals[now] += arrived
    total = 0.0
    largest = 0.0
    for step in range(steps):
        total += search.totals[step]
        if total > largest:
            largest = total
        elif total < largest * LOSS:
            total = _total_of(search, level, records, step)
            largest = total
        search.totals[step] = total


@inlined
def _total_of(search, level, records, step):
    """The sum of the odds of the moves offered at the step, added one by one."""
    total = 0.0
    for at in range(records):
        if search.came[level, at] <= step <= search.left[level, at]:
            total += search.weighed[at]
    return total


@rule(hand_down, IntervalSearch)
def _hand_down(search, level):
    for code in range(search.policy.shape[1]):
        search.policy[level - 1, code] = search.policy[level, code]


@rule(forget, IntervalSearch)
def _forget(search):
    top = search.iterations.size - 1
    for code in range(search.policy.shape[1]):
        search.policy[top, code] = search.policy[0, code]
