"""What folding designs of one length works with: energies, matrices and addresses, allocated once.

Two states share nothing that is written, so two threads fold with one each.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import record
from puzzles.rna.folding import models
from puzzles.rna.folding.lanes import LANES
from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP, Table, context_tables, longer_loop, read_tables

MARGIN = LONGEST_LOOP + 2
"""Columns before the first and rows after the last base, always FORBIDDEN: loops reach there without a test."""

TAIL = 2 * LANES
"""Columns after the last base, so that rows are read and written in whole vectors."""


class Matrices(NamedTuple):
    """The recursion's matrices, int32[rows, columns]: row i, column MARGIN + j is of the bases i to j.

    `pairs` has the least energy if i and j pair. The next three add what a loop around that pair costs at its inner
    side: a bulge longer than 1, an interior loop with one base on a side, another interior loop. `multi` has the least
    energy of one branch of a multiloop or more.
    """

    pairs: Table
    bulged: Table
    one_sided: Table
    inner: Table
    multi: Table
    rows: Table  # int32[4, columns], with single dangles int32[7, columns]: of the row that is worked on, see below
    by_size: Table  # int32[31, 2 * columns]: BEST_INNER for each size, by the sum of row and column
    prefix: Table  # int32[n + 1]: [j] is the least energy of the bases 1 to j
    hairpins: Table  # int32[n + 1]: the energy of hairpins by length
    windows: Table  # int32[4, n + 2]: of each position, see below
    places: Table  # int32[5, n + 1]: the positions that pair with each base, from 5' to 3'; [0, base] how many
    stack: Table  # int32[n + 1, 3]: what the traceback has still to do


SPLITS, BEST_BULGE, BEST_ONE, BEST_INNER, FURTHER_SPLITS, ALONE, WITH_BEFORE = range(7)
"""Rows: two branches of a multiloop or more; the least energy within i and j, but for their own part, of a bulge longer
than 1, of an interior loop with one base on a side and three or more on the other, and of a larger one.

With single dangles: SPLITS of the row below; the least energy of one branch that covers these bases with those that it
takes; the same of those that take the base before the row, for the next row."""

INWARD5, INWARD3, OUTWARD5, OUTWARD3 = range(4)
"""Windows (`puzzles.rna.folding.tables`) of a position as the 5' or the 3' side of a pair."""


class FoldState(NamedTuple):
    """What folding designs for a target works with; `puzzles.rna.folding.fold` fills `partner` and `gaps`."""

    partner: Table  # int32[n + 2]: the fold of the last design, 0 unpaired
    gaps: Table  # int32[n + 1]: [i] of the loop that the target's pair opening at i closes, [0] of the exterior loop
    target: Table  # int32[n + 2]: the target, 0 unpaired
    whole: Table  # int32[n + 2]: [i] is the target's energy within the pair that opens at i
    best: Table  # int32[n + 2]: the least energy of anything within it
    tables: np.void  # ENERGIES
    contexts: np.void  # CONTEXTS
    matrices: Matrices
    kernels: npt.NDArray[np.int64]  # int64[4]: addresses of the model's kernels, see `puzzles.rna.folding.fold`


def new_state(partners: tuple[int, ...], model: models.EnergyModel) -> FoldState:
    """A state for targets of partners counted from 0, -1 unpaired; ModelError as by `read_tables`."""
    length = len(partners)
    tables, contexts = _energies(model)
    target = np.zeros(length + 2, np.int32)
    target[1:-1] = np.array(partners, np.int32) + 1
    return FoldState(
        partner=np.zeros(length + 2, np.int32),
        gaps=np.zeros(length + 1, np.int32),
        target=target,
        whole=np.zeros(length + 2, np.int32),
        best=np.zeros(length + 2, np.int32),
        tables=tables,
        contexts=contexts,
        matrices=_matrices(length, tables, rows=7 if model.dangles == 1 else 4),
        kernels=np.zeros(4, np.int64),
    )


@cache
def _energies(model: models.EnergyModel) -> tuple[np.void, np.void]:
    """A model's tables, which all states read and none writes."""
    tables = read_tables(model)
    contexts = context_tables(tables)
    tables.setflags(write=False)
    contexts.setflags(write=False)
    return record(tables[0]), record(contexts[0])


def _matrices(length: int, tables: np.void, rows: int) -> Matrices:
    lines, columns = length + 2 + MARGIN, MARGIN + length + 2 + TAIL

    def forbidden(*shape: int) -> Table:
        return np.full(shape, FORBIDDEN, np.int32)

    def zeros(*shape: int) -> Table:
        return np.zeros(shape, np.int32)

    hairpins = zeros(max(length, LONGEST_LOOP) + 1)
    hairpins[: LONGEST_LOOP + 1] = tables["hairpin"]
    for long in range(LONGEST_LOOP + 1, length + 1):
        hairpins[long] = longer_loop(int(hairpins[LONGEST_LOOP]), float(tables["lxc"]), long)
    return Matrices(
        pairs=forbidden(lines, columns),
        bulged=forbidden(lines, columns),
        one_sided=forbidden(lines, columns),
        inner=forbidden(lines, columns),
        multi=forbidden(lines, columns),
        rows=forbidden(rows, columns),
        by_size=forbidden(LONGEST_LOOP + 1, 2 * columns),
        prefix=zeros(length + 1),
        hairpins=hairpins,
        windows=zeros(4, length + 2),
        places=zeros(5, max(length, 4) + 1),
        stack=zeros(length + 1, 3),
    )
