"""The compiled rules of the travelling salesman problem with time windows (Cazenave, Generalized NRPA, section 6.2).

Move, policy code and prior code: node * n + the city visited next. Score: minus the travel, or the time of the return,
in the units of the puzzle's file, and minus a million for each visit after its window has closed; of a tour in the
making only what is visited so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    agrees,
    bound,
    legal_moves,
    mark,
    play,
    policy_code,
    prior_code,
    reset,
    restore_position,
    rule,
    save_position,
    score,
    snapshot,
    solved,
    undo,
)
from puzzles.tsptw.kernels import annealing as annealing  # registers start, propose and accept
from puzzles.tsptw.kernels import state as tsptw
from puzzles.tsptw.kernels.moves import best_end, list_by_windows, list_open, list_plain
from puzzles.tsptw.kernels.state import (
    ALL,
    AT,
    CITIES,
    COST,
    DEPOT_CLOSES,
    FINE,
    LATE,
    LENGTH,
    MAKESPAN,
    MOVES,
    NODES,
    NOW,
    ONE,
    PLAIN,
    PRIOR,
    RULE,
    START,
    TIME,
    TsptwState,
)

if TYPE_CHECKING:
    from puzzles.tsptw.puzzle import TsptwPuzzle

SCRATCH = tsptw.SCRATCH

SIX_BITS = np.uint64(6)
LOW_BITS = np.uint64(63)


def build_state(
    puzzle: TsptwPuzzle,
    *,
    mode: str = "strong",
    prior_code: int = 0,
    trail: bool = False,
    ties: str = "random",
    moves: str = "windows",
    bias: float = 0.0,
) -> TsptwState:
    """A state of the puzzle before the first move.

    `moves`: `windows`, `plain` or `all` (see `kernels/moves.py`); `trail`: for searches that undo their moves.
    `bias` is the prior's, and other arguments mean nothing here: codes and propagation have one text.
    """
    state = tsptw.allocate(puzzle, rule=MOVES.index(moves), prior=prior_code > 0, trail=trail)
    state.open[:] = state.root
    state.scalars[TIME] = state.settings[START]
    return state


def limits(state: TsptwState) -> Limits:
    """The room a search needs: a tour of k cities offers at most k, k - 1, ... 1."""
    cities = int(state.settings[CITIES])
    codes = int(state.settings[NODES]) ** 2
    return Limits(
        policy_codes=codes,
        prior_codes=codes if state.settings[PRIOR] else 1,
        width=cities,
        steps=cities,
        choices=cities * (cities + 1) // 2,
        board=cities,
        frame=state.position.size,
        shared_codes=True,
    )


@rule(reset, TsptwState)
def _reset(state):
    for word in range(len(state.words)):
        state.open[word] = state.root[word]
    state.scalars[AT] = 0
    state.scalars[TIME] = state.settings[START]
    state.scalars[COST] = 0
    state.scalars[LATE] = 0
    state.scalars[LENGTH] = 0


@rule(legal_moves, TsptwState)
def _legal_moves(state, rng):
    if state.scalars[LENGTH] == state.settings[CITIES]:
        return 0
    rule = state.settings[RULE]
    if rule == PLAIN:
        return np.int64(list_plain(state))
    if rule == ALL:
        return np.int64(list_open(state, np.uint64(state.scalars[AT]) * np.uint64(state.settings[NODES])))
    return np.int64(list_by_windows(state))


@rule(play, TsptwState)
def _play(state, move):
    code = np.uint64(move)
    row = np.uint64(state.scalars[AT]) * np.uint64(state.settings[NODES])
    city = code - row
    rank = state.rank_of[city]
    arrival = state.scalars[TIME] + state.legs[row + rank]
    state.scalars[AT] = np.int64(city)
    state.scalars[TIME] = max(arrival, state.opens[rank])
    state.scalars[COST] += state.travel[code]
    state.scalars[LATE] += 1 if arrival > state.closes[rank] else 0
    state.tour[np.uint64(state.scalars[LENGTH])] = city
    state.scalars[LENGTH] += 1
    state.open[rank >> SIX_BITS] &= ~(ONE << (rank & LOW_BITS))


@rule(score, TsptwState)
def _score(state):
    time = state.scalars[TIME]
    cost = state.scalars[COST]
    late = state.scalars[LATE]
    if state.scalars[LENGTH] == state.settings[CITIES]:
        node = state.scalars[AT]
        time += state.homes[node]
        cost += state.travel[node * state.settings[NODES]]
        late += 1 if time > state.settings[DEPOT_CLOSES] else 0
    goal = time if state.settings[MAKESPAN] != 0 else cost
    return -np.float64(late * state.settings[FINE] + goal) / state.units[0]


@rule(solved, TsptwState)
def _solved(state):
    return state.scalars[LENGTH] < 0  # never: that no tour is better is not proven here


@rule(policy_code, TsptwState)
def _policy_code(state, move):
    return np.int64(move)


@rule(prior_code, TsptwState)
def _prior_code(state, move):
    return np.int64(move)


@rule(snapshot, TsptwState)
def _snapshot(state, board):
    for k in range(state.scalars[LENGTH]):
        board[k] = np.int64(state.tour[k])
    return state.scalars[LENGTH]


@rule(agrees, TsptwState)
def _agrees(state, solution, move):
    length = state.scalars[LENGTH]
    city = np.int64(move) - state.scalars[AT] * state.settings[NODES]
    return length < solution.size and solution[length] == city


@rule(save_position, TsptwState)
def _save_position(state, frame):
    for k in range(NOW + len(state.words) + state.scalars[LENGTH]):
        frame[k] = state.position[k]


@rule(restore_position, TsptwState)
def _restore_position(state, frame):
    for k in range(NOW + len(state.words) + np.int64(frame[np.uint64(LENGTH)])):
        state.position[k] = frame[k]


@rule(mark, TsptwState)
def _mark(state):
    length = state.scalars[LENGTH]
    for k in range(NOW + len(state.words)):
        state.trail[length, k] = state.position[k]
    return length


@rule(undo, TsptwState)
def _undo(state, mark):
    # the tour's beginning is still there
    for k in range(NOW + len(state.words)):
        state.position[k] = state.trail[mark, k]


@rule(bound, TsptwState)
def _bound(state):
    late, goal = best_end(state)
    return -np.float64(late * state.settings[FINE] + goal) / state.units[0]
