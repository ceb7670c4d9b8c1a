"""What ViennaRNA judges of a design: fold, energies, the target's probability, its rivals, whether one is as good.

Results do not depend on what the process has loaded or folded before (`energy_models`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.rna.defects import by_position
from puzzles.rna.energy_models import (
    compound,
    energies,
    ensemble_energies,
    free_energy,
    symmetry_energy,
    temperature_of,
    thermal_energy,
    weighed,
)
from puzzles.rna.pair_probabilities import LikelyPairs, likely
from puzzles.rna.structure import paired, pairs_of

MOST_LISTED = 20_000
"""Structures that are listed to see whether the fold is the only one: a second's work at 400 nt."""

LEAST_SHARE = 1e-3
"""The probability from which on a structure is looked at as a rival: there can't be more than a thousand."""

MOST_RIVALS = 5
"""Rivals that are kept of a design, those with the greatest shares."""

LEAST_ODDS = 1e-6
"""The probability from which on a pair is told."""

COLD = 2.0
"""What divides kT where the number of structures can't be bounded at 37 C; much more would leave a double's range."""


PairOdds = tuple[tuple[int, int, float], ...]
"""Two positions from 0, the first one nearer the 5' end, and the probability of their pair."""


def _kt(model: str) -> float:
    return thermal_energy(temperature_of(model))


class Fold(NamedTuple):
    """A design's MFE structure and energies, in 0.01 kcal/mol; `target_energy` is that of the design in its target."""

    structure: str
    energy: int
    target_energy: int


class Shares(NamedTuple):
    """Of all structures of a design: the target's probability, the ensemble defect as a share of the positions (0 to
    1), the least and the free energy with dangles 2, in kcal/mol, the defect by position (0 to 1), and the pairs, and
    those that are likely (`puzzles.rna.pair_probabilities`). `log_probability`: ln p, where p may be 0 in float64."""

    probability: float
    defect: float
    least: float
    free: float
    defects: tuple[float, ...]
    odds: PairOdds
    log_probability: float

    @property
    def pairs(self) -> LikelyPairs:
        return likely(self.odds)


class Rival(NamedTuple):
    """A structure that is not the target, and its probability, to six decimals."""

    structure: str
    share: float


class Ensemble(NamedTuple):
    """Of all structures of a design: the target's probability, the ensemble defect as a share of the positions (0 to
    1), whether no other structure has as little energy as the target; None: not known. `rivals`: the other structures
    with a probability of LEAST_SHARE or more, MOST_RIVALS at most, the most probable first. `defects`: by position;
    `pairs`: those that are likely (`puzzles.rna.pair_probabilities`)."""

    probability: float
    defect: float
    unique: bool | None
    rivals: tuple[Rival, ...]
    defects: tuple[float, ...]
    pairs: LikelyPairs


@lru_cache(maxsize=256)
def fold(sequence: str, target: str, model: str) -> Fold:
    """The design's fold, ties broken as ViennaRNA's backtracking does.

    A sequence of two strands has & between them; structures never have. Its fold is as by `mfe_dimer`: of the two
    strands joined, or of each alone if these have less energy together. `mfe_dimer` itself folds these by the energies
    that are loaded, whatever the model.
    """
    found = compound(sequence, energies(model))
    structure, energy = found.mfe()
    if "&" in sequence:
        alone = [_alone(strand, model) for strand in sequence.split("&")]
        apart = sum(one for _, one in alone)
        if apart < _rounded(energy):
            structure, energy = "".join(one for one, _ in alone), apart / 100
    return Fold(structure, _rounded(energy), _rounded(found.eval_structure(target)))


@lru_cache(maxsize=256)
def _alone(strand: str, model: str) -> tuple[str, int]:
    """The fold of a strand without the other one, and its energy in 0.01 kcal/mol."""
    structure, energy = compound(strand, energies(model)).mfe()
    return structure, _rounded(energy)


