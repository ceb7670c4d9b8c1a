"""The rules of designs by a weighted sum of terms: score, and the merit of annealing.

The merit of a target's probability p alone is kT ln p: the ensemble's energy less the target's, in kcal/mol. That of
other sums is in their unit, scaled. A proposal is refused as soon as a bound on its merit is below what is allowed:

- The partition function is at least that of the structures of the pairs that were probable, or that new bases may form
  (`sparse.py`), so p is at most the target's share of that one. Most proposals that must be refused are refused so,
  from 200 nt on in a tenth of the time.
- If a term is of the fold: the partition function is at least the sum over the target and all rivals, structures that
  designs folded into before (`annealing_refusal`), and at least that of the fold alone, so what bounds the gap bounds
  p: the fold of a stem, and that of the whole. Other objectives fold nothing: a fold takes as long as that bound.
- Where p alone counts, an estimate of it refuses, too, and mostly accepts (`estimates`).
- A structure that is not the target has at least two positions that are not paired as in the target. So the defect of
  n positions is at least 2 (1 - p) / n, and pair probabilities are only computed if p admits it.

ViennaRNA smooths the weights of dangles; a smoothed weight is never below that of the energy, so the bounds hold.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import ENDLESS
from puzzles.rna import objective
from puzzles.rna.energy_models import Conditions, temperature_of
from puzzles.rna.folding.ensemble import make_ensemble, weigh_inside, weigh_outside, weigh_sparse
from puzzles.rna.folding.ensemble_state import DEFECT as OF_ALL
from puzzles.rna.folding.ensemble_state import LOG_SUM, MARGIN
from puzzles.rna.folding.fold import fold_design, structure_energy, target_energy
from puzzles.rna.folding.sparse import list_probable
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing_refusal import gap_of_stems, remember_rival
from puzzles.rna.kernels.estimates import (
    BEST,
    CHANGES,
    EXACT,
    FIGURES,
    FIRST_CHANGES,
    LEAST,
    MOST_CHANGES,
    OFFSET,
    PARTS,
    REFERENCE,
    begin_estimates,
    estimates,
    is_due,
    is_far,
    is_listed,
)
from puzzles.rna.kernels.state import (
    BY_NEMO,
    JUDGED,
    PAIRS,
    SLOTS,
    Standing,
    Weighed,
    design_score,
    find,
    remember_score,
)
from puzzles.rna.objective import DEFECT, DISTANCE, GAP, MFE, PROBABILITY

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle

SCALE = len(objective.TERMS)
"""terms[SCALE]: the merit of annealing, in kcal/mol, for 1 of the sum; 0 where the merit is kT ln p."""

OF_FOLD, OF_ENSEMBLE = SCALE + 1, SCALE + 2
"""terms[...]: 1 if a term needs the fold, or the ensemble."""

EACH_PAIR = 0.3
"""kcal/mol that a pair in exactly one of fold and target counts in the merit of annealing."""

EACH_POSITION = 3.0
"""The same of a position that is not paired as in the target: the expected number of these, in good designs below 1."""


def make_weighed(puzzle: RnaPuzzle, weights: objective.Weights, *, several: bool = False) -> Weighed:
    """The arrays; `several`: ViennaRNA weighs the design (`weighed_states`)."""
    terms = np.zeros(len(objective.TERMS) + 3)
    terms[: len(weights)] = weights
    terms[OF_FOLD] = weights[MFE] + weights[DISTANCE] + weights[GAP] > 0.0
    terms[OF_ENSEMBLE] = weights[PROBABILITY] + weights[DEFECT] > 0.0
    units = {MFE: 1.0, PROBABILITY: 1.0, DEFECT: EACH_POSITION * puzzle.length, DISTANCE: EACH_PAIR, GAP: 1.0}
    terms[SCALE] = sum(units[term] * weight for term, weight in enumerate(weights)) / sum(weights) ** 2
    if sum(map(bool, weights)) == 1 and weights[PROBABILITY]:
        terms[SCALE] = 0.0
    partners = puzzle.partners if terms[OF_ENSEMBLE] and not several else ()
    model = puzzle.energy_model
    return Weighed(terms, make_ensemble(partners, model, Conditions(temperature_of(model))), np.zeros(SLOTS))


def make_standing(length: int, weighed: Weighed, *, several: bool = False) -> Standing:
    figures = np.zeros(FIGURES)
    alone = weighed.terms[SCALE] == 0.0 and weighed.terms[PROBABILITY] == 1.0
    figures[CHANGES] = FIRST_CHANGES * (alone and not several)
    figures[LEAST], figures[PARTS] = -np.inf, 1.0
    return Standing(np.zeros(2), np.zeros(length + 2), np.zeros(length + 2), np.zeros(length + 2, np.int32), figures)


SLACK = 1e-6
"""A bound may be wrong by rounding: nothing is refused that is not that much below what is allowed, in kcal/mol."""

LARGEST_GAP = np.int64(1_000_000_000)

IMPOSSIBLE = -1e4
"""ln p of a design whose partition function is out of range: of any such design p is 0 in float64."""


@inlined
def weighed_sum(state, log_p, defect, distance, gap):
    """The objective of a design, from ln p, its defect, its distance and its gap in 0.01 kcal/mol."""
    terms = state.weighed.terms
    total = terms[PROBABILITY] * math.exp(log_p) - terms[DEFECT] * defect
    total -= terms[DISTANCE] * distance + terms[GAP] * 0.01 * gap
    if terms[MFE] > 0.0:
        total += terms[MFE] * design_score(BY_NEMO, state.scalars[PAIRS], distance, gap)
    return total


@inlined
def merit_of(state, log_p, total):
    scale = state.weighed.terms[SCALE]
    return scale * total if scale > 0.0 else state.weighed.ensemble.weights.thermal * log_p


@inlined
def merit_at_most(state, log_p, distance, gap):
    """At least the merit of each design of whose ln p this is an upper bound, and the other two are lower ones."""
    defect = 2.0 * (1.0 - math.exp(log_p)) / (state.bases.size - 2)
    return merit_of(state, log_p, weighed_sum(state, log_p, defect, distance, gap)) + SLACK


@inlined
def merit_by_gap(state, gap):
    """At least the merit of each design with that gap, in 0.01 kcal/mol, or a larger one."""
    log_p = max(-0.01 * gap / state.weighed.ensemble.weights.thermal, IMPOSSIBLE)
    return merit_at_most(state, log_p, np.int64(gap > 0), gap)


@subroutine
def merit_by_rivals(state, energy, least):
    """A bound on the merit by rivals, as soon as it is below `least`; else one that is not. `energy`: in the target.

    A rival that refuses moves half way to the front.
    """
    rivals = state.rivals
    thermal = state.weighed.ensemble.weights.thermal
    share, gap = 1.0, np.int64(0)
    above = merit_at_most(state, 0.0, np.int64(0), np.int64(0))
    for place in range(rivals.known[0]):
        row = rivals.order[place]
        excess = energy - structure_energy(state.fold, state.bases, rivals.structures, row)
        share += math.exp(min(0.01 * excess / thermal, 600.0))
        gap = max(gap, excess)
        above = merit_at_most(state, -math.log(share), np.int64(gap > 0), gap)
        if above < least:
            rivals.order[place] = rivals.order[place // 2]
            rivals.order[place // 2] = row
            return above
    return above


@subroutine
def gap_allowed(state, least):
    """The largest gap, in 0.01 kcal/mol, that a design with a merit of `least` may have; LARGEST_GAP if any may."""
    if merit_by_gap(state, LARGEST_GAP) >= least:
        return LARGEST_GAP
    low, high = np.int64(0), LARGEST_GAP
    while high - low > 1:
        middle = (low + high) // 2
        if merit_by_gap(state, middle) >= least:
            low = middle
        else:
            high = middle
    return low


@subroutine
def weighed_merit(state, least):
    """The merit of a complete design, judged; or a number below `least` as soon as a bound or an estimate is.

    Of a proposal perhaps an estimate from `least` on: then the design is not judged.
    """
    fold, scalars, terms, figures = state.fold, state.scalars, state.weighed.terms, state.standing.figures
    if least == -np.inf:
        begin_estimates(figures)
    energy = target_energy(fold, state.bases)
    gap = distance = np.int64(0)
    if terms[OF_FOLD] > 0.0 and least > -np.inf:
        above = merit_by_rivals(state, energy, least)
        if above < least:
            return above
        allowed = gap_allowed(state, least)
        if allowed < LARGEST_GAP:
            gap = gap_of_stems(state, allowed)
            if gap > allowed:
                return merit_by_gap(state, gap)
    if terms[OF_FOLD] > 0.0:
        gap = max(energy - fold_design(fold, state.bases), np.int64(0))
        distance = rna.distance_of_fold(state, state.demands)
        if distance > 0:
            remember_rival(state, fold.partner)
    scalars[JUDGED] = 1
    scalars[rna.DISTANCE] = distance
    scalars[rna.GAP] = gap
    log_p = 0.0
    if terms[OF_ENSEMBLE] > 0.0:
        above = merit_by_gap(state, gap)
        if above < least:
            return above
        if least > -np.inf:
            log_p = log_probability_at_most(state, energy)
            above = merit_at_most(state, log_p, distance, gap)
            if above < least:
                return above
            if log_p < 0.0 and estimates(state):
                log_p += figures[OFFSET]
                estimate = state.weighed.ensemble.weights.thermal * log_p
                if estimate < least:
                    return -np.inf
                if not is_due(state, estimate):
                    scalars[JUDGED] = 0
                    state.standing.worth[rna.NEW] = math.exp(log_p)
                    return estimate
        log_p = log_probability(state, energy)
        above = merit_at_most(state, log_p, distance, gap)
        if above < least:
            if estimates(state):
                figures[LEAST] = least
            return above
    total = weighed_sum(state, log_p, defect_of(state), distance, gap)
    state.standing.worth[rna.NEW] = total
    return merit_of(state, log_p, total)


@inlined
def log_probability(state, energy):
    """ln p of the design, by its energy in the target, in 0.01 kcal/mol; IMPOSSIBLE if it is out of range."""
    ensemble = state.weighed.ensemble
    if weigh_inside(ensemble, state.bases) != 1:
        return IMPOSSIBLE
    log_p = -0.01 * energy / ensemble.weights.thermal - ensemble.results[LOG_SUM]
    return max(min(log_p, 0.0), IMPOSSIBLE)


@inlined
def log_probability_at_most(state, energy):
    """At least ln p of a changed design, by the structures of a few pairs; 0 if that can't be had."""
    ensemble, reference = state.weighed.ensemble, state.standing.reference
    if reference[1] == 0:
        return 0.0
    if not is_listed(state):
        _list_reference(state)
    if weigh_sparse(ensemble, state.bases, reference) != 1:
        return 0.0
    log_p = -0.01 * energy / ensemble.weights.thermal - ensemble.results[LOG_SUM]
    return max(min(log_p, 0.0), IMPOSSIBLE)


