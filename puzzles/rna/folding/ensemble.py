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

from puzzles.engine.kernels import address_of, call_at, inlined, inlined_loops, kernel
from puzzles.rna.bases import codes_of
from puzzles.rna.energy_models import STANDARD, Conditions, compound, ensemble_energies
from puzzles.rna.folding import models
from puzzles.rna.folding.doubles import LANES, load, plus, product, same, store, times, total
from puzzles.rna.folding.ensemble_state import (
    BRANCHES,
    BULGES,
    CLOSING,
    DEFECT,
    DISTANCE,
    HELICES,
    INTERIOR,
    LOG_SUM,
    MARGIN,
    ONE_SIDED,
    RING,
    SPLITS,
    THERMAL,
    EnsembleState,
    Weights,
    new_ensemble,
)
from puzzles.rna.folding.fold_state import INWARD3, INWARD5, OUTWARD3, OUTWARD5
from puzzles.rna.folding.inside import exterior_weight, forget, inside
from puzzles.rna.folding.matrices import SHORTEST, SMALLEST
from puzzles.rna.folding.sparse import inside_sparse
from puzzles.rna.folding.tables import LONGEST_LOOP, WINDOWS2, WINDOWS3, WINDOWS4
from puzzles.rna.structure import partners_of
from puzzles.text.fields import Joined


@kernel
def outside(ensemble, bases):
    """1; fills the probabilities, `defects` and `results` of the design whose partition function `inside` has found."""
    sums, weights, scaled = ensemble.sums, ensemble.weights, ensemble.scaled
    length = np.int64(bases.size - 2)
    forget(sums.outer)
    forget(sums.bulged)
    forget(sums.one_sided)
    forget(sums.inner)
    forget(sums.by_size)
    forget(sums.rows)
    before, paired = sums.before, ensemble.paired
    for position in range(length + 2):
        before[position] = 0.0
        paired[position] = 0.0
    before[0] = 1.0
    for i in range(1, length + 1):
        before[i] += before[i - 1] * scaled.powers[1]
        if i <= length - 4:
            loops_around_row(sums, weights, scaled, i, length)
            if i > 1:
                branches_around_row(sums, weights, scaled, bases, i, length)
            pairs_around_row(ensemble, sums, weights, scaled, bases, i, length)
    compare_with_target(ensemble, length)
    return np.int64(1)


@inlined_loops
def loops_around_row(sums, weights, scaled, i, length):
    """Fills the rows of loops for pairs (i, j): all outside of them, but for the part of this pair."""
    bulged, one_sided, inner, by_size = sums.bulged, sums.one_sided, sums.inner, sums.by_size
    last = RING - 1
    for column in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        found = same(0.0)
        for size in range(2, LONGEST_LOOP + 1):
            both = plus(
                load(bulged, (i - 1) & last, column + 1 + size), load(bulged, (i - 1 - size) & last, column + 1)
            )
            found = plus(found, times(both, scaled.bulge[size]))
        store(sums.rows, BULGES, column, found)
        found = same(0.0)
        for size in range(3, LONGEST_LOOP):
            both = plus(
                load(one_sided, (i - 2) & last, column + 1 + size), load(one_sided, (i - 1 - size) & last, column + 2)
            )
            found = plus(found, times(both, scaled.one_by[size]))
        store(sums.rows, ONE_SIDED, column, found)
        found = same(0.0)
        for size in range(LONGEST_LOOP, SMALLEST - 3, -1):
            both = load(inner, (i - 3) & last, column - 1 + size)
            if size > 4:
                both = plus(both, load(inner, (i + 1 - size) & last, column + 3))
            both = plus(times(both, weights.unequal[size - 4]), load(by_size, size - 2, column + i))
            store(by_size, size, column + i, both)
            if size >= SMALLEST:
                found = plus(found, times(both, scaled.interior[size]))
        store(sums.rows, INTERIOR, column, found)


@inlined_loops
def branches_around_row(sums, weights, scaled, bases, i, length):
    """Fills the row i of `around`, and those of SPLITS, BRANCHES and HELICES."""
    alone, around, rows, places = sums.alone, sums.around, sums.rows, sums.places
    first, last = MARGIN + i + SHORTEST - 1, MARGIN + length
    free = weights.base * scaled.powers[1]
    base = bases[i - 1]
    count = np.int64(places[0, base])
    for block in range(first, last, LANES):
        store(rows, SPLITS, block, plus(times(load(rows, SPLITS, block), free), load(rows, CLOSING, block + 1)))
        found = times(load(rows, BRANCHES, block), free)
        for k in range(count):
            above = np.int64(places[base, k])
            if above > i - SHORTEST:
                break
            found = plus(found, times(load(around, above, block), alone[above, MARGIN + i - 1]))
        store(rows, BRANCHES, block, found)
        store(around, i, block, plus(found, load(rows, SPLITS, block)))
    running = 0.0
    for column in range(last - 1, first - 1, -1):
        running = running * free + rows[BRANCHES, column]
        rows[HELICES, column] = running


