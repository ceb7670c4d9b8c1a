"""The Boltzmann weights of the loaded ViennaRNA library, as arrays for kernels, at any temperature and salt.

They are read out of its `exp_param`, so the smoothing of dangles, the weights at other temperatures and the corrections
for salt are its own. Dangles are 2, the only ones that ViennaRNA's partition function knows beside 0.
"""

from __future__ import annotations

import ctypes
import math
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import record
from puzzles.rna.energy_models import STANDARD, Conditions, ensemble_energies
from puzzles.rna.folding import models
from puzzles.rna.folding.tables import (
    COPIED,
    DIGITS,
    FLOAT_CONTEXTS,
    FORBIDDEN,
    LONGEST_LOOP,
    SPECIALS,
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
