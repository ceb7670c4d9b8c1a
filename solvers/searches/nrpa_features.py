"""What BLNRPA learns from: games by steps with the features of all moves, and one weight for each feature.

BLNRPA: Sentuc, Ellouze, Lucas, Cazenave, Learning the Bias Weights for GNRPA, LION 2023; biases that depend on move and
state: Sentuc, Cazenave, Lucas, GNRPA with Dynamic Bias for Vehicle Routing, 2021. A move's odds are
exp(weight / tau + bias + sum_k v_k f_k), and adapt adds rate * (f_k of the move played - its mean by the policy) to
v_k, summed over the steps: the gradient of the sequence's probability, as for the weights of codes.

Of both papers only the abstracts were read; the formulas are those of Cazenave's slides of his course on Monte Carlo
search, "Bias Weights Learning" (playout, adapt, BLGNRPA): odds exp(weight + w beta), and w + sum of (beta of the move
played - its mean), all by the policy and the w before, handed down from level to level, for one bias and with the rate
of the policy. Of our own are the rate, several features, and the scale s: with it, a rate of s^2 is theirs for a rate
of 1.

The features are the family's own (`rules.features`) and, with a prior, the prior's log odds divided by the largest of
them, s. All v_k begin with 0, so that the search begins as GNRPA, and with a rate of 0 it is GNRPA by steps, bit for
bit; the weight of the whole prior is 1 + v / s. They are handed down, restored and restarted as all else of a policy:
the last entries of each policy are exp(v_k).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import features, legal_moves, play, policy_code, prior_code, reset, rule
from solvers.searches import nrpa_steps
from solvers.searches.contract import Floats, Parameters, Words
from solvers.searches.learning import (
    LARGEST_WEIGHT,
    NrpaSearch,
    copy_game,
    exponentials,
    followed,
    games_from,
    learn_from,
    play_game,
    played_code,
)
from solvers.searches.nrpa_steps import LARGEST_ODDS, NONE, ONE, SMALLEST_ODDS, StepGames
from solvers.searches.sampling import draw_by_sums

SCRATCH = (*nrpa_steps.SCRATCH, "weights")
"""What playouts and adapts use and leave behind, beside `powers`."""


class FeatureGames(NamedTuple):
    """Games by steps, with the features of all moves offered; policies end with exp(v), an entry for each feature."""

    steps: StepGames
    rate: Floats  # float64[1]: the learning rate of v
    logs: Floats  # float64[prior codes]: the prior's log odds / s; one entry without a prior
    largest: Floats  # float64[1]: s; 0 without a prior
    features: Floats  # float64[levels + 1, choices, features]: of all moves offered; the prior's is the last
    weights: Floats  # float64[features]: scratch: v of the policy in use


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> NrpaSearch:
    """A search that has not played yet. Parameters: those of `learning.make_levels`, and alpha_bias."""
    search = nrpa_steps.make_search(limits, parameters, prior, rng)
    logs, largest = np.zeros(1), 0.0
    if prior.size > 1:
        logs = np.log(np.clip(prior, SMALLEST_ODDS, LARGEST_ODDS))
        largest = float(np.max(np.abs(logs))) or 1.0
        logs /= largest
    count = limits.features + int(prior.size > 1)
    games = FeatureGames(
        steps=search.games,
        rate=np.array([float(parameters["alpha_bias"])]),
        logs=logs,
        largest=np.array([largest]),
        features=np.zeros((len(search.scores), limits.choices, count)),
        weights=np.zeros(count),
    )
    return search._replace(games=games, policy=np.hstack((search.policy, np.ones((len(search.policy), count)))))


def weights_of(search: NrpaSearch, policy: int) -> Floats:
    """float64[features]: the weights of that row: of each of the family's own, then of the whole prior's log odds."""
    games = search.games
    codes = search.policy.shape[1] - games.weights.size
    found: Floats = np.log(search.policy[policy, codes:])
    if games.largest[0] > 0.0:
        found[-1] = 1.0 + found[-1] / games.largest[0]
    return found


@inlined
def _read_weights(games, search, level):
    codes = search.policy.shape[1] - games.weights.size
    for k in range(games.weights.size):
        games.weights[k] = math.log(search.policy[level, codes + k])


@inlined
def _learned_bias(games, game, at):
    """sum_k v_k f_k of an entry of a game, by the weights last read; within the bounds of a policy's logarithms."""
    total = 0.0
    for k in range(games.weights.size):
        total += games.weights[k] * games.features[game, at, k]
    return min(max(total, -LARGEST_WEIGHT), LARGEST_WEIGHT)


