"""What people are told of inverse RNA folding: rules, a design to watch, a target to begin with, papers."""

from __future__ import annotations

from puzzles.about import About, Showcase

TARGET = """\
>cloverleaf
(((((((..((((.......)))).(((((.......))))).....(((((.......))))))))))))....
NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNUUCRANNNNNNNNNNNNNNNCCA
"""
"""The bundled example cloverleaf."""
DESIGN = "CUACUCUAAGGAAAACGAUAUUCCGUAUGUGAGGAGAACAUAAAGCGUCAGAUUCAACUUCUGAAGAGUAGGCCA\n"
"""It folds into the target, by the default energy model; no other structure has as little energy."""

ABOUT = About(
    rules=(
        "RNA is a chain of the bases A, C, G and U. It folds: G pairs with C, A with U, and G with U. Brackets say "
        "which positions are to be paired, dots which are not.",
        "Find a chain whose fold of least energy is the target. Letters below a target say what may stand there.",
    ),
    starter="hairpin",
    showcase=Showcase("An RNA design that folds into a cloverleaf, like a tRNA.", TARGET, DESIGN),
    papers=(
        "T. Cazenave and T. Fournier: Monte Carlo Inverse Folding",
        "T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",
    ),
)
