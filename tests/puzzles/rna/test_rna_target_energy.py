"""The energy of a design in its target is ViennaRNA's, and the gaps of its loops are where the fold is better."""

from __future__ import annotations

import random

import pytest
import RNA
from drivers.fold_designs import codes, in_own_process, random_sequence
from drivers.rna_targets import random_target

from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, make_fold, target_energy
from puzzles.rna.puzzle import RnaPuzzle

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
)


def vienna(sequence: str, structure: str) -> int:
    """ViennaRNA's energy of a structure."""
    compound = RNA.fold_compound(sequence, models.details(models.load("eterna-v2")))
    return round(100 * compound.eval_structure(structure))


@pytest.mark.parametrize("target", LOOPS)
def test_the_energy_in_a_target_is_viennarnas(target: str) -> None:
    rng = random.Random(target)
    fold = make_fold(RnaPuzzle(target))
    for _ in range(40):
        sequence = random_sequence(rng, len(target))  # most of its pairs can't form: ViennaRNA has energies for them
        assert target_energy(fold, codes(sequence)) == vienna(sequence, target)


def test_gaps_are_not_negative_and_add_up_to_what_the_target_costs_beyond_the_mfe() -> None:
    rng = random.Random(1)
    for _ in range(60):
        target = random_target(rng, rng.randint(5, 60))
        puzzle = RnaPuzzle(target)
        fold = make_fold(puzzle)
        bases = list(random_sequence(rng, len(target)))
        for i, j in enumerate(puzzle.partners):
            if j > i:
                bases[i], bases[j] = list(rng.choice(["AU", "UA", "GC", "CG", "GU", "UG"]))
        sequence = "".join(bases)
        least = fold_design(fold, codes(sequence))
        energy = target_energy(fold, codes(sequence))
        assert energy == vienna(sequence, target)
        assert fold.gaps.min() >= 0
        assert fold.gaps.sum() == energy - least
        assert all(fold.gaps[i + 1] == 0 for i, j in enumerate(puzzle.partners) if j < i)


def test_a_design_that_folds_into_its_target_has_no_gap() -> None:
    rng = random.Random(2)
    for _ in range(30):
        sequence = random_sequence(rng, 60)
        folded, _ = RNA.fold_compound(sequence, models.details(models.load("eterna-v2"))).mfe()
        fold = make_fold(RnaPuzzle(folded))
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


OTHER_MODEL = """
import json, random, sys
import RNA
from drivers.fold_designs import codes, random_sequence
from drivers.rna_targets import random_target
from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, make_fold, target_energy
from puzzles.rna.puzzle import RnaPuzzle
model = models.load(sys.argv[1])
rng, differ, gaps, least = random.Random(3), [], 0, 0
for _ in range(60):
    target = random_target(rng, rng.randint(5, 60))
    sequence = random_sequence(rng, len(target), "GGCCAU")
    fold = make_fold(RnaPuzzle(target, model=model.name))
    fold_design(fold, codes(sequence))
    energy = target_energy(fold, codes(sequence))
    gaps, least = gaps + int(fold.gaps.sum()), min(least, int(fold.gaps.min()))
    if energy != round(100 * RNA.fold_compound(sequence, models.details(model)).eval_structure(target)):
        differ.append([sequence, target])
print(json.dumps({"differ": differ, "gaps": gaps, "least": least}))
"""


@pytest.mark.parametrize(("name", "native"), [("1999-d2", True), ("eterna-v1", False)])
def test_the_other_models_energies_in_a_target_are_viennarnas(name: str, native: bool) -> None:
    reported = in_own_process(OTHER_MODEL, name)
    assert reported["differ"] == []
    assert reported["least"] == 0
    assert (reported["gaps"] > 0) == native  # there are no gaps where ViennaRNA folds
