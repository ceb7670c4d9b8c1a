"""Local search on games (start, propose, accept): one move is changed, and the others are played as before.

A proposal goes back to a move of the current game, plays another one before it or leaves it out. Then it goes on with
the moves that come after, each by the group that its cell is in now, whatever else is in it; a cell that is gone or
alone is passed over. What is left in the end is played by the prior's odds. A game's merit is its points.

Only what is drawn obeys the selective policy: a game that was given, and what follows from it, may break it.

A move is known by a cell of its group, as a cell of the first position. Positions are kept every few moves, each in one
of two places, so that those of a proposal stand beside those of the current game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, popcount, subroutine
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below, next_float
from puzzles.samegame.kernels import origins
from puzzles.samegame.kernels.cellwise import CellState
from puzzles.samegame.kernels.group_list import COLUMNS, STEP
from puzzles.samegame.kernels.origins import NOWHERE, Origins
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.puzzle import SameGamePuzzle

OTHER, OUT, GIVEN = range(3)
"""What is done at a step: another move is played before its own, its own is left out; or the game is a board's."""


FRAMES = 32
"""Positions that are kept of a game: to play on from the one before a move takes a few moves more."""

# scalars[...]: of the current game, but for CHANGED_AT: the first step that a proposal changed; EVERY: see FRAMES
LENGTH, POINTS, CHANGED_AT, EVERY = range(4)


class EditedGame(NamedTuple):
    """The current game of a local search, and its proposal. Cells are column * 64 + row, from 0."""

    game: PackedState | CellState  # in play: the proposal
    origins: Origins  # of the position in play
    scalars: npt.NDArray[np.int64]  # int64[4]: see above
    board: npt.NDArray[np.int64]  # int64[steps]: the current game's moves, by cells as the board is then
    cells: npt.NDArray[np.int64]  # int64[2, steps]: by cells of the first position: the current game's, the proposal's
    frames: npt.NDArray[np.uint64]  # uint64[2, FRAMES, words]: positions, each followed by the rows left
    places: npt.NDArray[np.uint8]  # uint8[FRAMES]: 0 or 1: where the current game's position is
    odds: npt.NDArray[np.float64]  # float64[width]: scratch


