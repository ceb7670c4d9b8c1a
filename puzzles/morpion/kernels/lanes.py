# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""The range query of a move: which listed codes lie in its five ranges, as one pass of vectors.

In plain Numba only a single `uint16(code - low) <= width` over a list vectorises to 16-bit lanes, not five ranges at
once, and no mask of the hits comes out of it.

Four ranges begin at the 16-bit fields of `lows` and hold width + 1 codes, the fifth is [low, low + wide], all uint64
(Buzer & Cazenave, section III.C, Algorithm 3, with all five ranges in one pass).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.lanes import LANES, as_bits
from puzzles.engine.vectors import bit_mask, element_pointer, splat

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

    from puzzles.engine.lanes import LaneCodes
    from puzzles.engine.vectors import INT16, INT64

__all__ = ["LANES", "lanes_in_ranges", "range_query"]

FIELD = np.uint64(0xFFFF)


def _hits(builder, codes, lows, width, low, wide):
    """The mask of the codes in one of the five ranges, as the low 32 bits of a word."""

    def within(start, last):
        # unsigned code - start <= last: a code below start wraps around and is large
        apart = builder.sub(codes, splat(builder, builder.trunc(start, INT16), LANES))
        return builder.icmp_unsigned("<=", apart, splat(builder, builder.trunc(last, INT16), LANES))

    hits = within(low, wide)
    for field in range(4):
        hits = builder.or_(hits, within(builder.lshr(lows, ir.Constant(INT64, 16 * field)), width))
    return bit_mask(builder, hits, LANES)


def _lanes_in_ranges(lanes, lows, width, low, wide):
    hits = lanes - np.uint16(low & FIELD) <= np.uint16(wide & FIELD)
    for field in range(4):
        start = np.uint16(lows >> np.uint64(16 * field) & FIELD)
        hits |= lanes - start <= np.uint16(width & FIELD)
    return as_bits(hits)


def _range_query(codes, at, lows, width, low, wide):
    return _lanes_in_ranges(codes[at : at + LANES], lows, width, low, wide)


@intrinsic(_range_query)
def range_query(
    builder, codes, at: types.int64, lows: types.uint64, width: types.uint64, low: types.uint64, wide: types.uint64
) -> types.uint64:
    """The codes[at : at + 32] in one of the five ranges, as a uint64 mask: bit k stands for codes[at + k].

    `codes` is uint16[at + 32 or more], `at` int64. 32 codes are one register of AVX-512, two of AVX2, four of SSE2.
    """
    listed = builder.load(element_pointer(builder, codes, at, INT16, LANES), align=2)
    return _hits(builder, listed, lows, width, low, wide)


@intrinsic(_lanes_in_ranges)
def lanes_in_ranges(
    builder, lanes: LaneCodes, lows: types.uint64, width: types.uint64, low: types.uint64, wide: types.uint64
) -> types.uint64:
    """The bits of the lanes (see `puzzles.engine.lanes`) whose code lies in one of the five ranges, as uint64."""
    return _hits(builder, lanes, lows, width, low, wide)
