"""The energy tables of a model, as ViennaRNA has them, as arrays for kernels. Imports no numba.

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

from puzzles.rna import structure
from puzzles.rna.folding.models import EnergyModel, ModelError, parameters

Table = npt.NDArray[np.int32]

FORBIDDEN = 10_000_000
"""The energy of what can't form (ViennaRNA's INF). Sums of a few of them stay within int32."""

LONGEST_LOOP = structure.LONGEST_LOOP

MOST_ASYMMETRY = 300
"""The largest penalty for an asymmetric interior loop (ViennaRNA's MAX_NINIO)."""

PAIRS = ((2, 3), (3, 2), (3, 4), (4, 3), (1, 4), (4, 1))
NO_PAIR = 7
DIGITS = str.maketrans("ACGU", "0123")
"""The bases as digits of a number of base 4."""


_TRIPLE = (8, 5, 5)
"""By pair type and two bases: of a loop that after the pair's 5' base and that before its 3' base; of a branch that
before it and that after it."""

COPIED = {
    "stack": ("stack", (8, 8)),
    "hairpin": ("hairpin", (31,)),  # by length
    "bulge": ("bulge", (31,)),
    "interior": ("internal_loop", (31,)),
    "mismatch_hairpin": ("mismatchH", _TRIPLE),
    "mismatch_interior": ("mismatchI", _TRIPLE),
    "mismatch_1n": ("mismatch1nI", _TRIPLE),
    "mismatch_23": ("mismatch23I", _TRIPLE),
    "mismatch_multi": ("mismatchM", _TRIPLE),  # of a branch
    "mismatch_exterior": ("mismatchExt", _TRIPLE),  # of a branch
    "dangle5": ("dangle5", (8, 5)),
    "dangle3": ("dangle3", (8, 5)),
    "int11": ("int11", (8, 8, 5, 5)),
    "int21": ("int21", (8, 8, 5, 5, 5)),
    "int22": ("int22", (8, 8, 5, 5, 5, 5)),
}
"""Tables that are copied: the name in ViennaRNA's parameters, and the shape."""

SPECIALS = {"special3": ("Triloop", 5), "special4": ("Tetraloop", 6), "special6": ("Hexaloop", 8)}
"""Hairpins of 3, 4 and 6 bases: the name in ViennaRNA's parameters, and the bases with the closing pair, by which as a
number of base 4 they are found."""

ENERGIES = np.dtype(
    [
        ("pair_type", np.int32, (5, 5)),  # 0 where the bases don't pair
        *((name, np.int32, shape) for name, (_, shape) in COPIED.items()),
        *((name, np.int32, 4**length) for name, (_, length) in SPECIALS.items()),
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


def read_tables(model: EnergyModel) -> EnergyTables:
    """ENERGIES[1] of a model. ModelError if ViennaRNA lacks it, or has dangles that our kernels don't serve.

    With single dangles the mismatches of helices in multiloops and the exterior loop are 0: kernels add dangles.
    """
    read = parameters(model)
    found = np.zeros(1, ENERGIES)
    values = {
        "pair_type": pair_types(),
        "base": read.MLbase,
        "closing": read.MLclosing,
        "branch": read.MLintern[1],
        "asymmetry": read.ninio[2],
        "terminal": read.TerminalAU,
        "lxc": read.lxc,
    }
    for name, (own, shape) in COPIED.items():
        values[name] = _at(getattr(read, own), shape) if len(shape) > 2 else getattr(read, own)
    for name, (own, length) in SPECIALS.items():
        values[name] = _specials(getattr(read, f"{own}s"), getattr(read, f"{own}_E"), length)
    for name, value in values.items():
        found[name][0] = value
    if model.dangles == 1:
        _leave_dangles(model, found)
    return found


def _leave_dangles(model: EnergyModel, found: EnergyTables) -> None:
    """Removes the mismatches that are sums of dangles; ModelError if one is not, or if a dangle or a free base of a
    multiloop costs energy."""
    five, three = found["dangle5"][0][1:, 1:], found["dangle3"][0][1:, 1:]
    for name in ("mismatch_multi", "mismatch_exterior"):
        if not np.array_equal(found[name][0][1:, 1:, 1:], five[:, :, None] + three[:, None, :]):
            raise ModelError(f"mismatches of {model.name} are not the sums of its dangles in this ViennaRNA")
        found[name] = 0
    if max(five.max(), three.max()) > 0:
        raise ModelError(f"a dangle of {model.name} costs energy in this ViennaRNA")
    if found["base"][0] != 0:
        raise ModelError(f"a free base of a multiloop of {model.name} costs energy in this ViennaRNA")


def longer_loop(at_30: int, lxc: float, length: int) -> int:
    """The energy of a loop of more than 30 bases (Jacobson and Stockmayer 1950), cut off as ViennaRNA does."""
    return at_30 + int(lxc * math.log(length / 30.0))


def pair_types() -> Table:
    types = np.zeros((5, 5), np.int32)
    for number, (first, second) in enumerate(PAIRS, start=1):
        types[first, second] = number
    return types


def _at(pointer: Any, shape: tuple[int, ...]) -> Table:
    """A copy of the int array at an address: SWIG returns arrays of three and more dimensions as bare pointers."""
    count = math.prod(shape)
    return np.array((ctypes.c_int * count).from_address(int(pointer)), dtype=np.int32).reshape(shape)


def _specials(names: str, energies: Any, length: int) -> Table:
    """Energies of special hairpins with their closing pair, else FORBIDDEN; of equal names the first counts."""
    table = np.full(4**length, FORBIDDEN, np.int32)
    listed = names.split()
    for name, energy in reversed(list(zip(listed, energies, strict=False))):
        table[int(name.translate(DIGITS), 4)] = int(energy)
    return table


WINDOWS2, WINDOWS3, WINDOWS4 = 16, 64, 256
"""The number of windows of that many bases."""

_INSIDE = {
    "stack": (0, 0),
    "bulge5": (1, 0),
    "bulge3": (0, 1),
    "one_one": (1, 1),
    "one_two": (1, 2),
    "two_one": (2, 1),
    "two_two": (2, 2),
}
"""Loops with a table of their own: the unpaired bases on the 5' and on the 3' side. Both windows are inward, and reach
to the inner pair."""

_ENDS = (
    # inward, two bases each: the part of the closing pair; of two_three with the loop's length and asymmetry
    *("two_three", "hairpin", "one_sided", "inner", "bulged", "closing"),  # closing: of a multiloop
    # outward, two bases each: what a pair adds to the loop around it
    *("branch", "exterior", "from_two_three", "from_one_sided", "from_inner"),
)


def _context_fields(kind: type[np.generic]) -> list[tuple[str, type[np.generic], int]]:
    return [
        *((name, kind, WINDOWS2 * WINDOWS2 * 4 ** sum(unpaired)) for name, unpaired in _INSIDE.items()),
        *((name, kind, WINDOWS2 * WINDOWS2) for name in _ENDS),
        ("unequal", kind, LONGEST_LOOP + 1),  # the penalty of an interior loop by its asymmetry
        ("one_by", kind, LONGEST_LOOP + 1),  # an interior loop of 1 by this length: length and asymmetry
    ]


CONTEXTS = np.dtype(_context_fields(np.int32))
FLOAT_CONTEXTS = np.dtype(_context_fields(np.float64))


def context_tables(energies: EnergyTables) -> npt.NDArray[np.void]:
    """CONTEXTS[1] of a model."""
    tables = energies[0]
    unequal = np.minimum(MOST_ASYMMETRY, np.arange(LONGEST_LOOP + 1) * tables["asymmetry"])
    return contexts_by(tables, unequal, CONTEXTS)


def contexts_by(tables: Any, unequal: npt.NDArray[Any], kind: np.dtype[np.void]) -> npt.NDArray[np.void]:
    """CONTEXTS or FLOAT_CONTEXTS[1] of energies by name, as ENERGIES has them, and of penalties by asymmetry."""
    number = kind["stack"].base
    five, three = _digits(0), _digits(1)
    closing = tables["pair_type"][five[0], three[0]]
    back = tables["pair_type"][three[0], five[0]]
    end = np.where(closing > 2, tables["terminal"], 0)

    pairs = {  # the type of the inner pair, looked at from its 3' base
        name: tables["pair_type"][three[right + 1], five[left + 1]] for name, (left, right) in _INSIDE.items()
    }

    def table(values: npt.NDArray[Any], bases5: int, bases3: int, inner: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
        """The flat table of the windows' first bases (digits that don't matter are 0), FORBIDDEN without a pair."""
        allowed = np.where((closing > 0) & (inner > 0), values, FORBIDDEN)
        return np.ascontiguousarray(allowed[: 4**bases5, : 4**bases3], dtype=number).reshape(-1)

    n5, n3, m5, m3 = five[1], three[1], five[2], three[2]
    stack, bulge = tables["stack"], tables["bulge"][1]
    apart = tables["interior"][5] + unequal[1]
    multi = tables["branch"] + end
    inside = {
        "stack": stack[closing, pairs["stack"]],
        "bulge5": bulge + stack[closing, pairs["bulge5"]],
        "bulge3": bulge + stack[closing, pairs["bulge3"]],
        "one_one": tables["int11"][closing, pairs["one_one"], n5, n3],
        "one_two": tables["int21"][closing, pairs["one_two"], n5, m3, n3],
        "two_one": tables["int21"][pairs["two_one"], closing, n3, n5, m5],
        "two_two": tables["int22"][closing, pairs["two_two"], n5, m5, m3, n3],
    }
    ends = {
        "two_three": tables["mismatch_23"][closing, n5, n3] + apart,
        "hairpin": tables["mismatch_hairpin"][closing, n5, n3],
        "one_sided": tables["mismatch_1n"][closing, n5, n3],
        "inner": tables["mismatch_interior"][closing, n5, n3],
        "bulged": end,
        "closing": tables["mismatch_multi"][back, n3, n5] + multi + tables["closing"],
        "branch": tables["mismatch_multi"][closing, n5, n3] + multi,
        "exterior": tables["mismatch_exterior"][closing, n5, n3] + end,
        "from_two_three": tables["mismatch_23"][back, n3, n5],
        "from_one_sided": tables["mismatch_1n"][back, n3, n5],
        "from_inner": tables["mismatch_interior"][back, n3, n5],
    }
    one_by = np.full(LONGEST_LOOP + 1, FORBIDDEN, number)
    one_by[3:-1] = tables["interior"][4:] + unequal[2:-2]
    found = np.zeros(1, kind)
    for name, (left, right) in _INSIDE.items():
        found[name][0] = table(inside[name], 2 + left, 2 + right, pairs[name])
    for name in _ENDS:
        found[name][0] = table(ends[name], 2, 2, closing)
    found["unequal"][0], found["one_by"][0] = unequal, one_by
    return found


def _digits(axis: int) -> list[npt.NDArray[np.int64]]:
    """The codes (1 to 4) of the four bases of each window, along an axis of two."""
    windows = np.arange(256).reshape((-1, 1) if axis == 0 else (1, -1))
    return [((windows >> (2 * digit)) & 3) + 1 for digit in range(4)]
