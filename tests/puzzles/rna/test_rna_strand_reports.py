"""Designs of two strands as they are reported, written, drawn, and checked for synthesis."""

from __future__ import annotations

import csv
import io
import math
import random

import pytest

from puzzles import registry
from puzzles.parameters import ParameterError
from puzzles.picture import Path, Words
from puzzles.rna import flat_drawing, picture, report
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.specification import judging

FAMILY = registry.get_family("rna")
TARGET = "((((..((((&))))....))))"
DESIGN = "GGCAAAGCGC&GCGCAAAAUGCC"


def test_a_design_of_two_strands_is_reported() -> None:
    puzzle = RnaPuzzle(TARGET, name="both")
    board = FAMILY.parse_board(puzzle, DESIGN)
    verdict = FAMILY.judge(puzzle, board)
    assert verdict.solved
    assert verdict.score == 0
    assert verdict.facts["fold"] == TARGET
    lines = FAMILY.remarks(puzzle, board)
    assert sum(line.startswith("binding -") for line in lines) == 1
    assert puzzle.title == "both, 10 + 12 nt, 8 pairs, eterna-v2"
    for form in ("fasta", "json", "csv", "dot-bracket", "dbn"):
        text = FAMILY.write_many(puzzle, form, [board, board], [verdict.facts] * 2)
        assert [text.count(one) for one in ((DESIGN,) if form != "fasta" else DESIGN.split("&"))] in ([2], [2, 2])
    assert "binding" in FAMILY.write(puzzle, "csv", board).partition("\n")[0]
    with pytest.raises(ParameterError, match="rnainverse is for one strand"):
        FAMILY.peers[0].require(puzzle)


def test_genbank_has_a_record_for_each_strand() -> None:
    puzzle = RnaPuzzle("((((....))))...((((&))))(((...)))", name="both", protein="MK at 2, M at 24")
    board = FAMILY.parse_board(puzzle, "GAUGAAAACAUCAAAGCGC&GCGCAUGAAACAU")
    text = FAMILY.write(puzzle, "genbank", board)
    first, second, rest = text.split("//\n")
    assert not rest
    assert [one.split()[1:3] for one in (first, second)] == [["both_A", "19"], ["both_B", "13"]]
    assert "RNA design both, strand 2 of 2." in second
    assert "        1 gatgaaaaca tcaaagcgc\n" in first
    stems = [[line.split()[1] for line in one.split("\n") if "stem_loop" in line] for one in (first, second)]
    assert "        1 gcgcatgaaa cat\n" in second
    assert stems == [["1..12"], ["5..13"]]
    assert [one.count("     CDS  ") for one in (first, second)] == [1, 1]
    assert "     CDS             5..7" in second or "     CDS             5..>7" in second
    assert all("binding" in one for one in (first, second))


def test_a_picture_has_both_strands_with_their_ends_and_nothing_between_them() -> None:
    puzzle = RnaPuzzle(TARGET)
    drawn = picture.picture(puzzle, FAMILY.parse_board(puzzle, DESIGN))
    words = [one.text for one in drawn.shapes if isinstance(one, Words)]
    assert words.count("5'") == words.count("3'") == 2
    backbones = [one for one in drawn.shapes if isinstance(one, Path) and one.pen == flat_drawing.STRAND]
    assert [len(one.points) for one in backbones] == [10, 12]
    assert "GGCAAAGCGC & GCGCAAAAUG CC" in words
    placed = flat_drawing.layout(puzzle.target, puzzle.nick)
    assert math.dist(placed[9], placed[10]) > math.dist(placed[8], placed[9]) + 1
    assert min(x for x, _ in placed) == min(y for _, y in placed) == 0


def test_each_strand_is_checked_for_synthesis_by_itself() -> None:
    draw, nothing = random.Random("strands"), RnaPuzzle("....").specification
    for _ in range(20):
        first, second = ("".join(draw.choices("ACGUGC", k=draw.randint(1, 60))) for _ in range(2))
        site = draw.choice(["GAAUUC", "GGUCUC", "CCCCCCCCCC", first])
        both = judging.checks(nothing, first + second + site, len(first))
        for strand, sequence in ((1, first), (2, second + site)):
            found = {one.limit: one.passed for one in both if one.strand == strand}
            assert found == {one.limit: one.passed for one in judging.checks(nothing, sequence)}
        assert {one.strand for one in both} == {1, 2}


def test_reports_say_which_strand_failed_a_check() -> None:
    """A demand on GC of both together is none on that of one; positions are counted over both strands."""
    first, second = "GGCCGGGGGGGGGGCC", "GGAAUUCAAAUAAUCC"
    puzzle = RnaPuzzle("((..............&..............))", forbid="BsaI", gc="60-70")
    board = codes_of(first + second)
    told = report.report(puzzle, board)
    assert [(one.strand, one.limit) for one in told.failed] == [
        (1, "GC 25-65 %"),
        (1, "runs of one base up to 9"),
        (2, "no site of EcoRI, XbaI, SpeI, PstI, NotI, BsmBI, BbsI, SapI"),
    ]
    assert report.check_lines(told) == (
        "synthesis checks passed: gc 60-70, forbidden BsaI",
        "synthesis checks of strand 1 passed: repeats up to 19 bases, "
        "no site of EcoRI, XbaI, SpeI, PstI, NotI, BsmBI, BbsI, SapI",
        "synthesis checks of strand 1 failed: GC 25-65 %: 16 of 16 bases are G or C, not 4 to 10; "
        "runs of one base up to 9: longest 10 (G at 5)",
        "synthesis checks of strand 2 passed: GC 25-65 %, runs of one base up to 9, repeats up to 19 bases",
        "synthesis checks of strand 2 failed: no site of EcoRI, XbaI, SpeI, PstI, NotI, BsmBI, BbsI, SapI: EcoRI at 18",
    )
    (row,) = csv.DictReader(io.StringIO(FAMILY.write(puzzle, "csv", board)))
    assert row["failed_checks"].startswith("strand 1: GC 25-65 %: 16 of 16 bases")
    assert row["failed_checks"].endswith("SapI: EcoRI at 18")
    assert (row["longest_run"], row["longest_repeat"]) == ("10", "9")
    assert [one["strand"] for one in FAMILY.report(puzzle, board, {})["checks"]] == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    records = FAMILY.write(puzzle, "genbank", board).split("//\n")
    assert [("strand 1:" in one, "strand 2:" in one) for one in records] == [
        (True, False),
        (False, True),
        (False, False),
    ]
