"""Nested rollout policy adaptation, and its generalisation by a bias and a temperature, as an odometer over arrays.

NRPA: Rosin, IJCAI 2011. GNRPA: Cazenave, Generalized NRPA, 2020: a move's odds are exp(weight / tau + bias), and adapt
adds alpha / tau * (delta - probability) to each weight (Algorithms 4 and 6). No recursion: level 1 plays and adapts;
when its N iterations are up, its best sequence goes to level 2, which adapts and starts level 1 again, and so on up.
When the top level has made its N iterations it starts again from a fresh policy (a restart), until the budget is spent.

Two variants by settings: several playouts before each adapt of level 1 (Cazenave, Sevestre and Toulemont, Stabilized
NRPA, 2021), and levels that end when their best score was found again that often (Cazenave, GNRPA with Limited
Repetitions, 2024). Beams, repeats of the sequence itself and all else that levels can do is `nrpa_beam`, for searches
that have a `beam`; with one sequence a level it is this search, bit for bit.

What is recorded of a game, and how a policy learns from it, is `nrpa_steps`, or `nrpa_items` for puzzles whose
moves are items that stay as they are, or `nrpa_intervals` for those that stay listed until one of them is played;
`nrpa_features` also learns weights of the bias. The printed algorithm, in a hundred lines of plain Python, is
tests/oracles/naive_nrpa.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import snapshot, solved
from solvers.searches import nrpa_beam, nrpa_crew, nrpa_features, nrpa_intervals, nrpa_items, nrpa_steps
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import (
    BATCH,
    ITERATIONS,
    REPETITIONS,
    NrpaSearch,
    adapt,
    begin_beam_again,
    check_beam,
    copy_policy,
    rollout,
    take,
)
from solvers.searches.nrpa_features import FeatureGames
from solvers.searches.nrpa_intervals import IntervalGames
from solvers.searches.nrpa_items import ItemGames
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, remember, require

SCRATCH = (*nrpa_crew.SCRATCH, "power_bits")
"""What playouts and adapts leave behind, which depends on the processor, and on which thread has played what."""


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> NrpaSearch:
    """A search that has not played yet. Parameters: those of `learning.make_levels`."""
    if "alpha_bias" in parameters:
        return nrpa_features.make_search(limits, parameters, prior, rng)
    if limits.stays and prior.size == 1:
        return nrpa_intervals.make_search(limits, parameters, rng)
    if limits.items:
        return nrpa_items.make_search(limits, parameters, prior, rng)
    return nrpa_steps.make_search(limits, parameters, prior, rng)


def shared(limits: Limits, search: NrpaSearch, states: Sequence[Any], twins: Sequence[Any]) -> tuple[NrpaSearch, Any]:
    """The search with threads for level 1's playouts, and what advances it (`nrpa_crew`)."""
    return nrpa_crew.shared(limits, search, states, twins, advance)


def begin_with(state: object, search: NrpaSearch, solution: Ints, adapts: int) -> tuple[int, int]:
    """Lets the search begin, and begin again, with a policy adapted that often to a solution (a board).

    Returns how many steps of choice the solution was followed, and how long the board is to which that led. A warm
    start: Buzer & Cazenave, section IV.C. The solution itself is not kept as a best: the search has to find it, or a
    better one, by itself.
    """
    steps, reached = _learn(state, search, solution, adapts)
    if search.beam is not None:
        _begin(search)
    return int(steps), int(reached)


@kernel
def _learn(state, search, solution, adapts):
    top = search.iterations.size - 1
    search.scores[0] = rollout(search, state, solution)
    reached = snapshot(state, search.tally.best_board)  # there is no best yet
    for level in range(1, top + 1):
        take(search, level - 1, level)
    for _ in range(adapts):
        adapt(search, top)
    for level in range(top, 0, -1):
        search.scores[level] = -np.inf
        copy_policy(search, level, level - 1)
    for level in range(1, top):
        search.lengths[level] = 0
    steps = search.lengths[top]
    search.lengths[top] = 0
    return steps, reached


@inlined
def _restart(search, level, source):
    """Lets a level begin again with the policy of the source level and no sequence."""
    copy_policy(search, source, level)
    search.iterations[level] = 0
    search.repeats[level] = 0
    search.scores[level] = -np.inf
    search.lengths[level] = 0


@inlined
def climb(search):
    """Hands the last playout up: each level takes it if it is as good as its best, adapts, and counts an iteration.

    Level 1 may take several playouts before it adapts. A level ends after N iterations, or when its best score has come
    again a number of times, so that there is little left to learn.
    """
    top = search.iterations.size - 1
    level = 1
    while True:
        if search.scores[level - 1] > search.scores[level]:
            search.repeats[level] = 0
        elif search.scores[level - 1] == search.scores[level]:
            search.repeats[level] += 1
        if search.scores[level - 1] >= search.scores[level]:
            take(search, level - 1, level)
        if level == 1:
            search.batched[0] += 1
            if search.batched[0] < search.settings[BATCH]:
                return
            search.batched[0] = 0
        adapt(search, level)
        search.iterations[level] += 1
        repeated = search.settings[REPETITIONS] > 0 and search.repeats[level] >= search.settings[REPETITIONS]
        if search.iterations[level] < search.settings[ITERATIONS] and not repeated:
            break
        if level == top:
            _restart(search, top, 0)
            search.tally.counters[RESTARTS] += 1
            break
        level += 1
    for lower in range(level - 1, 0, -1):
        _restart(search, lower, lower + 1)


def check(search: NrpaSearch, limits: Limits) -> None:
    """As each record of games says; what all have is a row for each level."""
    for name in ("iterations", "batched", "repeats"):
        require(name, getattr(search, name))
    require("lengths", search.lengths, limits.steps)
    most = np.finfo(search.policy.dtype)
    require("policies", search.policy, float(most.max), float(most.tiny))
    if search.beam is not None:
        check_beam(search.beam, len(search.scores), len(search.policy))
    if isinstance(search.games, IntervalGames):
        nrpa_intervals.check(search.games, search.lengths, limits)
    elif isinstance(search.games, ItemGames):
        nrpa_items.check(search.games, search.lengths, limits)
    else:
        steps = search.games.steps if isinstance(search.games, FeatureGames) else search.games
        nrpa_steps.check(steps, search.lengths, limits)


def begin_again(search: NrpaSearch) -> None:
    """After a solution: all levels go back to the policy that the search begins with, a restart."""
    _begin(search)
    search.tally.counters[RESTARTS] += 1


def _begin(search: NrpaSearch) -> None:
    search.policy[1:] = search.policy[0]
    search.iterations[:] = 0
    search.batched[0] = 0
    search.repeats[:] = 0
    search.scores[1:] = -np.inf
    search.lengths[1:] = 0
    if search.beam is not None:
        begin_beam_again(search.beam)


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        _play_on(state, search, search.beam, end - counters[PLAYOUTS])
    return counters[STATUS]


@inlined
def _play_on(state, search, beam, left):
    if beam is None:
        search.scores[0] = rollout(search, state, None)
        search.tally.counters[PLAYOUTS] += 1
        remember(search.tally, state, search.scores[0])
        if solved(state):
            search.tally.counters[STATUS] = SOLVED
        else:
            climb(search)
    else:
        nrpa_beam.play_on(state, search, left)
