"""`mcs-tui print`, and pages as formats of the other commands: PDF, PNG and SVG, several a page, solutions behind."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drivers.command_line import invoke, one_line
from PIL import Image

from puzzles.registry import families, get_family
from tui.words.printing import PAPERS, page_file, sheets

KAKURO = "x, 4\\, 3\\\n\\3, 0, 0\n\\4, 0, 0\n"
NO_SOLUTION = "1 . 3\n. 2 .\n3 . 2\n"
SVG = "{http://www.w3.org/2000/svg}"


def refused(*arguments: str, given: str) -> str:
    """The one line that a command ends with, on bad input."""
    result = invoke(*arguments, given=given)
    assert (result.exit_code, result.stdout) == (2, "")
    return one_line(result.stderr)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def texts(path: Path) -> list[str]:
    return [one.text or "" for one in ElementTree.parse(path).getroot().iter(f"{SVG}text")]


def test_a_page_of_every_family_as_pdf_png_and_svg() -> None:
    for family in families():
        puzzle = family.parse(family.examples[0].text)
        page = sheets([family.picture(puzzle)])
        assert {round(page[0].width), round(page[0].height)} == {595, 842}
        pdf = page_file("pdf", page)
        assert pdf.startswith(b"%PDF-")
        assert pages(pdf) == 1
        assert b"Date" not in pdf
        assert b"/FontFile" in pdf, "letters are embedded"
    # the last family's, twice: nothing of time or place is in it
    assert page_file("pdf", page) == pdf
    png = page_file("png", page)
    assert png == page_file("png", page)
    assert png.startswith(b"\x89PNG")


def test_a_drawn_page_has_its_ink_where_the_shapes_are(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(KAKURO)
    given = ("print", str(tmp_path / "puzzle.txt"), "--paper", "letter")
    assert invoke(*given, "--output", str(tmp_path / "x.png")).exit_code == 0
    with Image.open(tmp_path / "x.png") as image:
        assert image.size == (1700, 2200)
        grey = image.convert("L")
    dark = grey.point(lambda value: 255 if value < 250 else 0).getbbox()
    assert dark is not None
    left, top, right, bottom = dark
    assert 100 < left < right < 1600
    assert abs(left + right - 1700) < 12, "in the middle of the page"
    assert 100 < top < bottom < 2100


def test_several_to_a_page_with_the_solutions_behind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(KAKURO)
    (tmp_path / "b.txt").write_text("1 . 3\n. 3 .\n3 . 2\n")
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt", "a.txt")]
    done = invoke("print", *files, "--output", str(tmp_path / "sheet.svg"), "--per-page", "2", "--solutions")
    assert done.exit_code == 0, done.stderr
    names = [f"sheet-{number}.svg" for number in range(1, 5)]
    assert [line.rpartition("/")[2] for line in done.stderr.splitlines()] == names
    shown = [texts(tmp_path / name) for name in names]
    assert [sum(text.startswith(("1: ", "2: ", "3: ")) for text in page) for page in shown] == [2, 1, 0, 0]
    assert [[text for text in page if "olution" in text] for page in shown[2:]] == [
        ["Solution of 1", "Solution of 2"],
        ["Solution of 3"],
    ]
    assert [text for text in shown[2] if text.isdigit()][-9:] == list("123231312")


def test_a_puzzle_without_a_solution_is_told(tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text(NO_SOLUTION)
    done = invoke("print", str(tmp_path / "none.txt"), "--output", str(tmp_path / "x.svg"), "--solutions")
    assert done.exit_code == 1
    assert "no solution found" in done.stderr
    assert "No solution found" in texts(tmp_path / "x-2.svg")


def test_a_board_is_printed_and_pages_are_formats_of_convert(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(KAKURO)
    (tmp_path / "board.txt").write_text("1 2\n3 1\n")
    given = (str(tmp_path / "puzzle.txt"), "--board", str(tmp_path / "board.txt"))
    assert invoke("print", *given, "--output", str(tmp_path / "x.svg"), "-q").stderr == ""
    assert sorted(texts(tmp_path / "x.svg")[1:]) == ["1", "1", "2", "3", "3", "3", "4", "4"]
    assert invoke("convert", *given, "--output", str(tmp_path / "x.pdf")).exit_code == 0
    assert pages((tmp_path / "x.pdf").read_bytes()) == 1


def test_the_text_of_a_pdf_is_text(tmp_path: Path) -> None:
    """The digits stand in the page's stream as characters of the embedded font, which a reader can find and copy."""
    family = get_family("latin")
    pdf = page_file("pdf", sheets([family.picture(family.parse("1 . 3\n. 3 .\n3 . 2\n"))]))
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    drawn = next(text for text in map(zlib.decompress, (one for one in streams if one[:1] == b"x")) if b"TJ" in text)
    shown = b"".join(re.findall(rb"\[ (.*) \] TJ", drawn)).replace(b"\0", b"")
    assert b"(1)(3)(3)(3)(2)" in shown


def test_what_is_too_large_or_small_has_a_defined_outcome(tmp_path: Path) -> None:
    latin = tmp_path / "large.txt"
    family = get_family("latin")
    latin.write_text("\n".join(" ".join("1" if row == column else "." for column in range(200)) for row in range(200)))
    done = invoke("print", str(latin), "--output", str(tmp_path / "x.svg"))
    assert done.exit_code == 0
    assert "hard to read on this paper" in done.stderr
    many = family.picture(family.parse("1 .\n. 1\n"))
    assert len(sheets([many] * 5, 4, "letter")) == 2
    assert sheets([many], 1, "letter")[0].width == PAPERS["letter"][0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-", "--output", "x.txt"], "expected a file name that ends in .pdf or .png or .svg"),
        (["-", "--output", "x.pdf", "--per-page", "13"], "1 to 12"),
        (["-", "--output", "x.pdf", "--paper", "a5"], "'a5' is not one of 'a4', 'letter'"),
        (["-", "-", "--output", "x.pdf"], "only one FILE can be standard input"),
        (["-", "example:6", "--board", "-", "--output", "x.pdf"], "--board is for one FILE, not for 2"),
        (["example:5D", "--solutions", "--output", "x.pdf"], "morpion has a score"),
        (["-", "--output", "/nowhere/x.pdf"], "there is no folder /nowhere"),
    ],
)
def test_what_is_refused(arguments: list[str], expected: str) -> None:
    assert expected in refused("print", *arguments, given=KAKURO)


def test_a_page_of_too_many_shapes_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tui.words.printing.MOST_SHAPES", 10)
    line = one_line(invoke("print", "example:order-9", "--output", str(tmp_path / "x.pdf")).stderr)
    assert "at most 10 on a page; format svg holds any number" in line
    assert not (tmp_path / "x.pdf").exists()
