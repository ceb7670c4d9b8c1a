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
from puzzles.engine.rules import items, legal_moves, play, policy_code, prior_code, reset, rule
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
    played_code,
    rows_of,
)
from solvers.searches.sampling import draw_by_sums
from solvers.searches.tally import require, up_to

LARGEST_ODDS = math.exp(80.0)
SMALLEST_ODDS = math.exp(-80.0)
"""Bounds on exp(weight / tau), 6e34 and its inverse: float32 holds them, and float64 their sums and products."""

PRIOR_AT = np.uint64(32)
POLICY_BITS = np.uint64((1 << 32) - 1)
ONE = np.uint64(1)


SCRATCH = ("odds", "sums", "gains")
"""What playouts and adapts use and leave behind, beside `powers`."""


class ItemGames(NamedTuple):
    """Games by the items listed at each step."""

    prior: Floats  # float64[prior codes]: odds; one entry, 1, means no bias
    codes: Words  # uint64[levels + 1, items]: policy code, and its prior code << 32
    counts: Ints  # int64[levels + 1]: how many items there are
    listed: npt.NDArray[Any]  # uint16 or uint32[levels + 1, choices]: the items offered, step after step
    starts: Words  # uint64[levels + 1, steps + 1]: where each step's items begin
    chosen: npt.NDArray[Any]  # uint16 or uint32[levels + 1, steps]: the item played
    odds: Floats  # float64[items]: of the items of a game
    sums: Floats  # float64[width]: of the odds of the moves, up to each
    gains: Floats  # float64[items]: scratch of adapt: what changes each item's odds


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> NrpaSearch:
    """A search that has not played yet. Parameters: those of `learning.make_levels`."""
    rows, policies = rows_of(parameters)
    numbers = np.uint16 if limits.items <= 1 << 16 else np.uint32
    games = ItemGames(
        prior=prior,
        codes=np.zeros((rows, limits.items), np.uint64),
        counts=np.zeros(rows, np.int64),
        listed=np.zeros((rows, limits.choices), numbers),
        starts=np.zeros((rows, limits.steps + 1), np.uint64),
        chosen=np.zeros((rows, limits.steps), numbers),
        odds=np.zeros(limits.items),
        sums=np.zeros(limits.width),
        gains=np.zeros(limits.items),
    )
    policy = np.ones((policies, limits.policy_codes), np.float32)
    return make_levels(limits, parameters, rng, limits.items, policy, games)


def check(games: ItemGames, lengths: Ints, limits: Limits) -> None:
    """ValueError if codes are beyond policy and prior, items beyond their number, or steps beyond the entries."""
    require("policy codes", games.codes & POLICY_BITS, limits.policy_codes - 1)
    require("prior codes", games.codes >> PRIOR_AT, games.prior.size - 1)
    require("counts", games.counts, limits.items)
    require("items", games.listed, limits.items - 1)
    require("items played", games.chosen, limits.items - 1)
    require("starts", games.starts, limits.choices)
    require("moves offered", np.diff(games.starts)[up_to(lengths, games.chosen)], limits.width, least=1)


@rule(play_game, ItemGames)
def _play_game(games, search, state, solution):
    """Forced moves are played but not recorded: there is nothing to learn where there is no choice."""
    reset(state)
    step = np.uint64(0)
    at = np.uint64(0)
    known = 0
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            break
        known = _meet(games, search, state, known)
        chosen = 0
        if solution is not None:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        if count > 1:
            if solution is None:
                chosen = _draw(games, search, state, count)
            games.starts[0, step] = at
            for k in range(np.uint64(count)):
                games.listed[0, at + k] = state.moves[k]
            at += np.uint64(count)
            games.chosen[0, step] = state.moves[np.uint64(chosen)]
            step += ONE
        play(state, state.moves[np.uint64(chosen)])
    games.starts[0, step] = at
    games.counts[0] = known
    search.lengths[0] = step


@inlined
def _meet(games, search, state, known):
    """Notes the codes and odds of the items from that number on; how many there are."""
    count = items(state)
    for item in range(np.uint64(known), np.uint64(count)):
        code = np.uint64(policy_code(state, item))
        odds = np.float64(search.policy[1, code])
        if games.prior.size > 1:
            bias = np.uint64(prior_code(state, item))
            odds *= games.prior[bias]
            code |= bias << PRIOR_AT
        games.codes[0, item] = code
        games.odds[item] = odds
    return count


@inlined
def _draw(games, search, state, count):
    total = 0.0
    for k in range(np.uint64(count)):
        total += games.odds[np.uint64(state.moves[k])]
        games.sums[k] = total
    return draw_by_sums(games.sums, count, search.rng)


@rule(copy_game, ItemGames)
def _copy_game(games, steps, source, target):
    games.counts[target] = games.counts[source]
    for item in range(games.counts[source]):
        games.codes[target, item] = games.codes[source, item]
    for step in range(steps):
        games.chosen[target, step] = games.chosen[source, step]
        games.starts[target, step] = games.starts[source, step]
    end = games.starts[source, steps]
    games.starts[target, steps] = end
    for at in range(np.int64(end)):
        games.listed[target, at] = games.listed[source, at]


@rule(played_code, ItemGames)
def _played_code(games, game, step):
    return games.codes[game, np.uint64(games.chosen[game, step])] & POLICY_BITS


@rule(games_from, ItemGames)
def _games_from(games, game):
    return ItemGames(
        games.prior,
        games.codes[game:],
        games.counts[game:],
        games.listed[game:],
        games.starts[game:],
        games.chosen[game:],
        games.odds,
        games.sums,
        games.gains,
    )


@rule(learn_from, ItemGames)
def _learn_from(games, search, level):
    count = np.uint64(games.counts[level])
    for item in range(count):
        code = games.codes[level, item]
        odds = np.float64(search.policy[level, code & POLICY_BITS])
        games.odds[item] = odds * games.prior[code >> PRIOR_AT]
        games.gains[item] = 0.0
    steps = np.uint64(search.lengths[level])
    for step in range(steps):
        start = games.starts[level, step]
        end = games.starts[level, step + ONE]
        total = 0.0
        for at in range(start, end):
            total += games.odds[np.uint64(games.listed[level, at])]
        inverse = 1.0 / total
        for at in range(start, end):
            games.gains[np.uint64(games.listed[level, at])] -= inverse
    for item in range(count):
        games.gains[item] *= games.odds[item]
    for step in range(steps):
        games.gains[np.uint64(games.chosen[level, step])] += 1.0
    rate = search.settings[ALPHA] / (search.settings[TAU] * search.settings[TAU])
    exponentials(games.gains, rate, np.int64(count), search.powers, search.power_bits)
    for item in range(count):
        code = games.codes[level, item] & POLICY_BITS
        odds = search.policy[level, code] * games.gains[item]
        search.policy[level, code] = np.float32(min(max(odds, SMALLEST_ODDS), LARGEST_ODDS))
