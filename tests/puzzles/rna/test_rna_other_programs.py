"""Designs as other programs read them: ViennaRNA, Biopython where it is installed, and plain readers of the formats."""

from __future__ import annotations

import importlib
import io
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import RNA

from puzzles.registry import get_family
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle

FAMILY = get_family("rna")
ARM = "(((((((..((((.......)))).(((((.......))))).....(((((.......))))))))))))...."
BASES = "CUACUCUAAGGAAAACGAUAUUCCGUAUGUGAGGAGAACAUAAAGCGUCAGAUUCAACUUCUGAAGAGUAGGCCA"
PUZZLE = RnaPuzzle(ARM * 2, name="two leaves", gc="20-80, 10-90 in 10", forbid="GGGGGG, EcoRI except 5-12")
DESIGNS = [BASES * 2, "G" + BASES[1:-1] + "A" + BASES]
BOARDS = [codes_of(one) for one in DESIGNS]
NAMES = ["two_leaves_1", "two_leaves_2"]


def written(form: str, number: int = 2) -> str:
    return FAMILY.write_many(PUZZLE, form, BOARDS[:number])


def test_viennarna_reads_fasta_ct_and_stockholm_as_they_are_meant(tmp_path: Path) -> None:
    path = tmp_path / "designs"
    path.write_text(written("fasta"))
    with path.open() as file:
        for name, design in zip(NAMES, DESIGNS, strict=True):
            _, head, sequence, _ = RNA.file_fasta_read(file)
            assert (head.split()[0], sequence) == (f">{name}", design)
    path.write_text(written("ct"))
    with path.open() as file:
        assert RNA.file_connect_read_record(file, "", 0)[1:4] == ["two leaves", DESIGNS[0], PUZZLE.target]
    path.write_text(written("stockholm"))
    wuss = PUZZLE.target.replace("(", "<").replace(")", ">")
    assert RNA.file_msa_read(str(path)) == [2, tuple(NAMES), tuple(DESIGNS), "two_leaves", wuss]


def test_ct_and_stockholm_that_viennarna_wrote_are_read(tmp_path: Path) -> None:
    path = tmp_path / "alignment.sto"
    RNA.file_msa_write(str(path), ("one",), (DESIGNS[0],), "leaf", PUZZLE.target)
    assert FAMILY.parse(path.read_text()) == RnaPuzzle(PUZZLE.target, start=DESIGNS[0], name="leaf")


@pytest.mark.parametrize("form", ["ct", "bpseq", "stockholm", "fasta", "genbank"])
def test_a_design_comes_back_with_its_target_and_is_written_back_the_same(form: str) -> None:
    text = written(form, 1)
    back: Any = FAMILY.parse(text)
    assert (back.target, back.start) == (PUZZLE.target, DESIGNS[0])
    assert FAMILY.parse_board(PUZZLE, text) == BOARDS[0]
    if form in ("ct", "bpseq", "stockholm"):
        assert FAMILY.write(back, form) == text
    else:
        assert back.demands == PUZZLE.demands


def test_bpseq_has_a_base_and_its_partner_a_line_and_one_design() -> None:
    table = RNA.ptable(PUZZLE.target)
    rows = [line for line in written("bpseq", 1).splitlines() if not line.startswith("#")]
    assert rows == [f"{at} {base} {table[at]}" for at, base in enumerate(DESIGNS[0], 1)]
    with pytest.raises(ValueError, match="bpseq holds one design, not 2"):
        written("bpseq")


def test_no_line_of_genbank_is_too_long_and_no_value_in_brackets_is_parted() -> None:
    """Programs put a blank where a value goes on in the next line; so no structure may."""
    text = written("genbank", 1)
    assert max(map(len, text.splitlines())) <= 80
    notes = re.findall(r'/note="([^"]*)"', text)
    pieces = [note.split()[-1] for note in notes if note.startswith("target ")]
    assert "".join(pieces) == PUZZLE.target
    assert len(pieces) > 1
    comment = text.partition("-START##\n")[2].partition("##RNA")[0].splitlines()
    assert all(" :: " in line for line in comment if line.strip())


