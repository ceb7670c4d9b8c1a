"""What NRPA learns from when moves are listed again at each step: the codes offered, step after step.

The moves of a sequence are not worked out again (Cazenave, Generalized NRPA, section 5.1): a playout records the policy
codes and the priors' odds of all its choices. No weight is kept, only exp(weight / tau), and no policy is copied in
adapt (section 5.2): all odds of the kept sequence are read before the first is changed. Then weight += alpha / tau *
(chosen - p) is odds *= exp(alpha / tau**2 * (chosen - p)), one exponential for each move offered; where a code comes
twice, the product of its two is the exponential of their sum.

Where a move's prior code is its policy code (`limits.shared_codes`) the bias is worth first weights of tau times it
(section 4.2). The policy begins with the prior's odds then, and a playout multiplies and records none.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import legal_moves, play, policy_code, prior_code, reset, rule
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    ALPHA,
    LARGEST_WEIGHT,
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

LARGEST_ODDS = math.exp(LARGEST_WEIGHT)
SMALLEST_ODDS = math.exp(-LARGEST_WEIGHT)
NONE, ONE, FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
LEAST_TOTAL = 1e-300
"""A sum of odds is taken to be at least this: odds of moves that all have a prior far below any policy can be 0."""


SCRATCH = ("sums", "changes")
"""What playouts and adapts use and leave behind, beside `powers`."""


class StepGames(NamedTuple):
    """Games by the moves listed at each step."""

    prior: Floats  # float64[prior codes]: odds; one entry means no bias
    sums: Floats  # float64[width]: scratch: sums of odds up to each move offered
    codes: npt.NDArray[np.uint32]  # uint32[levels + 1, choices]: codes of all moves offered, step after step
    biases: Floats  # float64[levels + 1, choices]: their priors' odds; one column without a prior
    starts: Ints  # int64[levels + 1, steps + 1]: where each step's moves begin
    chosen: Ints  # int64[levels + 1, steps]: the index of the move played
    changes: Floats  # float64[choices]: scratch of adapt: what is done to the odds of each entry


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> NrpaSearch:
    """A search that has not played yet. Parameters: those of `learning.make_levels`."""
    rows, policies = rows_of(parameters)
    policy = np.ones((policies, limits.policy_codes))
    if limits.shared_codes and prior.size > 1:
        policy[:] = np.clip(prior, SMALLEST_ODDS, LARGEST_ODDS)
        prior = np.ones(1)
    games = StepGames(
        prior=prior,
        sums=np.zeros(limits.width),
        codes=np.zeros((rows, limits.choices), np.uint32),
        biases=np.ones((rows, limits.choices if prior.size > 1 else 1)),
        starts=np.zeros((rows, limits.steps + 1), np.int64),
        chosen=np.zeros((rows, limits.steps), np.int64),
        changes=np.zeros(limits.choices),
    )
    return make_levels(limits, parameters, rng, limits.choices, policy, games)


def check(games: StepGames, lengths: Ints, limits: Limits) -> None:
    """ValueError if codes are beyond the policy, or a step's moves beyond the entries."""
    require("codes", games.codes, limits.policy_codes - 1)
    require("starts", games.starts, limits.choices)
    known = up_to(lengths, games.chosen)
    offered = np.diff(games.starts)[known]
    require("moves offered", offered, limits.width, least=1)
    require("moves played", games.chosen[known], offered - 1)


@rule(play_game, StepGames)
def _play_game(games, search, state, solution):
    """Forced moves are played but not recorded: there is nothing to learn where there is no choice."""
    reset(state)
    step = NONE
    at = NONE
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            break
        if count == 1:
            play(state, state.moves[0])
            continue
        games.starts[0, step] = np.int64(at)
        total = 0.0
        for k in range(np.uint64(count)):
            code = np.uint64(policy_code(state, state.moves[k]))
            odds = search.policy[1, code]
            games.codes[0, at + k] = np.uint32(code)
            if games.prior.size > 1:
                bias = games.prior[prior_code(state, state.moves[k])]
                games.biases[0, at + k] = bias
                odds *= bias
            total += odds
            games.sums[k] = total
        if solution is None:
            chosen = draw_by_sums(games.sums, count, search.rng)
        else:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        games.chosen[0, step] = chosen
        step += ONE
        at += np.uint64(count)
        play(state, state.moves[np.uint64(chosen)])
    games.starts[0, step] = np.int64(at)
    search.lengths[0] = np.int64(step)


@rule(copy_game, StepGames)
def _copy_game(games, steps, source, target):
    for step in range(steps):
        games.starts[target, step] = games.starts[source, step]
        games.chosen[target, step] = games.chosen[source, step]
    games.starts[target, steps] = games.starts[source, steps]
    for at in range(games.starts[source, steps]):
        games.codes[target, at] = games.codes[source, at]
    if games.prior.size > 1:
        for at in range(games.starts[source, steps]):
            games.biases[target, at] = games.biases[source, at]


@rule(played_code, StepGames)
def _played_code(games, game, step):
    return games.codes[game, games.starts[game, step] + games.chosen[game, step]]


@rule(games_from, StepGames)
def _games_from(games, game):
    return StepGames(
        games.prior,
        games.sums,
        games.codes[game:],
        games.biases[game:],
        games.starts[game:],
        games.chosen[game:],
        games.changes,
    )


@rule(learn_from, StepGames)
def _learn_from(games, search, level):
    steps = np.uint64(search.lengths[level])
    count = np.uint64(games.starts[level, steps])
    for at in range(count):
        games.changes[at] = search.policy[level, games.codes[level, at]]
    if games.prior.size > 1:
        for at in range(count):
            games.changes[at] *= games.biases[level, at]
    take_shares(games, level, steps)
    change_odds(games, search, level, count)


@inlined
def take_shares(games, level, steps):
    """Makes of the odds in `changes`, for each move offered, 1 if it was played, else 0, less its probability."""
    for step in range(steps):
        start = np.uint64(games.starts[level, step])
        end = np.uint64(games.starts[level, step + ONE])
        share = -1.0 / max(sum_of(games.changes, start, end), LEAST_TOTAL)
        for at in range(start, end):
            games.changes[at] *= share
        games.changes[start + np.uint64(games.chosen[level, step])] += 1.0


@inlined
def change_odds(games, search, level, count):
    """Multiplies the odds of each code by exp(rate * its change)."""
    rate = search.settings[ALPHA] / (search.settings[TAU] * search.settings[TAU])
    exponentials(games.changes, rate, np.int64(count), search.powers, search.power_bits)
    for at in range(count):
        code = games.codes[level, at]
        odds = search.policy[level, code] * games.changes[at]
        search.policy[level, code] = min(max(odds, SMALLEST_ODDS), LARGEST_ODDS)


@inlined
def sum_of(values, start, end):
    """The sum of values[start:end], added up four apart: each addition waits for the one before."""
    first = second = third = fourth = 0.0
    at = start
    while at + FOUR <= end:
        first += values[at]
        second += values[at + np.uint64(1)]
        third += values[at + np.uint64(2)]
        fourth += values[at + np.uint64(3)]
        at += FOUR
    while at < end:
        first += values[at]
        at += ONE
    return (first + second) + (third + fourth)
