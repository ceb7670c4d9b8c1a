"""What ViennaRNA says of a design: fold, energies, the target's probability, and whether another fold is as good."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from puzzles.rna.energies import compound, energies, ensemble_energies, weighed

MOST_LISTED = 20_000
"""Structures that are listed to see whether the fold is the only one: a second's work at 400 nt."""

COLD = 2.0
"""What divides kT where the number of structures can't be bounded at 37 C; much more would leave a double's range."""

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
    found, least, free = weighed(sequence, ensemble_energies(model))
    probability, defect = found.pr_structure(target), found.ensemble_defect(target)
    return Ensemble(min(probability, 1.0), defect, _unique(sequence, target, model, least, free))


def _unique(sequence: str, target: str, model: str, least: float, free: float) -> bool | None:
    """True if no other structure has as little energy as the target, which has the least.

    Structures are listed by ViennaRNA's subopt (Wuchty and others, Biopolymers 49, 1999). It knows dangles 2 alone, and
    a structure has never more energy with these than with dangles 1: so what eterna-v1 finds as good as the target is
    among the structures that have at most that energy with dangles 2, and each of them is evaluated. None if there may
    be more than MOST_LISTED: one of energy X has the weight exp(-X / kT) in the partition function, which bounds them.
    `least` and `free` are the least and the free energy with dangles 2, in kcal/mol.
    """
    most = fold(sequence, target, model).target_energy
    room = math.log(MOST_LISTED)
    if (most / 100 - free) / _KT > room:
        _, _, cold = weighed(sequence, ensemble_energies(model, COLD))
        if (most / 100 - cold) * COLD / _KT > room:
            return None
    listed = compound(sequence, ensemble_energies(model)).subopt(most - _rounded(least))
    judged = compound(sequence, energies(model))
    others = (one.structure for one in listed if one.structure != target)
    return all(_rounded(judged.eval_structure(other)) > most for other in others)


def _rounded(energy: float) -> int:
    """The energy in 0.01 kcal/mol: ViennaRNA computes in these integers, and gives floats of 32 bits."""
    return round(100 * energy)
