"""The state of a design whose objective is a weighted sum of terms (`puzzles.rna.objective`).

It has classes of its own, so searches by NEMO's score are compiled without it.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna import objective
from puzzles.rna.energy_models import Conditions, temperature_of
from puzzles.rna.folding.ensemble import make_ensemble
from puzzles.rna.folding.ensemble_state import EnsembleState
from puzzles.rna.kernels.demand_state import SpecifiedState
from puzzles.rna.kernels.state import SLOTS, RnaState
from puzzles.rna.objective import DEFECT, DISTANCE, GAP, MFE, PROBABILITY

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle

Floats = npt.NDArray[np.float64]

SCALE = len(objective.TERMS)
"""terms[SCALE]: the merit of annealing, in kcal/mol, for 1 of the sum; 0 where the merit is kT ln p."""

OF_FOLD, OF_ENSEMBLE = SCALE + 1, SCALE + 2
"""terms[...]: 1 if a term needs the fold, or the ensemble."""

EACH_PAIR = 0.3
"""kcal/mol that a pair in exactly one of fold and target counts in the merit of annealing."""

EACH_POSITION = 3.0
"""The same of a position that is not paired as in the target: the expected number of these, in good designs below 1."""

VALUE, KEPT_VALUE = range(2)
"""Of the design, and of annealing's current one."""


class Weighed(NamedTuple):
    """What weighs a design; nothing of it has to be kept."""

    terms: Floats  # float64[8]: the weights by term, then SCALE, OF_FOLD and OF_ENSEMBLE
    ensemble: EnsembleState
    values: Floats  # float64[SLOTS]: the value of each design in the cache, by its slot


class Standing(NamedTuple):
    """What a search goes on from."""

    worth: Floats  # float64[2]: VALUE and KEPT_VALUE
    guilt: Floats  # float64[n + 2]: the defects by position of annealing's current design
    odds: Floats  # float64[n + 2]: of the wrong partners in its `repair.folded`


WeighedState = namedtuple("WeighedState", (*RnaState._fields, "weighed", "standing"))  # type: ignore[misc]
"""An `RnaState` with `weighed` and `standing`."""

SpecifiedWeighedState = namedtuple(  # type: ignore[misc]
    "SpecifiedWeighedState", (*SpecifiedState._fields, "weighed", "standing")
)
"""A `SpecifiedState` with the same."""


def make_weighed(puzzle: RnaPuzzle, weights: objective.Weights) -> Weighed:
    terms = np.zeros(len(objective.TERMS) + 3)
    terms[: len(weights)] = weights
    terms[OF_FOLD] = weights[MFE] + weights[DISTANCE] + weights[GAP] > 0.0
    terms[OF_ENSEMBLE] = weights[PROBABILITY] + weights[DEFECT] > 0.0
    units = {MFE: 1.0, PROBABILITY: 1.0, DEFECT: EACH_POSITION * puzzle.length, DISTANCE: EACH_PAIR, GAP: 1.0}
    terms[SCALE] = sum(units[term] * weight for term, weight in enumerate(weights)) / sum(weights) ** 2
    if sum(map(bool, weights)) == 1 and weights[PROBABILITY]:
        terms[SCALE] = 0.0
    partners = puzzle.partners if terms[OF_ENSEMBLE] else ()
    model = puzzle.energy_model
    return Weighed(terms, make_ensemble(partners, model, Conditions(temperature_of(model))), np.zeros(SLOTS))


def make_standing(length: int) -> Standing:
    return Standing(np.zeros(2), np.zeros(length + 2), np.zeros(length + 2))
