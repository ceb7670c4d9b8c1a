"""SameGame: remove groups of neighbours of one colour; large groups, and an empty board, score most."""

from __future__ import annotations

from puzzles.family import Example, Generator, PriorKind, Rules
from puzzles.parameters import Parameter, Value
from puzzles.samegame.examples import EXAMPLES
from puzzles.samegame.family import SameGameFamily, SameGameOptimisation, SameGamePriors
from puzzles.samegame.formats import FORMATS
from puzzles.samegame.puzzle import AUTO, LARGEST_SIDE, MOST_COLOURS, OFF, TABU

WIDTH = Parameter("width", int, 15, "columns of the board", 1, LARGEST_SIDE)
HEIGHT = Parameter("height", int, 15, "rows of the board", 1, LARGEST_SIDE)
COLOURS = Parameter("colours", int, 5, "colours, each as likely in each cell", 2, MOST_COLOURS)

PAPER: dict[str, Value] = {"level": 4, "iterations": 100, "selective": AUTO}
"""Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1: on its boards, 15 x 15, `auto` is the paper's policy."""

OURS: dict[str, Value] = PAPER | {"repetitions": 10, "batch": 4}
"""Chosen on generated boards: it is stuck less often in a minute than the paper's settings are."""

ANNEALING: dict[str, Value] = {"hot": 120.0, "cold": 20.0, "period": 100_000, "patience": 2000.0, "selective": AUTO}
"""Temperatures in points. Tried on three generated boards of 15 x 15 in five colours."""

SELECTIVE = Parameter(
    "selective",
    str,
    OFF,
    "tabu: the commonest colour only by its last group, or in pairs after ten moves; auto: tabu from 100 cells",
    choices=(OFF, TABU, AUTO),
)

FAMILY = SameGameFamily(
    name="samegame",
    title="SameGame",
    formats=tuple(one.text for one in FORMATS),
    generator=Generator(
        "puzzles.samegame.instances",
        (WIDTH, HEIGHT, COLOURS),
        gives_solution=False,
        begins_interpreted=lambda parameters: True,
    ),
    priors=SameGamePriors(
        (
            PriorKind(
                "size",
                "bias min(n - 2 - tabu, 8) by the group's size n (Generalized NRPA, 6.1)",
                1,
                source="handmade",
                tau=1.0,
            ),
        )
    ),
    sample=Example("SameGame", "rows of colours, the top row first", "0 1 1 2\n2 1 1 2\n0 0 2 1\n"),
    rules=Rules(
        "puzzles.samegame.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.width * puzzle.height <= 2_500,
        undo=True,
        local_search=True,
        parameters=(SELECTIVE,),
    ),
    examples=EXAMPLES,
    optimisation=SameGameOptimisation(score_unit="points"),
    default_algorithm="gnrpa",
    algorithm_defaults={"nrpa": PAPER, "gnrpa": OURS, "annealing": ANNEALING},
)
