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
from puzzles.engine.rules import legal_moves, play, policy_code, prior_code, reset, rule, score
from solvers.searches.beam import Beam, rows_of
from solvers.searches.choice import draw_by_sums
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    ALPHA,
    LARGEST_WEIGHT,
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

LARGEST_ODDS = math.exp(LARGEST_WEIGHT)
SMALLEST_ODDS = math.exp(-LARGEST_WEIGHT)
NONE, ONE, FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
LEAST_TOTAL = 1e-300
"""A sum of odds is taken to be at least this: odds of moves that all have a prior far below any policy can be 0."""


SCRATCH = ("sums", "changes")
"""What playouts and adapts use and leave behind, beside `powers`."""


class StepSearch(NamedTuple):
    """An NRPA or GNRPA search in progress. Level 0 is the last playout; of the policy, what is begun with."""

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no bias
    settings: Floats  # float64[5]: see `learning`
    policy: Floats  # float64[levels + 1, policy codes]: exp(weight / tau)
    sums: Floats  # float64[width]: scratch: sums of odds up to each move offered
    codes: npt.NDArray[np.uint32]  # uint32[levels + 1, choices]: codes of all moves offered, step after step
    biases: Floats  # float64[levels + 1, choices]: their priors' odds; one column without a prior
    starts: Ints  # int64[levels + 1, steps + 1]: where each step's moves begin
    chosen: Ints  # int64[levels + 1, steps]: the index of the move played
    lengths: Ints  # int64[levels + 1]: steps recorded
    scores: Floats  # float64[levels + 1]: best of each level
    iterations: Ints  # int64[levels + 1]: done so far on each level; that of level 0 is not used
    batched: Ints  # int64[1]: playouts since level 1 adapted last
    repeats: Ints  # int64[levels + 1]: how often each level has met its best score again
    changes: Floats  # float64[choices]: scratch of adapt: what is done to the odds of each entry
    powers: Floats  # float64[choices]: scratch of the exponentials
    power_bits: Ints  # int64[choices]: the same memory
    tally: Tally
    beam: Beam | None = None  # of a search with beams; rows are laid out as it says then


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> StepSearch:
    """A search that has not played yet. Parameters: those of `learning.common_arrays`."""
    rows, policies = rows_of(parameters)
    policy = np.ones((policies, limits.policy_codes))
    if limits.shared_codes and prior.size > 1:
        policy[:] = np.clip(prior, SMALLEST_ODDS, LARGEST_ODDS)
        prior = np.ones(1)
    return StepSearch(
        **common_arrays(limits, parameters, rng, limits.choices),
        prior=prior,
        policy=policy,
        sums=np.zeros(limits.width),
        codes=np.zeros((rows, limits.choices), np.uint32),
        biases=np.ones((rows, limits.choices if prior.size > 1 else 1)),
        starts=np.zeros((rows, limits.steps + 1), np.int64),
        chosen=np.zeros((rows, limits.steps), np.int64),
        changes=np.zeros(limits.choices),
    )


def check(search: StepSearch, limits: Limits) -> None:
    """ValueError if codes are beyond the policy, or a step's moves beyond the entries."""
    require("codes", search.codes, limits.policy_codes - 1)
    require("starts", search.starts, limits.choices)
    known = up_to(search.lengths, search.chosen)
    offered = np.diff(search.starts)[known]
    require("moves offered", offered, limits.width, least=1)
    require("moves played", search.chosen[known], offered - 1)


@rule(rollout, StepSearch)
def _rollout(search, state, solution):
    """The score of a game from the root, drawn by level 1's policy or led by a solution, recorded as level 0.

    Forced moves are played but not recorded: there is nothing to learn where there is no choice.
    """
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
        total = 0.0
        for k in range(np.uint64(count)):
            code = np.uint64(policy_code(state, state.moves[k]))
            odds = search.policy[1, code]
            search.codes[0, at + k] = np.uint32(code)
            if search.prior.size > 1:
                bias = search.prior[prior_code(state, state.moves[k])]
                search.biases[0, at + k] = bias
                odds *= bias
            total += odds
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


@rule(take, StepSearch)
def _take(search, source, target):
    copy_steps(search, source, target)


@inlined
def copy_steps(search, source, target):
    """Copies a game's row: its steps, their codes and biases, and its score."""
    steps = search.lengths[source]
    search.lengths[target] = steps
    search.scores[target] = search.scores[source]
    for step in range(steps):
        search.starts[target, step] = search.starts[source, step]
        search.chosen[target, step] = search.chosen[source, step]
    search.starts[target, steps] = search.starts[source, steps]
    for at in range(search.starts[source, steps]):
        search.codes[target, at] = search.codes[source, at]
    if search.prior.size > 1:
        for at in range(search.starts[source, steps]):
            search.biases[target, at] = search.biases[source, at]


@rule(same, StepSearch)
def same_steps(search, one, other):
    if search.lengths[one] != search.lengths[other]:
        return False
    for step in range(search.lengths[one]):
        first = search.codes[one, search.starts[one, step] + search.chosen[one, step]]
        if first != search.codes[other, search.starts[other, step] + search.chosen[other, step]]:
            return False
    return True


@rule(rows_from, StepSearch)
def _rows_from(search, game, policy, rng, settings):
    return StepSearch(
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
        None,
    )


@rule(adapt, StepSearch)
def _adapt(search, level):
    """Moves the level's policy towards its best sequence (Algorithm 6)."""
    steps = np.uint64(search.lengths[level])
    count = np.uint64(search.starts[level, steps])
    for at in range(count):
        search.changes[at] = search.policy[level, search.codes[level, at]]
    if search.prior.size > 1:
        for at in range(count):
            search.changes[at] *= search.biases[level, at]
    take_shares(search, level, steps)
    change_odds(search, level, count)


@inlined
def take_shares(search, level, steps):
    """Makes of the odds in `changes`, for each move offered, 1 if it was played, else 0, less its probability."""
    for step in range(steps):
        start = np.uint64(search.starts[level, step])
        end = np.uint64(search.starts[level, step + ONE])
        share = -1.0 / max(sum_of(search.changes, start, end), LEAST_TOTAL)
        for at in range(start, end):
            search.changes[at] *= share
        search.changes[start + np.uint64(search.chosen[level, step])] += 1.0


@inlined
def change_odds(search, level, count):
    """Multiplies the odds of each code by exp(rate * its change)."""
    rate = search.settings[ALPHA] / (search.settings[TAU] * search.settings[TAU])
    exponentials(search.changes, rate, np.int64(count), search.powers, search.power_bits)
    for at in range(count):
        code = search.codes[level, at]
        odds = search.policy[level, code] * search.changes[at]
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
