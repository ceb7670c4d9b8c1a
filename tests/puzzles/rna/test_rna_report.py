"""What is told of a design: rivals by enumeration, synthesis checks by hand, and the formats that hold them."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
from dataclasses import replace

import pytest
from drivers.rna_structures import structures

from puzzles import registry
from puzzles.picture import Path, Words
from puzzles.rna import checker, energy_models, report, vienna
from puzzles.rna.bases import codes_of
from puzzles.rna.formats.genbank import hairpins
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle
from puzzles.rna.specification import judging
from puzzles.rna.structure import pairs_of, partners_of
from puzzles.text.fields import Joined

FAMILY = registry.get_family("rna")
KT = 1.98717e-3 * 310.15
SMOOTH = 0.03
"""ViennaRNA's partition function smooths the energies of dangling bases."""
TARGET, DESIGN = "((((((....))))))", "CUGCGGAGAACCGUAG"
ORDER = RnaPuzzle(TARGET, name="an order", gc="40-65", forbid="GGGG, EcoRI", require="GNRA at 5-12", repeat="4")


def naive_repeat(sequence: str) -> int:
    """The length of the longest stretch that occurs twice, by trying all."""
    found = 0
    for first in range(len(sequence)):
        for last in range(first + 1, len(sequence) + 1):
            if sequence.find(sequence[first:last], first + 1) >= 0:
                found = max(found, last - first)
    return found


@pytest.mark.parametrize("model", MODEL_NAMES)
def test_rivals_are_the_most_probable_of_all_other_structures(model: str) -> None:
    draw = random.Random(f"rivals {model}")
    for _ in range(8):
        sequence = "".join(draw.choices("ACGUGC", k=draw.randint(11, 16)))
        weighed = energy_models.compound(sequence, energy_models.ensemble_energies(model))
        weights = {one: math.exp(-weighed.eval_structure(one) / KT) for one in structures(sequence)}
        total = sum(weights.values())
        target = draw.choice(sorted(weights, key=lambda one: -weights[one])[:3])
        found = vienna.ensemble(sequence, target, model)
        wanted = sorted((one / total for name, one in weights.items() if name != target), reverse=True)
        wanted = [one for one in wanted if one >= vienna.LEAST_SHARE * (1 + SMOOTH)][: vienna.MOST_RIVALS]
        shares = [one.share for one in found.rivals]
        assert shares[: len(wanted)] == pytest.approx(wanted, rel=SMOOTH)
        assert all(one.share == pytest.approx(weights[one.structure] / total, rel=SMOOTH) for one in found.rivals)
        assert target not in {one.structure for one in found.rivals}
        assert found.probability + sum(shares) < 1 + SMOOTH
        for first, last, odds in vienna.pair_odds(sequence, model):
            all_with = sum(weight for one, weight in weights.items() if (first, last) in pairs_of(one))
            assert odds == pytest.approx(all_with / total, abs=SMOOTH)


@pytest.mark.parametrize("free", [frozenset(), frozenset({1, 5, 9})])
def test_the_defect_by_position_is_that_of_all_structures(free: frozenset[int]) -> None:
    draw = random.Random(f"defects {sorted(free)}")
    for _ in range(6):
        sequence = "".join(draw.choices("ACGUGC", k=draw.randint(11, 15)))
        weighed = energy_models.compound(sequence, energy_models.ensemble_energies("eterna-v2"))
        weights = {one: math.exp(-weighed.eval_structure(one) / KT) for one in structures(sequence)}
        paired = {one for one in weights if not free & {i for i, letter in enumerate(one) if letter != "."}}
        target = draw.choice(sorted(paired, key=lambda one: -weights[one])[:3])
        wanted = partners_of(Joined(target))
        expected = [0.0] * len(sequence)
        for one, weight in weights.items():
            for i, other in enumerate(partners_of(Joined(one))):
                expected[i] += weight / sum(weights.values()) * (other != wanted[i] and i not in free)
        found = vienna.ensemble(sequence, target, "eterna-v2", free)
        assert found.defects == pytest.approx(expected, abs=SMOOTH)
        assert sum(found.defects) / (len(sequence) - len(free)) == pytest.approx(found.defect, abs=1e-4)


