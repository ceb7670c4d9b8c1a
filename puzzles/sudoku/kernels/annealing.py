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

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, kernel, subroutine
from puzzles.engine.rules import ENDLESS, rule
from puzzles.engine.streams import next_below
from puzzles.sudoku.kernels.state import CELLS, ORDER, ROOT_DEAD, CellsState, flattened
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]

SHARES = 85, 170, 75, 62
"""What was taken out is tabu for so many hundredths of a step for each candidate that would take out one, by turns.

Where many cells are given, the search goes round in a few grids with all but the second, which is too much elsewhere;
the larger the grid the lower the share that solves most.
"""
DRAWN = 10
"""And for up to so many steps more."""
TURN = 5_000
"""Steps of a turn, a cell that is open at the root; those of each further round are twice as long."""
LOOKS = 5
"""So often in a first turn it is looked whether the turn ends early."""
HOPELESS = 4
"""It does if it left at least more than so many times the fewest gaps of the search, and more than NEARLY."""
NEARLY = 8
"""Up to so many gaps a grid is kept, one of as many in its place after so many steps at the earliest:"""
APART = 1_000
RETURN, RETURNS = 500, 40
"""Steps an open cell after which it is returned to, and how often without a grid of fewer gaps."""
MOST_DOUBLINGS = 20
"""So often at most."""
ALWAYS = 1e12
"""Times the usual temperature: at that one everything is taken."""

# scalars[...]: OPENED, CANDIDATES: numbers; MISSED: places to be covered that are not; FREE, SINGLE: lengths of
# `ready`; NOW, UNTIL: the turn, and the step from which it ends; FULLEST, MOST: most cells filled since the last look
# and of all; NEXT: the candidate proposed, -1 without one; KEPT, KEPT_AT, RETURNED: cells filled of `kept`, 0 without
# one, its step, and how often it was returned to
OPENED, CANDIDATES, DEAD, STEP, FILLED, MISSED, FREE, SINGLE, NOW, UNTIL, FULLEST, MOST, NEXT = range(13)
KEPT, KEPT_AT, RETURNED, NUMBERS = range(13, 17)


class PackedGrid(NamedTuple):
    """A grid with gaps and its search; a place is what candidates cover: a cell, or a value of a group."""

    scalars: Ints  # int64[16]: see above
    shares: Ints  # int64[turns]: SHARES
    board: Ints  # int64[cells]: values
    cells: Ints  # int64[opened]: the cell of each of the first places
    values: Ints  # int64[candidates]
    places: Ints  # what each candidate covers, its cell first
    places_at: Ints  # int64[candidates + 1]
    covers: Ints  # the candidates of each place
    covers_at: Ints  # int64[places + 1]
    holder: Ints  # int64[places]: the candidate that covers each, -1 without one
    missed: Ints  # int64[places]: those to be covered that are not, in any order
    missed_at: Ints  # int64[places]: where each is in that list; -1: is covered, -2: need not be
    rivals: npt.NDArray[np.int32]  # those that cover a place that a candidate covers, each once
    rivals_at: Ints  # int64[candidates + 1]
    clashes: npt.NDArray[np.int16]  # int16[candidates]: how many rivals of each are in
    ready: Ints  # int64[2, candidates]: those that are out and would take out none, or one, in any order
    ready_at: Ints  # int64[candidates]: where each is in its list
    tabu: Ints  # int64[candidates]: up to which step
    kept: Ints  # int64[opened]: the candidate in each cell of the turn's grid of fewest gaps, -1 without one


