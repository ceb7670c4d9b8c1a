"""Each intrinsic's plain twin gives what the compiled intrinsic gives, on random and on extreme values."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import puzzles.engine.lanes as lanes
import puzzles.morpion.kernels.codes as morpion
import puzzles.rna.folding.doubles as doubles
import puzzles.rna.folding.lanes as rna
import solvers.searches.record_lanes as records
from puzzles.engine import kernels, vectors
from puzzles.engine.kernels import kernel, lowest_bit, popcount
from puzzles.engine.lanes import (
    append_codes,
    keep_codes,
    keep_odds,
    lanes_above,
    least_code,
    load_codes,
    load_odds,
    low_lanes_above,
    move_codes,
    numbered_fields,
    press_codes,
    put_code,
    put_odds,
    store_codes,
)
from puzzles.engine.vectors import copy_words, highest_bit, trailing_zeros
from puzzles.morpion.kernels.codes import lanes_in_ranges, range_query
from puzzles.rna.folding.doubles import load as load_weights
from puzzles.rna.folding.doubles import plus as sums
from puzzles.rna.folding.doubles import product, times, total
from puzzles.rna.folding.doubles import same as same_weight
from puzzles.rna.folding.doubles import store as store_weights
from puzzles.rna.folding.lanes import cell, entry, lesser, load, plus, put, same, store
from solvers.searches.record_lanes import (
    IN_LANES,
    LANES,
    adapt_records,
    lost_of_records,
    put_float,
    shares_of_records,
)

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(kernels.INTERPRETED, reason="compares with compiled kernels"),
]

ROUNDS = 300
EXTREME = [0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 63, (1 << 64) - 1]

Draws = np.random.Generator


def word(draw: Draws) -> np.uint64:
    """A word of 64 bits: any, one of few bits, or an extreme one."""
    any_word = int(draw.integers(0, 1 << 64, dtype=np.uint64))
    return np.uint64(
        [any_word, any_word & 0x8001_0000_0100_8001, EXTREME[draw.integers(len(EXTREME))]][draw.integers(3)]
    )


@kernel
def bits(words, found):
    found[0] = popcount(words[0])
    found[1] = trailing_zeros(words[0])
    if words[0] != np.uint64(0):
        found[2] = lowest_bit(words[0])
        found[3] = highest_bit(words[0])


def bits_of(draw: Draws) -> tuple[Any, ...]:
    return np.array([word(draw)]), np.zeros(4, np.int64)


@kernel
def copied(target, source, at, count):
    copy_words(target, source, at, count)


def copied_of(draw: Draws) -> tuple[Any, ...]:
    at, end = sorted(int(one) for one in draw.integers(0, 21, 2))
    target, source = np.array([[word(draw) for _ in range(20)] for _ in range(2)])
    return target, source, at, end - at


@kernel
def listed(codes, chosen, words, found):
    one = load_codes(codes)
    found[0] = lanes_in_ranges(one, words[0], words[1], words[2], words[3])
    found[1] = range_query(codes, chosen[0], words[0], words[1], words[2], words[3])
    found[2] = least_code(keep_codes(one, words[4]))
    store_codes(codes, put_code(one, words[4], np.uint16(words[5])))
    move_codes(codes, np.uint64(chosen[0]), np.uint64(chosen[1]))


def listed_of(draw: Draws) -> tuple[Any, ...]:
    codes = draw.integers(0, [8, 1 << 16][draw.integers(2)], 64).astype(np.uint16)
    return codes, draw.integers(0, 33, 2), np.array([word(draw) for _ in range(6)]), np.zeros(3, np.uint64)


@kernel
def pressed(codes, words, left, end):
    # what pressed lanes hold above those pressed is not defined, so it is not written
    one = append_codes(press_codes(load_codes(codes), words[0]), numbered_fields(words[1]), words[2], left)
    store_codes(codes, one)
    for k in range(end, codes.size):
        codes[k] = 0


def pressed_of(draw: Draws) -> tuple[Any, ...]:
    words = [int(word(draw)) & 0xFFFF_FFFF for _ in range(3)]
    left = words[0].bit_count()
    added = min(words[2].bit_count(), 32 - left)
    return draw.integers(0, 1 << 16, 40).astype(np.uint16), np.array(words, np.uint64), np.uint64(left), left + added


@kernel
def drawn(odds, words, shares, found):
    one = keep_odds(load_odds(odds), words[0])
    two = put_odds(one, words[1], shares[1])
    found[0] = lanes_above(one, shares[0])
    found[1] = lanes_above(two, shares[0])
    found[2] = low_lanes_above(keep_odds(two, np.uint64(0xFFFF)), shares[0])


def drawn_of(draw: Draws) -> tuple[Any, ...]:
    sizes = [1.0, 8.0, 60.0][draw.integers(3)]  # odds of much the same size, and of very different ones
    shares = np.array(
        [draw.integers(0, 1 << 24) / (1 << 24), np.exp(draw.normal(0.0, sizes)).clip(0.0, 1e34)], np.float32
    )
    odds = np.exp(draw.normal(0.0, sizes, 40)).clip(1e-34, 1e34).astype(np.float32)
    return odds, np.array([word(draw), word(draw)]), shares, np.zeros(3, np.uint64)


@kernel
def folded(matrix, table, places, energy):
    row, column = places[0], places[1]
    best = lesser(load(matrix, row, column), plus(same(energy), entry(table, places[2])))
    store(matrix, places[3], places[4], best)
    put(matrix, places[5], places[6], np.int32(cell(matrix, row, column)))


def folded_of(draw: Draws) -> tuple[Any, ...]:
    ends = np.iinfo(np.int32)
    size = [100, ends.max][draw.integers(2)]
    places = np.array(
        [*draw.integers(0, (4, 40)), draw.integers(0, 9), *draw.integers(0, (4, 40)), *draw.integers(0, (4, 40))]
    )
    return (
        draw.integers(-size, size, (6, 40)).astype(np.int32),
        draw.integers(-size, size, 9).astype(np.int32),
        places,
        np.int32(draw.integers(-size, size)),
    )


@kernel
def summed(matrix, places, factor, found):
    one, two = load_weights(matrix, places[0], places[1]), load_weights(matrix, places[2], places[3])
    both = sums(product(one, two), times(sums(one, same_weight(factor)), factor))
    found[0] = total(both)
    store_weights(matrix, places[4], places[5], both)


def summed_of(draw: Draws) -> tuple[Any, ...]:
    size = [1.0, 200.0][draw.integers(2)]
    weights = np.exp(draw.normal(0.0, size, (5, 40)).clip(-300, 300))
    return weights, draw.integers(0, (4, 40) * 3), float(draw.normal()), np.zeros(1)


@kernel
def learned(records, places, floats, before, weighed, gains, policy, found):
    level, at, count = places[0], places[1], places[2]
    found[0] = lost_of_records(records, level, at, count, before, floats[0])
    shares = put_float(shares_of_records(records, level, at, count, before), places[3], floats[1])
    adapt_records(records, level, at, count, weighed, gains, shares, floats[2], 1e-3, 1e3, policy)


def learned_of(draw: Draws) -> tuple[Any, ...]:
    count = int(draw.integers(1, 61))
    steps = np.sort(draw.integers(0, 20, (2, 64)).astype(np.uint64), axis=0)
    codes = np.stack([draw.permutation(64), draw.permutation(64)]).astype(np.uint64)
    sizes = [1.0, 30.0][draw.integers(2)]
    return (
        codes | steps[0] << np.uint64(24) | steps[1] << np.uint64(44),
        np.array([draw.integers(2), draw.integers(0, count), count, draw.integers(LANES)]),
        np.array([0.1, draw.normal(), draw.normal(0.0, sizes)]),
        np.cumsum(np.exp(draw.normal(0.0, sizes, 21))),
        np.exp(draw.normal(0.0, 2.0, 64 + LANES)),
        draw.normal(0.0, sizes, 64 + LANES),
        np.ones((2, 64), np.float32),
        np.zeros(1, np.uint64),
    )


CASES: list[tuple[Callable[..., None], Callable[[Draws], tuple[Any, ...]]]] = [
    (bits, bits_of),
    (copied, copied_of),
    (listed, listed_of),
    (pressed, pressed_of),
    (drawn, drawn_of),
    (folded, folded_of),
    (summed, summed_of),
    *([(learned, learned_of)] if IN_LANES else []),
]


def interpreted(compiled: Any) -> Callable[..., None]:
    """The kernel's own function, with the twins in place of the intrinsics."""
    function = getattr(compiled, "py_func", compiled)
    swapped = {
        name: kernels.TWINS[one] if name in function.__code__.co_names and one in kernels.TWINS else one
        for name, one in function.__globals__.items()
        if one.__hash__
    }
    return np.errstate(all="ignore")(types.FunctionType(function.__code__, {**function.__globals__, **swapped}))


def intrinsics() -> Iterator[str]:
    """The names of all intrinsics that the product declares."""
    for module in (kernels, vectors, lanes, morpion, rna, doubles, *([records] if IN_LANES else [])):
        for name, one in vars(module).items():
            if one.__hash__ and one in kernels.TWINS:
                yield name


@pytest.mark.parametrize(("compiled", "arguments"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_a_twin_gives_what_its_intrinsic_gives(
    compiled: Callable[..., None], arguments: Callable[[Draws], tuple[Any, ...]]
) -> None:
    plain = interpreted(compiled)
    for round_number in range(ROUNDS):
        ours, theirs = (arguments(np.random.default_rng(round_number)) for _ in range(2))
        plain(*ours)
        compiled(*theirs)
        for mine, other in zip(ours, theirs, strict=True):
            assert np.array_equal(mine, other), round_number


def test_every_intrinsic_is_among_them() -> None:
    used = {name for one, _ in CASES for name in getattr(one, "py_func", one).__code__.co_names}
    assert set(intrinsics()) <= used
