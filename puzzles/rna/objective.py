"""What searches for designs optimise: a score of the MFE structure, or a sum of terms that may look at all structures.

An objective is a text: `nemo` or `lexicographic`, a term, or several terms with weights, such as
`probability:1,gap:0.2`.
"""

from __future__ import annotations

from functools import lru_cache

from puzzles.errors import PuzzleError
from puzzles.text.quoting import quoted

TERMS = ("mfe", "probability", "defect", "distance", "gap")
"""NEMO's score; the target's probability; minus the ensemble defect; minus the number of pairs in exactly one of fold
and target; minus the energy of the target above the fold, in kcal/mol. Each is highest for a perfect design."""

MFE, PROBABILITY, DEFECT, DISTANCE, GAP = range(len(TERMS))

OF_THE_FOLD = ("nemo", "lexicographic")
"""NEMO's score, and the base-pair distance first, then the energy gap: objectives of kernels of their own."""

OBJECTIVES = (*OF_THE_FOLD, *TERMS[PROBABILITY:])

EXPECTED = f"{', '.join(OBJECTIVES)}, or weights such as probability:1,gap:0.2"

LARGEST_WEIGHT = 1e6

Weights = tuple[float, float, float, float, float]


def cleaned_objective(objective: str) -> str:
    """The objective without spaces; `mfe` as `nemo`, which is the same score."""
    text = "".join(objective.split())
    return OF_THE_FOLD[0] if text == TERMS[MFE] else text


@lru_cache(maxsize=64)
def weights_of(objective: str) -> Weights | None:
    """The weight of each term, 0 for those that are left out; None for `OF_THE_FOLD`. PuzzleError if it is none."""
    if objective in OF_THE_FOLD:
        return None
    if objective in TERMS:
        objective = f"{objective}:1"
    found = dict.fromkeys(TERMS, 0.0)
    for part in objective.split(","):
        name, _, number = part.partition(":")
        if name not in TERMS or not number:
            raise PuzzleError(f"the objective is {quoted(objective)}", EXPECTED)
        if found[name]:
            raise PuzzleError(f"the objective has {name} twice", "each term once")
        try:
            found[name] = float(number)
        except ValueError:
            found[name] = 0.0
        if not 0.0 < found[name] <= LARGEST_WEIGHT:
            raise PuzzleError(
                f"the weight of {name} is {quoted(number)}", f"a number above 0, up to {LARGEST_WEIGHT:,.0f}"
            )
    mfe, probability, defect, distance, gap = found.values()
    return mfe, probability, defect, distance, gap


def of_ensemble(objective: str) -> bool:
    """True if it looks at all structures of a design: then a design that folds into its target is not the best yet."""
    weights = weights_of(objective)
    return weights is not None and bool(weights[PROBABILITY] or weights[DEFECT])


OF_SEVERAL = "probability, defect, or a sum of them and of gap, such as probability:1,gap:1"
"""Objectives beside NEMO's for several states or strands, and for free positions."""


def of_several(objective: str) -> bool:
    """True if it is one of OF_SEVERAL."""
    weights = weights_of(objective)
    return of_ensemble(objective) and weights is not None and not (weights[MFE] or weights[DISTANCE])


def only_term(objective: str) -> int | None:
    """The term if it is the only one, with the weight 1; else None."""
    weights = weights_of(objective)
    if weights is None or sum(map(bool, weights)) > 1 or sum(weights) != 1.0:
        return None
    return weights.index(1.0)
