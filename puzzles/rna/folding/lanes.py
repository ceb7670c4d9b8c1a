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


def _at(matrix, row, column):
    return int(row) * matrix.shape[1] + int(column)


def _element(context, builder, matrix_type, matrix, row, column):
    """A pointer to an element of a C-contiguous int32 matrix."""
    array = context.make_array(matrix_type)(context, builder, matrix)
    width = builder.extract_value(array.shape, 1)
    return builder.gep(array.data, [builder.add(builder.mul(row, width), column)])


def _pointer(context, builder, *place):
    """A pointer to LANES elements of it."""
    return builder.bitcast(_element(context, builder, *place), ir.VectorType(INT32, LANES).as_pointer())


def _load(matrix, row, column):
    at = _at(matrix, row, column)
    return matrix.reshape(-1)[at : at + LANES].copy()


@intrinsic(_load)
def load(typing_context, matrix, row, column):
    """matrix[row, column : column + LANES]."""
    signature = Energies(matrix, types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        return builder.load(_pointer(context, builder, signature.args[0], *arguments), align=4)

    return signature, generate


def _store(matrix, row, column, lanes):
    at = _at(matrix, row, column)
    matrix.reshape(-1)[at : at + LANES] = lanes


@intrinsic(_store)
def store(typing_context, matrix, row, column, lanes):
    """matrix[row, column : column + LANES] = lanes."""
    signature = types.void(matrix, types.int64, types.int64, Energies)

    def generate(context, builder, signature, arguments):
        matrix, row, column, lanes = arguments
        builder.store(lanes, _pointer(context, builder, signature.args[0], matrix, row, column), align=4)
        return context.get_dummy_value()

    return signature, generate


@intrinsic(lambda matrix, row, column: matrix.reshape(-1)[_at(matrix, row, column)])
def cell(typing_context, matrix, row, column):
    """matrix[row, column]."""
    signature = types.int32(matrix, types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        return builder.load(_element(context, builder, signature.args[0], *arguments))

    return signature, generate


def _put(matrix, row, column, energy):
    matrix.reshape(-1)[_at(matrix, row, column)] = energy


@intrinsic(_put)
def put(typing_context, matrix, row, column, energy):
    """matrix[row, column] = energy, an int32."""
    signature = types.void(matrix, types.int64, types.int64, types.int32)

    def generate(context, builder, signature, arguments):
        matrix, row, column, energy = arguments
        builder.store(energy, _element(context, builder, signature.args[0], matrix, row, column))
        return context.get_dummy_value()

    return signature, generate


@intrinsic(lambda table, place: table[place])
def entry(typing_context, table, place):
    """table[place] of a flat int32 table."""
    signature = types.int32(table, types.int64)

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load(builder.gep(array.data, [arguments[1]]))

    return signature, generate


@intrinsic(lambda energy: np.full(LANES, energy, np.int32))
def same(typing_context, energy):
    """The int32 in all lanes."""
    signature = Energies(types.int32)
    return signature, lambda context, builder, signature, arguments: splat(builder, arguments[0], LANES)


@intrinsic(lambda lanes, energy: lanes + np.int32(energy))
def plus(typing_context, lanes, energy):
    """The lanes, each with the int32 added."""
    signature = Energies(Energies, types.int32)

    def generate(context, builder, signature, arguments):
        return builder.add(arguments[0], splat(builder, arguments[1], LANES))

    return signature, generate


@intrinsic(np.minimum)
def lesser(typing_context, first, second):
    """The lesser of each two."""
    signature = Energies(Energies, Energies)

    def generate(context, builder, signature, arguments):
        first, second = arguments
        return builder.select(builder.icmp_signed("<", first, second), first, second)

    return signature, generate
