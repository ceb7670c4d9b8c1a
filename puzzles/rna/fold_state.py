"""What folding designs of one length works with: energies, matrices and addresses, allocated once.

Two states share nothing that is written, so two threads fold with one each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna import models
from puzzles.rna.contexts import ContextTables, context_tables
from puzzles.rna.lanes import LANES
from puzzles.rna.tables import FORBIDDEN, LONGEST_LOOP, MOST_ASYMMETRY, EnergyTables, Table, read_tables

MARGIN = LONGEST_LOOP + 2
"""Columns before the first and rows after the last base, always FORBIDDEN: loops reach there without a test."""

TAIL = 2 * LANES
"""Columns after the last base, so that rows are read and written in whole vectors."""


class Matrices(NamedTuple):
    """The recursion's matrices, int32[rows, columns]: row i, column MARGIN + j is of the bases i to j.

    `pairs` has the least energy if i and j pair. The next three add what a loop around that pair costs at its inner
    side: a bulge longer than 1, an interior loop with one base on a side, another interior loop. `multi` has the least
    energy of one branch of a multiloop or more. A matrix of one row serves the row that is being worked on.
    """

    pairs: Table
    bulged: Table
    one_sided: Table
    inner: Table
    multi: Table
    prefix: Table  # int32[n + 1]: [j] is the least energy of the bases 1 to j
    splits: Table  # int32[1, columns]: two branches or more
    best_bulge: Table  # int32[1, columns]: the least energy of a bulge longer than 1 within i and j, but for their part
    best_one: Table  # int32[1, columns]: of an interior loop with one base on a side, three or more on the other
    best_inner: Table  # int32[1, columns]: of a larger one
    by_size: Table  # int32[31, 2 * columns]: `best_inner` for each size, by the sum of row and column
    unequal: Table  # int32[31]: the penalty of an interior loop by its asymmetry
    one_by: Table  # int32[31]: length and asymmetry of an interior loop of 1 by so many
    inward5: Table  # int32[n + 2]: windows (puzzles.rna.contexts) of each position as the 5' side of a pair
    inward3: Table
    outward5: Table
    outward3: Table
    places: Table  # int32[5, n + 1]: the positions that pair with each base, from 5' to 3'
    counts: Table  # int32[5]: how many
    stack: Table  # int32[n + 1, 3]: what the traceback has still to do


class FoldState(NamedTuple):
    """A target's folding machine: `puzzles.rna.fold` fills `partner` and `gaps`."""

    partner: Table  # int32[n + 2]: the fold of the last design, 0 unpaired
    gaps: Table  # int32[n + 1]: [i] of the loop that the target's pair opening at i closes, [0] of the exterior loop
    native: Table  # int32[1]: 1 if our kernels fold, 0 if ViennaRNA's functions do
    target: Table  # int32[n + 2]: the target, 0 unpaired
    best: Table  # int32[n + 2]: work of target_energy
    whole: Table  # int32[n + 2]: work of target_energy
    tables: EnergyTables
    contexts: ContextTables
    matrices: Matrices
    addresses: npt.NDArray[np.int64]  # int64[2]: the C functions that fold and evaluate
    sequence: npt.NDArray[np.uint8]  # uint8[n + 1]: text for them, ended by 0
    structure: npt.NDArray[np.uint8]  # uint8[n + 1]
    target_text: npt.NDArray[np.uint8]  # uint8[n + 1]


def new_state(partners: tuple[int, ...], model: models.EnergyModel) -> FoldState:
    """A state for targets of partners counted from 0, -1 unpaired; ModelError if another model is loaded."""
    length = len(partners)
    tables = read_tables(model, max(length, LONGEST_LOOP))
    target = np.zeros(length + 2, np.int32)
    target[1:-1] = np.array(partners, np.int32) + 1
    text = "".join("." if other < 0 else "(" if other > at else ")" for at, other in enumerate(partners))
    calls = None if model.native else models.calls()
    return FoldState(
        partner=np.zeros(length + 2, np.int32),
        gaps=np.zeros(length + 1, np.int32),
        native=np.array([model.native], np.int32),
        target=target,
        best=np.zeros(length + 2, np.int32),
        whole=np.zeros(length + 2, np.int32),
        tables=tables,
        contexts=context_tables(tables),
        matrices=_matrices(length if model.native else 0, tables),
        addresses=np.array([calls.fold, calls.evaluate] if calls else [0, 0], np.int64),
        sequence=np.zeros(length + 1, np.uint8),
        structure=np.zeros(length + 1, np.uint8),
        target_text=np.frombuffer(text.encode("ascii") + b"\0", np.uint8).copy(),
    )


def _matrices(length: int, tables: EnergyTables) -> Matrices:
    rows, columns = length + 2 + MARGIN, MARGIN + length + 2 + TAIL

    def nothing(*shape: int) -> Table:
        return np.full(shape, FORBIDDEN, np.int32)

    def zeros(*shape: int) -> Table:
        return np.zeros(shape, np.int32)

    sizes = np.arange(LONGEST_LOOP + 1, dtype=np.int32)
    unequal = np.minimum(MOST_ASYMMETRY, sizes * tables.asymmetry).astype(np.int32)
    one_by = nothing(LONGEST_LOOP + 1)
    one_by[3:-1] = tables.interior[4 : LONGEST_LOOP + 1] + unequal[2:-2]
    return Matrices(
        pairs=nothing(rows, columns),
        bulged=nothing(rows, columns),
        one_sided=nothing(rows, columns),
        inner=nothing(rows, columns),
        multi=nothing(rows, columns),
        prefix=zeros(length + 1),
        splits=nothing(1, columns),
        best_bulge=nothing(1, columns),
        best_one=nothing(1, columns),
        best_inner=nothing(1, columns),
        by_size=nothing(LONGEST_LOOP + 1, 2 * columns),
        unequal=unequal,
        one_by=one_by,
        inward5=zeros(length + 2),
        inward3=zeros(length + 2),
        outward5=zeros(length + 2),
        outward3=zeros(length + 2),
        places=zeros(5, length + 1),
        counts=zeros(5),
        stack=zeros(length + 1, 3),
    )
