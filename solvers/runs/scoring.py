"""What a run looks for: a solution, or (where the family optimises) the best score that its budget allows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzles.family import Family, Verdict
from puzzles.groups import Optimisation
from puzzles.parameters import ParameterError, Value
from puzzles.text.quoting import counted
from solvers.settings import FARTHEST_SCORE

if TYPE_CHECKING:
    from solvers.runs.spec import RunSpec

NARROW = 7
"""Characters of a score below 1 in a narrow column."""
TOLERANCE = 1e-9
"""Between the search's score and the checker's: both are sums of few small numbers."""


def optimises(spec: RunSpec | None) -> bool:
    """True if the run searches for one best score: then its best board is its result, however it ends."""
    found = family_of(spec)
    return found is not None and found.optimisation is not None and getattr(spec, "wanted", 1) == 1


def ends_solved(family: Family) -> bool:
    """True if nothing better exists than a board that the checker calls solved, so it ends a search."""
    return family.optimisation is None or family.optimisation.solved_is_best


def is_result(family: Family, verdict: Verdict) -> bool:
    """True if a board with the verdict may be one of several results: a solution, or a legal board where a score counts
    beside."""
    return verdict.solved if ends_solved(family) else verdict.legal


def score_of(optimisation: Optimisation, amount: float) -> float:
    """The score (higher is better) of an amount as people count it; ParameterError for what no score can be."""
    least = 0.0 if optimisation.cost else -FARTHEST_SCORE
    if not least <= amount <= FARTHEST_SCORE:
        what = "a cost" if optimisation.cost else "a score"
        raise ParameterError(
            f"{figure(amount)} is not {what} to search until; expected {least:g} to {FARTHEST_SCORE:g}"
        )
    return -amount if optimisation.cost else amount


def same_score(family: Family, verdict: Verdict, counted_by: Family, score: float) -> bool:
    """True if the verdict has that score, as people count it; `counted_by`: the family as the score was counted.

    An earlier version may have had another penalty for a broken constraint.
    """
    found, by = family.optimisation, counted_by.optimisation
    tolerance = TOLERANCE if found is None else found.tolerance
    if found is None or by is None:
        return math.isclose(verdict.score, score, rel_tol=tolerance, abs_tol=tolerance)
    one, other = found.amount(verdict.score, verdict.facts), by.amount(score, verdict.facts)
    return one.broken == other.broken and math.isclose(one.value, other.value, rel_tol=tolerance, abs_tol=tolerance)


def wanted_amount(spec: RunSpec | None) -> float | None:
    """The score at which the run ends, as people count it: a cost where costs are counted; None if it has none."""
    until, family = getattr(spec, "until", None), family_of(spec)
    if until is None or family is None or family.optimisation is None:
        return None
    return -until if family.optimisation.cost else float(until)


def amount(family: Family | None, score: float, facts: Mapping[str, Value] | None = None) -> str:
    """The score in words: `76 moves`, `cost 878.64`, `cost 999.5, 24 late nodes`; `score 12` where that has no name.

    `facts`: those of the checker's verdict on the board, where they are known.
    """
    optimisation = family.optimisation if family is not None else None
    if optimisation is None:
        return f"score {figure(score)}"
    value, broken = optimisation.amount(score, facts or {})
    unit = optimisation.score_unit
    if unit:
        words = f"{figure(value)} {unit.removesuffix('s') if value == 1 else unit}"
    else:
        words = f"{optimisation.word} {figure(value)}"
    return f"{words}, {counted(broken, optimisation.broken)}" if broken else words


def number(family: Family | None, score: float, facts: Mapping[str, Value] | None = None) -> str:
    """The same for a narrow column: `76`, `878.64`, and `999.5, 24 late` with the first word of what is broken."""
    optimisation = family.optimisation if family is not None else None
    if optimisation is None:
        return figure(score)
    value, broken = optimisation.amount(score, facts or {})
    return f"{_narrow(value)}, {broken:,} {optimisation.broken.split()[0]}" if broken else _narrow(value)


def _narrow(value: float) -> str:
    """As `figure`; below 1, as probabilities are, with the digits that seven characters hold, at most four."""
    if abs(value) >= 1 or value == 0:
        return figure(value)
    shown = [f"{value:.{digits}g}" for digits in (4, 3, 2, 1)]
    return next((one for one in shown if len(one) <= NARROW), shown[-1])


def figure(score: float) -> str:
    """The score in words: six digits, of a large one two decimals, as in `0.333333`, `76` and `-3000917.83`."""
    score += 0.0  # -0 is 0
    return f"{score:g}" if abs(score) < 1000 else f"{score:.2f}".rstrip("0").rstrip(".")


def family_of(spec: RunSpec | None) -> Family | None:
    """The family of a search, as its puzzle is searched.

    None for other jobs, and for a family that this version does not know.
    """
    from solvers.runs.spec import SolveSpec  # here, so that the commands' help needs no msgspec

    return spec.known_family if isinstance(spec, SolveSpec) else None
