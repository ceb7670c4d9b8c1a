"""The travelling salesman problem with time windows: the shortest tour that is at every node in its window."""

from __future__ import annotations

from puzzles.family import Example, Generator, PriorKind, Rules
from puzzles.parameters import Parameter, Value
from puzzles.tsptw.examples import EXAMPLES
from puzzles.tsptw.family import FORMATS, GENERATOR_PARAMETERS, TsptwFamily, TsptwOptimisation, TsptwPriors
from puzzles.tsptw.puzzle import OBJECTIVES

OURS: dict[str, Value] = {"level": 3, "iterations": 50, "tau": 1.4, "bias": 20.0}
"""Chosen on generated instances with wide windows: it begins again every second or so, unlike the paper's settings."""

MOVES = Parameter(
    "moves",
    str,
    "windows",
    "windows: no move after which a node in reach must be late; plain: as the paper's program; all: any node",
    choices=("windows", "plain", "all"),
)
BIAS = Parameter("bias", float, 10.0, "scale of the distances' bias, for the prior distance", 0.0, 1000.0)

FAMILY = TsptwFamily(
    name="tsptw",
    title="TSP with time windows",
    formats=FORMATS,
    generator=Generator("puzzles.tsptw.instances", GENERATOR_PARAMETERS, begins_interpreted=lambda parameters: True),
    priors=TsptwPriors(
        (
            PriorKind(
                "distance",
                "log bias -bias (d - min) / (max - min): near nodes first (Generalized NRPA, 6.2)",
                1,
                source="puzzle",
                tau=1.0,
            ),
        )
    ),
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
        parameters=(MOVES, BIAS),
    ),
    examples=EXAMPLES,
    optimisation=TsptwOptimisation(),
    default_algorithm="annealing",
    algorithm_defaults={
        "nrpa": {"level": 4, "iterations": 100},
        "gnrpa": OURS,
        "annealing": {"hot": 0.5, "cold": 0.05, "period": 200_000, "patience": 20_000.0},
    },
    puzzle_parameters=(
        Parameter("objective", str, OBJECTIVES[0], "what a feasible tour is scored by", choices=OBJECTIVES),
    ),
)
