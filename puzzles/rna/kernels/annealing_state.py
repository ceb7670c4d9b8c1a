"""What annealing keeps beside the state of a design's moves: the current design, its fold, and its rivals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.bases import codes_of
from puzzles.rna.nemo import mismatch_table
from puzzles.rna.puzzle import RnaPuzzle

Ints = npt.NDArray[np.int64]
Bases = npt.NDArray[np.int32]

RIVALS = 64
"""Structures that are remembered. To look at one takes far less than a fold; most refusals are by the newest."""

# scalars[...]: of the current design
KEPT_DISTANCE, KEPT_GAP, MISFOLDED = range(3)  # MISFOLDED: how many of `blamed` count


class RepairState(NamedTuple):
    """The current design of a local search, and what the target means for each position. Positions count from 1."""

    kept: Bases  # int32[n + 2]: the current design
    folded: Bases  # int32[n + 2]: its fold, partners, 0 unpaired
    gaps: Bases  # int32[n + 1]: its gaps by loop, as `puzzles.rna.folding.fold` gives them
    scalars: Ints  # int64[3]
    blamed: Ints  # int64[n]: its misfolded positions
    start: Bases  # int32[n + 2]: the puzzle's start sequence, until the first `start` has used it
    step_at: Ints  # int64[n + 2]: the step that sets each position
    mates: Ints  # int64[n + 2]: the mismatch of each position, 0 for none (puzzles.rna.nemo)
    outer: Ints  # int64[n + 2]: where the pair that encloses each position opens, 0 if none does
    fresh: npt.NDArray[np.bool_]  # bool[steps]: to be drawn; all False between proposals
    odds: npt.NDArray[np.float64]  # float64[6]: work of drawing


class Rivals(NamedTuple):
    """Folds of designs that were refused, or were current: a proposal is likely to fold into one of them.

    They save folding and change no result, so they need not be saved with a search.
    """

    structures: Bases  # int32[RIVALS, n + 2]: partners, 0 unpaired
    order: Ints  # int64[RIVALS]: their rows, the most useful first
    known: Ints  # int64[1]: how many


def make_repair(puzzle: RnaPuzzle, sites: Sequence[int]) -> RepairState:
    """The state before the first `start`; `sites` are the steps' positions, from 0."""
    n = puzzle.length
    start = np.zeros(n + 2, np.int32)
    if puzzle.start:
        start[1:-1] = codes_of(puzzle.start)
    step_at = np.zeros(n + 2, np.int64)
    for step, site in enumerate(sites):
        step_at[site + 1] = step
        if puzzle.partners[site] >= 0:
            step_at[puzzle.partners[site] + 1] = step
    return RepairState(
        kept=np.zeros(n + 2, np.int32),
        folded=np.zeros(n + 2, np.int32),
        gaps=np.zeros(n + 1, np.int32),
        scalars=np.zeros(3, np.int64),
        blamed=np.zeros(n, np.int64),
        start=start,
        step_at=step_at,
        mates=np.array((0, *(mate + 1 for mate in mismatch_table(puzzle.partners)), 0), np.int64),
        outer=_outer(puzzle.partners),
        fresh=np.zeros(len(sites), np.bool_),
        odds=np.zeros(6),
    )


def make_rivals(length: int) -> Rivals:
    return Rivals(np.zeros((RIVALS, length + 2), np.int32), np.arange(RIVALS), np.zeros(1, np.int64))


def _outer(partners: Sequence[int]) -> Ints:
    """The opening position of the pair around each position and around each pair, int64[n + 2]."""
    outer = np.zeros(len(partners) + 2, np.int64)
    around = [0]
    for position, other in enumerate(partners, start=1):
        if 0 <= other < position - 1:
            around.pop()
        outer[position] = around[-1]
        if other >= position:
            around.append(position)
    return outer
