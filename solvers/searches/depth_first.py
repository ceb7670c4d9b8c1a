"""Depth-first search that undoes its moves, as data: a stack of frames, one for each decision on the current path.

Two algorithms: `backtracking`, guided by the prior, with restarts, to the first solution; `exhaustive`, which proves
that there is no, one, or several solutions, or none better.

Generic over puzzles that register `mark` and `undo`. A frame holds the moves not yet tried and their odds; the next to
try is drawn by those odds. With a failure limit it restarts from the root when the limit is passed, and the limit grows
(Gomes, Selman, Kautz, Boosting combinatorial search through randomization, AAAI 1998); without, it is exhaustive.
When the root's frame is empty every position has been seen: the solutions found are all there are.

Where the rules bound what can still be scored (`bound`), a position from which no end beats the best so far is left at
once, as a dead end (branch and bound: Land and Doig, Econometrica 28, 1960). Then the best found is the best there is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import bound, legal_moves, mark, play, prior_code, reset, score, snapshot, solved, undo
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.sampling import draw
from solvers.searches.tally import (
    EXHAUSTED,
    LARGEST_COUNT,
    PLAYOUTS,
    RESTARTS,
    RUNNING,
    SOLVED,
    STATUS,
    Tally,
    make_tally,
    remember,
    require,
)

# scalars[...]
DEPTH, ARRIVED, FOUND, WANTED, FAILURES, BEGUN = range(6)
NUMBERS = 6


class DescentSearch(NamedTuple):
    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    scalars: Ints  # int64[6]: depth, whether at a new position, solutions found and wanted, failures
    limit: Floats  # float64[2]: failures until the next restart (inf: never), its growth
    marks: Ints  # int64[steps + 1]: the trail's mark at each frame
    ends: Ints  # int64[steps + 2]: frame d's moves are moves[ends[d]:ends[d + 1]]
    moves: Ints  # int64[choices]: moves not yet tried
    odds: Floats  # float64[choices]
    solutions: Ints  # int64[wanted, board]
    tally: Tally


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> DescentSearch:
    """A search that has not begun.

    Parameters: failures (before the first restart; default: none ever) and growth (of that limit), or solutions (how
    many different ones end it; default: 1).
    """
    wanted = int(parameters.get("solutions", 1))
    failures, growth = float(parameters.get("failures", math.inf)), float(parameters.get("growth", 1.0))
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[WANTED] = wanted
    scalars[ARRIVED] = 1
    return DescentSearch(
        rng=rng.copy(),
        prior=prior,
        scalars=scalars,
        limit=np.array([failures, growth]),
        marks=np.zeros(limits.steps + 1, np.int64),
        ends=np.zeros(limits.steps + 2, np.int64),
        moves=np.zeros(limits.choices, np.int64),
        odds=np.zeros(limits.choices),
        solutions=np.zeros((wanted, limits.board), np.int64),
        tally=make_tally(limits.board),
    )


def check(search: DescentSearch, limits: Limits) -> None:
    """ValueError if the stack of frames, or the number of solutions, is out of range. Moves are the family's own."""
    wanted = search.solutions.shape[0]
    room = wanted - int(search.tally.counters[STATUS] == RUNNING)  # for one more solution
    most = np.array([limits.steps, 1, room, wanted, LARGEST_COUNT, 1])
    require("numbers", search.scalars, most)
    require("numbers", search.scalars[WANTED::NUMBERS], wanted, least=wanted)
    require("marks", search.marks)
    require("ends", search.ends, limits.choices)
    require("ends", np.diff(search.ends[: search.scalars[DEPTH] + 1]), limits.width)


@inlined
def _open_frame(state, search, count):
    depth = search.scalars[DEPTH]
    start = search.ends[depth]
    search.marks[depth] = mark(state)
    for k in range(count):
        move = state.moves[k]
        search.moves[start + k] = move
        search.odds[start + k] = search.prior[prior_code(state, move)] if search.prior.size > 1 else 1.0
    search.ends[depth + 1] = start + count
    search.scalars[DEPTH] = depth + 1


@inlined
def _try_next(state, search):
    """Plays a move of the top frame, drawn by its odds, and takes it off; drops the frame if it is empty."""
    depth = search.scalars[DEPTH] - 1
    start = search.ends[depth]
    count = search.ends[depth + 1] - start
    if count == 0:
        search.scalars[DEPTH] = depth
        return
    undo(state, search.marks[depth])
    chosen = start
    if count > 1:
        total = 0.0
        for k in range(count):
            total += search.odds[start + k]
        chosen = start + draw(search.odds[start : start + count], count, total, search.rng)
    move = search.moves[chosen]
    last = start + count - 1
    search.moves[chosen] = search.moves[last]
    search.odds[chosen] = search.odds[last]
    search.ends[depth + 1] = last
    play(state, move)
    search.scalars[ARRIVED] = 1


@inlined
def _end_of_path(state, search):
    """Judges a terminal position: a solution or a failure; restarts if the failures are too many."""
    counters = search.tally.counters
    scalars = search.scalars
    counters[PLAYOUTS] += 1
    remember(search.tally, state, score(state))
    if solved(state):
        snapshot(state, search.solutions[scalars[FOUND]])
        scalars[FOUND] += 1
        if scalars[FOUND] == scalars[WANTED]:
            counters[STATUS] = SOLVED
    else:
        _fail(state, search)


@inlined
def _fail(state, search):
    counters = search.tally.counters
    scalars = search.scalars
    scalars[FAILURES] += 1
    if scalars[FAILURES] > search.limit[0] and scalars[DEPTH] > 0:
        undo(state, search.marks[0])
        scalars[DEPTH] = 0
        scalars[FAILURES] = 0
        scalars[ARRIVED] = 1
        search.limit[0] *= search.limit[1]
        counters[RESTARTS] += 1


def solutions(search: DescentSearch) -> list[Ints]:
    return list(search.solutions[: search.scalars[FOUND]])


def begin_again(search: DescentSearch) -> None:
    """After the wanted solutions: looks for as many again, further along the same path."""
    search.scalars[FOUND] = 0


@kernel
def advance(state, search, playouts):
    """The status after that many more ends of paths (failures and solutions), or earlier when it is done."""
    counters = search.tally.counters
    scalars = search.scalars
    end = counters[PLAYOUTS] + playouts
    if scalars[BEGUN] == 0:
        reset(state)
        scalars[BEGUN] = 1
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        if scalars[ARRIVED] == 1:
            scalars[ARRIVED] = 0
            if bound(state) <= search.tally.best_score[0]:
                counters[PLAYOUTS] += 1
                _fail(state, search)
            else:
                count = legal_moves(state, search.rng)
                if count == 0:
                    _end_of_path(state, search)
                else:
                    _open_frame(state, search, count)
        elif scalars[DEPTH] == 0:
            counters[STATUS] = EXHAUSTED
        else:
            _try_next(state, search)
    return counters[STATUS]
