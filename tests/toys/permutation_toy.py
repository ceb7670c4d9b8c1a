"""A toy puzzle for testing the replay: all numbers 0 ... n - 1, one in each of n places, none twice.

The place to fill next is drawn at random. Move and prior code: place * n + number. Board: an int a place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.rules import agrees, counted_moves, legal_moves, play, prior_code, reset, rule, solved
from puzzles.engine.streams import next_below


class PermutationToyState(NamedTuple):
    places: npt.NDArray[np.int64]  # the number in each place, -1 open
    used: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int64]


def build_toy(n: int) -> PermutationToyState:
    return PermutationToyState(np.zeros(n, np.int64), np.zeros(n, np.bool_), np.zeros(n * n, np.int64))


@rule(reset, PermutationToyState)
def _reset(state):
    state.places[:] = -1
    state.used[:] = False


@rule(legal_moves, PermutationToyState)
def _legal_moves(state, rng):
    n = len(state.places)
    left = 0
    for number in state.places:
        if number < 0:
            left += 1
    if left == 0:
        return 0
    skip = next_below(rng, left)
    place = 0
    while state.places[place] >= 0 or skip > 0:
        if state.places[place] < 0:
            skip -= 1
        place += 1
    filled = 0
    for number in range(n):
        if not state.used[number]:
            state.moves[filled] = place * n + number
            filled += 1
    return filled


@rule(counted_moves, PermutationToyState)
def _counted_moves(state, rng, reading):
    n = len(state.places)
    filled = 0
    for place in range(n):
        for number in range(n):
            if state.places[place] < 0 and not state.used[number]:
                state.moves[filled] = place * n + number
                filled += 1
    return filled


@rule(play, PermutationToyState)
def _play(state, move):
    n = len(state.places)
    state.places[move // n] = move % n
    state.used[move % n] = True


@rule(solved, PermutationToyState)
def _solved(state):
    filled = 0
    for used in state.used:
        filled += used
    return filled == len(state.places)


@rule(prior_code, PermutationToyState)
def _prior_code(state, move):
    return move


@rule(agrees, PermutationToyState)
def _agrees(state, solution, move):
    n = len(state.places)
    return solution[move // n] == move % n
