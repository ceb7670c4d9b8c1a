"""The compiled rules of Latin square completion (Cazenave, Learning a Prior, 4.1).

`paper` mode is forward checking with the smallest domain first; `strong` adds hidden singles (a value with one place
left in a row or column is played).
Move: cell * 256 + value. Policy code: the move's number among the root's candidates. Prior code (Dual): places left for
the value in the move's row times (n + 1), plus places left in its column.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from puzzles.engine import masks, rules
from puzzles.engine.contract import FIRST, RANDOM, TIES
from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.masks import NONE
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.latin.kernels import state as latin
from puzzles.latin.kernels.state import DEAD, OPEN, ORDER, PAIRS, PRIOR_CODE, TRAILED, LatinState

if TYPE_CHECKING:
    from puzzles.latin.puzzle import LatinSquare


def build_state(
    puzzle: LatinSquare, *, mode: str, prior_code: int = 0, trail: bool = False, ties: str = "random"
) -> LatinState:
    """A state with the puzzle loaded and its root propagated.

    `mode` is paper or strong; `prior_code` 0 (none) or 1 (Dual); `trail`: for searches that undo their moves;
    `ties`: which of several cells of smallest domain is branched on (see `puzzles.engine.contract`).
    """
    order = puzzle.order
    bits = 3 * _root_bits(puzzle)
    state = latin.allocate(
        order, bits, hidden=mode == "strong", prior_code=prior_code, trail=trail, ties=TIES.index(ties)
    )
    load_instance(state, np.array(puzzle.grid, np.int64))
    return state


def training_state(
    grid: npt.NDArray[np.int64], previous: LatinState | None, *, mode: str, prior_code: int
) -> LatinState:
    """A state with a training instance (int64[n * n], -1 a hole) loaded: the previous one if that has its order."""
    order = math.isqrt(len(grid))
    state = previous
    if state is None or state.scalars[ORDER] != order:
        # large enough for any grid of the order
        state = latin.allocate(
            order, 3 * order**3, hidden=mode == "strong", prior_code=prior_code, trail=False, ties=RANDOM
        )
    load_instance(state, grid)
    return state


def load_instance(state: LatinState, grid: npt.NDArray[np.int64]) -> None:
    """Puts another grid (int64[n * n], -1 a hole) of the same order and no more candidates into the state."""
    latin.load(state, grid)


def limits(state: LatinState) -> Limits:
    """The sizes that a search allocates; the bounds hold for every playout from the loaded root."""
    n = int(state.scalars[ORDER])
    open_cells = int(state.root[state.root.size - 2 + OPEN]) if not state.scalars[latin.ROOT_DEAD] else 0
    candidates = int(np.bitwise_count(state.root[: n * n * len(state.words)]).sum())
    return Limits(
        policy_codes=max(candidates, 1),
        prior_codes=(n + 1) * (n + 1) if state.scalars[PRIOR_CODE] else 1,
        width=n,
        steps=open_cells + 1,
        choices=candidates + 1,
        board=n * n,
        frame=len(state.masks) + 2 * n * n + 1,
    )


def _root_bits(puzzle: LatinSquare) -> int:
    """The number of (cell, value) pairs that the givens leave open."""
    n = puzzle.order
    grid = np.array(puzzle.grid, np.int64).reshape(n, n)
    in_row = np.zeros((n, n), bool)
    in_column = np.zeros((n, n), bool)
    rows, columns = np.nonzero(grid >= 0)
    in_row[rows, grid[rows, columns]] = True
    in_column[columns, grid[rows, columns]] = True
    rows, columns = np.nonzero(grid < 0)
    return int((~in_row[rows] & ~in_column[columns]).sum())


@rule(rules.reset, LatinState)
def _reset(state):
    if state.scalars[TRAILED] != 0:
        rules.undo(state, 0)
    else:
        for k in range(state.masks.size):
            state.masks[k] = state.root[k]
        for k in range(np.int64(state.root[state.root.size - 2 + PAIRS])):
            state.pairs[k] = state.root_pairs[k]
    state.scalars[DEAD] = state.scalars[latin.ROOT_DEAD]


@rule(rules.legal_moves, LatinState)
def _legal_moves(state, rng):
    if state.scalars[DEAD] != 0 or latin.open_cells(state) == 0:
        return 0
    return masks.fill_moves(state, _choose_cell(state, rng), 0)


@inlined
def _choose_cell(state, rng):
    """An open cell of smallest domain; at the root's propagation every open cell has two values or more."""
    ties = state.scalars[latin.TIES]
    cell = -1
    if latin.counter(state, PAIRS) > 0:
        if ties == FIRST:
            cell = _first_pair(state)
        elif state.scalars[TRAILED] != 0:
            cell = _random_pair_kept(state, rng)
        else:
            cell = _random_pair(state, rng)
    if cell >= 0:
        return cell
    best_size = 1 << 20
    met = 0
    for index in range(state.cells[0]):
        other = state.cells[1 + index]
        domain = masks.size(state, other)
        if domain == 0 or domain > best_size:
            continue
        if domain < best_size:
            best_size = domain
            cell = other
            met = 1
        elif ties == RANDOM:
            met += 1
            if next_below(rng, met) == 0:
                cell = other
    return cell


