"""The bound on a target's probability by lost pairs: above what all sequences, and random ones, give their targets."""

from __future__ import annotations

import csv
import gzip
import math
import random
from itertools import product
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.rna import vienna
from puzzles.rna.bases import BASES, PAIRS, codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable.claims import claims
from puzzles.rna.undesignable.lost_pairs import by_lost_pairs, largest_probability

MODEL = "eterna-v2"
CLOSE = 1e-5
"""ViennaRNA's free energies have 32 bits."""


def probability(sequence: str, target: str) -> float:
    return math.exp(vienna.log_probability(sequence, target, MODEL))


@pytest.mark.parametrize(("target", "tight"), [("((...))", True), ("(...)(...)", False)])
def test_no_sequence_at_all_is_above_it(target: str, tight: bool) -> None:
    partners = RnaPuzzle(target).partners
    loop = [place for place, other in enumerate(partners) if other < 0]
    pairs = [(place, other) for place, other in enumerate(partners) if other > place]
    best, letters = 0.0, ["A"] * len(target)
    for chosen in product(sorted(PAIRS), repeat=len(pairs)):
        for (one, other), pair in zip(pairs, chosen, strict=True):
            letters[one], letters[other] = pair
        for bases in product(BASES if tight else "A", repeat=len(loop)):
            for place, base in zip(loop, bases, strict=True):
                letters[place] = base
            best = max(best, probability("".join(letters), target))
    bound = by_lost_pairs(partners)
    assert best <= bound * (1 + CLOSE)
    assert not tight or best > 0.9 * bound


def test_random_sequences_are_below_it_in_the_structures_that_they_fold_into() -> None:
    rng = random.Random(2)
    bounds = []
    for _ in range(25):
        sequence = "".join(rng.choice("ACGUGC") for _ in range(rng.randint(12, 50)))
        target = vienna.fold(sequence, "." * len(sequence), MODEL).structure
        bounds.append(by_lost_pairs(RnaPuzzle(target).partners))
        assert probability(sequence, target) <= bounds[-1] * (1 + CLOSE), (sequence, target)
    assert min(bounds) < 0.9


def test_published_designs_are_below_it(benchmark_data: Path) -> None:
    with gzip.open(benchmark_data / "eterna100" / "solutions_verified.tsv.gz", "rt") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["mfe_turner2004_d2"]]
    chosen = [row for row in rows if len(row["target"]) < 64][::20]
    assert len(chosen) > 15
    for row in chosen:
        puzzle = RnaPuzzle(row["target"])
        bound = largest_probability(puzzle)
        assert bound is not None
        assert probability(row["sequence"], row["target"]) <= bound * (1 + CLOSE)
        assert bound <= claims(puzzle).bound


def test_it_holds_of_loops_without_free_positions_and_of_one_model() -> None:
    target = "((((....)))).((((....))))"
    whole = by_lost_pairs(RnaPuzzle(target).partners)
    assert 0.9 < whole < by_lost_pairs(RnaPuzzle(target).partners, frozenset(range(4, 8))) < 1
    assert by_lost_pairs(RnaPuzzle(f"((({'.' * 31}((((....)))))))").partners) == 1  # a loop that ViennaRNA leaves out
    assert largest_probability(RnaPuzzle(target, model="1999-d2")) is None
    assert largest_probability(RnaPuzzle(target, temperature="30")) is None
    assert largest_probability(RnaPuzzle("(((&)))")) is None
    assert largest_probability(RnaPuzzle("." * 9)) == 1


def test_undesignable_motifs_and_lost_pairs_of_other_loops_multiply() -> None:
    """The first helix has an undesignable motif. Designs are those of a walk towards a larger p."""
    puzzle = RnaPuzzle("(((((.(....)).).).)).((....))")
    partners, found = puzzle.partners, claims(puzzle)
    assert found.used == 1
    rest, alone = by_lost_pairs(partners, others=frozenset(found.loops)), by_lost_pairs(partners)
    assert alone < rest < 1
    bound = largest_probability(puzzle)
    assert bound == pytest.approx(found.bound * rest)
    assert bound < 0.9 * min(found.bound, alone)
    rng, best = random.Random(5), 0.0
    kept = ["A" if other < 0 else "G" if other > place else "C" for place, other in enumerate(partners)]
    for _ in range(1000):
        letters = kept.copy()
        place = rng.randrange(len(letters))
        letters[place] = rng.choice(BASES)
        if (other := partners[place]) >= 0:
            letters[place], letters[other] = rng.choice(sorted(PAIRS))
        if (now := probability("".join(letters), puzzle.target)) >= best:
            kept, best = letters, now
    assert 0.01 < best <= bound * (1 + CLOSE)


def test_the_report_has_it_beside_the_probability() -> None:
    family, puzzle = registry.get_family("rna"), RnaPuzzle("((((....))))....")
    told = family.report(puzzle, codes_of("GGCCAAAAGGCCAAAA"), {})
    assert told["probability"] < told["probability_at_most"] == largest_probability(puzzle)
    lines = family.remarks(puzzle, codes_of("GGCCAAAAGGCCAAAA"))
    assert any(" at most of any design), ensemble defect" in line for line in lines)
