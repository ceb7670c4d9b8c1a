"""Vector operations on lists of 16-bit codes, as LLVM's generic vectors: one text for SSE2, AVX2, AVX-512 and NEON.

Numba offers no vectors. An intrinsic may emit LLVM's, of any length; the code generator splits them into what the
machine has. In plain Numba only a single `uint16(code - low) <= width` over a list vectorises to 16-bit lanes, not the
five ranges of a move at once, and no mask of the hits comes out of it.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 32
"""Codes looked at by one call: one register of AVX-512, two of AVX2, four of SSE2 or NEON."""

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_CODES = ir.VectorType(_I16, LANES)


def _splat(builder, value):
    """A vector with the 16-bit value in all lanes."""
    undefined = ir.Constant(_CODES, ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(
        first, undefined, ir.Constant(ir.VectorType(_I32, LANES), [ir.Constant(_I32, 0)] * LANES)
    )


def _in_range(builder, codes, low, width):
    """A mask of the codes in [low, low + width]: unsigned 16-bit code - low <= width, as a code below low wraps."""
    return builder.icmp_unsigned("<=", builder.sub(codes, _splat(builder, low)), _splat(builder, width))


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
        data = context.make_array(signature.args[0])(context, builder, array).data
        pointer = builder.bitcast(builder.gep(data, [at]), _CODES.as_pointer())
        loaded = builder.load(pointer, align=2)
        narrow = builder.trunc(width, _I16)
        hits = _in_range(builder, loaded, builder.trunc(low, _I16), builder.trunc(wide, _I16))
        for field in range(4):
            start = builder.trunc(builder.lshr(lows, ir.Constant(_I64, 16 * field)), _I16)
            hits = builder.or_(hits, _in_range(builder, loaded, start, narrow))
        return builder.zext(builder.bitcast(hits, ir.IntType(LANES)), _I64)

    return signature, generate


@intrinsic
def highest_bit(typing_context, word):
    """Index of the highest set bit of a non-zero uint64, as int64; undefined for 0 (one instruction)."""
    signature = types.int64(types.uint64)

    def generate(context, builder, signature, arguments):
        leading = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(_I64, 63), leading)

    return signature, generate
