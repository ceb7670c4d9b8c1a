"""`mcs-tui bench sudoku`: a row for each file, with how many puzzles are solved as published; no sets are refused."""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import pytest

from puzzles.errors import PuzzleError
from solvers.bench import sudoku

pytestmark = pytest.mark.compiled

ONE = {"problem": "4 4\n1 2 3 4\n4 3 2 1\n3 - 1 2\n2 1 - 3", "solution": "4 4\n1 2 3 4\n4 3 2 1\n3 4 1 2\n2 1 4 3"}
TWO = {"problem": "4 4\n1 - - -\n- - - -\n- - - -\n- - - -", "solution": "4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1"}
WRONG = {"problem": "4 4\n1 1 - -\n- - - -\n- - - -\n- - - -", "solution": ""}


def chosen(folder: Path, beside: str | None = None) -> argparse.Namespace:
    return argparse.Namespace(folder=folder, seed=1, beside=beside, only="")


def test_the_table_counts_what_is_solved_unique_and_as_published(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    stored = {"one": ONE, "two": TWO, "wrong": WRONG}
    (tmp_path / "small.json.gz").write_bytes(gzip.compress(json.dumps(stored).encode()))
    (tmp_path / "other.json.gz").write_bytes(gzip.compress(b"{}"))
    (table,) = sudoku.run(chosen(tmp_path, "cp-sat")).tables
    ((name, puzzles, refused, solved, unique, *_, slowest, beside, _, _),) = table.rows
    assert (slowest in stored, beside) == (True, "2")
    assert (name, puzzles, refused, solved, unique) == ("small", "3", "1", "2", "1")


def test_texts_of_many_puzzles_are_a_row_too(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("1234432121433..2\n1...............\n11..............\n")
    (table,) = sudoku.run(chosen(tmp_path)).tables
    ((name, puzzles, refused, solved, unique, published, *_),) = table.rows
    assert (name, puzzles, refused, solved, unique, published) == ("lines", "3", "1", "2", "1", "0")


def test_a_folder_without_sets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="no set of puzzles"):
        sudoku.run(chosen(tmp_path))
