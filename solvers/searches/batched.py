"""Searches whose scores come from a Python function: kernels make the playouts of a batch, one call scores all of them.

The function is given two arrays and returns one number for each board, the higher the better:

    def score(boards, lengths):      # int64[batch, cells or moves], int64[batch]
        return ...                   # float64[batch], or what NumPy makes one of

`boards[k, : lengths[k]]` is what a playout ended with, as `Session.best_board` has it: the moves of a game, or the
values of the cells. Behind its length a row has -1. The arrays are copies, which the function may keep or change. A
score of -inf is learned from as little as no playout at all; NaN and inf are refused (ParameterError).

NRPA, GNRPA and BLNRPA score the playouts that level 1 makes before one of them is judged: `batch` (stabilized NRPA, P
playouts) for each policy of its beam; NMCS the playouts by which level 1 tries the moves of a position; sampling as
many as are asked for. Random numbers and the order in which
playouts are counted are those of the compiled search, so with the family's own score as the function all of its arrays
are the same, bit for bit, however it is sliced.

Making playouts changes nothing of a search's place; `_learn...` does, when they have scores. So a function may raise
what it likes, Ctrl-C may interrupt it, and the search goes on or is saved as if the batch had not been begun.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import play, reset, restore_position, save_position, snapshot, solved
from puzzles.parameters import ParameterError
from solvers.searches.contract import Floats, Ints, Words
from solvers.searches.learning import STREAMS, play_game
from solvers.searches.nested_state import ARRIVED, BEGIN, DEEPEST, EVALUATIONS, LEVEL, PHASE, NmcsSearch
from solvers.searches.nmcs import go_on, list_moves, offer, open_game, play_on
from solvers.searches.nrpa_beam import climb, seed_streams, tasks_of
from solvers.searches.nrpa_crew import rows_of_task
from solvers.searches.sampling import SamplingSearch, play_out, seed
from solvers.searches.tally import BEST_LENGTH, IMPROVEMENTS, PLAYOUTS, RUNNING, SOLVED, STATUS, note

Score = Callable[[Ints, Ints], npt.ArrayLike]
NOTHING = -1
"""What stands in a row of boards behind the board's length."""


class Batch(NamedTuple):
    """Playouts that are made and not counted yet, a row each."""

    boards: Ints  # int64[playouts, board]
    lengths: Ints  # int64[playouts]: of the boards
    solved: Ints  # int64[playouts]: whether each has solved the puzzle, if that ends the search
    until_solved: Ints  # int64[1]: whether it does
    games: Ints  # int64[playouts, steps]: of NMCS, the moves from the step of the level that tries them
    ends: Ints  # int64[playouts]: of NMCS, how many moves from the root
    scores: Floats  # float64[playouts]: filled from outside
    rng: Words  # uint64[1]: the search's stream once it has seeded the playouts' own
    rngs: Words  # uint64[playouts, 1]: the search's stream after each playout or, if they have streams, each one's own


def scored(
    limits: Limits, search: Any, score: Score, *, batch: int = 64, until_solved: bool = False
) -> Callable[[Any, Any, int], int]:
    """What advances the search by that function's scores, as its module's `advance` does by the family's.

    ParameterError for a search that is none of those above. `batch`: playouts of sampling for a call; a slice that ends
    within a batch scores what it has made. `until_solved`: a solution of the puzzle ends the search; else only its
    budget does.
    """
    steps = 0
    if isinstance(search, SamplingSearch):
        makes, learns, rows = _sample, _count_samples, batch
    elif isinstance(search, NmcsSearch) and not search.scalars[[DEEPEST, EVALUATIONS]].any():  # neither AMCS nor LNMCS
        makes, learns, rows, steps = _try_moves, _offer_tries, limits.width, limits.steps
    elif getattr(search, "beam", None) is not None:
        makes, learns, rows = _play, _learn, len(search.beam.streams)
    else:
        raise ParameterError("scores from a function are for sampling, nmcs, nrpa, gnrpa and blnrpa")
    made = Batch(
        boards=np.zeros((rows, limits.board), np.int64),
        lengths=np.zeros(rows, np.int64),
        solved=np.zeros(rows, np.int64),
        until_solved=np.array([until_solved], np.int64),
        games=np.zeros((rows, steps), np.int64),
        ends=np.zeros(rows, np.int64),
        scores=np.zeros(rows),
        rng=np.ones(1, np.uint64),
        rngs=np.ones((rows, 1), np.uint64),
    )

    def advance(state: Any, search: Any, playouts: int) -> int:
        counters = search.tally.counters
        end = counters[PLAYOUTS] + playouts
        while counters[STATUS] == RUNNING and counters[PLAYOUTS] < end:
            count = makes(state, search, made, end - counters[PLAYOUTS])
            made.scores[:count] = scores_of(score, made.boards[:count].copy(), made.lengths[:count].copy())
            learns(search, made, count)
        return int(counters[STATUS])

    return advance


def scores_of(score: Score, boards: Ints, lengths: Ints) -> Floats:
    """float64[boards]: what the function returns for them; ParameterError if that is no score for each."""
    found = np.asarray(score(boards, lengths))
    if found.shape != lengths.shape or found.dtype.kind not in "biuf":
        raise ParameterError(
            f"the score function returned {found.dtype} of shape {found.shape}; expected one number for each of "
            f"{len(lengths)} boards"
        )
    wrong = np.flatnonzero(~(found < np.inf))
    if wrong.size:
        raise ParameterError(
            f"the score function returned {found[wrong[0]]} for board {wrong[0]} of {len(lengths)}; expected a number "
            "below inf"
        )
    return found.astype(np.float64)


