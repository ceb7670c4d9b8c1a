"""Two playouts in lock-step: a move of one, then a move of the other.

A move of some puzzles is a chain of small steps of which each waits for the one before, and the next move for the last
of them. Two games side by side fill each other's waiting (Morpion Solitaire: 1.5 times the moves a second). Rules that
gain by it offer `twin(state)`: another state of the same puzzle that shares with the first what play does not change.

Each game has a stream of its own, seeded from the search's in the order in which games are counted. So a search plays
the same games whether they are played two by two or, where its slice has room for one only, alone.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import legal_moves, play
from puzzles.engine.streams import next_word
from solvers.searches.choice import choose


def make_streams() -> npt.NDArray[np.uint64]:
    """uint64[2, 1]: a stream for the state's game, one for the twin's."""
    return np.ones((2, 1), np.uint64)


@inlined
def seed(streams, row, rng):
    """Seeds a game's stream with the next word of the search's; a word of it is never 0, as no state is."""
    streams[row, 0] = next_word(rng)


@inlined
def play_two(state, twin, search):
    """Plays the games of the state and of its twin on, each to its terminal position."""
    while True:
        count = legal_moves(state, search.streams[0])
        others = legal_moves(twin, search.streams[1])
        if count == 0 or others == 0:
            break
        move = state.moves[choose(state, search, search.streams[0], count)]
        other = twin.moves[choose(twin, search, search.streams[1], others)]
        play(state, move)
        play(twin, other)
    while count > 0:
        play(state, state.moves[choose(state, search, search.streams[0], count)])
        count = legal_moves(state, search.streams[0])
    while others > 0:
        play(twin, twin.moves[choose(twin, search, search.streams[1], others)])
        others = legal_moves(twin, search.streams[1])


@inlined
def play_two_and_record(state, twin, search, row, other_row, step):
    """As `play_two`; the moves go to those rows of search.sequences from the step on, the ends to search.lengths."""
    ends = step
    other_ends = step
    while True:
        count = legal_moves(state, search.streams[0])
        others = legal_moves(twin, search.streams[1])
        if count == 0 or others == 0:
            break
        move = np.int64(state.moves[choose(state, search, search.streams[0], count)])
        other = np.int64(twin.moves[choose(twin, search, search.streams[1], others)])
        search.sequences[row, ends] = move
        search.sequences[other_row, ends] = other
        ends += 1
        play(state, move)
        play(twin, other)
    other_ends = ends
    while count > 0:
        move = np.int64(state.moves[choose(state, search, search.streams[0], count)])
        search.sequences[row, ends] = move
        ends += 1
        play(state, move)
        count = legal_moves(state, search.streams[0])
    while others > 0:
        other = np.int64(twin.moves[choose(twin, search, search.streams[1], others)])
        search.sequences[other_row, other_ends] = other
        other_ends += 1
        play(twin, other)
        others = legal_moves(twin, search.streams[1])
    search.lengths[row] = ends
    search.lengths[other_row] = other_ends
