"""Folding a design, and its energy in the target or another structure: what the search calls for each candidate.

Our kernels serve dangles 1 and 2 at 37 C. Energies are int64 in 0.01 kcal/mol. `bases` is int32[n + 2]: 1 A, 2 C, 3 G,
4 U, 0 at both ends, as many as the target has.

Kernels are called by address (`puzzles.engine.kernels`): folding is compiled once, not into each search, and a search
once for all models. A state has the addresses of its model's kernels, and no others are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import address_of, call_at, inlined, kernel
from puzzles.rna.folding import models
from puzzles.rna.folding.dangles import DoubleDangles
from puzzles.rna.folding.fold_state import FoldState, new_state
from puzzles.rna.folding.matrices import fill_from
from puzzles.rna.folding.single_dangles import SingleDangles
from puzzles.rna.folding.structures import energy_in_structure, energy_in_target
from puzzles.rna.folding.traceback import trace_all

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle


@kernel
def fill(fold, bases, first, last):
    return fill_from(DoubleDangles(2), fold, bases, np.int64(1), np.int64(bases.size - 2))


@kernel
def fill_single(fold, bases, first, last):
    return fill_from(SingleDangles(1), fold, bases, first, last)


@kernel
def trace(fold, bases):
    return trace_all(DoubleDangles(2), fold, bases)


@kernel
def trace_single(fold, bases):
    return trace_all(SingleDangles(1), fold, bases)


@kernel
def in_target(fold, bases):
    return energy_in_target(DoubleDangles(2), fold, bases)


@kernel
def in_target_single(fold, bases):
    return energy_in_target(SingleDangles(1), fold, bases)


@kernel
def in_structure_single(fold, bases, structures, row):
    return energy_in_structure(SingleDangles(1), fold, bases, structures, row)


KERNELS = {
    2: (fill, trace, in_target),
    1: (fill_single, trace_single, in_target_single, in_structure_single),
}
"""By dangles. For dangles 2 the fold of a part and the energy in any structure are compiled into what needs them: local
search on designs is 2 to 4 % faster without the calls."""

FILL, TRACE, IN_TARGET, IN_STRUCTURE = range(4)
"""Their numbers, by which `fold.kernels` holds the addresses."""


def make_fold(puzzle: RnaPuzzle) -> FoldState:
    """A state for folding designs for the puzzle; ModelError as by `read_tables`."""
    model = models.named(puzzle.energy_model)
    fold = new_state(puzzle.partners, model)
    bases = np.zeros(len(puzzle.partners) + 2, np.int32)
    position, structures = np.int64(1), np.zeros((1, bases.size), np.int32)
    given = ((fold, bases, position, position), (fold, bases), (fold, bases), (fold, bases, structures, position))
    for at, (one, arguments) in enumerate(zip(KERNELS[model.dangles], given, strict=False)):
        fold.kernels[at] = address_of(one, *arguments)
    return fold


@inlined
def fold_energy(fold, bases):
    """The MFE of the design."""
    return call_at(fold.kernels[FILL], (fold, bases, np.int64(1), np.int64(bases.size - 2)))


@inlined
def fold_part(fold, bases, first, last):
    """The least energy of the design's bases from first to last, if these two pair; of a part, not the whole."""
    first, last = np.int64(first), np.int64(last)
    if fold.kernels[IN_STRUCTURE] == 0:
        return fill_from(DoubleDangles(2), fold, bases, first, last)
    return call_at(fold.kernels[FILL], (fold, bases, first, last))


@inlined
def fold_design(fold, bases):
    """The MFE of the design; `fold.partner` is its structure, ties broken as ViennaRNA does."""
    energy = fold_energy(fold, bases)
    call_at(fold.kernels[TRACE], (fold, bases))
    return energy


@inlined
def target_energy(fold, bases):
    """The energy of the design in the target; `fold.gaps` is what each loop loses, after a fold of the same design."""
    return call_at(fold.kernels[IN_TARGET], (fold, bases))


@inlined
def structure_energy(fold, bases, structures, row):
    """The energy of the design in structures[row] (int32, partners, 0 unpaired); FORBIDDEN if it can't form."""
    if fold.kernels[IN_STRUCTURE] == 0:
        return energy_in_structure(DoubleDangles(2), fold, bases, structures, row)
    return call_at(fold.kernels[IN_STRUCTURE], (fold, bases, structures, np.int64(row)))