def test_biopython_reads_and_writes_what_is_read_back() -> None:
    pytest.importorskip("Bio", reason="Biopython is not installed")
    sequences, alignments = (importlib.import_module(f"Bio.{name}") for name in ("SeqIO", "AlignIO"))
    for form in ("fasta", "genbank"):
        records = list(sequences.parse(io.StringIO(written(form)), form))
        assert [(one.id, str(one.seq).replace("T", "U")) for one in records] == list(zip(NAMES, DESIGNS, strict=True))
        again = io.StringIO()
        sequences.write(records[:1], again, form)
        back: Any = FAMILY.parse(again.getvalue())
        assert (back.target, back.start, back.demands) == (PUZZLE.target, DESIGNS[0], PUZZLE.demands)
    alignment = alignments.read(io.StringIO(written("stockholm", 1)), "stockholm")
    again = io.StringIO()
    alignments.write(alignment, again, "stockholm")
    assert FAMILY.parse_board(PUZZLE, again.getvalue()) == BOARDS[0]


@pytest.mark.parametrize(("form", "promoter"), [("order", ""), ("order-t7", "TAATACGACTCACTATA")])
def test_the_table_of_an_order_has_each_strand_as_rna_and_as_dna(form: str, promoter: str) -> None:
    head, *rows = [line.split("\t") for line in written(form).splitlines()]
    assert head == ["Name", "RNA sequence", "DNA", "Scale"]
    assert [row[:3] for row in rows] == [
        [name, design, promoter + design.replace("U", "T")] for name, design in zip(NAMES, DESIGNS, strict=True)
    ]
    dna = RnaPuzzle("((((....))))", model="dna-2004")
    assert FAMILY.write(dna, form, codes_of("GGGGAAUACCCC")).split("\t")[4:6] == [
        "GGGGAAUACCCC",
        f"{promoter}GGGGAATACCCC",
    ]
    duplex = RnaPuzzle("((((&))))", name="=pair")
    text = FAMILY.write(duplex, form, codes_of("GGGGCCCC"))
    assert [line.split("\t")[:2] for line in text.splitlines()[1:]] == [["_pair_A", "GGGG"], ["_pair_B", "CCCC"]]


def test_sbol_has_a_component_with_its_sequence_for_each_strand() -> None:
    duplex = RnaPuzzle("((((&))))", name="7 & <so>", model="dna-2004")
    root = ElementTree.fromstring(FAMILY.write(duplex, "sbol", codes_of("GGGUACCC")))
    sbol, rdf = "{http://sbols.org/v2#}", "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
    held = {one.get(f"{rdf}about"): one for one in root.findall(f"{sbol}Sequence")}
    found = root.findall(f"{sbol}ComponentDefinition")

    def links(name: str) -> list[str | None]:
        return [link.get(f"{rdf}resource") for one in found for link in one.findall(f"{sbol}{name}")]

    assert [one.findtext(f"{sbol}displayId") for one in found] == ["_7_so__A", "_7_so__B"]
    assert [held.pop(link).findtext(f"{sbol}elements") for link in links("sequence")] == ["gggt", "accc"]
    assert not held
    said = {one.findtext("{http://purl.org/dc/terms/}description") for one in found}
    assert said == {"7 & <so>: target ((((&)))), dna-2004"}
    assert all(str(link).endswith("#DnaRegion") for link in links("type"))
    assert written("sbol").count("#RnaRegion") == len(DESIGNS)


def test_sequences_alone_are_a_line_each() -> None:
    assert written("sequences") == "\n".join(DESIGNS) + "\n"


@pytest.mark.parametrize("form", ["ct", "bpseq", "stockholm"])
def test_two_strands_are_refused_where_a_format_has_no_sign_for_them(form: str) -> None:
    with pytest.raises(ValueError, match="two strands"):
        FAMILY.write(RnaPuzzle("((((&))))"), form)
