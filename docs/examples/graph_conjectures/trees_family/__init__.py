"""Trees: a tree grows by a leaf at a time. What a tree is worth says a conjecture, in `trees_family.conjectures`."""

from __future__ import annotations

from puzzles.family import Example, Rules, TextFormat
from puzzles.groups import Optimisation
from trees_family.family import TreesFamily

FAMILY = TreesFamily(
    name="trees",
    title="Trees",
    formats=(TextFormat("text", "the word trees, how many vertices, and the first ones' neighbours", writes=True),),
    rules=Rules("trees_family.rules", undo=True),
    default_algorithm="nrpa",
    algorithm_defaults={"nrpa": {"level": 3, "iterations": 30}},
    examples=(
        Example("trees-9", "nine vertices from one edge", "trees 9\n"),
        Example("trees-19", "nineteen vertices from a path of five", "trees 19\n0 1 2 3\n"),
    ),
    optimisation=Optimisation(score_unit="leaves"),
)
