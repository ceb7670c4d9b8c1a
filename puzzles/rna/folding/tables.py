"""The energy tables of the loaded ViennaRNA library, as arrays for kernels. Imports no numba.

They are read out of ViennaRNA's scaled parameters (`RNA.param`), so clamping of dangles and rounding are its own.
Pair types count from 1: CG GC GU UG AU UA, and 7 is a pair that can't form; bases are 1 to 4, 0 beside an end.
Energies are int32 in 0.01 kcal/mol; FORBIDDEN stands for no structure.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.rna.folding import models

Table = npt.NDArray[np.int32]

FORBIDDEN = 10_000_000
"""The energy of what can't be (ViennaRNA's INF). Sums of a few of them stay within int32."""

LONGEST_LOOP = 30
"""Unpaired bases that an interior loop or bulge of a fold may have (ViennaRNA's MAXLOOP)."""

MOST_ASYMMETRY = 300
"""The largest penalty for an asymmetric interior loop (ViennaRNA's MAX_NINIO)."""

PAIRS = ((2, 3), (3, 2), (3, 4), (4, 3), (1, 4), (4, 1))
NO_PAIR = 7
BASES = "ACGU"


_TRIPLE = (8, 5, 5)

ENERGIES = np.dtype(
    [
        ("pair_type", np.int32, (5, 5)),  # 0 where the bases don't pair
        ("stack", np.int32, (8, 8)),
        ("hairpin", np.int32, 31),  # by length
        ("bulge", np.int32, 31),
        ("interior", np.int32, 31),
        ("mismatch_hairpin", np.int32, _TRIPLE),  # by pair type, the base after its 5' base, the one before its 3' base
        ("mismatch_interior", np.int32, _TRIPLE),
        ("mismatch_1n", np.int32, _TRIPLE),
        ("mismatch_23", np.int32, _TRIPLE),
        ("mismatch_multi", np.int32, _TRIPLE),  # of a branch: the base before it, the one after it
        ("mismatch_exterior", np.int32, _TRIPLE),
        ("dangle5", np.int32, (8, 5)),
        ("dangle3", np.int32, (8, 5)),
        ("int11", np.int32, (8, 8, 5, 5)),
        ("int21", np.int32, (8, 8, 5, 5, 5)),
        ("int22", np.int32, (8, 8, 5, 5, 5, 5)),
        ("special3", np.int32, 4**5),  # hairpins by their bases and closing pair as a number of base 4
        ("special4", np.int32, 4**6),
        ("special6", np.int32, 4**8),
        ("base", np.int64),  # of a multiloop: for a free base
        ("closing", np.int64),  # for the loop
        ("branch", np.int64),  # for each branch
        ("asymmetry", np.int64),  # of an interior loop, for each base that one side has more
        ("terminal", np.int64),  # for an AU or GU pair at a helix's end
        ("lxc", np.float64),  # of a loop longer than 30: times the logarithm of length / 30
    ]
)
"""One model's energies: a record, so that kernels get them as one pointer."""

EnergyTables = npt.NDArray[np.void]


def read_tables(model: models.EnergyModel) -> EnergyTables:
    """ENERGIES[1], of the loaded model; ModelError if another model is loaded."""
    models.load(model.name)
    read = models.parameters(model)
    found = np.zeros(1, ENERGIES)
    values = {
        "pair_type": _pair_types(),
        "stack": read.stack,
        "hairpin": read.hairpin,
        "bulge": read.bulge,
        "interior": read.internal_loop,
        "mismatch_hairpin": _at(read.mismatchH, _TRIPLE),
        "mismatch_interior": _at(read.mismatchI, _TRIPLE),
        "mismatch_1n": _at(read.mismatch1nI, _TRIPLE),
        "mismatch_23": _at(read.mismatch23I, _TRIPLE),
        "mismatch_multi": _at(read.mismatchM, _TRIPLE),
        "mismatch_exterior": _at(read.mismatchExt, _TRIPLE),
        "dangle5": read.dangle5,
        "dangle3": read.dangle3,
        "int11": _at(read.int11, (8, 8, 5, 5)),
        "int21": _at(read.int21, (8, 8, 5, 5, 5)),
        "int22": _at(read.int22, (8, 8, 5, 5, 5, 5)),
        "special3": _specials(read.Triloops, read.Triloop_E, 5),
        "special4": _specials(read.Tetraloops, read.Tetraloop_E, 6),
        "special6": _specials(read.Hexaloops, read.Hexaloop_E, 8),
        "base": read.MLbase,
        "closing": read.MLclosing,
        "branch": read.MLintern[1],
        "asymmetry": read.ninio[2],
        "terminal": read.TerminalAU,
        "lxc": read.lxc,
    }
    for name, value in values.items():
        found[name][0] = value
    return found


def longer_loop(at_30: int, lxc: float, length: int) -> int:
    """The energy of a loop of more than 30 bases (Jacobson and Stockmayer 1950), cut off as ViennaRNA does."""
    return at_30 + int(lxc * math.log(length / 30.0))


def number_of(bases: str) -> int:
    """The bases as a number of base 4, A 0 to U 3, the first base highest."""
    number = 0
    for base in bases:
        number = 4 * number + BASES.index(base)
    return number


def _pair_types() -> Table:
    types = np.zeros((5, 5), np.int32)
    for number, (first, second) in enumerate(PAIRS, start=1):
        types[first, second] = number
    return types


def _at(pointer: Any, shape: tuple[int, ...]) -> Table:
    """A copy of the int array at an address: SWIG hands out arrays of three and more dimensions as bare pointers."""
    count = math.prod(shape)
    return np.array((ctypes.c_int * count).from_address(int(pointer)), dtype=np.int32).reshape(shape)


def _specials(names: str, energies: Any, length: int) -> Table:
    """Energies of special hairpins with their closing pair, else FORBIDDEN; of equal names the first counts."""
    table = np.full(4**length, FORBIDDEN, np.int32)
    listed = names.split()
    for name, energy in reversed(list(zip(listed, energies, strict=False))):
        table[number_of(name)] = int(energy)
    return table
