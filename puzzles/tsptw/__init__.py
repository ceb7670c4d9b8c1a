"""The travelling salesman problem with time windows: the shortest tour that is at every node in its window."""

from __future__ import annotations

from puzzles.family import Example, Generator, Rules
from puzzles.tsptw.examples import EXAMPLES
from puzzles.tsptw.family import (
    ALGORITHM_DEFAULTS,
    GENERATOR_PARAMETERS,
    PRIOR_KINDS,
    PUZZLE_PARAMETERS,
    RULES_PARAMETERS,
    TsptwFamily,
    TsptwOptimisation,
    TsptwPriors,
)
from puzzles.tsptw.formats import FORMATS

FAMILY = TsptwFamily(
    name="tsptw",
    title="TSP with time windows",
    formats=tuple(one.text for one in FORMATS),
    generator=Generator("puzzles.tsptw.instances", GENERATOR_PARAMETERS, begins_interpreted=lambda parameters: True),
    priors=TsptwPriors(PRIOR_KINDS),
    sample=Example(
        "TSP with time windows",
        "nodes, matrix, windows",
        "4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n",
    ),
    rules=Rules(
        "puzzles.tsptw.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.n <= 400,
        undo=True,
        local_search=True,
        parameters=RULES_PARAMETERS,
    ),
    examples=EXAMPLES,
    optimisation=TsptwOptimisation(),
    default_algorithm="annealing",
    algorithm_defaults=ALGORITHM_DEFAULTS,
    puzzle_parameters=PUZZLE_PARAMETERS,
)
