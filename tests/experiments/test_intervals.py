"""Intervals and tests beside printed tables, worked examples and complete counts."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from solvers.experiments import intervals
from solvers.experiments.intervals import (
    mean_interval,
    share_difference,
    sign_test,
    signed_rank_test,
    t_quantile,
    wilson_interval,
)

PRINTED = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 30: 2.042, 60: 2.000, 120: 1.980}
"""Student's distribution, two sides, 5 %, as tables print it."""


@pytest.mark.parametrize(("freedom", "printed"), PRINTED.items())
def test_students_quantile_is_that_of_printed_tables(freedom: int, printed: float) -> None:
    assert t_quantile(freedom) == pytest.approx(printed, abs=5e-4)


def test_a_mean_has_students_interval_and_one_value_has_none() -> None:
    found = mean_interval([1.0, 2.0, 3.0])
    assert found.value == 2.0
    assert (found.low, found.high) == pytest.approx((2 - 4.302653 / math.sqrt(3), 2 + 4.302653 / math.sqrt(3)))
    assert mean_interval([7.0]) == (7.0, None, None)
    with pytest.raises(ValueError, match="no mean"):
        mean_interval([])


def test_wilsons_interval_is_that_of_worked_examples() -> None:
    assert wilson_interval(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=5e-5)  # Newcombe 1998, table I
    assert wilson_interval(15, 148)[1:] == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson_interval(0, 20)[1:] == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson_interval(29, 29)[1:] == pytest.approx((0.8830, 1.0), abs=5e-5)
    with pytest.raises(ValueError, match="3 of 2"):
        wilson_interval(3, 2)


def test_the_difference_of_matched_shares_covers_the_truth_as_often_as_it_says() -> None:
    draw, truth, covered = random.Random(1), 0.2, 0
    for _ in range(2000):
        pairs = [draw.random() for _ in range(40)]  # 30 % the first alone, 10 % the other alone
        found = share_difference(sum(one < 0.3 for one in pairs), sum(0.3 <= one < 0.4 for one in pairs), 40)
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high
        covered += found.low <= truth <= found.high
    assert 0.93 < covered / 2000 < 0.975


def test_the_sign_test_counts_all_signs() -> None:
    for more, less in ((5, 1), (8, 2), (3, 3), (10, 0), (0, 0)):
        uneven = [
            abs(2 * sum(signs) - more - less) >= abs(more - less)
            for signs in itertools.product((0, 1), repeat=more + less)
        ]
        assert sign_test(more, less) == pytest.approx(sum(uneven) / len(uneven))


def test_the_rank_test_counts_all_signs_with_ties_and_leaves_out_zeros() -> None:
    differences = [3.0, -1.0, 2.0, 2.0, -2.0, 5.0, 7.0, 0.0]
    ranks = {1.0: 1.0, 2.0: 3.0, 3.0: 5.0, 5.0: 6.0, 7.0: 7.0}
    sizes = [ranks[abs(one)] for one in differences if one]
    seen = sum(ranks[one] for one in differences if one > 0)
    total = sum(sizes)
    sums = [
        sum(rank for rank, sign in zip(sizes, signs, strict=True) if sign)
        for signs in itertools.product((0, 1), repeat=7)
    ]
    extreme = [one for one in sums if abs(one - total / 2) >= abs(seen - total / 2)]
    assert signed_rank_test(differences) == pytest.approx(len(extreme) / len(sums))
    assert signed_rank_test([0.0, 0.0]) == 1.0


def test_groups_have_ranks_of_their_own_and_all_signs_are_counted() -> None:
    groups = [[5.0, -1.0, 2.0], [0.001, 0.001, 0.0], [-7000.0, 3000.0]]
    ranks = [3.0, 1.0, 2.0, 1.5, 1.5, 2.0, 1.0]
    seen = 3.0 + 2.0 + 1.5 + 1.5 + 1.0  # of the positive ones
    choices = itertools.product((0, 1), repeat=len(ranks))
    sums = [sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign) for signs in choices]
    extreme = [one for one in sums if one <= min(seen, sum(ranks) - seen)]
    assert signed_rank_test(*groups) == pytest.approx(2 * len(extreme) / len(sums))
    assert signed_rank_test([-3.0], [5.0], [0.1], [9.0]) == pytest.approx(sign_test(3, 1))


def test_the_rank_tests_approximation_goes_on_where_counting_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(2)
    pairs = [[round(draw.gauss(0.3, 1.0), 1) for _ in range(30)] for _ in range(20)]
    near = [signed_rank_test(one) for one in pairs]
    monkeypatch.setattr(intervals, "EXACT", 30)
    assert near == pytest.approx([signed_rank_test(one) for one in pairs], abs=0.01)
