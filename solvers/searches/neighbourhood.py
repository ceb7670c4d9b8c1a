"""Large neighbourhood search for games: the current game is cut, goes on by other moves, and is completed again.

A proposal follows the current game up to a step drawn at random. There, and at a few more steps close behind, it is
changed in one of two ways: the game's move of that step is held back, or a move that is not in the game is drawn and
played. All other moves are made by preference: of the legal moves the one whose policy code comes first in the current
game, without those held back; only where none of them is in it one is drawn. So what a change does not touch is played
again, in its order, also where it has become legal later. Moves are drawn by the prior's odds, uniformly without one.

To draw among all legal moves instead gives the same moves in another order half of the time: most moves of the list
are in the game, only later (Morpion Solitaire 5T, 10 CPU seconds: mean 130 of two, with both changes 150).
To destroy a part of a solution and repair it: Shaw, CP 1998. Games of Morpion Solitaire as preferences over lines,
changed at random, are Tishchenko's, whose program reached 178 moves.

The proposal becomes the current game by Metropolis' rule; how much worse it may be is drawn before it is played. The
temperature falls from hot to cold by a constant factor a playout. Then the search begins again with a drawn game, hot.
Some games melt and freeze as matter does: heated, one that was cooled keeps its order at temperatures at which a drawn
one stays loose, so that cooling it again leads back to it (Morpion 5T at 1.2: 95 of 155 lines are left after a million
playouts). A search that was given a game heats that one again.

The k-th cooling takes `period` * k ** `growth` playouts. So with any budget both their number and their length grow:
after n playouts in all, the length as n ** (g / (1 + g)) for growth g.

Positions of the current game are kept at every few steps, so that its beginning need not be played again. They are
made again in each slice: no checkpoint holds one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    UNORDERED,
    legal_moves,
    play,
    play_in_order,
    policy_code,
    prior_code,
    reset,
    restore_position,
    save_position,
    score,
    solved,
)
from puzzles.engine.streams import next_below, next_float
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.learning import followed
from solvers.searches.sampling import choose, draw
from solvers.searches.tally import PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, Tally, make_tally, remember, require

# scalars[...]: the current game's length, -1 without one; proposals of this cooling; 1 if the search was given a game;
# two parameters
LENGTH, AGE, GIVEN, CHANGES, REACH = range(5)
# real_scalars[...]: the current game's score; the other parameters
CURRENT, HOT, COLD, PERIOD, GROWTH, HELD = range(6)
# kept[...]: how many positions are kept, and at every how many steps
FILLED, STRIDE = range(2)

CURRENT_ROW, PLAYED = 0, 1
"""Rows of `moves` and `codes`: the current game, and the one that is being played."""
FEW = 28
"""At most that many listed moves are passed to a puzzle's own playout in order."""
LANES = 72
"""Places for such a playout: 32 lanes, and spare ones up to the index that means none, which is 64."""
NO_END = 1 << 40
LONGEST_PERIOD = 1e15
STEEPEST = 10.0
HOTTEST, COLDEST = 1e9, 1e-9

SCRATCH = ("odds", "breaks", "held", "frames", "kept", "places", "listed")


