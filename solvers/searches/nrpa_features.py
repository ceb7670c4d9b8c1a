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
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import features, legal_moves, play, policy_code, prior_code, reset, rule, score
from solvers.searches import nrpa_steps
from solvers.searches.beam import Beam
from solvers.searches.choice import draw_by_sums
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    LARGEST_WEIGHT,
    adapt,
    exponentials,
    followed,
    rollout,
    rows_from,
    same,
    take,
)
from solvers.searches.nrpa_steps import LARGEST_ODDS, NONE, ONE, SMALLEST_ODDS
from solvers.searches.tally import Tally

SCRATCH = (*nrpa_steps.SCRATCH, "weights")
"""What playouts and adapts use and leave behind, beside `powers`."""


class FeatureSearch(NamedTuple):
    """A search by BLNRPA in progress: a `StepSearch`, and below it what the weights of features need."""

    rng: Words
    prior: Floats
    settings: Floats
    policy: Floats  # float64[levels + 1, policy codes + features]: exp(weight / tau), then exp(v)
    sums: Floats
    codes: npt.NDArray[np.uint32]
    biases: Floats
    starts: Ints
    chosen: Ints
    lengths: Ints
    scores: Floats
    iterations: Ints
    batched: Ints
    repeats: Ints
    changes: Floats
    powers: Floats
    power_bits: Ints
    tally: Tally
    rate: Floats  # float64[1]: the learning rate of v
    logs: Floats  # float64[prior codes]: the prior's log odds / s; one entry without a prior
    largest: Floats  # float64[1]: s; 0 without a prior
    features: Floats  # float64[levels + 1, choices, features]: of all moves offered; the prior's is the last
    weights: Floats  # float64[features]: scratch: v of the policy in use
    beam: Beam | None = None


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> FeatureSearch:
    """A search that has not played yet. Parameters: those of `learning.common_arrays`, and alpha_bias."""
    steps = nrpa_steps.make_search(limits, parameters, prior, rng)._asdict()
    beam, policy = steps.pop("beam"), steps.pop("policy")
    logs, largest = np.zeros(1), 0.0
    if prior.size > 1:
        logs = np.log(np.clip(prior, SMALLEST_ODDS, LARGEST_ODDS))
        largest = float(np.max(np.abs(logs))) or 1.0
        logs /= largest
    count = limits.features + int(prior.size > 1)
    return FeatureSearch(
        **steps,
        policy=np.hstack((policy, np.ones((len(policy), count)))),
        rate=np.array([float(parameters["alpha_bias"])]),
        logs=logs,
        largest=np.array([largest]),
        features=np.zeros((len(steps["codes"]), limits.choices, count)),
        weights=np.zeros(count),
        beam=beam,
    )


def weights_of(search: FeatureSearch, policy: int) -> Floats:
    """float64[features]: the weights of that row: of each of the family's own, then of the whole prior's log odds."""
    codes = search.policy.shape[1] - search.weights.size
    found: Floats = np.log(search.policy[policy, codes:])
    if search.largest[0] > 0.0:
        found[-1] = 1.0 + found[-1] / search.largest[0]
    return found


@inlined
def _read_weights(search, level):
    codes = search.policy.shape[1] - search.weights.size
    for k in range(search.weights.size):
        search.weights[k] = math.log(search.policy[level, codes + k])


@inlined
def _learned_bias(search, game, at):
    """sum_k v_k f_k of an entry of a game, by the weights last read; within the bounds of a policy's logarithms."""
    total = 0.0
    for k in range(search.weights.size):
        total += search.weights[k] * search.features[game, at, k]
    return min(max(total, -LARGEST_WEIGHT), LARGEST_WEIGHT)


@rule(rollout, FeatureSearch)
def _rollout(search, state, solution):
    """As by steps; the features of all moves are recorded."""
    _read_weights(search, 1)
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
        search.starts[0, step] = np.int64(at)
        for k in range(np.uint64(count)):
            move = state.moves[k]
            code = np.uint64(policy_code(state, move))
            odds = search.policy[1, code]
            search.codes[0, at + k] = np.uint32(code)
            if search.prior.size > 1:
                bias = search.prior[prior_code(state, move)]
                search.biases[0, at + k] = bias
                odds *= bias
            search.sums[k] = odds
            features(state, move, search.features[0, at + k])
            if search.logs.size > 1:
                search.features[0, at + k, search.weights.size - 1] = search.logs[prior_code(state, move)]
            search.changes[k] = _learned_bias(search, 0, at + k)
        exponentials(search.changes, 1.0, count, search.powers, search.power_bits)
        total = 0.0
        for k in range(np.uint64(count)):
            total += search.sums[k] * search.changes[k]
            search.sums[k] = total
        if solution is None:
            chosen = draw_by_sums(search.sums, count, search.rng)
        else:
            chosen = followed(state, solution, count)
            if chosen < 0:
                break
        search.chosen[0, step] = chosen
        step += ONE
        at += np.uint64(count)
        play(state, state.moves[np.uint64(chosen)])
    search.starts[0, step] = np.int64(at)
    search.lengths[0] = np.int64(step)
    return score(state)


@rule(take, FeatureSearch)
def _take(search, source, target):
    nrpa_steps.copy_steps(search, source, target)
    for at in range(search.starts[source, search.lengths[source]]):
        for k in range(search.weights.size):
            search.features[target, at, k] = search.features[source, at, k]


rule(same, FeatureSearch)(nrpa_steps.same_steps)


@rule(rows_from, FeatureSearch)
def _rows_from(search, game, policy, rng, settings):
    return FeatureSearch(
        rng,
        search.prior,
        settings,
        search.policy[policy:],
        search.sums,
        search.codes[game:],
        search.biases[game:],
        search.starts[game:],
        search.chosen[game:],
        search.lengths[game:],
        search.scores[game:],
        search.iterations,
        search.batched,
        search.repeats,
        search.changes,
        search.powers,
        search.power_bits,
        search.tally,
        search.rate,
        search.logs,
        search.largest,
        search.features[game:],
        search.weights,
        None,
    )


@rule(adapt, FeatureSearch)
def _adapt(search, level):
    """Moves the level's policy towards its best sequence: odds of codes as by steps, and the weights of features."""
    steps = np.uint64(search.lengths[level])
    count = np.uint64(search.starts[level, steps])
    _read_weights(search, level)
    for at in range(count):
        search.changes[at] = _learned_bias(search, level, at)
    exponentials(search.changes, 1.0, np.int64(count), search.powers, search.power_bits)
    for at in range(count):
        search.changes[at] *= search.policy[level, search.codes[level, at]]
    if search.prior.size > 1:
        for at in range(count):
            search.changes[at] *= search.biases[level, at]
    nrpa_steps.take_shares(search, level, steps)
    codes = search.policy.shape[1] - search.weights.size
    for k in range(search.weights.size):
        gradient = 0.0
        for at in range(count):
            gradient += search.changes[at] * search.features[level, at, k]
        learned = search.weights[k] + search.rate[0] * gradient
        search.policy[level, codes + k] = math.exp(min(max(learned, -LARGEST_WEIGHT), LARGEST_WEIGHT))
    nrpa_steps.change_odds(search, level, count)
