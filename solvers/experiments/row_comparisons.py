"""What a report says of its rows beside each other: pairs of them, and their ranks over the puzzles."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from solvers.experiments.cell import CellResult
from solvers.experiments.intervals import Comparison, compared, less_is_better
from solvers.experiments.ranks import critical_difference, friedman, holm, over_puzzles

Measure = Literal["solved", "any", "score", "time"]


class Ranks(msgspec.Struct, frozen=True, kw_only=True):
    """Mean ranks of the rows over the puzzles that all have finished, 1 the best; equal ones share their ranks.

    `probability`: Friedman's, that of such ranks if all rows were alike. Ranks that differ by less than `difference`
    are not told apart (Nemenyi's test, 5 %).
    """

    rows: list[str]
    ranks: list[float]
    puzzles: int
    probability: float
    difference: float


def comparison(results: Iterable[CellResult], first: str, second: str, measure: Measure, *, cost: bool) -> Comparison:
    """The rows on the puzzles and seeds that both have finished."""
    by_row: dict[str, dict[tuple[str, str, int], CellResult]] = {first: {}, second: {}}
    for one in results:
        if one.row in by_row and not one.error:
            by_row[one.row][one.group, one.puzzle, one.seed] = one
    values: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for at, one in by_row[first].items():
        other = by_row[second].get(at)
        if other is not None:
            pair = value_of(one, measure, cost=cost), value_of(other, measure, cost=cost)
            if pair[0] is not None and pair[1] is not None:
                values[at[:2]].append((pair[0], pair[1]))
    found = compared(first, second, list(values.values()), measure, cost=cost)
    if len(values) < 2:
        return found
    sign = -1.0 if less_is_better(measure, cost=cost) else 1.0
    effect = over_puzzles([[sign * (one - other) for one, other in of] for of in values.values()])
    return msgspec.structs.replace(found, effect=effect.value, effect_low=effect.low, effect_high=effect.high)


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with their probabilities corrected by Holm."""
    known = [one.probability for one in comparisons if one.probability is not None]
    values = iter(holm(known))
    return [
        one if one.probability is None else msgspec.structs.replace(one, corrected=next(values)) for one in comparisons
    ]


def by_puzzle(
    found: Iterable[CellResult], names: Sequence[str], measure: Measure, *, cost: bool
) -> dict[tuple[str, str], dict[str, list[float]]]:
    """What each row has on the puzzles that all rows have, a value a seed; less is better."""
    sign = 1.0 if less_is_better(measure, cost=cost) else -1.0
    values: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        value = None if one.error or one.row not in names else value_of(one, measure, cost=cost)
        if value is not None:
            values[one.group, one.puzzle][one.row].append(sign * value)
    return {at: of for at, of in values.items() if len(of) == len(names)}


def row_ranks(found: Iterable[CellResult], names: Sequence[str], measure: Measure, *, cost: bool) -> Ranks | None:
    """The ranks of the rows that have results; None for less than three of them, or two puzzles that all have."""
    measured = [one for one in found if one.row in names]
    rows = [name for name in names if any(one.row == name for one in measured)]
    values = by_puzzle(measured, rows, measure, cost=cost)
    if len(rows) < 3 or len(values) < 2:
        return None
    known = friedman([[math.fsum(of[row]) / len(of[row]) for row in rows] for of in values.values()])
    return Ranks(
        rows=rows,
        ranks=known.ranks,
        puzzles=len(values),
        probability=known.probability,
        difference=critical_difference(len(rows), len(values)),
    )


def value_of(one: CellResult, measure: Measure, *, cost: bool) -> float | None:
    """What is compared; of times, an unsolved one took at least what it had."""
    if measure in ("solved", "any"):
        return float(one.solved)
    if measure == "time":
        return one.trace[-1].seconds if one.solved else one.seconds
    return None if one.score is None else -one.score if cost else one.score