@subroutine
def _list_reference(state):
    """Lists the probable pairs of the reference, whose partition function is known to be in range."""
    ensemble, reference = state.weighed.ensemble, state.standing.reference
    weigh_inside(ensemble, reference)
    weigh_outside(ensemble, reference)
    list_probable(ensemble)
    for position in range(reference.size):
        ensemble.listed.design[position] = reference[position]


@inlined
def defect_of(state):
    """The defect of the design whose partition function was computed last, if it counts; else 0."""
    ensemble = state.weighed.ensemble
    if state.weighed.terms[DEFECT] == 0.0:
        return 0.0
    if math.isnan(ensemble.results[LOG_SUM]):
        return 1.0
    weigh_outside(ensemble, state.bases)
    return ensemble.results[OF_ALL]


@subroutine
def judge_weighed(state):
    """Computes the objective of a complete design, unless it is known or remembered."""
    scalars, terms, worth = state.scalars, state.weighed.terms, state.standing.worth
    if scalars[JUDGED] != 0:
        return
    scalars[JUDGED] = 1
    slot = find(state.cache, state.hash[0])
    if slot >= 0:
        scalars[rna.DISTANCE] = state.cache.distances[slot]
        scalars[rna.GAP] = state.cache.gaps[slot]
        worth[rna.NEW] = state.weighed.values[slot]
        return
    energy = target_energy(state.fold, state.bases)
    scalars[rna.DISTANCE], scalars[rna.GAP] = 0, 0
    if terms[OF_FOLD] > 0.0:
        scalars[rna.GAP] = max(energy - fold_design(state.fold, state.bases), np.int64(0))
        scalars[rna.DISTANCE] = rna.distance_of_fold(state, state.demands)
        scalars[rna.FOLDS] += 1
    log_p = log_probability(state, energy) if terms[OF_ENSEMBLE] > 0.0 else 0.0
    worth[rna.NEW] = weighed_sum(state, log_p, defect_of(state), scalars[rna.DISTANCE], scalars[rna.GAP])
    remember_score(state.cache, state.hash[0], scalars[rna.DISTANCE], scalars[rna.GAP])
    slot = find(state.cache, state.hash[0])
    if slot >= 0:
        state.weighed.values[slot] = worth[rna.NEW]


