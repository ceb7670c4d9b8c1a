"""What local search keeps of a game beside the state in play: its moves, and positions to go on from.

A move is known by a cell of its group, as a cell of the first position. Positions are kept before every so many moves,
each in one of two places, so that those of a proposal stand beside those of the current game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.samegame.kernels.cellwise import CellState
from puzzles.samegame.kernels.origins import Origins, build_origins
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.puzzle import SameGamePuzzle

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
    frames: npt.NDArray[np.uint64]  # uint64[2, FRAMES, words]: positions, and behind each the rows left
    places: npt.NDArray[np.uint8]  # uint8[FRAMES]: 0 or 1: where the current game's position is
    odds: npt.NDArray[np.float64]  # float64[width]: scratch


def build_edited(game: PackedState | CellState, puzzle: SameGamePuzzle, room: Limits) -> EditedGame:
    """A game without a move; `room` is the limits of the state in play."""
    steps = room.board
    return EditedGame(
        game=game,
        origins=build_origins(puzzle),
        scalars=np.array([0, 0, 0, -(-steps // FRAMES)], np.int64),
        board=np.zeros(steps, np.int64),
        cells=np.zeros((2, steps), np.int64),
        frames=np.zeros((2, FRAMES, room.frame + puzzle.width + 2), np.uint64),
        places=np.zeros(FRAMES, np.uint8),
        odds=np.zeros(room.width),
    )
