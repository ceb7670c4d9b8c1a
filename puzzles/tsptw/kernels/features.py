"""The features of a visit for BLNRPA: how long one waits for it, how far off its end is, and how far away it is.

Sentuc, Cazenave, Lucas, GNRPA with Dynamic Bias for Vehicle Routing, 2021 (arXiv 2111.06928), by vehicle routing: each
is minus a time or distance, divided by a bound on it. There waiting and slack are both divided by the longest window;
here waiting is divided by the longest possible one, which goes beyond any window where windows are narrow. The distance
is left out where there is a prior, which is by distance.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine import rules
from puzzles.engine.rules import rule
from puzzles.tsptw.kernels import state as tsptw


@rule(rules.features, tsptw.TsptwState)
def _features(state, move, values):
    """Waiting, slack (from the beginning of service to the window's end; positive if late, 1 at most), distance."""
    settings = state.settings
    code = np.uint64(move)
    row = np.uint64(state.scalars[tsptw.AT]) * np.uint64(settings[tsptw.NODES])
    rank = state.rank_of[code - row]
    arrival = state.scalars[tsptw.TIME] + state.legs[row + rank]
    begin = max(arrival, state.opens[rank])
    values[0] = -np.float64(begin - arrival) / np.float64(settings[tsptw.LONGEST_WAIT])
    values[1] = min(np.float64(begin - state.closes[rank]) / np.float64(settings[tsptw.LONGEST_WINDOW]), 1.0)
    if settings[tsptw.PRIOR] == 0:
        values[2] = -np.float64(state.travel[code]) / np.float64(settings[tsptw.LONGEST_WAY])
