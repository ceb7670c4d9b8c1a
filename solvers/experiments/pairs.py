"""Two rows on the same puzzles and seeds: how much they differ, with an interval and a test."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from solvers.experiments.intervals import mean_interval, share_difference, sign_test, signed_rank_test


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The first row beside the second. `better`, `worse`: pairs in which the first was so; the others are equal.

    `difference`, first minus second, is `of`: of the mean scores or seconds on one puzzle; the shares of what is
    solved; of scores or times on several `puzzles`, whose scales may differ, the share of pairs in which the first was
    better less that in which it was worse. None without pairs, the ends of its interval without two pairs.
    `probability`: that of a difference as large, or larger, if the rows were alike, by the test named.
    """

    first: str
    second: str
    measure: str
    pairs: int
    puzzles: int
    better: int
    worse: int
    of: str
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    probability: float | None = None
    test: str


MEANS, SOLVED, BETTER = "means", "share solved", "better less worse"
"""What a difference is of."""


def compared(
    first: str, second: str, values: Sequence[Sequence[tuple[float, float]]], measure: str, *, cost: bool
) -> Comparison:
    """The comparison of the values in pairs, of each puzzle its own; 0 and 1 for `solved`.

    `cost`: the smaller value is the better one.
    """
    less_is_better = cost or measure == "time"
    differences = [[one - other for one, other in of] for of in values]
    every = [one for of in differences for one in of]
    more, less = sum(one > 0 for one in every), sum(one < 0 for one in every)
    better, worse = (less, more) if less_is_better else (more, less)
    found, probability = None, None
    of = SOLVED if measure in ("solved", "any") else MEANS if len(values) < 2 else BETTER
    ranked = of != SOLVED and (of == MEANS or any(len(one) > 1 for one in differences))
    test = "sign test" if not ranked else "signed rank test" if of == MEANS else "signed rank test by puzzle"
    if every:
        found = mean_interval(every) if of == MEANS else share_difference(better, worse, len(every))
        probability = signed_rank_test(*differences) if ranked else sign_test(more, less)
    return Comparison(
        first=first,
        second=second,
        measure=measure,
        pairs=len(every),
        puzzles=len(values),
        better=better,
        worse=worse,
        of=of,
        difference=found.value if found else None,
        low=found.low if found else None,
        high=found.high if found else None,
        probability=probability,
        test=test,
    )
