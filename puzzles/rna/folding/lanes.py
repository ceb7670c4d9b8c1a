# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Sixteen int32 energies in a register, as LLVM's generic vectors: what the rows of the recursion are made of.

The code generator splits them into what the machine has (one AVX-512 register, two of AVX2, four of SSE4 or NEON).
Numba would vectorise plain loops too, but not keep a minimum over many rows in a register. Values of this type live in
kernels only. Indices are not checked and never count from the end.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.vectors import splat

LANES = 16

if not INTERPRETED:
    from llvmlite import ir
    from numba import types
    from numba.extending import models, register_model

    from puzzles.engine.vectors import INT32

    class _Energies(types.Type):  # type: ignore[misc]
        """A vector of LANES int32."""

    Energies = _Energies("lanes of int32 energies")

    @register_model(_Energies)
    class _EnergiesModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager, lanes):
            super().__init__(manager, lanes, ir.VectorType(INT32, LANES))


# interpreted, lanes are an array of int32; places go on from the end of a row to the next one, as they do in memory


def offset(matrix, row, column):
    """Interpreted: where the element is in the matrix's memory."""
    return int(row) * matrix.shape[1] + int(column)


def element(builder, matrix, row, column):
    """A pointer to an element of a C-contiguous matrix."""
    width = builder.extract_value(matrix.shape, 1)
    return builder.gep(matrix.data, [builder.add(builder.mul(row, width), column)])


def _pointer(builder, *place):
    return builder.bitcast(element(builder, *place), ir.VectorType(INT32, LANES).as_pointer())


def _load(matrix, row, column):
    at = offset(matrix, row, column)
    return matrix.reshape(-1)[at : at + LANES].copy()


@intrinsic(_load)
def load(builder, matrix, row: types.int64, column: types.int64) -> Energies:
    """matrix[row, column : column + LANES]."""
    return builder.load(_pointer(builder, matrix, row, column), align=4)


def _store(matrix, row, column, lanes):
    at = offset(matrix, row, column)
    matrix.reshape(-1)[at : at + LANES] = lanes


@intrinsic(_store)
def store(builder, matrix, row: types.int64, column: types.int64, lanes: Energies):
    """matrix[row, column : column + LANES] = lanes."""
    builder.store(lanes, _pointer(builder, matrix, row, column), align=4)


@intrinsic(lambda matrix, row, column: matrix.reshape(-1)[offset(matrix, row, column)])
def cell(builder, matrix, row: types.int64, column: types.int64) -> types.int32:
    """matrix[row, column]."""
    return builder.load(element(builder, matrix, row, column))


def _put(matrix, row, column, energy):
    matrix.reshape(-1)[offset(matrix, row, column)] = energy


@intrinsic(_put)
def put(builder, matrix, row: types.int64, column: types.int64, energy: types.int32):
    """matrix[row, column] = energy, an int32."""
    builder.store(energy, element(builder, matrix, row, column))


@intrinsic(lambda table, place: table[place])
def entry(builder, table, place: types.int64) -> types.int32:
    """table[place] of a flat int32 table."""
    return builder.load(builder.gep(table.data, [place]))


@intrinsic(lambda energy: np.full(LANES, energy, np.int32))
def same(builder, energy: types.int32) -> Energies:
    """The int32 in all lanes."""
    return splat(builder, energy, LANES)


@intrinsic(lambda lanes, energy: lanes + np.int32(energy))
def plus(builder, lanes: Energies, energy: types.int32) -> Energies:
    """The lanes, each with the int32 added."""
    return builder.add(lanes, splat(builder, energy, LANES))


@intrinsic(np.minimum)
def lesser(builder, first: Energies, second: Energies) -> Energies:
    """The lesser of each two."""
    return builder.select(builder.icmp_signed("<", first, second), first, second)
