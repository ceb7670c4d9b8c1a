"""What the partition function of designs of one length works with: weights, matrices and addresses, allocated once.

Two states share nothing that is written, so two threads work with one each.

Weights are read out of the loaded library's `exp_param`, at any temperature and salt, so the smoothing of dangles and
the corrections for salt are ViennaRNA's own. Dangles are 2, the only ones that its partition function knows beside 0.

They are float64. A weight of the bases i to j has a factor exp(-scale) for each of them, the same for all, as
ViennaRNA's `pf_scale`: so products along the recursion stay near 1, and the tables by a loop's length hold all powers
that are needed. float64 has room for exp(+-700) around the average, which exponents by block would have to make up for
in each vector of float32. `inside` tries another factor if that is not enough.
"""

from __future__ import annotations

import ctypes
import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import record
from puzzles.rna.energy_models import STANDARD, Conditions, ensemble_energies
from puzzles.rna.folding import models
from puzzles.rna.folding.doubles import LANES
from puzzles.rna.folding.tables import (
    COPIED,
    DIGITS,
    FLOAT_CONTEXTS,
    FORBIDDEN,
    LONGEST_LOOP,
    SPECIALS,
    Table,
    contexts_by,
    pair_types,
)

Weights = npt.NDArray[np.float64]

WEIGHTS = np.dtype(
    [
        ("pair_type", np.int32, (5, 5)),  # 0 where the bases don't pair
        ("dangle5", np.float64, (8, 5)),  # of a helix at the 3' end of the strand
        ("dangle3", np.float64, (8, 5)),  # at its 5' end
        *((name, np.float64, 4**length) for name, (_, length) in SPECIALS.items()),  # below 0 where there is none
        ("bulge", np.float64, LONGEST_LOOP + 1),
        ("interior", np.float64, LONGEST_LOOP + 1),
        ("base", np.float64),  # a free base of a multiloop
        ("thermal", np.float64),  # kT in kcal/mol
        *((name, np.float64, FLOAT_CONTEXTS[name].shape) for name in FLOAT_CONTEXTS.names or ()),
    ]
)
"""One model's weights. The contexts are those of `tables.CONTEXTS`, 0 where bases that must pair don't."""


def read_weights(model: models.EnergyModel, conditions: Conditions = STANDARD) -> npt.NDArray[np.void]:
    """WEIGHTS[1] of a model; ModelError if ViennaRNA does not give them."""
    read = _parameters(model, conditions)
    weights = {name: _at(getattr(read, f"exp{_OWN.get(own, own)}"), shape) for name, (own, shape) in COPIED.items()}
    corrected = _salt(read, weights)
    weights["bulge"] = weights["bulge"] * corrected
    weights["interior"] = weights["interior"] * corrected
    for name, size in {"int11": 2, "int21": 3, "int22": 4}.items():
        weights[name] = weights[name] * corrected[size]
    energies: dict[str, Any] = {name: _energy(table) for name, table in weights.items()}
    energies |= {
        "pair_type": pair_types(),
        "closing": _energy(read.expMLclosing),
        "branch": _energy(_at(read.expMLintern, (8,))[1]),
        "terminal": _energy(read.expTermAU),
    }
    unequal = _energy(_at(read.expninio, (5, LONGEST_LOOP + 1))[2])
    contexts = contexts_by(energies, unequal, FLOAT_CONTEXTS)
    found = np.zeros(1, WEIGHTS)
    for name in FLOAT_CONTEXTS.names or ():
        found[name] = np.exp(-contexts[name])
    found["stack"] *= read.expSaltStack  # not in a bulge of one base
    found["pair_type"] = energies["pair_type"]
    found["dangle5"], found["dangle3"] = weights["dangle5"], weights["dangle3"]
    found["bulge"], found["interior"] = weights["bulge"], weights["interior"]
    found["base"], found["thermal"] = read.expMLbase, read.kT / 1000.0
    for name, (own, length) in SPECIALS.items():
        table = np.full(4**length, -1.0)
        names = getattr(read, f"{own}s").split()
        values = _at(getattr(read, f"exp{_OWN[own]}"), (40,))
        for special, weight in reversed(list(zip(names, values, strict=False))):
            table[int(special.translate(DIGITS), 4)] = weight * corrected[length - 3]  # as many backbones
        found[name] = table
    return found


def _salt(read: Any, weights: dict[str, Weights]) -> Weights:
    """float64[31]: the correction of a loop between two pairs by its bases, as ViennaRNA's own function applies it.

    It is not read out of `expSaltLoop`, which version 2.7.2 fills up to 30 backbones only, and reads at 31.
    """
    import RNA

    found = np.ones(LONGEST_LOOP + 1)
    for size in range(1, LONGEST_LOOP + 1):
        plain = weights["bulge"][size] * (weights["stack"][1, 1] if size == 1 else 1.0)
        found[size] = RNA.exp_E_IntLoop(0, size, 1, 1, 1, 1, 1, 1, read) / plain
    return found


_OWN = {"internal_loop": "internal", "Triloop": "tri", "Tetraloop": "tetra", "Hexaloop": "hex"}
"""Where ViennaRNA names a table of weights in another way than that of energies."""


def hairpin_weights(model: models.EnergyModel, conditions: Conditions, length: int) -> Weights:
    """float64[length + 1]: what a hairpin's length contributes, 0 below 3, with salt."""
    import RNA

    read = _parameters(model, conditions)
    mismatch = _at(read.expmismatchH, (8, 5, 5))[1, 1, 1]
    found = np.zeros(length + 1)
    for size in range(3, length + 1):  # a CG pair, and a hairpin of A, which is no special one
        found[size] = RNA.exp_E_Hairpin(size, 1, 1, 1, "A" * (size + 2), read) / (mismatch if size > 3 else 1.0)
    return found


@lru_cache(maxsize=16)
def weights_of(model: models.EnergyModel, conditions: Conditions) -> Any:
    """A model's weights as kernels take them, which all states read and none writes."""
    tables = read_weights(model, conditions)
    tables.setflags(write=False)
    return record(tables[0])


def _parameters(model: models.EnergyModel, conditions: Conditions) -> Any:
    """ViennaRNA's weights (`RNA.exp_param`) of a model."""
    models.parameters(model)  # ModelError if ViennaRNA lacks it
    return ensemble_energies(model.name, conditions=conditions).weights


def _at(pointer: Any, shape: tuple[int, ...]) -> Weights:
    """A copy of the array of doubles at an address: SWIG returns arrays as bare pointers."""
    count = math.prod(shape)
    return np.array((ctypes.c_double * count).from_address(int(pointer))).reshape(shape)


def _energy(weight: Any) -> Any:
    """Minus the logarithm, in units of kT; a weight of 0 is FORBIDDEN."""
    with np.errstate(divide="ignore"):
        return np.minimum(-np.log(weight), float(FORBIDDEN))


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
    design: Table  # int32[n + 2]: that whose probable pairs these are; 0 without one
    scale: Weights  # float64[1]: what its partition function was computed with; 0 without one
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
        design=np.zeros(length + 2, np.int32),
        scale=np.zeros(1),
        powers=np.zeros((1, MARGIN + length + 2 + TAIL)),
    )
