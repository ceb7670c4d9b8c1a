"""Cells of CSV: none is a formula of a spreadsheet, each is read back as it was meant, and one function writes all."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.rna.formats.tables import read_csv, write_csv
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.separated import as_meant, csv_text

pytestmark = pytest.mark.fast
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-2+3", "@SUM(1)", "\t=1", "\rx", "\n=1", " =1", "\uff1d1", "'=1"])
def test_a_text_that_would_be_a_formula_is_marked_and_read_back(text: str) -> None:
    (cell,) = next(csv.reader(io.StringIO(csv_text([[text]]), newline="")))
    assert cell == f"'{text}"
    assert as_meant(cell) == text


@pytest.mark.parametrize(
    "number", [-5, -0.25, "-5", "+3", "-1.5e-3", ".5", "-.5", None, "", "text", "a=b", "(((...)))"]
)
def test_numbers_and_other_texts_stay_as_they_are(number: object) -> None:
    assert csv_text([[number, 1]]).split(",")[0] == ("" if number is None else str(number))


@given(st.text())
def test_every_text_is_read_back(text: str) -> None:
    cell = next(iter(csv.reader(io.StringIO(csv_text([[text, "x"]]), newline=""))))[0]
    assert not re.match(r"\s*[=+@-]", cell) or re.fullmatch(r"\s*[-+]?[\d.eE+-]+\s*", cell)
    assert as_meant(cell) == text


def test_a_design_keeps_its_name_through_a_table() -> None:
    puzzle = RnaPuzzle("((((...))))", name='=HYPERLINK("x")')
    text = write_csv(puzzle, [])
    assert "'=HYPERLINK" in text
    (record,) = read_csv(text)
    assert record.name == puzzle.name
    assert read_csv(record.text)[0].name == puzzle.name


def test_no_other_module_writes_csv() -> None:
    writing = [
        path.relative_to(ROOT).as_posix()
        for folder in ("puzzles", "priors", "solvers", "tui")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"csv\.(Dict)?[wW]riter", path.read_text(encoding="utf-8"))
    ]
    assert writing == ["puzzles/text/separated.py"]
