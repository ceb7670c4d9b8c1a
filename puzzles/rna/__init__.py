"""Inverse RNA folding: find a sequence that folds into a given structure."""

from __future__ import annotations

from puzzles.family import Example, Rules
from puzzles.rna.examples import EXAMPLES
from puzzles.rna.family import (
    PRIOR_KINDS,
    PUZZLE_PARAMETERS,
    RULES_PARAMETERS,
    RnaDesigns,
    RnaFamily,
    RnaPriors,
)
from puzzles.rna.formats import FORMATS

FAMILY = RnaFamily(
    name="rna",
    title="Inverse RNA folding",
    formats=tuple(one.text for one in FORMATS),
    priors=RnaPriors(PRIOR_KINDS, {"annealing": "nemo"}),
    sample=Example("RNA target", "dot-bracket, then restraints if any", "((((...))))\nGNNNNNNNNNN\n"),
    rules=Rules(
        "puzzles.rna.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.length <= 300,
        local_search=True,
        parameters=RULES_PARAMETERS,
    ),
    examples=EXAMPLES,
    default_algorithm="annealing",
    many_solutions=RnaDesigns(),
    slow_to_judge=True,
    puzzle_parameters=PUZZLE_PARAMETERS,
)
