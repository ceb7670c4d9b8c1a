"""The ensemble of a design: its energy, pair probabilities, and the target's probability, distance and defect.

`inside`, `outside` and `inside_sparse` are compiled once and called by address, as the kernels of `fold.py`.
`ensemble_of` is for Python. Models with other dangles have those of 2 here, as in ViennaRNA, whose partition function
knows no single ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from puzzles.engine.kernels import address_of, call_at, inlined
from puzzles.rna.bases import codes_of
from puzzles.rna.energy_models import STANDARD, Conditions, compound, ensemble_energies
from puzzles.rna.folding import models
from puzzles.rna.folding.ensemble_state import (
    DEFECT,
    DISTANCE,
    LOG_SUM,
    MARGIN,
    THERMAL,
    EnsembleState,
    new_ensemble,
)
from puzzles.rna.folding.inside import inside
from puzzles.rna.folding.outside import outside
from puzzles.rna.folding.sparse import inside_sparse
from puzzles.rna.folding.weights import Weights
from puzzles.rna.structure import partners_of
from puzzles.text.fields import Joined

INSIDE, OUTSIDE, SPARSE = range(3)
"""The numbers of the kernels' addresses in `ensemble.kernels`."""


def make_ensemble(partners: Sequence[int], model: str, conditions: Conditions = STANDARD) -> EnsembleState:
    """A state for the target of partners from 0, -1 unpaired; ModelError if ViennaRNA does not give the model."""
    ensemble = new_ensemble(tuple(partners), models.named(model), conditions)
    bases = np.zeros(len(partners) + 2, np.int32)
    ensemble.kernels[INSIDE] = address_of(inside, ensemble, bases)
    ensemble.kernels[OUTSIDE] = address_of(outside, ensemble, bases)
    ensemble.kernels[SPARSE] = address_of(inside_sparse, ensemble, bases, bases)
    return ensemble


@inlined
def weigh_inside(ensemble, bases):
    """1 and the partition function of the design, its logarithm in `ensemble.results`; 0 if it is out of range."""
    return call_at(ensemble.kernels[INSIDE], (ensemble, bases))


@inlined
def weigh_sparse(ensemble, bases, former):
    """As `weigh_inside`, of the pairs that `list_probable` listed and those of bases that the former design lacks."""
    return call_at(ensemble.kernels[SPARSE], (ensemble, bases, former))


@inlined
def weigh_outside(ensemble, bases):
    """Fills probabilities, defects and distance of the design that `weigh_inside` was called for last."""
    return call_at(ensemble.kernels[OUTSIDE], (ensemble, bases))


class Ensemble(NamedTuple):
    """Of all structures of a design; the last four are of its target's state."""

    energy: float  # kcal/mol
    probabilities: Weights  # float64[n, n]: of pairs, above the diagonal
    probability: float  # of the target
    distance: float  # expected number of pairs in exactly one of a structure and the target
    defect: float  # expected share of positions that are not paired as in the target
    defects: Weights  # float64[n]: by position


def ensemble_of(sequence: str, target: str, model: str, conditions: Conditions = STANDARD) -> Ensemble:
    """The ensemble of a design of A, C, G and U for a target in dot-bracket.

    OverflowError where weights are beyond float64, which a part of some 400 kcal/mol more than its share of the whole
    can bring about. The target's energy is ViennaRNA's own, as in its `pr_structure`.
    """
    length = len(sequence)
    ensemble = new_ensemble(partners_of(Joined(target)), models.named(model), conditions)
    bases = np.array((0, *codes_of(sequence), 0), np.int32)
    if inside(ensemble, bases) != 1:
        raise OverflowError(f"the partition function of this design of {length:,} nt is out of range")
    outside(ensemble, bases)
    evaluated = compound(sequence, ensemble_energies(model, conditions=conditions)).eval_structure(target)
    thermal, log_sum = float(ensemble.results[THERMAL]), float(ensemble.results[LOG_SUM])
    return Ensemble(
        energy=-thermal * log_sum,
        probabilities=np.triu(ensemble.sums.pairs[1 : length + 1, MARGIN + 1 : MARGIN + length + 1], 4),
        probability=math.exp(-evaluated / thermal - log_sum),
        distance=float(ensemble.results[DISTANCE]),
        defect=float(ensemble.results[DEFECT]),
        defects=ensemble.defects[1 : length + 1].copy(),
    )
