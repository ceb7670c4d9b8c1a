"""A toy for local search: colours in places, of which no two neighbours may be equal; its merit counts quarrels.

Amending draws one of the quarrelling places again, or any place if there is none. Board: an int a place, 0 open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.engine.rules import accept, cooling, propose, rule, score, snapshot, solved, start
from puzzles.engine.streams import next_below

COLOURS = 2


class QuarrelToyState(NamedTuple):
    now: npt.NDArray[np.int64]  # int64[places]: the colours that score and solved speak of
    kept: npt.NDArray[np.int64]  # int64[places]: those of the current solution
    log: npt.NDArray[np.float64]  # float64[events, 3]: what was asked: kind, merit, least or accepted
    logged: npt.NDArray[np.int64]  # int64[1]
    worst: npt.NDArray[np.float64]  # float64[1]: what is answered for a proposal below `least`; 0 for its true merit
    cooled: npt.NDArray[np.int64]  # int64[1]: proposals in which the first start is cooled; 0: temperatures swing
    odds: npt.NDArray[np.float64]  # float64[2]: the first odds that the last start, and the last proposal, was given


def build_quarrel(places: int, refusal: float = 0.0, cooled: int = 0) -> tuple[QuarrelToyState, Limits]:
    """A row of that many places, and the room that it needs."""
    state = QuarrelToyState(
        np.zeros(places, np.int64),
        np.zeros(places, np.int64),
        np.zeros((100_000, 3)),
        np.zeros(1, np.int64),
        np.full(1, refusal),
        np.full(1, cooled),
        np.zeros(2),
    )
    return state, Limits(1, 1, COLOURS, places, places, places)


SKETCH, AMEND, SETTLE = range(3)


@rule(score, QuarrelToyState)
def _score(state):
    quarrels = 0
    for k in range(1, state.now.size):
        quarrels += state.now[k] == state.now[k - 1]
    return -float(quarrels)


@rule(solved, QuarrelToyState)
def _solved(state):
    return score(state) == 0.0


@rule(snapshot, QuarrelToyState)
def _snapshot(state, board):
    for k in range(state.now.size):
        board[k] = state.now[k]
    return state.now.size


@rule(start, QuarrelToyState)
def _start(state, board, rng, prior):
    state.odds[0] = prior[0]
    for k in range(state.now.size):
        state.now[k] = board[k] if board[k] != 0 else 1 + next_below(rng, COLOURS)
        state.kept[k] = state.now[k]
    merit = score(state)
    row = state.logged[0]
    state.log[row, 0] = SKETCH
    state.log[row, 1] = merit
    state.logged[0] += 1
    return merit


@rule(propose, QuarrelToyState)
def _propose(state, rng, prior, least):
    state.odds[1] = prior[0]
    place = next_below(rng, state.now.size)
    state.now[place] = 1 + next_below(rng, COLOURS)
    merit = score(state)
    row = state.logged[0]
    state.log[row, 0] = AMEND
    state.log[row, 1] = merit
    state.log[row, 2] = least
    state.logged[0] += 1
    return state.worst[0] if merit < least and state.worst[0] != 0.0 else merit


@rule(cooling, QuarrelToyState)
def _cooling(state):
    return state.cooled[0], 0.5, 0.25


@rule(accept, QuarrelToyState)
def _accept(state, accepted):
    for k in range(state.now.size):
        if accepted:
            state.kept[k] = state.now[k]
        else:
            state.now[k] = state.kept[k]
    row = state.logged[0]
    state.log[row, 0] = SETTLE
    state.log[row, 1] = score(state)
    state.log[row, 2] = accepted
    state.logged[0] += 1
