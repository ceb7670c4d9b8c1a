# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""Many records of NRPA by intervals at once, for processors with AVX-512: the second half of `nrpa_intervals.adapt`.

Sums of inverses are gathered, exponentials stay in registers, new odds are scattered. An exponential is a long chain of
instructions of which each waits for the one before, so four registers are raised in turns. Values are those of
`nrpa_intervals.change_odds`, bit for bit, as no two records of a game have the same code (`Limits.stays`).
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.engine.lanes import PRESSES
from puzzles.engine.rules import CAME, CODE_BITS, LEFT, STEP_BITS
from puzzles.engine.vectors import bit_mask, declared, element_pointer, places, splat
from solvers.searches.learning import FARTHEST, LN2_HIGH, LN2_LOW, LOG2_E, MAGIC

EIGHT = 8
LANES = 32
IN_LANES = PRESSES
"""True if the machine has the instructions: what presses 16-bit lanes has all of AVX-512 that is used here."""
SERIES = tuple(1.0 / math.factorial(power) for power in range(9, -1, -1))
"""Of exp(r), from r**9 / 9! down, as in `learning.exponentials`."""

if not INTERPRETED:
    from llvmlite import ir
    from numba import types
    from numba.extending import models, register_model

    from puzzles.engine.vectors import FLOAT64, INT32, INT64

    BYTE, BIT, FLOAT32 = ir.IntType(8), ir.IntType(1), ir.FloatType()
    WORDS, FLOATS, PLACES, ODDS, BITS = (ir.VectorType(one, LANES) for one in (INT64, FLOAT64, INT32, FLOAT32, BIT))

    class _Floats(types.Type):  # type: ignore[misc]
        """A vector of LANES float64; interpreted, it is an array."""

    LaneFloats = _Floats("lanes of float64")

    @register_model(_Floats)
    class _FloatsModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager, lanes):
            super().__init__(manager, lanes, FLOATS)


def _lanes(kind, value):
    return ir.Constant(kind, [ir.Constant(kind.element, value)] * kind.count)


def _in_use(builder, at, count):
    """The bits of the lanes before the end: lane k where at + k < count."""
    lanes = ir.Constant(WORDS, [ir.Constant(INT64, k) for k in range(LANES)])
    return builder.icmp_signed("<", lanes, splat(builder, builder.sub(count, at), LANES))


def _row(builder, matrix, level):
    """The first element of a row of a matrix."""
    return builder.gep(matrix.data, [builder.mul(level, builder.extract_value(matrix.shape, 1))])


def _records(builder, records, level, at, lanes):
    """The records of the lanes in use of a level's game, the others 0."""
    place = builder.gep(_row(builder, records, level), [at])
    loaded = [builder.bitcast(place, WORDS.as_pointer()), ir.Constant(INT32, 8), lanes, _lanes(WORDS, 0)]
    return builder.call(declared(builder, f"llvm.masked.load.v{LANES}i64.p0", WORDS, loaded), loaded)


def _eights(builder, lanes):
    """The parts of a vector, eight lanes each."""
    undefined = ir.Constant(lanes.type, ir.Undefined)
    return [
        builder.shuffle_vector(lanes, undefined, places([*range(first, first + EIGHT)]))
        for first in range(0, LANES, EIGHT)
    ]


def _gathered(builder, array, at, lanes):
    """The elements of a float64 array at the places of the lanes in use, the others 0."""
    start = builder.bitcast(array.data, BYTE.as_pointer())
    nothing = ir.Constant(ir.VectorType(FLOAT64, EIGHT), [ir.Constant(FLOAT64, 0.0)] * EIGHT)
    parts = []
    for place, used in zip(_eights(builder, at), _eights(builder, lanes), strict=True):
        given = [nothing, start, place, used, ir.Constant(INT32, 8)]
        gather = declared(builder, "llvm.x86.avx512.mask.gather.qpd.512", nothing.type, given)
        parts.append(builder.call(gather, given))
    while len(parts) > 1:
        both = places([*range(2 * parts[0].type.count)])
        parts = [builder.shuffle_vector(*parts[k : k + 2], both) for k in range(0, len(parts), 2)]
    return parts[0]


def _apart(records, level, at, count, before):
    """Of each lane in use, before[end] and before[end] - before[came]; 0 of the others."""
    found = np.zeros((2, LANES))
    words = records[level, at : min(at + LANES, count)]
    found[0, : words.size] = before[(words >> LEFT).astype(np.int64) + 1]
    found[1, : words.size] = found[0, : words.size] - before[(words >> CAME & STEP_BITS).astype(np.int64)]
    return found


def _gathered_apart(builder, records, level, at, count, before):
    lanes = _in_use(builder, at, count)
    words = _records(builder, records, level, at, lanes)
    came = builder.and_(builder.lshr(words, _lanes(WORDS, int(CAME))), _lanes(WORDS, int(STEP_BITS)))
    end = builder.add(builder.lshr(words, _lanes(WORDS, int(LEFT))), _lanes(WORDS, 1))
    end = _gathered(builder, before, end, lanes)
    return end, builder.fsub(end, _gathered(builder, before, came, lanes))


