"""Independent playouts, each move drawn by the prior's odds (Cazenave, Learning a Prior, Algorithm 1).

Where the rules have a twin, two playouts go on in lock-step: a move of one, then a move of the other. A move of some
puzzles is a chain of small steps of which each waits for the one before, and the next move for the last of them. Two
games side by side fill each other's waiting (Morpion Solitaire: 1.5 times the moves a second). Rules that gain by it
offer `twin(state)`: another state of the same puzzle that shares with the first what play does not change.

Each game has a stream of its own, seeded from the search's in the order in which games are counted. So a search plays
the same games whether they are played two by two or, where one playout is left in its slice, alone.

`choose`, `draw` and `draw_by_sums` draw one of several moves by their odds, for this search and others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import legal_moves, play, prior_code, reset, score, solved
from puzzles.engine.streams import next_below, next_float, next_word
from solvers.searches.contract import Floats, Parameters, Words
from solvers.searches.tally import PLAYOUTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember


@inlined
def choose(state, search, rng, count):
    """The index of one of state.moves[:count], drawn by the odds of search.prior, uniform if that has one entry.

    Of one move there is nothing to draw. `rng` is uint64[1]; `search.odds` (float64[width]) is scratch.
    """
    if count == 1:
        return 0
    if search.prior.size == 1:
        return next_below(rng, count)
    total = 0.0
    for k in range(count):
        odds = search.prior[prior_code(state, state.moves[k])]
        search.odds[k] = odds
        total += odds
    return draw(search.odds, count, total, rng)


@inlined
def draw(odds, count, total, rng):
    """An index in [0, count) with probability odds[index] / total, for finite odds of 0 or more.

    `total` is the sum of odds[:count] in index order. Subtracting in that order can end above 0 by rounding; the last
    index with positive odds is then the answer, never one past the end or one with odds 0.
    """
    left = next_float(rng) * total
    last = 0
    for index in range(count):
        if odds[index] > 0.0:
            last = index
            if left < odds[index]:
                return index
            left -= odds[index]
    return last


@inlined
def draw_by_sums(sums, count, rng):
    """As `draw`, by the sums of the odds up to each index: how many of them a random share of the last one reaches.

    It counts instead of walking, so no branch waits for where the walk ends. The share is below the last sum, or is
    taken to be 0 where sums are so small that it is rounded up to it; so an index with odds 0 is never drawn, unless
    all are 0: then the last one is.
    """
    share = next_float(rng) * sums[count - 1]
    if share >= sums[count - 1]:
        share = 0.0
    index = 0
    for k in range(count - 1):
        index += 1 if sums[k] <= share else 0
    return index


class SamplingSearch(NamedTuple):
    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    odds: Floats  # float64[width]
    tally: Tally
    twin: Any  # another state of the puzzle, or None
    streams: Words  # uint64[2, 1]: those of the two playouts in lock-step


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words, twin: Any = None) -> SamplingSearch:
    """A search that has not played yet. `prior` holds odds (exp of the bias), one entry for none."""
    return SamplingSearch(rng.copy(), prior, np.zeros(limits.width), make_tally(limits.board), twin, make_streams())


def make_streams() -> Words:
    """uint64[2, 1]: a stream for the state's game, one for the twin's."""
    return np.ones((2, 1), np.uint64)


@inlined
def seed(streams, row, rng):
    """Seeds a game's stream with the next word of the search's; a word of it is never 0, as no state is."""
    streams[row, 0] = next_word(rng)


@inlined
def play_two(state, twin, search, row, other_row, step):
    """Plays the games of the state and of its twin on, each to its terminal position.

    The moves go to those two rows of search.sequences from the step on, the ends to search.lengths; rows that are None
    record nothing.
    """
    ends = step
    while True:
        count = legal_moves(state, search.streams[0])
        others = legal_moves(twin, search.streams[1])
        if count == 0 or others == 0:
            break
        move = state.moves[choose(state, search, search.streams[0], count)]
        other = twin.moves[choose(twin, search, search.streams[1], others)]
        if row is not None:
            search.sequences[row, ends] = np.int64(move)
            search.sequences[other_row, ends] = np.int64(other)
            ends += 1
        play(state, move)
        play(twin, other)
    play_one(state, search, search.streams[0], count, row, ends)
    play_one(twin, search, search.streams[1], others, other_row, ends)


@inlined
def play_one(state, search, rng, count, row, step):
    """Plays one game on to its terminal position, from a position that has `count` moves; recorded as by `play_two`."""
    while count > 0:
        move = state.moves[choose(state, search, rng, count)]
        if row is not None:
            search.sequences[row, step] = np.int64(move)
            step += 1
        play(state, move)
        count = legal_moves(state, rng)
    if row is not None:
        search.lengths[row] = step


@inlined
def play_out(state, search, rng):
    """Plays a game from the root to its terminal position."""
    reset(state)
    play_one(state, search, rng, legal_moves(state, rng), None, 0)


@inlined
def _count(state, search):
    search.tally.counters[PLAYOUTS] += 1
    remember(search.tally, state, score(state))
    if solved(state):
        search.tally.counters[STATUS] = SOLVED


@inlined
def _play_on(state, twin, search, left):
    """One more playout or, with a twin and two playouts left, two."""
    if twin is None:
        play_out(state, search, search.rng)
        _count(state, search)
    else:
        seed(search.streams, 0, search.rng)
        if left == 1:
            play_out(state, search, search.streams[0])
            _count(state, search)
        else:
            seed(search.streams, 1, search.rng)
            reset(state)
            reset(twin)
            play_two(state, twin, search, None, None, 0)
            _count(state, search)
            if search.tally.counters[STATUS] == RUNNING:
                _count(twin, search)


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        _play_on(state, search.twin, search, end - counters[PLAYOUTS])
    return counters[STATUS]
