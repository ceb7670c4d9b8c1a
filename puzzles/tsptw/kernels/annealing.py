"""Local search on whole tours: begun by the rules' own moves, changed a stretch at a time (start, propose, accept).

A tour's merit is minus its objective and the fines for late visits (`annealing_state`), in spreads of the instance. A
proposal brings two nodes together that the prior has near each other: it moves a node or several beside another place
(Or-opt, Or 1976), turns a stretch round (2-opt, Croes 1958), or lets two nodes change places. While there are late
visits, every other proposal is for one of them, or for what comes before it.

Which node may follow is drawn by the prior's odds of the way there, in constant time (alias tables: M. D. Vose, A
linear algorithm for generating random numbers with a given distribution, IEEE Transactions on Software Engineering 17,
1991). Ways on which one is always late are left out, unless there are no others.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, lowest_bit, subroutine
from puzzles.engine.rules import accept, legal_moves, play, propose, reset, rule, start
from puzzles.engine.streams import next_below, next_float, next_word
from puzzles.tsptw.kernels.annealing_course import adopt, lay_out, merit_of, merit_of_proposal
from puzzles.tsptw.kernels.annealing_state import CUT, FORM, FROM, IN_TIME, STARTS, SWAP, TO, TURN_FIRST, TURN_LAST
from puzzles.tsptw.kernels.moves import list_open
from puzzles.tsptw.kernels.state import AT, BEGUN, CITIES, MAKESPAN, NODES, TsptwState

LONGEST = np.uint64(1 << 16)
"""The bit that ends the draw of a length."""


@rule(start, TsptwState)
def _start(state, board, rng, prior):
    return draw_tour(state, board, rng, prior)


@rule(propose, TsptwState)
def _propose(state, rng, prior, least):
    if state.draft.drawn[0] == 0:
        make_tables(state.settings, state.travel, state.draft, prior)
    if not _draw_proposal(state, rng):
        return -np.inf
    return merit_of_proposal(state, least)


@rule(accept, TsptwState)
def _accept(state, accepted):
    if accepted:
        adopt(state)


@subroutine
def draw_tour(state, board, rng, prior):
    """Completes the board by the prior's odds of the rules' moves, makes it the current tour; its merit.

    A number that is no city, or is repeated, counts as open.
    """
    draft = state.draft
    n, cities = state.settings[NODES], state.settings[CITIES]
    begun = state.settings[BEGUN]
    for node in range(n):
        draft.kept[node] = 0
    for k in range(begun):
        draft.kept[np.int64(state.tour[k])] = k + 1
    for k in range(begun, cities):
        if 0 < board[k] < n and draft.kept[board[k]] == 0:
            draft.kept[board[k]] = k + 1
    reset(state)
    for k in range(begun, cities):
        row = state.scalars[AT] * n
        if 0 < board[k] < n and draft.kept[board[k]] == k + 1:
            play(state, row + board[k])
        else:
            play(state, _drawn(state, row, rng, prior))
    _set_fines(state)
    lay_out(state)
    goal = state.course.start[cities + 1] if state.settings[MAKESPAN] != 0 else state.course.paid[cities + 1]
    return merit_of(state, goal + state.course.fined[cities + 1])


@inlined
def _set_fines(state):
    """Fines for late visits alone at every second start, while all tours had some."""
    course, draft = state.course, state.draft
    strict = course.found[IN_TIME] == 0 and course.found[STARTS] % 2 == 1
    for k in range(course.fine.size):
        course.fine[k] = draft.strict[k] if strict else draft.smooth[k]
    course.found[STARTS] += 1


@inlined
def _drawn(state, row, rng, prior):
    """The code of a move to a city that the board has nowhere: one of the rules' moves, or of all if none is."""
    count = np.int64(legal_moves(state, rng))
    total = _total(state, row, count, prior)
    if total <= 0.0:
        count = np.int64(list_open(state, np.uint64(row)))
        total = _total(state, row, count, prior)
    left = next_float(rng) * total
    chosen = np.int64(-1)
    for k in range(count):
        code = np.int64(state.moves[k])
        if state.draft.kept[code - row] == 0 and (chosen < 0 or left >= 0.0):
            chosen = code
            left -= prior[code] if prior.size > 1 else 1.0
    return chosen


@inlined
def _total(state, row, count, prior):
    total = 0.0
    for k in range(count):
        code = np.int64(state.moves[k])
        if state.draft.kept[code - row] == 0:
            total += prior[code] if prior.size > 1 else 1.0
    return total


