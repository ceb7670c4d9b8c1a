"""Nested Monte Carlo search that memorises its best sequences (Cazenave, IJCAI 2009), as an odometer over arrays.

A game of level n looks at each legal move, plays it, and has a game of level n - 1 play on from there; a game of level
0 is a playout drawn by the prior's odds, uniform without a prior. The best sequence so far is memorised, and its next
move is played, whether it was found at this position or before. Only a sequence that scores strictly more replaces it:
among equals the first stays. When a game has ended, its best sequence goes to the level above.

No recursion: each level has its position in a frame, its list of moves and how far it has come. When the top level's
game has ended another begins at the root (a restart), with the random stream going on, until the budget is spent. The
budget counts games played to their end; a game that begins at its end is one of no moves.

Adaptive Monte Carlo search (AMCS; Vito & Stefanus, arXiv 2306.07956) is the same with `depth` above 0. The
best game is held. Its last moves are taken back, one after the other, each with the probability depth / (depth + 1),
and a game of level 1 goes on from there. If it is better it is held, and the depth is 1 again; else the depth grows,
and beyond the greatest the level. Beyond the highest level nothing is held any more (a restart). The paper grows graphs
by as many moves as the depth says; here games are played to their end.

Lazy nested Monte Carlo search (LNMCS; Roucairol & Cazenave, Solving the Hydrophobic-Polar Model with Nested Monte Carlo
Search, 2023) is the same with `evaluations` above 0. Each move is first evaluated by the mean score of that many
playouts, each of which may be the best sequence too. Games of a lower level look at a move only if it comes up to a
threshold: the mean of all evaluations after so many moves from the root, since the last restart, and the share `ratio`
of what the best of these is above that. A game of level 1 has its evaluations alone.

Where the rules have a twin (`solvers.searches.sampling`) level 1 tries two moves at once, as if one after the other.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.rules import legal_moves, play, reset, restore_position, save_position, score, solved
from puzzles.engine.streams import next_below
from solvers.searches.nested_state import (
    ARRIVED,
    BEGIN,
    DEEPEST,
    DEPTH,
    EVALUATING,
    EVALUATIONS,
    LEVEL,
    LISTED,
    MOVING,
    NESTING,
    PHASE,
    TOP,
    NmcsSearch,
    check,
    make_search,
    of_earlier,
)
from solvers.searches.sampling import choose, play_two, seed
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, remember

__all__ = ["advance", "begin_again", "check", "make_search", "of_earlier"]


@inlined
def open_game(search, level, step):
    """Begins a game of the level at the state's position, `step` moves from the root."""
    search.scalars[LEVEL] = level
    search.scalars[PHASE] = ARRIVED
    search.steps[level] = step
    search.lengths[level] = -1


@inlined
def list_moves(state, search):
    """Lists and keeps the position at which the level has arrived; true if its game ends here before its first move."""
    level = search.scalars[LEVEL]
    count = legal_moves(state, search.rng)
    search.scalars[PHASE] = LISTED
    search.counts[level] = count
    search.nexts[level] = 0
    search.stages[level] = EVALUATING
    search.tried[level] = 0
    if count == 0:
        search.lengths[0] = search.steps[level]
        return search.lengths[level] < 0
    for k in range(count):
        search.moves[level, k] = np.int64(state.moves[k])
    save_position(state, search.frames[level])
    return False


@inlined
def play_on(state, search, rng, step):
    """Plays on to a terminal position, and records the moves from that step on as level 0's.

    Not `sampling.play_one`: with the moves listed at the end of the loop TSPTW's playouts are 2 % slower.
    """
    while True:
        count = legal_moves(state, rng)
        if count == 0:
            break
        move = np.int64(state.moves[choose(state, search, rng, count)])
        search.sequences[0, step] = move
        step += 1
        play(state, move)
    search.lengths[0] = step


@inlined
def offer(search, level, below):
    """Gives the level the sequence of a level below, to be memorised if it is better, and goes on to its next move."""
    search.nexts[level] += 1
    _keep(search, level, below)


