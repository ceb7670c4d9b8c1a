"""The current tour's figures, the merit of a proposal, and how it becomes the current tour.

A proposal's cost is computed first, as that takes no walk, then its times, as far as they change. It is refused once
cost and fines are more than is allowed. Behind the changed places nothing is computed if the arrival there is early
enough that no later visit is late, nor from a place on where service begins at the same time as before.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.tsptw.kernels import annealing_state
from puzzles.tsptw.kernels.annealing_state import CUT, FORM, FROM, SWAP, TO, TURN_FIRST, TURN_LAST, VISIT
from puzzles.tsptw.kernels.state import AT, BEGUN, CITIES, COST, LATE, LENGTH, MAKESPAN, NODES, TIME


@inlined
def fine_of(course, lateness):
    """The fine of a visit that is late by `lateness`, 1 or more."""
    return course.fine[VISIT] + min(lateness, course.fine[annealing_state.CAP])


@inlined
def adopt(state):
    """Makes the proposal, whose nodes are in `draft.fresh`, the current tour."""
    course, draft = state.course, state.draft
    first, last = draft.proposal[FROM], draft.proposal[TO]
    for k in range(first, last + 1):
        node = draft.fresh[k]
        course.path[k] = node
        course.place[node] = k
        state.tour[k - 1] = np.uint64(node)
    look_ahead(state, first)
    look_back(state, last)


@inlined
def look_ahead(state, first):
    """Times, costs and fines from that position on; then the state's figures are the tour's."""
    course, draft = state.course, state.draft
    n, end = state.settings[NODES], state.settings[CITIES] + 1
    count = course.lates[0]
    while count > 0 and course.late[count - 1] >= first:
        count -= 1
    at = course.path[first - 1]
    time, paid = course.start[first - 1], course.paid[first - 1]
    back, fined = course.back[first - 1], course.fined[first - 1]
    for k in range(first, end + 1):
        node = course.path[k]
        travel = state.travel[at * n + node]
        time += draft.service[at] + travel
        paid += travel
        back += state.travel[node * n + at]
        if time > draft.closes[node]:
            fined += fine_of(course, time - draft.closes[node])
            course.late[count] = k
            count += 1
        elif time < draft.opens[node]:
            time = draft.opens[node]
        course.start[k] = time
        course.paid[k] = paid
        course.back[k] = back
        course.fined[k] = fined
        at = node
    course.lates[0] = count
    if count == 0:
        course.found[annealing_state.IN_TIME] = 1
    scalars = state.scalars
    scalars[AT] = course.path[end - 1]
    scalars[TIME] = course.start[end - 1]
    scalars[COST] = course.paid[end - 1]
    scalars[LATE] = count - (1 if count > 0 and course.late[count - 1] == end else 0)
    scalars[LENGTH] = end - 1


@inlined
def look_back(state, last):
    """By when to arrive at that position and all before, and what the rest takes."""
    course, draft = state.course, state.draft
    n = state.settings[NODES]
    after = course.path[last + 1]
    latest, togo, ready = course.latest[last + 1], course.togo[last + 1], course.ready[last + 1]
    for back in range(last):
        k = last - back
        node = course.path[k]
        leg = draft.service[node] + state.travel[node * n + after]
        opens = draft.opens[node]
        latest = min(latest - leg, draft.closes[node])
        if latest < opens:
            latest = annealing_state.UNTIL_NEVER
        togo += leg
        ready = max(opens + togo, ready)
        course.latest[k] = latest
        course.togo[k] = togo
        course.ready[k] = ready
        after = node


@inlined
def lay_out(state):
    """Takes the complete tour in the making as the current tour."""
    course, draft = state.course, state.draft
    end = state.settings[CITIES] + 1
    course.path[0] = 0
    course.path[end] = 0
    course.place[0] = end
    course.start[0] = draft.opens[0]
    course.latest[end] = draft.closes[0]
    course.togo[end] = 0
    course.ready[end] = draft.opens[0]
    course.lates[0] = 0
    for k in range(1, end):
        node = np.int64(state.tour[k - 1])
        course.path[k] = node
        course.place[node] = k if k > state.settings[BEGUN] else end
    look_ahead(state, 1)
    look_back(state, end - 1)


MOST = 9.2e18
"""Units, hardly less than what int64 holds."""


@inlined
def merit_of(state, total):
    """The merit of a tour by the sum of its objective and fines."""
    return -np.float64(total) / state.draft.spread[0]


@inlined
def merit_of_proposal(state, least):
    """The merit of the proposal, whose nodes are then in `draft.fresh`; a number below `least` if it is below that."""
    course, draft = state.course, state.draft
    first = draft.proposal[FROM]
    # a little more than exactly, so that rounding refuses nothing that would be accepted
    allowed = np.int64(min(-least * draft.spread[0] * (1.0 + 1e-9) + 2.0, MOST))
    fined = course.fined[first - 1]
    makespan = state.settings[MAKESPAN] != 0
    goal = np.int64(0)
    if not makespan:
        goal = _cost(state)
        if goal + fined > allowed:
            return merit_of(state, goal + fined)
    _write(state)
    return merit_of(state, _walk(state, goal, allowed, makespan))


@inlined
def _cost(state):
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
