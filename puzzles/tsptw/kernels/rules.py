"""The compiled rules of the travelling salesman problem with time windows (Cazenave, Generalized NRPA, section 6.2).

Move, policy code and prior code: node * n + the city visited next. Score: minus the travel, or the time of the return,
in the units of the puzzle's file, and minus the puzzle's penalty for each visit after its window has closed; of a tour
in the making only what is visited so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine import rules
from puzzles.engine.hashing import hashed
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.tsptw.kernels import annealing as annealing  # registers start, propose and accept
from puzzles.tsptw.kernels import state as tsptw
from puzzles.tsptw.kernels.moves import best_end, list_by_windows, list_open, list_plain

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
) -> tsptw.TsptwState:
    """A state of the puzzle before the first move, or after those with which every tour begins.

    `moves`: `windows`, `plain` or `all` (see `kernels/moves.py`); `trail`: for searches that undo their moves.
    `bias` is used by the prior; the other arguments have no effect, as codes and propagation have one implementation.
    """
    state = tsptw.allocate(puzzle, rule=tsptw.MOVES.index(moves), prior=prior_code > 0, trail=trail)
    state.open[:] = state.root
    state.scalars[:] = state.begun
    return state


def limits(state: tsptw.TsptwState) -> Limits:
    """The sizes that a search needs: a tour of k cities offers at most k, k - 1, ... 1."""
    cities = int(state.settings[tsptw.CITIES])
    codes = int(state.settings[tsptw.NODES]) ** 2
    return Limits(
        policy_codes=codes,
        prior_codes=codes if state.settings[tsptw.PRIOR] else 1,
        width=cities,
        steps=cities,
        choices=cities * (cities + 1) // 2,
        board=cities,
        frame=state.position.size,
        shared_codes=True,
        features=2 if state.settings[tsptw.PRIOR] else 3,
    )


@rule(rules.reset, tsptw.TsptwState)
def _reset(state):
    for word in range(len(state.words)):
        state.open[word] = state.root[word]
    for k in range(tsptw.NOW):
        state.scalars[k] = state.begun[k]


@rule(rules.legal_moves, tsptw.TsptwState)
def _legal_moves(state, rng):
    if state.scalars[tsptw.LENGTH] == state.settings[tsptw.CITIES]:
        return 0
    rule = state.settings[tsptw.RULE]
    if rule == tsptw.PLAIN:
        return np.int64(list_plain(state))
    if rule == tsptw.ALL:
        return np.int64(list_open(state, np.uint64(state.scalars[tsptw.AT]) * np.uint64(state.settings[tsptw.NODES])))
    return np.int64(list_by_windows(state))


@rule(rules.play, tsptw.TsptwState)
def _play(state, move):
    code = np.uint64(move)
    row = np.uint64(state.scalars[tsptw.AT]) * np.uint64(state.settings[tsptw.NODES])
    city = code - row
    rank = state.rank_of[city]
    arrival = state.scalars[tsptw.TIME] + state.legs[row + rank]
    state.scalars[tsptw.AT] = np.int64(city)
    state.scalars[tsptw.TIME] = max(arrival, state.opens[rank])
    state.scalars[tsptw.COST] += state.travel[code]
    state.scalars[tsptw.LATE] += 1 if arrival > state.closes[rank] else 0
    state.tour[np.uint64(state.scalars[tsptw.LENGTH])] = city
    state.scalars[tsptw.LENGTH] += 1
    state.open[rank >> SIX_BITS] &= ~(tsptw.ONE << (rank & LOW_BITS))


@rule(rules.score, tsptw.TsptwState)
def _score(state):
    time = state.scalars[tsptw.TIME]
    cost = state.scalars[tsptw.COST]
    late = state.scalars[tsptw.LATE]
    if state.scalars[tsptw.LENGTH] == state.settings[tsptw.CITIES]:
        node = state.scalars[tsptw.AT]
        time += state.homes[node]
        cost += state.travel[node * state.settings[tsptw.NODES]]
        late += 1 if time > state.settings[tsptw.DEPOT_CLOSES] else 0
    goal = time if state.settings[tsptw.MAKESPAN] != 0 else cost
    return -np.float64(late * state.settings[tsptw.FINE] + goal) / state.units[0]


@rule(rules.solved, tsptw.TsptwState)
def _solved(state):
    return state.scalars[tsptw.LENGTH] < 0  # never: that no tour is better is not proven here


@rule(rules.policy_code, tsptw.TsptwState)
@rule(rules.prior_code, tsptw.TsptwState)
def _code(state, move):
    return np.int64(move)


@rule(rules.snapshot, tsptw.TsptwState)
def _snapshot(state, board):
    for k in range(state.scalars[tsptw.LENGTH]):
        board[k] = np.int64(state.tour[k])
    return state.scalars[tsptw.LENGTH]


@rule(rules.agrees, tsptw.TsptwState)
def _agrees(state, solution, move):
    length = state.scalars[tsptw.LENGTH]
    city = np.int64(move) - state.scalars[tsptw.AT] * state.settings[tsptw.NODES]
    return length < solution.size and solution[length] == city


@rule(rules.save_position, tsptw.TsptwState)
def _save_position(state, frame):
    for k in range(tsptw.NOW + len(state.words) + state.scalars[tsptw.LENGTH]):
        frame[k] = state.position[k]


@rule(rules.restore_position, tsptw.TsptwState)
def _restore_position(state, frame):
    for k in range(tsptw.NOW + len(state.words) + np.int64(frame[np.uint64(tsptw.LENGTH)])):
        state.position[k] = frame[k]


@rule(rules.position_code, tsptw.TsptwState)
def _position_code(state):
    """Of the node, the time, the travel, the late visits and the cities left; of the others' order nothing."""
    code = tsptw.NONE
    for k in range(tsptw.NOW + len(state.words)):
        code = hashed(code, state.position[k])
    return code


