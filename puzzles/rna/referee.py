"""What ViennaRNA says of a design: fold, energies, the target's probability, and whether another fold is as good."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from puzzles.rna.energies import compound, energies, ensemble_energies

MOST_LISTED = 20_000
"""Structures that are listed to see whether the fold is the only one: a second's work at 400 nt."""

COLDNESSES = (1.0, 2.0)
"""Thermal energies at which the number of structures to list is estimated; much colder ones leave a double's range."""

_KT = 1.98717e-3 * (37 + 273.15)
"""The gas constant times the temperature, in kcal/mol, as ViennaRNA has it."""


class Fold(NamedTuple):
    """A design's MFE structure and energies, in 0.01 kcal/mol; `target_energy` is that of the design in its target."""

    structure: str
    energy: int
    target_energy: int


class Ensemble(NamedTuple):
    """Of all structures of a design that folds into its target: the target's probability, the ensemble defect as a
    share of the positions (0 to 1), and whether the target is the only structure of least energy; None: not known."""

    probability: float
    defect: float
    unique: bool | None


@lru_cache(maxsize=256)
def fold(sequence: str, target: str, model: str) -> Fold:
    """The design's fold, ties broken as ViennaRNA's backtracking does."""
    found = compound(sequence, energies(model))
    structure, energy = found.mfe()
    return Fold(structure, _rounded(energy), _rounded(found.eval_structure(target)))


@lru_cache(maxsize=256)
def ensemble(sequence: str, target: str, model: str) -> Ensemble:
    """Probability and defect, for a design that folds into its target.

    ViennaRNA's partition function has no dangles 1, so those of eterna-v1 are of Turner 1999 with dangles 2.
    """
    found = compound(sequence, ensemble_energies(model))
    _, energy = found.mfe()
    found.exp_params_rescale(energy)
    found.pf()
    probability, defect = found.pr_structure(target), found.ensemble_defect(target)
    return Ensemble(min(probability, 1.0), defect, unique(sequence, target, model))


def unique(sequence: str, target: str, model: str) -> bool | None:
    """True if no other structure has as little energy as the target, which has the least.

    Structures are listed by ViennaRNA's subopt (Wuchty and others, Biopolymers 49, 1999). It knows dangles 2 alone, and
    a structure has never more energy with these than with dangles 1: so what eterna-v1 finds as good as the target is
    among the structures that have at most that energy with dangles 2, and each of them is evaluated. None if there may
    be more than MOST_LISTED: one of energy X has the weight exp(-X / kT) in the partition function, which bounds them.
    """
    most = fold(sequence, target, model).target_energy
    bound = math.inf
    for coldness in COLDNESSES:
        listed = compound(sequence, ensemble_energies(model, coldness))
        _, least = listed.mfe()
        listed.exp_params_rescale(least)
        _, free = listed.pf()
        bound = min(bound, (most / 100 - free) * coldness / _KT)
        if bound <= math.log(MOST_LISTED):
            break
    else:
        return None
    others = [one.structure for one in listed.subopt(most - _rounded(least)) if one.structure != target]
    judged = compound(sequence, energies(model))
    return all(_rounded(judged.eval_structure(other)) > most for other in others)


def _rounded(energy: float) -> int:
    """The energy in 0.01 kcal/mol: ViennaRNA computes in these integers, and gives floats of 32 bits."""
    return round(100 * energy)
