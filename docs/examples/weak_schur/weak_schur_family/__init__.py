"""Weak Schur numbers: 1, 2, 3, ... are put into sets, none of which may hold two different numbers and their sum."""

from __future__ import annotations

from puzzles.family import Example, Rules, TextFormat
from puzzles.groups import Optimisation
from puzzles.parameters import Parameter
from weak_schur_family.family import WeakSchurFamily

BEGIN = Parameter(
    "begin", str, "any", "when a set is begun: at any number, or late, where no other fits", choices=("any", "late")
)

FAMILY = WeakSchurFamily(
    name="weak_schur",
    title="Weak Schur numbers",
    formats=(TextFormat("text", "the words weak schur and how many sets; then, if any, their numbers", writes=True),),
    rules=Rules("weak_schur_family.rules", undo=True, features=("together", "fresh"), parameters=(BEGIN,)),
    default_algorithm="nrpa",
    algorithm_defaults={"nrpa": {"level": 3}},
    examples=tuple(Example(f"WS({k})", f"into {k} sets", f"weak schur {k}\n") for k in range(2, 7)),
    optimisation=Optimisation(score_unit="numbers"),
)