@intrinsic(lambda *given: _apart(*given)[1])
def shares_of_records(builder, records, level: types.int64, at: types.int64, count: types.int64, before) -> LaneFloats:
    """before[end] - before[came] (float64) of each of records[level, at : at + LANES]; 0 from `count` on."""
    return _gathered_apart(builder, records, level, at, count, before)[1]


def _lost(records, level, at, count, before, loss):
    end, apart = _apart(records, level, at, count, before)
    return np.uint64(sum(1 << k for k in range(LANES) if apart[k] < end[k] * loss))


@intrinsic(_lost)
def lost_of_records(
    builder, records, level: types.int64, at: types.int64, count: types.int64, before, loss: types.float64
) -> types.uint64:
    """As bits, which of those differences are less than loss * before[end]."""
    end, apart = _gathered_apart(builder, records, level, at, count, before)
    return bit_mask(builder, builder.fcmp_ordered("<", apart, builder.fmul(end, splat(builder, loss, LANES))), LANES)


def _put(floats, lane, value):
    changed = floats.copy()
    changed[int(lane)] = value
    return changed


@intrinsic(_put)
def put_float(builder, floats: LaneFloats, lane: types.int64, value: types.float64) -> LaneFloats:
    """The floats with that value in that lane."""
    return builder.insert_element(floats, value, lane)


def _adapt_records(records, level, at, count, weighed, gains, shares, rate, least, most, policy):
    lanes = slice(at, min(at + LANES, count))
    gain = gains[lanes] - weighed[lanes] * shares[: records[level, lanes].size]
    x = np.minimum(np.maximum(rate * gain, -FARTHEST), FARTHEST)
    shifted = x * LOG2_E + MAGIC
    whole = shifted - MAGIC
    r = (x - whole * LN2_HIGH) - whole * LN2_LOW
    series = r * SERIES[0] + SERIES[1]
    for term in SERIES[2:]:
        series = series * r + term
    power = ((shifted.view(np.int64) + 1023) << 52).view(np.float64)
    odds = np.minimum(np.maximum(weighed[lanes] * (series * power), least), most)
    policy[level, (records[level, lanes] & CODE_BITS).astype(np.int64)] = odds.astype(np.float32)


@intrinsic(_adapt_records)
def adapt_records(
    builder,
    records,
    level: types.int64,
    at: types.int64,
    count: types.int64,
    weighed,
    gains,
    shares: LaneFloats,
    rate: types.float64,
    least: types.float64,
    most: types.float64,
    policy,
):
    """Writes the new odds of records[level, at : at + LANES], bounded by `count`, to policy[level] (float32).

    They are weighed * exp(rate * (gains - weighed * shares)), at least `least` and at most `most`. Of `weighed` and
    `gains`, float64, LANES elements from `at` on are read, so they must have them.
    """
    lanes = _in_use(builder, at, count)
    words = _records(builder, records, level, at, lanes)
    odds, gain = (builder.load(element_pointer(builder, one, at, FLOAT64, LANES), align=8) for one in (weighed, gains))
    gain = builder.fsub(gain, builder.fmul(odds, shares))
    raised = _exponentials(builder, builder.fmul(splat(builder, rate, LANES), gain))
    changed = _between(builder, builder.fmul(odds, raised), splat(builder, least, LANES), splat(builder, most, LANES))
    codes = builder.trunc(builder.and_(words, _lanes(WORDS, int(CODE_BITS))), PLACES)
    row = builder.bitcast(_row(builder, policy, level), BYTE.as_pointer())
    odds = builder.fptrunc(changed, ODDS)
    for used, place, value in zip(*(_eights(builder, one) for one in (lanes, codes, odds)), strict=True):
        given = [row, used, place, value, ir.Constant(INT32, 4)]
        builder.call(declared(builder, "llvm.x86.avx512.mask.scattersiv8.sf", ir.VoidType(), given), given)


def _between(builder, floats, least, most):
    floats = builder.select(builder.fcmp_ordered(">", floats, least), floats, least)
    return builder.select(builder.fcmp_ordered("<", floats, most), floats, most)


def _exponentials(builder, x):
    """exp of each lane, by the operations of `learning.exponentials`."""
    x = _between(builder, x, _lanes(FLOATS, -FARTHEST), _lanes(FLOATS, FARTHEST))
    shifted = builder.fadd(builder.fmul(x, _lanes(FLOATS, LOG2_E)), _lanes(FLOATS, MAGIC))
    whole = builder.fsub(shifted, _lanes(FLOATS, MAGIC))
    r = builder.fsub(x, builder.fmul(whole, _lanes(FLOATS, LN2_HIGH)))
    r = builder.fsub(r, builder.fmul(whole, _lanes(FLOATS, LN2_LOW)))
    series = builder.fadd(builder.fmul(r, _lanes(FLOATS, SERIES[0])), _lanes(FLOATS, SERIES[1]))
    for term in SERIES[2:]:
        series = builder.fadd(builder.fmul(series, r), _lanes(FLOATS, term))
    power = builder.shl(builder.add(builder.bitcast(shifted, WORDS), _lanes(WORDS, 1023)), _lanes(WORDS, 52))
    return builder.fmul(series, builder.bitcast(power, FLOATS))
