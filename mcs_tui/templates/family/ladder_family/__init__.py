"""Ladder: on each rung stand on one of its numbers, at most one place beside the last; the sum counts.

To change: formats, default search, examples, the generator's parameters and the unit of the score.
"""

from __future__ import annotations

from ladder_family.family import RUNGS, WIDTH, LadderFamily, LadderOptimisation
from puzzles.family import Example, Rules, TextFormat
from puzzles.groups import Generator

FAMILY = LadderFamily(
    name="ladder",
    title="Ladder",
    formats=(TextFormat("text", "the word ladder, then a line of numbers for each rung", writes=True),),
    rules=Rules("ladder_family.rules", undo=True),
    default_algorithm="nrpa",
    algorithm_defaults={"nrpa": {"level": 2}},
    examples=(
        Example("ladder-3", "three rungs, one of which misleads", "ladder\n5 1 1\n1 1 2\n1 1 9\n"),
        Example("ladder-5", "five rungs of five", "ladder\n3 1 4 1 5\n9 2 6 5 3\n5 8 9 7 9\n3 2 3 8 4\n6 2 6 4 3\n"),
    ),
    generator=Generator("ladder_family.instances", (RUNGS, WIDTH), gives_solution=False),
    optimisation=LadderOptimisation(score_unit="points"),
)
