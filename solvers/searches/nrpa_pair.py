"""Two independent NRPA searches in lock-step: a move of one's playout, then a move of the other's, on one core.

A playout of some puzzles is a chain of small steps of which each waits for the one before; two fill each other's
waiting (`sampling`, docs/kernels.md). Each search has its policies, its sequences, its best and its random stream, and
is bit for bit the search `nrpa` that it is alone. The first has the stream of the run, the second one made of it. They
take turns, so that an odd number of playouts leaves the second one behind, which is then the next.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined, kernel, subroutine
from puzzles.engine.limits import Limits
from puzzles.engine.rules import solved
from puzzles.engine.streams import stream
from solvers.searches import nrpa, nrpa_intervals, tally
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import NrpaSearch, rollout, rollout_two
from solvers.searches.nrpa import climb
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember

_SCRATCH = (*nrpa_intervals.SCRATCH, "powers", "power_bits")
SCRATCH = tuple(f"{one}.{name}" for one in ("first", "second") for name in _SCRATCH)


class PairSearch(NamedTuple):
    first: NrpaSearch
    second: NrpaSearch
    tally: Tally  # of both: all playouts and restarts, the better best
    twin: Any  # the state of the second one's games


def second_stream(rng: Words) -> Words:
    """The random stream of the second search, uint64[1], made of that of the first."""
    return stream("solve", int(rng[0]), 1)


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words, twin: Any) -> PairSearch:
    """Two searches that have not played yet. Parameters: those of NRPA (`learning.make_levels`)."""
    first, second = (nrpa_intervals.make_search(limits, parameters, one) for one in (rng, second_stream(rng)))
    return PairSearch(first, second, make_tally(limits.board), twin)


def begin_with(state: object, search: PairSearch, solution: Ints, adapts: int) -> tuple[int, int]:
    """As `nrpa.begin_with`, both searches."""
    nrpa.begin_with(search.twin, search.second, solution, adapts)
    return nrpa.begin_with(state, search.first, solution, adapts)


def check(search: PairSearch, limits: Limits) -> None:
    """ValueError if one of the two is no search, or they did not take turns."""
    played = []
    for one in (search.first, search.second):
        tally.check(one.tally)
        nrpa.check(one, limits)
        played.append(int(one.tally.counters[PLAYOUTS]))
    tally.require("turns", np.array(played[0] - played[1]), 1)


def begin_again(search: PairSearch) -> None:
    """After a solution: both go back to the policy that they begin with, a restart of each."""
    for one in (search.first, search.second):
        tally.begin_again(one.tally)
        nrpa.begin_again(one)
        search.tally.counters[RESTARTS] += 1


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts of both together, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        if search.first.tally.counters[PLAYOUTS] > search.second.tally.counters[PLAYOUTS]:
            _play_alone(search.twin, search.second, search.tally)
        elif counters[PLAYOUTS] + 1 == end:
            _play_alone(state, search.first, search.tally)
        else:
            _play_both(state, search.twin, search)
    return counters[STATUS]


@subroutine
def _play_alone(state, one, both):
    one.scores[0] = rollout(one, state, None)
    _learn(state, one, both)


@inlined
def _play_both(state, twin, search):
    """A playout of each; if the first one's solves the puzzle, that of the second is still to be made."""
    drawn = search.second.rng[0]
    search.first.scores[0], search.second.scores[0] = rollout_two(search.first, state, search.second, twin)
    _learn(state, search.first, search.tally)
    if search.tally.counters[STATUS] == RUNNING:
        _learn(twin, search.second, search.tally)
    else:
        search.second.rng[0] = drawn


@inlined
def _learn(state, one, both):
    """Counts a search's playout, and hands it up its levels."""
    for counters in (one.tally.counters, both.counters):
        counters[PLAYOUTS] += 1
    remember(one.tally, state, one.scores[0])
    remember(both, state, one.scores[0])
    if solved(state):
        both.counters[STATUS] = SOLVED
    else:
        before = one.tally.counters[RESTARTS]
        climb(one)
        both.counters[RESTARTS] += one.tally.counters[RESTARTS] - before
