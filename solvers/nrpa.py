"""Nested rollout policy adaptation, and its generalisation by a bias and a temperature, as an odometer over arrays.

NRPA: Rosin, IJCAI 2011. GNRPA: Cazenave, Generalized NRPA, 2020: a move's odds are exp(weight / tau + bias), and adapt
adds alpha / tau * (delta - probability) to each weight (Algorithms 4 and 6). No recursion: level 1 plays and adapts;
when its N iterations are up, its best sequence goes to level 2, which adapts and starts level 1 again, and so on up.
When the top level has made its N iterations it starts again from a fresh policy (a restart), until the budget is spent.

The moves of a sequence are not worked out again (section 5.1): a playout records the policy codes and the priors' odds
of all its choices. No policy is copied in adapt (section 5.2): gradients are summed first, then applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kernels import inlined, kernel
from puzzles.limits import Limits
from puzzles.parameters import Value
from puzzles.rules import legal_moves, play, policy_code, prior_code, reset, score, solved
from solvers.choice import draw
from solvers.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember

LARGEST_WEIGHT = 300.0
"""Bound on |weight / tau|: exp(300) is 2e130, so a sum of odds over a million moves stays finite and positive."""


class NrpaSearch(NamedTuple):
    """An NRPA or GNRPA search in progress. Level 0 is the last playout; `top` is the highest level."""

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
) -> NrpaSearch:
    """A search that has not played yet. Parameters: level, iterations, alpha and, for GNRPA, tau."""
    levels = int(parameters["level"])
    rows = levels + 1
    settings = [
        float(parameters["iterations"]),
        float(parameters["alpha"]),
        float(parameters.get("tau", 1.0)),
    ]
    return NrpaSearch(
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


@inlined
def _playout(state, search):
    """Plays from the root by level 1's policy, records the choices as level 0, and returns the score.

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
        chosen = draw(search.odds, count, total, search.rng)
        search.chosen[0, step] = chosen
        step += 1
        play(state, state.moves[chosen])
    search.starts[0, step] = at
    search.lengths[0] = step
    return score(state)


@inlined
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


@inlined
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


@inlined
def _restart_below(search, level):
    """Gives all lower levels this level's policy and no sequence."""
    for lower in range(1, level):
        search.iterations[lower] = 0
        search.scores[lower] = -np.inf
        search.lengths[lower] = 0
        for code in range(search.gradient.size):
            search.weights[lower, code] = search.weights[level, code]
            search.policy[lower, code] = search.policy[level, code]


@inlined
def _climb(search):
    """Hands the last playout up: each level takes it if it is as good as its best, adapts, and counts an iteration."""
    top = search.iterations.size - 1
    level = 1
    while True:
        if search.scores[level - 1] >= search.scores[level]:
            _take(search, level)
        _adapt(search, level)
        search.iterations[level] += 1
        if search.iterations[level] < search.settings[0]:
            break
        if level == top:
            for code in range(search.gradient.size):
                search.weights[top, code] = 0.0
                search.policy[top, code] = 1.0
            search.iterations[top] = 0
            search.scores[top] = -np.inf
            search.lengths[top] = 0
            search.tally.counters[RESTARTS] += 1
            break
        level += 1
    _restart_below(search, level)


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        search.scores[0] = _playout(state, search)
        counters[PLAYOUTS] += 1
        remember(search.tally, state, search.scores[0])
        if solved(state):
            counters[STATUS] = SOLVED
        else:
            _climb(search)
    return counters[STATUS]
