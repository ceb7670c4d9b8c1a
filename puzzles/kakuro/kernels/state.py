"""The compiled state of a Kakuro in play: one bit-mask of digits a cell, what each run has left, queues, a trail.

All that changes with a move and must come back on undo lives in one flat array of 64-bit words: the cells' domains
(bit d - 1 for digit d; empty once the cell is assigned), the runs' numbers of open cells, the runs' remaining sums,
and the number of open cells. Digits are 1 to `values`, at most 60.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, lowest_bit
from puzzles.engine.trail import add_trail
from puzzles.kakuro.kernels.digit_sets import NONE, ONE, largest_sum, tables

if TYPE_CHECKING:
    from puzzles.kakuro.puzzle import Kakuro

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# scalars[...]
VALUES, LARGEST, CELLS, RUNS, STRONG, PRIOR_CODE, TRAILED, TRAIL, DEAD, ROOT_DEAD, QUEUED, SINGLES, TIES = range(13)
NUMBERS = 13

NO_CLUE = -1


class KakuroState(NamedTuple):
    """Domains of the cells being filled. An assigned cell has an empty domain; `values` holds its digit."""

    scalars: Ints  # int64[13]: values, largest sum, sizes, flags, lengths of the trail and of the queues
    words: Words  # uint64[cells + 2 * runs + 1]: domains, runs' open cells, runs' remaining sums, open cells
    root: Words  # the same at the root, after its propagation
    values: Ints  # int64[cells]: digits of assigned cells
    run_of: Ints  # int64[2 * cells]: across and down run of each cell
    start: Ints  # int64[runs + 1]: run r's cells are run_cells[start[r]:start[r + 1]]
    run_cells: Ints  # int64[2 * cells]
    clues: Ints  # int64[runs]; -1: no clue
    sets: Words  # digit sets by size and sum (`digit_sets.tables`)
    set_start: Ints
    queue: Ints  # int64[runs]: runs to look at
    waiting: Ints  # int64[runs]: 1 if the run is in the queue
    weights: Ints  # int64[cells]: 2 + dead ends met in the cell's runs; neither undo nor reset takes them back
    singles: Ints  # int64[cells]: open cells with one digit left, to be assigned
    ties: Ints  # int64[cells]: cells of which one is to be branched on
    trail_at: Ints  # int64[...]: index of each overwritten word, oldest first; empty if the state has no trail
    trail_word: Words  # the overwritten word
    moves: Ints  # int64[cells * values]: the legal moves, cell * 256 + digit


write = add_trail(KakuroState, "words", trailed=TRAILED, length=TRAIL, dead=DEAD)


@inlined
def open_in(state, run):
    """The run's number of open cells, int64."""
    return np.int64(state.words[state.scalars[CELLS] + run])


@inlined
def sum_left(state, run):
    """What the run's open cells must sum to, int64; below 0 if too much is placed, meaningless without a clue."""
    return np.int64(state.words[state.scalars[CELLS] + state.scalars[RUNS] + run])


@inlined
def open_cells(state):
    """The number of open cells, int64."""
    return np.int64(state.words[state.words.size - 1])


@inlined
def right_runs(state):
    """The number of runs without open cells whose digits sum to the clue or that have none, int64."""
    right = 0
    for run in range(state.scalars[RUNS]):
        if open_in(state, run) == 0 and (state.clues[run] == NO_CLUE or sum_left(state, run) == 0):
            right += 1
    return right


@inlined
def clear(state, instance):
    """Takes the clues of an instance (see `instance_of`) and opens all cells to all digits, without any propagation."""
    runs = state.scalars[RUNS]
    cells = state.scalars[CELLS]
    every = (ONE << np.uint64(state.scalars[VALUES])) - ONE
    for cell in range(cells):
        state.words[cell] = every
        state.values[cell] = 0
        state.weights[cell] = 2
    for run in range(runs):
        state.clues[run] = instance[run]
        state.waiting[run] = 0
        state.words[cells + run] = np.uint64(state.start[run + 1] - state.start[run])
        state.words[cells + runs + run] = np.uint64(max(instance[run], 0))
    state.words[state.words.size - 1] = np.uint64(cells)
    state.scalars[DEAD] = 0
    state.scalars[TRAIL] = 0
    state.scalars[QUEUED] = 0
    state.scalars[SINGLES] = 0


@inlined
def digits_of(state, cell, filled):
    """Appends the cell's digits to the moves after `filled` of them; returns how many there are then."""
    word = state.words[cell]
    while word != NONE:
        state.moves[filled] = cell * 256 + lowest_bit(word) + 1
        word &= word - ONE
        filled += 1
    return filled


def instance_of(puzzle: Kakuro) -> Ints:
    """The puzzle's clues (-1: none) and then its givens (0: open), int64[runs + cells]."""
    clues = [NO_CLUE if run.clue is None else run.clue for run in puzzle.runs]
    return np.array([*clues, *puzzle.givens], np.int64)


def allocate(puzzle: Kakuro, *, strong: bool, prior_code: int, trail: bool, ties: int) -> KakuroState:
    """A state for the puzzle's shape, not yet loaded."""
    cells, runs, values = len(puzzle.cells), len(puzzle.runs), puzzle.values
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[[VALUES, LARGEST, CELLS, RUNS]] = values, largest_sum(values), cells, runs
    scalars[[STRONG, PRIOR_CODE, TRAILED, TIES]] = strong, prior_code, trail, ties
    # a domain loses a digit at each write; an assignment also writes two sizes, two sums and the open cells
    trail_length = cells * (values + 5) if trail else 0
    sets, set_start = tables(values)
    lengths = np.array([len(run.cells) for run in puzzle.runs], np.int64)
    run_cells = np.array([cell for run in puzzle.runs for cell in run.cells], np.int64)
    run_of = np.zeros(2 * cells, np.int64)  # runs across are first, and each cell is in one across and in one down
    run_of[2 * run_cells + (np.arange(2 * cells) >= cells)] = np.repeat(np.arange(runs), lengths)

    def ints(length: int) -> Any:
        return np.zeros(length, np.int64)

    return KakuroState(
        scalars=scalars,
        words=np.zeros(cells + 2 * runs + 1, np.uint64),
        root=np.zeros(cells + 2 * runs + 1, np.uint64),
        values=ints(cells),
        run_of=run_of,
        start=np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths))),
        run_cells=run_cells,
        clues=ints(runs),
        sets=sets.copy(),
        set_start=set_start.copy(),
        queue=ints(runs),
        waiting=ints(runs),
        weights=ints(cells),
        singles=ints(cells),
        ties=ints(cells),
        trail_at=ints(trail_length),
        trail_word=np.zeros(trail_length, np.uint64),
        moves=ints(cells * values),
    )