@inlined
def pairs_around_row(ensemble, sums, weights, scaled, bases, i, length):
    """Replaces the row i of `pairs` by probabilities, and fills the rings with what surrounds these pairs."""
    pairs, windows, rows, places = sums.pairs, sums.windows, sums.rows, sums.places
    before, after, paired = sums.before, sums.after, ensemble.paired
    ring = np.int64(i & (RING - 1))
    for block in range(MARGIN + i + 4, MARGIN + length + 1, LANES):
        store(sums.outer, ring, block, same(0.0))
        store(sums.bulged, ring, block, same(0.0))
        store(sums.one_sided, ring, block, same(0.0))
        store(sums.inner, ring, block, same(0.0))
        store(rows, CLOSING, block, same(0.0))
    base = bases[i]
    inward = WINDOWS2 * (np.int64(windows[INWARD5, i]) & (WINDOWS2 - 1))
    outward = WINDOWS2 * np.int64(windows[OUTWARD5, i])
    for k in range(np.int64(places[0, base]) - 1, -1, -1):
        j = np.int64(places[base, k])
        if j < i + 4:
            break
        column = MARGIN + j
        inner = pairs[i, column]
        window = inward + (np.int64(windows[INWARD3, j]) & (WINDOWS2 - 1))
        beyond = outward + np.int64(windows[OUTWARD3, j])
        exterior = before[i - 1] * exterior_weight(weights, bases, i, j, length, window, beyond)
        before[j] += exterior * inner
        weight = exterior * after[j + 1] / after[1]
        weight += surrounding(sums, weights, scaled, i, j, window, beyond)
        if i > 1:
            weight += branch_around(sums, i, j, length) * weights.branch[beyond]
        chance = weight * inner
        pairs[i, column] = chance
        paired[i] += chance
        paired[j] += chance
        sums.outer[ring, column] = weight
        sums.bulged[ring, column] = weight * weights.bulged[window]
        sums.one_sided[ring, column] = weight * weights.one_sided[window]
        sums.inner[ring, column] = weight * weights.inner[window]
        rows[CLOSING, column] = weight * (weights.closing[window] * scaled.powers[2])


@inlined
def branch_around(sums, i, j, length):
    """All outside of the pair (i, j) as a branch of a multiloop: free bases after it, or further branches."""
    around, multi = sums.around, sums.multi
    found = same(0.0)
    for column in range(MARGIN + j + SHORTEST, MARGIN + length, LANES):
        found = plus(found, product(load(around, i, column), load(multi, j + 1, column)))
    return sums.rows[HELICES, MARGIN + j] + total(found)


@inlined
def surrounding(sums, weights, scaled, i, j, window, beyond):
    """All outside of the pair (i, j) where a stack, bulge or interior loop is around it."""
    outer, windows, rows, powers = sums.outer, sums.windows, sums.rows, scaled.powers
    column = MARGIN + j
    last = RING - 1
    row1, row2, row3, row4 = (i - 1) & last, (i - 2) & last, (i - 3) & last, (i - 4) & last
    one5, two5 = np.int64(windows[INWARD5, i - 1]), np.int64(windows[INWARD5, max(i - 2, 0)])
    three5, four5 = np.int64(windows[INWARD5, max(i - 3, 0)]), np.int64(windows[INWARD5, max(i - 4, 0)])
    one3, two3 = np.int64(windows[INWARD3, j + 1]), np.int64(windows[INWARD3, j + 2])
    three3, four3 = np.int64(windows[INWARD3, j + 3]), np.int64(windows[INWARD3, j + 4])
    only2, only3 = WINDOWS2 - 1, WINDOWS3 - 1
    found = rows[INTERIOR, column] * weights.from_inner[beyond]
    found += rows[ONE_SIDED, column] * weights.from_one_sided[beyond]
    found += rows[BULGES, column] * weights.bulged[window]
    found += outer[row1, column + 1] * weights.stack[(one5 & only2) * WINDOWS2 + (one3 & only2)] * powers[2]
    bulges = outer[row2, column + 1] * weights.bulge5[(two5 & only3) * WINDOWS2 + (one3 & only2)]
    bulges += outer[row1, column + 2] * weights.bulge3[(one5 & only2) * WINDOWS3 + (two3 & only3)]
    found += bulges * powers[3]
    found += outer[row2, column + 2] * weights.one_one[(two5 & only3) * WINDOWS3 + (two3 & only3)] * powers[4]
    threes = outer[row2, column + 3] * weights.one_two[(two5 & only3) * WINDOWS4 + three3]
    threes += outer[row3, column + 2] * weights.two_one[three5 * WINDOWS3 + (two3 & only3)]
    found += threes * powers[5]
    found += outer[row3, column + 3] * weights.two_two[three5 * WINDOWS4 + three3] * powers[6]
    fives = outer[row3, column + 4] * weights.two_three[(three5 & only2) * WINDOWS2 + (four3 & only2)]
    fives += outer[row4, column + 3] * weights.two_three[(four5 & only2) * WINDOWS2 + (three3 & only2)]
    return found + fives * weights.from_two_three[beyond] * powers[7]


@inlined
def compare_with_target(ensemble, length):
    """Fills `defects`, and the results that follow from them."""
    pairs, target, paired, defects = ensemble.sums.pairs, ensemble.target, ensemble.paired, ensemble.defects
    defect = distance = 0.0
    for i in range(1, length + 1):
        other = np.int64(target[i])
        wrong = paired[i]
        expected = 0.5 * wrong
        if other != 0:
            right = pairs[min(np.int64(i), other), MARGIN + max(np.int64(i), other)]
            wrong = 1.0 - right
            expected += 0.5 - right
        defects[i] = wrong
        defect += wrong
        distance += expected
    ensemble.results[DISTANCE] = distance
    ensemble.results[DEFECT] = defect / length


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