def repairing(state: CellsState, puzzle: Sudoku) -> PackedGrid:
    """The state that annealing changes, over the root of the state in play."""
    order, words = int(state.scalars[ORDER]), len(state.words)
    masks = state.root[: state.scalars[CELLS] * words].reshape(-1, words)
    domains = [sum(int(word) << 64 * k for k, word in enumerate(mask)) for mask in masks]
    cells = [cell for cell, domain in enumerate(domains) if domain]
    groups: list[list[int]] = [[] for _ in domains]
    for number, group in enumerate(sorted(puzzle.groups, key=lambda one: len(one.cells) < order)):
        for cell in group.cells:
            groups[cell].append(number)
    whole = sum(len(group.cells) == order for group in puzzle.groups)
    candidates = [
        (place, value) for place, cell in enumerate(cells) for value in range(order) if domains[cell] >> value & 1
    ]
    place_of: dict[int, int] = {}
    places = []
    for place, value in candidates:
        others = [number * order + value for number in groups[cells[place]]]
        places.append([place, *(place_of.setdefault(one, len(cells) + len(place_of)) for one in others)])
    needed = [True] * len(cells) + [number < whole * order for number in place_of]
    covers: list[list[int]] = [[] for _ in needed]
    for candidate, covered in enumerate(places):
        for place in covered:
            covers[place].append(candidate)
    all_places, places_at = flattened(places)
    all_covers, covers_at = flattened(covers)
    met, rivals_at, rivals = np.zeros(len(places), np.int64), np.zeros(len(places) + 1, np.int64), np.zeros(0, np.int32)
    for _ in range(2):
        met[:] = -1
        _write_rivals(all_places, places_at, all_covers, covers_at, met, rivals_at, rivals)
        rivals = np.zeros(max(int(rivals_at[-1]), 1), np.int32) if rivals.size == 0 else rivals
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[OPENED], scalars[CANDIDATES], scalars[DEAD] = len(cells), len(candidates), state.scalars[ROOT_DEAD]
    board = state.values.copy()
    board[cells] = -1

    return PackedGrid(
        scalars=scalars,
        shares=np.array(SHARES, np.int64),
        board=board,
        cells=np.array(cells, np.int64),
        values=np.array([value for _, value in candidates] or [0], np.int64),
        places=all_places,
        places_at=places_at,
        covers=all_covers,
        covers_at=covers_at,
        holder=np.zeros(len(needed), np.int64),
        missed=np.zeros(len(needed), np.int64),
        missed_at=np.where(needed, 0, -2).astype(np.int64),
        rivals=rivals,
        rivals_at=rivals_at,
        clashes=np.zeros(len(candidates), np.int16),
        ready=np.zeros((2, len(candidates)), np.int64),
        ready_at=np.zeros(len(candidates), np.int64),
        tabu=np.zeros(len(candidates), np.int64),
        kept=np.zeros(len(cells), np.int64),
    )


@kernel
def _write_rivals(places, places_at, covers, covers_at, met, rivals_at, rivals):
    """Writes each candidate's rivals where there is room for them, and where they begin; `met` is -1 everywhere."""
    count = 0
    for candidate in range(met.size):
        rivals_at[candidate] = count
        met[candidate] = candidate
        for at in range(places_at[candidate], places_at[candidate + 1]):
            place = places[at]
            for k in range(covers_at[place], covers_at[place + 1]):
                other = covers[k]
                if met[other] != candidate:
                    met[other] = candidate
                    if rivals.size > 0:
                        rivals[count] = other
                    count += 1
    rivals_at[met.size] = count


@rule(rules.start, PackedGrid)
def _start(state, board, rng, prior):
    """Begins with the board's values where they fit, gaps elsewhere."""
    scalars = state.scalars
    scalars[STEP] = 0
    scalars[NOW] = 0
    scalars[UNTIL] = TURN * scalars[OPENED]
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
    if scalars[STEP] % (TURN // LOOKS * max(opened, 1)) == 0:
        hopeless = opened - scalars[FULLEST] > max(HOPELESS * (opened - scalars[MOST]), NEARLY)
        if hopeless or (scalars[STEP] >= scalars[UNTIL] and scalars[KEPT] == 0):
            scalars[NOW] += 1
            scalars[UNTIL] = scalars[STEP] + (TURN * opened << min(scalars[NOW] // state.shares.size, MOST_DOUBLINGS))
            scalars[KEPT] = 0
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
    state.scalars[FULLEST] = max(state.scalars[FULLEST], state.scalars[FILLED])
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
