"""Local search on full grids: a cell in conflict gets the best value that is not tabu (start, propose, accept).

Each open cell holds one of the values that propagation leaves it at the root; the merit is minus the number of pairs
that see each other with one value. A proposal changes one cell, and the value that it loses is tabu there for a while
(TabuCol: Hertz, de Werra, Computing 39, 1987; tenure: Galinier, Hao, Journal of Combinatorial Optimization 3, 1999).
All proposals are taken, whatever the temperature. A run of them ends in its best grid; from the best ones of two runs
come those that the next two begin with: a value in turn, each with all its cells of one parent (HEAD: Moalic, Gondran,
Journal of Heuristics 24, 2018, there for colours without names). What a grid shows leaves cells in conflict open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.sudoku.kernels.state import CELLS, ORDER, ROOT_DEAD, CellsState, flattened
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]

RUN = 1_600
"""Proposals of a run, an open cell."""
MOST_TENURE, TENTHS_OF_FAULTY = 8, 4
"""A value is tabu for up to so many proposals, and so many tenths of one for each cell in conflict."""
ELITES = 10
"""Generations after which the best grid of those before the last so many takes one parent's place."""
LIKENESS = 20
"""Parents that differ in fewer cells than one of so many are too alike: one of them is drawn anew."""
ALWAYS = 1e12
"""Times the usual temperature: at that one everything is taken."""

# scalars[...]: LENGTH: of a run; TENURE, TENTHS: see above; RUN_BEST, ELITE: conflicts; TURN: which of the two runs of
# a generation is under way
VALUES, OPENED, DEAD, LENGTH, TENURE, TENTHS = range(6)
CONFLICTS, FAULTY, STEP, STOP, RUN_BEST, ELITE, TURN, GENERATION, CELL, VALUE = range(6, 16)
NUMBERS = 16

# grids[...]
PARENTS, CHILDREN, BEST, LAST_BEST, DRAFT = 0, 2, 4, 5, 6
GRIDS = 7


class FilledGrid(NamedTuple):
    """A grid without open cells and its search; places are numbers of the cells that are open at the root."""

    scalars: Ints  # int64[16]: see above
    board: Ints  # int64[cells]: values
    cells: Ints  # int64[places]: the cell of each place
    choices: Ints  # the values that each place may have
    choices_at: Ints  # int64[places + 1]
    peers: Ints  # the places that see each place
    peers_at: Ints  # int64[places + 1]
    values: Ints  # int64[places]
    clashes: Ints  # int64[places, order]: how many peers of a place have a value
    tabu: Ints  # int64[places, order]: up to which step a value is tabu
    faulty: Ints  # int64[places]: those in conflict, in any order
    at: Ints  # int64[places]: where each is in that list, -1 if it is not
    grids: Ints  # int64[7, places]: parents, their children, best of two periods, a draft
    sizes: Ints  # int64[order]: scratch


def repairing(state: CellsState, puzzle: Sudoku) -> FilledGrid:
    """The state that annealing changes, over the root of the state in play."""
    order, words = int(state.scalars[ORDER]), len(state.words)
    masks = state.root[: state.scalars[CELLS] * words].reshape(-1, words)
    domains = [sum(int(word) << 64 * k for k, word in enumerate(mask)) for mask in masks]
    cells = [cell for cell, domain in enumerate(domains) if domain]
    place = {cell: number for number, cell in enumerate(cells)}
    choices, choices_at = flattened([[v for v in range(order) if domains[cell] >> v & 1] for cell in cells])
    peers, peers_at = flattened(
        [sorted(place[other] for other in puzzle.seen[cell] if other in place) for cell in cells]
    )
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[VALUES], scalars[OPENED], scalars[DEAD] = order, len(cells), state.scalars[ROOT_DEAD]
    scalars[LENGTH], scalars[TENURE], scalars[TENTHS] = RUN * len(cells), MOST_TENURE, TENTHS_OF_FAULTY
    board = state.values.copy()
    board[cells] = -1
    return FilledGrid(
        scalars=scalars,
        board=board,
        cells=np.array(cells, np.int64),
        choices=choices,
        choices_at=choices_at,
        peers=peers,
        peers_at=peers_at,
        values=np.zeros(len(cells), np.int64),
        clashes=np.zeros((len(cells), order), np.int64),
        tabu=np.zeros((len(cells), order), np.int64),
        faulty=np.zeros(len(cells), np.int64),
        at=np.zeros(len(cells), np.int64),
        grids=np.zeros((GRIDS, len(cells)), np.int64),
        sizes=np.zeros(order, np.int64),
    )


