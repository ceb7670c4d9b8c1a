"""Regions: runs across and runs down with nearly all cells in common, so that their sums tell of the others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from puzzles.kakuro.puzzle import Kakuro

MOST_RUNS, MOST_LEFT = 12, 6
"""Runs that a region grows to, and cells that only one direction of it has."""


class Region(NamedTuple):
    """`plus`: cells of its across runs alone, `minus`: of its down runs alone.

    The values in `plus` sum to `difference` more than those in `minus`.
    """

    runs: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    difference: int


@lru_cache(maxsize=8)
def regions_of(puzzle: Kakuro) -> tuple[Region, ...]:
    """Regions grown from each run: the next one is always that which leaves the fewest cells to one direction."""
    masks = [sum(1 << cell for cell in run.cells) for run in puzzle.runs]
    crossing = [[puzzle.runs_of[cell][1 if run.across else 0] for cell in run.cells] for run in puzzle.runs]
    found: dict[tuple[int, ...], Region] = {}
    for first in range(len(puzzle.runs)):
        taken, difference = {first}, masks[first]
        while len(taken) < MOST_RUNS:
            near = {other for number in taken for other in crossing[number]} - taken
            near = {number for number in near if puzzle.runs[number].clue is not None}
            if not near or puzzle.runs[first].clue is None:
                break
            after, number = min(((difference ^ masks[one]).bit_count(), one) for one in near)
            taken.add(number)
            difference ^= masks[number]
            if after <= MOST_LEFT:
                runs = tuple(sorted(taken))
                found.setdefault(runs, _region(puzzle, runs))
    return tuple(sorted(found.values(), key=lambda region: (len(region.runs), region.runs)))


def _region(puzzle: Kakuro, runs: tuple[int, ...]) -> Region:
    sides: dict[bool, set[int]] = {True: set(), False: set()}
    difference = 0
    for number in runs:
        run = puzzle.runs[number]
        sides[run.across].update(run.cells)
        difference += (run.clue or 0) if run.across else -(run.clue or 0)
    plus, minus = sides[True] - sides[False], sides[False] - sides[True]
    return Region(runs, tuple(sorted(plus)), tuple(sorted(minus)), difference)
