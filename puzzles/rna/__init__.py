"""Inverse RNA folding: find a sequence that folds into a given structure."""

from __future__ import annotations

from puzzles.family import Example, PriorKind, Rules
from puzzles.parameters import Parameter
from puzzles.rna.examples import EXAMPLES
from puzzles.rna.family import FORMATS, RnaDesigns, RnaFamily, RnaPriors
from puzzles.rna.puzzle import MODEL_NAMES, OBJECTIVES

ORDER = Parameter(
    "order",
    str,
    "auto",
    "pairs first or as in the string; auto: string for the prior ngram, else pairs",
    choices=("auto", "pairs", "string"),
)
HISTORY = Parameter("history", int, 0, "earlier moves that a policy code knows", 0, 2)

FAMILY = RnaFamily(
    name="rna",
    title="Inverse RNA folding",
    formats=FORMATS,
    priors=RnaPriors(
        (
            PriorKind(
                "ngram", "how often a move follows another in Rfam (Learning a Prior, 4.3)", 1, source="corpus", tau=6.0
            ),
            PriorKind("nemo", "NEMO's weights, as its program has them", 2, source="handmade", tau=1.0),
            PriorKind("nemo-paper", "NEMO's weights, as its paper prints them", 3, source="handmade", tau=1.0),
            PriorKind("nemo-pairs", "NEMO's weights of pairs, unpaired bases all alike", 4, source="handmade", tau=1.0),
        ),
        {"annealing": "nemo"},
    ),
    sample=Example("RNA target", "dot-bracket, then restraints if any", "((((...))))\nGNNNNNNNNNN\n"),
    rules=Rules(
        "puzzles.rna.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.length <= 300,
        local_search=True,
        parameters=(ORDER, HISTORY),
    ),
    examples=EXAMPLES,
    default_algorithm="annealing",
    many_solutions=RnaDesigns(),
    slow_to_judge=True,
    puzzle_parameters=(
        Parameter("model", str, MODEL_NAMES[0], "the energies by which a design folds", choices=MODEL_NAMES),
        Parameter("objective", str, OBJECTIVES[0], "the score of a design that misfolds", choices=OBJECTIVES),
    ),
)
