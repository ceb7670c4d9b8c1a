# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Thirty-two lanes of 16-bit codes and of float32 odds that a kernel holds in registers, as LLVM's generic vectors.

A list in memory that is changed move by move and then read as a whole has to wait until its own stores are done. Lanes
in registers have not: one that is dropped is cleared, a new one is put into a free lane, and a word of 32 bits, kept
beside the lanes, says which are in use. Values of these types exist in kernels only; they can't be passed in or out.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.vectors import bit_mask, compiles_for, declared, element_pointer, places, splat

LANES = 32
PRESSES = compiles_for("avx512vbmi2")
"""True if the machine presses and spreads 16-bit lanes by one instruction. Elsewhere `press_codes` and `append_codes`
take one lane after the other, which is slower than a few copies in memory (`move_codes`)."""

if not INTERPRETED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import models, register_model

    from puzzles.engine.vectors import INT16, INT64

    FLOAT32 = ir.FloatType()

    class _Lanes(types.Type):  # type: ignore[misc]
        """A vector of LANES elements of one LLVM type."""

        def __init__(self, name, element):
            self.element = element
            super().__init__(name)

    LaneCodes = _Lanes("lanes of uint16", INT16)
    LaneOdds = _Lanes("lanes of float32", FLOAT32)

    @register_model(_Lanes)
    class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager, lanes):
            super().__init__(manager, lanes, ir.VectorType(lanes.element, LANES))


# interpreted, lanes are an array of uint16 or float32


def in_lanes(bits):
    """The low bits of a word as truth values, one a lane."""
    return np.unpackbits(np.array([bits], "<u8").view(np.uint8), bitorder="little")[:LANES] == 1


def as_bits(hits):
    """Truth values as the low bits of a uint64: what `in_lanes` gives, back."""
    return np.uint64(int.from_bytes(np.packbits(hits, bitorder="little").tobytes(), "little"))


def _mask(builder, bits):
    """A 64-bit word's low 32 bits as a vector of bits."""
    return builder.bitcast(builder.trunc(bits, ir.IntType(LANES)), ir.VectorType(ir.IntType(1), LANES))


def _zeros(lanes):
    return ir.Constant(ir.VectorType(FLOAT32, lanes), [ir.Constant(FLOAT32, 0.0)] * lanes)


@intrinsic(lambda codes: codes[:LANES].copy())
def load_codes(builder, codes) -> LaneCodes:
    """The first 32 of a uint16 array."""
    return builder.load(element_pointer(builder, codes, ir.Constant(INT64, 0), INT16, LANES), align=2)


def _store_codes(codes, lanes):
    codes[:LANES] = lanes


@intrinsic(_store_codes)
def store_codes(builder, codes, lanes: LaneCodes):
    """Writes the lanes to the first 32 of a uint16 array; nothing comes back."""
    builder.store(lanes, element_pointer(builder, codes, ir.Constant(INT64, 0), INT16, LANES), align=2)


def _numbered_fields(word):
    fields = np.array([int(word) >> 16 * k & 0xFFFF for k in range(4)], np.uint16)
    return np.repeat(fields, 8) + np.tile(np.arange(8, dtype=np.uint16), 4)


