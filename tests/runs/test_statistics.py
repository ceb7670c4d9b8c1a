"""Statistics over repeated searches, beside NumPy's and by examples."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.statistics import (
    Spread,
    ascending,
    median_place,
    place_of,
    quantile,
    score_at,
    spread,
    spread_at,
)

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12)
HISTORY = [(1.0, -5.0), (2.0, -3.0), (8.0, 0.0)]


@given(VALUES, st.floats(0, 1))
def test_quantiles_are_those_of_numpy(values: list[float], share: float) -> None:
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), rel=1e-9, abs=1e-6)


def test_quartiles_and_infinite_values() -> None:
    assert spread([4.0, 1.0, 2.0, 3.0, 5.0]) == Spread(2.0, 3.0, 4.0)
    assert spread([7.0]) == Spread(7.0, 7.0, 7.0)
    assert quantile([1.0, math.inf], 0.5) == math.inf
    assert quantile([-math.inf, 1.0, 2.0], 0.25) == -math.inf
    assert quantile([math.inf, math.inf], 0.3) == math.inf
    with pytest.raises(ValueError, match="no values"):
        spread([])


def test_where_a_score_is_reached_and_what_is_reached_there() -> None:
    assert [place_of(HISTORY, score) for score in (-9.0, -5.0, -4.0, 0.0, 1.0)] == [1.0, 1.0, 2.0, 8.0, None]
    assert [score_at(HISTORY, at) for at in (0.5, 1.0, 7.9, 8.0, 99.0)] == [-math.inf, -5.0, -3.0, 0.0, 0.0]
    assert score_at([], 1.0) == -math.inf


def test_the_median_time_is_known_if_more_than_half_came_to_the_goal() -> None:
    assert median_place([3.0, 1.0, 2.0]) == 2.0
    assert median_place([3.0, None, 2.0]) == 3.0
    assert median_place([3.0, None]) is None
    assert median_place([None, None, 1.0]) is None
    assert median_place([]) is None


def test_the_middle_run_at_a_place() -> None:
    three = [HISTORY, [(1.0, 7.0)], [(4.0, 1.0)]]
    assert spread_at(three, 0.5) is None
    assert spread_at(three, 1.0) == Spread(-math.inf, -5.0, 1.0)
    assert spread_at(three, 9.0) == Spread(0.5, 1.0, 4.0)
    assert spread_at([], 1.0) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8))
def test_points_become_a_history_that_says_the_same(points: list[tuple[int, int]]) -> None:
    history = ascending(points)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(history))
    for place in range(10):
        reached = max((score for at, score in points if at <= place), default=-math.inf)
        assert score_at(history, place) == reached
