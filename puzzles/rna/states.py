"""What ViennaRNA says of a design in each of its states, and the score that follows. Plain Python, for the checker.

A state's energy is that of its structure at its temperature, with the ligand's energy where the structure has its motif
and the design the motif's bases. Its fold is the MFE structure under these conditions: ViennaRNA adds the ligand's
energy to every structure with the bound motif (`sc_add_hi_motif`).

The cost is, as in Flamm and others, Design of multistable RNA molecules (RNA 7, 2001), what the states lie above the
least energy, and the difference between states under the same conditions: in kcal/mol

    sum w max(E - MFE - within, 0) / sum w  +  sum max(|E - E'| - within, 0) / pairs of states under the same conditions

with the larger `within` of both. Flamm and others have the free energy of the ensemble for the MFE, and a square for
the difference. A design without cost is a solution: each state has the least energy, or lies within its limit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from puzzles.parameters import Value
from puzzles.rna import energy_models, pair_probabilities, vienna
from puzzles.rna.defects import as_text
from puzzles.rna.specification.states import Ligand, State


class StateFold(NamedTuple):
    """A design in one state: the MFE structure, its energy and that of the state's structure, in 0.01 kcal/mol."""

    structure: str
    energy: int
    target_energy: int

    @property
    def gap(self) -> int:
        return max(self.target_energy - self.energy, 0)


class StateEnsemble(NamedTuple):
    """The probability of the state's structure, with its ligand bound, and its ensemble defect, 0 to 1.

    `defects`: by position; `pairs`: those that are likely; of several states together both are left out.
    """

    probability: float
    defect: float
    defects: tuple[float, ...] = ()
    pairs: pair_probabilities.LikelyPairs = ()


@lru_cache(maxsize=256)
def fold(sequence: str, state: State, model: str) -> StateFold:
    """The design's fold under the state's conditions."""
    found = compound(sequence, state, model)
    structure, energy = found.mfe()
    return StateFold(structure, round(100 * energy), target_energy(sequence, state, model))


def target_energy(sequence: str, state: State, model: str) -> int:
    """The energy of the state's structure, its bound ligands' included, in 0.01 kcal/mol."""
    chosen = energy_models.energies(energy_models.at_temperature(model, state.temperature))
    plain = energy_models.compound(sequence, chosen).eval_structure(state.structure)
    whole: int = round(100 * plain)
    return whole + bound(sequence, state) * bonus(state)


def bound(sequence: str, state: State) -> int:
    """How many ligands the design binds in the state's structure."""
    motif = state.ligand.bases.replace("&", "") if state.ligand else ""
    return sum("".join(sequence[place] for place in places) == motif for places in state.sites())


def bonus(state: State) -> int:
    """The energy of binding in 0.01 kcal/mol, 0 without a ligand."""
    return round(100 * state.ligand.energy) if state.ligand else 0


def compound(sequence: str, state: State, model: str) -> Any:
    """A fold compound of ViennaRNA under the state's conditions."""
    return _compound(sequence, energy_models.at_temperature(model, state.temperature), state.ligand)


def _compound(sequence: str, model: str, ligand: Ligand | None) -> Any:
    found = energy_models.compound(sequence, energy_models.ensemble_energies(model))
    if ligand and not found.sc_add_hi_motif(ligand.bases, ligand.structure, ligand.energy):
        raise RuntimeError(f"ViennaRNA does not know the motif of {ligand.name}")
    return found


@lru_cache(maxsize=16)
def pair_odds(sequence: str, model: str, ligand: Ligand | None = None) -> vienna.PairOdds:
    """As `vienna.pair_odds`, perhaps with a ligand; the model has the temperature in its name."""
    if ligand is None:
        return vienna.pair_odds(sequence, model)
    found = _compound(sequence, model, ligand)
    _, least = found.mfe()
    found.exp_params_rescale(least)
    found.pf()
    return vienna.odds_of(found)


@lru_cache(maxsize=256)
def ensemble(sequence: str, state: State, model: str) -> StateEnsemble:
    """Probability and defect of the state's structure under its conditions."""
    found = compound(sequence, state, model)
    _, least = found.mfe()
    found.exp_params_rescale(least)
    _, free = found.pf()
    energy = target_energy(sequence, state, model) / 100
    thermal = energy_models.thermal_energy(state.temperature)
    probability, defect = math.exp(min((free - energy) / thermal, 0.0)), found.ensemble_defect(state.structure)
    odds = vienna.odds_of(found)
    defects = vienna.defects_of(odds, state.structure)
    return StateEnsemble(probability, defect, defects, pair_probabilities.likely(odds))


def cost(states: Sequence[State], folds: Sequence[StateFold]) -> float:
    """kcal/mol; 0 for a design that has all states."""
    total = sum(state.weight for state in states)
    limits = [round(100 * state.within) for state in states]
    above = (max(fold.gap - limit, 0) for fold, limit in zip(folds, limits, strict=True))
    found = sum(state.weight * one for state, one in zip(states, above, strict=True)) / total
    pairs = [
        max(abs(folds[one].target_energy - folds[other].target_energy) - max(limits[one], limits[other]), 0)
        for one, other in combinations(range(len(states)), 2)
        if states[one].conditions == states[other].conditions
    ]
    return (found + (sum(pairs) / len(pairs) if pairs else 0.0)) / 100


def weighed(states: Sequence[State], sequence: str, model: str) -> dict[str, Value]:
    """Probability and defect of all states together, and of each by its number."""
    found = [ensemble(sequence, state, model) for state in states]
    whole = together(states, found)
    facts: dict[str, Value] = {"probability": whole.probability, "defect": whole.defect}
    for number, one in enumerate(found, start=1):
        facts |= {f"state_{number}_probability": one.probability, f"state_{number}_defect": one.defect}
        facts[f"state_{number}_defects"] = as_text(one.defects)
        facts[f"state_{number}_pair_probabilities"] = pair_probabilities.as_text(one.pairs)
    return facts


def together(states: Sequence[State], found: Sequence[StateEnsemble]) -> StateEnsemble:
    """The weighted geometric mean of the probabilities, and the weighted mean of the defects."""
    total = sum(state.weight for state in states)
    if any(one.probability <= 0 for one in found):
        probability = 0.0
    else:
        logs = (state.weight * math.log(one.probability) for state, one in zip(states, found, strict=True))
        probability = math.exp(sum(logs) / total)
    defects = (state.weight * one.defect for state, one in zip(states, found, strict=True))
    return StateEnsemble(probability, sum(defects) / total)
