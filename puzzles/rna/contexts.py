"""Energies by the bases around a loop's closing pair: a cell of the recursion needs one look-up for each kind of loop.

A window is a number of base 4, its first base in the lowest digit. `inward` of a position is the base itself and the
next three bases towards the loop that it closes; `outward` is the base and the one beyond it. Tables are flat: window
of the 5' side times the number of windows of the 3' side, plus that one. FORBIDDEN where bases that must pair don't.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.tables import FORBIDDEN, EnergyTables, Table


class ContextTables(NamedTuple):
    """int32 tables; the comments say how many bases of each side count, and from which side of the pair."""

    stack: Table  # inward 2, 2
    bulge5: Table  # inward 3, 2: one unpaired base on the 5' side
    bulge3: Table  # inward 2, 3
    one_one: Table  # inward 3, 3
    one_two: Table  # inward 3, 4: one base on the 5' side, two on the 3' side
    two_one: Table  # inward 4, 3
    two_two: Table  # inward 4, 4
    two_three: Table  # inward 2, 2: the part of the closing pair, with the loop's length and asymmetry
    hairpin: Table  # inward 2, 2: what is added to the hairpin's length
    one_sided: Table  # inward 2, 2: what is added to `best_one`
    inner: Table  # inward 2, 2: what is added to `best_inner`
    bulged: Table  # inward 2, 2: what is added to `best_bulge`
    closing: Table  # inward 2, 2: what is added to the branches of a multiloop
    branch: Table  # outward 2, 2: what a branch of a multiloop adds
    exterior: Table  # outward 2, 2: what a helix of the exterior loop adds, between two bases
    from_two_three: Table  # outward 2, 2: the part of the inner pair
    from_one_sided: Table  # outward 2, 2
    from_inner: Table  # outward 2, 2


def context_tables(tables: EnergyTables) -> ContextTables:
    """The tables of a model by windows."""
    five, three = _digits(0), _digits(1)
    kind = tables.pair_type[five[0], three[0]]
    back = tables.pair_type[three[0], five[0]]
    end = np.where(kind > 2, tables.terminal, 0)

    def inner_pair(left: int, right: int) -> npt.NDArray[np.int32]:
        """The type of the pair after so many unpaired bases, looked at from its 3' base."""
        return tables.pair_type[three[right + 1], five[left + 1]]

    def table(energies: npt.NDArray[Any], bases5: int, bases3: int, inner: npt.NDArray[np.int32]) -> Table:
        """The flat table of the windows' first bases (digits that don't matter are 0), FORBIDDEN without a pair."""
        allowed = np.where((kind > 0) & (inner > 0), energies, FORBIDDEN)
        return np.ascontiguousarray(allowed[: 4**bases5, : 4**bases3], dtype=np.int32).reshape(-1)

    n5, n3, m5, m3 = five[1], three[1], five[2], three[2]
    stack, bulge = tables.stack, tables.bulge[1]
    apart = tables.interior[5] + tables.asymmetry
    multi = tables.branch + end
    inside = {
        "stack": table(stack[kind, inner_pair(0, 0)], 2, 2, inner_pair(0, 0)),
        "bulge5": table(bulge + stack[kind, inner_pair(1, 0)], 3, 2, inner_pair(1, 0)),
        "bulge3": table(bulge + stack[kind, inner_pair(0, 1)], 2, 3, inner_pair(0, 1)),
        "one_one": table(tables.int11[kind, inner_pair(1, 1), n5, n3], 3, 3, inner_pair(1, 1)),
        "one_two": table(tables.int21[kind, inner_pair(1, 2), n5, m3, n3], 3, 4, inner_pair(1, 2)),
        "two_one": table(tables.int21[inner_pair(2, 1), kind, n3, n5, m5], 4, 3, inner_pair(2, 1)),
        "two_two": table(tables.int22[kind, inner_pair(2, 2), n5, m5, m3, n3], 4, 4, inner_pair(2, 2)),
    }
    ends = {
        "two_three": tables.mismatch_23[kind, n5, n3] + apart,
        "hairpin": tables.mismatch_hairpin[kind, n5, n3],
        "one_sided": tables.mismatch_1n[kind, n5, n3],
        "inner": tables.mismatch_interior[kind, n5, n3],
        "bulged": end,
        "closing": tables.mismatch_multi[back, n3, n5] + multi + tables.closing,
        "branch": tables.mismatch_multi[kind, n5, n3] + multi,
        "exterior": tables.mismatch_exterior[kind, n5, n3] + end,
        "from_two_three": tables.mismatch_23[back, n3, n5],
        "from_one_sided": tables.mismatch_1n[back, n3, n5],
        "from_inner": tables.mismatch_interior[back, n3, n5],
    }
    return ContextTables(**inside, **{name: table(energies, 2, 2, kind) for name, energies in ends.items()})


def _digits(axis: int) -> list[npt.NDArray[np.int64]]:
    """The codes (1 to 4) of the four bases of each window, along an axis of two."""
    windows = np.arange(256).reshape((-1, 1) if axis == 0 else (1, -1))
    return [((windows >> (2 * digit)) & 3) + 1 for digit in range(4)]