COOLED = 2000
"""Proposals in which the first start is cooled, of any length: of the longest targets a minute has some 20,000."""

HOT_SHARE, COLD_SHARE = 1.0 / 3.0, 1.0 / 3000.0
"""Its temperatures, of those of searches by the gap. At 0.1 kcal/mol a design of p 0.5 may get one of 0.43. A design
loses about the temperature for each of its hundreds of bases, so the coldest is far below 0.01 kcal/mol, 0.016 of ln p.
"""


@inlined
def cooling_of(weighed, parts):
    """As the rule `cooling`. Of a long target parts are cooled: one start goes on for ever, at the coldest."""
    if parts is not None:
        return np.int64(ENDLESS), COLD_SHARE, COLD_SHARE
    if weighed is None:
        return np.int64(0), 1.0, 1.0
    if weighed.terms[OF_ENSEMBLE] == 0.0:
        return np.int64(0), 1.0, 1.0
    return np.int64(COOLED), HOT_SHARE, COLD_SHARE


@subroutine
def keep_weighed(state):
    """Makes the defects of the design by position, if a term is of the ensemble, the guilt of the current one's.

    The design has been judged exactly, and is the next reference.
    """
    weighed, guilt = state.weighed, state.standing.guilt
    if weighed.terms[OF_ENSEMBLE] == 0.0:
        return
    log_sum = weighed.ensemble.results[LOG_SUM]
    known = not math.isnan(log_sum)
    if known and weighed.terms[DEFECT] == 0.0:
        weigh_outside(weighed.ensemble, state.bases)
    for position in range(guilt.size):
        guilt[position] = weighed.ensemble.defects[position] if known else 1.0
    if known:
        list_probable(weighed.ensemble)
        list_wrong_partners(state)
    _refer(state, log_sum)


