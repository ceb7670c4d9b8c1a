"""The search: its arrays and its kernel.

To change: what goes on from one slice to the next, which is all in `CutSearch`; and how the next playout is made in
`advance`. Kernels allocate nothing and index with integers that are not negative.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import legal_moves, play, reset, score, solved
from puzzles.engine.streams import next_below
from solvers.searches.tally import PLAYOUTS, RUNNING, SOLVED, STATUS, make_tally, remember


class CutSearch(NamedTuple):
    rng: Any  # uint64[1]
    game: Any  # int64[steps]: the moves of this playout
    best: Any  # int64[steps]: those of the best one
    length: Any  # int64[1]: of the best one
    tally: Any  # counters, best score and board


def make_search(limits, parameters, prior, rng):
    game = np.zeros(limits.steps, np.int64)
    return CutSearch(rng.copy(), game, game.copy(), np.zeros(1, np.int64), make_tally(limits.board))


@kernel
def advance(state, search, playouts):
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        reset(state)
        point = next_below(search.rng, search.length[0] + 1)
        step = 0
        count = legal_moves(state, search.rng)
        while count > 0:
            move = np.int64(state.moves[next_below(search.rng, count)])
            if step < point:
                move = search.best[step]
            search.game[step] = move
            play(state, move)
            step += 1
            count = legal_moves(state, search.rng)
        counters[PLAYOUTS] += 1
        found = score(state)
        if found >= search.tally.best_score[0]:
            search.length[0] = step
            for k in range(step):
                search.best[k] = search.game[k]
        remember(search.tally, state, found)
        if solved(state):
            counters[STATUS] = SOLVED
    return counters[STATUS]
