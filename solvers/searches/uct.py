"""UCT with transpositions (Kocsis & Szepesvári, ECML 2006), for one player: a tree of moves with their scores.

Each game begins at the root and is played by the tree while all moves of its position are in it: of those the one with
the highest bound, value + exploration * sqrt(log(n) / n of the move). Then a move that is not in the tree yet is drawn
and added, and the game is played on to its end; both by the prior's odds, uniformly without one. Its score goes to all
moves of the tree that were played.

Positions are known by their hash (`position_code`), moves by the position and the move. So a position that is reached
by several orders of moves has one set of moves, with the scores of all games through it, and its number of games n is
their sum; the move that leads there has its own (UCT1 of Childs, Brodeur & Kocsis, Transpositions and move groups in
Monte Carlo tree search, CIG 2008). Where a family has no such hash the position is the moves so far, in their order.

The value is the mean score or, by the parameter `maximum`, in part the best one, which a single player may have for
certain. The parameter `bound` chooses other bounds. `sp`: SP-MCTS (Schadd et al., Single-player Monte-Carlo tree search
for SameGame, Knowledge-Based Systems 34, 2012) adds sqrt((sum of squared scores - n * mean^2 + D) / n),
the deviation of a move's scores, or more while there are few; D is the parameter `deviation`, in squared ranges. `puct`
(Rosin, Annals of Mathematics and AI 61, 2011; as Silver et al., Nature 550, 2017) is value + exploration * p *
sqrt(1 + n) / (1 + n of the move), p being the prior's share of the odds of all the position's moves. It compares moves
that are not in the tree too, with the mean of the position's scores for a value; of equal ones it takes the first.

What range scores will have is not known, so a value is taken as its share of the range from the worst to the
best score in the tree, as MuZero does (Schrittwieser et al., Nature 588, 2020); then `exploration` means the same on
all puzzles.

A move is exhausted when it ended the game, or when all moves behind it are exhausted; it is never played again. So a
solution or an end is found once, and a tree that has been seen as a whole ends the search. When the tree has no room
for another move it is forgotten, a restart; the best game stays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import legal_moves, move_code, play, position_code, prior_code, reset, score, solved
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.sampling import choose, draw
from solvers.searches.tally import (
    FINISHED,
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

# scalars[...]: moves in the tree; how many it may have; by which bound it is played
FILLED, ROOM, BOUND = range(3)
# real_scalars[...]: three parameters; the worst and the best score in the tree
EXPLORATION, MAXIMUM, DEVIATION, WORST, BEST = range(5)
BOUNDS = ("ucb", "sp", "puct")
UCB, SP, PUCT = range(3)

LARGEST = 1e150
"""Scores beyond it count as it, so that sums and ranges are finite."""
LARGEST_TOTAL = 1e170
LARGEST_SQUARES = 1e307
NONE, ONE = np.uint64(0), np.uint64(1)

SCRATCH = ("odds", "listed", "places", "path")


class UctSearch(NamedTuple):
    """A search in progress. The tree is a hash table with open addressing; a place without visits is empty."""

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    scalars: Ints  # int64[3]
    real_scalars: Floats  # float64[5]
    keys: Words  # uint64[places, a power of 2]: hash of a position and a move
    visits: Ints  # int64[places]: games in which the move was played there
    totals: Floats  # float64[places]: the sum of their scores
    bests: Floats  # float64[places]: their best score
    squares: Floats  # float64[places, or 1 but for `sp`]: the sum of their scores' squares
    exhausted: npt.NDArray[np.uint8]  # uint8[places]: 1 if there is nothing new behind the move
    tally: Tally
    odds: Floats  # float64[width]: scratch
    listed: Words  # uint64[width]: scratch: the keys of the position's moves
    places: Ints  # int64[width]: scratch: their places
    path: Ints  # int64[steps]: scratch: the places of the moves that were played in the tree


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> UctSearch:
    """A search with an empty tree. Parameters: exploration, maximum, room, bound, deviation.

    `prior` holds odds, one entry for none.
    """
    room, bound = int(parameters["room"]), BOUNDS.index(str(parameters["bound"]))
    places = 1 << (room * 4 // 3).bit_length()  # at most three quarters of them are filled
    return UctSearch(
        rng=rng.copy(),
        prior=prior,
        scalars=np.array([0, room, bound], np.int64),
        real_scalars=np.array(
            [*(float(parameters[name]) for name in ("exploration", "maximum", "deviation")), LARGEST, -LARGEST]
        ),
        keys=np.zeros(places, np.uint64),
        visits=np.zeros(places, np.int64),
        totals=np.zeros(places),
        bests=np.zeros(places),
        squares=np.zeros(places if bound == SP else 1),
        exhausted=np.zeros(places, np.uint8),
        tally=make_tally(limits.board),
        odds=np.zeros(limits.width),
        listed=np.zeros(limits.width, np.uint64),
        places=np.zeros(limits.width, np.int64),
        path=np.zeros(limits.steps, np.int64),
    )


def of_earlier(search: UctSearch, saved: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, npt.NDArray[Any]]:
    """What is saved; of a version with one bound as a search by it is now."""
    if "search.squares" in saved or not {"search.scalars", "search.real_scalars"} <= set(saved):
        return saved
    return {
        **saved,
        "search.squares": search.squares.copy(),
        "search.scalars": np.append(saved["search.scalars"], search.scalars[BOUND:]),
        "search.real_scalars": np.insert(saved["search.real_scalars"], DEVIATION, search.real_scalars[DEVIATION]),
    }


def check(search: UctSearch, limits: Limits) -> None:
    """ValueError if the tree is fuller than it may be, or a value is no number or out of its range."""
    filled, room, places = int(search.scalars[FILLED]), int(search.scalars[ROOM]), search.keys.size
    require("numbers", search.scalars[ROOM:BOUND], places * 3 // 4, least=1)
    require("numbers", search.scalars[:ROOM], room)
    require("numbers", search.scalars[BOUND:], PUCT)
    if (search.scalars[BOUND] == SP) != (search.squares.size == places > 1):
        raise ValueError("squares of scores are there for another bound")
    require("visits", search.visits)
    require("visits", np.array([np.count_nonzero(search.visits)]), filled, least=filled)
    require("parameters", search.real_scalars[:WORST], LARGEST)
    require("scores", search.real_scalars[WORST:], LARGEST, least=-LARGEST)
    require("scores", search.totals, LARGEST_TOTAL, least=-LARGEST_TOTAL)
    require("scores", search.bests, LARGEST, least=-LARGEST)
    require("scores", search.squares, LARGEST_SQUARES)
    require("marks", search.exhausted, 1)


def begin_again(search: UctSearch) -> None:
    """After a solution: an empty tree, as its scores would lead to that solution again."""
    search.visits[:] = 0
    search.scalars[FILLED] = 0
    search.real_scalars[WORST:] = LARGEST, -LARGEST
    search.tally.counters[RESTARTS] += 1


@inlined
def _forget(search):
    """Empties the tree. What stands behind visits of 0 is not read."""
    for place in range(search.visits.size):
        search.visits[place] = 0
    search.scalars[FILLED] = 0
    search.real_scalars[WORST] = LARGEST
    search.real_scalars[BEST] = -LARGEST
    search.tally.counters[RESTARTS] += 1


@inlined
def _find_moves(state, search, count, moves_so_far):
    """Finds the places of the listed moves in the tree: where each is, or the empty one where it would be."""
    position = position_code(state)
    if position == NONE:
        position = moves_so_far
    last = np.uint64(search.keys.size - 1)
    for k in range(count):
        key = hashed(position, move_code(state, state.moves[k]))
        place = key & last
        while search.visits[place] > 0 and search.keys[place] != key:
            place = (place + ONE) & last
        search.listed[k] = key
        search.places[k] = np.int64(place)


@inlined
def _draw_new(state, search, count):
    """The index of a listed move that is not in the tree, drawn by the prior's odds; -1 if there is none.

    If all such moves have odds 0 it is the last of them.
    """
    total = 0.0
    new = -1
    for k in range(count):
        odds = 0.0
        if search.visits[search.places[k]] == 0:
            odds = search.prior[prior_code(state, state.moves[k])] if search.prior.size > 1 else 1.0
            new = k
        search.odds[k] = odds
        total += odds
    return draw(search.odds, count, total, search.rng) if total > 0.0 else new


@inlined
def _best_known(search, count):
    """The index of the listed move with the highest bound, the first of several; -1 if all are exhausted."""
    real_scalars = search.real_scalars
    visits = 0
    for k in range(count):
        visits += search.visits[search.places[k]]
    width = max(real_scalars[BEST] - real_scalars[WORST], 1.0 / LARGEST)
    highest = -math.inf
    chosen = -1
    for k in range(count):
        place = search.places[k]
        mean = search.totals[place] / search.visits[place]
        value = (mean + real_scalars[MAXIMUM] * (search.bests[place] - mean) - real_scalars[WORST]) / width
        bound = value + real_scalars[EXPLORATION] * math.sqrt(math.log(visits) / search.visits[place])
        if search.squares.size > 1:
            spread = max(search.squares[place] / search.visits[place] - mean * mean, 0.0) / (width * width)
            bound += math.sqrt(spread + real_scalars[DEVIATION] / search.visits[place])
        if search.exhausted[place] == 0 and bound > highest:
            highest = bound
            chosen = k
    return chosen


@inlined
def _best_predicted(state, search, count):
    """The index of the listed move with the highest bound by the prior, the first of several; -1 if all are exhausted.

    Moves that are not in the tree are among them.
    """
    real_scalars = search.real_scalars
    visits = 0
    scores = 0.0
    total = 0.0
    for k in range(count):
        place = search.places[k]
        if search.visits[place] > 0:
            visits += search.visits[place]
            scores += search.totals[place]
        search.odds[k] = search.prior[prior_code(state, state.moves[k])] if search.prior.size > 1 else 1.0
        total += search.odds[k]
    width = max(real_scalars[BEST] - real_scalars[WORST], 1.0 / LARGEST)
    weight = real_scalars[EXPLORATION] * math.sqrt(1.0 + visits) / max(total, 1.0 / LARGEST)
    highest = -math.inf
    chosen = -1
    for k in range(count):
        place = search.places[k]
        known = search.visits[place]
        if known > 0 and search.exhausted[place] == 1:
            continue
        mean = 0.0
        best = 0.0
        if known > 0:
            mean = search.totals[place] / known
            best = search.bests[place]
        elif visits > 0:
            mean = scores / visits
            best = mean
        value = (mean + real_scalars[MAXIMUM] * (best - mean) - real_scalars[WORST]) / width
        if visits == 0:
            value = 0.0
        bound = value + weight * search.odds[k] / (1.0 + known)
        if bound > highest:
            highest = bound
            chosen = k
    return chosen


@inlined
def _add(search, k):
    """Puts the listed move into its place, without visits until the game has ended."""
    place = search.places[k]
    search.keys[place] = search.listed[k]
    search.totals[place] = 0.0
    if search.squares.size > 1:
        search.squares[place] = 0.0
    search.bests[place] = -LARGEST
    search.exhausted[place] = 0
    search.scalars[FILLED] += 1


@inlined
def _play_game(state, search):
    """Plays a game to its end; how many of its moves, the last of them new, are in the tree.

    -1 if there was none to be played: a move was found to be exhausted, or the root, or the tree was full.
    """
    reset(state)
    moves_so_far = NONE
    length = 0
    in_tree = 0
    growing = True
    while True:
        count = legal_moves(state, search.rng)
        if count == 0:
            break
        if growing:
            _find_moves(state, search, count, moves_so_far)
            is_new = False
            if search.scalars[BOUND] == PUCT:
                chosen = _best_predicted(state, search, count)
                if chosen >= 0:
                    is_new = search.visits[search.places[chosen]] == 0
            else:
                chosen = _draw_new(state, search, count)
                is_new = chosen >= 0
                if not is_new:
                    chosen = _best_known(search, count)
            if is_new:
                if search.scalars[FILLED] == search.scalars[ROOM]:
                    _forget(search)
                    return -1
                _add(search, chosen)
                growing = False
            elif chosen < 0:
                if length > 0:
                    search.exhausted[search.path[length - 1]] = 1
                else:
                    search.tally.counters[STATUS] = FINISHED
                return -1
            search.path[in_tree] = search.places[chosen]
            in_tree += 1
            moves_so_far = hashed(moves_so_far, np.uint64(np.int64(state.moves[chosen])) + ONE)
        else:
            chosen = choose(state, search, search.rng, count)
        play(state, np.int64(state.moves[chosen]))
        length += 1
    if length == 0:
        search.tally.counters[STATUS] = FINISHED
    elif length == in_tree:
        search.exhausted[search.path[length - 1]] = 1
    return in_tree


@inlined
def _back_up(search, in_tree, reached):
    """Gives the game's score to its moves in the tree."""
    real_scalars = search.real_scalars
    reached = min(max(reached, -LARGEST), LARGEST)
    real_scalars[WORST] = min(real_scalars[WORST], reached)
    real_scalars[BEST] = max(real_scalars[BEST], reached)
    for k in range(in_tree):
        place = search.path[k]
        search.visits[place] += 1
        search.totals[place] += reached
        if search.squares.size > 1:
            search.squares[place] += reached * reached
        search.bests[place] = max(search.bests[place], reached)


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found or all games have been seen."""
    counters = search.tally.counters
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        in_tree = _play_game(state, search)
        if in_tree < 0:
            continue
        counters[PLAYOUTS] += 1
        reached = score(state)
        _back_up(search, in_tree, reached)
        remember(search.tally, state, reached)
        if solved(state):
            counters[STATUS] = SOLVED
    return counters[STATUS]
