"""Latin square completion: fill the holes so that each row and each column holds every symbol once."""

from __future__ import annotations

from puzzles.family import Example
from puzzles.latin.examples import EXAMPLES
from puzzles.latin.family import FORMATS, GENERATOR_PARAMETERS, PRIOR_KINDS, LatinFamily

FAMILY = LatinFamily(
    name="latin",
    title="Latin square completion",
    formats=FORMATS,
    generator_parameters=GENERATOR_PARAMETERS,
    prior_kinds=PRIOR_KINDS,
    sample=Example("Latin square", "", "1 . 3\n. 3 .\n3 . 2\n"),
    rules_module="puzzles.latin.kernels.rules",
    instances_module="puzzles.latin.instances",
    examples=EXAMPLES,
)
