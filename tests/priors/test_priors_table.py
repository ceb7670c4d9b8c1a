"""A prior's table: frequencies worked by hand, codes without counts, odds at a temperature."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from priors.table import log_frequencies, odds


def ints(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def test_frequencies_worked_by_hand() -> None:
    # mean 4 / 8 = 1/2: (3 + 1/2) / 5, (1 + 1/2) / 5, and 1/2 for the code that was never possible
    table = log_frequencies(ints(3, 1, 0), ints(4, 4, 0))
    assert np.exp(table).tolist() == pytest.approx([0.7, 0.3, 0.5])


def test_a_code_never_possible_is_worth_the_mean() -> None:
    count, nb = ints(10, 30, 0), ints(100, 50, 0)
    assert np.exp(log_frequencies(count, nb))[2] == pytest.approx(40 / 150)


def test_a_code_never_chosen_is_small_but_not_nothing() -> None:
    table = log_frequencies(ints(50, 0, 0), ints(100, 100, 10_000))
    assert np.all(np.isfinite(table))
    assert table[0] > table[1] > table[2]
    assert np.exp(table)[2] == pytest.approx(50 / 10_200 / 10_001)


def test_a_code_always_chosen_stays_below_one() -> None:
    table = log_frequencies(ints(1000, 0), ints(1000, 1000))
    assert math.log(0.999) < table[0] < 0.0


def test_without_counts_all_codes_are_alike() -> None:
    assert log_frequencies(ints(0, 0, 0), ints(0, 0, 0)).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("count", "nb"),
    [(ints(2), ints(1)), (ints(-1, 2), ints(2, 2)), (ints(0, 0), ints(3, 0)), (ints(1), ints(1, 1))],
)
def test_impossible_counts_are_refused(count: np.ndarray, nb: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"move|counts"):
        log_frequencies(count, nb)


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)), min_size=1, max_size=20))
def test_every_table_is_finite_and_at_most_zero(pairs: list[tuple[int, int]]) -> None:
    count = ints(1, *(min(pair) for pair in pairs))
    nb = ints(1, *(max(pair) for pair in pairs))
    table = log_frequencies(count, nb)
    assert np.all(np.isfinite(table))
    assert np.all(table <= 0.0)


def test_odds_are_the_frequency_to_the_power_of_tau() -> None:
    table = np.log(np.array([0.5, 0.25]))
    assert odds(table, 4.0).tolist() == pytest.approx([1 / 16, 1 / 256])
    assert odds(table, 0.0).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("tau", [-1e6, 1e6])
def test_odds_are_never_nothing_and_never_infinite(tau: float) -> None:
    found = odds(np.log(np.array([1e-12, 0.5])), tau)
    assert np.all(found > 0.0)
    assert np.all(np.isfinite(found))
