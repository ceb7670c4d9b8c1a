"""Every format of a target is read and written: round trips, what other programs write, the published lists."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.picture import WORDS, Circle, Pen, Picture, Words
from puzzles.picture import Path as Lines
from puzzles.rna import checker
from puzzles.rna.bases import codes_of
from puzzles.rna.flat_drawing import BAND, BASE, MISSING, NUMBER, PAIR, WRONG
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.structure import pairs_of
from puzzles.rna.undesignable.claims import claims, words
from puzzles.text.format_table import choose

FAMILY = registry.get_family("rna")

PLAIN = RnaPuzzle("((((....))))")
FULL = RnaPuzzle("((((....))))", "NNNNRNNNNNNK", "CCCCGAAAGGGG", "no. 1 of ours", "eterna-v1", "lexicographic")
FIXED = RnaPuzzle("((((....))))", "CCCCGAAAGGGG")
RESTRAINED = RnaPuzzle("((((....))))", "NNNNRYNNNNNK", name="restrained")
LOOP = RnaPuzzle(".....", name="no pair")

DESIGN = codes_of("CCCCGAAAGGGG")
OTHER = codes_of("AAAAGAAAUUUU")

DESIGNED = ("((((....))))", "", "CCCCGAAAGGGG")
"""Target, restraints and start sequence of a text with one sequence without restraints."""

LETTERS_ALONE = ("ct", "bpseq", "stockholm")
"""Formats of one line of letters and a name, a word in Stockholm; settings and a second line are left out."""
READ_TOO = [one.name for one in FAMILY.formats if one.writes and one.reads]


@pytest.mark.parametrize("name", READ_TOO)
@pytest.mark.parametrize("puzzle", [PLAIN, FULL, FIXED, RESTRAINED, LOOP], ids=lambda one: one.title)
def test_what_is_written_is_read_back(puzzle: RnaPuzzle, name: str) -> None:
    if name not in [one.name for one in FAMILY.writable(puzzle)]:
        assert name == "dbn"
        assert puzzle.start or "N" not in puzzle.restraints, "the one thing that .dbn has no line for"
        return
    text, called = FAMILY.write(puzzle, name), puzzle.name
    assert text.endswith("\n")
    if name in LETTERS_ALONE:
        letters = puzzle.start or puzzle.restraints
        start = letters if set(letters) <= set("ACGU") else ""
        puzzle = RnaPuzzle(puzzle.target, "" if start else letters, start)
        puzzle = replace(puzzle, name=re.sub(r"[^\w.-]+", "_", called) if name == "stockholm" else called)
    assert registry.read(text, family_name=None if puzzle.pairs else "rna") == puzzle


@pytest.mark.parametrize("name", READ_TOO)
def test_a_design_is_read_back_from_every_format(name: str) -> None:
    for puzzle in (PLAIN, FULL, FIXED, RESTRAINED):
        for board in (DESIGN, FAMILY.start_board(puzzle)):
            assert FAMILY.parse_board(puzzle, FAMILY.write(puzzle, name, board)) == board
    again = registry.read(FAMILY.write(FULL, name, DESIGN))
    assert isinstance(again, RnaPuzzle)
    assert (again.target, again.model) == (FULL.target, PLAIN.model if name in LETTERS_ALONE else FULL.model)


@pytest.mark.parametrize(
    ("text", "target", "restraints", "start", "name"),
    [
        ("((((....))))", "((((....))))", "", "", ""),
        ("\n  ((((....)))) NNNNRNNNNNNN \n", "((((....))))", "NNNNRNNNNNNN", "", ""),
        ("((((....))))\nnnnnrnnnnnnt\n", "((((....))))", "NNNNRNNNNNNU", "", ""),
        ("((((....))))\nccccgaaagggg\n", "((((....))))", "", "CCCCGAAAGGGG", ""),
        ("((((....))))\nNNNNNNNNNNNG\nCCCCGAAAGGGG\n", "((((....))))", "NNNNNNNNNNNG", "CCCCGAAAGGGG", ""),
        (">one two\n((((....))))\n", "((((....))))", "", "", "one two"),
        (">one\nCCCCGAAAGGGG\n((((....)))) (-10.30)\n", "((((....))))", "", "CCCCGAAAGGGG", "one"),
        (">one\nCCCCGA\nAAGGGG\n((((..\n..))))\n", "((((....))))", "", "CCCCGAAAGGGG", "one"),
        ("CCCCGAAAGGGG\n((((....)))) ( -9.50)\n", "((((....))))", "", "CCCCGAAAGGGG", ""),
        ("CCCCGAAAGGGG\n((((....)))) -9.50 kcal/mol\n", "((((....))))", "", "CCCCGAAAGGGG", ""),
        ("#Name: bpRNA_1\n#Length: 12\n#PageNumber: 1\nCCCCGAAAGGGG\n((((....))))\n", *DESIGNED, "bpRNA_1"),
        ("# File a.dp\n# part\nCCCCGA\nAAGGGG\n((((..\n..))))\n", "((((....))))", "", "CCCCGAAAGGGG", ""),
        ('"((((....))))" CCNNNNNNNNGG\n', "((((....))))", "CCNNNNNNNNGG", "", ""),
        ('"((((....))))"\n', "((((....))))", "", "", ""),
        ('"((((....))))" CCCCGAAAGGGG\n', "((((....))))", "CCCCGAAAGGGG", "", ""),
        ('{"structure": "((((....))))", "sequence": "CCCCGAAAGGGG", "name": "j"}', *DESIGNED, "j"),
        ("\ufeff((((....))))\r\nNNNNRNNNNNNN\r\n", "((((....))))", "NNNNRNNNNNNN", "", ""),
    ],
)
def test_what_people_and_programs_write(text: str, target: str, restraints: str, start: str, name: str) -> None:
    puzzle = registry.read(text)
    assert puzzle == RnaPuzzle(target, restraints, start, name)


def test_a_natural_sequence_that_cannot_pair_is_left_out_with_a_note() -> None:
    puzzle = registry.read(">wild\nACCCGAAAGGGC\n((((....))))\n")
    assert puzzle == RnaPuzzle("((((....))))", name="wild")
    assert "positions 1 and 12" in puzzle.note
    assert "no base is fixed" in registry.read("((((....))))\nCCCCGAAAGGGG\n").note


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("CCCCGAAAGGGG", DESIGN),
        ("  cccc gaaa\n gggg\n", DESIGN),
        ("CCCCGAAAGGGT", codes_of("CCCCGAAAGGGU")),
        ("CCCCNAAAGGGG", (2, 2, 2, 2, 0, 1, 1, 1, 3, 3, 3, 3)),
        (">x\nCCCCGAAAGGGG\n....((....))\n", DESIGN),
        ("((((....))))\nNNNNNNNNNNNG\nCCCCGAAAGGGG\n", DESIGN),
        ('["CCCCGAAAGGGG"]', DESIGN),
        ('{"sequence": "CCCCGAAAGGGG"}', DESIGN),
        ('{"designs": [{"sequence": "CCCCGAAAGGGG"}]}', DESIGN),
        ("id,target,sequence\n1,((((....)))),CCCCGAAAGGGG\n", DESIGN),
    ],
)
def test_designs_are_read(text: str, board: tuple[int, ...]) -> None:
    assert FAMILY.parse_board(PLAIN, text) == board


def test_many_designs_in_one_text() -> None:
    rows = list(csv.DictReader(io.StringIO(FAMILY.write_many(FULL, "csv", [DESIGN, OTHER]))))
    assert [row["sequence"] for row in rows] == ["CCCCGAAAGGGG", "AAAAGAAAUUUU"]
    assert [row["solved"] for row in rows] == ["yes", "no"]
    assert (rows[0]["gc"], rows[0]["unique"], rows[0]["model"]) == ("0.75", "yes", "eterna-v1")
    assert 0.9 < float(rows[0]["probability"]) < 1
    assert 0 < float(rows[0]["defect"]) < 0.05
    assert rows[0]["probability_at_most"] == ""  # not known under eterna-v1
    (other,) = csv.DictReader(io.StringIO(FAMILY.write_many(PLAIN, "csv", [DESIGN])))
    assert float(other["probability"]) < float(other["probability_at_most"]) < 1
    assert (rows[1]["fold"], rows[1]["distance"], rows[1]["unique"]) == ("." * 12, "4", "no")
    assert 0 < float(rows[1]["probability"]) < 0.5, "of a design that misfolds, too"
    data = json.loads(FAMILY.write_many(FULL, "json", [DESIGN, OTHER]))
    assert [one["sequence"] for one in data["designs"]] == ["CCCCGAAAGGGG", "AAAAGAAAUUUU"]
    assert data["designs"][0]["energy"] == float(rows[0]["energy"])
    for name in ("fasta", "csv", "dot-bracket", "dbn"):
        text = FAMILY.write_many(FULL, name, [DESIGN, OTHER])
        entries = FAMILY.entries(text)
        assert [FAMILY.parse_board(FULL, one.text) for one in entries] == [DESIGN, OTHER]
        with pytest.raises(PuzzleError, match="the text holds 2 designs"):
            FAMILY.parse_board(FULL, text)
    with pytest.raises(PuzzleError, match="svg can't hold 2 boards"):
        FAMILY.write_many(FULL, "svg", [DESIGN, OTHER])


def test_figures_that_are_known_are_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:

    facts = [FAMILY.judge(FULL, one).facts for one in (DESIGN, OTHER)]
    wanted = FAMILY.write_many(FULL, "csv", [DESIGN, OTHER])
    monkeypatch.setattr(checker, "judge", None)
    assert FAMILY.write_many(FULL, "csv", [DESIGN, OTHER], facts) == wanted


def _said(drawn: Picture, size: float = 0) -> list[str]:
    """The words of the picture, by default of all sizes."""
    return [one.text for one in drawn.shapes if isinstance(one, Words) and size in (0, one.size)]


def _count(drawn: Picture, pen: Pen) -> int:
    return sum(isinstance(one, Lines) and one.pen == pen for one in drawn.shapes)


def test_the_drawing_has_a_letter_for_every_base_and_marks_pairs_that_differ() -> None:
    drawn = FAMILY.picture(FULL, OTHER)
    letters = _said(drawn, BASE)
    assert "".join(letters[:12]) == "AAAAGAAAUUUU"
    assert letters[12:] == ["A", "C", "G", "U"], "the legend"
    assert any("4 pairs differ" in one for one in _said(drawn))
    assert "does not fold" in _said(drawn)
    assert _count(drawn, MISSING) == 2 * (4 + 1), "a cross at each pair that does not fold, and the legend's"
    assert _count(drawn, PAIR) == 1, "the legend's"
    discs = [one.pen for one in drawn.shapes if isinstance(one, Circle)]
    assert len(set(discs[:12])) == 3, "a colour a base"


def test_the_drawing_of_a_solution_and_of_a_bare_target() -> None:
    solved = FAMILY.picture(PLAIN, DESIGN)
    assert _count(solved, PAIR) == 4 + 1
    assert not _count(solved, MISSING)
    assert any("folds into its target" in one for one in _said(solved))
    assert "".join(_said(FAMILY.picture(RESTRAINED), BASE)[:12]) == RESTRAINED.restraints
    misfolded = FAMILY.picture(RnaPuzzle("((((....))))....."), codes_of("AGUGACGAUACUGUCGG"))
    assert _count(misfolded, WRONG), "pairs that fold instead are dashed"
    words = {
        design: " ".join(_said(FAMILY.picture(PLAIN, board)))
        for design, board in (("open", (0,) * PLAIN.length), ("broken", (1,) * PLAIN.length))
    }
    assert "N: an open position" in words["open"]
    assert "not folded" not in words["open"]
    assert "not folded: bases can't pair" in words["broken"]
    assert "open position" not in words["broken"]
    assert set(_said(FAMILY.picture(RnaPuzzle("." * 25)), NUMBER)) == {"5'", "10", "20", "3'"}


def test_motifs_that_are_proved_undesignable_have_a_band_and_the_proofs_below() -> None:
    puzzle = RnaPuzzle("...(((.((.(((....)))).))))...")
    proved = claims(puzzle)
    assert proved.found
    for drawn in (FAMILY.picture(puzzle), FAMILY.picture(puzzle, codes_of("AAAGGGAGGAGGGAAAACCCCACCCCAAA"))):
        discs = [one for one in drawn.shapes if isinstance(one, Circle)]
        bands = [one.centre for one in discs if one.pen == BAND]
        bases = [one.centre for one in discs if one.pen != BAND]
        assert bands[:-1] == [bases[index] for index in sorted(proved.positions)], "the last is the legend's"
        said = " ".join(_said(drawn, WORDS))
        for line in words(proved)[1:]:
            assert line in re.sub(" +", " ", said)
        assert max(y for one in drawn.shapes if isinstance(one, Words) for y in one.at[1:]) < drawn.height
    other = FAMILY.picture(RnaPuzzle(puzzle.target, model="1999-d2"))
    assert not [one for one in other.shapes if isinstance(one, Circle) and one.pen == BAND], "no proof holds there"


def test_several_states_have_a_drawing_and_a_dot_plot_each() -> None:
    puzzle = RnaPuzzle("((((....))))....", name="two", state="....((((....)))) at 60, target at 20")
    misfolding = codes_of("GGGGGGGGCCCCCCCC")
    drawn = FAMILY.picture(puzzle, misfolding)
    named = ["state 1, 20 °C", "state 2, 60 °C"]
    assert [one for one in _said(drawn) if one.startswith("state") and one.endswith("C")] == named * 2
    discs = [one for one in drawn.shapes if isinstance(one, Circle)]
    assert len(discs) == 2 * puzzle.length + 4, "the legend"
    assert len({round(one.centre[0]) for one in discs[:16]} & {round(one.centre[0]) for one in discs[16:32]}) == 0
    facts = checker.confirm(puzzle, misfolding).facts
    missing = [
        len(pairs_of(state.structure) - pairs_of(str(facts[f"state_{number}_fold"])))
        for number, state in enumerate(puzzle.states, start=1)
    ]
    assert sum(missing)
    assert sum(
        isinstance(one, Lines) and one.pen.line == MISSING.line and not one.pen.dashes and not one.closed
        for one in drawn.shapes
    ) == 2 * (sum(missing) + 1)
    inside = [one.centre for one in discs] + [
        point for one in drawn.shapes if isinstance(one, Lines) for point in one.points
    ]
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in inside)
    bare = FAMILY.picture(puzzle)
    assert [one for one in _said(bare) if one.startswith("state")] == named


def test_every_target_of_both_versions_is_read(benchmark_data: Path) -> None:
    path = benchmark_data / "eterna100" / "eterna100_puzzles.tsv"
    text = path.read_text(encoding="utf-8")
    published = json.loads((path.parent / "eterna100.json").read_text(encoding="utf-8"))
    family, entries = registry.read_entries(text)
    assert (family.name, len(entries), len(published)) == ("rna", 200, 100)
    for one in published:
        for version in ("V1", "V2"):
            puzzle = FAMILY.parse(choose(entries, f"{one['id']}:{version}").text)
            assert isinstance(puzzle, RnaPuzzle)
            assert puzzle.target == one[f"target_{version.lower()}"]
            assert puzzle.name == " ".join(one["name"].split())
            assert version in puzzle.note


def test_nemos_list_fixes_what_is_published_as_fixed(benchmark_data: Path) -> None:
    text = (benchmark_data / "eterna100" / "nemo_list.e100").read_text(encoding="utf-8")
    published = json.loads((benchmark_data / "eterna100" / "eterna100.json").read_text(encoding="utf-8"))
    entries = FAMILY.entries(text)
    assert len(entries) == 100
    restrained = 0
    for entry, one in zip(entries, published, strict=True):
        puzzle = FAMILY.parse(entry.text)
        assert isinstance(puzzle, RnaPuzzle)
        if one["locked_v1"]:
            assert puzzle.restraints == one["locked_v1"]
            assert sequence_of(FAMILY.start_board(puzzle)) == one["locked_v1"]
            restrained += 1
        if not one["nemo_target_differs"]:
            assert puzzle.target == one["target_v1"]
    assert restrained == 22


def test_examples_are_solvable_targets() -> None:
    solutions = {
        "hairpin": "CUGCGGAGAACCGUAG",
        "bulge": "GGGCAAGUAAUGGAGCAUGCUUCUUACAGUCC",
        "cloverleaf": "CUGCGGGGAAUGGGACAUGAUCAUAGUCCGAAAAAAACGGGCAAAGAACUUCUUCGAGCGAGGUCCCGUAGACCA",
        "restrained": "GGCAGUGUAAUGUGGGCGCAAGUCCGCGGGUGUCUUCGGACAUAAACACUGUUUA",
        "multiloop": "GUCCCGAUAAUAGAAAUUACGGCCCAAAAUUGGACCACAAACGGAAGACCGAACUGACCUCAGAGAGUGGAAGACG",
        "starfish": "GCAAGGAACACCAAGCUAGUGCAACCAAAAGGAACCAAACGGACCGGAAACGAAGAGAAAUCAAGC",
        "order": "CUGAUGAAGCGCCUAAAGGCGCAGACUACAGAUAGUAGUAACCAGCCUUCGGGCUGGAGCAUCAGUCCA",
        "duplex": "GGUCAGAAGACCAAUUACAACCAUGCUACCU&UGAGGUAGUAGGUUGUAUAGUU",
        "thermoswitch": "CUGGGGAAAACCCUAGAGAACUAGGG",
        "thermometer": "GUUGGGUAUUUGGGGCCGGGUGUCUGGCA",
        "riboswitch": "CCCGAUACCAGUAAACCCUUGGCAGCGGGGAAACUUGUUGCUAUA",
        "toehold": "AUACUUGACUUCGGCGCGUGUCUUGUGGUUUCCAAAAGAGGAGAGGAAAUAUGAAGACACGCAAAAAAAAAA"
        "&GGGAACUACAAGACACGUGCUGAAGUCAAG",
    }
    assert [one.name for one in FAMILY.examples] == list(solutions)
    for example in FAMILY.examples:
        puzzle = registry.read(example.text)
        assert puzzle.family == "rna"
        board = FAMILY.parse_board(puzzle, solutions[example.name])
        assert FAMILY.judge(puzzle, board).solved