@inlined
def _random_pair(state, rng):
    """A random open cell of two values, or -1; takes assigned cells that it meets off the list."""
    length = latin.counter(state, PAIRS)
    while length > 0:
        at = next_below(rng, length)
        cell = state.pairs[at]
        if masks.size(state, cell) > 0:
            state.masks[state.masks.size - 2 + PAIRS] = np.uint64(length)
            return cell
        length -= 1
        state.pairs[at] = state.pairs[length]
    state.masks[state.masks.size - 2 + PAIRS] = NONE
    return -1


@inlined
def _random_pair_kept(state, rng):
    """As `_random_pair`, but the list stays as it is, as undo needs it: the first open cell from a random place on."""
    length = latin.counter(state, PAIRS)
    start = next_below(rng, length)
    for k in range(length):
        at = start + k
        cell = state.pairs[at if at < length else at - length]
        if masks.size(state, cell) > 0:
            return cell
    return -1


@inlined
def _first_pair(state):
    """The open cell of two values that comes first in reading order, or -1."""
    first = np.int64(1) << 40
    for at in range(latin.counter(state, PAIRS)):
        cell = state.pairs[at]
        if cell < first and masks.size(state, cell) > 0:
            first = cell
    return first if first < np.int64(1) << 40 else -1


@rule(rules.play, LatinState)
def _play(state, move):
    state.queue[0] = move
    latin.propagate(state, 1)


@rule(rules.prior_code, LatinState)
def _prior_code(state, move):
    if state.scalars[PRIOR_CODE] == 0:
        return 0
    n = state.scalars[ORDER]
    cell = move >> 8
    value = move & 255
    row = cell // n
    column = cell - row * n
    in_row = masks.size(state, n * n + row * n + value)
    in_column = masks.size(state, 2 * n * n + column * n + value)
    return in_row * (n + 1) + in_column


@rule(rules.save_position, LatinState)
def _save_position(state, frame):
    values = state.masks.size
    pairs = values + state.values.size
    for k in range(values):
        frame[k] = state.masks[k]
    for k in range(state.values.size):
        frame[values + k] = np.uint64(state.values[k])
    for k in range(latin.counter(state, PAIRS)):
        frame[pairs + k] = np.uint64(state.pairs[k])
    frame[pairs + state.pairs.size] = np.uint64(state.scalars[DEAD])


@rule(rules.restore_position, LatinState)
def _restore_position(state, frame):
    values = state.masks.size
    pairs = values + state.values.size
    for k in range(values):
        state.masks[k] = frame[k]
    for k in range(state.values.size):
        state.values[k] = np.int64(frame[values + k])
    for k in range(latin.counter(state, PAIRS)):
        state.pairs[k] = np.int64(frame[pairs + k])
    state.scalars[DEAD] = np.int64(frame[pairs + state.pairs.size])
