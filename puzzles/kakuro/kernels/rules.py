"""The compiled rules of Kakuro, for the paper's squares (Cazenave, Learning a Prior, 4.2) and for crossword shapes.

`paper` mode is forward checking only, without any reasoning about sums; `strong` filters each run by its feasible digit
sets. In both the cell with the smallest domain is filled next; a strong search that undoes its moves also weighs in
which runs it met dead ends (see `_choose_cell`). The score is minus the number of open cells, and of a full board the
number of runs whose digits sum to their clue (4.2).
Move: cell * 256 + digit. Policy code: cell * values + digit - 1. Prior codes: see `sums_code` and `share_code`, which
look at the position before the move is played.
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
from puzzles.kakuro.kernels import propagation
from puzzles.kakuro.kernels import state as kakuro
from puzzles.kakuro.kernels.digit_sets import LARGEST_ENUMERATED, NONE, ONE, largest_sum
from puzzles.kakuro.kernels.propagation import feasible
from puzzles.kakuro.kernels.state import (
    CELLS,
    DEAD,
    LARGEST,
    NO_CLUE,
    PRIOR_CODE,
    ROOT_DEAD,
    RUNS,
    STRONG,
    TRAILED,
    VALUES,
    KakuroState,
    open_in,
    sum_left,
)

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
        prior_codes=number_of_codes(int(state.scalars[PRIOR_CODE]), values),
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
    if state.scalars[PRIOR_CODE] == SUMS:
        return sums_code(state, move >> 8, move & 255)
    if state.scalars[PRIOR_CODE] == SHARE:
        return share_code(state, move >> 8, move & 255)
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


SUMS, SHARE = 1, 2

SHARES = 16
"""Buckets of the share, besides impossible (0) and certain (SHARES + 1)."""


def number_of_codes(code: int, values: int) -> int:
    """How many prior codes there are, for code 0 (none), SUMS or SHARE, and digits 1 to `values`."""
    if code == SUMS:
        return (values + 1) ** 2 * (largest_sum(values) + 2) ** 2
    return (SHARES + 2) ** 2 if code == SHARE else 1


@inlined
def sums_code(state, cell, digit):
    """Cazenave, Learning a Prior, 4.2: cells of the across and the down run that admit the digit, both sums left.

    A sum below 0 (too much is placed) counts as 0, which is as impossible; a run without clue has a sum of its own.
    """
    bit = ONE << np.uint64(digit - 1)
    sums = state.scalars[LARGEST] + 2
    counts = 0
    totals = 0
    for side in range(2):
        run = state.run_of[2 * cell + side]
        count = 0
        for at in range(state.start[run], state.start[run + 1]):
            if state.words[state.run_cells[at]] & bit != NONE:
                count += 1
        total = sums - 1
        if state.clues[run] != NO_CLUE:
            total = min(max(sum_left(state, run), 0), sums - 2)
        counts = counts * (state.scalars[VALUES] + 1) + count
        totals = totals * sums + total
    return counts * sums * sums + totals


@inlined
def share_code(state, cell, digit):
    """For both runs, in SHARES buckets: (share of the feasible digit sets that hold the digit) / (cells that admit it).

    That is the chance that this cell has the digit, if sets and places were equally likely.
    """
    bit = ONE << np.uint64(digit - 1)
    code = 0
    for side in range(2):
        code = code * (SHARES + 2) + _bucket(state, state.run_of[2 * cell + side], bit)
    return code


@inlined
def _bucket(state, run, bit):
    """0 if no feasible set of the run holds the digit, SHARES + 1 if it is sure to be here, else 1 to SHARES."""
    admitted = NONE
    places = 0
    for at in range(state.start[run], state.start[run + 1]):
        domain = state.words[state.run_cells[at]]
        admitted |= domain
        if domain & bit != NONE:
            places += 1
    holding = 0
    all_sets = 0
    if state.clues[run] != NO_CLUE and state.scalars[VALUES] <= LARGEST_ENUMERATED:
        limit = state.scalars[LARGEST]
        total = sum_left(state, run)
        if total >= 0 and total <= limit:
            first = open_in(state, run) * (limit + 1) + total
            for index in range(state.set_start[first], state.set_start[first + 1]):
                one = state.sets[index]
                if one & ~admitted == NONE:
                    all_sets += 1
                    if one & bit != NONE:
                        holding += 1
    else:
        # all sets of that size; with a clue (and too many sets to count) those that its bounds decide are known
        union, every = feasible(state, run, admitted)
        if union & bit != NONE:
            all_sets = popcount(admitted)
            holding = all_sets if every & bit != NONE else open_in(state, run)
    if holding == 0:
        return 0
    if holding == all_sets and places == 1:
        return SHARES + 1
    return 1 + min(SHARES * holding // (all_sets * places), SHARES - 1)