@intrinsic(_numbered_fields)
def numbered_fields(builder, word: types.uint64) -> LaneCodes:
    """Lane 8 k + i: the 16-bit field k of the word (uint64) plus i."""
    fields = builder.bitcast(word, ir.VectorType(INT16, 4))
    spread = places([lane // 8 for lane in range(LANES)])
    fields = builder.shuffle_vector(fields, ir.Constant(fields.type, ir.Undefined), spread)
    return builder.add(fields, ir.Constant(fields.type, [ir.Constant(INT16, lane % 8) for lane in range(LANES)]))


def _pressed(builder, lanes, bits):
    """The lanes of the bits, together in the lowest lanes, in their order; what the others hold is not defined."""
    mask = _mask(builder, bits)
    press = declared(builder, f"llvm.experimental.vector.compress.v{LANES}i16", lanes.type, [lanes, mask, lanes])
    return builder.call(press, [lanes, mask, ir.Constant(lanes.type, ir.Undefined)])


def _press_codes(lanes, bits):
    pressed = lanes[in_lanes(bits)]
    return np.append(pressed, np.zeros(LANES - pressed.size, np.uint16))


@intrinsic(_press_codes)
def press_codes(builder, lanes: LaneCodes, bits: types.uint64) -> LaneCodes:
    """The lanes of the bits (uint64), together in the lowest lanes, in their order; the others are not defined."""
    return _pressed(builder, lanes, bits)


def _append_codes(lanes, more, bits, at):
    return np.append(lanes[: int(at)], _press_codes(more, bits)[: LANES - int(at)])


@intrinsic(_append_codes)
def append_codes(builder, lanes: LaneCodes, more: LaneCodes, bits: types.uint64, at: types.uint64) -> LaneCodes:
    """The lanes as they are below lane `at` (uint64), and from there on those lanes of `more` that are in the bits."""
    place = cgutils.alloca_once(builder, lanes.type)
    builder.store(_pressed(builder, more, bits), place)
    behind = _mask(builder, builder.shl(ir.Constant(INT64, -1), at))
    spread = declared(builder, f"llvm.masked.expandload.v{LANES}i16", lanes.type, [place, behind, lanes])
    return builder.call(spread, [place, behind, lanes])


def _move_codes(codes, to, since):
    codes[int(to) : int(to) + LANES] = codes[int(since) : int(since) + LANES].copy()


@intrinsic(_move_codes)
def move_codes(builder, codes, to: types.uint64, since: types.uint64):
    """Copies 32 codes of a uint16 array from index `since` to index `to` (both uint64)."""
    to, since = (element_pointer(builder, codes, at, INT16, LANES) for at in (to, since))
    builder.store(builder.load(since, align=2), to, align=2)


@intrinsic(lambda odds: odds[:LANES].copy())
def load_odds(builder, odds) -> LaneOdds:
    """The first 32 of a float32 array."""
    return builder.load(element_pointer(builder, odds, ir.Constant(INT64, 0), FLOAT32, LANES), align=4)


@intrinsic(lambda lanes, bits, code: np.where(in_lanes(bits), np.uint16(code), lanes))
def put_code(builder, lanes: LaneCodes, bits: types.uint64, code: types.uint16) -> LaneCodes:
    """The lanes with that code (uint16) in those of the bits (uint64); none of them changes for 0."""
    return builder.select(_mask(builder, bits), splat(builder, code, LANES), lanes)


@intrinsic(lambda lanes, bits, odds: np.where(in_lanes(bits), np.float32(odds), lanes))
def put_odds(builder, lanes: LaneOdds, bits: types.uint64, odds: types.float32) -> LaneOdds:
    """The lanes with those odds (float32) in those of the bits (uint64)."""
    return builder.select(_mask(builder, bits), splat(builder, odds, LANES), lanes)


@intrinsic(lambda lanes, bits: np.where(in_lanes(bits), lanes, np.float32(0.0)))
def keep_odds(builder, lanes: LaneOdds, bits: types.uint64) -> LaneOdds:
    """The lanes of the bits as they are, the others 0."""
    return builder.select(_mask(builder, bits), lanes, _zeros(LANES))


def _running_sums(builder, sums):
    """The running sums of sixteen lanes: inside each four lanes, then the sums of the fours before are added."""
    nothing = _zeros(16)
    for apart in (1, 2):
        moved = [lane - apart if lane % 4 >= apart else 16 for lane in range(16)]
        sums = builder.fadd(sums, builder.shuffle_vector(sums, nothing, places(moved)))
    before = []
    for k in (1, 2, 3):  # of the fours before, the k-th one's last sum
        moved = [lane // 4 * 4 - 4 * k + 3 if lane >= 4 * k else 16 for lane in range(16)]
        before.append(builder.shuffle_vector(sums, nothing, places(moved)))
    return builder.fadd(builder.fadd(sums, before[0]), builder.fadd(before[1], before[2]))


def _last_in_all(builder, sums):
    """The last of sixteen lanes in all: by one instruction, where a scalar takes three to come and go."""
    return builder.shuffle_vector(sums, ir.Constant(sums.type, ir.Undefined), places([15] * 16))


def _sums_in_order(odds):
    """`_running_sums` of an array: the same additions in the same order."""
    sums = odds.reshape(4, 4)
    for apart in (1, 2):
        moved = np.zeros_like(sums)
        moved[:, apart:] = sums[:, :-apart]
        sums = sums + moved
    before = np.zeros((3, 4, 1), np.float32)
    for k in (1, 2, 3):
        before[k - 1, k:, 0] = sums[:-k, 3]
    return ((sums + before[0]) + (before[1] + before[2])).reshape(16)


def _lanes_above(odds, share):
    low, high = _sums_in_order(odds[:16]), _sums_in_order(odds[16:])
    high = high + low[15]
    mark = np.float32(share) * high[15]
    return as_bits(np.append(low > mark, high > mark))


@intrinsic(_lanes_above)
def lanes_above(builder, odds: LaneOdds, share: types.float32) -> types.uint64:
    """The bits of the lanes with odds[0] + ... + odds[lane] above share * (sum of all); share is float32, 0 to 1.

    The sums are made by a tree of shuffles, so they are not added in the order of the lanes and need not grow with
    them: a lane without odds can come up among the bits. The caller masks those out.
    """
    low, high = (
        _running_sums(builder, builder.shuffle_vector(odds, _zeros(LANES), places(list(half))))
        for half in (range(16), range(16, 32))
    )
    # the sum of all beside the last of the upper sums, which it is, rather than after it
    total = builder.fadd(_last_in_all(builder, high), _last_in_all(builder, low))
    high = builder.fadd(high, _last_in_all(builder, low))
    mark = builder.fmul(splat(builder, share, 16), total)
    upper = bit_mask(builder, builder.fcmp_ordered(">", high, mark), 16)
    lower = bit_mask(builder, builder.fcmp_ordered(">", low, mark), 16)
    return builder.or_(lower, builder.shl(upper, ir.Constant(INT64, 16)))


def _low_lanes_above(odds, share):
    sums = _sums_in_order(odds[:16])
    return as_bits(sums > np.float32(share) * sums[15])


@intrinsic(_low_lanes_above)
def low_lanes_above(builder, odds: LaneOdds, share: types.float32) -> types.uint64:
    """As `lanes_above`, for lanes of which the upper sixteen have no odds."""
    sums = _running_sums(builder, builder.shuffle_vector(odds, _zeros(LANES), places(list(range(16)))))
    mark = builder.fmul(splat(builder, share, 16), _last_in_all(builder, sums))
    return bit_mask(builder, builder.fcmp_ordered(">", sums, mark), 16)


def _keep_codes(codes, bits):
    return np.where(in_lanes(bits), codes, np.uint16(0xFFFF))


@intrinsic(_keep_codes)
def keep_codes(builder, lanes: LaneCodes, bits: types.uint64) -> LaneCodes:
    """The lanes of the bits (uint64) as they are, the others 65535."""
    return builder.select(_mask(builder, bits), lanes, ir.Constant(lanes.type, [ir.Constant(INT16, -1)] * LANES))


@intrinsic(lambda lanes: np.uint64(lanes.min()))
def least_code(builder, lanes: LaneCodes) -> types.uint64:
    """The least of the lanes, as uint64."""
    least = declared(builder, f"llvm.vector.reduce.umin.v{LANES}i16", INT16, [lanes])
    return builder.zext(builder.call(least, [lanes]), INT64)