def test_reports_have_the_defect_by_position() -> None:
    """The same from the checker's facts, from facts of an old run, which lack it, and of a design that misfolds."""
    for design, puzzle in (
        (DESIGN, RnaPuzzle(TARGET)),
        ("A" * 16, RnaPuzzle("." * 16)),
        (DESIGN, RnaPuzzle("." * 16)),
    ):
        board = codes_of(design)
        facts = dict(checker.judge(puzzle, board).facts)
        told = FAMILY.report(puzzle, board, facts)
        facts.pop("defects", None)
        assert FAMILY.report(puzzle, board, facts)["defects"] == pytest.approx(told["defects"], abs=1e-4)
        assert sum(told["defects"]) / len(board) == pytest.approx(told["defect"], abs=1e-4)
        assert json.loads(FAMILY.write_many(puzzle, "json", [board]))["defects"] == told["defects"]
    puzzle = RnaPuzzle("((((....))))....", state="....((((....)))) at 60")
    facts = dict(checker.judge(puzzle, codes_of("GGGGAAAACCCCUUUU")).facts)
    told = FAMILY.report(puzzle, codes_of("GGGGAAAACCCCUUUU"), facts)
    assert "defects" not in told
    for number in (1, 2):
        assert sum(told[f"state_{number}_defects"]) / 16 == pytest.approx(told[f"state_{number}_defect"], abs=1e-4)
    assert FAMILY.report(puzzle, codes_of("AAAAAAAAAAAAAAAA"), {}) == {"sequence": "A" * 16}


def test_reports_list_the_pairs_of_some_probability() -> None:
    """The same from the checker's facts, from facts of an old run, which lack them, from damaged ones, and in JSON."""
    weak = "GGGAAAACCCAAAGGGAAAACCC"
    for design, puzzle in (
        (weak, RnaPuzzle("(((....)))...(((....)))")),
        (weak, RnaPuzzle("(((....)))...(((....)))", free="11-13")),
        ("GGGGAAACCCC", RnaPuzzle("((((..&.))))")),
        ("A" * 16, RnaPuzzle("." * 16)),
    ):
        board = codes_of(design)
        facts = dict(checker.judge(puzzle, board).facts)
        told = FAMILY.report(puzzle, board, facts)["pair_probabilities"]
        odds = vienna.pair_odds(puzzle.with_nick(design), puzzle.energy_model)
        expected = [[one + 1, other + 1, share] for one, other, share in odds if share >= 0.01]
        assert [one[:2] for one in told] == [one[:2] for one in expected]
        assert [one[2] for one in told] == pytest.approx([one[2] for one in expected], abs=5e-5)
        assert json.loads(FAMILY.write_many(puzzle, "json", [board]))["pair_probabilities"] == told
        for kept in (None, 5, "1-16", "1-99 0.5", "7-3 0.5", "1-5 1.5"):
            assert FAMILY.report(puzzle, board, facts | {"pair_probabilities": kept})["pair_probabilities"] == told
        assert "pair_probabilities" not in FAMILY.write_many(puzzle, "csv", [board])
    puzzle = RnaPuzzle("((((....))))....", state="....((((....)))) at 60")
    board = codes_of("GGGGAAAACCCCUUUU")
    told = FAMILY.report(puzzle, board, checker.judge(puzzle, board).facts)
    assert "pair_probabilities" not in told
    for number, model in ((1, "eterna-v2"), (2, "eterna-v2@60")):
        likely = {
            (one + 1, other + 1) for one, other, share in vienna.pair_odds("GGGGAAAACCCCUUUU", model) if share >= 0.01
        }
        assert {(one, other) for one, other, _ in told[f"state_{number}_pair_probabilities"]} == likely


def test_a_table_of_designs_has_a_column_for_each_figure_of_a_state() -> None:
    puzzle = RnaPuzzle("((((....))))....", state="....((((....)))) at 60")
    board = codes_of("GGGGGGGGCCCCCCCC")
    facts = checker.judge(puzzle, board).facts
    (row,) = csv.DictReader(io.StringIO(FAMILY.write_many(puzzle, "csv", [board])))
    for number in (1, 2):
        assert row[f"state_{number}_fold"] == facts[f"state_{number}_fold"]
        assert float(row[f"state_{number}_gap"]) == pytest.approx(facts[f"state_{number}_gap"])
        assert 0 <= float(row[f"state_{number}_probability"]) <= 1
        assert 0 <= float(row[f"state_{number}_defect"]) <= 1
    assert registry.read(FAMILY.write_many(puzzle, "csv", [board]), family_name="rna") == replace(
        puzzle, start="GGGGGGGGCCCCCCCC"
    )
    assert "state_1_fold" not in FAMILY.write_many(RnaPuzzle(TARGET), "csv", [codes_of(DESIGN)])


