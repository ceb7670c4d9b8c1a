"""Statistics over rows and puzzles beside scipy's and statsmodels', on random and on awkward numbers."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from solvers.experiments.intervals import ranks_of
from solvers.experiments.ranks import (
    chi_square_above,
    cliques,
    critical_difference,
    friedman,
    holm,
    over_puzzles,
    profile,
    reached_by,
    studentized_range,
)


@pytest.mark.parametrize("seed", range(5))
def test_holms_correction_is_that_of_statsmodels(seed: int) -> None:
    source = random.Random(seed)
    values = [source.choice((source.random(), source.random() / 100, 0.02)) for _ in range(1 + 3 * seed)]
    assert holm(values) == pytest.approx(multipletests(values, method="holm")[1].tolist(), abs=1e-12)


def test_no_probability_is_corrected_to_none() -> None:
    assert holm([]) == []


@pytest.mark.parametrize("seed", range(6))
def test_friedmans_test_is_that_of_scipy_with_ties(seed: int) -> None:
    source = np.random.default_rng(seed)
    table = source.integers(0, 4 + 20 * (seed % 2), (3 + seed, 3 + seed % 3)).astype(float)
    found = friedman(table.tolist())
    expected = stats.friedmanchisquare(*table.T)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.probability == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.ranks == pytest.approx(stats.rankdata(table, axis=1).mean(axis=0).tolist())


def test_equal_rows_are_not_told_apart_and_too_few_are_refused() -> None:
    assert friedman([[1.0, 1.0, 1.0]] * 4)[1:] == (0.0, 1.0)
    for table in ([], [[1.0, 2.0, 3.0]], [[1.0, 2.0]] * 5, [[1.0, 2.0, 3.0], [1.0, 2.0]]):
        with pytest.raises(ValueError, match="expected 2 and 3"):
            friedman(table)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 12, 25])
@pytest.mark.parametrize("value", [0.0, 0.3, 1.0, 7.5, 40.0])
def test_chi_square(freedom: int, value: float) -> None:
    assert chi_square_above(value, freedom) == pytest.approx(stats.chi2.sf(value, freedom), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("rows", [2, 3, 5, 10, 20])
def test_the_studentized_range_and_the_critical_difference(rows: int) -> None:
    expected = stats.studentized_range.ppf(0.95, rows, np.inf)
    assert studentized_range(rows) == pytest.approx(expected, rel=1e-5)
    assert critical_difference(rows, 14) == pytest.approx(
        expected / math.sqrt(2) * math.sqrt(rows * (rows + 1) / 6 / 14), rel=1e-5
    )


def test_the_critical_difference_of_the_paper() -> None:
    """Demsar, section 3.2.2: four rows on 14 data sets, 2.569 sqrt(4 * 5 / (6 * 14)) = 1.25."""
    assert critical_difference(4, 14) == pytest.approx(1.25, abs=0.005)


def test_ranks_share_places() -> None:
    assert ranks_of([3.0, 1.0, 3.0, 2.0]) == [3.5, 1.0, 3.5, 2.0]


def test_cliques_are_the_longest_stretches_that_are_not_told_apart() -> None:
    assert cliques([1.0, 1.8, 2.5, 4.7], 1.0) == [(0, 1), (1, 2)]
    assert cliques([1.0, 1.5, 1.9, 4.0], 1.0) == [(0, 2)]
    assert cliques([4.0, 1.0], 1.0) == []


def test_the_effect_over_puzzles_weighs_each_puzzle_alike() -> None:
    found = over_puzzles([[1.0] * 100, [-1.0, -2.0], [0.0, 5.0, -5.0]])
    assert found.value == pytest.approx(0.0)
    assert over_puzzles([[1.0, -1.0, 1.0]]) == (pytest.approx(1 / 3), None, None)
    with pytest.raises(ValueError, match="no pairs"):
        over_puzzles([[], []])


def test_the_interval_over_puzzles_is_scipys_where_each_has_one_pair_and_wide_where_puzzles_differ() -> None:
    source = np.random.default_rng(3)
    signs = source.choice([-1.0, 1.0], 60, p=[0.3, 0.7])
    found = over_puzzles([[float(one)] for one in signs])
    expected = stats.bootstrap((signs,), np.mean, n_resamples=9999, method="percentile", rng=1).confidence_interval
    assert found.low == pytest.approx(expected.low, abs=0.05)
    assert found.high == pytest.approx(expected.high, abs=0.05)
    apart = over_puzzles([[1.0] * 30, [-1.0] * 30, [1.0] * 30, [1.0] * 30])
    assert apart.low is not None
    assert apart.high is not None
    assert apart.high - apart.low > 0.8, "30 pairs of a puzzle that agree are one puzzle"


def test_an_interval_over_puzzles_covers_what_it_should() -> None:
    """Puzzles with effects of their own around 0.2: about 95 % of the intervals hold it."""
    source, held = random.Random(5), 0
    for _ in range(40):
        puzzles = []
        for _ in range(15):
            share = min(1.0, max(0.0, source.gauss(0.6, 0.15)))
            puzzles.append([1.0 if source.random() < share else -1.0 for _ in range(6)])
        low, high = over_puzzles(puzzles)[1:]
        assert low is not None
        assert high is not None
        held += low <= 0.2 <= high
    assert 35 <= held <= 40


def test_profiles_and_times_to_a_target() -> None:
    costs = {"a": [1.0, 4.0, math.inf, math.inf], "b": [2.0, 1.0, 3.0, math.inf]}
    assert profile(costs) == {"a": [(1.0, 0.25), (4.0, 0.5)], "b": [(1.0, 0.25), (1.0, 0.5), (2.0, 0.75)]}
    assert reached_by([3.0, math.inf, 1.0, 2.0]) == [(1.0, 0.125), (2.0, 0.375), (3.0, 0.625)]