@kernel
def _play(state, search, batch, left):
    """Makes at most `left` playouts of what is left of level 1's iteration; how many."""
    beam = search.beam
    first = beam.played[0]
    batch.rng[0] = search.rng[0]
    if first == 0 and beam.modes[STREAMS]:
        seed_streams(beam, batch.rng)
    count = min(left, tasks_of(beam) - first)
    drawn = search.rng[0]
    for k in range(count):
        batch.rngs[k, 0] = beam.streams[first + k, 0] if beam.modes[STREAMS] else drawn
        one = rows_of_task(search, search, first + k, batch.rngs[k])
        play_game(one.games, one, state, None)
        drawn = batch.rngs[k, 0]
        _write_down(state, batch, k)
    return count


@kernel
def _learn(search, batch, count):
    """Counts the playouts up to one that ends the search; when level 1's iteration is over, its levels learn."""
    beam = search.beam
    search.rng[0] = batch.rng[0]
    for k in range(count):
        task = beam.played[0]
        if beam.modes[STREAMS]:
            beam.streams[task, 0] = batch.rngs[k, 0]
        else:
            search.rng[0] = batch.rngs[k, 0]
        search.scores[beam.first_games[beam.first_games.size - 1] + task] = batch.scores[k]
        beam.played[0] = task + 1
        if _count(search, batch, k):
            return
    if beam.played[0] == tasks_of(beam):
        beam.played[0] = 0
        climb(search, beam)


@kernel
def _sample(state, search, batch, left):
    """Makes at most `left` playouts of sampling; how many."""
    count = min(left, batch.lengths.size)
    batch.rng[0] = search.rng[0]
    for k in range(count):
        _sample_one(state, search.twin, search, batch)
        batch.rngs[k, 0] = batch.rng[0]
        _write_down(state, batch, k)
    return count


@inlined
def _sample_one(state, twin, search, batch):
    if twin is None:
        play_out(state, search, batch.rng)
    else:  # the stream that the game would have beside another
        seed(search.streams, 0, batch.rng)
        play_out(state, search, search.streams[0])


@kernel
def _count_samples(search, batch, count):
    for k in range(count):
        search.rng[0] = batch.rngs[k, 0]
        if _count(search, batch, k):
            return


@kernel
def _try_moves(state, search, batch, left):
    """Goes on to where level 1 has moves to look at, and plays at most `left` of them out; how many.

    A game of any level that begins at its end is one playout.
    """
    scalars = search.scalars
    while True:
        level = scalars[LEVEL]
        if scalars[PHASE] == BEGIN:
            reset(state)
            open_game(search, search.steps.size - 1, 0)
        elif scalars[PHASE] == ARRIVED:
            if list_moves(state, search):
                save_position(state, search.frames[level])
        elif _at_its_end(search, level) or (level == 1 and search.nexts[1] < search.counts[1]):
            break
        else:
            go_on(state, search)
    first, step = search.nexts[level], search.steps[level]
    count = min(left, max(search.counts[level] - first, 1))
    batch.rng[0] = search.rng[0]
    for k in range(count):
        restore_position(state, search.frames[level])
        if search.counts[level] > 0:
            search.sequences[0, step] = search.moves[level, first + k]
            play(state, search.moves[level, first + k])
            _try_one(state, search.twin, search, batch, step + 1)
            for at in range(step, search.lengths[0]):
                batch.games[k, at] = search.sequences[0, at]
        batch.ends[k] = search.lengths[0]
        batch.rngs[k, 0] = batch.rng[0]
        _write_down(state, batch, k)
    return count


@inlined
def _at_its_end(search, level):
    """Whether the level's game has begun at its end and has not been counted."""
    return search.counts[level] == 0 and search.lengths[level] < 0


@inlined
def _try_one(state, twin, search, batch, step):
    if twin is None:
        play_on(state, search, batch.rng, step)
    else:
        seed(search.streams, 0, batch.rng)
        play_on(state, search, search.streams[0], step)


@kernel
def _offer_tries(search, batch, count):
    """Counts the playouts of `_try_moves`, and offers each to the level that plays."""
    level = search.scalars[LEVEL]
    for k in range(count):
        search.rng[0] = batch.rngs[k, 0]
        search.scores[0] = batch.scores[k]
        search.lengths[0] = batch.ends[k]
        for at in range(search.steps[level], batch.ends[k]):
            search.sequences[0, at] = batch.games[k, at]
        ended = _count(search, batch, k)
        offer(search, level, 0)
        if ended:
            return


@inlined
def _write_down(state, batch, k):
    """Writes the board that a playout has ended with to that row, and whether it ends the search."""
    batch.lengths[k] = snapshot(state, batch.boards[k])
    for at in range(batch.lengths[k], batch.boards.shape[1]):
        batch.boards[k, at] = NOTHING
    if batch.until_solved[0] == 1:
        batch.solved[k] = int(solved(state))


@inlined
def _count(search, batch, k):
    """Counts a playout, and keeps its board if that is the best; whether it ends the search."""
    tally = search.tally
    tally.counters[PLAYOUTS] += 1
    if batch.scores[k] > tally.best_score[0]:
        tally.best_score[0] = batch.scores[k]
        tally.counters[BEST_LENGTH] = batch.lengths[k]
        for at in range(batch.lengths[k]):
            tally.best_board[at] = batch.boards[k, at]
        tally.counters[IMPROVEMENTS] += 1
        note(tally.improved, tally.counters[PLAYOUTS], batch.scores[k])
    if batch.solved[k] == 1:
        tally.counters[STATUS] = SOLVED
    return tally.counters[STATUS] == SOLVED