@rule(play_game, FeatureGames)
def _play_game(games, search, state, solution):
    """As by steps; the features of all moves are recorded."""
    steps = games.steps
    _read_weights(games, search, 1)
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
        steps.starts[0, step] = np.int64(at)
        for k in range(np.uint64(count)):
            move = state.moves[k]
            code = np.uint64(policy_code(state, move))
            odds = search.policy[1, code]
            steps.codes[0, at + k] = np.uint32(code)
            if steps.prior.size > 1:
                bias = steps.prior[prior_code(state, move)]
                steps.biases[0, at + k] = bias
                odds *= bias
            steps.sums[k] = odds
            features(state, move, games.features[0, at + k])
            if games.logs.size > 1:
                games.features[0, at + k, games.weights.size - 1] = games.logs[prior_code(state, move)]
            steps.changes[k] = _learned_bias(games, 0, at + k)
        exponentials(steps.changes, 1.0, count, search.powers, search.power_bits)
        total = 0.0
        for k in range(np.uint64(count)):
            total += steps.sums[k] * steps.changes[k]
            steps.sums[k] = total
        if solution is None:
            chosen = draw_by_sums(steps.sums, count, search.rng)
        else:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        steps.chosen[0, step] = chosen
        step += ONE
        at += np.uint64(count)
        play(state, state.moves[np.uint64(chosen)])
    steps.starts[0, step] = np.int64(at)
    search.lengths[0] = np.int64(step)


@rule(copy_game, FeatureGames)
def _copy_game(games, steps, source, target):
    copy_game(games.steps, steps, source, target)
    for at in range(games.steps.starts[source, steps]):
        for k in range(games.weights.size):
            games.features[target, at, k] = games.features[source, at, k]


@rule(played_code, FeatureGames)
def _played_code(games, game, step):
    return played_code(games.steps, game, step)


@rule(games_from, FeatureGames)
def _games_from(games, game):
    return FeatureGames(
        games_from(games.steps, game),
        games.rate,
        games.logs,
        games.largest,
        games.features[game:],
        games.weights,
    )


@rule(learn_from, FeatureGames)
def _learn_from(games, search, level):
    """Odds of codes as by steps, and the weights of features."""
    steps, length = games.steps, np.uint64(search.lengths[level])
    count = np.uint64(steps.starts[level, length])
    _read_weights(games, search, level)
    for at in range(count):
        steps.changes[at] = _learned_bias(games, level, at)
    exponentials(steps.changes, 1.0, np.int64(count), search.powers, search.power_bits)
    for at in range(count):
        steps.changes[at] *= search.policy[level, steps.codes[level, at]]
    if steps.prior.size > 1:
        for at in range(count):
            steps.changes[at] *= steps.biases[level, at]
    nrpa_steps.take_shares(steps, level, length)
    codes = search.policy.shape[1] - games.weights.size
    for k in range(games.weights.size):
        gradient = 0.0
        for at in range(count):
            gradient += steps.changes[at] * games.features[level, at, k]
        learned = games.weights[k] + games.rate[0] * gradient
        search.policy[level, codes + k] = math.exp(min(max(learned, -LARGEST_WEIGHT), LARGEST_WEIGHT))
    nrpa_steps.change_odds(steps, search, level, count)
