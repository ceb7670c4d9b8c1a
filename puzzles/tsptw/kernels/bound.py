"""The least that any tour can come to that goes on from a position: late visits, and the objective.

Nothing here goes by the rule of moves. A node to which even the shortest way is too late will be late. Into each open
city, and into the depot, leads some way, none cheaper than its cheapest; waiting makes no tour shorter. A tour is back
no sooner than by the shortest ways to any open city and on to the depot. All are exact integers, so no end is cut off
by rounding.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, lowest_bit
from puzzles.tsptw.kernels.moves import WORD_BITS
from puzzles.tsptw.kernels.state import AT, CITIES, COST, DEPOT_CLOSES, LATE, MAKESPAN, NODES, NONE, ONE, TIME


@inlined
def best_end(state):
    """Late visits and objective, int64, of which no end has fewer, or less; only for states with a trail."""
    time = state.scalars[TIME]
    node = np.uint64(state.scalars[AT])
    row = node * np.uint64(state.settings[NODES])
    late = state.scalars[LATE]
    makespan = state.settings[MAKESPAN] != 0
    goal = (time if makespan else state.scalars[COST]) + state.cheapest[state.settings[CITIES]]
    back = time + state.ways_home[node]
    for word in range(len(state.words)):
        left = state.open[word]
        while left != NONE:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            goal += state.cheapest[rank]
            arrival = time + state.ways[row + rank]
            late += 1 if arrival > state.closes[rank] else 0
            back = max(back, max(arrival, state.opens[rank]) + state.ways_home[state.node_of[rank]])
    late += 1 if back > state.settings[DEPOT_CLOSES] else 0
    return late, max(goal, back) if makespan else goal