@inlined
def _draw_proposal(state, rng):
    """True if there is one: in state.draft.proposal, and another tour than the current one."""
    course, proposal = state.course, state.draft.proposal
    cities = state.settings[CITIES]
    word = next_word(rng)
    begun = state.settings[BEGUN]
    here = begun + np.int64(((word >> np.uint64(32)) * np.uint64(cities + 1 - begun)) >> np.uint64(32))
    if course.lates[0] > 0 and word & np.uint64(1):
        late = course.late[next_below(rng, course.lates[0])]
        here = max(begun, min(late, cities) if word & np.uint64(2) else next_below(rng, late))
    there = course.place[draw_partner(state, course.path[here], rng)]
    if there == here + 1:
        there = begun + 1 + next_below(rng, cities + 1 - begun)
    way = np.int64(word >> np.uint64(2)) & 7
    turn = np.int64(word >> np.uint64(5)) & 7 == 0
    length = 1 + lowest_bit(word >> np.uint64(8) | LONGEST)
    if there > here:
        _draw_ahead(proposal, here, there, way, turn, length, cities, begun)
    else:
        _draw_behind(proposal, here, there, way, turn, length, cities)
    return proposal[FROM] < proposal[TO]


@inlined
def _draw_ahead(proposal, here, there, way, turn, length, cities, begun):
    """Brings together the node here and one that comes after it, or the end of the tour; what is begun stays."""
    if way < 6 and (way < 3 or here == begun) and there <= cities:  # what is there moves behind what is here
        _put(proposal, here + 1, min(there + length - 1, cities), there, TURN_LAST if turn else 0)
    elif way < 6 and here > begun:  # what is here moves before what is there
        _put(proposal, max(here - length + 1, begun + 1), there - 1, here + 1, TURN_FIRST if turn else 0)
    elif way < 7:
        _put(proposal, here + 1, min(there, cities), here + 1, TURN_LAST)
    else:
        _swap(proposal, here + 1, min(there, cities))


@inlined
def _draw_behind(proposal, here, there, way, turn, length, cities):
    """Brings together the node here and one that comes before it."""
    length = min(length, here - there)
    if way < 3:
        _put(proposal, there, here, there + length, TURN_FIRST if turn else 0)
    elif way < 6:
        _put(proposal, there, here, here - length + 1, TURN_LAST if turn else 0)
    elif way < 7:
        _put(proposal, there, here, there, TURN_LAST)
    else:
        _swap(proposal, there, min(here + 1, cities))


@inlined
def _put(proposal, first, last, cut, form):
    proposal[FROM] = first
    proposal[TO] = last if cut <= last and (cut > first or form & TURN_LAST) else first  # else nothing changes
    proposal[CUT] = cut
    proposal[FORM] = form


@inlined
def _swap(proposal, first, last):
    proposal[FROM] = first
    proposal[TO] = last
    proposal[CUT] = last
    proposal[FORM] = SWAP if last > first + 1 else 0


LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


@inlined
def draw_partner(state, node, rng):
    """A node other than this one, the depot among them."""
    draft, n = state.draft, state.settings[NODES]
    word = next_word(rng)
    slot = np.int64(((word >> HALF) * np.uint64(n)) >> HALF)
    share = np.float32(word & LOW) * np.float32(1.0 / 4294967296.0)
    entry = node * n + slot
    return slot if share < draft.cut[entry] else np.int64(draft.alias[entry])


@subroutine
def make_tables(settings, travel, draft, prior):
    """Makes the table of each node. `prior`: float64[n * n], the odds of each way, or one entry for even ones."""
    n = settings[NODES]
    for node in range(n):
        total = _odds(n, travel, draft, prior, node, True)
        if total <= 0.0:
            total = _odds(n, travel, draft, prior, node, False)
        _table(n, draft, node, total)
    draft.drawn[0] = 1


@inlined
def _odds(n, travel, draft, prior, node, in_time):
    """The sum of the odds of all ways from the node, which are then in draft.odds."""
    total = 0.0
    for other in range(n):
        odds = 0.0
        leaves = draft.opens[node] + draft.service[node]
        reached = leaves + travel[node * n + other] <= draft.closes[other]
        if other != node and (reached or not in_time):
            odds = prior[node * n + other] if prior.size > 1 else 1.0
        draft.odds[other] = odds
        total += odds
    return total


@inlined
def _table(n, draft, node, total):
    """Entry k is node k as far as its odds go; the rest of it is a node whose odds are more than an entry."""
    small, large = 0, n
    for k in range(n):
        draft.odds[k] *= n / total
        draft.cut[node * n + k] = 1.0
        draft.alias[node * n + k] = k
        if draft.odds[k] < 1.0:
            draft.stack[small] = k
            small += 1
        else:
            large -= 1
            draft.stack[large] = k
    most = draft.stack[n - 1]  # rounding may leave entries without a donor: then any node with a full entry is one
    while small > 0:
        small -= 1
        k = draft.stack[small]
        donor = draft.stack[large] if large < n else most
        draft.cut[node * n + k] = draft.odds[k]
        draft.alias[node * n + k] = donor
        if large < n:
            draft.odds[donor] -= 1.0 - draft.odds[k]
            if draft.odds[donor] < 1.0:
                large += 1
                draft.stack[small] = donor
                small += 1
