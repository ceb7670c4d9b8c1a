"""What people are told of Morpion Solitaire: rules, the longest game to watch, papers, records."""

from __future__ import annotations

from puzzles.about import About, Goal, Showcase
from puzzles.family import Example
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle


def goal(puzzle: MorpionPuzzle) -> Goal:
    """The longest known game of the variant, from the empty cross on."""
    variant = VARIANTS[puzzle.variant]
    return Goal(variant.record, "longest known", variant.record_by, proven=variant.optimal)


def about(longest: Example) -> About:
    """`longest`: the bundled game of 82 moves."""
    return About(
        rules=(
            "Each move adds one dot and draws a line through five dots in a row, column or diagonal: the new dot and "
            "four that were there (in 4T and 4D, four and three).",
            "Lines of one direction may share an end dot in 5T and 4T, and no dot in 5D and 4D. The longest game wins.",
        ),
        starter="5D",
        showcase=Showcase("82 moves in Morpion Solitaire 5D: no longer game is known.", longest.text),
        papers=(
            "L. Buzer and T. Cazenave: Playout Optimization for Monte Carlo Search Algorithms. Application to Morpion "
            "Solitaire",
            "C. Rosin: Nested Rollout Policy Adaptation for Monte Carlo Tree Search (IJCAI 2011)",
        ),
        goal=goal,
    )
