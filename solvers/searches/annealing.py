"""Simulated annealing with restarts: faulty parts are redrawn, slightly worse proposals accepted.

Each start is a complete solution drawn by the prior's odds, or the board that the search begins with. From there on the
puzzle proposes changed solutions (`puzzles.engine.rules.propose`). How much worse a solution may be than the current
one is drawn before it is scored (Metropolis' rule), so that a puzzle can refuse it as soon as it is known to be worse
than that. The temperature swings between hot and cold (simulated annealing: Kirkpatrick, Gelatt and Vecchi, Science
220, 1983; the swing is Loshchilov and Hutter's, ICLR 2017). A start is given up when it has gone long enough without a
new best of its own. Every `unbiased`-th attempt draws with equal odds: a prior may make rare what a puzzle needs.

Where a puzzle asks for it (`puzzles.engine.rules.cooling`), a start is cooled once, by the same factor in each
proposal, and then given up; each start takes GROWTH times as many proposals as the one before. So whatever the time is,
about half of it goes to the slowest cooling. The prior is always used then.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import ENDLESS, accept, cooling, merit_now, propose, rough_score, score, solved, start
from puzzles.engine.streams import next_float
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember, require

# scalars[...]
STARTED, AGE, STALE, PERIOD, PATIENCE, OPEN = range(6)  # STARTED: a start is under way; AGE, STALE: in proposals

# real_scalars[...]
CURRENT, START_BEST, HOT, COLD = range(4)


GROWTH = 2.0
"""How many times as long as the last one a start is cooled."""

MOST_DOUBLINGS = 40

SCRATCH = ("even", "unbiased")


class LocalSearch(NamedTuple):
    """A local search in progress; the current solution itself is the state's."""

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    scalars: Ints  # int64[6]: see above; STALE counts since this start's last new best
    real_scalars: Floats  # float64[4]: the current merit, this start's best, both temperatures
    first: Ints  # int64[board]: what the next start keeps; scalars[OPEN] is open
    even: Floats  # float64[prior codes]: equal odds
    unbiased: Ints  # int64[1]: every that many-th attempt has them; 0: none
    tally: Tally


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> LocalSearch:
    """A search that has proposed nothing yet. Parameters: hot, cold, period, patience, unbiased.

    `patience` is for each place of the board.
    """
    patience = int(np.ceil(float(parameters["patience"]) * limits.board))
    return LocalSearch(
        rng=rng.copy(),
        prior=prior,
        scalars=np.array([0, 0, 0, int(parameters["period"]), patience, limits.open], np.int64),
        real_scalars=np.array([-np.inf, -np.inf, float(parameters["hot"]), float(parameters["cold"])]),
        first=np.full(limits.board, limits.open, np.int64),
        even=np.ones(prior.size),
        unbiased=np.array([int(parameters["unbiased"])], np.int64),
        tally=make_tally(limits.board),
    )


def begin_with(state: object, search: LocalSearch, solution: Ints, adapts: int) -> tuple[int, int]:
    """Lets the first start be that board, what is open in it or behind it drawn.

    Returns how many places are set, and its length; 0 are set by a board of another puzzle: one that is too long.
    """
    first, no_value = search.first, search.scalars[OPEN]
    if solution.size > first.size:
        return 0, 0
    first[:] = no_value
    first[: solution.size] = solution
    return int(np.count_nonzero(first != no_value)), solution.size


def check(search: LocalSearch, limits: Limits) -> None:
    """ValueError if a counter is negative, or the swing has no period."""
    scalars = search.scalars
    require("numbers", scalars[:OPEN])
    require("numbers", scalars[PERIOD : PERIOD + 1], least=1)
    require("numbers", scalars[OPEN:], limits.open, least=limits.open)


def begin_again(search: LocalSearch) -> None:
    """Lets the search look for another solution, from a start of its own."""
    search.scalars[STARTED] = 0


@inlined
def _temperature(state, search):
    """Falls from hot to cold and rises again, once a period; proposal by proposal. Of a start that is cooled: falls."""
    scalars, real_scalars = search.scalars, search.real_scalars
    hot, cold = real_scalars[HOT], real_scalars[COLD]
    first, hot_share, cold_share = cooling(state)
    if first == ENDLESS:
        return hot_share * hot
    if first > 0:
        hot, cold = hot_share * hot, cold_share * cold
        return hot * (cold / hot) ** (scalars[AGE] / _length(search, first)) if hot > 0.0 else 0.0
    phase = (scalars[AGE] % scalars[PERIOD]) / scalars[PERIOD]
    return cold + (hot - cold) * abs(1.0 - 2.0 * phase)


@inlined
def _length(search, first):
    """Proposals in which the present start is cooled, float64."""
    return first * GROWTH ** min(search.tally.counters[RESTARTS], MOST_DOUBLINGS)


@inlined
def _is_over(state, search):
    """Whether the start is cold, or has gone long enough without a new best."""
    first, _, _ = cooling(state)
    if first > 0:
        return search.scalars[AGE] >= first and search.scalars[AGE] >= _length(search, first)
    return search.scalars[STALE] > search.scalars[PATIENCE]


@inlined
def _draws_evenly(state, search):
    """Whether the attempt that is under way, or about to start, does without the prior. Attempts count from 1."""
    every, (first, _, _) = search.unbiased[0], cooling(state)
    return first == 0 and every > 0 and (search.tally.counters[RESTARTS] + 1) % every == 0


@inlined
def _begin_start(state, search):
    scalars, real_scalars = search.scalars, search.real_scalars
    odds = search.even if _draws_evenly(state, search) else search.prior
    real_scalars[CURRENT] = start(state, search.first, search.rng, odds)
    real_scalars[START_BEST] = real_scalars[CURRENT]
    for place in range(search.first.size):
        search.first[place] = scalars[OPEN]
    scalars[STARTED] = 1
    scalars[AGE] = 0
    scalars[STALE] = 0


@inlined
def _step(state, search):
    """True if a proposal was taken as the current solution."""
    scalars, real_scalars = search.scalars, search.real_scalars
    least = real_scalars[CURRENT] + _temperature(state, search) * math.log(1.0 - next_float(search.rng))
    odds = search.even if _draws_evenly(state, search) else search.prior
    reached = propose(state, search.rng, odds, least)
    accepted = reached >= least
    accept(state, accepted)
    scalars[AGE] += 1
    scalars[STALE] += 1
    if accepted:
        real_scalars[CURRENT] = reached
        if reached > real_scalars[START_BEST]:
            real_scalars[START_BEST] = reached
            scalars[STALE] = 0
    real_scalars[CURRENT] = merit_now(state, real_scalars[CURRENT])
    return accepted


@kernel
def advance(state, search, playouts):
    """The status after that many more starts and proposals, or earlier when a solution is found."""
    counters, scalars = search.tally.counters, search.scalars
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        taken = True
        if scalars[STARTED] == 0:
            _begin_start(state, search)
        else:
            taken = _step(state, search)
        counters[PLAYOUTS] += 1
        if taken:
            if rough_score(state) > search.tally.best_score[0]:
                remember(search.tally, state, score(state))
            if solved(state):
                counters[STATUS] = SOLVED
        if _is_over(state, search):
            scalars[STARTED] = 0
            counters[RESTARTS] += 1
    return counters[STATUS]
