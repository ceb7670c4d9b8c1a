"""The compiled rules of Kakuro, for the paper's squares (Cazenave, Learning a Prior, 4.2) and for crossword shapes.

`paper` mode is forward checking only, without any reasoning about sums; `strong` filters each run by its feasible digit
sets. In both the cell with the smallest domain is filled next; a strong search that undoes its moves also weighs in
which runs it met dead ends (see `_choose_cell`). The score is minus the number of open cells, and of a full board the
number of runs whose digits sum to their clue (4.2).
Move: cell * 256 + digit. Policy code: cell * values + digit - 1. Prior codes: see `puzzles.kakuro.kernels.codes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.contract import RANDOM, TIES
from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined, popcount
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.kakuro.kernels import codes, propagation
from puzzles.kakuro.kernels import state as kakuro
from puzzles.kakuro.kernels.digit_sets import NONE, ONE
from puzzles.kakuro.kernels.state import CELLS, DEAD, PRIOR_CODE, ROOT_DEAD, RUNS, STRONG, TRAILED, VALUES, KakuroState

if TYPE_CHECKING:
    from puzzles.kakuro.puzzle import Kakuro


def build_state(
    puzzle: Kakuro, *, mode: str, prior_code: int = 0, trail: bool = False, ties: str = "random"
) -> KakuroState:
    """A state with the puzzle loaded and its root propagated.

    `mode` is paper or strong; `prior_code` 0 (none), 1 (sums) or 2 (share); `trail`: for searches that undo moves;
    `ties`: which of several cells of smallest domain is branched on (see `puzzles.engine.contract`).
    """
    state = kakuro.allocate(puzzle, strong=mode == "strong", prior_code=prior_code, trail=trail, ties=TIES.index(ties))
    load_instance(state, kakuro.instance_of(puzzle))
    return state


def load_instance(state: KakuroState, instance: npt.NDArray[np.int64]) -> None:
    """Puts another puzzle of the same shape into the state (see `puzzles.kakuro.kernels.state.instance_of`)."""
    propagation.load(state, instance)


def limits(state: KakuroState) -> Limits:
    """The sizes that a search allocates; the bounds hold for every playout from the loaded root."""
    cells, values = int(state.scalars[CELLS]), int(state.scalars[VALUES])
    candidates = int(np.bitwise_count(state.root[:cells]).sum())
    return Limits(
        policy_codes=cells * values,
        prior_codes=codes.number_of_codes(int(state.scalars[PRIOR_CODE]), values),
        width=values,
        steps=int(state.root[-1]) + 1,
        choices=candidates + 1,
        board=cells,
        frame=len(state.words) + cells + 1,
    )


@rule(rules.reset, KakuroState)
def _reset(state):
    if state.scalars[TRAILED] != 0:
        rules.undo(state, 0)
    else:
        for at in range(state.words.size):
            state.words[at] = state.root[at]
    state.scalars[DEAD] = state.scalars[ROOT_DEAD]


@rule(rules.legal_moves, KakuroState)
def _legal_moves(state, rng):
    if state.scalars[DEAD] != 0 or kakuro.open_cells(state) == 0:
        return 0
    return kakuro.digits_of(state, _choose_cell(state, rng), 0)


@inlined
def _choose_cell(state, rng):
    """The open cell to branch on: of smallest domain, in strong mode on a trail relative to its weight."""
    if state.scalars[TRAILED] != 0 and state.scalars[STRONG] != 0:
        return _weighted_cell(state, rng)
    return _smallest_cell(state, rng)


@inlined
def _smallest_cell(state, rng):
    """An open cell of smallest domain; among several a random one, or the first. Loops that the compiler vectorises."""
    cells = state.scalars[CELLS]
    smallest = np.int64(64)
    for cell in range(cells):
        domain = popcount(state.words[cell])
        smallest = min(smallest, domain if domain > 0 else np.int64(64))
    met = np.int64(0)
    for cell in range(cells):
        met += np.int64(popcount(state.words[cell]) == smallest)
    skip = next_below(rng, met) if met > 1 and state.scalars[kakuro.TIES] == RANDOM else np.int64(0)
    for cell in range(cells):
        if popcount(state.words[cell]) == smallest:
            if skip == 0:
                return cell
            skip -= 1
    return np.int64(-1)


@inlined
def _weighted_cell(state, rng):
    """An open cell with the smallest ratio of domain to weight; among several a random one, or the first.

    Each dead end adds 1 to the weights of the cells of the run at fault (dom/wdeg: Boussemart, Hemery, Lecoutre and
    Sais, Boosting systematic search by weighting constraints, ECAI 2004).
    """
    smallest = 1 << 20
    heaviest = 1
    ties = 0
    for cell in range(state.scalars[CELLS]):
        domain = popcount(state.words[cell])
        if domain != 0:
            weight = state.weights[cell]
            # domain / weight against smallest / heaviest, without dividing
            if domain * heaviest <= smallest * weight:
                if domain * heaviest < smallest * weight:
                    smallest = domain
                    heaviest = weight
                    ties = 0
                state.ties[ties] = cell
                ties += 1
    return state.ties[next_below(rng, ties) if ties > 1 and state.scalars[kakuro.TIES] == RANDOM else 0]


@rule(rules.play, KakuroState)
def _play(state, move):
    propagation.assign(state, move >> 8, move & 255)
    if state.scalars[STRONG] != 0:
        propagation.propagate(state)


@rule(rules.score, KakuroState)
def _score(state):
    left = kakuro.open_cells(state)
    return -np.float64(left) if left > 0 else np.float64(kakuro.right_runs(state))


@rule(rules.solved, KakuroState)
def _solved(state):
    if state.scalars[DEAD] != 0 or kakuro.open_cells(state) > 0:
        return False
    return kakuro.right_runs(state) == state.scalars[RUNS]


@rule(rules.policy_code, KakuroState)
def _policy_code(state, move):
    return (move >> 8) * state.scalars[VALUES] + (move & 255) - 1


@rule(rules.prior_code, KakuroState)
def _prior_code(state, move):
    if state.scalars[PRIOR_CODE] == codes.SUMS:
        return codes.sums_code(state, move >> 8, move & 255)
    if state.scalars[PRIOR_CODE] == codes.SHARE:
        return codes.share_code(state, move >> 8, move & 255)
    return 0


@rule(rules.snapshot, KakuroState)
def _snapshot(state, board):
    for cell in range(state.scalars[CELLS]):
        board[cell] = state.values[cell] if state.words[cell] == NONE else 0
    return state.scalars[CELLS]


@rule(rules.save_position, KakuroState)
def _save_position(state, frame):
    values = state.words.size
    for at in range(values):
        frame[at] = state.words[at]
    for cell in range(state.values.size):
        frame[values + cell] = np.uint64(state.values[cell])
    frame[values + state.values.size] = np.uint64(state.scalars[DEAD])


@rule(rules.restore_position, KakuroState)
def _restore_position(state, frame):
    values = state.words.size
    for at in range(values):
        state.words[at] = frame[at]
    for cell in range(state.values.size):
        state.values[cell] = np.int64(frame[values + cell])
    state.scalars[DEAD] = np.int64(frame[values + state.values.size])


@rule(rules.position_code, KakuroState)
def _position_code(state):
    """Of what the open cells may hold and the runs still need; the digits that are placed change nothing more."""
    code = NONE
    for at in range(state.words.size):
        code = hashed(code, state.words[at])
    return code


@rule(rules.counted_moves, KakuroState)
def _counted_moves(state, rng, reading):
    if reading == 0:
        return rules.legal_moves(state, rng)
    filled = 0
    for cell in range(state.scalars[CELLS]):
        domain = state.words[cell]
        if domain & (domain - ONE) != NONE:
            filled = kakuro.digits_of(state, cell, filled)
    return filled


@rule(rules.agrees, KakuroState)
def _agrees(state, solution, move):
    return solution[move >> 8] == (move & 255)
