"""Depth-first search for solutions, in random order, for the generator: to fill an empty form, and to count."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.kernels import kernel
from puzzles.engine.streams import next_below
from puzzles.sudoku.kernels import rules as own
from puzzles.sudoku.kernels.propagation import load
from puzzles.sudoku.kernels.state import CellsState
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]
Stream = npt.NDArray[np.uint64]

SLICE = 50
"""Dead ends between two looks."""


@kernel
def begin(state, rng, moves, marks, boards):
    """Looks at the first position: how many solutions were found; -1 if a search is to be made."""
    marks[0] = rules.mark(state)
    moves[0, 0] = rules.legal_moves(state, rng)
    for k in range(moves[0, 0]):
        moves[0, k + 1] = state.moves[k]
    if moves[0, 0] > 0:
        return -1
    if not rules.solved(state):
        return 0
    rules.snapshot(state, boards[0])
    return 1


@kernel
def search(state, rng, moves, marks, boards, place, fails):
    """How many solutions were found, at most as many as `boards` has rows, which they are written into.

    -1 if `fails` dead ends were met before: it goes on from `place`, int64[2] of depth and solutions found, when called
    again. Values are drawn in random order.
    """
    depth = place[0]
    found = place[1]
    dead = 0
    while depth >= 0:
        left = moves[depth, 0]
        rules.undo(state, marks[depth])
        if left == 0:
            depth -= 1
            continue
        chosen = 1 + next_below(rng, left)
        move = moves[depth, chosen]
        moves[depth, chosen] = moves[depth, left]
        moves[depth, 0] = left - 1
        rules.play(state, move)
        count = rules.legal_moves(state, rng)
        if count == 0:
            if rules.solved(state):
                rules.snapshot(state, boards[found])
                found += 1
                if found == boards.shape[0]:
                    break
            else:
                dead += 1
                if dead >= fails:
                    place[0] = depth
                    place[1] = found
                    return -1
            continue
        depth += 1
        marks[depth] = rules.mark(state)
        moves[depth, 0] = count
        for k in range(count):
            moves[depth, k + 1] = state.moves[k]
    return found


@kernel
def random_below(rng, bound):
    """A random int64 in [0, bound)."""
    return next_below(rng, bound)


class Solver:
    """Searches puzzles of one form, one after the other. `look` is called now and then, and may end the search."""

    def __init__(self, form: Sudoku, *, ties: str = "random", look: Callable[[], None] = lambda: None) -> None:
        self.form = form
        cells = len(form.grid)
        self.state: CellsState = own.build_state(form.empty(), mode="strong", trail=True, ties=ties, twins=True)
        self._look = look
        self._moves = np.zeros((cells + 2, form.order + 1), np.int64)
        self._marks = np.zeros(cells + 2, np.int64)
        self._boards = np.zeros((2, cells), np.int64)

    def solutions(self, grid: Ints, rng: Stream, most: int = 2, fails: int = 100_000) -> list[list[int]] | None:
        """Up to `most` (1 or 2) solutions of the grid, int64[cells], -1 a hole; None if they were not found in time."""
        self._look()
        load(self.state, grid)
        boards, place = self._boards[:most], np.zeros(2, np.int64)
        found = begin(self.state, rng, self._moves, self._marks, boards)
        while found < 0 and fails > 0:
            found = search(self.state, rng, self._moves, self._marks, boards, place, min(fails, SLICE))
            fails -= SLICE
            self._look()
        return None if found < 0 else [boards[at].tolist() for at in range(found)]
