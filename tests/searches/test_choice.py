"""Drawing by odds: the probabilities, and the edges that rounding makes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.chi_square import fits
from oracles.naive_streams import NaiveStream, state_of_word

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import stream
from solvers.searches.sampling import draw, draw_by_sums

pytestmark = pytest.mark.compiled

HIGHEST = state_of_word(2**64 - 1)
"""The generator's state from which the next float is the largest, 1 - 2**-53."""

LOWEST = state_of_word(1)
"""The generator's state from which the next float is 0."""


@kernel
def draw_into(odds, count, total, rng, out):
    for k in range(out.size):
        out[k] = draw(odds, count, total, rng)


@kernel
def draw_by_sums_into(sums, count, rng, out):
    for k in range(out.size):
        out[k] = draw_by_sums(sums, count, rng)


def drawn(odds: list[float], state: int, draws: int = 1, beyond: float = 1e300) -> list[int]:
    """Draws by the odds, in an array that goes on with large odds after them."""
    rng, out = np.array([state], np.uint64), np.zeros(draws, np.int64)
    total = 0.0
    for one in odds:
        total += one
    draw_into(np.array([*odds, beyond]), len(odds), total, rng, out)
    return out.tolist()


def drawn_by_sums(odds: list[float], state: int, draws: int = 1) -> list[int]:
    """As `drawn`, by the sums."""
    rng, out = np.array([state], np.uint64), np.zeros(draws, np.int64)
    draw_by_sums_into(np.array([*accumulate(odds), 1e300]), len(odds), rng, out)
    return out.tolist()


@pytest.mark.parametrize("draw_them", [drawn, drawn_by_sums])
@pytest.mark.parametrize(
    "odds",
    [
        [1.0],
        [1.0, 1.0],
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 5.0, 0.0, 0.0, 1.0, 0.0],
        [1e-200, 3e-200],
        [1e200, 1e200, 2e200],
    ],
)
def test_each_index_is_as_probable_as_its_share_of_the_odds(
    odds: list[float], draw_them: Callable[..., list[int]]
) -> None:
    counts = np.bincount(draw_them(odds, int(stream("test", 7)[0]), 20_000), minlength=len(odds))
    total = sum(odds)
    assert fits(counts.tolist(), [one / total for one in odds])


def test_what_rounding_leaves_over_goes_to_the_last_index_with_odds() -> None:
    # 10 * 0.1 sums to 0.9999999999999999 in one order; taking odds away again in that order can end above 0
    leaving = 0
    generator = np.random.default_rng(1)
    for _ in range(300):
        odds = [*generator.random(12).tolist(), 0.0, 0.0]
        total = 0.0
        for one in odds:
            total += one
        left = (1 - 2**-53) * total
        for one in odds:
            left -= one
        leaving += left >= 0.0
        assert drawn(odds, HIGHEST) == [11]
    assert leaving > 20  # else this test tests nothing


def test_the_least_float_gives_the_first_index_with_odds() -> None:
    assert drawn([0.0, 0.0, 1e-300, 1.0], LOWEST) == [2]
    assert drawn([5e-324, 1.0], LOWEST) == [0]


@pytest.mark.parametrize("place", [0, 1, 31, 62, 63])
def test_the_largest_odds_of_a_policy_leave_nothing_for_the_least(place: int) -> None:
    odds = [1e-130] * 64
    odds[place] = 1e130
    seed = int(stream("test", 8)[0])
    assert set(drawn(odds, seed, 2_000)) == {place}
    assert drawn(odds, HIGHEST) == [place]
    assert drawn(odds, LOWEST) == [0]
    odds[40] = 1e130
    counts = np.bincount(drawn(odds, seed, 2_000), minlength=64)
    assert counts[place] + counts[40] == 2_000
    assert fits([int(counts[place]), int(counts[40])], [0.5, 0.5])


@given(
    st.lists(st.floats(0.0, 1e300, allow_subnormal=True), min_size=1, max_size=20).filter(
        lambda odds: 0.0 < sum(odds) < 1e306
    ),
    st.sampled_from([HIGHEST, LOWEST]) | st.integers(1, 2**64 - 1),
)
def test_an_index_with_odds_0_or_past_the_end_is_never_drawn(odds: list[float], state: int) -> None:
    plain = NaiveStream(state)
    for index in drawn(odds, state, 5):
        assert 0 <= index < len(odds)
        assert odds[index] > 0.0
        assert index == plain.index(odds)


@given(
    st.lists(st.floats(0.0, 1e300, allow_subnormal=True), min_size=1, max_size=20).filter(
        lambda odds: 0.0 < sum(odds) < 1e306
    ),
    st.sampled_from([HIGHEST, LOWEST]) | st.integers(1, 2**64 - 1),
)
def test_by_sums_the_first_index_beyond_the_share_is_drawn(odds: list[float], state: int) -> None:
    plain = NaiveStream(state)
    sums = list(accumulate(odds))
    for index in drawn_by_sums(odds, state, 5):
        assert odds[index] > 0.0
        share = plain.unit() * sums[-1]
        assert index == next(at for at, one in enumerate(sums) if one > (share if share < sums[-1] else 0.0))


def test_by_sums_without_any_odds_it_is_the_last_index() -> None:
    assert drawn_by_sums([0.0, 0.0, 0.0], HIGHEST) == [2]
    assert drawn_by_sums([0.0], LOWEST) == [0]
