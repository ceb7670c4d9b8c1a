"""Folding a design, and the energy of a design in its target: what the search calls for each candidate.

Our kernels fold for dangles 2 at 37 C; ViennaRNA's C functions serve the other models. Energies are int64 in 0.01
kcal/mol. `bases` is int32[n + 2]: 1 A, 2 C, 3 G, 4 U, 0 at both ends, as many as the target has.
"""

from __future__ import annotations

from typing import Protocol

from puzzles.kernels import kernel
from puzzles.rna import models
from puzzles.rna.fold_state import FoldState, new_state
from puzzles.rna.library_calls import evaluate_by_library, fold_by_library
from puzzles.rna.matrices import fill
from puzzles.rna.target_energy import evaluate_target
from puzzles.rna.traceback import trace

__all__ = ["FoldState", "fold_design", "fold_energy", "make_fold", "target_energy"]


class Target(Protocol):
    """What folding has to know of a puzzle: partners counted from 0 (-1 unpaired) and the energy model's name."""

    @property
    def partners(self) -> tuple[int, ...]: ...

    @property
    def model(self) -> str: ...


def make_fold(puzzle: Target) -> FoldState:
    """A state for folding designs for the puzzle; ModelError if this process folds by another model."""
    return new_state(puzzle.partners, models.load(puzzle.model))


@kernel
def fold_energy(fold, bases):
    """The MFE of the design."""
    if fold.native[0] != 0:
        return fill(fold, bases)
    return fold_by_library(fold, bases)


@kernel
def fold_design(fold, bases):
    """The MFE of the design; `fold.partner` is its structure, ties broken as ViennaRNA does."""
    if fold.native[0] == 0:
        return fold_by_library(fold, bases)
    energy = fill(fold, bases)
    trace(fold, bases)
    return energy


@kernel
def target_energy(fold, bases):
    """The energy of the design in the target; `fold.gaps` is what each loop loses, after a fold of the same design.

    Models that ViennaRNA's functions serve have gaps of 0.
    """
    if fold.native[0] != 0:
        return evaluate_target(fold, bases)
    return evaluate_by_library(fold, bases)
