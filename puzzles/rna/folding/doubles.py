# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Eight float64 weights in a register, as LLVM's generic vectors: what the rows of the partition function are made of.

As `lanes.py` for energies. Products and sums are rounded one after the other, never fused, so that interpreted ones
have equal bits. Indices are not checked and never count from the end.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.vectors import places, splat
from puzzles.rna.folding.lanes import element, offset

LANES = 8

if not INTERPRETED:
    from llvmlite import ir
    from numba import types
    from numba.extending import models, register_model

    from puzzles.engine.vectors import FLOAT64

    class _Weights(types.Type):  # type: ignore[misc]
        """A vector of LANES float64."""

    Weights = _Weights("lanes of float64 weights")

    @register_model(_Weights)
    class _WeightsModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager, lanes):
            super().__init__(manager, lanes, ir.VectorType(FLOAT64, LANES))


def _pointer(builder, *place):
    return builder.bitcast(element(builder, *place), ir.VectorType(FLOAT64, LANES).as_pointer())


def _load(matrix, row, column):
    at = offset(matrix, row, column)
    return matrix.reshape(-1)[at : at + LANES].copy()


@intrinsic(_load)
def load(builder, matrix, row: types.int64, column: types.int64) -> Weights:
    """matrix[row, column : column + LANES]."""
    return builder.load(_pointer(builder, matrix, row, column), align=8)


def _store(matrix, row, column, lanes):
    at = offset(matrix, row, column)
    matrix.reshape(-1)[at : at + LANES] = lanes


@intrinsic(_store)
def store(builder, matrix, row: types.int64, column: types.int64, lanes: Weights):
    """matrix[row, column : column + LANES] = lanes."""
    builder.store(lanes, _pointer(builder, matrix, row, column), align=8)


@intrinsic(lambda weight: np.full(LANES, weight))
def same(builder, weight: types.float64) -> Weights:
    """The float64 in all lanes."""
    return splat(builder, weight, LANES)


@intrinsic(np.add)
def plus(builder, first: Weights, second: Weights) -> Weights:
    """The sums of each two."""
    return builder.fadd(first, second)


@intrinsic(np.multiply)
def product(builder, first: Weights, second: Weights) -> Weights:
    """The products of each two."""
    return builder.fmul(first, second)


@intrinsic(lambda lanes, weight: lanes * weight)
def times(builder, lanes: Weights, weight: types.float64) -> Weights:
    """The lanes, each times the float64."""
    return builder.fmul(lanes, splat(builder, weight, LANES))


def _total(lanes):
    halves = lanes[:4] + lanes[4:]
    quarters = halves[:2] + halves[2:]
    return quarters[0] + quarters[1]


@intrinsic(_total)
def total(builder, lanes: Weights) -> types.float64:
    """The sum of all lanes: of halves, of halves of these, and so on."""
    width = LANES
    while width > 1:
        width //= 2
        low, high = (
            builder.shuffle_vector(lanes, lanes, places(list(range(start, start + width)))) for start in (0, width)
        )
        lanes = builder.fadd(low, high)
    return builder.extract_element(lanes, ir.Constant(ir.IntType(32), 0))
