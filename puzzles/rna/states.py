"""What ViennaRNA says of a design in each of its states, and the score that follows. Plain Python, for the checker.

A state's energy is that of its structure at its temperature, with the ligand's energy where the structure has its motif
and the design the motif's bases. Its fold is the MFE structure under these conditions: ViennaRNA adds the ligand's
energy to every structure with the bound motif (`sc_add_hi_motif`). Of two strands, a state is of both, as
`puzzles.rna.vienna` has it, or of one alone. Sequences are of all strands, without &.

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
from puzzles.rna.defects import as_text, by_position
from puzzles.rna.specification.states import Ligand, State
from puzzles.rna.structure import pairs_of


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

    `defects`: by position, 0 on a strand that is not the state's; `pairs`: those that are likely; `odds`: all. Of
    several states together these are left out.
    """

    probability: float
    defect: float
    defects: tuple[float, ...] = ()
    pairs: pair_probabilities.LikelyPairs = ()
    odds: vienna.PairOdds = ()
    log_probability: float = 0.0


@lru_cache(maxsize=256)
def fold(sequence: str, state: State, model: str) -> StateFold:
    """The design's fold under the state's conditions; one that is as wanted but for pairs of free positions counts as
    the state's structure."""
    if state.joined:
        conditions = energy_models.at_temperature(model, state.temperature)
        found = vienna.fold(state.own(sequence), state.structure, conditions)
        return StateFold(*found)
    structure, energy = compound(sequence, state, model).mfe()
    folded, least = state.padded(structure), round(100 * energy)
    return StateFold(folded, least, target_energy(sequence, state, model) if differing(folded, state) else least)


def differing(fold: str, state: State) -> int:
    """How many pairs are in exactly one of the fold and the state's structure, those of two free positions aside."""
    return sum(not state.free.issuperset(pair) for pair in pairs_of(fold) ^ pairs_of(state.structure))


def target_energy(sequence: str, state: State, model: str) -> int:
    """The energy of the state's structure, its bound ligands' included, in 0.01 kcal/mol."""
    chosen = energy_models.energies(energy_models.at_temperature(model, state.temperature))
    plain = energy_models.compound(state.own(sequence), chosen).eval_structure(_letters(state))
    whole: int = round(100 * plain)
    return whole + bound(sequence, state) * bonus(state)


def _letters(state: State) -> str:
    """The structure of the state's strands, without &, as ViennaRNA takes it."""
    return state.own(state.structure).replace("&", "")


def bound(sequence: str, state: State) -> int:
    """How many ligands the design binds in the state's structure."""
    motif = state.ligand.bases.replace("&", "") if state.ligand else ""
    return sum("".join(sequence[place] for place in places) == motif for places in state.sites())


def bonus(state: State) -> int:
    """The energy of binding in 0.01 kcal/mol, 0 without a ligand."""
    return round(100 * state.ligand.energy) if state.ligand else 0


def compound(sequence: str, state: State, model: str, *, odds: bool = True) -> Any:
    """A fold compound of ViennaRNA under the state's conditions, with the ligand."""
    conditions = energy_models.at_temperature(model, state.temperature)
    return _compound(state.own(sequence), conditions, state.ligand, odds=odds)


def _compound(sequence: str, model: str, ligand: Ligand | None, *, odds: bool = True) -> Any:
    found = energy_models.compound(sequence, energy_models.ensemble_energies(model, odds=odds))
    if ligand and not found.sc_add_hi_motif(ligand.bases, ligand.structure, ligand.energy):
        raise RuntimeError(f"ViennaRNA does not know the motif of {ligand.name}")
    return found


def _weighed(found: Any) -> float:
    """Computes the compound's partition function; the free energy in kcal/mol."""
    _, least = found.mfe()
    found.exp_params_rescale(least)
    _, free = found.pf()
    return float(free)


@lru_cache(maxsize=16)
def pair_odds(sequence: str, model: str, ligand: Ligand | None = None, first: int = 0) -> vienna.PairOdds:
    """As `vienna.pair_odds`, perhaps with a ligand; the model has the temperature in its name. `first`: the position
    of the sequence's first base in the design."""
    if ligand is None:
        odds = vienna.pair_odds(sequence, model)
    else:
        found = _compound(sequence, model, ligand)
        _weighed(found)
        odds = vienna.odds_of(found)
    return tuple((one + first, other + first, share) for one, other, share in odds)


@lru_cache(maxsize=256)
def ensemble(sequence: str, state: State, model: str) -> StateEnsemble:
    """Probability and defect of the state's structure under its conditions."""
    if state.ligand is None:
        conditions = energy_models.at_temperature(model, state.temperature)
        own = frozenset(place - state.places.start for place in state.free)
        known = vienna.shares(state.own(sequence), _letters(state), conditions, own)
        log_share, defect, odds = known.log_probability, known.defect, known.odds
    else:
        found = compound(sequence, state, model)
        log_share = _log_share(_weighed(found), sequence, state, model)
        defect, odds = found.ensemble_defect(_letters(state)), vienna.odds_of(found)
    first = state.places.start
    odds = tuple((one + first, other + first, share) for one, other, share in odds)
    apart = frozenset(range(len(state.structure))).difference(state.places)
    defects = by_position(odds, state.partners, state.free | apart)
    return StateEnsemble(math.exp(log_share), defect, defects, pair_probabilities.likely(odds), odds, log_share)


@lru_cache(maxsize=256)
def log_probability(sequence: str, state: State, model: str) -> float:
    """ln of the probability of the state's structure, in a third of the time of `ensemble`."""
    if state.ligand is None:
        conditions = energy_models.at_temperature(model, state.temperature)
        return vienna.log_probability(state.own(sequence), _letters(state), conditions, state.free)
    energy = target_energy(sequence, state, model)
    free = energy_models.free_energy(compound(sequence, state, model, odds=False), energy / 100)
    return _log_share(free, sequence, state, model)


def _log_share(free: float, sequence: str, state: State, model: str) -> float:
    energy, thermal = target_energy(sequence, state, model) / 100, energy_models.thermal_energy(state.temperature)
    return min((free - energy) / thermal, 0.0)


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
