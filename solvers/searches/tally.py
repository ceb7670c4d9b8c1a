"""What every search keeps beside its own arrays: counters, status, the best score and the board that has it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import snapshot
from solvers.searches.contract import Floats, Ints

# counters[...]
PLAYOUTS, STATUS, RESTARTS, BEST_LENGTH, IMPROVEMENTS = range(5)
COUNTERS = 5

# counters[STATUS]
RUNNING, SOLVED, EXHAUSTED, FINISHED = range(4)
STATUS_NAMES = ("running", "solved", "exhausted", "finished")


FINE = 63
"""Playouts that have rows of their own; later ones share a row with those of the same six leading bits: within 3 %."""
ROWS = (FINE + 1) + 32 * 34
"""Of improvements: enough for 2**40 playouts."""


class Tally(NamedTuple):
    """Counters and best of a search, as arrays that kernels write and Python reads between slices."""

    counters: Ints  # int64[5]
    best_score: Floats  # float64[1]; -inf before the first playout
    best_board: Ints  # int64[board]; valid up to counters[BEST_LENGTH]
    improved: Floats  # float64[1 + 2 * ROWS]; how many rows, then of each the playout that was better, and its score


def make_tally(board: int) -> Tally:
    return Tally(np.zeros(COUNTERS, np.int64), np.full(1, -np.inf), np.zeros(board, np.int64), np.zeros(1 + 2 * ROWS))


LARGEST_COUNT = 1 << 62
"""The sum of two such counters fits an int64."""


def check(tally: Tally) -> None:
    """ValueError if no search has such counters."""
    most = np.full(COUNTERS, LARGEST_COUNT)
    most[STATUS], most[BEST_LENGTH] = len(STATUS_NAMES) - 1, tally.best_board.size
    require("counters", tally.counters, most)
    require("improvements", tally.improved[0], ROWS)


def require(
    name: str, values: npt.NDArray[Any], most: float | npt.NDArray[Any] = LARGEST_COUNT, least: float = 0
) -> None:
    """ValueError unless all values are at least `least` and at most `most` (of each, or of all); NaN is neither."""
    if not bool(((values >= least) & (values <= most)).all()):
        raise ValueError(f"the checkpoint's {name} are out of their range")


def up_to(lengths: Ints, values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which entries of each row stand before its length."""
    return np.arange(values.shape[1]) < lengths[:, np.newaxis]


def begin_again(tally: Tally) -> None:
    """After a solution: no status, no best, so that the next one is noticed; the counters of effort go on."""
    tally.counters[STATUS] = RUNNING
    tally.counters[BEST_LENGTH] = 0
    tally.best_score[0] = -np.inf


@inlined
def remember(tally, state, score):
    """Keeps the position if its score is better than any before."""
    if score > tally.best_score[0]:
        tally.best_score[0] = score
        tally.counters[BEST_LENGTH] = snapshot(state, tally.best_board)
        tally.counters[IMPROVEMENTS] += 1
        note(tally.improved, tally.counters[PLAYOUTS], score)


@subroutine
def note(improved, playout, score):
    """Keeps that the playout of that number, from 1, was the best so far: of a row's playouts the last one.

    What is kept depends on the playouts alone, not on how a search is sliced.
    """
    rows = np.int64(improved[0])
    shift = np.int64(0)
    while playout >> shift > FINE:
        shift += 1
    if rows > 0 and (rows == ROWS or np.int64(improved[2 * rows - 1]) >> shift == playout >> shift):
        rows -= 1
    improved[2 * rows + 1] = playout
    improved[2 * rows + 2] = score
    improved[0] = rows + 1


def improvements(tally: Tally) -> list[tuple[int, float]]:
    """The playouts that were better than all before, from 1, and their scores; after a solution it begins anew."""
    rows = tally.improved[1 : 1 + 2 * int(tally.improved[0])].reshape(-1, 2)
    return [(int(playout), float(score)) for playout, score in rows]
