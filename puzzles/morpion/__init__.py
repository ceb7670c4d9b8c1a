"""Morpion Solitaire (Join Five): add dots to a cross, each completing a line of five or four; the longest game wins."""

from __future__ import annotations

from puzzles.family import Example
from puzzles.morpion.examples import EXAMPLES
from puzzles.morpion.family import FORMATS, MorpionFamily

FAMILY = MorpionFamily(
    name="morpion",
    title="Morpion Solitaire",
    formats=FORMATS,
    generator_parameters=(),
    prior_kinds=(),
    sample=Example("Morpion Solitaire", "a variant, then the moves so far", "morpion 5D\n1 (2,2) in (0,4)-(4,0)\n"),
    rules_module="puzzles.morpion.kernels.rules",
    instances_module="",
    examples=EXAMPLES,
    optimises=True,
    default_algorithm="nrpa",
    usual={"nrpa": {"iterations": 100}, "gnrpa": {"iterations": 100}},
    modes=(),
    undoes=False,
    score_unit="moves",
)
