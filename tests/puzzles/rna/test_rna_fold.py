"""Folding: energies and structures are those of an enumeration of all structures, and ViennaRNA's, ties included."""

from __future__ import annotations

import csv
import gzip
import os
import random
import threading
from pathlib import Path

import pytest
from drivers.fold_designs import chain, codes, dot_bracket, every_structure, random_sequence

from puzzles.rna.energy_models import compound, energies
from puzzles.rna.folding.fold import fold_design, fold_energy, make_fold
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle
from puzzles.rna.structure import paired
from puzzles.rna.undesignable.motif import loops_of
from solvers.bench.fold import designed_sequence

pytestmark = pytest.mark.compiled

FOLDS = int(os.environ.get("MCS_TUI_FOLDS", "40"))
"""Random sequences of 10 to 400 nt; set it to 10000 for the run by hand, with all published designs."""

TIES = ("AU", "AAU", "GU", "GGUA", "GC", "AUUU", "GCCGAU")
"""Bases of sequences in which many structures have the same energy."""


def inner_pairs(loop: tuple[int | str, ...]) -> int:
    return sum(isinstance(piece, int) for piece in loop)


of_each_model = pytest.mark.parametrize("model", MODEL_NAMES)


def vienna(sequence: str, model: str = "eterna-v2") -> tuple[str, int]:
    """ViennaRNA's structure and energy."""
    structure, energy = compound(sequence, energies(model)).mfe()
    return structure, round(100 * energy)


def ours(sequence: str, model: str = "eterna-v2") -> tuple[str, int]:
    """Our structure and energy."""
    fold = chain(len(sequence), model)
    energy = fold_design(fold, codes(sequence))
    return dot_bracket(fold.partner), energy


@pytest.mark.parametrize("alphabet", ["ACGU", "GGCCAU", "GU", "AU"])
@pytest.mark.parametrize("model", ["eterna-v2", "eterna-v1"])
def test_no_structure_of_a_short_sequence_has_less_energy(model: str, alphabet: str) -> None:
    rng = random.Random(4)
    for _ in range(8):
        sequence = random_sequence(rng, rng.randint(5, 15), alphabet)
        judge = compound(sequence, energies(model))
        listed = {one: round(100 * judge.eval_structure(one)) for one in every_structure(sequence)}
        structure, energy = ours(sequence, model)
        assert energy == min(listed.values()) == listed[structure]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
@of_each_model
def test_the_shortest_sequences_fold(model: str, length: int) -> None:
    sequence = "GAAAAC"[:length]
    assert ours(sequence, model) == ("." * length, 0)


@of_each_model
def test_random_sequences_of_10_to_400_nt_fold_as_viennarna_has_it(model: str) -> None:
    rng = random.Random(1)
    longest = 400 if FOLDS > 40 else 160
    for _ in range(FOLDS):
        sequence = random_sequence(rng, rng.randint(10, longest))
        assert ours(sequence, model) == vienna(sequence, model)
    sequence = random_sequence(rng, 400)
    assert ours(sequence, model) == vienna(sequence, model)


@of_each_model
def test_of_structures_with_the_same_energy_viennarnas_is_taken(model: str) -> None:
    rng = random.Random(2)
    for _ in range(80):
        sequence = random_sequence(rng, rng.randint(5, 50), rng.choice(TIES))
        assert ours(sequence, model) == vienna(sequence, model)


@of_each_model
def test_multiloops_fold_as_viennarna_has_it(model: str) -> None:
    """Of DNA each of their free bases has a penalty."""
    rng, free = random.Random(7), 0
    for _ in range(30):
        sequence = designed_sequence(rng, rng.randint(50, 150))
        structure, energy = ours(sequence, model)
        assert (structure, energy) == vienna(sequence, model)
        multiloops = [one for at, one in loops_of(paired(structure)).items() if at >= 0 and inner_pairs(one) > 1]
        free += sum(len(piece) for loop in multiloops for piece in loop if isinstance(piece, str))
    assert free > 20


