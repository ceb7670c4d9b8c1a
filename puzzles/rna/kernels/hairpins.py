"""Special hairpins, which have energies of their own in the model's tables, as proposals of annealing.

All bases of such a loop must be right together, as in CUUCGG; drawn one by one they hardly ever are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.engine.kernels import subroutine
from puzzles.engine.streams import next_below
from puzzles.rna.folding.tables import FORBIDDEN, SPECIALS
from puzzles.rna.kernels.redrawing import take_back
from puzzles.rna.kernels.state import Hairpins

LONGEST = max(size for _, size in SPECIALS.values())

WRITTEN = 0.05
"""The share of whole proposals, without copies and motifs of the library, that write a special hairpin."""


def make_hairpins(energies: Any) -> Hairpins:
    """Those of a model's energy tables (`puzzles.rna.folding.tables.ENERGIES`)."""
    found = []
    for name, (_, size) in SPECIALS.items():
        for number in np.flatnonzero(np.asarray(energies[name]) != FORBIDDEN).tolist():
            bases = [number // 4**place % 4 + 1 for place in reversed(range(size))]
            found.append([size, *bases, *[0] * (LONGEST - size)])
    return Hairpins(np.array(found, np.int32).reshape(-1, 1 + LONGEST), np.array([WRITTEN]))


@subroutine
def write_hairpin(state, rng, spot):
    """Writes a special hairpin, all alike, where a position is in a hairpin of its size; else returns False."""
    partners, loops = state.partners, state.hairpins.loops
    first = state.repair.outer[spot] if partners[spot] == 0 else min(np.int64(spot), np.int64(partners[spot]))
    end = np.int64(partners[first])
    for position in range(first + 1, end):
        if partners[position] != 0:
            return False
    count = np.int64(0)
    for row in range(loops.shape[0]):
        count += np.int64(loops[row, 0] == end - first + 1)
    if count == 0:
        return False
    left = next_below(rng, count) + 1
    chosen = np.int64(-1)
    while left > 0:
        chosen += 1
        left -= np.int64(loops[chosen, 0] == end - first + 1)
    for position in range(first, end + 1):
        state.bases[position] = loops[chosen, position - first + 1]
    take_back(state)
    return True
