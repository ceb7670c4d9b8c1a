"""What people are told of inverse RNA folding: rules, a design to watch, a target to begin with, papers."""

from __future__ import annotations

from puzzles.groups import About, Showcase
from puzzles.rna.puzzle import RnaPuzzle

TARGET = """\
>cloverleaf
(((((((..((((.......)))).(((((.......))))).....(((((.......))))))))))))....
NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNUUCRANNNNNNNNNNNNNNNCCA
"""
"""The bundled example cloverleaf."""
DESIGN = "CUACUCUAAGGAAAACGAUAUUCCGUAUGUGAGGAGAACAUAAAGCGUCAGAUUCAACUUCUGAAGAGUAGGCCA\n"
"""It folds into the target, by the default energy model; no other structure has as little energy."""


def proved(puzzle: RnaPuzzle) -> tuple[str, ...]:
    """A short line and lines in detail about the target's undesignable motifs, and its probability at most."""
    from puzzles.rna.undesignable import claims  # when a target is looked at: its library takes a tenth of a second

    return claims.words(claims.claims(puzzle))


def prove(puzzle: RnaPuzzle, seconds: float) -> tuple[str, ...]:
    """What came of looking for proofs that motifs of the target are undesignable, a line each."""
    from puzzles.rna.undesignable import claims

    return claims.look_for_proofs(puzzle, seconds)


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
    proved=proved,
    prove=prove,
)
