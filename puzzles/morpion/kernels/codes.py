# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Lines as packed 16-bit codes, by strip and position in it, and the range query over a list of them.

Codes are those of Buzer & Cazenave, sections II.D and II.E.

A line of direction d starts at one of its ends and runs so that u grows by 1 a square; all squares of one (d, v) are a
strip, and lines that follow each other in a strip have codes that follow each other.

    d  runs along   u  v              d  runs along   u  v
    0  (-1, +1)     y  x + y          2  (+1, +1)     y  x - y + L - 1
    1  ( 0, +1)     y  x              3  (+1,  0)     x  y

    code = ((d << b + 1 | v) << b) | u, with b bits for u: 6 for an arena of L = 64 (as published), 5 for L = 32
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.lanes import LANES, as_bits
from puzzles.engine.vectors import bit_mask, element_pointer, splat

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

    from puzzles.engine.lanes import LaneCodes
    from puzzles.engine.vectors import INT16, INT64

STEPS = ((-1, 1), (0, 1), (1, 1), (1, 0))
"""(x, y) from a square of a line to the next, for each direction."""


def local(direction: int, x: int, y: int, arena: int) -> tuple[int, int]:
    """The (u, v) of a square in a direction."""
    return ((y, x + y), (y, x), (y, x - y + arena - 1), (x, y))[direction]


def encode(direction: int, x: int, y: int, arena: int) -> int:
    """The code of the line of that direction that starts at (x, y): linear in both, also outside of the arena."""
    bits = arena.bit_length() - 1
    u, v = local(direction, x, y, arena)
    return (direction << (2 * bits + 1)) + (v << bits) + u


def packed_maps(arena: int) -> npt.NDArray[np.uint64]:
    """uint64[12]: for each direction three words A, B, C, with which A u + B v + C holds a square's four codes.

    (u, v) are the square's coordinates in that direction; field k (bits 16 k and up) of the sum is the code of the line
    of direction k that starts there. The codes are linear in u and v, so one multiplication converts to all four.
    """
    words = []
    for direction in range(4):
        origin, along, across = (_packed(direction, u, v, arena) for u, v in ((0, 0), (1, 0), (0, 1)))
        words += [along - origin, across - origin, origin]
    return np.array([word & (2**64 - 1) for word in words], np.uint64)


def lines_by_dots(length: int) -> npt.NDArray[np.uint8]:
    """uint8[512]: which lines of that many squares lack one dot, by the dots of nine squares of a strip.

    Bit i of the index is the square `i - length + 1` from a new dot; bit i of the entry stands for the line that starts
    there (Buzer & Cazenave, section II.G, where blocked starts are part of the index).
    """
    table = np.zeros(512, np.uint8)
    for dots in range(512):
        counts = [(dots >> start & (1 << length) - 1).bit_count() for start in range(length)]
        table[dots] = sum(1 << start for start, count in enumerate(counts) if count == length - 1)
    return table


def _packed(direction: int, u: int, v: int, arena: int) -> int:
    """The four codes of the square with these coordinates as one number, which may borrow across fields."""
    x, y = ((v - u, u), (v, u), (v + u - (arena - 1), u), (u, v))[direction]
    return sum(encode(k, x, y, arena) << (16 * k) for k in range(4))


# The range query of a move: which listed codes lie in its five ranges, as one pass of vectors (Algorithm 3, section
# III.C). Four ranges begin at the 16-bit fields of `lows` and hold width + 1 codes, the fifth is [low, low + wide], all
# uint64. In plain Numba only a single `uint16(code - low) <= width` over a list vectorises to 16-bit lanes, not five
# ranges at once, and no mask of the hits comes out of it.

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
