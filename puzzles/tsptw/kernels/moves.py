"""Which cities a tour may visit next, as lists of policy codes; and a bound on every tour that goes on from a position.

Plain, as in Cazenave's programs (Generalized NRPA, section 6.2): cities that can't be reached in time any more come
first; if there are none, those before whose service no window of another city closes. Window-aware: no city to which
the leg from here is too late, and none from which another node is late that could be reached in time from here, the
depot on the way back among them. Whether a node that is not next can be reached goes by the shortest way to it, over
other cities; so no tour that keeps all windows is left out, also where a detour is a short cut. Either way, if nothing
is left, all that are open. Lists are in the order in which windows close.

The bound goes by no rule of moves. A node to which even the shortest way is too late will be late. Into each open city,
and into the depot, leads some way, none cheaper than its cheapest; waiting makes no tour shorter. A tour is back no
sooner than by the shortest ways to any open city and on to the depot. All are exact integers, so no end is cut off by
rounding.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, lowest_bit
from puzzles.tsptw.kernels.state import AT, CITIES, COST, DEPOT_CLOSES, LATE, MAKESPAN, NEVER, NODES, NONE, ONE, TIME

WORD_BITS = np.uint64(64)


@inlined
def list_plain(state):
    """The number of moves by the plain rules, written to state.moves."""
    time = state.scalars[TIME]
    node = np.uint64(state.scalars[AT])
    row = node * np.uint64(state.settings[NODES])
    filled = _list_late(state, time, row, time + state.farthest[node])
    if filled == NONE:
        filled = _list_before_all_others(state, time, row)
    return filled if filled > NONE else list_open(state, row)


@inlined
def _list_late(state, time, row, limit):
    """The cities that are already late; those that close at the limit or later are not."""
    filled = NONE
    for word in range(len(state.words)):
        left = state.open[word]
        while left != NONE:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            if state.closes[rank] >= limit:
                left = NONE
            elif time + state.legs[row + rank] > state.closes[rank]:
                state.moves[filled] = row + state.node_of[rank]
                filled += ONE
    return filled


@inlined
def _list_before_all_others(state, time, row):
    """The cities whose service begins before, or just when, the first window of another one closes."""
    first, others_close = _first_two(state)
    state.moves[NONE] = row + state.node_of[first]
    start = max(time + state.legs[row + first], state.opens[first])
    filled = ONE if start <= others_close else NONE
    close = state.closes[first]
    for word in range(len(state.words)):
        left = state.open[word] & state.opening[first * np.uint64(len(state.words)) + np.uint64(word)]
        if np.uint64(word) == first // WORD_BITS:
            left &= ~(ONE << first % WORD_BITS)
        while left != NONE:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            # written without a branch on what is not foreseeable, and kept by counting
            state.moves[filled] = row + state.node_of[rank]
            filled += ONE if time + state.legs[row + rank] <= close else NONE
    return filled


@inlined
def _first_two(state):
    """The rank of the open city that closes first, and when the one after it closes."""
    first = NONE
    found = 0
    second = NEVER
    for word in range(len(state.words)):
        left = state.open[word]
        while left != NONE and found < 2:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            if found == 0:
                first = rank
            else:
                second = state.closes[rank]
            found += 1
    return first, second


@inlined
def list_by_windows(state):
    """The number of moves by the window-aware rules, written to state.moves."""
    time = state.scalars[TIME]
    node = np.uint64(state.scalars[AT])
    n = np.uint64(state.settings[NODES])
    row = node * n
    _note_reachable(state, time, row, time + state.farthest[node])
    depot_closes = (
        state.settings[DEPOT_CLOSES] if time + state.ways_home[node] <= state.settings[DEPOT_CLOSES] else NEVER
    )
    filled = NONE
    for word in range(len(state.words)):
        left = state.reachable[word]
        while left != NONE:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            city = state.node_of[rank]
            arrival = time + state.legs[row + rank]
            start = max(arrival, state.opens[rank])
            in_time = arrival <= state.closes[rank] and start + state.ways_home[city] <= depot_closes
            if in_time and not _makes_late(state, city, rank, city * n, start):
                state.moves[filled] = row + city
                filled += ONE
    return filled if filled > NONE else list_open(state, row)


@inlined
def _note_reachable(state, time, row, limit):
    """Sets state.reachable to the open cities that can be in time; those that close at the limit or later can."""
    for word in range(len(state.words)):
        late = NONE
        left = state.open[word]
        while left != NONE:
            bit = left & (~left + ONE)
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left ^= bit
            if state.closes[rank] >= limit:
                left = NONE
            elif time + state.ways[row + rank] > state.closes[rank]:
                late |= bit
        state.reachable[word] = state.open[word] & ~late


@inlined
def _makes_late(state, city, rank, row, start):
    """True if a reachable city but this one must be late after service here begins at `start`; row: the city's."""
    limit = start + state.farthest[city]
    late = False
    for word in range(len(state.words)):
        left = state.reachable[word]
        if np.uint64(word) == rank // WORD_BITS:
            left &= ~(ONE << rank % WORD_BITS)
        while left != NONE:
            other = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            if state.closes[other] >= limit:
                left = NONE
            elif start + state.ways[row + other] > state.closes[other]:
                late = True
                left = NONE
        if late:
            break
    return late


@inlined
def list_open(state, row):
    """All open cities; row: the node's."""
    filled = NONE
    for word in range(len(state.words)):
        left = state.open[word]
        while left != NONE:
            rank = np.uint64(word) * WORD_BITS + np.uint64(lowest_bit(left))
            left &= left - ONE
            state.moves[filled] = row + state.node_of[rank]
            filled += ONE
    return filled


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
