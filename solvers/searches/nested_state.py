"""What a nested search keeps from one slice to the next: levels, their positions and sequences, and its checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.sampling import make_streams
from solvers.searches.tally import Tally, make_tally, require

# scalars[...]: the active level, what it does next, the top level; of AMCS the depth and the greatest; of LNMCS the
# playouts that evaluate a move
LEVEL, PHASE, TOP, DEPTH, DEEPEST, EVALUATIONS = range(6)

# scalars[PHASE]: what is next
BEGIN, ARRIVED, LISTED = range(3)  # a game of the top level; listing a new position's moves; going on from the list

# stages[level], of LNMCS: what is done with the level's moves
EVALUATING, NESTING, MOVING = range(3)


class NmcsSearch(NamedTuple):
    """A nested search in progress. Row n is level n's; level 0 is the last playout, and the last is the top level.

    `sequences`, `lengths` and `scores` have one row more, for the twin's playout.

    A row of `sequences` is valid from the step of the level above up to its length.
    """

    rng: Words  # uint64[1]
    prior: Floats  # float64[prior codes]: odds; one entry means no prior
    odds: Floats  # float64[width]
    scalars: Ints  # int64[6]: as they are named above
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
    ratio: Floats  # float64[1], of LNMCS, as all below
    stages: Ints  # int64[levels + 1]
    tried: Ints  # int64[levels + 1]: playouts of the evaluation that is not at its end
    values: Floats  # float64[levels + 1, width, or 0 and 0]: sums of scores, then means
    seen: Ints  # int64[steps + 1, or 0]: evaluations after so many moves from the root
    sums: Floats  # float64[steps + 1, or 0]: their sums
    most: Floats  # float64[steps + 1, or 0]: the best of them
    tally: Tally
    twin: Any  # another state of the puzzle, or None
    streams: Words  # uint64[2, 1]: those of the two playouts in lock-step


def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words, twin: Any = None) -> NmcsSearch:
    """A search that has not played yet. `prior` holds odds, one entry for none.

    Parameters: level; depth, for AMCS; evaluations and ratio, for LNMCS.
    """
    rows, deepest = int(parameters["level"]) + 1, int(parameters.get("depth", 0))
    evaluations = int(parameters.get("evaluations", 0))
    plies = limits.steps + 1 if evaluations else 0
    top = 1 if deepest else rows - 1
    return NmcsSearch(
        rng=rng.copy(),
        prior=prior,
        odds=np.zeros(limits.width),
        scalars=np.array([top, BEGIN, top, 1, deepest, evaluations], np.int64),
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
        ratio=np.full(1, float(parameters.get("ratio", 0.0))),
        stages=np.zeros(rows, np.int64),
        tried=np.zeros(rows, np.int64),
        values=np.zeros((rows, limits.width) if evaluations else (0, 0)),
        seen=np.zeros(plies, np.int64),
        sums=np.zeros(plies),
        most=np.full(plies, -np.inf),
        tally=make_tally(limits.board),
        twin=twin,
        streams=make_streams(),
    )


def of_earlier(search: NmcsSearch, saved: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, npt.NDArray[Any]]:
    """What is saved; of a version without AMCS or LNMCS as nested search is now."""
    if "search.scalars" not in saved:
        return saved
    later = {f"search.{name}": getattr(search, name).copy() for name in LATER if f"search.{name}" not in saved}
    scalars = saved["search.scalars"]
    return {**later, **saved, "search.scalars": np.append(scalars, search.scalars[scalars.size :])}


LATER = ("held", "held_length", "held_score", "ratio", "stages", "tried", "values", "seen", "sums", "most")
"""Arrays that version 0.2.0 did not have."""


def check(search: NmcsSearch, limits: Limits) -> None:
    """ValueError if a level, a step or an index of a move is out of range. Moves and frames are the family's own."""
    highest, deepest = search.steps.size - 1, int(search.scalars[DEEPEST])
    require("levels", search.scalars[TOP : TOP + 1], highest, least=1 if deepest else highest)
    require("levels", search.scalars[:TOP], np.array([search.scalars[TOP], LISTED]))
    require("levels", search.scalars[:PHASE], least=1)
    require("depths", search.scalars[DEPTH:], least=0)
    lazy = int(search.scalars[EVALUATIONS]) > 0
    if (search.values.size > 0, search.seen.size > limits.steps) != (lazy, lazy):
        raise ValueError("the checkpoint holds no evaluations")
    require("stages", search.stages, MOVING)
    if deepest and search.held.size != limits.steps:
        raise ValueError("the checkpoint holds no game")
    require("lengths", search.held_length, search.held.size, least=-1)
    require("steps", search.steps)
    require("steps", search.steps, limits.steps - (search.counts > 0))
    require("counts", search.counts, limits.width)
    require("next moves", search.nexts, np.maximum(search.counts, 1))  # a game of no moves counts as one
    require("lengths", search.lengths, limits.steps, least=-1)
