"""The range query of a move: which listed codes lie in its five ranges, as one pass of vectors.

In plain Numba only a single `uint16(code - low) <= width` over a list vectorises to 16-bit lanes, not five ranges at
once, and no mask of the hits comes out of it.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from puzzles.vectors import INT16, INT64, bit_mask, element_pointer, splat

LANES = 32
"""Codes looked at by one call: one register of AVX-512, two of AVX2, four of SSE2 or NEON."""


@intrinsic
def range_query(typing_context, codes, at, lows, width, low, wide):
    """The codes[at : at + 32] in one of five ranges, as a uint64 mask: bit k stands for codes[at + k].

    Four ranges begin at the 16-bit fields of `lows` (uint64) and hold width + 1 codes; the fifth is [low, low + wide].
    `codes` is uint16[at + 32 or more], `at` int64; the others are uint64 (Buzer & Cazenave, section III.C, Algorithm 3,
    with all five ranges in one pass).
    """
    signature = types.uint64(codes, types.int64, types.uint64, types.uint64, types.uint64, types.uint64)

    def generate(context, builder, signature, arguments):
        array, at, lows, width, low, wide = arguments
        pointer = element_pointer(context, builder, signature.args[0], array, at, INT16, LANES)
        listed = builder.load(pointer, align=2)

        def within(start, last):
            # unsigned code - start <= last: a code below start wraps around and is large
            apart = builder.sub(listed, splat(builder, builder.trunc(start, INT16), LANES))
            return builder.icmp_unsigned("<=", apart, splat(builder, builder.trunc(last, INT16), LANES))

        hits = within(low, wide)
        for field in range(4):
            hits = builder.or_(hits, within(builder.lshr(lows, ir.Constant(INT64, 16 * field)), width))
        return bit_mask(builder, hits, LANES)

    return signature, generate
