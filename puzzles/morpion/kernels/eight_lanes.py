# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Up to eight of the 32 lanes of a list at once, for processors with AVX-512 VBMI2 (`puzzles.engine.lanes.PRESSES`).

What leaves the list becomes records by one store, and what comes gets its odds by one gather; a loop over single moves
ends at a point that the processor can't foretell. Values are those of `puzzles.engine.lanes`.

The shuffles, presses and comparisons of 512 bits wait for one port of an Intel processor, so there are few of them: a
code's direction says which of the four ranges around a dot can hold it, so one comparison a lane takes the place of
four (`lanes_in_strips`); new odds are not spread over the upper sixteen lanes where they take none of them.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.lanes import LANES, as_bits, in_lanes
from puzzles.engine.vectors import bit_mask, declared, element_pointer, places, splat

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


def _deposited(word, places):
    found = [bit for bit in range(64) if int(places) >> bit & 1]
    return np.uint64(sum(1 << place for k, place in enumerate(found) if int(word) >> k & 1))


@intrinsic(_deposited)
def deposited(builder, word: types.uint64, places: types.uint64) -> types.uint64:
    """The low bits of a word, from bit 0 on, at the set bits of `places`, from the lowest on."""
    return builder.call(declared(builder, "llvm.x86.bmi.pdep.64", INT64, [word, places]), [word, places])


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


@intrinsic(lambda *odds: np.append(np.array(odds, np.float32), np.zeros(LANES - 3, np.float32)))
def three_odds(builder, first: types.float32, second: types.float32, third: types.float32) -> LaneOdds:
    """Those odds in the first three lanes, 0 in the others."""
    few = ir.Constant(ir.VectorType(FLOAT32, 4), [ir.Constant(FLOAT32, 0.0)] * 4)
    for lane, one in enumerate((first, second, third)):
        few = builder.insert_element(few, one, ir.Constant(INT32, lane))
    return builder.shuffle_vector(few, ir.Constant(few.type, ir.Undefined), places([*range(4), *[3] * (LANES - 4)]))


def _expanded(builder, odds, more, bits, first):
    """Sixteen lanes of the odds, with the first of `more` in those of the 16 bits."""
    half = ir.VectorType(FLOAT32, LANES // 2)
    given = [more, _part(builder, odds, first, LANES // 2), builder.bitcast(bits, ir.VectorType(BIT, LANES // 2))]
    return builder.call(declared(builder, f"llvm.x86.avx512.mask.expand.v{LANES // 2}f32", half, given), given)


@intrinsic(_spread)
def spread_low_odds(builder, odds: LaneOdds, more: LaneOdds, bits: types.uint64) -> LaneOdds:
    """As `spread_odds` for bits of the lower sixteen lanes."""
    low = _expanded(builder, odds, _part(builder, more, 0, LANES // 2), builder.trunc(bits, INT16), 0)
    return builder.shuffle_vector(low, _part(builder, odds, LANES // 2, LANES // 2), places([*range(LANES)]))


@intrinsic(_spread)
def spread_odds(builder, odds: LaneOdds, more: LaneOdds, bits: types.uint64) -> LaneOdds:
    """The odds with the first of `more`, in their order, in the lanes of the bits, at most eight."""
    half = ir.VectorType(FLOAT32, LANES // 2)
    more = _part(builder, more, 0, LANES // 2)
    halves = []
    for first in (0, LANES // 2):
        own = builder.trunc(builder.lshr(bits, ir.Constant(INT64, first)), INT16)
        halves.append(_expanded(builder, odds, more, own, first))
        # what the lower half has taken is moved out for the upper one
        lanes = ir.Constant(ir.VectorType(INT32, LANES // 2), [ir.Constant(INT32, lane) for lane in range(LANES // 2)])
        behind = builder.add(lanes, splat(builder, builder.zext(builder.ctpop(own), INT32), LANES // 2))
        permute = declared(builder, "llvm.x86.avx512.permvar.sf.512", half, [more, behind])
        more = builder.call(permute, [more, behind])
    return builder.shuffle_vector(*halves, places([*range(LANES)]))


def _lanes_in_strips(lanes, used, lows, width, low, wide, shift):
    starts = (int(lows) >> 16 * np.arange(4, dtype=object)).astype(object)
    starts = np.array([int(one) & 0xFFFF for one in starts], np.uint16)[lanes >> np.uint16(shift) & np.uint16(3)]
    hits = lanes - np.uint16(int(low) & 0xFFFF) <= np.uint16(wide)
    return as_bits((hits | (lanes - starts <= np.uint16(width))) & in_lanes(used))


@intrinsic(_lanes_in_strips)
def lanes_in_strips(
    builder,
    lanes: LaneCodes,
    used: types.uint64,
    lows: types.uint64,
    width: types.uint64,
    low: types.uint64,
    wide: types.uint64,
    shift: types.uint64,
) -> types.uint64:
    """As `codes.lanes_in_ranges`, of the lanes at the bits of `used`.

    Field k of `lows` begins a range in direction k, to which no other code belongs.
    A code's direction is what is left of it above `shift` bits, so one comparison for each lane serves all four.
    """
    fields = builder.bitcast(lows, ir.VectorType(INT16, 4))
    nothing = ir.Constant(fields.type, ir.Undefined)
    fields = builder.shuffle_vector(fields, nothing, places([*range(4), *[4] * (LANES - 4)]))
    direction = builder.lshr(lanes, splat(builder, builder.trunc(shift, INT16), LANES))
    permute = declared(builder, "llvm.x86.avx512.permvar.hi.512", lanes.type, [fields, direction])
    starts = builder.call(permute, [fields, direction])
    last = splat(builder, builder.trunc(width, INT16), LANES)
    hits = builder.icmp_unsigned("<=", builder.sub(lanes, starts), last)
    apart = builder.sub(lanes, splat(builder, builder.trunc(low, INT16), LANES))
    last = splat(builder, builder.trunc(wide, INT16), LANES)
    hits = builder.or_(hits, builder.icmp_unsigned("<=", apart, last))
    return bit_mask(builder, builder.and_(hits, builder.bitcast(builder.trunc(used, INT32), hits.type)), LANES)