@inlined
def _keep(search, level, below):
    """Memorises the sequence of a level below if it is better than the level's."""
    if search.lengths[level] < 0 or search.scores[below] > search.scores[level]:
        search.scores[level] = search.scores[below]
        search.lengths[level] = search.lengths[below]
        for step in range(search.steps[level], search.lengths[below]):
            search.sequences[level, step] = search.sequences[below, step]


@inlined
def _adapt(search, level):
    """Of AMCS: holds the game of the top level if it is better; else goes deeper, to a higher level, or to the root."""
    scalars = search.scalars
    if search.held_length[0] < 0 or search.scores[level] > search.held_score[0]:
        search.held_score[0] = search.scores[level]
        search.held_length[0] = search.lengths[level]
        for step in range(search.lengths[level]):
            search.held[step] = search.sequences[level, step]
    elif scalars[DEPTH] < scalars[DEEPEST]:
        scalars[DEPTH] += 1
        return
    elif scalars[TOP] < search.steps.size - 1:
        scalars[TOP] += 1
        scalars[DEPTH] = 1
        return
    else:
        search.held_length[0] = -1
        search.tally.counters[RESTARTS] += 1
    scalars[TOP] = 1
    scalars[DEPTH] = 1


@inlined
def _open_top(state, search):
    """Begins a game of the top level: at the root, or where the held game is cut."""
    length = 0
    if search.scalars[DEEPEST] > 0 and search.held_length[0] > 0:
        length = search.held_length[0]
        while length > 0 and next_below(search.rng, search.scalars[DEPTH] + 1) > 0:
            length -= 1
    reset(state)
    for ply in range(search.seen.size):
        search.seen[ply] = 0
        search.sums[ply] = 0.0
        search.most[ply] = -np.inf
    for step in range(length):
        legal_moves(state, search.rng)
        search.sequences[search.scalars[TOP], step] = search.held[step]
        play(state, search.held[step])
    open_game(search, search.scalars[TOP], length)


@inlined
def _evaluate(search, level, reached):
    """Of LNMCS: adds the score of a playout of the level's next move to its evaluation, and goes on where that ends."""
    at = search.nexts[level]
    if search.tried[level] == 0:
        search.values[level, at] = 0.0
    search.values[level, at] += reached
    search.tried[level] += 1
    if search.tried[level] >= search.scalars[EVALUATIONS]:
        ply = search.steps[level]
        value = search.values[level, at] / search.scalars[EVALUATIONS]
        search.values[level, at] = value
        search.seen[ply] += 1
        search.sums[ply] += value
        search.most[ply] = max(search.most[ply], value)
        search.tried[level] = 0
        search.nexts[level] = at + 1


@inlined
def _go_through(search, level):
    """Of LNMCS: the stage of the level, gone on to the next where it is over; its next move is one to look at then."""
    count = search.counts[level]
    if search.stages[level] == EVALUATING and search.nexts[level] == count:
        search.stages[level] = NESTING if level > 1 else MOVING
        search.nexts[level] = 0
    if search.stages[level] == NESTING:
        ply = search.steps[level]
        mean = search.sums[ply] / max(1, search.seen[ply])
        least = min(search.most[ply], mean + search.ratio[0] * (search.most[ply] - mean))
        while search.nexts[level] < count and search.values[level, search.nexts[level]] < least:
            search.nexts[level] += 1
        if search.nexts[level] == count:
            search.stages[level] = MOVING
            search.nexts[level] = 0


@inlined
def _hand_up(search, level):
    """The level's game has ended: its best goes to the level above, or the top level begins again."""
    if level == search.scalars[TOP]:
        search.scalars[PHASE] = BEGIN
        if search.scalars[DEEPEST] > 0:
            _adapt(search, level)
        else:
            search.tally.counters[RESTARTS] += 1
    else:
        search.scalars[LEVEL] = level + 1
        offer(search, level + 1, level)


