"""Two rows on the same puzzles and seeds: how much they differ, with an interval and a test."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from solvers.experiments.intervals import mean_interval, share_difference, sign_test, signed_rank_test


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The first row beside the second. `better`, `worse`: pairs in which the first was so; the others are equal.

    `difference`, first minus second: of the mean scores or seconds, or of the shares of what is solved; None without
    pairs, the ends of its interval without two pairs. `probability`: that of a difference as large, or larger, if the
    rows were alike, by the test named.
    """

    first: str
    second: str
    measure: str
    pairs: int
    better: int
    worse: int
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    probability: float | None = None
    test: str


def compared(first: str, second: str, values: Sequence[tuple[float, float]], measure: str, *, cost: bool) -> Comparison:
    """The comparison of the values in pairs; 0 and 1 for `solved`. `cost`: the smaller value is the better one."""
    less_is_better = cost or measure == "time"
    more = sum(one > other for one, other in values)
    less = sum(one < other for one, other in values)
    differences = [one - other for one, other in values]
    found, probability = None, None
    shares = measure in ("solved", "any")
    test = "sign test" if shares else "signed rank test"
    if values:
        found = share_difference(more, less, len(values)) if shares else mean_interval(differences)
        probability = sign_test(more, less) if shares else signed_rank_test(differences)
    return Comparison(
        first=first,
        second=second,
        measure=measure,
        pairs=len(values),
        better=less if less_is_better else more,
        worse=more if less_is_better else less,
        difference=found.value if found else None,
        low=found.low if found else None,
        high=found.high if found else None,
        probability=probability,
        test=test,
    )
