"""What the partition function of designs of one length works with: weights, matrices and addresses, allocated once.

Two states share nothing that is written, so two threads work with one each.

Weights are float64. A weight of the bases i to j has a factor exp(-scale) for each of them, the same for all, as
ViennaRNA's `pf_scale`: so products along the recursion stay near 1, and the tables by a loop's length hold all powers
that are needed. float64 has room for exp(+-700) around the average, which exponents by block would have to make up for
in each vector of float32. `inside` tries another factor if that is not enough.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.energy_models import STANDARD, Conditions
from puzzles.rna.folding import models
from puzzles.rna.folding.doubles import LANES
from puzzles.rna.folding.tables import LONGEST_LOOP, Table
from puzzles.rna.folding.weights import Weights, hairpin_weights, weights_of

MARGIN = LONGEST_LOOP + 2
"""Columns before the first base, always 0: loops reach there without a test."""

TAIL = LONGEST_LOOP + 2 + 2 * LANES
"""Columns after the last base, always 0: loops around a pair reach there, and rows are read in whole vectors."""

RING = 32
"""Rows that are kept of a matrix of which a loop reaches no farther than that; a power of two. Row i is at i % RING."""


class Sums(NamedTuple):
    """The recursion's matrices, float64[rows, columns]: row i, column MARGIN + j is of the bases i to j.

    Of the rings, `bulged`, `one_sided` and `inner` have the weight of a pair times what a loop on its outer side (by
    `inside`) or on its inner side (by `outside`) takes from its bases: a bulge longer than 1, an interior loop with one
    base on a side, another interior loop.
    """

    pairs: Weights  # all that i and j enclose if they pair; after `outside` the probability that they do
    alone: Weights  # the same as one branch of a multiloop
    multi: Weights  # one branch of a multiloop or more
    around: Weights  # all outside of i to j, where they are the branches of a multiloop after the first; by
    # `inside_sparse` the same as multi, of listed pairs
    outer: Weights  # ring: all outside of i and j if they pair
    bulged: Weights  # ring
    one_sided: Weights  # ring
    inner: Weights  # ring
    rows: Weights  # float64[7, columns]: of the row that is worked on, see below
    by_size: Weights  # float64[31, 2 * columns]: interior loops of each size, by the sum of row and column
    before: Weights  # float64[n + 2]: [j] is all that the bases 1 to j can do
    after: Weights  # float64[n + 2]: [i] is all that the bases i to n can do
    windows: Table  # int32[4, n + 6]: of each position, as in `fold_state`; 0 beyond the ends
    places: Table  # int32[5, n + 1]: the positions that pair with each base, from 5' to 3'; [0, base] how many


SPLITS, BULGES, ONE_SIDED, INTERIOR, CLOSING, BRANCHES, HELICES = range(7)
"""Rows. SPLITS: two branches of a multiloop or more; by `outside`, all outside of them. The next three: loops, but for
the part of the row's own pair. CLOSING: all outside of a multiloop that the row's pair closes; `inside` has the splits
after a helix there. BRANCHES: all outside of one branch or more. HELICES: all outside of a helix that begins at the row
and of the free bases that follow it."""


class Scaled(NamedTuple):
    """Weights with the factors for their bases: of loops, those of the closing pair included."""

    hairpins: Weights  # float64[n + 1]: by length
    bulge: Weights  # float64[31]
    interior: Weights  # float64[31]
    one_by: Weights  # float64[31]
    powers: Weights  # float64[8]: exp(-scale) to the power


class Listed(NamedTuple):
    """The pairs of the sparse partition function, and what is inside of each."""

    probable: npt.NDArray[np.uint64]  # uint64[n + 2, words]: bit j of row i for the pair (i, j)
    pairs: npt.NDArray[np.uint64]  # the same, with those of changed bases
    first: npt.NDArray[np.int64]  # int64[n + 2]: the pairs of row i are those from first[i + 1] to first[i] - 1
    ends: Table  # int32[room]: their 3' ends, ascending in each row
    inside: Weights  # float64[6, room]: what is inside of each, see below
    powers: Weights  # float64[1, columns]: [0, MARGIN + k] is the weight of k free bases in a multiloop; 0 before


WHOLE, AS_BRANCH, AS_BULGED, AS_ONE_SIDED, AS_TWO_THREE, AS_INNER = range(6)
"""What is inside of a listed pair. WHOLE: all of it; the others times what the pair adds to the loop around it: a
multiloop, a bulge longer than 1, an interior loop with one base on a side, one of 2 and 3 bases, another one."""

ROOM = 32
"""Pairs that are listed for each base at most."""


LOG_SUM, SCALE, THERMAL, DISTANCE, DEFECT = range(5)
"""Results. LOG_SUM: the logarithm of the partition function; SCALE: what it was computed with; THERMAL: kT in kcal/mol;
DISTANCE: the expected number of pairs in exactly one of a structure and the target; DEFECT: the expected share of
positions that are not paired as in the target."""


class EnsembleState(NamedTuple):
    """What the ensemble of designs for a target works with; `inside` and `outside` fill `results`."""

    results: Weights  # float64[5]
    defects: Weights  # float64[n + 2]: [i] the probability that position i is not paired as in the target
    paired: Weights  # float64[n + 2]: [i] the probability that position i is paired
    target: Table  # int32[n + 2]: the target, 0 unpaired
    hairpins: Weights  # float64[n + 1]: weights by length
    weights: np.void  # WEIGHTS
    scaled: Scaled
    sums: Sums
    listed: Listed
    kernels: npt.NDArray[np.int64]  # int64[3]: addresses of the kernels of `puzzles.rna.folding.ensemble`


def new_ensemble(
    partners: tuple[int, ...], model: models.EnergyModel, conditions: Conditions = STANDARD
) -> EnsembleState:
    """A state for targets of partners counted from 0, -1 unpaired; ModelError if ViennaRNA does not give the model."""
    length = len(partners)
    weights = weights_of(model, conditions)
    target = np.zeros(length + 2, np.int32)
    target[1:-1] = np.array(partners, np.int32) + 1
    return EnsembleState(
        results=np.zeros(5),
        defects=np.zeros(length + 2),
        paired=np.zeros(length + 2),
        target=target,
        hairpins=hairpin_weights(model, conditions, length),
        weights=weights,
        scaled=Scaled(
            hairpins=np.zeros(length + 1),
            bulge=np.zeros(LONGEST_LOOP + 1),
            interior=np.zeros(LONGEST_LOOP + 1),
            one_by=np.zeros(LONGEST_LOOP + 1),
            powers=np.zeros(8),
        ),
        sums=_sums(length),
        listed=_listed(length),
        kernels=np.zeros(3, np.int64),
    )


def _sums(length: int) -> Sums:
    columns = MARGIN + length + 2 + TAIL
    whole, ring = (length + 8, columns), (RING, columns)
    return Sums(
        pairs=np.zeros(whole),
        alone=np.zeros(whole),
        multi=np.zeros(whole),
        around=np.zeros(whole),
        outer=np.zeros(ring),
        bulged=np.zeros(ring),
        one_sided=np.zeros(ring),
        inner=np.zeros(ring),
        rows=np.zeros((7, columns)),
        by_size=np.zeros((LONGEST_LOOP + 1, 2 * columns)),
        before=np.zeros(length + 2),
        after=np.zeros(length + 2),
        windows=np.zeros((4, length + 6), np.int32),
        places=np.zeros((5, max(length, 4) + 1), np.int32),
    )


def _listed(length: int) -> Listed:
    words, room = length // 64 + 1, ROOM * length
    return Listed(
        probable=np.zeros((length + 2, words), np.uint64),
        pairs=np.zeros((length + 2, words), np.uint64),
        first=np.zeros(length + 2, np.int64),
        ends=np.zeros(room, np.int32),
        inside=np.zeros((6, room)),
        powers=np.zeros((1, MARGIN + length + 2 + TAIL)),
    )