@inlined
def _refer(state, log_sum):
    """Makes the design the reference, by the logarithm of its partition function; NaN if that is not known."""
    ensemble, reference, figures = state.weighed.ensemble, state.standing.reference, state.standing.figures
    if estimates(state) and figures[BEST] > -np.inf and is_far(state):
        figures[CHANGES] = min(figures[CHANGES] + 1.0, MOST_CHANGES)
    for position in range(reference.size):
        reference[position] = ensemble.listed.design[position] = state.bases[position]
    figures[EXACT] = 1.0
    if math.isnan(log_sum):
        reference[1] = 0
    elif estimates(state):
        energy = target_energy(state.fold, state.bases)
        log_p = max(min(-0.01 * energy / ensemble.weights.thermal - log_sum, 0.0), IMPOSSIBLE)
        above = log_probability_at_most(state, energy)
        figures[OFFSET] = min(log_p - above, 0.0) if above < 0.0 else 0.0
        figures[REFERENCE] = ensemble.weights.thermal * log_p
        figures[BEST] = max(figures[BEST], figures[REFERENCE])


LEAST_WRONG = 0.01
"""A wrong partner counts if the pair is at least that probable."""


@subroutine
def list_wrong_partners(state):
    """Fills `repair.folded` with the most probable wrong partner of each position, 0 for none; after `outside`."""
    pairs, folded, partners = state.weighed.ensemble.sums.pairs, state.repair.folded, state.partners
    odds = state.standing.odds
    n = state.bases.size - 2
    for position in range(1, n + 1):
        odds[position] = LEAST_WRONG
        folded[position] = 0
    for one in range(1, n - 3):
        for other in range(one + 4, n + 1):
            chance = pairs[one, MARGIN + other]
            if chance >= LEAST_WRONG and partners[one] != other:
                if chance >= odds[one]:
                    odds[one] = chance
                    folded[one] = other
                if chance >= odds[other]:
                    odds[other] = chance
                    folded[other] = one
