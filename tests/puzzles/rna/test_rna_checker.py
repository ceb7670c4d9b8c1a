"""The checker of designs: verdicts by ViennaRNA in any process, scores by hand, ensembles by enumeration."""

from __future__ import annotations

import csv
import gzip
import json
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.rna_structures import structures

from puzzles import registry
from puzzles.rna import checker, energy_models, vienna
from puzzles.rna.bases import codes_of
from puzzles.rna.energy_models import compound, energies, ensemble_energies
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle
from puzzles.rna.structure import pairs_of
from tui.processes import checking

FAMILY = registry.get_family("rna")

KT = 1.98717e-3 * 310.15

ALIKE = (
    "GCUUUUGGAAACACAAAAAAAAAAAGUGCUAAAAUGAAGUAAAAAAAAAUGGUUUUGAAA"
    "GUUUGGAAAAACGAGCACAAAGCACGUUUUUUUUUGCAACGUUUUGGAACGAAAGC"
)
"""A sequence whose MFE is another in each model; the figures below are RNAfold's, in processes of their own."""

TIED = {
    "eterna-v2": ("UACGGGCGCCUCCG", "CAUGGGGCCCCGC"),
    "eterna-v1": ("GCGCAGCGUUGCUUCG", "UGCUAUGGGAGAGCGGG"),
    "1999-d2": ("UGGGCCUUGGGAAGGC", "CCCCGCGGGACUCGC"),
    "dna-2004": ("GCUGGCUUUCAGGCG", "GUGCUAUCUAGCGGG"),
}
"""Sequences with two structures of least energy."""

SMOOTH = 0.03
"""ViennaRNA's partition function smooths the energies of dangling bases where they go through zero, so it differs from
a sum over all structures by so much at most."""

LEAST = {"eterna-v2": -34.5, "eterna-v1": -36.2, "1999-d2": -37.2, "dna-2004": -14.6}

MODEL_OF = {"mfe_turner2004_d2": "eterna-v2", "mfe_turner1999_d1": "eterna-v1"}


def verdict(target: str, design: str, **settings: str):
    return FAMILY.judge(RnaPuzzle(target, **settings), codes_of(design))


def test_published_solutions_are_judged_as_published(benchmark_data: Path) -> None:
    path = benchmark_data / "eterna100" / "solutions_verified.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as text:
        rows = list(csv.DictReader(text, delimiter="\t"))
    assert len(rows) == 1790
    chosen = [row for at, row in enumerate(rows) if at % 90 == 7 or (int(row["length"]) < 40 and at % 12 == 0)]
    seen = dict.fromkeys(MODEL_OF.values(), 0)
    for row in chosen:
        for column, model in MODEL_OF.items():
            if len(row["sequence"]) > 200:
                continue
            found = verdict(row["target"], row["sequence"], model=model)
            assert found.solved == bool(row[column]), row
            assert found.legal
            if row[column]:
                assert (found.score, found.facts["fold"]) == (1.0, row["target"])
                assert found.facts["energy"] == pytest.approx(float(row[column]), abs=1e-9)
                seen[model] += 1
    assert min(seen.values()) > 15


SETTINGS_BEFORE = {
    "nothing": "pass",
    "a fold of the defaults": "RNA.fold(ALIKE); RNA.fold_compound(ALIKE).pf()",
    "other tables": "RNA.params_load_RNA_Turner1999(); RNA.fold(ALIKE)",
    "other tables after a fold": "RNA.fold(ALIKE); RNA.params_load_RNA_Turner1999(); RNA.fold(ALIKE)",
    "the fold kernel's tables": "from puzzles.rna.folding import models; models.load('1999-d2')",
    "a set that is none of ours": "RNA.params_load_RNA_Andronescu2007(); RNA.fold(ALIKE)",
}