@lru_cache(maxsize=256)
def ensemble(sequence: str, target: str, model: str, loose: frozenset[int] = frozenset()) -> Ensemble:
    """Probability and defect of a design, whether the target is its only fold of least energy, and its rivals.

    ViennaRNA's partition function has no dangles 1, so those of eterna-v1 are of Turner 1999 with dangles 2.
    `loose` positions (from 0) may pair with each other or not: the probability is that of all such structures, and the
    defect is that of the other positions; then it is not known whether the fold is unique.

    Of two strands, probability, defect and rivals are within the structures that join them.
    """
    if loose:
        return _ensemble_of_some(sequence, target, model, loose)
    found = shares(sequence, target, model)
    least, free = found.least, found.free
    folded = fold(sequence, target, model)
    most = folded.target_energy
    countable = folded.structure == target and _countable(sequence, model, most, free)
    listed = _listed(sequence, model, least, max(most, _shared(model, free)) if countable else _shared(model, free))
    unique = None if folded.structure == target else False
    if countable:
        judged = compound(sequence, energies(model))
        as_low = (one.structure for one in listed if _rounded(one.energy) <= most and one.structure != target)
        unique = all(_rounded(judged.eval_structure(other)) > most for other in as_low)
        unique = unique and ("&" not in sequence or sum(_alone(one, model)[1] for one in sequence.split("&")) > most)
    rivals = _rivals((one for one in listed if one.structure != target), model, free)
    return Ensemble(found.probability, found.defect, unique, rivals, found.defects, found.pairs)


@lru_cache(maxsize=256)
def shares(sequence: str, target: str, model: str, loose: frozenset[int] = frozenset()) -> Shares:
    """Of any design; the target's probability and the defect with dangles 2. `loose`: as in `ensemble`."""
    found, least, free = weighed(sequence, ensemble_energies(model))
    log_share = _log_share(found, least, free, target, model, loose)
    odds = odds_of(found)
    if loose:
        probability, defect = math.exp(log_share), _defect_of_some(found, target, loose)
    elif "&" in sequence:  # whose `pr_structure` counts the beginning of a duplex twice
        probability, defect = math.exp(log_share), found.ensemble_defect(target)
    else:
        probability, defect = found.pr_structure(target), found.ensemble_defect(target)
    defects = by_position(odds, paired(target), loose)
    return Shares(min(probability, 1.0), defect, least, free, defects, odds, log_share)


@lru_cache(maxsize=256)
def log_probability(sequence: str, target: str, model: str, loose: frozenset[int] = frozenset()) -> float:
    """ln of the target's probability, in a third of the time of `shares`."""
    chosen = ensemble_energies(model, odds=False)
    found = compound(sequence, chosen)
    energy = found.eval_structure(target)
    free = free_energy(found, energy) - symmetry_energy(sequence, chosen)
    return _log_share(found, energy, free, target, model, loose)


def _log_share(found: Any, least: float, free: float, target: str, model: str, loose: frozenset[int]) -> float:
    """ln of the target's probability; `least`: some probable energy."""
    energy = float(found.eval_structure(target))
    if loose:
        import RNA

        letters = ("." if index in loose else "x" if one == "." else one for index, one in enumerate(target))
        some = compound(found.sequence, ensemble_energies(model, odds=False))
        some.hc_add_from_db("".join(letters), RNA.CONSTRAINT_DB_DEFAULT | RNA.CONSTRAINT_DB_ENFORCE_BP)
        energy = free_energy(some, least)
    return min((free - energy) / _kt(model), 0.0)


def _defect_of_some(found: Any, target: str, loose: frozenset[int]) -> float:
    """The expected share of wrong positions among those that are not loose."""
    odds, right = found.bpp(), 0.0
    for index, one in enumerate(target):
        if index not in loose and one == ".":
            right += 1.0 - sum(odds[index + 1][index + 1 :]) - sum(row[index + 1] for row in odds[1 : index + 1])
    for first, last in sorted(_pairs(target, loose), key=lambda pair: pair[1]):
        right += 2.0 * odds[first + 1][last + 1]
    counted = len(target) - len(loose)
    return max(1.0 - right / counted, 0.0) if counted else 0.0


