"""Latin square completion: fill the holes so that each row and each column holds every symbol once."""

from __future__ import annotations

from puzzles.family import Example, Generator, Rules
from puzzles.latin.examples import EXAMPLES
from puzzles.latin.family import GENERATOR_PARAMETERS, PRIOR_KINDS, LatinFamily, LatinPriors, generator_settings
from puzzles.latin.formats import FORMATS

FAMILY = LatinFamily(
    name="latin",
    title="Latin square completion",
    formats=tuple(one.text for one in FORMATS),
    generator=Generator(
        "puzzles.latin.instances",
        GENERATOR_PARAMETERS,
        check=generator_settings,
        begins_interpreted=lambda parameters: int(parameters["order"]) <= 50,
    ),
    priors=LatinPriors(PRIOR_KINDS),
    sample=Example("Latin square", "", "1 . 3\n. 3 .\n3 . 2\n"),
    rules=Rules(
        "puzzles.latin.kernels.rules",
        undo=True,
        begins_interpreted=lambda puzzle: puzzle.order <= 60,
        modes=("strong", "paper"),
    ),
    default_algorithm="backtracking",
    examples=EXAMPLES,
)