class NeighbourhoodSearch(NamedTuple):
    """A search in progress. A game is the moves from the root, in `moves`, and their policy codes, in `codes`."""

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    scalars: Ints  # int64[5]
    real_scalars: Floats  # float64[6]
    moves: Ints  # int64[2, steps]
    codes: npt.NDArray[np.uint32]  # uint32[2, steps]
    order: npt.NDArray[np.uint16]  # uint16[policy codes]: the code's last step in the current game, or UNORDERED
    tally: Tally
    odds: Floats  # float64[width]: scratch
    breaks: Ints  # int64[changes + 1]: scratch: the steps at which another move is drawn, in order
    held: Ints  # int64[changes, 2]: scratch: the codes that are held back, and their places in the order
    frames: Words  # uint64[steps / stride, frame]: positions of the current game, as far as they are filled
    kept: Ints  # int64[2]
    places: npt.NDArray[np.uint16]  # uint16[72]: scratch of `play_in_order`
    listed: npt.NDArray[np.uint16]  # uint16[72]: the same


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words) -> NeighbourhoodSearch:
    """A search without a game. Parameters: hot, cold, period, growth, held, changes, reach."""
    if limits.steps >= UNORDERED:
        raise ValueError(f"games of {limits.steps:,} moves are too long for a neighbourhood; at most {UNORDERED - 1:,}")
    names = ("hot", "cold", "period", "growth", "held")
    changes, reach = int(parameters["changes"]), int(parameters["reach"])
    stride = max(8, limits.steps // 64)
    return NeighbourhoodSearch(
        rng=rng.copy(),
        prior=prior,
        scalars=np.array([-1, 0, 0, changes, reach], np.int64),
        real_scalars=np.array([-np.inf, *(float(parameters[name]) for name in names)]),
        moves=np.zeros((2, limits.steps), np.int64),
        codes=np.zeros((2, limits.steps), np.uint32),
        order=np.full(limits.policy_codes, UNORDERED, np.uint16),
        tally=make_tally(limits.board),
        odds=np.zeros(limits.width),
        breaks=np.zeros(changes + 1, np.int64),
        held=np.zeros((changes, 2), np.int64),
        frames=np.zeros((limits.steps // stride + 1, limits.frame), np.uint64),
        kept=np.array([0, stride], np.int64),
        places=np.zeros(LANES, np.uint16),
        listed=np.zeros(LANES, np.uint16),
    )


def check(search: NeighbourhoodSearch, limits: Limits) -> None:
    """ValueError if a length, a code or a number of changes is out of range, or the order is not the game's."""
    scalars, real_scalars = search.scalars, search.real_scalars
    require("lengths", scalars[:1], limits.steps, least=-1)
    require("numbers", scalars[AGE:GIVEN])
    require("numbers", scalars[GIVEN:CHANGES], 1)
    require("numbers", scalars[CHANGES:REACH], len(search.held), least=len(search.held))
    require("numbers", scalars[REACH:], limits.steps + NO_END, least=1)
    require("temperatures", real_scalars[HOT:PERIOD], HOTTEST, least=COLDEST)
    require("periods", real_scalars[PERIOD:GROWTH], LONGEST_PERIOD, least=1.0)
    require("growths", real_scalars[GROWTH:HELD], STEEPEST)
    require("shares", real_scalars[HELD:], 1.0)
    length = max(int(scalars[LENGTH]), 0)
    codes = search.codes[CURRENT_ROW, :length]
    require("codes", codes, limits.policy_codes - 1)
    expected = np.full_like(search.order, UNORDERED)
    expected[codes] = np.arange(length, dtype=np.uint16)
    if not np.array_equal(search.order, expected):
        raise ValueError("the checkpoint's orders are out of their range")


def begin_with(state: object, search: NeighbourhoodSearch, solution: Ints, adapts: int) -> tuple[int, int]:
    """Makes the game that follows the board, as far as it can, the current one; drawn moves complete it.

    Returns how many moves it followed, twice. It is no playout and its score is not remembered: who gives it knows it.
    """
    followed_moves = int(_begin_with(state, search, solution))
    return followed_moves, followed_moves


def begin_again(search: NeighbourhoodSearch) -> None:
    """After a solution: another game from the root."""
    search.order[:] = UNORDERED
    search.scalars[LENGTH] = -1
    search.scalars[AGE] = 0
    search.scalars[GIVEN] = 0


@inlined
def _make_move(state, search, step, move):
    """Plays the move and records it as that step of the game that is being played."""
    search.moves[PLAYED, step] = np.int64(move)
    search.codes[PLAYED, step] = np.uint32(policy_code(state, move))
    play(state, move)


@inlined
def _preferred(state, search, count):
    """The index of the listed move that comes first in the current game; one drawn if none is in it."""
    best = np.int64(UNORDERED)
    chosen = 0
    for k in range(count):
        place = np.int64(search.order[policy_code(state, state.moves[k])])
        if place < best:
            best = place
            chosen = k
    if best < UNORDERED:
        return chosen
    return choose(state, search, search.rng, count)


@inlined
def _play_on(state, search, step, until):
    """Plays by preference up to that step or the game's end; the step then, and the number of moves there."""
    while True:
        count = legal_moves(state, search.rng)
        if count == 0 or step >= until:
            return step, count
        if count <= FEW:
            before = step
            step = play_in_order(state, search, step, until)
            if step > before:
                continue
        _make_move(state, search, step, state.moves[_preferred(state, search, count)])
        step += 1


@inlined
def _go_to(state, search, step):
    """Puts the state at that step of the current game, and keeps positions on the way there."""
    kept = search.kept
    slot = min(step // kept[STRIDE], kept[FILLED] - 1)
    if slot >= 0:
        restore_position(state, search.frames[slot])
    else:
        reset(state)
        slot = 0
    at = slot * kept[STRIDE]
    while True:
        count = legal_moves(state, search.rng)
        if at == kept[FILLED] * kept[STRIDE]:
            save_position(state, search.frames[kept[FILLED]])
            kept[FILLED] += 1
        if at == step:
            return
        chosen = 0
        for k in range(count):
            if np.int64(state.moves[k]) == search.moves[CURRENT_ROW, at]:
                chosen = k
        if count == 0:  # only a checkpoint that somebody changed leads here
            return
        play(state, state.moves[chosen])
        at += 1


@inlined
def _draw_changes(search):
    """Draws where the proposal differs; (its first changed step, how many codes are held back, how many breaks)."""
    length = search.scalars[LENGTH]
    number = 1 + next_below(search.rng, search.scalars[CHANGES])
    first = next_below(search.rng, length)
    reach = min(search.scalars[REACH], length - first)
    held = 0
    breaks = 0
    for k in range(number):
        step = first
        if k > 0:
            step += next_below(search.rng, reach)
        if next_float(search.rng) < search.real_scalars[HELD]:
            code = search.codes[CURRENT_ROW, step]
            if search.order[code] < UNORDERED:  # else it is held back already
                search.held[held, 0] = np.int64(code)
                search.held[held, 1] = np.int64(search.order[code])
                search.order[code] = np.uint16(UNORDERED)
                held += 1
        else:
            at = breaks
            while at > 0 and search.breaks[at - 1] > step:
                search.breaks[at] = search.breaks[at - 1]
                at -= 1
            search.breaks[at] = step
            breaks += 1
    return first, held, breaks


@inlined
def _draw_other(state, search, count):
    """The index of a listed move that is not in the current game, drawn by the prior's odds; -1 if there is none."""
    total = 0.0
    for k in range(count):
        move = state.moves[k]
        odds = 0.0
        if search.order[policy_code(state, move)] == UNORDERED:
            odds = search.prior[prior_code(state, move)] if search.prior.size > 1 else 1.0
        search.odds[k] = odds
        total += odds
    return draw(search.odds, count, total, search.rng) if total > 0.0 else -1


@inlined
def _propose(state, search):
    """Plays a changed game to its end; (the first step changed, its length)."""
    first, held, breaks = _draw_changes(search)
    _go_to(state, search, first)
    step = first
    for k in range(breaks):
        if search.breaks[k] < step:  # twice the same step
            continue
        step, count = _play_on(state, search, step, search.breaks[k])
        other = _draw_other(state, search, count)
        if other >= 0:
            _make_move(state, search, step, state.moves[other])
            step += 1
    step, count = _play_on(state, search, step, NO_END)
    for k in range(held):
        search.order[search.held[k, 0]] = np.uint16(search.held[k, 1])
    return first, step


@inlined
def _keep(search, first, length):
    """Makes the game that was played, which is the current one up to the step `first`, the current one."""
    for step in range(first, search.scalars[LENGTH]):
        search.order[search.codes[CURRENT_ROW, step]] = np.uint16(UNORDERED)
    for step in range(first, length):
        search.moves[CURRENT_ROW, step] = search.moves[PLAYED, step]
        search.codes[CURRENT_ROW, step] = search.codes[PLAYED, step]
    for step in range(length):
        search.order[search.codes[CURRENT_ROW, step]] = np.uint16(step)
    search.scalars[LENGTH] = length
    search.kept[FILLED] = min(search.kept[FILLED], first // search.kept[STRIDE] + 1)


@inlined
def _period(search):
    """How many playouts the present cooling takes."""
    coolings = np.float64(search.tally.counters[RESTARTS] + 1)
    return search.real_scalars[PERIOD] * math.pow(coolings, search.real_scalars[GROWTH])


@inlined
def _end_cooling(search):
    """After the last proposal of a cooling: the next one begins, with the current game only if one was given."""
    scalars = search.scalars
    if scalars[AGE] < _period(search):
        return
    search.tally.counters[RESTARTS] += 1
    scalars[AGE] = 0
    if scalars[GIVEN] == 0:
        for step in range(scalars[LENGTH]):
            search.order[search.codes[CURRENT_ROW, step]] = np.uint16(UNORDERED)
        scalars[LENGTH] = -1


@inlined
def _cool(search):
    """The temperature of the next proposal."""
    scalars, real_scalars = search.scalars, search.real_scalars
    share = scalars[AGE] / _period(search)
    scalars[AGE] += 1
    return real_scalars[HOT] * math.pow(real_scalars[COLD] / real_scalars[HOT], share)


@inlined
def _first_game(state, search):
    """Plays a game from the root by the prior's odds; its length."""
    reset(state)
    return _play_on(state, search, 0, NO_END)[0]


@kernel
def advance(state, search, playouts):
    """The status after that many more playouts, or earlier when a solution is found."""
    counters, scalars, real_scalars = search.tally.counters, search.scalars, search.real_scalars
    end = counters[PLAYOUTS] + playouts
    search.kept[FILLED] = 0
    while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
        first = 0
        least = -math.inf
        _end_cooling(search)
        if scalars[LENGTH] <= 0:
            length = _first_game(state, search)
        else:
            least = real_scalars[CURRENT] + _cool(search) * math.log(1.0 - next_float(search.rng))
            first, length = _propose(state, search)
        counters[PLAYOUTS] += 1
        reached = score(state)
        if reached >= least:
            _keep(search, first, length)
            real_scalars[CURRENT] = reached
            remember(search.tally, state, reached)
            if solved(state):
                counters[STATUS] = SOLVED
    return counters[STATUS]


@kernel
def _begin_with(state, search, solution):
    """See `begin_with`: how many moves were followed."""
    reset(state)
    step = 0
    while True:
        count = legal_moves(state, search.rng)
        chosen = followed(state, solution, count)
        if chosen < 0:
            break
        _make_move(state, search, step, state.moves[chosen])
        step += 1
    length, count = _play_on(state, search, step, NO_END)
    _keep(search, 0, length)
    search.real_scalars[CURRENT] = score(state)
    search.scalars[GIVEN] = 1
    return step
