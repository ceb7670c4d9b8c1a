"""What NRPA learns from when moves are listed anew at each step: the codes offered, step after step.

The moves of a sequence are not worked out again (Cazenave, Generalized NRPA, section 5.1): a playout records the policy
codes and the priors' odds of all its choices. No policy is copied in adapt (section 5.2): gradients are summed first,
then applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.limits import Limits
from puzzles.parameters import Value
from puzzles.rules import agrees, legal_moves, play, policy_code, prior_code, reset, rule, score
from solvers.choice import draw
from solvers.learning import LARGEST_WEIGHT, adapt, forget, hand_down, rollout, take
from solvers.tally import Tally, make_tally


class StepSearch(NamedTuple):
    """An NRPA or GNRPA search in progress. Level 0 is the last playout; of the policy, what is begun with."""

    rng: npt.NDArray[np.uint64]  # uint64[1]
    prior: npt.NDArray[np.float64]  # float64[prior codes]: odds; one entry means no bias
    settings: npt.NDArray[np.float64]  # float64[3]: iterations N, alpha, tau
    weights: npt.NDArray[np.float64]  # float64[levels + 1, policy codes]: the policy of each level
    policy: npt.NDArray[np.float64]  # float64[levels + 1, policy codes]: exp(weights / tau)
    gradient: npt.NDArray[np.float64]  # float64[policy codes], all 0 between adapts
    odds: npt.NDArray[np.float64]  # float64[width]
    codes: npt.NDArray[np.int32]  # int32[levels + 1, choices]: codes of all moves offered, step after step
    biases: npt.NDArray[np.float64]  # float64[levels + 1, choices]: their priors' odds
    starts: npt.NDArray[np.int64]  # int64[levels + 1, steps + 1]: where each step's moves begin
    chosen: npt.NDArray[np.int64]  # int64[levels + 1, steps]: the index of the move played
    lengths: npt.NDArray[np.int64]  # int64[levels + 1]: steps recorded
    scores: npt.NDArray[np.float64]  # float64[levels + 1]: best of each level
    iterations: npt.NDArray[np.int64]  # int64[levels + 1]: done so far on each level
    tally: Tally


def make_search(
    limits: Limits,
    parameters: Mapping[str, Value],
    prior: npt.NDArray[np.float64],
    rng: npt.NDArray[np.uint64],
) -> StepSearch:
    """A search that has not played yet. Parameters: level, iterations, alpha and, for GNRPA, tau."""
    levels = int(parameters["level"])
    rows = levels + 1
    settings = [
        float(parameters["iterations"]),
        float(parameters["alpha"]),
        float(parameters.get("tau", 1.0)),
    ]
    return StepSearch(
        rng=rng.copy(),
        prior=prior,
        settings=np.array(settings),
        weights=np.zeros((rows, limits.policy_codes)),
        policy=np.ones((rows, limits.policy_codes)),
        gradient=np.zeros(limits.policy_codes),
        odds=np.zeros(limits.width),
        codes=np.zeros((rows, limits.choices), np.int32),
        biases=np.ones((rows, limits.choices)),
        starts=np.zeros((rows, limits.steps + 1), np.int64),
        chosen=np.zeros((rows, limits.steps), np.int64),
        lengths=np.zeros(rows, np.int64),
        scores=np.full(rows, -np.inf),
        iterations=np.zeros(rows, np.int64),
        tally=make_tally(limits.board),
    )


@rule(rollout, StepSearch)
def _rollout(search, state, solution):
    """The score of a game from the root, drawn by level 1's policy or led by a solution, recorded as level 0.

    Forced moves are played but not recorded: there is nothing to learn where there is no choice.
    """
    reset(state)
    step = 0
    at = 0
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            break
        if count == 1:
            play(state, state.moves[0])
            continue
        total = 0.0
        search.starts[0, step] = at
        for k in range(count):
            code = policy_code(state, state.moves[k])
            odds = search.policy[1, code]
            search.codes[0, at] = code
            if search.prior.size > 1:
                bias = search.prior[prior_code(state, state.moves[k])]
                search.biases[0, at] = bias
                odds *= bias
            search.odds[k] = odds
            total += odds
            at += 1
        if solution is None:
            chosen = draw(search.odds, count, total, search.rng)
        else:
            chosen = -1
            for k in range(count):
                if agrees(state, solution, state.moves[k]):
                    chosen = k
            if chosen < 0:
                at = search.starts[0, step]
                break
        search.chosen[0, step] = chosen
        step += 1
        play(state, state.moves[chosen])
    search.starts[0, step] = at
    search.lengths[0] = step
    return score(state)


@rule(take, StepSearch)
def _take(search, level):
    """Copies the sequence of the level below to this level."""
    below = level - 1
    steps = search.lengths[below]
    search.lengths[level] = steps
    search.scores[level] = search.scores[below]
    for step in range(steps):
        search.starts[level, step] = search.starts[below, step]
        search.chosen[level, step] = search.chosen[below, step]
    search.starts[level, steps] = search.starts[below, steps]
    for at in range(search.starts[below, steps]):
        search.codes[level, at] = search.codes[below, at]
    if search.prior.size > 1:
        for at in range(search.starts[below, steps]):
            search.biases[level, at] = search.biases[below, at]


@rule(adapt, StepSearch)
def _adapt(search, level):
    """Moves the level's policy towards its best sequence (Algorithm 6)."""
    alpha = search.settings[1]
    tau = search.settings[2]
    for step in range(search.lengths[level]):
        start = search.starts[level, step]
        end = search.starts[level, step + 1]
        total = 0.0
        for at in range(start, end):
            total += search.policy[level, search.codes[level, at]] * search.biases[level, at]
        for at in range(start, end):
            code = search.codes[level, at]
            probability = search.policy[level, code] * search.biases[level, at] / total
            search.gradient[code] -= alpha / tau * probability
        search.gradient[search.codes[level, start + search.chosen[level, step]]] += alpha / tau
    bound = LARGEST_WEIGHT * tau
    for at in range(search.starts[level, search.lengths[level]]):
        code = search.codes[level, at]
        if search.gradient[code] != 0.0:
            weight = min(max(search.weights[level, code] + search.gradient[code], -bound), bound)
            search.gradient[code] = 0.0
            search.weights[level, code] = weight
            search.policy[level, code] = np.exp(weight / tau)


@rule(hand_down, StepSearch)
def _hand_down(search, level):
    for code in range(search.gradient.size):
        search.weights[level - 1, code] = search.weights[level, code]
        search.policy[level - 1, code] = search.policy[level, code]


@rule(forget, StepSearch)
def _forget(search):
    top = search.iterations.size - 1
    for code in range(search.gradient.size):
        search.weights[top, code] = search.weights[0, code]
        search.policy[top, code] = search.policy[0, code]
