"""The current tour's figures, and how a proposal becomes the current tour."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.tsptw.kernels.annealing_state import CAP, FROM, IN_TIME, TO, UNTIL_NEVER, VISIT
from puzzles.tsptw.kernels.state import AT, CITIES, COST, LATE, LENGTH, NODES, TIME


@inlined
def fine_of(course, lateness):
    """What a visit costs that is so late, 1 or more."""
    return course.fine[VISIT] + min(lateness, course.fine[CAP])


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
        course.found[IN_TIME] = 1
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
            latest = UNTIL_NEVER
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
        course.place[node] = k
    look_ahead(state, 1)
    look_back(state, end - 1)
