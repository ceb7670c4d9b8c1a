# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Up to eight of the 32 lanes of a list at once, for processors with AVX-512 VBMI2 (`puzzles.engine.lanes.PRESSES`).

What leaves the list becomes records by one store, and what comes gets its odds by one gather; a loop over single moves
ends at a point that the processor can't foretell. Values are those of `puzzles.engine.lanes`.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.lanes import LANES, in_lanes
from puzzles.engine.vectors import declared, element_pointer, places, splat

EIGHT = 8

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

    from puzzles.engine.lanes import FLOAT32, LaneCodes, LaneOdds
    from puzzles.engine.vectors import INT16, INT32, INT64

    BIT = ir.IntType(1)


def _part(builder, lanes, first, count):
    """That many lanes of a vector, from the first on."""
    return builder.shuffle_vector(lanes, ir.Constant(lanes.type, ir.Undefined), places([*range(first, first + count)]))


@intrinsic(lambda code: np.full(LANES, code, np.uint16))
def all_lanes(builder, code: types.uint16) -> LaneCodes:
    """That code (uint16) in all lanes."""
    return splat(builder, code, LANES)


def _pressed_codes(lanes, bits):
    pressed = lanes[in_lanes(bits)]
    return np.append(pressed, np.zeros(LANES - pressed.size, np.uint16))


@intrinsic(_pressed_codes)
def pressed_codes(builder, lanes: LaneCodes, bits: types.uint64) -> LaneCodes:
    """As `puzzles.engine.lanes.press_codes`, and 0 in the others."""
    mask = builder.bitcast(builder.trunc(bits, INT32), ir.VectorType(BIT, LANES))
    nothing = ir.Constant(lanes.type, [ir.Constant(INT16, 0)] * LANES)
    press = declared(builder, f"llvm.experimental.vector.compress.v{LANES}i16", lanes.type, [lanes, mask, nothing])
    return builder.call(press, [lanes, mask, nothing])


def _store_records(records, at, codes, steps, left):
    first = codes[:EIGHT].astype(np.uint64) | steps[:EIGHT].astype(np.uint64) << np.uint64(24)
    records[0, int(at) : int(at) + EIGHT] = first | left


@intrinsic(_store_records)
def store_records(builder, records, at: types.uint64, codes: LaneCodes, steps: LaneCodes, left: types.uint64):
    """Writes eight records of `puzzles.engine.rules` to row 0 of a uint64 array, from `at` (uint64) on.

    Of the first eight lanes: the code, the step at which it came, and `left`, a word with the last step in its place.
    """
    words = ir.VectorType(INT64, EIGHT)
    came = builder.shl(
        builder.zext(_part(builder, steps, 0, EIGHT), words), ir.Constant(words, [ir.Constant(INT64, 24)] * EIGHT)
    )
    made = builder.or_(builder.zext(_part(builder, codes, 0, EIGHT), words), came)
    made = builder.or_(made, splat(builder, left, EIGHT))
    builder.store(made, element_pointer(builder, records, at, INT64, EIGHT), align=8)


def _first_bits(word, count):
    bits = [bit for bit in range(64) if int(word) >> bit & 1][: int(count)]
    return np.uint64(sum(1 << bit for bit in bits))


@intrinsic(_first_bits)
def first_bits(builder, word: types.uint64, count: types.uint64) -> types.uint64:
    """The lowest `count` (below 64) of the set bits of a word."""
    low = builder.sub(builder.shl(ir.Constant(INT64, 1), count), ir.Constant(INT64, 1))
    return builder.call(declared(builder, "llvm.x86.bmi.pdep.64", INT64, [low, word]), [low, word])


def _spread(lanes, more, bits):
    spread = lanes.copy()
    spread[in_lanes(bits)] = more[: int(bits).bit_count()]
    return spread


@intrinsic(_spread)
def spread_codes(builder, lanes: LaneCodes, more: LaneCodes, bits: types.uint64) -> LaneCodes:
    """The lanes with the first of `more`, in their order, in those of the bits."""
    mask = builder.bitcast(builder.trunc(bits, INT32), ir.VectorType(BIT, LANES))
    spread = declared(builder, f"llvm.x86.avx512.mask.expand.v{LANES}i16", lanes.type, [more, lanes, mask])
    return builder.call(spread, [more, lanes, mask])


@intrinsic(lambda odds, policy, codes, bits: _spread(odds, policy[1, codes[:EIGHT].astype(np.int64)], bits))
def spread_odds(builder, odds: LaneOdds, policy, codes: LaneCodes, bits: types.uint64) -> LaneOdds:
    """The odds with those in row 1 of a policy (float32), of the first codes, in the lanes of the bits, at most eight.

    Read are the odds of as many codes as there are bits.
    """
    eight, half = ir.VectorType(FLOAT32, EIGHT), ir.VectorType(FLOAT32, LANES // 2)
    nothing = ir.Constant(eight, [ir.Constant(FLOAT32, 0.0)] * EIGHT)
    row = builder.bitcast(builder.gep(policy.data, [builder.extract_value(policy.shape, 1)]), INT16.as_pointer())
    at = builder.zext(_part(builder, codes, 0, EIGHT), ir.VectorType(INT32, EIGHT))
    read = builder.sub(builder.shl(ir.Constant(INT32, 1), builder.ctpop(builder.trunc(bits, INT32))), INT32(1))
    mask = builder.bitcast(builder.trunc(read, ir.IntType(EIGHT)), ir.VectorType(BIT, EIGHT))
    gathered = [nothing, row, at, mask, ir.Constant(INT32, 4)]
    gather = declared(builder, "llvm.x86.avx512.mask.gather3siv8.sf", eight, gathered)
    more = builder.shuffle_vector(builder.call(gather, gathered), nothing, places([*range(LANES // 2)]))
    halves = []
    for first in (0, LANES // 2):
        own = builder.trunc(builder.lshr(bits, ir.Constant(INT64, first)), INT16)
        expanded = [more, _part(builder, odds, first, LANES // 2), builder.bitcast(own, ir.VectorType(BIT, LANES // 2))]
        expand = declared(builder, f"llvm.x86.avx512.mask.expand.v{LANES // 2}f32", half, expanded)
        halves.append(builder.call(expand, expanded))
        # what the lower half has taken is moved out for the upper one
        lanes = ir.Constant(ir.VectorType(INT32, LANES // 2), [ir.Constant(INT32, lane) for lane in range(LANES // 2)])
        behind = builder.add(lanes, splat(builder, builder.zext(builder.ctpop(own), INT32), LANES // 2))
        permute = declared(builder, "llvm.x86.avx512.permvar.sf.512", half, [more, behind])
        more = builder.call(permute, [more, behind])
    return builder.shuffle_vector(*halves, places([*range(LANES)]))
