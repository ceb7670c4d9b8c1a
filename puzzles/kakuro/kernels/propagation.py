"""What follows from a digit: forward checking, and the filtering of runs by their feasible digit sets.

Forward checking (`paper` mode) takes an assigned digit from the other cells of its two runs. `strong` mode also keeps,
for each run, the digit sets of its remaining size and sum within its cells' domains: a digit in none of them leaves
the domains; a digit in all of them that only one cell admits is that cell's. Cells with one digit left are assigned.
Changed runs wait in a queue until nothing changes.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, kernel, lowest_bit
from puzzles.kakuro.kernels import digit_sets
from puzzles.kakuro.kernels import state as kakuro
from puzzles.kakuro.kernels.digit_sets import LARGEST_ENUMERATED, NONE, ONE
from puzzles.kakuro.kernels.state import CELLS, DEAD, NO_CLUE, QUEUED, RUNS, SINGLES, write


@inlined
def feasible(state, run, admitted):
    """(union, intersection) of the digit sets that the run's open cells may hold; (0, 0) if there are none."""
    size = kakuro.open_in(state, run)
    if state.clues[run] == NO_CLUE:
        return digit_sets.free(size, admitted)
    total = kakuro.sum_left(state, run)
    if state.scalars[kakuro.VALUES] > LARGEST_ENUMERATED:
        return digit_sets.bounded(size, total, admitted)
    return digit_sets.listed(state.sets, state.set_start, state.scalars[kakuro.LARGEST], size, total, admitted)


@inlined
def _enqueue(state, run):
    if state.waiting[run] == 0:
        state.waiting[run] = 1
        state.queue[state.scalars[QUEUED]] = run
        state.scalars[QUEUED] += 1


@inlined
def _fail(state, run):
    """Makes the position dead; where the search goes on from there, the cells of the run at fault gain weight."""
    state.scalars[DEAD] = 1
    if state.scalars[kakuro.TRAILED] != 0 and state.scalars[kakuro.STRONG] != 0:
        for at in range(state.start[run], state.start[run + 1]):
            state.weights[state.run_cells[at]] += 1


@inlined
def _note_single(state, cell, domain):
    """Remembers the cell for assignment if its new domain has one digit."""
    if domain & (domain - ONE) == NONE:
        state.singles[state.scalars[SINGLES]] = cell
        state.scalars[SINGLES] += 1


@inlined
def assign(state, cell, digit):
    """Gives an open cell one of its digits and takes it from the other cells of its runs.

    A cell left without a digit makes the position dead and ends the work at once.
    """
    cells = state.scalars[CELLS]
    bit = ONE << np.uint64(digit - 1)
    strong = state.scalars[kakuro.STRONG] != 0
    write(state, cell, NONE)
    state.values[cell] = digit
    left = state.words.size - 1
    write(state, left, state.words[left] - ONE)
    for side in range(2):
        run = state.run_of[2 * cell + side]
        size = cells + run
        total = size + state.scalars[RUNS]
        write(state, size, state.words[size] - ONE)
        write(state, total, state.words[total] - np.uint64(digit))
        if strong:
            _enqueue(state, run)
        for at in range(state.start[run], state.start[run + 1]):
            other = state.run_cells[at]
            domain = state.words[other]
            if domain & bit != NONE:
                domain &= ~bit
                if domain == NONE:
                    _fail(state, run)
                    return
                write(state, other, domain)
                if strong:
                    _enqueue(state, state.run_of[2 * other + 1 - side])
                    _note_single(state, other, domain)


@inlined
def _filter(state, run):
    """Narrows the run's cells to what its feasible digit sets leave; dead if there are none."""
    if kakuro.open_in(state, run) == 0:
        if state.clues[run] != NO_CLUE and kakuro.sum_left(state, run) != 0:
            _fail(state, run)
        return
    admitted = NONE
    twice = NONE
    for at in range(state.start[run], state.start[run + 1]):
        domain = state.words[state.run_cells[at]]
        twice |= admitted & domain
        admitted |= domain
    union, every = feasible(state, run, admitted)
    hidden = every & ~twice
    if union == NONE:
        _fail(state, run)
        return
    if union == admitted and hidden == NONE:
        return
    for at in range(state.start[run], state.start[run + 1]):
        cell = state.run_cells[at]
        domain = state.words[cell]
        if domain == NONE:
            continue
        kept = domain & union
        only = domain & hidden
        if only != NONE:
            kept = only
            if only & (only - ONE) != NONE:  # two digits have this cell alone
                kept = NONE
        if kept == NONE:
            _fail(state, run)
            return
        if kept != domain:
            write(state, cell, kept)
            # sets that were listed stay as they are, so this run need not be looked at again for the digits it lost;
            # a cell that a hidden single narrows is assigned, which queues it
            other = state.run_of[2 * cell]
            _enqueue(state, other if other != run else state.run_of[2 * cell + 1])
            _note_single(state, cell, kept)
    if union != admitted and state.scalars[kakuro.VALUES] > LARGEST_ENUMERATED:
        _enqueue(state, run)  # fewer digits, closer bounds


@inlined
def propagate(state):
    """Assigns the single digits and filters the queued runs until nothing changes or the position is dead."""
    scalars = state.scalars
    while scalars[DEAD] == 0:
        if scalars[SINGLES] > 0:
            scalars[SINGLES] -= 1
            cell = state.singles[scalars[SINGLES]]
            if state.words[cell] != NONE:
                assign(state, cell, lowest_bit(state.words[cell]) + 1)
        elif scalars[QUEUED] > 0:
            scalars[QUEUED] -= 1
            run = state.queue[scalars[QUEUED]]
            state.waiting[run] = 0
            _filter(state, run)
        else:
            break
    while scalars[QUEUED] > 0:
        scalars[QUEUED] -= 1
        state.waiting[state.queue[scalars[QUEUED]]] = 0
    scalars[SINGLES] = 0


@kernel
def load(state, instance):
    """Makes the instance (clues, then givens: `state.instance_of`) the root and propagates it; returns nothing."""
    scalars = state.scalars
    kakuro.clear(state, instance)
    trailed = scalars[kakuro.TRAILED]
    scalars[kakuro.TRAILED] = 0
    for cell in range(scalars[CELLS]):
        given = instance[scalars[RUNS] + cell]
        if scalars[DEAD] == 0 and given > 0:
            if state.words[cell] >> np.uint64(given - 1) & ONE != NONE:
                assign(state, cell, given)
            else:
                scalars[DEAD] = 1
    if scalars[kakuro.STRONG] != 0:
        for run in range(scalars[RUNS]):
            _enqueue(state, run)
        if scalars[kakuro.VALUES] == 1:  # no cell's domain ever shrinks to one digit
            for cell in range(scalars[CELLS]):
                if state.words[cell] != NONE:
                    state.singles[scalars[SINGLES]] = cell
                    scalars[SINGLES] += 1
        propagate(state)
    for at in range(state.words.size):
        state.root[at] = state.words[at]
    scalars[kakuro.ROOT_DEAD] = scalars[DEAD]
    scalars[kakuro.TRAILED] = trailed