PROCESS = """
import json, sys
import RNA
from puzzles.rna import checker, energy_models, vienna
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle
ALIKE = {alike!r}
{before}
def bare():
    details = RNA.md()
    details.temperature = 36.0
    RNA.param(details)
    return round(RNA.fold_compound(ALIKE, RNA.md()).mfe()[1], 2)
loaded = bare()
reported = []
for _ in range(2):
    for model in MODEL_NAMES:
        found = checker.judge(RnaPuzzle("." * len(ALIKE), model=model), codes_of(ALIKE))
        _, least, free = energy_models.weighed(ALIKE, energy_models.ensemble_energies(model))
        reported.append((model, found.facts["energy"], round(least, 2), round(free, 4)))
        vienna.fold.cache_clear()
print(json.dumps([reported, loaded, bare()]))
"""


@pytest.mark.parametrize("before", SETTINGS_BEFORE)
def test_each_model_gives_its_own_verdict_whatever_was_loaded_before(before: str) -> None:
    text = PROCESS.format(alike=ALIKE, before=SETTINGS_BEFORE[before])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    reported, loaded, after = json.loads(done.stdout)
    free = {"eterna-v2": -34.7671, "eterna-v1": -37.8086, "1999-d2": -37.8086, "dna-2004": -18.2153}
    with_dangles_2 = {"eterna-v2": -34.5, "eterna-v1": -37.2, "1999-d2": -37.2, "dna-2004": -14.6}
    assert len(reported) == 8
    for model, energy, least, ensemble in reported:
        assert (energy, least, ensemble) == (LEAST[model], with_dangles_2[model], free[model])
    assert loaded == after, "what the process had loaded is as it was"


def test_a_library_that_gives_other_energies_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    import RNA

    RNA.params_load_RNA_Turner2004()
    RNA.fold(ALIKE)
    monkeypatch.setattr(RNA, "params_load_RNA_Turner1999", lambda: 1)  # as if the tables had not been loaded
    with pytest.raises(RuntimeError, match="Turner 1999"):
        energy_models._made(energy_models.TURNER_1999, 2)


def test_scores_by_hand() -> None:
    puzzle = RnaPuzzle("((((...))))")
    lexicographic = RnaPuzzle("((((...))))", objective="lexicographic")
    bare = RnaPuzzle("." * 9)
    assert checker.score(puzzle, 0, 0) == 1.0
    assert checker.score(puzzle, 2, 150) == pytest.approx(0.75 / 2.51)
    assert checker.score(puzzle, 10, 99) == pytest.approx(-0.25 * 2.0)
    assert checker.score(bare, 3, 0) == pytest.approx(0.25 / 1.01)
    assert checker.score(lexicographic, 0, 0) == 0.0
    assert checker.score(lexicographic, 2, 100) == -2.5
    worst = min(checker.score(puzzle, 1000, 10**6), checker.score(lexicographic, 1000, 10**6))
    assert worst > checker.LOWEST


def test_a_design_with_another_fold_is_legal_and_its_distance_is_reported() -> None:
    found = verdict("((((....))))", "AAAAGAAAUUUU")
    assert (found.legal, found.solved) == (True, False)
    assert found.facts["fold"] == "." * 12
    assert (found.facts["energy"], found.facts["distance"]) == (0.0, 4)
    assert found.facts["gap"] == found.facts["target_energy"] > 0
    assert found.score == pytest.approx(0.5 / (1.01 + float(found.facts["gap"])))
    (line,) = found.faults
    assert "4 pairs differ" in line
    assert f"{found.facts['gap']:.2f} kcal/mol" in line
    assert not {"unique", "probability", "defect"} & set(found.facts)


def test_what_is_against_the_rules_is_named_by_position() -> None:
    found = verdict("((((....))))", "ACCCGAAAGGGC", restraints="NNNNNYNNNNNN")
    assert (found.legal, found.solved, found.score) == (False, False, checker.LOWEST)
    assert found.faults == ("positions 1 and 12: A and C can't pair", "position 6: A where the restraint is Y")
    assert not FAMILY.judge(RnaPuzzle("((...))"), (1, 2, 3)).legal
    assert not FAMILY.judge(RnaPuzzle("((...))"), (1, 2, 3, 9, 1, 1, 1)).legal
    many = FAMILY.judge(RnaPuzzle("((((....))))" * 10), (1,) * 120)
    assert many.faults[-1] == "and 20 more"