@of_each_model
def test_loops_of_30_bases_are_the_longest_inside_a_fold(model: str) -> None:
    for bulge in (29, 30, 31):
        sequence = "GGGGGG" + "A" * bulge + "CCCCCCC" + "GAAA" + "GGGGGGG" + "CCCCCC"
        assert ours(sequence, model) == vienna(sequence, model)
        sequence = "GGGGGG" + "A" * (bulge - 9) + "CCCCCCC" + "GAAA" + "GGGGGGG" + "A" * 9 + "CCCCCC"
        assert ours(sequence, model) == vienna(sequence, model)


@pytest.mark.parametrize("sequence", ["GGCACAACGUGCC", "GGCAGGGGACUGCC", "GGCACGAAAGUGCC", "GGCACUACGGUGCC"])
def test_hairpins_of_turner_1999_have_energies_of_their_own(sequence: str) -> None:
    for model in MODEL_NAMES:
        assert ours(sequence, model) == vienna(sequence, model)
    if sequence == "GGCACGAAAGUGCC":
        assert ours(sequence, "eterna-v1")[1] == ours(sequence, "1999-d2")[1] != ours(sequence)[1]


@pytest.mark.parametrize("hairpin", ["CAACG", "GUUAC", "CUUCGG", "CCGAGG", "ACAGUGCU", "ACAGUACU"])
def test_special_hairpins_have_their_own_energy(hairpin: str) -> None:
    sequence = f"AGGCA{hairpin}UGCCA"
    structure, energy = ours(sequence)
    assert (structure, energy) == vienna(sequence)
    assert structure == "." + "(" * 5 + "." * (len(hairpin) - 2) + ")" * 5 + "."


OF_PUBLISHED = {"eterna-v2": "mfe_turner2004_d2", "eterna-v1": "mfe_turner1999_d1"}
"""Their energies in the file, by model; empty where they do not fold into their targets."""


@pytest.mark.parametrize("model", OF_PUBLISHED)
def test_published_designs_fold_into_their_targets_and_so_do_their_neighbours_into_viennarnas(
    model: str, benchmark_data: Path
) -> None:
    rng = random.Random(3)
    with gzip.open(benchmark_data / "eterna100" / "solutions_verified.tsv.gz", "rt") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 1790
    folded = [row for row in rows if row[OF_PUBLISHED[model]]]
    assert len(folded) > 1000
    for row in sorted(folded[:: 3 if FOLDS == 40 else 1], key=lambda row: len(row["sequence"])):
        assert ours(row["sequence"], model) == (row["target"], round(100 * float(row[OF_PUBLISHED[model]])))
    for row in rng.sample([row for row in rows if len(row["sequence"]) < 150], min(FOLDS, 400)):
        bases = list(row["sequence"])
        for _ in range(rng.randint(0, 3)):
            bases[rng.randrange(len(bases))] = rng.choice("ACGU")
        assert ours("".join(bases), model) == vienna("".join(bases), model)


def test_a_fold_does_not_depend_on_the_design_before() -> None:
    rng = random.Random(5)
    fold = make_fold(RnaPuzzle("." * 60))
    for _ in range(30):
        sequence = random_sequence(rng, 60, rng.choice(["ACGU", *TIES]))
        energy = fold_design(fold, codes(sequence))
        chain.cache_clear()
        assert (dot_bracket(fold.partner), energy) == ours(sequence)
        assert fold_energy(fold, codes(sequence)) == energy


def test_two_threads_fold_with_a_state_each() -> None:
    rng = random.Random(6)
    sequences = [random_sequence(rng, 80) for _ in range(200)]
    expected = [ours(sequence) for sequence in sequences]
    found: list[list[tuple[str, int]]] = [[], []]

    def work(mine: list[tuple[str, int]]) -> None:
        fold = make_fold(RnaPuzzle("." * 80))
        for sequence in sequences:
            energy = fold_design(fold, codes(sequence))
            mine.append((dot_bracket(fold.partner), energy))

    threads = [threading.Thread(target=work, args=(one,)) for one in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected, expected]