@inlined
def go_on(state, search):
    """Looks at the level's next move or, when all are seen, plays the best sequence's; true if a playout has ended."""
    level = search.scalars[LEVEL]
    step = search.steps[level]
    if search.counts[level] == 0:
        _hand_up(search, level)
        return False
    lazy = search.scalars[EVALUATIONS] > 0
    if lazy:
        _go_through(search, level)
    at = search.nexts[level]
    seen = search.stages[level] == MOVING if lazy else at == search.counts[level]
    move = search.sequences[level, step] if seen else search.moves[level, at]
    if at > 0 or lazy:  # at its first move the state is still there
        restore_position(state, search.frames[level])
    play(state, move)
    if seen:
        search.steps[level] = step + 1
        search.scalars[PHASE] = ARRIVED
        return False
    below = 0 if lazy and search.stages[level] == EVALUATING else level - 1
    search.sequences[below, step] = move
    if below > 0:
        open_game(search, below, step + 1)
        return False
    _play_out_alone(state, search.twin, search, step + 1)
    return True


@inlined
def _play_out_alone(state, twin, search, step):
    """A playout of one game, with the stream that it would have beside another."""
    if twin is None:
        play_on(state, search, search.rng, step)
    else:
        seed(search.streams, 0, search.rng)
        play_on(state, search, search.streams[0], step)


@inlined
def _try_two(state, twin, search, left):
    """Level 1 looks at its next two moves, by playouts in lock-step; false, and nothing done, unless it can.

    It can't without a twin, with one move left to look at, or if the slice has one playout left; and not of LNMCS.
    """
    if twin is None:
        return False
    else:
        at = search.nexts[1]
        alone = search.scalars[LEVEL] > 1 or search.scalars[EVALUATIONS] > 0
        if alone or at + 1 >= search.counts[1] or left == 1:
            return False
        other_row = search.steps.size
        step = search.steps[1]
        seed(search.streams, 0, search.rng)
        seed(search.streams, 1, search.rng)
        if at > 0:
            restore_position(state, search.frames[1])
        restore_position(twin, search.frames[1])
        search.sequences[0, step] = search.moves[1, at]
        search.sequences[other_row, step] = search.moves[1, at + 1]
        play(state, search.moves[1, at])
        play(twin, search.moves[1, at + 1])
        play_two(state, twin, search, 0, other_row, step + 1)
        _count(state, search, 0)
        if search.tally.counters[STATUS] == RUNNING:
            _count(twin, search, other_row)
        return True


@inlined
def _count(state, search, row):
    """Counts the playout that has ended in the state, which the row describes, and offers it to the level above."""
    reached = score(state)
    search.scores[row] = reached
    search.tally.counters[PLAYOUTS] += 1
    remember(search.tally, state, reached)
    if solved(state):
        search.tally.counters[STATUS] = SOLVED
    level = search.scalars[LEVEL]
    if search.scalars[EVALUATIONS] > 0 and search.counts[level] > 0:
        _keep(search, level, row)
        _evaluate(search, level, reached)
    else:
        offer(search, level, row)


def begin_again(search: NmcsSearch) -> None:
    """After a solution: a new game of the top level, a restart."""
    search.scalars[PHASE] = BEGIN
    if search.scalars[DEEPEST] > 0:
        search.held_length[0] = -1
        search.scalars[TOP] = search.scalars[DEPTH] = 1
    search.tally.counters[RESTARTS] += 1


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters = search.tally.counters
    scalars = search.scalars
    end = counters[PLAYOUTS] + playouts
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        ended = False
        if scalars[PHASE] == BEGIN:
            _open_top(state, search)
        elif scalars[PHASE] == ARRIVED:
            ended = list_moves(state, search)
        elif not _try_two(state, search.twin, search, end - counters[PLAYOUTS]):
            ended = go_on(state, search)
        if ended:
            _count(state, search, 0)
    return counters[STATUS]
