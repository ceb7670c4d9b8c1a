"""The energy of a design in its target is ViennaRNA's, and the gaps of its loops are where the fold is better."""

from __future__ import annotations

import random

import numpy as np
import pytest
from drivers.fold_designs import codes, random_sequence
from drivers.rna_targets import random_target

from puzzles.rna.energy_models import compound, energies
from puzzles.rna.folding.fold import fold_design, make_fold, structure_energy, target_energy
from puzzles.rna.folding.tables import FORBIDDEN
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle

pytestmark = pytest.mark.compiled

LOOPS = (
    "((((....))))",
    "..((((....))))..",
    "((((..((....))..((...))..((....))))))",
    "(((....)))((((....))))..((...))",
    "((" + "." * 33 + "))",
    "(((" + "." * 20 + "((....))" + "." * 14 + ")))",
    "(((" + "." * 34 + "((....)))))",
    "((.((....))))",
    "((.((....)).))",
    "((.((....))..))",
    "((..((....)).))",
    "((..((....))..))",
    "((..((....))...))",
    "((...((....))..))",
    "((.((....)).....))",
    "((....((....)).))",
    "((...((....))...))",
    "((.((....)).((....)).))",
    "((((....)).((....))))",
    "((..((....))((....)).))",
    "((((....)).((....))..((....)).))",
    "((....)).((....)).",
    ".((....)).((....))..((....))((....))",
)


PAIRS = ("AU", "UA", "GC", "CG", "GU", "UG")

of_each_model = pytest.mark.parametrize("model", MODEL_NAMES)


def vienna(sequence: str, structure: str, model: str) -> int:
    """ViennaRNA's energy of a structure."""
    return round(100 * compound(sequence, energies(model)).eval_structure(structure))


def with_pairs(rng: random.Random, puzzle: RnaPuzzle) -> str:
    """A random sequence in which all pairs of the target can form."""
    bases = list(random_sequence(rng, puzzle.length))
    for i, j in enumerate(puzzle.partners):
        if j > i:
            bases[i], bases[j] = rng.choice(PAIRS)
    return "".join(bases)


@pytest.mark.parametrize("target", LOOPS)
@of_each_model
def test_the_energy_in_a_target_is_viennarnas(model: str, target: str) -> None:
    rng = random.Random(target)
    puzzle = RnaPuzzle(target, model=model)
    fold = make_fold(puzzle)
    structures = np.array([(0, *(other + 1 for other in puzzle.partners), 0)], np.int32)
    for _ in range(30):
        sequence = random_sequence(rng, len(target))  # most of its pairs can't form: ViennaRNA has energies for them
        assert target_energy(fold, codes(sequence)) == vienna(sequence, target, model)
        assert structure_energy(fold, codes(sequence), structures, 0) in (FORBIDDEN, vienna(sequence, target, model))
    for _ in range(10):
        sequence = with_pairs(rng, puzzle)
        expected = vienna(sequence, target, model)
        assert target_energy(fold, codes(sequence)) == expected
        assert structure_energy(fold, codes(sequence), structures, 0) == expected


@of_each_model
def test_gaps_are_not_negative_and_add_up_to_what_the_target_costs_beyond_the_mfe(model: str) -> None:
    rng = random.Random(1)
    for _ in range(60):
        target = random_target(rng, rng.randint(5, 60))
        puzzle = RnaPuzzle(target, model=model)
        fold = make_fold(puzzle)
        sequence = with_pairs(rng, puzzle)
        least = fold_design(fold, codes(sequence))
        energy = target_energy(fold, codes(sequence))
        assert energy == vienna(sequence, target, model)
        assert fold.gaps.min() >= 0
        assert fold.gaps.sum() == energy - least
        assert all(fold.gaps[i + 1] == 0 for i, j in enumerate(puzzle.partners) if j < i)


@of_each_model
def test_a_design_that_folds_into_its_target_has_no_gap(model: str) -> None:
    rng = random.Random(2)
    for _ in range(30):
        sequence = random_sequence(rng, 60)
        folded, _ = compound(sequence, energies(model)).mfe()
        fold = make_fold(RnaPuzzle(folded, model=model))
        assert fold_design(fold, codes(sequence)) == target_energy(fold, codes(sequence))
        assert not fold.gaps.any()


def test_the_gap_is_at_the_loop_that_is_wrong() -> None:
    target = "((((((....))))))..((((((....))))))"
    right, wrong = "GGCGCGAAAACGCGCC", "GGCGCGAAAAAGCGCC"
    fold = make_fold(RnaPuzzle(target))
    for first, second, closer in ((right, wrong, 24), (wrong, right, 6)):
        bases = codes(f"{first}AA{second}")
        assert target_energy(fold, bases) - fold_design(fold, bases) > 0
        target_energy(fold, bases)
        guilty = [position for position, gap in enumerate(fold.gaps.tolist()) if gap]
        assert guilty
        assert all(closer - 2 <= position <= closer for position in guilty)


def test_a_loop_that_no_fold_has_leaves_no_negative_gap() -> None:
    target = "(((" + "." * 34 + "((....)))))"  # a bulge of 34: folds have 30 at most
    fold = make_fold(RnaPuzzle(target))
    bases = codes("GGG" + "A" * 34 + "GGAAAACC" + "CCC")
    least, energy = fold_design(fold, bases), target_energy(fold, bases)
    assert fold.gaps.min() >= 0
    assert fold.gaps.sum() == energy - min(energy, least)