@rule(rules.start, FilledGrid)
def _start(state, board, rng, prior):
    """Begins with the board where it has values of the places, and two parents drawn at random."""
    scalars = state.scalars
    for grid in range(GRIDS):
        _draw(state, grid, rng)
    for place in range(scalars[OPENED]):
        value = board[state.cells[place]]
        for at in range(state.choices_at[place], state.choices_at[place + 1]):
            if state.choices[at] == value:
                state.grids[DRAFT, place] = value
    scalars[TURN] = 0
    scalars[GENERATION] = 0
    scalars[ELITE] = -1
    _begin_run(state)
    return -np.float64(scalars[CONFLICTS])


@rule(rules.propose, FilledGrid)
def _propose(state, rng, prior, least):
    scalars = state.scalars
    if scalars[STEP] >= scalars[STOP] and scalars[CONFLICTS] > 0:
        _end_run(state, rng)
    return -np.float64(scalars[CONFLICTS] + _best_change(state, rng))


@rule(rules.accept, FilledGrid)
def _accept(state, accepted):
    scalars = state.scalars
    if not accepted or scalars[CELL] < 0:
        return
    _change(state, scalars[CELL], scalars[VALUE])
    if scalars[CONFLICTS] <= scalars[RUN_BEST]:
        _keep(state)


@rule(rules.cooling, FilledGrid)
def _cooling(state):
    return np.int64(1 << 62), ALWAYS, ALWAYS


@rule(rules.score, FilledGrid)
def _score(state):
    return -np.float64(state.scalars[OPENED] if state.scalars[DEAD] != 0 else state.scalars[FAULTY])


@rule(rules.solved, FilledGrid)
def _solved(state):
    return state.scalars[CONFLICTS] == 0 and state.scalars[DEAD] == 0


@rule(rules.snapshot, FilledGrid)
def _snapshot(state, board):
    for cell in range(state.board.size):
        board[cell] = state.board[cell]
    for place in range(state.scalars[OPENED]):
        clear = state.at[place] < 0 and state.scalars[DEAD] == 0
        board[state.cells[place]] = state.values[place] if clear else -1
    return state.board.size


@inlined
def _any_choice(state, place, rng):
    first = state.choices_at[place]
    return state.choices[first + next_below(rng, state.choices_at[place + 1] - first)]


@inlined
def _draw(state, grid, rng):
    for place in range(state.scalars[OPENED]):
        state.grids[grid, place] = _any_choice(state, place, rng)


@subroutine
def _begin_run(state):
    """Makes the draft the current grid."""
    scalars, count = state.scalars, state.scalars[OPENED]
    for place in range(count):
        state.values[place] = state.grids[DRAFT, place]
        state.at[place] = -1
        for value in range(scalars[VALUES]):
            state.clashes[place, value] = 0
    for place in range(count):
        for at in range(state.peers_at[place], state.peers_at[place + 1]):
            state.clashes[state.peers[at], state.values[place]] += 1
    scalars[FAULTY] = 0
    pairs = 0
    for place in range(count):
        pairs += state.clashes[place, state.values[place]]
        _note(state, place)
    scalars[CONFLICTS] = pairs // 2
    scalars[STOP] = scalars[STEP] + scalars[LENGTH]
    _keep(state)


@inlined
def _keep(state):
    """The current grid is the best of its run."""
    state.scalars[RUN_BEST] = state.scalars[CONFLICTS]
    for place in range(state.scalars[OPENED]):
        state.grids[CHILDREN + state.scalars[TURN], place] = state.values[place]


@inlined
def _note(state, place):
    """Puts a place on the list of those in conflict, or takes it off."""
    scalars = state.scalars
    at = state.at[place]
    if state.clashes[place, state.values[place]] > 0:
        if at < 0:
            state.at[place] = scalars[FAULTY]
            state.faulty[scalars[FAULTY]] = place
            scalars[FAULTY] += 1
    elif at >= 0:
        scalars[FAULTY] -= 1
        last = state.faulty[scalars[FAULTY]]
        state.faulty[at] = last
        state.at[last] = at
        state.at[place] = -1


