"""Kakuro: the paper's squares of sums and crossword shapes."""

from __future__ import annotations

from puzzles.family import Example, Generator, Rules
from puzzles.kakuro.examples import EXAMPLES
from puzzles.kakuro.family import GENERATOR_PARAMETERS, PRIOR_KINDS, KakuroFamily, KakuroPriors, generator_settings
from puzzles.kakuro.formats import FORMATS

FAMILY = KakuroFamily(
    name="kakuro",
    title="Kakuro",
    formats=tuple(one.text for one in FORMATS),
    generator=Generator(
        "puzzles.kakuro.instances",
        GENERATOR_PARAMETERS,
        counts_solutions=True,
        check=generator_settings,
        begins_interpreted=lambda parameters: True,
    ),
    priors=KakuroPriors(PRIOR_KINDS),
    sample=Example("Kakuro", "clues as down\\across", "x, 4\\, 3\\\n\\3, 0, 0\n\\4, 0, 0\n"),
    rules=Rules(
        "puzzles.kakuro.kernels.rules", undo=True, begins_interpreted=lambda puzzle: True, modes=("strong", "paper")
    ),
    default_algorithm="backtracking",
    examples=EXAMPLES,
)
