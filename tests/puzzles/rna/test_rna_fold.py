"""Folding: energies and structures are those of an enumeration of all structures, and ViennaRNA's, ties included."""

from __future__ import annotations

import csv
import gzip
import os
import random
import threading
from pathlib import Path

import pytest
import RNA
from drivers.fold_designs import chain, codes, dot_bracket, every_structure, in_own_process, random_sequence

from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, fold_energy, make_fold
from puzzles.rna.puzzle import RnaPuzzle

pytestmark = pytest.mark.compiled

FOLDS = int(os.environ.get("MCS_TUI_FOLDS", "40"))
"""Random sequences of 10 to 400 nt; set it to 10000 for the run by hand."""

TIES = ("AU", "AAU", "GU", "GGUA", "GC", "AUUU", "GCCGAU")
"""Bases of sequences in which many structures have the same energy."""


def vienna(sequence: str) -> tuple[str, int]:
    """ViennaRNA's structure and energy."""
    structure, energy = RNA.fold_compound(sequence, models.details(models.load("eterna-v2"))).mfe()
    return structure, round(100 * energy)


def ours(sequence: str) -> tuple[str, int]:
    """Our structure and energy."""
    fold = chain(len(sequence))
    energy = fold_design(fold, codes(sequence))
    return dot_bracket(fold.partner), energy


@pytest.mark.parametrize("alphabet", ["ACGU", "GGCCAU", "GU", "AU"])
def test_no_structure_of_a_short_sequence_has_less_energy(alphabet: str) -> None:
    rng = random.Random(4)
    for _ in range(8):
        sequence = random_sequence(rng, rng.randint(5, 15), alphabet)
        compound = RNA.fold_compound(sequence, models.details(models.load("eterna-v2")))
        energies = {one: round(100 * compound.eval_structure(one)) for one in every_structure(sequence)}
        structure, energy = ours(sequence)
        assert energy == min(energies.values()) == energies[structure]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_the_shortest_sequences_fold(length: int) -> None:
    sequence = "GAAAAC"[:length]
    assert ours(sequence) == ("." * length, 0)


def test_random_sequences_of_10_to_400_nt_fold_as_viennarna_has_it() -> None:
    rng = random.Random(1)
    longest = 400 if FOLDS > 40 else 160
    for _ in range(FOLDS):
        sequence = random_sequence(rng, rng.randint(10, longest))
        assert ours(sequence) == vienna(sequence)
    sequence = random_sequence(rng, 400)
    assert ours(sequence) == vienna(sequence)


def test_of_structures_with_the_same_energy_viennarnas_is_taken() -> None:
    rng = random.Random(2)
    for _ in range(200):
        sequence = random_sequence(rng, rng.randint(5, 50), rng.choice(TIES))
        assert ours(sequence) == vienna(sequence)


def test_loops_of_30_bases_are_the_longest_inside_a_fold() -> None:
    for bulge in (29, 30, 31):
        sequence = "GGGGGG" + "A" * bulge + "CCCCCCC" + "GAAA" + "GGGGGGG" + "CCCCCC"
        assert ours(sequence) == vienna(sequence)
        sequence = "GGGGGG" + "A" * (bulge - 9) + "CCCCCCC" + "GAAA" + "GGGGGGG" + "A" * 9 + "CCCCCC"
        assert ours(sequence) == vienna(sequence)


@pytest.mark.parametrize("hairpin", ["CAACG", "GUUAC", "CUUCGG", "CCGAGG", "ACAGUGCU", "ACAGUACU"])
def test_special_hairpins_have_their_own_energy(hairpin: str) -> None:
    sequence = f"AGGCA{hairpin}UGCCA"
    structure, energy = ours(sequence)
    assert (structure, energy) == vienna(sequence)
    assert structure == "." + "(" * 5 + "." * (len(hairpin) - 2) + ")" * 5 + "."


def test_published_designs_fold_into_their_targets_and_so_do_their_neighbours_into_viennarnas(
    benchmark_data: Path,
) -> None:
    rng = random.Random(3)
    with gzip.open(benchmark_data / "eterna100" / "solutions_verified.tsv.gz", "rt") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 1790
    folded = [row for row in rows if row["mfe_turner2004_d2"]]
    assert len(folded) > 1000
    for row in sorted(folded, key=lambda row: len(row["sequence"])):
        assert ours(row["sequence"]) == (row["target"], round(100 * float(row["mfe_turner2004_d2"])))
    for row in rng.sample([row for row in rows if len(row["sequence"]) < 150], FOLDS):
        bases = list(row["sequence"])
        for _ in range(rng.randint(0, 3)):
            bases[rng.randrange(len(bases))] = rng.choice("ACGU")
        assert ours("".join(bases)) == vienna("".join(bases))


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


OTHER_MODEL = """
import json, random, sys
import RNA
from drivers.fold_designs import chain, codes, dot_bracket, random_sequence
from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, make_fold
from puzzles.rna.puzzle import RnaPuzzle
model = models.load(sys.argv[1])
rng, differ = random.Random(7), []
special = ["GGCACAACGUGCC", "GGCAGGGGACUGCC", "GGCACGAAAGUGCC", "GGCACUACGGUGCC", "GGCAGGAAACUGCC"]
drawn = [random_sequence(rng, rng.randint(5, 120), rng.choice(["ACGU", "AU", "GU", "GGCCAU"])) for _ in range(60)]
for sequence in special + drawn:
    fold = make_fold(RnaPuzzle("." * len(sequence), model=model.name))
    energy = fold_design(fold, codes(sequence))
    structure, expected = RNA.fold_compound(sequence, models.details(model)).mfe()
    if (dot_bracket(fold.partner), energy) != (structure, round(100 * expected)):
        differ.append(sequence)
folded = RNA.fold_compound("GGCACGAAAGUGCC", models.details(model)).mfe()
print(json.dumps({"differ": differ, "native": int(fold.native[0]), "hairpin": round(100 * folded[1])}))
"""


@pytest.mark.parametrize(("name", "native"), [("1999-d2", 1), ("eterna-v1", 0)])
def test_the_other_models_fold_as_viennarna_has_it(name: str, native: int) -> None:
    reported = in_own_process(OTHER_MODEL, name)
    assert reported["differ"] == []
    assert reported["native"] == native
    assert reported["hairpin"] != vienna("GGCACGAAAGUGCC")[1]  # Turner 1999 is another set


PUBLISHED = """
import csv, gzip, json, sys
from drivers.fold_designs import codes, dot_bracket
from puzzles.rna.folding.fold import fold_design, make_fold
from puzzles.rna.puzzle import RnaPuzzle
with gzip.open(sys.argv[1], "rt") as file:
    rows = [row for row in csv.DictReader(file, delimiter="\\t") if row["mfe_turner1999_d1"]]
differ, judged = [], 0
for row in rows[:: int(sys.argv[2])]:
    fold = make_fold(RnaPuzzle(row["target"], model="eterna-v1"))
    energy = fold_design(fold, codes(row["sequence"]))
    judged += 1
    if (dot_bracket(fold.partner), energy) != (row["target"], round(100 * float(row["mfe_turner1999_d1"]))):
        differ.append(row["sequence"])
print(json.dumps({"differ": differ, "judged": judged}))
"""


def test_published_designs_of_the_first_version_fold_into_their_targets(benchmark_data: Path) -> None:
    every = 1 if FOLDS > 40 else 20
    reported = in_own_process(PUBLISHED, str(benchmark_data / "eterna100" / "solutions_verified.tsv.gz"), str(every))
    assert reported["differ"] == []
    assert reported["judged"] >= 1000 // every
