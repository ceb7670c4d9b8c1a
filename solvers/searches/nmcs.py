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

Where the rules have a twin (`solvers.searches.sampling`) level 1 tries two moves at once, as if one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import legal_moves, play, reset, restore_position, save_position, score, solved
from puzzles.engine.streams import next_below
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.sampling import choose, make_streams, play_two, seed
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember, require

# scalars[...]
LEVEL, PHASE, TOP, DEPTH, DEEPEST = range(5)

# scalars[PHASE]: what is next
BEGIN, ARRIVED, LISTED = range(3)  # a game of the top level; listing a new position's moves; going on from the list


class NmcsSearch(NamedTuple):
    """A nested search in progress. Row n is level n's; level 0 is the last playout, and the last is the top level.

    `sequences`, `lengths` and `scores` have one row more, for the twin's playout.

    A row of `sequences` is valid from the step of the level above up to its length.
    """

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    odds: Floats  # float64[width]
    scalars: (
        Ints  # int64[5]: the active level, what it does next, the top level, and of AMCS the depth and the greatest
    )
    frames: Words  # uint64[levels + 1, frame]: each level's position
    steps: Ints  # int64[levels + 1]: moves played from the root to that position
    moves: Ints  # int64[levels + 1, width]: the legal moves there
    counts: Ints  # int64[levels + 1]: how many; 0 at the end of the level's game
    nexts: Ints  # int64[levels + 1]: index of the first that has not been looked at
    sequences: Ints  # int64[levels + 2, steps]: moves of the best sequence
    lengths: Ints  # int64[levels + 2]: where it ends; -1 before the first
    scores: Floats  # float64[levels + 2]: its score
    held: Ints  # int64[steps, or 0 but for AMCS]: the moves of the best game since the restart
    held_length: Ints  # int64[1]: how many; -1 before the first
    held_score: Floats  # float64[1]
    tally: Tally
    twin: Any  # another state of the puzzle, or None
    streams: Words  # uint64[2, 1]: those of the two playouts in lock-step


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words, twin: Any = None) -> NmcsSearch:
    """A search that has not played yet. Parameters: level; depth, for AMCS. `prior` holds odds, one entry for none."""
    rows, deepest = int(parameters["level"]) + 1, int(parameters.get("depth", 0))
    top = 1 if deepest else rows - 1
    return NmcsSearch(
        rng=rng.copy(),
        prior=prior,
        odds=np.zeros(limits.width),
        scalars=np.array([top, BEGIN, top, 1, deepest], np.int64),
        frames=np.zeros((rows, limits.frame), np.uint64),
        steps=np.zeros(rows, np.int64),
        moves=np.zeros((rows, limits.width), np.int64),
        counts=np.zeros(rows, np.int64),
        nexts=np.zeros(rows, np.int64),
        sequences=np.zeros((rows + 1, limits.steps), np.int64),
        lengths=np.full(rows + 1, -1, np.int64),
        scores=np.full(rows + 1, -np.inf),
        held=np.zeros(limits.steps if deepest else 0, np.int64),
        held_length=np.full(1, -1, np.int64),
        held_score=np.full(1, -np.inf),
        tally=make_tally(limits.board),
        twin=twin,
        streams=make_streams(),
    )


def of_earlier(search: NmcsSearch, saved: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, npt.NDArray[Any]]:
    """What is saved; of a version without AMCS as nested search is now."""
    if "search.held" in saved or "search.scalars" not in saved:
        return saved
    held = {f"search.{name}": getattr(search, name).copy() for name in ("held", "held_length", "held_score")}
    return {**saved, **held, "search.scalars": np.append(saved["search.scalars"], search.scalars[TOP:])}


def check(search: NmcsSearch, limits: Limits) -> None:
    """ValueError if a level, a step or an index of a move is out of range. Moves and frames are the family's own."""
    highest, deepest = search.steps.size - 1, int(search.scalars[DEEPEST])
    require("levels", search.scalars[TOP : TOP + 1], highest, least=1 if deepest else highest)
    require("levels", search.scalars[:TOP], np.array([search.scalars[TOP], LISTED]))
    require("levels", search.scalars[:PHASE], least=1)
    require("depths", search.scalars[DEPTH:], least=0)
    if deepest and search.held.size != limits.steps:
        raise ValueError("the checkpoint holds no game")
    require("lengths", search.held_length, search.held.size, least=-1)
    require("steps", search.steps)
    require("steps", search.steps, limits.steps - (search.counts > 0))
    require("counts", search.counts, limits.width)
    require("next moves", search.nexts, np.maximum(search.counts, 1))  # a game of no moves counts as one
    require("lengths", search.lengths, limits.steps, least=-1)


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
    for step in range(length):
        legal_moves(state, search.rng)
        search.sequences[search.scalars[TOP], step] = search.held[step]
        play(state, search.held[step])
    open_game(search, search.scalars[TOP], length)


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
    at = search.nexts[level]
    if search.counts[level] == 0:
        _hand_up(search, level)
        return False
    seen = at == search.counts[level]
    move = search.sequences[level, step] if seen else search.moves[level, at]
    if at > 0:  # at its first move the state is still there
        restore_position(state, search.frames[level])
    play(state, move)
    if seen:
        search.steps[level] = step + 1
        search.scalars[PHASE] = ARRIVED
        return False
    search.sequences[level - 1, step] = move
    if level > 1:
        open_game(search, level - 1, step + 1)
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

    It can't without a twin, with one move left to look at, or if the slice has one playout left.
    """
    if twin is None:
        return False
    else:
        at = search.nexts[1]
        if search.scalars[LEVEL] > 1 or at + 1 >= search.counts[1] or left == 1:
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
    offer(search, search.scalars[LEVEL], row)


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
