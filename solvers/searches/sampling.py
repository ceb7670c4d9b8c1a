"""Independent playouts, each move drawn by the prior's odds (Cazenave, Learning a Prior, Algorithm 1).

Where the rules have a twin (see `lockstep`) two playouts go on in lock-step, each with a stream of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import legal_moves, reset, score, solved
from puzzles.parameters import Value
from solvers.searches.lockstep import make_streams, play_one, play_two, seed
from solvers.searches.tally import PLAYOUTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember


class SamplingSearch(NamedTuple):
    """A sampling search in progress."""

    rng: npt.NDArray[np.uint64]  # uint64[1]
    prior: npt.NDArray[np.float64]  # float64[prior codes]: odds; one entry means no prior
    odds: npt.NDArray[np.float64]  # float64[width]
    tally: Tally
    twin: Any  # another state of the puzzle, or None
    streams: npt.NDArray[np.uint64]  # uint64[2, 1]: those of the two playouts in lock-step


def make_search(
    limits: Limits,
    parameters: Mapping[str, Value],
    prior: npt.NDArray[np.float64],
    rng: npt.NDArray[np.uint64],
    twin: Any = None,
) -> SamplingSearch:
    """A search that has not played yet. `prior` holds odds (exp of the bias), one entry for none."""
    return SamplingSearch(rng.copy(), prior, np.zeros(limits.width), make_tally(limits.board), twin, make_streams())


@inlined
def _playout(state, search, rng):
    """Plays from the root to a terminal position."""
    reset(state)
    play_one(state, search, rng, legal_moves(state, rng), None, 0)


@inlined
def _count(state, search):
    """Counts a playout that has ended in the state."""
    search.tally.counters[PLAYOUTS] += 1
    remember(search.tally, state, score(state))
    if solved(state):
        search.tally.counters[STATUS] = SOLVED


@inlined
def _play_on(state, twin, search, left):
    """One more playout or, with a twin and room for two, two."""
    if twin is None:
        _playout(state, search, search.rng)
        _count(state, search)
    else:
        seed(search.streams, 0, search.rng)
        if left == 1:
            _playout(state, search, search.streams[0])
            _count(state, search)
        else:
            seed(search.streams, 1, search.rng)
            reset(state)
            reset(twin)
            play_two(state, twin, search, None, None, 0)
            _count(state, search)
            if search.tally.counters[STATUS] == RUNNING:
                _count(twin, search)


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        _play_on(state, search.twin, search, end - counters[PLAYOUTS])
    return counters[STATUS]