@subroutine
def _best_change(state, rng):
    """How many more conflicts the best change makes: CELL (-1: all are tabu) gets VALUE, and what it loses is tabu."""
    scalars = state.scalars
    scalars[STEP] += 1
    scalars[CELL] = -1
    step = scalars[STEP]
    least = 1 << 40
    met = 0
    for k in range(scalars[FAULTY]):
        place = state.faulty[k]
        own = state.clashes[place, state.values[place]]
        for at in range(state.choices_at[place], state.choices_at[place + 1]):
            value = state.choices[at]
            more = state.clashes[place, value] - own
            if more > least or value == state.values[place]:
                continue
            if state.tabu[place, value] > step and scalars[CONFLICTS] + more >= scalars[RUN_BEST]:
                continue
            if more < least:
                least = more
                met = 0
            met += 1
            if met == 1 or next_below(rng, met) == 0:
                scalars[CELL] = place
                scalars[VALUE] = value
    if scalars[CELL] < 0:
        return 0
    lost = state.values[scalars[CELL]]
    state.tabu[scalars[CELL], lost] = (
        step + scalars[FAULTY] * scalars[TENTHS] // 10 + next_below(rng, scalars[TENURE]) + 1
    )
    return least


@subroutine
def _change(state, place, value):
    old = state.values[place]
    state.scalars[CONFLICTS] += state.clashes[place, value] - state.clashes[place, old]
    state.values[place] = value
    for at in range(state.peers_at[place], state.peers_at[place + 1]):
        peer = state.peers[at]
        state.clashes[peer, old] -= 1
        state.clashes[peer, value] += 1
        if state.values[peer] == old or state.values[peer] == value:
            _note(state, peer)
    _note(state, place)


@subroutine
def _end_run(state, rng):
    """Begins the next run: the second child of these parents, or the first of the next generation."""
    scalars, grids, count = state.scalars, state.grids, state.scalars[OPENED]
    if scalars[ELITE] < 0 or scalars[RUN_BEST] < scalars[ELITE]:
        scalars[ELITE] = scalars[RUN_BEST]
        _copy(state, CHILDREN + scalars[TURN], BEST)
    if scalars[TURN] == 1:
        scalars[GENERATION] += 1
        _copy(state, CHILDREN, PARENTS)
        _copy(state, CHILDREN + 1, PARENTS + 1)
        if scalars[GENERATION] % ELITES == 0:
            _copy(state, LAST_BEST, PARENTS)
            _copy(state, BEST, LAST_BEST)
            scalars[ELITE] = -1
        apart = 0
        for place in range(count):
            apart += int(grids[PARENTS, place] != grids[PARENTS + 1, place])
        if apart * LIKENESS < count:
            _draw(state, PARENTS, rng)
    scalars[TURN] = 1 - scalars[TURN]
    _cross(state, rng)
    _begin_run(state)


@inlined
def _copy(state, one, other):
    for place in range(state.scalars[OPENED]):
        state.grids[other, place] = state.grids[one, place]


@subroutine
def _cross(state, rng):
    """The draft: of one parent after the other the value that most places without one have; what is left is drawn."""
    scalars, draft = state.scalars, state.grids[DRAFT]
    for place in range(scalars[OPENED]):
        draft[place] = -1
    for value in range(scalars[VALUES]):
        state.sizes[value] = 0
    for turn in range(scalars[VALUES]):
        parent = state.grids[PARENTS + (turn + scalars[TURN]) % 2]
        for value in range(scalars[VALUES]):
            if state.sizes[value] >= 0:  # -1: the value has its places
                state.sizes[value] = 0
        for place in range(scalars[OPENED]):
            if draft[place] < 0 and state.sizes[parent[place]] >= 0:
                state.sizes[parent[place]] += 1
        most = -1
        met = 0
        for value in range(scalars[VALUES]):
            if state.sizes[value] < 0 or (most >= 0 and state.sizes[value] < state.sizes[most]):
                continue
            if most < 0 or state.sizes[value] > state.sizes[most]:
                met = 0
                most = value
            met += 1
            if next_below(rng, met) == 0:
                most = value
        for place in range(scalars[OPENED]):
            if draft[place] < 0 and parent[place] == most:
                draft[place] = most
        state.sizes[most] = -1
    for place in range(scalars[OPENED]):
        if draft[place] < 0:
            draft[place] = _any_choice(state, place, rng)
