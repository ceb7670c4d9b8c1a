"""Random streams: the published generator's bits, fair numbers from them, and streams that share nothing."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.chi_square import fits
from oracles.naive_streams import NaiveStream, state_of_word

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import PURPOSES, next_below, next_float, next_word, stream


@kernel
def words_into(rng, out):
    for k in range(out.size):
        out[k] = next_word(rng)


@kernel
def floats_into(rng, out):
    for k in range(out.size):
        out[k] = next_float(rng)


@kernel
def below_into(rng, bound, out):
    for k in range(out.size):
        out[k] = next_below(rng, bound)


def words(state: int, count: int) -> list[int]:
    rng, out = np.array([state], np.uint64), np.zeros(count, np.uint64)
    words_into(rng, out)
    return out.tolist()


def below(rng, bound: int, count: int) -> list[int]:
    out = np.zeros(count, np.int64)
    below_into(rng, bound, out)
    return out.tolist()


def test_words_of_state_1_are_those_of_the_published_c_text() -> None:
    # x = 1; x ^= x >> 12; x ^= x << 25 gives 2**25 + 1; x ^= x >> 27 changes nothing
    assert words(1, 1) == [(2**25 + 1) * 2685821657736338717 % 2**64]


@given(st.integers(1, 2**64 - 1))
def test_words_floats_and_bounded_integers_equal_the_plain_text(state: int) -> None:
    plain = NaiveStream(state)
    assert words(state, 20) == [plain.word() for _ in range(20)]

    rng, floats = np.array([state], np.uint64), np.zeros(20)
    floats_into(rng, floats)
    plain = NaiveStream(state)
    assert floats.tolist() == [plain.unit() for _ in range(20)]
    assert rng.tolist() == [plain.state]

    assert below(rng, 1 + state % 1000, 20) == [plain.below(1 + state % 1000) for _ in range(20)]


def test_the_largest_and_the_smallest_word_give_floats_below_one_and_bounded_integers_in_range() -> None:
    for word, unit in ((2**64 - 1, 1 - 2**-53), (1, 0.0), (2**11, 2**-53)):
        before = state_of_word(word)
        assert words(before, 1) == [word]
        out = np.zeros(1)
        floats_into(np.array([before], np.uint64), out)
        assert out[0] == unit
        for bound in (1, 2, 255, 2**32 - 1):
            drawn = below(np.array([before], np.uint64), bound, 1)[0]
            assert drawn == (bound - 1 if word == 2**64 - 1 else 0)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 100])
def test_bounded_integers_are_uniform(bound: int) -> None:
    drawn = below(stream("test", 5, bound), bound, 20_000)
    counts = np.bincount(drawn, minlength=bound)
    assert len(counts) == bound
    assert fits(counts.tolist(), [1 / bound] * bound)


def test_successive_bounded_integers_are_independent() -> None:
    drawn = np.array(below(stream("test", 6), 6, 36_000)).reshape(-1, 2)
    counts = np.bincount(drawn[:, 0] * 6 + drawn[:, 1], minlength=36)
    assert fits(counts.tolist(), [1 / 36] * 36)


def test_streams_differ_by_purpose_seed_and_index() -> None:
    states = [
        int(stream(purpose, seed, index)[0])
        for purpose, seed, index in itertools.product(PURPOSES, (0, 1, 11, 2**40), (0, 1, 11))
    ]
    assert len(set(states)) == len(states)
    assert 0 not in states


def test_a_stream_is_the_same_each_time_and_its_own() -> None:
    first = stream("solve", 3, 1)
    words_into(first, np.zeros(5, np.uint64))
    assert stream("solve", 3, 1).tolist() != first.tolist()
    assert stream("solve", 3, 1).tolist() == stream("solve", 3, 1).tolist()
    assert stream("solve", 3).dtype == np.uint64


def test_the_streams_of_stored_priors_and_published_seeds_stay_what_they_are() -> None:
    # SHA-256 of "mcs-tui train 1 0", its first eight bytes, as `sha256sum` prints them
    assert stream("train", 1)[0] == int.from_bytes(bytes.fromhex("d50e7ccc54450f1f"), "little")


def test_an_unknown_purpose_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown purpose 'play'"):
        stream("play", 1)
