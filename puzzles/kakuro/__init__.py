"""Kakuro: the paper's squares of sums and crossword shapes."""

from __future__ import annotations

from puzzles.family import Example
from puzzles.kakuro.examples import EXAMPLES
from puzzles.kakuro.family import GENERATOR_PARAMETERS, PRIOR_KINDS, KakuroFamily
from puzzles.kakuro.formats import FORMATS

FAMILY = KakuroFamily(
    name="kakuro",
    title="Kakuro",
    formats=tuple(one.text for one in FORMATS),
    generator_parameters=GENERATOR_PARAMETERS,
    prior_kinds=PRIOR_KINDS,
    sample=Example("Kakuro", "clues as down\\across", "x, 4\\, 3\\\n\\3, 0, 0\n\\4, 0, 0\n"),
    rules_module="puzzles.kakuro.kernels.rules",
    instances_module="puzzles.kakuro.instances",
    examples=EXAMPLES,
)
