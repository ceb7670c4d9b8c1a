"""What a proposal is worth: its cost first, for that takes no walk, then its times, as far as they are other ones.

A proposal is refused once cost and fines are more than is allowed. Behind the changed places nothing need be looked at
if one arrives early enough to be late nowhere, nor from a place on where service begins when it did before.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.tsptw.kernels.annealing_course import fine_of
from puzzles.tsptw.kernels.annealing_state import CUT, FORM, FROM, SWAP, TO, TURN_FIRST, TURN_LAST, VISIT
from puzzles.tsptw.kernels.state import CITIES, MAKESPAN, NODES

MOST = 9.2e18
"""Units, hardly less than what int64 holds."""


@inlined
def worth(state, total):
    """The merit of a tour whose objective and fines are so much together."""
    return -np.float64(total) / state.draft.spread[0]


@inlined
def price(state, least):
    """The merit of the proposal, whose nodes are then in `draft.fresh`; something below `least` if it is below that."""
    course, draft = state.course, state.draft
    first = draft.proposal[FROM]
    # a little more than exactly, so that rounding refuses nothing that would be taken
    allowed = np.int64(min(-least * draft.spread[0] * (1.0 + 1e-9) + 2.0, MOST))
    fined = course.fined[first - 1]
    makespan = state.settings[MAKESPAN] != 0
    goal = np.int64(0)
    if not makespan:
        goal = _cost(state)
        if goal + fined > allowed:
            return worth(state, goal + fined)
    _write(state)
    return worth(state, _walk(state, goal, allowed, makespan))


@inlined
def _cost(state):
    """The travel of the tour that is proposed, the way back included."""
    course, proposal = state.course, state.draft.proposal
    path, paid, back, travel = course.path, course.paid, course.back, state.travel
    n, end = state.settings[NODES], state.settings[CITIES] + 1
    first, last, cut, form = proposal[FROM], proposal[TO], proposal[CUT], proposal[FORM]
    total = paid[end] - (paid[last + 1] - paid[first - 1])
    before, after = path[first - 1], path[last + 1]
    if form == SWAP:
        total += travel[before * n + path[last]] + travel[path[last] * n + path[first + 1]]
        total += paid[last - 1] - paid[first + 1]
        return total + travel[path[last - 1] * n + path[first]] + travel[path[first] * n + after]
    if form & TURN_LAST:
        total += travel[before * n + path[last]] + back[last] - back[cut]
        before = path[cut]
    else:
        total += travel[before * n + path[cut]] + paid[last] - paid[cut]
        before = path[last]
    if cut > first:
        if form & TURN_FIRST:
            total += travel[before * n + path[cut - 1]] + back[cut - 1] - back[first]
            before = path[first]
        else:
            total += travel[before * n + path[first]] + paid[cut - 1] - paid[first]
            before = path[cut - 1]
    return total + travel[before * n + after]


@inlined
def _write(state):
    """Writes the nodes of the changed positions."""
    path, draft = state.course.path, state.draft
    first, last, cut, form = draft.proposal[FROM], draft.proposal[TO], draft.proposal[CUT], draft.proposal[FORM]
    if form == SWAP:
        for k in range(first + 1, last):
            draft.fresh[k] = path[k]
        draft.fresh[first] = path[last]
        draft.fresh[last] = path[first]
        return
    size = last + 1 - cut
    if form & TURN_LAST:
        for k in range(size):
            draft.fresh[first + k] = path[last - k]
    else:
        for k in range(size):
            draft.fresh[first + k] = path[cut + k]
    size = first + size
    if form & TURN_FIRST:
        for k in range(cut - first):
            draft.fresh[size + k] = path[cut - 1 - k]
    else:
        for k in range(cut - first):
            draft.fresh[size + k] = path[first + k]


@inlined
def _walk(state, cost, allowed, makespan):
    """Objective and fines; as soon as they must be more than is allowed, a bound above that."""
    course, draft, travel = state.course, state.draft, state.travel
    n, end = state.settings[NODES], state.settings[CITIES] + 1
    first, last = draft.proposal[FROM], draft.proposal[TO]
    at, time, total = course.path[first - 1], course.start[first - 1], cost + course.fined[first - 1]
    for k in range(first, last + 1):
        node = draft.fresh[k]
        time += draft.service[at] + travel[at * n + node]
        at = node
        if time > draft.closes[node]:
            total += fine_of(course, time - draft.closes[node])
            if total > allowed:
                return total
        elif time < draft.opens[node]:
            time = draft.opens[node]
    k = last + 1
    time += draft.service[at] + travel[at * n + course.path[k]]
    if makespan:
        total += max(time + course.togo[k], course.ready[k])
    if time <= course.latest[k]:
        return total
    if total + course.fine[VISIT] > allowed:
        return total + course.fine[VISIT]
    while True:
        node = course.path[k]
        if time > draft.closes[node]:
            total += fine_of(course, time - draft.closes[node])
            if total > allowed:
                return total
        elif time < draft.opens[node]:
            time = draft.opens[node]
        if time == course.start[k]:
            return total + course.fined[end] - course.fined[k]
        if k == end:
            return total
        k += 1
        time += draft.service[node] + travel[node * n + course.path[k]]