def test_open_positions_are_legal_and_unsolved() -> None:
    puzzle = RnaPuzzle("((((....))))", "GNNNNNNNNNNN")
    found = FAMILY.judge(puzzle, FAMILY.start_board(puzzle))
    assert (found.legal, found.solved, found.faults, found.score) == (True, False, (), checker.LOWEST)
    assert dict(found.facts) == {}


@pytest.mark.parametrize("model", MODEL_NAMES)
def test_ensembles_are_those_of_all_structures(model: str) -> None:
    draw = random.Random(f"ensembles {model}")
    seen = set()
    several = ["".join(draw.choices("ACGUGC", k=draw.randint(11, 16))) for _ in range(12)]
    for sequence in [*TIED[model], *several]:
        judged, weighed = compound(sequence, energies(model)), compound(sequence, ensemble_energies(model))
        all_of_them = structures(sequence)
        costs = {one: round(100 * judged.eval_structure(one)) for one in all_of_them}
        weights = {one: math.exp(-weighed.eval_structure(one) / KT) for one in all_of_them}
        total, least = sum(weights.values()), min(costs.values())
        folded = vienna.fold(sequence, "." * len(sequence), model)
        assert folded.energy == least == costs[folded.structure]
        found = vienna.ensemble(sequence, folded.structure, model)
        ties = sum(cost == least for cost in costs.values())
        seen.add(ties == 1)
        assert found.unique == (ties == 1)
        assert found.probability == pytest.approx(weights[folded.structure] / total, abs=SMOOTH)
        wanted = pairs_of(folded.structure)
        partner = {index: other for pair in wanted for index, other in (pair, pair[::-1])}
        wrong = 0.0
        for one, weight in weights.items():
            own = {index: other for pair in pairs_of(one) for index, other in (pair, pair[::-1])}
            wrong += weight * sum(own.get(index) != partner.get(index) for index in range(len(sequence)))
        assert found.defect == pytest.approx(wrong / total / len(sequence), abs=SMOOTH)
    assert seen == {True, False}


def test_solutions_are_ranked_by_uniqueness_then_probability_then_defect() -> None:
    facts = [
        {"unique": False, "probability": 0.9, "defect": 0.1},
        {"probability": 0.5, "defect": 0.1},
        {"unique": True, "probability": 0.4, "defect": 0.2},
        {"unique": True, "probability": 0.4, "defect": 0.1},
        {"unique": True, "probability": 0.6, "defect": 0.3},
    ]
    verdicts = [checker.Verdict(True, 1.0, facts=one) for one in facts]
    assert sorted(verdicts, key=FAMILY.many_solutions.rank_key) == verdicts
    assert FAMILY.many_solutions.rank_key(checker.Verdict(False, 0.9)) < FAMILY.many_solutions.rank_key(verdicts[0])


def test_uniqueness_is_not_known_where_structures_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    design = "CUGCGGAGAACCGUAG"
    monkeypatch.setattr(vienna, "MOST_LISTED", 1)
    vienna.ensemble.cache_clear()
    found = verdict("((((((....))))))", design)
    vienna.ensemble.cache_clear()
    assert found.solved
    assert "unique" not in found.facts


def test_a_solution_is_confirmed_without_its_ensemble(monkeypatch: pytest.MonkeyPatch) -> None:
    """300 designs of 240 nt, judged already, took another 100 s when they were printed."""
    puzzle = registry.read("((((....))))\n")
    board = tuple("ACGU".index(base) + 1 for base in "GGGGAAAACCCC")
    whole = FAMILY.judge(puzzle, board)
    monkeypatch.setattr(vienna, "ensemble", None)
    found = FAMILY.many_solutions.confirm(puzzle, board)
    assert found is not None
    assert found.solved
    names = ("probability", "defect", "rivals", "defects", "pair_probabilities", "unique")
    more = {name: whole.facts[name] for name in names}
    assert whole.facts == {**found.facts, **more}
    assert checking.confirmed(FAMILY, puzzle, board) == found
    assert not checking.confirmed(FAMILY, puzzle, (1,) * 12).solved
