"""The state of local search on grids with gaps: candidates, what they cover, and which of them exclude each other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import kernel
from puzzles.sudoku.kernels.state import CELLS, ORDER, ROOT_DEAD, CellsState, flattened
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]

SHARES = 85, 170, 75, 62
"""What was taken out is tabu for so many hundredths of a step for each candidate that would take out one, by turns.

Where many cells are given, the search goes round in a few grids with all but the second, which is too much elsewhere;
the larger the grid the lower the share that solves most.
"""

# scalars[...]: OPENED, CANDIDATES: numbers; MISSED: places to be covered that are not; FREE, SINGLE: lengths of
# `ready`; NOW: the turn; FULLEST, SINCE: most cells filled in it, and the first step with them; MOST: of all turns;
# NEXT: the candidate proposed, -1 without one; KEPT, KEPT_AT, RETURNED: cells filled of `kept`, 0 without one, its
# step, and how often it was returned to
OPENED, CANDIDATES, DEAD, STEP, FILLED, MISSED, FREE, SINGLE, NOW, SINCE, FULLEST, MOST, NEXT = range(13)
KEPT, KEPT_AT, RETURNED, NUMBERS = range(13, 17)


class PackedGrid(NamedTuple):
    """A grid with gaps and its search; a place is what candidates cover: a cell, or a value of a group."""

    scalars: Ints  # int64[17]: see above
    shares: Ints  # int64[turns]: SHARES
    board: Ints  # int64[cells]: values
    cells: Ints  # int64[opened]: the cell of each of the first places
    values: Ints  # int64[candidates]
    places: Ints  # what each candidate covers, its cell first
    places_at: Ints  # int64[candidates + 1]
    covers: Ints  # the candidates of each place
    covers_at: Ints  # int64[places + 1]
    holder: Ints  # int64[places]: the candidate that covers each, -1 without one
    missed: Ints  # int64[places]: those to be covered that are not, in any order
    missed_at: Ints  # int64[places]: where each is in that list; -1: is covered, -2: need not be
    rivals: npt.NDArray[np.int32]  # those that cover a place that a candidate covers, each once
    rivals_at: Ints  # int64[candidates + 1]
    clashes: npt.NDArray[np.int16]  # int16[candidates]: how many rivals of each are in
    ready: Ints  # int64[2, candidates]: those that are out and would take out none, or one, in any order
    ready_at: Ints  # int64[candidates]: where each is in its list
    tabu: Ints  # int64[candidates]: up to which step
    kept: Ints  # int64[opened]: the candidate in each cell of the turn's grid of fewest gaps, -1 without one


def repairing(state: CellsState, puzzle: Sudoku) -> PackedGrid:
    """The state that annealing changes, over the root of the state in play."""
    order, words = int(state.scalars[ORDER]), len(state.words)
    masks = state.root[: state.scalars[CELLS] * words].reshape(-1, words)
    domains = [sum(int(word) << 64 * k for k, word in enumerate(mask)) for mask in masks]
    cells = [cell for cell, domain in enumerate(domains) if domain]
    groups: list[list[int]] = [[] for _ in domains]
    for number, group in enumerate(sorted(puzzle.groups, key=lambda one: len(one.cells) < order)):
        for cell in group.cells:
            groups[cell].append(number)
    whole = sum(len(group.cells) == order for group in puzzle.groups)
    candidates = [
        (place, value) for place, cell in enumerate(cells) for value in range(order) if domains[cell] >> value & 1
    ]
    place_of: dict[int, int] = {}
    places = []
    for place, value in candidates:
        others = [number * order + value for number in groups[cells[place]]]
        places.append([place, *(place_of.setdefault(one, len(cells) + len(place_of)) for one in others)])
    needed = [True] * len(cells) + [number < whole * order for number in place_of]
    covers: list[list[int]] = [[] for _ in needed]
    for candidate, covered in enumerate(places):
        for place in covered:
            covers[place].append(candidate)
    all_places, places_at = flattened(places)
    all_covers, covers_at = flattened(covers)
    met, rivals_at, rivals = np.zeros(len(places), np.int64), np.zeros(len(places) + 1, np.int64), np.zeros(0, np.int32)
    for _ in range(2):
        met[:] = -1
        _write_rivals(all_places, places_at, all_covers, covers_at, met, rivals_at, rivals)
        rivals = np.zeros(max(int(rivals_at[-1]), 1), np.int32) if rivals.size == 0 else rivals
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[OPENED], scalars[CANDIDATES], scalars[DEAD] = len(cells), len(candidates), state.scalars[ROOT_DEAD]
    board = state.values.copy()
    board[cells] = -1
    return PackedGrid(
        scalars=scalars,
        shares=np.array(SHARES, np.int64),
        board=board,
        cells=np.array(cells, np.int64),
        values=np.array([value for _, value in candidates] or [0], np.int64),
        places=all_places,
        places_at=places_at,
        covers=all_covers,
        covers_at=covers_at,
        holder=np.zeros(len(needed), np.int64),
        missed=np.zeros(len(needed), np.int64),
        missed_at=np.where(needed, 0, -2).astype(np.int64),
        rivals=rivals,
        rivals_at=rivals_at,
        clashes=np.zeros(len(candidates), np.int16),
        ready=np.zeros((2, len(candidates)), np.int64),
        ready_at=np.zeros(len(candidates), np.int64),
        tabu=np.zeros(len(candidates), np.int64),
        kept=np.zeros(len(cells), np.int64),
    )


@kernel
def _write_rivals(places, places_at, covers, covers_at, met, rivals_at, rivals):
    """Writes each candidate's rivals where there is room for them, and where they begin; `met` is -1 everywhere."""
    count = 0
    for candidate in range(met.size):
        rivals_at[candidate] = count
        met[candidate] = candidate
        for at in range(places_at[candidate], places_at[candidate + 1]):
            place = places[at]
            for k in range(covers_at[place], covers_at[place + 1]):
                other = covers[k]
                if met[other] != candidate:
                    met[other] = candidate
                    if rivals.size > 0:
                        rivals[count] = other
                    count += 1
    rivals_at[met.size] = count
