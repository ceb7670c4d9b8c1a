"""The energy tables of the loaded ViennaRNA library, as arrays for kernels. Imports no numba.

ENERGIES are read out of ViennaRNA's scaled parameters (`RNA.param`), so clamping of dangles and rounding are its own.
Pair types count from 1: CG GC GU UG AU UA, and 7 is a pair that can't form; bases are 1 to 4, 0 beside an end.
Energies are int32 in 0.01 kcal/mol; FORBIDDEN stands for no structure.

CONTEXTS have energies by the bases around a loop's closing pair: a cell of the recursion needs one look-up for each
kind of loop. A window is a number of base 4, its first base in the lowest digit. `inward` of a position is the base
itself and the next three bases towards the loop that it closes; `outward` is the base and the one beyond it. Tables are
flat: window of the 5' side times the number of windows of the 3' side, plus that one. FORBIDDEN where bases that must
pair don't.
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


WINDOWS2, WINDOWS3, WINDOWS4 = 16, 64, 256
"""The number of windows of that many bases."""

_ENDS = WINDOWS2 * WINDOWS2

CONTEXTS = np.dtype(
    [
        # both inward: so many bases of the 5' side, so many of the 3' side
        ("stack", np.int32, _ENDS),
        ("bulge5", np.int32, WINDOWS3 * WINDOWS2),  # one unpaired base on the 5' side
        ("bulge3", np.int32, WINDOWS2 * WINDOWS3),
        ("one_one", np.int32, WINDOWS3 * WINDOWS3),
        ("one_two", np.int32, WINDOWS3 * WINDOWS4),  # one base on the 5' side, two on the 3' side
        ("two_one", np.int32, WINDOWS4 * WINDOWS3),
        ("two_two", np.int32, WINDOWS4 * WINDOWS4),
        # inward, two bases each: the part of the closing pair
        ("two_three", np.int32, _ENDS),  # with the loop's length and asymmetry
        ("hairpin", np.int32, _ENDS),
        ("one_sided", np.int32, _ENDS),
        ("inner", np.int32, _ENDS),
        ("bulged", np.int32, _ENDS),
        ("closing", np.int32, _ENDS),  # of a multiloop
        # outward, two bases each: what a pair adds to the loop around it
        ("branch", np.int32, _ENDS),
        ("exterior", np.int32, _ENDS),
        ("from_two_three", np.int32, _ENDS),
        ("from_one_sided", np.int32, _ENDS),
        ("from_inner", np.int32, _ENDS),
        # by length
        ("unequal", np.int32, LONGEST_LOOP + 1),  # the penalty of an interior loop by its asymmetry
        ("one_by", np.int32, LONGEST_LOOP + 1),  # an interior loop of 1 by so many: length and asymmetry
    ]
)


def context_tables(energies: EnergyTables) -> npt.NDArray[np.void]:
    """CONTEXTS[1] of a model."""
    tables = energies[0]
    five, three = _digits(0), _digits(1)
    kind = tables["pair_type"][five[0], three[0]]
    back = tables["pair_type"][three[0], five[0]]
    end = np.where(kind > 2, tables["terminal"], 0)

    def inner_pair(left: int, right: int) -> npt.NDArray[np.int32]:
        """The type of the pair after that many unpaired bases, looked at from its 3' base."""
        types: npt.NDArray[np.int32] = tables["pair_type"][three[right + 1], five[left + 1]]
        return types

    def table(values: npt.NDArray[Any], bases5: int, bases3: int, inner: npt.NDArray[np.int32]) -> Table:
        """The flat table of the windows' first bases (digits that don't matter are 0), FORBIDDEN without a pair."""
        allowed = np.where((kind > 0) & (inner > 0), values, FORBIDDEN)
        return np.ascontiguousarray(allowed[: 4**bases5, : 4**bases3], dtype=np.int32).reshape(-1)

    n5, n3, m5, m3 = five[1], three[1], five[2], three[2]
    stack, bulge = tables["stack"], tables["bulge"][1]
    apart = tables["interior"][5] + tables["asymmetry"]
    multi = tables["branch"] + end
    inside = {
        "stack": table(stack[kind, inner_pair(0, 0)], 2, 2, inner_pair(0, 0)),
        "bulge5": table(bulge + stack[kind, inner_pair(1, 0)], 3, 2, inner_pair(1, 0)),
        "bulge3": table(bulge + stack[kind, inner_pair(0, 1)], 2, 3, inner_pair(0, 1)),
        "one_one": table(tables["int11"][kind, inner_pair(1, 1), n5, n3], 3, 3, inner_pair(1, 1)),
        "one_two": table(tables["int21"][kind, inner_pair(1, 2), n5, m3, n3], 3, 4, inner_pair(1, 2)),
        "two_one": table(tables["int21"][inner_pair(2, 1), kind, n3, n5, m5], 4, 3, inner_pair(2, 1)),
        "two_two": table(tables["int22"][kind, inner_pair(2, 2), n5, m5, m3, n3], 4, 4, inner_pair(2, 2)),
    }
    ends = {
        "two_three": tables["mismatch_23"][kind, n5, n3] + apart,
        "hairpin": tables["mismatch_hairpin"][kind, n5, n3],
        "one_sided": tables["mismatch_1n"][kind, n5, n3],
        "inner": tables["mismatch_interior"][kind, n5, n3],
        "bulged": end,
        "closing": tables["mismatch_multi"][back, n3, n5] + multi + tables["closing"],
        "branch": tables["mismatch_multi"][kind, n5, n3] + multi,
        "exterior": tables["mismatch_exterior"][kind, n5, n3] + end,
        "from_two_three": tables["mismatch_23"][back, n3, n5],
        "from_one_sided": tables["mismatch_1n"][back, n3, n5],
        "from_inner": tables["mismatch_interior"][back, n3, n5],
    }
    sizes = np.arange(LONGEST_LOOP + 1)
    unequal = np.minimum(MOST_ASYMMETRY, sizes * tables["asymmetry"])
    one_by = np.full(LONGEST_LOOP + 1, FORBIDDEN)
    one_by[3:-1] = tables["interior"][4:] + unequal[2:-2]
    found = np.zeros(1, CONTEXTS)
    whole = inside | {name: table(values, 2, 2, kind) for name, values in ends.items()}
    for name, values in (whole | {"unequal": unequal, "one_by": one_by}).items():
        found[name][0] = values
    return found


def _digits(axis: int) -> list[npt.NDArray[np.int64]]:
    """The codes (1 to 4) of the four bases of each window, along an axis of two."""
    windows = np.arange(256).reshape((-1, 1) if axis == 0 else (1, -1))
    return [((windows >> (2 * digit)) & 3) + 1 for digit in range(4)]
