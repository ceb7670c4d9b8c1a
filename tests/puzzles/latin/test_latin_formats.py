"""Latin texts: what is written is read back exactly, every known format is read, and Kakuro texts are left alone."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from drivers import latin_texts
from drivers.latin_texts import joined, squares
from hypothesis import assume, given, settings

from puzzles.latin import FAMILY
from puzzles.latin.formats.plain import cut
from puzzles.latin.formats.rows import data_lines
from puzzles.latin.grouped import HOLE
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare

FEW = settings(max_examples=25)
"""Many formats are tried, each on a few squares."""
FEWER = settings(max_examples=8)
"""For all pairs of a separator and a mark."""

WRITTEN = sorted(one.name for one in FAMILY.formats if one.writes and one.reads)
FIXED_FROM_0 = [latin_texts.xcsp3, latin_texts.xcsp3_scattered]
FIXED_FROM_1 = [latin_texts.dzn, latin_texts.param, latin_texts.param_be]


@pytest.mark.parametrize("name", WRITTEN)
@FEW
@given(square=squares())
def test_what_is_written_is_read_back(name: str, square: LatinSquare) -> None:
    text = FAMILY.write(square, name)
    assert FAMILY.parse(text) == square
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize(("name", "first"), list(zip(WRITTEN, cycle((0, 1)), strict=False)))
def test_a_large_square_is_read_back(name: str, first: int) -> None:
    n = MAX_ORDER
    grid = tuple(HOLE if (r + 2 * c) % 5 == 0 else (r + c) % n for r in range(n) for c in range(n))
    square = LatinSquare(n, grid, first)
    assert FAMILY.parse(FAMILY.write(square, name)) == square


@FEW
@given(square=squares())
def test_plain_json_values_are_read_back_with_the_note(square: LatinSquare) -> None:
    noted = LatinSquare(square.order, square.grid, square.first_symbol, 'a "note" with "rows": [[1]] in it')
    again = FAMILY.from_json(json.loads(json.dumps(FAMILY.to_json(noted))))
    assert again == noted
    assert again.note == noted.note
    assert FAMILY.parse(FAMILY.write(noted, "json")).note == noted.note


@pytest.mark.parametrize("emit", FIXED_FROM_0)
@FEW
@given(square=squares())
def test_formats_with_symbols_from_0_are_read(emit: Callable[[LatinSquare], str], square: LatinSquare) -> None:
    read = FAMILY.parse(emit(square))
    assert (read.order, read.grid, read.first_symbol) == (square.order, square.grid, 0)
    assert f"0 to {square.order - 1}" in read.note


@pytest.mark.parametrize("emit", FIXED_FROM_1)
@FEW
@given(square=squares())
def test_formats_with_symbols_from_1_are_read(emit: Callable[[LatinSquare], str], square: LatinSquare) -> None:
    read = FAMILY.parse(emit(square))
    assert (read.order, read.grid, read.first_symbol) == (square.order, square.grid, 1)
    assert f"1 to {square.order}" in read.note


@pytest.mark.parametrize("separator", [" ", "\t", ",", ", ", ";", "  \t"])
@pytest.mark.parametrize("hole", [".", "_", "*", "-", "0", "-1"])
@FEWER
@given(square=squares())
def test_plain_grids_with_symbols_from_1_are_read(separator: str, hole: str, square: LatinSquare) -> None:
    assume(square.order - 1 in square.grid)
    read = FAMILY.parse(joined(separator, 1, hole)(square))
    assert (read.grid, read.first_symbol) == (square.grid, 1)
    assert f"symbols read as 1 to {square.order}" in read.note


@pytest.mark.parametrize("separator", [" ", "\t", ","])
@pytest.mark.parametrize("hole", [".", "_", "*", "-1"])
@FEWER
@given(square=squares())
def test_plain_grids_with_symbols_from_0_are_read(separator: str, hole: str, square: LatinSquare) -> None:
    assume(0 in square.grid and HOLE in square.grid)
    read = FAMILY.parse(joined(separator, 0, hole)(square))
    assert (read.grid, read.first_symbol) == (square.grid, 0)
    assert read.note == f"symbols read as 0 to {square.order - 1}"


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
@FEW
@given(square=squares())
def test_empty_fields_are_holes(separator: str, square: LatinSquare) -> None:
    assume(square.order - 1 in square.grid)
    assert FAMILY.parse(joined(separator, 1, "")(square)).grid == square.grid


@pytest.mark.parametrize("hole", [".", "_", "*", "0"])
@pytest.mark.parametrize("between", ["\n", ""])
@FEW
@given(square=squares(largest=9))
def test_compact_grids_are_read(hole: str, between: str, square: LatinSquare) -> None:
    assume(square.order - 1 in square.grid)
    text = between.join("".join(row) for row in latin_texts.cells(square, 1, hole))
    assert FAMILY.parse(text).grid == square.grid


@FEW
@given(square=squares())
def test_windows_line_ends_and_a_byte_order_mark_change_nothing(square: LatinSquare) -> None:
    for name in WRITTEN:
        text = FAMILY.write(square, name)
        assert FAMILY.parse("\ufeff" + text.replace("\n", "\r\n")) == square


@pytest.mark.parametrize("text", ["1\t\t2\n.\t\t1\n", "\t1  2\n\t.  1\n", "1\t2\n.\t1\n\t\t\t\n", "\t1\t2\n\t\t1"])
def test_tabs_that_only_align_or_indent_part_nothing(text: str) -> None:
    assert FAMILY.parse(text).grid == (0, 1, -1, 0)


def test_lines_of_a_list_with_one_tab_are_not_filled_to_a_square() -> None:
    rows, note = cut(list(data_lines("\t" + "\n1" * 2000)))
    assert (sum(map(len, rows)), note) == (2002, "")


def test_rows_that_lost_their_last_tabs_end_in_holes_with_a_note() -> None:
    read = FAMILY.parse("1\t2\t\t4\n2\n\t\t\t1\n4\t\t1\t\n")
    assert read.grid == (0, 1, -1, 3, 1, -1, -1, -1, -1, -1, -1, 0, 3, -1, 0, -1)
    note = "symbols read as 1 to 4; rows that end early are read as ending in holes (line 2)"
    assert read.note == note


@pytest.mark.parametrize(
    ("text", "grid", "first", "note"),
    [
        ("1 .\n. .", (0, -1, -1, -1), 1, "symbols assumed to be 1 to 2; the grid would also fit 0 to 1"),
        ("1 -1\n-1 -1", (1, -1, -1, -1), 0, "symbols assumed to be 0 to 1; the grid would also fit 1 to 2"),
        ("0 1\n1 0", (0, 1, 1, 0), 0, "symbols read as 0 to 1"),  # 0 once in each row and column: a symbol
        ("0 1\n0 0", (-1, 0, -1, -1), 1, "symbols read as 1 to 2, holes as 0"),  # 0 twice in a row: a hole
        ("0 .\n. .", (0, -1, -1, -1), 0, "symbols read as 0 to 1"),  # another mark for holes: 0 is a symbol
        ("# symbols 0 to 1\n. 1\n. .", (-1, 1, -1, -1), 0, "symbols read as 0 to 1"),
        ("% symbols 1 to 2\n0 1\n1 0", (-1, 0, 0, -1), 1, "symbols read as 1 to 2, holes as 0"),
    ],
)
def test_the_first_symbol_is_found_out_and_noted(text: str, grid: tuple[int, ...], first: int, note: str) -> None:
    read = FAMILY.parse(text)
    assert (read.grid, read.first_symbol, read.note) == (grid, first, note)


def test_a_written_pls_is_what_other_readers_expect() -> None:
    square = LatinSquare(3, (0, -1, 2, -1, -1, -1, 2, 0, 1), 0)
    assert FAMILY.write(square, "pls") == "order 3\n   0  -1   2\n  -1  -1  -1\n   2   0   1\n"


def test_a_written_grid_is_aligned() -> None:
    grid = tuple((r + c) % 10 if r != c else HOLE for r in range(10) for c in range(10))
    text = FAMILY.write(LatinSquare(10, grid, 1), "grid")
    assert text.splitlines()[0] == " .  2  3  4  5  6  7  8  9 10"
    assert {len(line) for line in text.splitlines()} == {29}


@pytest.mark.parametrize("name", WRITTEN)
@FEW
@given(square=squares())
def test_a_board_is_written_in_place_of_the_givens_and_read_back(name: str, square: LatinSquare) -> None:
    n = square.order
    board = tuple((r + c) % n for r in range(n) for c in range(n))
    assert FAMILY.parse_board(square, FAMILY.write(square, name, board)) == board


def test_a_board_is_read_by_the_puzzles_own_symbols_where_both_fit() -> None:
    from_0, from_1 = LatinSquare(3, (HOLE,) * 9, 0), LatinSquare(3, (HOLE,) * 9, 1)
    assert FAMILY.parse_board(from_0, "1 . .\n. . .\n. . .")[0] == 1
    assert FAMILY.parse_board(from_1, "1 . .\n. . .\n. . .")[0] == 0
    assert FAMILY.parse_board(from_0, "0 0 1\n. . .\n. . .")[:3] == (0, 0, 1)  # faulty, but for the checker to say
    assert FAMILY.parse_board(from_0, "0 0 1\n1 2 0\n2 1 0")[:3] == (0, 0, 1)
    assert FAMILY.parse_board(from_1, "0 0 1\n0 0 0\n0 0 0")[:3] == (-1, -1, 0)


@FEW
@given(square=squares())
def test_all_latin_texts_are_recognised(square: LatinSquare) -> None:
    assume(sum(symbol != HOLE for symbol in square.grid) >= square.order)
    texts = [FAMILY.write(square, name) for name in WRITTEN]
    texts += [emit(square) for emit in FIXED_FROM_0 + FIXED_FROM_1]
    texts += [joined(separator, 1, ".")(square) for separator in (" ", "\t", ",")]
    assert min(FAMILY.recognise(text) for text in texts) >= 0.9


@pytest.mark.parametrize(
    "text", ["", "\n\n", "hello", "https://puzz.link/p?kakuro/5/5/48la0", '{"family": "kakuro"}', "# only"]
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert FAMILY.recognise(text) == 0.0


def test_the_benchmark_files_load_with_the_listed_order_and_holes(benchmark_data: Path) -> None:
    folder = benchmark_data / "latin"
    solutions = json.loads(gzip.decompress((folder / "solutions.json.gz").read_bytes()))
    listed = list(csv.DictReader((folder / "index.tsv").read_text().splitlines(), delimiter="\t"))
    assert len(listed) == 103
    for row in listed:
        text = (folder / row["file"]).read_text()
        puzzle = FAMILY.parse(text)
        assert (puzzle.order, puzzle.holes) == (int(row["order"]), int(row["holes"])), row["file"]
        assert FAMILY.recognise(text) >= 0.9, row["file"]
        if row["file"] in solutions:
            board = [int(word) for line in solutions[row["file"]] for word in line.split()]
            assert FAMILY.judge(puzzle, board).solved, row["file"]
    assert sum(row["file"] in solutions for row in listed) == len(solutions)


def test_the_scattered_clues_of_the_benchmark_are_read(benchmark_data: Path) -> None:
    puzzle = FAMILY.parse((benchmark_data / "latin" / "xcsp3-json" / "7-2-0.json").read_text())
    assert puzzle.holes == 47
    assert puzzle.grid[4 * 7 + 0] == 4  # x is the row, y the column
    assert puzzle.grid[6 * 7 + 5] == 2


def test_no_kakuro_is_taken_for_a_latin_square(benchmark_data: Path) -> None:
    texts = [
        path.read_text(encoding="utf-8-sig")
        for path in sorted((benchmark_data / "kakuro").rglob("*"))
        if path.is_file() and path.suffix not in (".md", ".tsv", ".gz")
    ]
    texts += [
        line for line in (benchmark_data / "kakuro" / "pzpr" / "puzzlink_urls.txt").read_text().splitlines() if line
    ]
    texts.append((benchmark_data / "paper-examples" / "kakuro10_solved.tsv").read_text())
    assert len(texts) > 40
    assert max(FAMILY.recognise(text) for text in texts) <= 0.1


def test_the_bundled_examples_are_what_they_say() -> None:
    found = {example.name: FAMILY.parse(example.text).title for example in FAMILY.examples}
    assert found == {
        "paper-20": "Latin square, order 20, 176 holes",
        "order-9": "Latin square, order 9, 34 holes",
        "order-33": "Latin square, order 33, 457 holes",
    }


def test_the_family_is_imported_without_numba() -> None:
    code = "import sys, puzzles.latin; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
