"""Local search on grids with gaps: a value is put into a cell, what it clashes with goes (start, propose, accept).

The puzzle is taken for an exact cover: a candidate, one of the values that propagation leaves a cell at the root,
covers the cell and the value's place in each group of the cell; cells, and values of groups that hold every value, are
to be covered. What is covered at most once is so at all times, and minus the number of cells without a value is the
merit. A proposal puts one candidate in and takes those out that cover the same; it is one that takes out none, else
one that takes out one, else the one of a place drawn at random that takes out fewest (the plateau search for maximum
independent sets: Andrade, Resende, Werneck, Journal of Heuristics 18, 2012). What was taken out is tabu for a while
that grows with the number of those that would take out one (as TabuCol's tenure with the conflicts: Galinier, Hao,
Journal of Combinatorial Optimization 3, 1999). All proposals are taken, whatever the temperature.

The search returns again and again to the turn's grid of fewest gaps, which later ones of as many gaps replace
(iterated local search: Lourenço, Martin, Stützle, Handbook of Metaheuristics, 2003).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import ENDLESS, rule
from puzzles.engine.streams import next_below
from puzzles.sudoku.kernels.annealing_state import (
    CANDIDATES,
    DEAD,
    FILLED,
    FREE,
    FULLEST,
    KEPT,
    KEPT_AT,
    MISSED,
    MOST,
    NEXT,
    NOW,
    OPENED,
    RETURNED,
    SINCE,
    SINGLE,
    STEP,
    PackedGrid,
)

DRAWN = 10
"""What was taken out is tabu for up to so many steps beyond what `SHARES` says, drawn at random."""
TURN = 5_000
"""A turn ends when no grid is kept and so many steps, for each cell that is open at the root, have not led to fewer
gaps; in each further round of turns twice as many."""
LOOKS = 5
"""So often in these steps it is looked whether the turn ends."""
HOPELESS = 4
"""They are not doubled if the turn's fewest gaps are more than so many times those of the search, and than NEARLY."""
NEARLY = 8
"""A grid of at most so many gaps is kept, to be returned to."""
APART = 1_000
"""Steps, at least, after which a grid of as many gaps is kept in its place."""
RETURN = 500
"""Steps between returns, for each open cell."""
RETURNS = 40
"""A grid is returned to so often, unless one of fewer gaps is found meanwhile."""
MOST_DOUBLINGS = 20
"""Steps are doubled so often at most."""
ALWAYS = 1e12
"""Times the usual temperature: at that one everything is taken."""


@rule(rules.start, PackedGrid)
def _start(state, board, rng, prior):
    """Begins with the board's values where they fit, gaps elsewhere."""
    scalars = state.scalars
    scalars[STEP] = 0
    scalars[NOW] = 0
    scalars[SINCE] = 0
    scalars[FILLED] = 0
    scalars[MISSED] = 0
    scalars[SINGLE] = 0
    scalars[KEPT] = 0
    scalars[FREE] = scalars[CANDIDATES]
    for place in range(state.holder.size):
        state.holder[place] = -1
        if state.missed_at[place] > -2:
            _miss(state, place)
    for candidate in range(scalars[CANDIDATES]):
        state.clashes[candidate] = 0
        state.ready[0, candidate] = candidate
        state.ready_at[candidate] = candidate
        state.tabu[candidate] = 0
    for candidate in range(scalars[CANDIDATES]):
        cell = state.cells[state.places[state.places_at[candidate]]]
        if board[cell] == state.values[candidate] and state.clashes[candidate] == 0:
            _put_in(state, candidate)
    scalars[FULLEST] = scalars[FILLED]
    scalars[MOST] = scalars[FILLED]
    scalars[NEXT] = -1
    return np.float64(scalars[FILLED] - scalars[OPENED])