def test_rivals_of_a_target_with_free_positions_differ_elsewhere() -> None:
    design, target, free = "GGGCAAAAGCCCAAGGAAACC", "((((....)))).........", frozenset(range(14, 21))
    found = vienna.ensemble(design, target, "eterna-v2", free)
    assert found.rivals
    for one in found.rivals:
        differing = pairs_of(one.structure) ^ pairs_of(target)
        assert any(not free.issuperset(pair) for pair in differing)
    whole = {one.structure for one in vienna.ensemble(design, target, "eterna-v2").rivals}
    assert "((((....))))..((...))" in whole, "a rival only where no position is free"


def test_a_design_that_misfolds_is_reported_too() -> None:
    puzzle = RnaPuzzle("((((....))))")
    told = report.report(puzzle, codes_of("AAAAGAAAUUUU"))
    assert (told.solved, told.figures["unique"]) == (False, False)
    assert told.rivals[0].structure == "." * 12
    assert told.rivals[0].share > float(told.figures["probability"])
    words = "\n".join(FAMILY.remarks(puzzle, codes_of("AAAAGAAAUUUU")))
    assert "in the target" in words
    assert "without 1-12 2-11 3-10 and 1 more" in words


def test_facts_from_a_file_are_not_trusted() -> None:
    puzzle, board = RnaPuzzle(TARGET), codes_of(DESIGN)
    whole = report.report(puzzle, board)
    facts = FAMILY.judge(puzzle, board).facts
    for wrong in ({"rivals": "((( x"}, {"rivals": 3}, {"rivals": "() 0.5"}, {"energy": "low"}, {"probability": "x"}):
        assert report.report(puzzle, board, {**facts, **wrong}) == whole
    assert report.report(puzzle, board, {}) == whole
    open_one = report.report(puzzle, (0, *board[1:]))
    assert (open_one.figures, open_one.checks) == ({}, ())


@pytest.mark.parametrize(
    ("sequence", "failed"),
    [
        ("ACGUCAGGAUUCGCAUCGAAGUCCAUGUUGCAGUACCGGA", ""),
        ("AUUAAUAUUAAUUAGAUAUUCAUUAAUUAACAUAUAAUUA", "GC 25-65 %"),
        ("ACGUCAGGAAAAAAAAAACAUCGAAGUCCAUGUUGCAGUA", "runs of one base up to 9"),
        ("ACGUCAGGACUUACGAUACGCCCACGUCAGGACUUACGAUACG", "repeats up to 19 bases"),
        ("ACGUCAGAAUUCGCAUCGAAGUCCAUGUUGCAGUACCGGA", "no site of"),
        ("ACGUCAGAGACCGCAUCGAAGUCCAUGUUGCAGUACCGGA", "no site of"),
    ],
)
def test_usual_limits_of_suppliers(sequence: str, failed: str) -> None:
    puzzle = RnaPuzzle("." * len(sequence))
    found = judging.checks(puzzle.specification, sequence)
    assert [one.limit for one in found if not one.passed] == [
        one.limit for one in found if failed and one.limit.startswith(failed)
    ]
    assert not any(one.demanded for one in found)
    assert judging.longest_repeat(sequence) == naive_repeat(sequence)


def test_demands_take_the_place_of_usual_limits() -> None:
    found = {one.limit: one for one in report.report(ORDER, codes_of(DESIGN)).checks}
    assert [(name, one.found) for name, one in found.items() if one.demanded] == [
        ("gc 40-65", "10 of 16 bases are G or C"),
        ("forbidden GGGG", "none"),
        ("forbidden EcoRI", "none"),
        ("required GNRA", "at 6"),
        ("repeat 4", "none is longer"),
    ]
    usual = [name for name, one in found.items() if not one.demanded]
    assert not any(name.startswith(("GC", "repeats")) or "EcoRI" in name for name in usual)
    assert any("BsaI" in name for name in usual)
    broken = report.report(RnaPuzzle(TARGET, gc="20-30"), codes_of(DESIGN))
    assert not broken.solved, "it folds into its target, and breaks a demand"
    assert [one.limit for one in broken.failed] == ["gc 20-30"]
    for length in (1, 2):
        assert judging.checks(RnaPuzzle("." * length).specification, "A" * length)


