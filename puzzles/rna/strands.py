"""How strongly the two strands of a design bind, by ViennaRNA. Plain Python, for the checker.

Homodimers of either strand are not looked at, nor are concentrations.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from puzzles.parameters import Value
from puzzles.rna import energy_models

FIGURES = ("binding", "free_first", "free_second", "free_joined", "free_all")
"""What is told of a dimer, by the names that reports have."""


class Dimer(NamedTuple):
    """Free energies in kcal/mol (FA, FB, FcAB and FAB of ViennaRNA's `pf_dimer`).

    `first`, `second`: of each strand alone; `joined`: of all structures with a pair between the strands, with kT ln 2
    for two strands that are equal; `all`: of these and of those that leave the strands apart.
    """

    first: float
    second: float
    joined: float
    all: float

    @property
    def binding(self) -> float:
        """The free energy of binding, as RNAcofold prints it."""
        return self.joined - self.first - self.second

    @property
    def facts(self) -> dict[str, Value]:
        return dict(zip(FIGURES, (self.binding, *self), strict=True))


@lru_cache(maxsize=256)
def dimer(sequence: str, model: str) -> Dimer:
    """The free energies of a sequence with & between its strands.

    Not by `pf_dimer` itself, which takes other symmetries for an exchange of equal strands (`energy_models.weighed`).
    """
    chosen = energy_models.ensemble_energies(model)
    strands = sequence.split("&")
    first, second = (energy_models.weighed(one, chosen)[2] for one in strands)
    thermal = energy_models.thermal_energy(energy_models.temperature_of(model))
    joined = energy_models.weighed(sequence, chosen)[2] + (thermal * math.log(2) if strands[0] == strands[1] else 0.0)
    apart = first + second
    less = min(joined, apart)
    weights = sum(math.exp((less - one) / thermal) for one in (joined, apart))
    return Dimer(first, second, joined, less - thermal * math.log(weights))
