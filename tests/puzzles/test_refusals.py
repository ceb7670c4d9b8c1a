"""A text that no family reads is refused by the family that it is, or said to be what it is."""

from __future__ import annotations

import io
import zipfile

import pytest
from drivers.command_line import invoke, one_line

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.registry import LIKELY


def refused(text: str | bytes, source: str = "input.txt") -> str:
    with pytest.raises(PuzzleError) as caught:
        registry.read_bytes(text if isinstance(text, bytes) else text.encode(), source=source)
    line = str(caught.value)
    assert "\n" not in line
    return line


def zipped(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "x")  # of no date, as names of tests have its bytes
    return data.getvalue()


@pytest.mark.parametrize(
    ("text", "source", "family", "what"),
    [
        ("5 ENERGY = -1.0 x\n1 G 0 2 9 1 1\n", "a.txt", "rna", "a connect table (.ct)"),
        ("# STOCKHOLM 1.0\na ACGU\n//\n", "a.txt", "rna", "a Stockholm alignment"),
        ("LOCUS  x\nORIGIN\n//\n", "a.txt", "rna", "a GenBank file"),
        ("what is this\n", "a.dbn", "rna", "a secondary structure"),
        ("id,structure\na,what\n", "a.csv", "rna", "a table of RNA structures"),
        ("!! 3 x\n1 2 3\n", "a.txt", "tsptw", "an instance of da Silva and Urrutia"),
        ("CUST NO.  XCOORD.\n1 2\n", "a.txt", "tsptw", "customers with time windows, as Solomon has them"),
        ("EDGE_WEIGHT_SECTION\nx\n", "a.txt", "tsptw", "a TSPLIB instance"),
        ("Route #1: 3 2 x\n", "a.sol", "tsptw", "a tour"),
        ("p edge 3 2\ne 1 2\n", "a.col", "sudoku", "a graph to be coloured (DIMACS, by its line p)"),
        ('{"distance_matrix": 3}', "a.json", "tsptw", "JSON of an instance with time windows"),
        ('{"Moves": [], "LineLength": 9}', "a.json", "morpion", "JSON of a game of Morpion Solitaire"),
        ("1 (2,2) in (0,4)-(9,9)\n", "a.txt", "morpion", "moves of Morpion Solitaire"),
    ],
)
def test_the_family_that_a_text_is_refuses_it(text: str, source: str, family: str, what: str) -> None:
    line = refused(text, source)
    assert line.startswith(source)
    if registry.get_family(family).recognise(text) < LIKELY:  # else nothing else was meant
        assert f"this looks like {what}: " in line
        assert f"(mcs-tui formats --family {family} lists the forms)" in line
    with pytest.raises(PuzzleError) as own:
        registry.read(text, family_name=family)
    assert own.value.found in line
    assert own.value.expected in line


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("c x\np cnf 343 2\n1 0\n-1 -2 0\n", "2:1: this is a formula in conjunctive normal form (DIMACS); expected "),
        ("p sp 3 2\na 1 2 5\n", "1:1: this is a graph (DIMACS)"),
        ("<puzz.link/p?slither/5/5/abc>\n", "this is a puzz.link URL of slither; expected one of kakuro"),
        ("pzprv3\nnurikabe\n5\n5\n", "1:1: this is pzprv3 text of nurikabe; expected pzprv3 text of kakuro"),
        ("<!DOCTYPE html>\n<p>1 2</p>\n", "1:1: this is an HTML page"),
        ("# x\n[search]\nlevel = 2\n", "2:1: this is TOML"),
        ("import numpy\nx = 3\n", "1:1: this is Python"),
        ("(set-logic QF_LIA)\n", "1:1: this is an SMT-LIB script"),
        ('{"a": 1, "b": 2}', "this JSON ('a' and 'b') is no family's; expected an object with \"family\""),
        ('{"a": 1,', "1:9: this is not JSON"),
        (b"%PDF-1.7\nx", "this is a PDF file; expected its text, copied"),
        (b"\x89PNG\r\n\x1a\nx", "this is an image (PNG)"),
        (b"\x1f\x8b\x08x", "this is a gzip archive; expected the file in it, unpacked"),
        (zipped("xl/workbook.xml"), "this is a spreadsheet (.xlsx); expected the sheet saved as CSV"),
        (zipped("mimetype/opendocument.spreadsheet"), "this is a spreadsheet (.ods); expected the sheet saved as CSV"),
        (zipped("a.txt"), "this is a ZIP archive; expected the file in it, unpacked"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "this is a file of Excel or Word before 2007"),
    ],
)
def test_what_no_family_reads_is_named(text: str | bytes, what: str) -> None:
    if isinstance(text, bytes):
        with pytest.raises(PuzzleError) as caught:
            registry.read_bytes(text, source="input")
        line = str(caught.value)
    else:
        line = refused(text)
    assert what in line


def test_a_mark_of_another_family_does_not_change_what_is_read_or_named() -> None:
    assert registry.read("1 2\n2 1\n", source="a.ct").family == "latin"
    with pytest.raises(PuzzleError) as caught:
        registry.read("# STOCKHOLM 1.0\n", family_name="kakuro")
    assert "no known Kakuro format" in str(caught.value)


def test_text_of_a_spreadsheet_in_utf_16_is_read() -> None:
    for coding in ("utf-16", "utf-16-le", "utf-16-be"):
        mark = "" if coding == "utf-16" else "\ufeff"
        assert registry.read_bytes((mark + "1\t2\r\n2\t1\r\n").encode(coding)).family == "latin"


def test_on_the_command_line_it_is_one_line_with_exit_code_2() -> None:
    result = invoke("check", "-", given="p cnf 3 2\n1 0\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr).startswith("<stdin>:1:1: this is a formula in conjunctive normal form (DIMACS)")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"family": "ladder", "text": "ladder\\n1 2\\n"}', 1),
        ('{"family": "ladder", "puzzle": "ladder\\n1 2\\n", "game": []}', 1),
        ("\n# family: ladder\n5 1 1\n1 1 2\n1 1 9\n", 2),
    ],
)
def test_a_text_of_a_family_that_is_not_installed_names_it(text: str, line: int) -> None:
    lack = "there is no family 'ladder' here; expected the distribution that adds it, or one of: latin, kakuro"
    assert refused(text).startswith(f"input.txt:{line}: {lack}")


def test_what_may_be_the_name_of_a_family_is_said_beside_the_fault_and_a_comment_is_none() -> None:
    line = refused("ladder\n5 1 1\n1 1 2\n1 1 9\n")
    assert line.startswith("input.txt:1:1: 'ladder' is no symbol; ")
    assert line.endswith("; or, if 'ladder' is a family, the distribution that adds it")
    assert "distribution" not in refused("# family: latin\n1 2 x\n2 1 3\n")
    assert registry.read("# family: ladder\n1 . 3\n. 3 .\n3 . 2\n").family == "latin"