def test_texts_hold_the_report_and_are_read_back() -> None:
    board = codes_of(DESIGN)
    told = report.report(ORDER, board)
    row = next(csv.DictReader(io.StringIO(FAMILY.write(ORDER, "csv", board))))
    assert (row["solved"], row["checks"], row["failed_checks"], row["unique"]) == ("yes", "pass", "", "yes")
    assert row["longest_run"], row["longest_repeat"] == ("2", str(naive_repeat(DESIGN)))
    assert row["rivals"].split()[::2] == [one.structure for one in told.rivals]
    data = json.loads(FAMILY.write(ORDER, "json", board))
    assert [one["structure"] for one in data["rivals"]] == [one.structure for one in told.rivals]
    assert [one["limit"] for one in data["checks"]] == [one.limit for one in told.checks]
    header = FAMILY.write(ORDER, "fasta", board).split("\n")[0]
    assert header.startswith(">an_order mfe=")
    assert f'gc=0.625 checks=pass name="an order" target={ORDER.target} demanded-gc=40-65' in header
    for name in ("csv", "json", "fasta"):
        text = FAMILY.write(ORDER, name, board)
        assert FAMILY.parse_board(ORDER, text) == board
        assert FAMILY.parse(text).title == ORDER.title, name
    broken = FAMILY.write(RnaPuzzle(TARGET, gc="20-30"), "csv", board)
    assert next(csv.DictReader(io.StringIO(broken)))["solved"] == "no"


def test_after_a_search_nothing_is_computed_again_and_no_long_ensemble(monkeypatch: pytest.MonkeyPatch) -> None:
    design, misfolding = codes_of(DESIGN), (1,) * 6 + (3,) * 4 + (4,) * 6
    known = {board: checker.judge(ORDER, board).facts for board in (design, misfolding)}
    lines = FAMILY.remarks(ORDER, design)
    assert FAMILY.remarks_after(ORDER, misfolding, known[misfolding]) == FAMILY.remarks(ORDER, misfolding)
    monkeypatch.setattr(checker, "ensemble_seconds", lambda length: 50.0)
    monkeypatch.setattr(checker, "judge", None)
    monkeypatch.setattr(vienna, "ensemble", None)
    assert FAMILY.remarks_after(ORDER, design, known[design]) == lines
    short = FAMILY.remarks_after(ORDER, misfolding, known[misfolding])
    assert short[-1] == "probability, defect and rivals are left out: they take some 50 s, which check has"


def read_genbank(text: str) -> list[tuple[str, str, list[tuple[str, str, dict[str, list[str]]]]]]:
    """The records of a flat file by its columns: name, sequence, features with their qualifiers."""
    found = []
    for record in text.removesuffix("//\n").split("//\n"):
        head, rest = record.split("FEATURES             Location/Qualifiers\n")
        table, origin = rest.split("ORIGIN\n")
        locus = head.split("\n")[0]
        assert all(line.isascii() and len(line) <= 80 for line in record.split("\n"))
        assert (locus[:12], locus[40:44], locus[44:53], locus[55:63]) == (
            "LOCUS       ",
            " bp ",
            "ss-RNA   ",
            "linear  ",
        )
        assert re.fullmatch(r"\d\d-[A-Z]{3}-\d{4}", locus[68:])
        assert re.fullmatch(r"(?:[A-Z ]{12}\S.*\n)+", head.replace("\n" + " " * 12, " "))
        features: list[tuple[str, str, dict[str, list[str]]]] = []
        for line in table.rstrip("\n").split("\n"):
            if line[5] != " ":
                features.append((line[5:21].strip(), line[21:], {}))
            elif line[21] == "/":
                name, _, value = line[22:].partition("=")
                features[-1][2].setdefault(name, []).append(value)
            else:
                list(features[-1][2].values())[-1][-1] += line[21:]
        sequence = re.sub(r"[\s0-9]", "", origin).upper().replace("T", "U")
        assert int(locus[29:40]) == len(sequence)
        found.append((locus[12:28].strip(), sequence, features))
    return found


def test_genbank_is_well_formed() -> None:
    start = "AUGGCUGCAGCAUAA"
    target = "(((((((((....)))).)))))" + "." * len(start)
    puzzle = RnaPuzzle(target, name='ein "Ärger" ' + "x" * 60, protein="MAAA* at 24", forbid="GGGGGG")
    boards = [codes_of(stem + start) for stem in ("GGCAGCGUCGAAAGACGACUGCC", "GCCAGCGUCGAAAGACGACUGGC")]
    records = read_genbank(FAMILY.write_many(puzzle, "genbank", boards))
    assert [one[0] for one in records] == ["ein_rger_xxxxx_1", "ein_rger_xxxxx_2"]
    for (_, sequence, features), board in zip(records, boards, strict=True):
        assert codes_of(sequence) == board
        told = report.report(puzzle, board)
        whole = f"1..{puzzle.length}"
        assert [one[:2] for one in features[:2]] == [("source", whole), ("misc_structure", whole)]
        notes = [re.sub(r"\s", "", one).strip('"') for one in features[1][2]["note"]]
        assert [one for one in notes if one.startswith("target")] == [
            f"target1-33{target[:33]}",
            f"target34-38{target[33:]}",
        ]
        assert f"probabilityofthetarget{float(told.figures['probability']):.4g}" in notes
        assert len([one for one in notes if one.startswith("rival")]) == len(told.rivals)
        assert len([one for one in notes if one.startswith(("passed", "failed"))]) == len(told.checks)
        assert [one[:2] for one in features[2:]] == [("stem_loop", "6..17"), ("CDS", "24..38")]
        assert features[-1][2] == {"codon_start": ["1"], "translation": ['"MAAA"']}
    alone = read_genbank(FAMILY.write(puzzle, "genbank"))
    assert alone[0][1] == puzzle.restraints


