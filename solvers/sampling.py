"""Independent playouts, each move drawn by the prior's odds (Cazenave, Learning a Prior, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kernels import inlined, kernel
from puzzles.limits import Limits
from puzzles.parameters import Value
from puzzles.rules import legal_moves, play, reset, score, solved
from solvers.choice import choose
from solvers.tally import PLAYOUTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember


class SamplingSearch(NamedTuple):
    """A sampling search in progress."""

    rng: npt.NDArray[np.uint64]  # uint64[1]
    prior: npt.NDArray[np.float64]  # float64[prior codes]: odds; one entry means no prior
    odds: npt.NDArray[np.float64]  # float64[width]
    tally: Tally


def make_search(
    limits: Limits,
    parameters: Mapping[str, Value],
    prior: npt.NDArray[np.float64],
    rng: npt.NDArray[np.uint64],
) -> SamplingSearch:
    """A search that has not played yet. `prior` holds odds (exp of the bias), one entry for none."""
    return SamplingSearch(rng.copy(), prior, np.zeros(limits.width), make_tally(limits.board))


@inlined
def _playout(state, search):
    """Plays from the root to a terminal position and returns its score."""
    reset(state)
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            return score(state)
        play(state, state.moves[choose(state, search, count)])


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        reached = _playout(state, search)
        counters[PLAYOUTS] += 1
        remember(search.tally, state, reached)
        if solved(state):
            counters[STATUS] = SOLVED
    return counters[STATUS]
