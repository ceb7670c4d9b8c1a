"""What a run looks for: a solution, or (where the family optimises) the best score that its budget allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.family import Family
from puzzles.registry import get_family, is_family

if TYPE_CHECKING:
    from solvers.runs.spec import RunSpec


def optimises(spec: RunSpec | None) -> bool:
    """True if the run searches for a score: then its best board is its result, however it ends."""
    found = family_of(spec)
    return found is not None and found.optimisation is not None


def score_unit(spec: RunSpec | None) -> str:
    """What the run's score counts, such as `moves`; empty if it has no unit."""
    found = family_of(spec)
    return found.score_unit if found is not None else ""


def figure(score: float) -> str:
    """The score in words: six digits, of a large one two decimals, as in `0.333333`, `76` and `-3000917.83`."""
    return f"{score:g}" if abs(score) < 1000 else f"{score:.2f}".rstrip("0").rstrip(".")


def family_of(spec: RunSpec | None) -> Family | None:
    """The family of a search; None for other jobs, and for a family that this version does not know."""
    from solvers.runs.spec import SolveSpec  # here, so that the commands' help needs no msgspec

    return get_family(spec.family) if isinstance(spec, SolveSpec) and is_family(spec.family) else None