class Listed(NamedTuple):
    """A structure and its energy in kcal/mol."""

    structure: str
    energy: float


def _listed(sequence: str, model: str, least: float, most: float) -> list[Listed]:
    """ViennaRNA's list of the structures of at most that energy, in 0.01 kcal/mol, dangles 2; `least` in kcal/mol.

    By subopt (Wuchty and others, Biopolymers 49, 1999). Of two strands, those that join them.
    """
    above = math.floor(most) - _rounded(least)
    found = compound(sequence, ensemble_energies(model)).subopt(above) if above >= 0 else ()
    return [Listed(one.structure.replace("&", ""), one.energy) for one in found]


def _shared(model: str, free: float) -> float:
    """The energy, in 0.01 kcal/mol, of a structure that has LEAST_SHARE of the probability; `free` in kcal/mol."""
    return 100 * (free - _kt(model) * math.log(LEAST_SHARE))


def _rivals(others: Iterable[Listed], model: str, free: float) -> tuple[Rival, ...]:
    """The most probable of the listed structures that are not the target."""
    weighed_ones = (Rival(one.structure, round(math.exp((free - one.energy) / _kt(model)), 6)) for one in others)
    found = [one for one in weighed_ones if one.share >= LEAST_SHARE]
    return tuple(sorted(found, key=lambda one: (-one.share, one.structure))[:MOST_RIVALS])


@lru_cache(maxsize=16)
def pair_odds(sequence: str, model: str) -> PairOdds:
    """The pairs of a sequence with a probability of LEAST_ODDS or more. As `ensemble`, with dangles 2."""
    found, _, _ = weighed(sequence, ensemble_energies(model))
    return odds_of(found)


def odds_of(found: Any) -> PairOdds:
    """The pairs of a compound whose partition function is computed, those with LEAST_ODDS or more."""
    return tuple(sorted((one.i - 1, one.j - 1, one.p) for one in found.plist_from_probs(LEAST_ODDS) if one.type == 0))


def _ensemble_of_some(sequence: str, target: str, model: str, loose: frozenset[int]) -> Ensemble:
    found, wanted = shares(sequence, target, model, loose), _pairs(target, loose)
    listed = _listed(sequence, model, found.least, _shared(model, found.free))
    rivals = _rivals((one for one in listed if _pairs(one.structure, loose) != wanted), model, found.free)
    return Ensemble(found.probability, found.defect, None, rivals, found.defects, found.pairs)


def _pairs(structure: str, loose: frozenset[int]) -> frozenset[tuple[int, int]]:
    """The structure's pairs, by positions from 0, without those of two loose positions."""
    return frozenset(pair for pair in pairs_of(structure) if not loose.issuperset(pair))


def _countable(sequence: str, model: str, most: int, free: float) -> bool:
    """False if more than MOST_LISTED structures may have at most the target's energy, `most` in 0.01 kcal/mol.

    One of energy X has the weight exp(-X / kT) in the partition function, which bounds their number. Structures can be
    listed with dangles 2 alone, and have never more energy with these than with dangles 1: so what eterna-v1 finds as
    good as the target is among those of at most that energy with dangles 2. `free`: the free energy, in kcal/mol.
    """
    limit = math.log(MOST_LISTED)
    if (most / 100 - free) / _kt(model) <= limit:
        return True
    _, _, cold = weighed(sequence, ensemble_energies(model, COLD))
    return bool((most / 100 - cold) * COLD / _kt(model) <= limit)


def _rounded(energy: float) -> int:
    """The energy in 0.01 kcal/mol: ViennaRNA computes in these integers, and gives floats of 32 bits."""
    return round(100 * energy)