def test_genbank_has_no_question_mark_for_degrees_and_accents() -> None:
    puzzle = RnaPuzzle("((((((....))))))..........", name="Ärger", state="..........((((((....)))))) at 60")
    text = FAMILY.write(puzzle, "genbank", codes_of("CUGGGGAAAACCCUAGAGAACUAGGG"))
    assert "RNA design Arger." in text
    assert "state 2, 60 degrees C: " in " ".join(text.split())
    assert "?" not in text
    assert '"1 pair in a row"' in FAMILY.write(RnaPuzzle("(...)"), "genbank")


def test_units_stay_in_the_row_of_their_number() -> None:
    """Of a design whose lines are as long as the room beside the plot: `ensemble defect 78.1 %`."""
    target = "((((((.((((....))))))).(((....))).((((...(((....)))..(((....)))...))))..)))."
    design = "GUGGGUUGGUGACCCCGCCGUCUUGGUAAAUCACAGGUAAAUAGGUACCUACUUGUGAACGCAAACGUUUCAUAUC"
    drawn = FAMILY.picture(RnaPuzzle(target), codes_of(design))
    rows = [one.text for one in drawn.shapes if isinstance(one, Words)]
    assert any(row.endswith("78.1 %") for row in rows)
    assert not any(row.startswith(("%", "kcal")) or "\u00a0" in row for row in rows)


def test_stems_of_hairpins() -> None:
    def stems(structure: str) -> list[tuple[int, int, int]]:
        return hairpins(partners_of(Joined(structure)))

    assert stems("......") == []
    assert stems("((((....))))") == [(0, 11, 4)]
    assert stems(".((.(((...))).((...))))") == [(4, 12, 3), (14, 20, 2)]


def test_the_page_of_a_design_has_its_dot_plot_and_its_report() -> None:
    board = codes_of(DESIGN)
    target = FAMILY.picture(ORDER)
    drawn = FAMILY.picture(ORDER, board)
    assert drawn.height > target.height
    words = "\n".join(one.text for one in drawn.shapes if isinstance(one, Words))
    assert "CUGCGGAGAA CCGUAG" in words
    assert "6.8 % without 1-16" in words
    assert "passed: gc 40-65: 10 of 16 bases are G or C" in words
    squares = [one for one in drawn.shapes if isinstance(one, Path) and one.closed]
    frame, *dots = squares
    side = frame.points[1][0] - frame.points[0][0]
    found = {}
    for one in dots:
        (left, top), (right, bottom) = one.points[0], one.points[2]
        column = ((left + right) / 2 - frame.points[0][0]) / side * ORDER.length
        row = ((top + bottom) / 2 - frame.points[0][1]) / side * ORDER.length
        found[int(row), int(column)] = ((right - left) / side * ORDER.length) ** 2
    odds = {(one, other): share for one, other, share in vienna.pair_odds(DESIGN, "eterna-v2")}
    assert {place for place in found if place[0] > place[1]} == {(j, i) for i, j in pairs_of(TARGET)}
    for place, area in found.items():
        if place[0] < place[1] and odds[place] > 0.05:
            assert area == pytest.approx(odds[place])
    for other in ((0, *board[1:]), (1,) * 16):
        assert FAMILY.picture(ORDER, other).height == target.height, "no plot of a design that has no fold"


@pytest.mark.parametrize("length", [5, 9, 300])
def test_pages_of_all_lengths_stay_within_their_borders(length: int) -> None:
    """Also of a design whose probability is next to nothing."""
    drawn = FAMILY.picture(RnaPuzzle("(...)" + "." * (length - 5)), codes_of("GAAAC" + "G" * (length - 5)))
    for one in drawn.shapes:
        for x, y in (one.at,) if isinstance(one, Words) else getattr(one, "points", None) or (one.centre,):
            assert 0 <= x <= drawn.width
            assert 0 <= y <= drawn.height