@rule(rules.propose, PackedGrid)
def _propose(state, rng, prior, least):
    scalars = state.scalars
    scalars[STEP] += 1
    opened = scalars[OPENED]
    if scalars[STEP] % (TURN // LOOKS * max(opened, 1)) == 0 and scalars[KEPT] == 0:
        hopeless = opened - scalars[FULLEST] > max(HOPELESS * (opened - scalars[MOST]), NEARLY)
        doublings = 0 if hopeless else min(scalars[NOW] // state.shares.size, MOST_DOUBLINGS)
        if scalars[STEP] - scalars[SINCE] >= TURN * opened << doublings:
            scalars[NOW] += 1
            scalars[SINCE] = scalars[STEP]
            scalars[FULLEST] = scalars[FILLED]
    if scalars[KEPT] > 0 and scalars[STEP] % (RETURN * opened) == 0:
        _return(state)
    scalars[NEXT] = _choose(state, rng)
    filled = scalars[FILLED]
    if scalars[NEXT] >= 0:
        filled += 1 - np.int64(state.clashes[scalars[NEXT]])
        tenure = scalars[SINGLE] * state.shares[scalars[NOW] % state.shares.size] // 100 + 1
        for at in range(state.places_at[scalars[NEXT]], state.places_at[scalars[NEXT] + 1]):
            holder = state.holder[state.places[at]]
            if holder >= 0 and state.tabu[holder] <= scalars[STEP]:
                state.tabu[holder] = scalars[STEP] + tenure + next_below(rng, DRAWN)
    return np.float64(filled - opened)


@rule(rules.accept, PackedGrid)
def _accept(state, accepted):
    candidate = state.scalars[NEXT]
    if not accepted or candidate < 0:
        return
    for at in range(state.places_at[candidate], state.places_at[candidate + 1]):
        holder = state.holder[state.places[at]]
        if holder >= 0:
            _take_out(state, holder)
    _put_in(state, candidate)
    if state.scalars[FILLED] > state.scalars[FULLEST]:
        state.scalars[FULLEST] = state.scalars[FILLED]
        state.scalars[SINCE] = state.scalars[STEP]
        state.scalars[MOST] = max(state.scalars[MOST], state.scalars[FILLED])
    if state.scalars[FILLED] >= max(state.scalars[KEPT], state.scalars[OPENED] - NEARLY):
        _keep(state)


@subroutine
def _keep(state):
    """Keeps the grid if it has fewer gaps than the one kept, or as many and comes long enough after it."""
    scalars = state.scalars
    if scalars[FILLED] == scalars[KEPT] and scalars[STEP] < scalars[KEPT_AT] + APART:
        return
    if scalars[FILLED] > scalars[KEPT]:
        scalars[RETURNED] = 0
    scalars[KEPT] = scalars[FILLED]
    scalars[KEPT_AT] = scalars[STEP]
    for place in range(scalars[OPENED]):
        state.kept[place] = state.holder[place]


@subroutine
def _return(state):
    """Puts the grid kept in place of the present one, with nothing tabu; after so many times it is kept no longer."""
    scalars = state.scalars
    scalars[RETURNED] += 1
    if scalars[RETURNED] > RETURNS:
        scalars[KEPT] = 0
        return
    for place in range(scalars[OPENED]):
        holder = state.holder[place]
        if holder >= 0 and holder != state.kept[place]:
            _take_out(state, holder)
    for place in range(scalars[OPENED]):
        kept = state.kept[place]
        if kept >= 0 and state.holder[place] != kept:
            _put_in(state, kept)
    state.tabu[:] = 0


@rule(rules.cooling, PackedGrid)
def _cooling(state):
    return ENDLESS, ALWAYS, ALWAYS


@rule(rules.score, PackedGrid)
def _score(state):
    return -np.float64(state.scalars[OPENED] - (state.scalars[FILLED] if state.scalars[DEAD] == 0 else 0))


@rule(rules.solved, PackedGrid)
def _solved(state):
    return state.scalars[FILLED] == state.scalars[OPENED] and state.scalars[DEAD] == 0


@rule(rules.snapshot, PackedGrid)
def _snapshot(state, board):
    for cell in range(state.board.size):
        board[cell] = state.board[cell]
    for place in range(state.scalars[OPENED]):
        candidate = state.holder[place] if state.scalars[DEAD] == 0 else -1
        board[state.cells[place]] = state.values[candidate] if candidate >= 0 else -1
    return state.board.size


@subroutine
def _choose(state, rng):
    """The candidate to put in; -1 if all of the place that was drawn are tabu."""
    scalars = state.scalars
    for clashes in range(2):
        length = scalars[FREE + clashes]
        if length > 0:
            at = next_below(rng, length)
            for _ in range(length):
                candidate = state.ready[clashes, at]
                if state.tabu[candidate] <= scalars[STEP]:
                    return candidate
                at += 1
                if at == length:
                    at = 0
    best = np.int64(-1)
    if scalars[MISSED] > 0:
        place = state.missed[next_below(rng, scalars[MISSED])]
        met = 0
        for at in range(state.covers_at[place], state.covers_at[place + 1]):
            candidate = state.covers[at]
            if state.tabu[candidate] > scalars[STEP]:
                continue
            if best < 0 or state.clashes[candidate] < state.clashes[best]:
                best = candidate
                met = 1
            elif state.clashes[candidate] == state.clashes[best]:
                met += 1
                if next_below(rng, met) == 0:
                    best = candidate
    return best


@inlined
def _miss(state, place):
    scalars = state.scalars
    state.missed_at[place] = scalars[MISSED]
    state.missed[scalars[MISSED]] = place
    scalars[MISSED] += 1


@inlined
def _list(state, candidate, clashes):
    """Puts a candidate that is out on the list that its clashes say, if any."""
    if clashes < 2:
        length = state.scalars[FREE + clashes]
        state.ready[clashes, length] = candidate
        state.ready_at[candidate] = length
        state.scalars[FREE + clashes] = length + 1


@inlined
def _unlist(state, candidate, clashes):
    if clashes < 2:
        length = state.scalars[FREE + clashes] - 1
        last = state.ready[clashes, length]
        at = state.ready_at[candidate]
        state.ready[clashes, at] = last
        state.ready_at[last] = at
        state.scalars[FREE + clashes] = length


@subroutine
def _put_in(state, candidate):
    """A candidate without clashes goes in."""
    scalars = state.scalars
    _unlist(state, candidate, 0)
    for at in range(state.places_at[candidate], state.places_at[candidate + 1]):
        place = state.places[at]
        state.holder[place] = candidate
        missed = state.missed_at[place]
        if missed >= 0:
            scalars[MISSED] -= 1
            last = state.missed[scalars[MISSED]]
            state.missed[missed] = last
            state.missed_at[last] = missed
            state.missed_at[place] = -1
    scalars[FILLED] += 1
    _count(state, candidate, 1)


@subroutine
def _take_out(state, candidate):
    scalars = state.scalars
    for at in range(state.places_at[candidate], state.places_at[candidate + 1]):
        place = state.places[at]
        state.holder[place] = -1
        if state.missed_at[place] == -1:
            _miss(state, place)
    scalars[FILLED] -= 1
    _list(state, candidate, 0)
    _count(state, candidate, -1)


@inlined
def _count(state, candidate, change):
    """Changes the clashes of all that cover a place of the candidate's, none of which is in."""
    for at in range(state.rivals_at[candidate], state.rivals_at[candidate + 1]):
        rival = state.rivals[at]
        clashes = np.int64(state.clashes[rival])
        _unlist(state, rival, clashes)
        clashes += change
        _list(state, rival, clashes)
        state.clashes[rival] = clashes
