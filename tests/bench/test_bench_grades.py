"""`mcs-tui bench grades`: a row for each family, size and grade, with how many puzzles reached it."""

from __future__ import annotations

import argparse

import pytest

from solvers.bench import grades

pytestmark = pytest.mark.compiled


def test_the_table_has_a_row_for_each_family_and_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grades, "GRADES", ("easy", "medium"))
    (table,) = grades.run(argparse.Namespace(seed=1, instances=1, sizes=[6], families=["kakuro", "latin"])).tables
    assert [row[0] for row in table.rows] == [
        f"{title}, 6 x 6, {grade}" for title in ("Kakuro", "Latin square completion") for grade in ("easy", "medium")
    ]
    assert all(row[3] in ("1 of 1", "0 of 1") for row in table.rows)
    assert table.rows[0][3] == "1 of 1"


def test_variants_are_rows_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grades, "GRADES", ("easy",))
    every = grades._variants("sudoku")
    assert ("Killer Sudoku", {"variant": "killer"}) in every
    assert [title for title, _ in grades._variants("latin")] == ["Latin square completion"]
    monkeypatch.setattr(grades, "_variants", lambda family: every[:1] + [one for one in every if one[0] == "Windoku"])
    (table,) = grades.run(argparse.Namespace(seed=1, instances=1, sizes=[9, 6], families=["sudoku"])).tables
    rows = [(row[0], row[3]) for row in table.rows]
    assert rows == [(f"{name}, easy", "1 of 1") for name in ("Sudoku, 9 x 9", "Sudoku, 6 x 6", "Windoku, 9 x 9")]
