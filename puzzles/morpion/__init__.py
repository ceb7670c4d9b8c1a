"""Morpion Solitaire (Join Five): add dots to a cross, each completing a line of five or four; the longest game wins."""

from __future__ import annotations

from puzzles.family import Example, Rules
from puzzles.morpion.examples import EXAMPLES
from puzzles.morpion.family import MorpionFamily, MorpionOptimisation
from puzzles.morpion.formats import FORMATS

FAMILY = MorpionFamily(
    name="morpion",
    title="Morpion Solitaire",
    formats=tuple(one.text for one in FORMATS),
    sample=Example("Morpion Solitaire", "a variant, then the moves so far", "morpion 5D\n1 (2,2) in (0,4)-(4,0)\n"),
    rules=Rules("puzzles.morpion.kernels.rules", begins_interpreted=lambda puzzle: True),
    examples=EXAMPLES,
    optimisation=MorpionOptimisation(score_unit="moves"),
    default_algorithm="nrpa",
    algorithm_defaults={"nrpa": {"iterations": 100}, "gnrpa": {"iterations": 100}},
)
