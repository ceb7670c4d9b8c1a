"""The energy tables of the loaded ViennaRNA library, as arrays for kernels. Imports no numba.

They are read out of ViennaRNA's scaled parameters (`RNA.param`), so clamping of dangles and rounding are its own.
Pair types count from 1: CG GC GU UG AU UA, and 7 is a pair that can't form; bases are 1 to 4, 0 beside an end.
Energies are int32 in 0.01 kcal/mol; FORBIDDEN stands for no structure.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna import models

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


class EnergyTables(NamedTuple):
    """One model's energies. A mismatch is indexed by pair type, 5' neighbour inside the loop, 3' neighbour.

    `base`, `closing` and `branch` are the multiloop's; `terminal` is what an AU or GU pair at a helix's end costs.
    `hairpin`, `bulge` and `interior` are by length, 0 to `lengths`; longer than 30 by ViennaRNA's logarithm.
    `special3`, `special4` and `special6` are the energies of hairpins by their bases as a number of base 4.
    """

    pair_type: Table  # [5, 5], 0 where the bases don't pair
    stack: Table  # [8, 8]
    hairpin: Table
    bulge: Table
    interior: Table
    mismatch_hairpin: Table  # [8, 5, 5]
    mismatch_interior: Table
    mismatch_1n: Table
    mismatch_23: Table
    mismatch_multi: Table
    mismatch_exterior: Table
    dangle5: Table  # [8, 5]
    dangle3: Table
    int11: Table  # [8, 8, 5, 5]
    int21: Table  # [8, 8, 5, 5, 5]
    int22: Table  # [8, 8, 5, 5, 5, 5]
    special3: Table  # [4 ** 5]
    special4: Table  # [4 ** 6]
    special6: Table  # [4 ** 8]
    base: int
    closing: int
    branch: int
    asymmetry: int
    terminal: int
    lxc: float


def read_tables(model: models.EnergyModel, lengths: int) -> EnergyTables:
    """The tables of the loaded model, with loops of up to `lengths` bases; ModelError if another model is loaded."""
    models.load(model.name)
    read = models.parameters(model)
    return EnergyTables(
        pair_type=_pair_types(),
        stack=_array(read.stack),
        hairpin=_by_length(read.hairpin, read.lxc, lengths),
        bulge=_by_length(read.bulge, read.lxc, lengths),
        interior=_by_length(read.internal_loop, read.lxc, lengths),
        mismatch_hairpin=_at(read.mismatchH, 8, 5, 5),
        mismatch_interior=_at(read.mismatchI, 8, 5, 5),
        mismatch_1n=_at(read.mismatch1nI, 8, 5, 5),
        mismatch_23=_at(read.mismatch23I, 8, 5, 5),
        mismatch_multi=_at(read.mismatchM, 8, 5, 5),
        mismatch_exterior=_at(read.mismatchExt, 8, 5, 5),
        dangle5=_array(read.dangle5),
        dangle3=_array(read.dangle3),
        int11=_at(read.int11, 8, 8, 5, 5),
        int21=_at(read.int21, 8, 8, 5, 5, 5),
        int22=_at(read.int22, 8, 8, 5, 5, 5, 5),
        special3=_specials(read.Triloops, read.Triloop_E, 5),
        special4=_specials(read.Tetraloops, read.Tetraloop_E, 6),
        special6=_specials(read.Hexaloops, read.Hexaloop_E, 8),
        base=int(read.MLbase),
        closing=int(read.MLclosing),
        branch=int(read.MLintern[1]),
        asymmetry=int(read.ninio[2]),
        terminal=int(read.TerminalAU),
        lxc=float(read.lxc),
    )


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


def _array(rows: Any) -> Table:
    return np.array(rows, dtype=np.int32)


def _at(pointer: Any, *shape: int) -> Table:
    """A copy of the int array at an address: SWIG hands out arrays of three and more dimensions as bare pointers."""
    count = math.prod(shape)
    return np.array((ctypes.c_int * count).from_address(int(pointer)), dtype=np.int32).reshape(shape)


def _by_length(to_30: Any, lxc: float, lengths: int) -> Table:
    """Energies of loops of 0 to `lengths` bases (30 at least): Jacobson and Stockmayer's logarithm beyond 30."""
    energies = [int(energy) for energy in to_30]
    longer = range(len(energies), lengths + 1)
    return np.array(energies + [energies[30] + int(lxc * math.log(length / 30.0)) for length in longer], dtype=np.int32)


def _specials(names: str, energies: Any, length: int) -> Table:
    """Energies of special hairpins with their closing pair, else FORBIDDEN; of equal names the first counts."""
    table = np.full(4**length, FORBIDDEN, np.int32)
    listed = names.split()
    for name, energy in reversed(list(zip(listed, energies, strict=False))):
        table[number_of(name)] = int(energy)
    return table