def build_edited(game: PackedState | CellState, puzzle: SameGamePuzzle, limits: Limits) -> EditedGame:
    """A game without a move; `limits` are those of the state in play."""
    steps = limits.board
    return EditedGame(
        game=game,
        origins=origins.build_origins(puzzle),
        scalars=np.array([0, 0, 0, -(-steps // FRAMES)], np.int64),
        board=np.zeros(steps, np.int64),
        cells=np.zeros((2, steps), np.int64),
        frames=np.zeros((2, FRAMES, limits.frame + puzzle.width + 2), np.uint64),
        places=np.zeros(FRAMES, np.uint8),
        odds=np.zeros(limits.width),
    )


@rule(rules.start, EditedGame)
def _start(state, board, rng, prior):
    merit = play_out(state, board, rng, prior, 0, GIVEN)
    keep_or_drop(state, True)
    return merit


@rule(rules.propose, EditedGame)
def _propose(state, rng, prior, least):
    begun = np.int64(state.game.root[STEP])
    if state.scalars[LENGTH] == begun:
        return 0.0
    step = begun + next_below(rng, state.scalars[LENGTH] - begun)
    return play_out(state, state.cells[0], rng, prior, step, next_below(rng, 2))


@rule(rules.accept, EditedGame)
def _accept(state, accepted):
    keep_or_drop(state, accepted)


@rule(rules.score, EditedGame)
def _score(state):
    return np.float64(state.scalars[POINTS])


@rule(rules.solved, EditedGame)
def _solved(state):
    return False  # no score is known to be the best possible


@rule(rules.snapshot, EditedGame)
def _snapshot(state, board):
    length = state.scalars[LENGTH]
    for step in range(length):
        board[step] = state.board[step]
    return length


@subroutine
def play_out(state, moves, rng, prior, step, change):
    """Plays a whole game and returns its merit: by `moves` as far as they go, with a change at that step.

    `moves`, int64[steps], are a board's, by cells as the board is then (GIVEN, without a change; -1 is no move), or the
    current game's by cells of the first position.
    """
    game = state.game
    length = state.scalars[LENGTH]
    if change == GIVEN:
        length = np.int64(moves.size)
        step = np.int64(-1)
        rules.reset(game)
        origins.to_first(state.origins)
        _keep_frame(state, np.int64(game.scalars[STEP]) // state.scalars[EVERY])
    else:
        _recall_frame(state, step // state.scalars[EVERY])
    state.scalars[CHANGED_AT] = step
    ahead = np.int64(game.scalars[STEP])
    while True:
        avoided = NOWHERE
        item = NOWHERE
        drawing = False
        if ahead == step:
            step = NOWHERE
            if change == OUT:
                ahead += 1
            else:
                avoided = origins.group_of_origin(game, state.origins, moves[ahead])
                drawing = True
        while item == NOWHERE and ahead < length and not drawing:
            if change == GIVEN:
                item = _group_given(state, moves[ahead])
            else:
                item = origins.group_of_origin(game, state.origins, moves[ahead])
            ahead += 1
        if item == NOWHERE:
            item = _draw(state, rng, prior, avoided)
        if item != NOWHERE:
            _play(state, np.uint64(item))
        elif not drawing:
            return rules.score(game)


@inlined
def _group_given(state, place):
    """The group of that cell as the board is now; NOWHERE if there is none."""
    column, row = (place >> 6) + 1, place & 63
    if place < 0 or column > np.int64(state.game.scalars[COLUMNS]):
        return NOWHERE
    if row >= popcount(state.origins.left[state.origins.column[np.uint64(column)]]):
        return NOWHERE
    return origins.group_there(state.game, np.uint64(column), np.uint64(row))


@inlined
def _draw(state, rng, prior, avoided):
    """One of the groups that are offered, by the prior's odds, but not that one; NOWHERE if there is no other."""
    game, odds = state.game, state.odds
    count = rules.legal_moves(game, rng)
    total = 0.0
    for k in range(count):
        move = game.moves[k]
        share = 0.0
        if np.int64(move) != avoided:
            share = 1.0
            if prior.size > 1:
                share = prior[rules.prior_code(game, move)]
        odds[k] = share
        total += share
    if total <= 0.0:
        return NOWHERE
    left = next_float(rng) * total
    drawn = NOWHERE
    for k in range(count):
        if odds[k] > 0.0:
            drawn = np.int64(game.moves[k])
            if left < odds[k]:
                break
            left -= odds[k]
    return drawn


@inlined
def _play(state, item):
    """Plays the group, and keeps the position before the next move where one is to be kept."""
    game = state.game
    step = game.scalars[STEP]
    state.cells[1, step] = origins.take_away(game, state.origins, item)
    rules.play(game, item)
    step = np.int64(step) + 1
    if step % state.scalars[EVERY] == 0 and step > state.scalars[CHANGED_AT]:
        _keep_frame(state, step // state.scalars[EVERY])


@inlined
def _keep_frame(state, at):
    frame = state.frames[1 - state.places[at], at]
    rules.save_position(state.game, frame)
    left = state.origins.left
    for column in range(left.size):
        frame[frame.size - left.size + column] = left[column]


@inlined
def _recall_frame(state, at):
    frame = state.frames[state.places[at], at]
    rules.restore_position(state.game, frame)
    left = state.origins.left
    for column in range(left.size):
        left[column] = frame[frame.size - left.size + column]
    origins.number_columns(state.origins)


@subroutine
def keep_or_drop(state, accepted):
    """Makes the proposal, which was played last, the current game; or leaves that as it is."""
    if not accepted:
        return
    scalars, changed_at = state.scalars, state.scalars[CHANGED_AT]
    length = rules.snapshot(state.game, state.board)
    for step in range(max(changed_at, 0), length):
        state.cells[0, step] = state.cells[1, step]
    for at in range(changed_at // scalars[EVERY] + 1, length // scalars[EVERY] + 1):
        state.places[at] = 1 - state.places[at]
    scalars[LENGTH] = length
    scalars[POINTS] = np.int64(rules.score(state.game))
