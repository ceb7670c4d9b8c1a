"""What NRPA learns from when moves are items with a number: an item's codes once, and the numbers offered at each step.

A group of SameGame that no move touches is offered step after step as the same item. Its odds are read from the policy
when it first comes up. Adapt works out the odds of an item once, adds up 1 / total over the steps that offered it, and
changes the policy by one exponential an item. With that no policy is copied and no weight is kept, only its exponential
(as in `nrpa_intervals`): weight += alpha / tau * (chosen - p) is odds *= exp(alpha / tau**2 * (chosen - p)).

Items of one code, the same group again or two by chance, are changed one after the other; all odds are read before.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import items, legal_moves, play, policy_code, prior_code, reset, rule, score
from solvers.searches.beam import Beam, rows_of
from solvers.searches.choice import draw_by_sums
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    ALPHA,
    TAU,
    adapt,
    common_arrays,
    exponentials,
    followed,
    rollout,
    rows_from,
    same,
    take,
)
from solvers.searches.tally import Tally, require, up_to

LARGEST_ODDS = math.exp(80.0)
SMALLEST_ODDS = math.exp(-80.0)
"""Bounds on exp(weight / tau), 6e34 and its inverse: float32 holds them, and float64 their sums and products."""

PRIOR_AT = np.uint64(32)
POLICY_BITS = np.uint64((1 << 32) - 1)
ONE = np.uint64(1)


SCRATCH = ("odds", "sums", "gains")
"""What playouts and adapts use and leave behind, beside `powers`."""


class ItemSearch(NamedTuple):
    """An NRPA or GNRPA search in progress. Level 0 is the last playout; of the policy, what is begun with."""

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry, 1, means no bias
    settings: Floats  # float64[5]: see `learning`
    policy: npt.NDArray[np.float32]  # float32[levels + 1, policy codes]: exp(weight / tau)
    codes: Words  # uint64[levels + 1, items]: policy code, and its prior code << 32
    counts: Ints  # int64[levels + 1]: how many items there are
    listed: npt.NDArray[Any]  # uint16 or uint32[levels + 1, choices]: the items offered, step after step
    starts: Words  # uint64[levels + 1, steps + 1]: where each step's items begin
    chosen: npt.NDArray[Any]  # uint16 or uint32[levels + 1, steps]: the item played
    lengths: Ints  # int64[levels + 1]: steps recorded
    scores: Floats  # float64[levels + 1]: best of each level
    iterations: Ints  # int64[levels + 1]: done so far on each level; that of level 0 is not used
    batched: Ints  # int64[1]: playouts since level 1 adapted last
    repeats: Ints  # int64[levels + 1]: how often each level has met its best score again
    odds: Floats  # float64[items]: of the items of a game
    sums: Floats  # float64[width]: of the odds of the moves, up to each
    gains: Floats  # float64[items]: scratch of adapt: what changes each item's odds
    powers: Floats  # float64[items]: scratch of the exponentials
    power_bits: Ints  # int64[items]: the same memory
    tally: Tally
    beam: Beam | None = None  # of a search with beams; rows are laid out as it says then


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> ItemSearch:
    """A search that has not played yet. Parameters: those of `learning.common_arrays`."""
    rows, policies = rows_of(parameters)
    numbers = np.uint16 if limits.items <= 1 << 16 else np.uint32
    return ItemSearch(
        **common_arrays(limits, parameters, rng, limits.items),
        prior=prior,
        policy=np.ones((policies, limits.policy_codes), np.float32),
        codes=np.zeros((rows, limits.items), np.uint64),
        counts=np.zeros(rows, np.int64),
        listed=np.zeros((rows, limits.choices), numbers),
        starts=np.zeros((rows, limits.steps + 1), np.uint64),
        chosen=np.zeros((rows, limits.steps), numbers),
        odds=np.zeros(limits.items),
        sums=np.zeros(limits.width),
        gains=np.zeros(limits.items),
    )


def check(search: ItemSearch, limits: Limits) -> None:
    """ValueError if codes are beyond policy and prior, items beyond their number, or steps beyond the entries."""
    require("policy codes", search.codes & POLICY_BITS, limits.policy_codes - 1)
    require("prior codes", search.codes >> PRIOR_AT, search.prior.size - 1)
    require("counts", search.counts, limits.items)
    require("items", search.listed, limits.items - 1)
    require("items played", search.chosen, limits.items - 1)
    require("starts", search.starts, limits.choices)
    require("moves offered", np.diff(search.starts)[up_to(search.lengths, search.chosen)], limits.width, least=1)


@rule(rollout, ItemSearch)
def _rollout(search, state, solution):
    """The score of a game from the root, drawn by level 1's policy or led by a solution, recorded as level 0.

    Forced moves are played but not recorded: there is nothing to learn where there is no choice.
    """
    reset(state)
    step = np.uint64(0)
    at = np.uint64(0)
    known = 0
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            break
        known = _meet(search, state, known)
        chosen = 0
        if solution is not None:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        if count > 1:
            if solution is None:
                chosen = _draw(search, state, count)
            search.starts[0, step] = at
            for k in range(np.uint64(count)):
                search.listed[0, at + k] = state.moves[k]
            at += np.uint64(count)
            search.chosen[0, step] = state.moves[np.uint64(chosen)]
            step += ONE
        play(state, state.moves[np.uint64(chosen)])
    search.starts[0, step] = at
    search.counts[0] = known
    search.lengths[0] = step
    return score(state)


@inlined
def _meet(search, state, known):
    """Notes the codes and odds of the items from that number on; how many there are."""
    count = items(state)
    for item in range(np.uint64(known), np.uint64(count)):
        code = np.uint64(policy_code(state, item))
        odds = np.float64(search.policy[1, code])
        if search.prior.size > 1:
            bias = np.uint64(prior_code(state, item))
            odds *= search.prior[bias]
            code |= bias << PRIOR_AT
        search.codes[0, item] = code
        search.odds[item] = odds
    return count


@inlined
def _draw(search, state, count):
    total = 0.0
    for k in range(np.uint64(count)):
        total += search.odds[np.uint64(state.moves[k])]
        search.sums[k] = total
    return draw_by_sums(search.sums, count, search.rng)


@rule(take, ItemSearch)
def _take(search, source, target):
    steps = search.lengths[source]
    search.scores[target] = search.scores[source]
    search.lengths[target] = steps
    search.counts[target] = search.counts[source]
    for item in range(search.counts[source]):
        search.codes[target, item] = search.codes[source, item]
    for step in range(steps):
        search.chosen[target, step] = search.chosen[source, step]
        search.starts[target, step] = search.starts[source, step]
    end = search.starts[source, steps]
    search.starts[target, steps] = end
    for at in range(np.int64(end)):
        search.listed[target, at] = search.listed[source, at]


@rule(same, ItemSearch)
def _same(search, one, other):
    if search.lengths[one] != search.lengths[other]:
        return False
    for step in range(search.lengths[one]):
        first = search.codes[one, np.uint64(search.chosen[one, step])]
        if (first ^ search.codes[other, np.uint64(search.chosen[other, step])]) & POLICY_BITS != 0:
            return False
    return True


@rule(rows_from, ItemSearch)
def _rows_from(search, game, policy, rng, settings):
    return ItemSearch(
        rng,
        search.prior,
        settings,
        search.policy[policy:],
        search.codes[game:],
        search.counts[game:],
        search.listed[game:],
        search.starts[game:],
        search.chosen[game:],
        search.lengths[game:],
        search.scores[game:],
        search.iterations,
        search.batched,
        search.repeats,
        search.odds,
        search.sums,
        search.gains,
        search.powers,
        search.power_bits,
        search.tally,
        None,
    )


@rule(adapt, ItemSearch)
def _adapt(search, level):
    """Moves the level's policy towards its best sequence (Cazenave, Generalized NRPA, Algorithm 6)."""
    count = np.uint64(search.counts[level])
    for item in range(count):
        code = search.codes[level, item]
        odds = np.float64(search.policy[level, code & POLICY_BITS])
        search.odds[item] = odds * search.prior[code >> PRIOR_AT]
        search.gains[item] = 0.0
    steps = np.uint64(search.lengths[level])
    for step in range(steps):
        start = search.starts[level, step]
        end = search.starts[level, step + ONE]
        total = 0.0
        for at in range(start, end):
            total += search.odds[np.uint64(search.listed[level, at])]
        inverse = 1.0 / total
        for at in range(start, end):
            search.gains[np.uint64(search.listed[level, at])] -= inverse
    for item in range(count):
        search.gains[item] *= search.odds[item]
    for step in range(steps):
        search.gains[np.uint64(search.chosen[level, step])] += 1.0
    rate = search.settings[ALPHA] / (search.settings[TAU] * search.settings[TAU])
    exponentials(search.gains, rate, np.int64(count), search.powers, search.power_bits)
    for item in range(count):
        code = search.codes[level, item] & POLICY_BITS
        odds = search.policy[level, code] * search.gains[item]
        search.policy[level, code] = np.float32(min(max(odds, SMALLEST_ODDS), LARGEST_ODDS))