@rule(rules.mark, tsptw.TsptwState)
def _mark(state):
    length = state.scalars[tsptw.LENGTH]
    for k in range(tsptw.NOW + len(state.words)):
        state.trail[length, k] = state.position[k]
    return length


@rule(rules.undo, tsptw.TsptwState)
def _undo(state, mark):
    # the tour's beginning is still there
    for k in range(tsptw.NOW + len(state.words)):
        state.position[k] = state.trail[mark, k]


@rule(rules.bound, tsptw.TsptwState)
def _bound(state):
    late, goal = best_end(state)
    return -np.float64(late * state.settings[tsptw.FINE] + goal) / state.units[0]


@rule(rules.features, tsptw.TsptwState)
def _features(state, move, values):
    """Waiting, slack (from the beginning of service to the window's end; positive if late, 1 at most), distance.

    Sentuc, Cazenave, Lucas, GNRPA with Dynamic Bias for Vehicle Routing, 2021 (arXiv 2111.06928), by vehicle routing:
    each is minus a time or distance, divided by a bound on it. There waiting and slack are both divided by the longest
    window; here waiting is divided by the longest possible one, which goes beyond any window where windows are narrow.
    The distance is left out where there is a prior, which is by distance.
    """
    settings = state.settings
    code = np.uint64(move)
    row = np.uint64(state.scalars[tsptw.AT]) * np.uint64(settings[tsptw.NODES])
    rank = state.rank_of[code - row]
    arrival = state.scalars[tsptw.TIME] + state.legs[row + rank]
    begin = max(arrival, state.opens[rank])
    values[0] = -np.float64(begin - arrival) / np.float64(settings[tsptw.LONGEST_WAIT])
    values[1] = min(np.float64(begin - state.closes[rank]) / np.float64(settings[tsptw.LONGEST_WINDOW]), 1.0)
    if settings[tsptw.PRIOR] == 0:
        values[2] = -np.float64(state.travel[code]) / np.float64(settings[tsptw.LONGEST_WAY])
