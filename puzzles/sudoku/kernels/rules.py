"""The compiled rules of puzzles of cells, as those of Latin squares (Cazenave, Learning a Prior, 4.1).

`paper` mode is forward checking with the smallest domain first; `strong` adds hidden singles (a value with one place
left in a row, column, box or region is played). Constraints propagate in both. A search that undoes its moves goes by
the smallest ratio of domain to weight.
Move: cell * 256 + value. Policy code: the move's number among the root's candidates. Prior code (Dual): the places left
for the value in each of the cell's first three groups that hold every value, as the digits of a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.contract import FIRST
from puzzles.engine.contract import TIES as ALL_TIES
from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.masks import fill_moves, holds, size
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.sudoku.kernels import annealing as annealing  # registers start, propose, accept and cooling
from puzzles.sudoku.kernels import propagation
from puzzles.sudoku.kernels.annealing_state import repairing
from puzzles.sudoku.kernels.state import (
    CELLS,
    DEAD,
    ORDER,
    PRIOR_CODE,
    ROOT_DEAD,
    TIES,
    TRAILED,
    CellsState,
    allocate,
    enqueue,
    open_cells,
)

if TYPE_CHECKING:
    from puzzles.sudoku.puzzle import Sudoku

__all__ = ["build_state", "limits", "load_instance", "repairing", "training_state"]

TWINS = True
GROUPS_COUNTED = 3
"""Groups of a cell that the prior's code goes by, at most: row, column, box."""


def build_state(
    puzzle: Sudoku,
    *,
    mode: str,
    prior_code: int = 0,
    trail: bool = False,
    ties: str = "random",
    twins: bool = False,
) -> CellsState:
    """A state with the puzzle loaded and its root propagated.

    `mode` is paper or strong; `prior_code` 0 (none) or 1 (Dual); `trail`: for searches that undo their moves;
    `ties`: which of several cells of smallest domain is branched on (see `puzzles.engine.contract`). `twins`: as
    `RulesModule.TWINS`, and where another grid is loaded into the state later.
    """
    allowed = puzzle.allowed if twins else puzzle.searched
    bits = sum(mask.bit_count() for mask, value in zip(allowed, puzzle.grid, strict=True) if value < 0)
    hidden, first = mode == "strong", ALL_TIES.index(ties)
    state = allocate(puzzle, allowed, bits, hidden=hidden, prior_code=prior_code, trail=trail, ties=first)
    load_instance(state, np.array(puzzle.grid, np.int64))
    return state


def training_state(puzzle: Sudoku, previous: CellsState | None, *, mode: str, prior_code: int) -> CellsState:
    """A state with a training puzzle loaded: the previous one where all have one form."""
    if previous is None or puzzle.constraints or puzzle.regions or puzzle.graph:
        empty = build_state(puzzle.empty(), mode=mode, prior_code=prior_code, twins=True)
        load_instance(empty, np.array(puzzle.grid, np.int64))
        return empty
    load_instance(previous, np.array(puzzle.grid, np.int64))
    return previous


def load_instance(state: CellsState, grid: npt.NDArray[np.int64]) -> None:
    """Puts another grid (int64[cells], -1 a hole) of the same form and no more candidates into the state."""
    propagation.load(state, grid)


def limits(state: CellsState) -> Limits:
    """The sizes that a search allocates; the bounds hold for every playout from the loaded root."""
    n, count = int(state.scalars[ORDER]), int(state.scalars[CELLS])
    opened = int(state.root[-1]) if not state.scalars[ROOT_DEAD] else 0
    candidates = int(np.bitwise_count(state.root[: count * len(state.words)]).sum())
    return Limits(
        policy_codes=max(candidates, 1),
        prior_codes=(n + 1) ** GROUPS_COUNTED if state.scalars[PRIOR_CODE] else 1,
        width=n,
        steps=opened + 1,
        choices=candidates + 1,
        board=count,
        frame=len(state.masks) + count + 1,
    )


@rule(rules.reset, CellsState)
def _reset(state):
    if state.scalars[TRAILED] != 0:
        rules.undo(state, 0)
    else:
        for k in range(state.masks.size):
            state.masks[k] = state.root[k]
    state.scalars[DEAD] = state.scalars[ROOT_DEAD]


@rule(rules.legal_moves, CellsState)
def _legal_moves(state, rng):
    if state.scalars[DEAD] != 0 or open_cells(state) == 0:
        return 0
    return fill_moves(state, _choose_cell(state, rng), 0)


@inlined
def _choose_cell(state, rng):
    return _weighted_cell(state, rng) if state.scalars[TRAILED] != 0 else _smallest_cell(state, rng)


@inlined
def _smallest_cell(state, rng):
    """An open cell of smallest domain: with two values the first from a random place on, else a random one."""
    first = state.scalars[TIES] == FIRST
    count = state.cells[0]
    start = 0 if first else next_below(rng, count)
    cell = -1
    least = 1 << 20
    met = 0
    for index in range(count):
        at = start + index
        other = state.cells[1 + (at if at < count else at - count)]
        values = size(state, other)
        if values == 0 or values > least:
            continue
        if values == 2:
            return other
        if values < least:
            least = values
            cell = other
            met = 1
        elif not first:
            met += 1
            if next_below(rng, met) == 0:
                cell = other
    return cell


@inlined
def _weighted_cell(state, rng):
    """An open cell with the smallest ratio of domain to weight; among several the first from a random place on.

    Each dead end adds 1 to the weights of the cells at fault (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais, Boosting
    systematic search by weighting constraints, ECAI 2004).
    """
    count = state.cells[0]
    start = 0 if state.scalars[TIES] == FIRST else next_below(rng, count)
    chosen = -1
    least = 1 << 20
    heaviest = 1
    for index in range(count):
        at = start + index
        cell = state.cells[1 + (at if at < count else at - count)]
        values = size(state, cell)
        weight = state.weights[cell]
        if values != 0 and values * heaviest < least * weight:
            chosen = cell
            least = values
            heaviest = weight
    return chosen


@rule(rules.play, CellsState)
def _play(state, move):
    enqueue(state, move >> 8, move & 255)
    propagation.propagate(state)


@rule(rules.prior_code, CellsState)
def _prior_code(state, move):
    if state.scalars[PRIOR_CODE] == 0:
        return 0
    cell = move >> 8
    value = move & 255
    code = 0
    first = state.wholes_at[cell]
    for at in range(first, min(state.wholes_at[cell + 1], first + GROUPS_COUNTED)):
        group = state.wholes[at]
        places = 0
        for member in range(state.members_at[group], state.members_at[group + 1]):
            if holds(state, state.members[member], value):
                places += 1
        code = code * (state.scalars[ORDER] + 1) + places
    return code


@rule(rules.save_position, CellsState)
def _save_position(state, frame):
    values = state.masks.size
    for k in range(values):
        frame[k] = state.masks[k]
    for k in range(state.values.size):
        frame[values + k] = np.uint64(state.values[k])
    frame[values + state.values.size] = np.uint64(state.scalars[DEAD])


@rule(rules.restore_position, CellsState)
def _restore_position(state, frame):
    values = state.masks.size
    for k in range(values):
        state.masks[k] = frame[k]
    for k in range(state.values.size):
        state.values[k] = np.int64(frame[values + k])
    state.scalars[DEAD] = np.int64(frame[values + state.values.size])
