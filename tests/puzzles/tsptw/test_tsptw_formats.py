"""Instances and tours as texts: each format round, the forms of TSPLIB, and whose text is whose."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import hypot
from pathlib import Path

import pytest
from drivers.tsptw_puzzles import SMALL, puzzles, tours
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.tsptw.puzzle import TsptwPuzzle

FAMILY = get_family("tsptw")
WHOLE = ["matrix", "tsplib", "json"]
TOURS = ["sol", "tour"]

PLANE = """NAME: three
COMMENT: a customer at a half
TYPE: TSPTW
DIMENSION: 3
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
2 1.5 2.0e0
3 3 4
TIME_WINDOW_SECTION
3 4 20
1 0 100
2 0 10.5
SERVICE_TIME_SECTION
1 0
2 1
3 2
DEPOT_SECTION
1
-1
EOF
"""


@pytest.mark.parametrize("name", WHOLE)
@given(st.data())
@settings(max_examples=60)
def test_an_instance_with_a_tour_comes_back_from_each_format(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(apart=name != "matrix"))
    board = data.draw(tours(puzzle))
    text = FAMILY.write(puzzle, name, board)
    back = registry.read(text)
    assert (back, FAMILY.attached_board(back)) == (puzzle, board or None)
    assert FAMILY.parse(FAMILY.write(puzzle, name)) == puzzle
    if board:
        assert FAMILY.parse_board(puzzle, text) == board


@pytest.mark.parametrize("name", TOURS)
@given(st.data())
@settings(max_examples=30)
def test_a_tour_alone_comes_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(tours(puzzle))
    assert FAMILY.parse_board(puzzle, FAMILY.write(puzzle, name, board)) == board


@given(puzzles())
@settings(max_examples=100)
def test_an_instance_comes_back_from_json_values(puzzle: TsptwPuzzle) -> None:
    data = json.loads(json.dumps(FAMILY.to_json(puzzle)))
    assert FAMILY.from_json(data) == puzzle


def test_every_format_that_can_hold_an_instance_is_offered() -> None:
    puzzle = FAMILY.parse(SMALL)
    assert isinstance(puzzle, TsptwPuzzle)
    assert [one.name for one in FAMILY.writable(puzzle)] == [*WHOLE[:2], *TOURS, "json", "svg"]
    apart = replace(puzzle, service=(0, 1, 1, 1))
    assert [one.name for one in FAMILY.writable(apart)] == ["tsplib", *TOURS, "json", "svg"]
    with pytest.raises(PuzzleError, match="format matrix can't hold service times apart"):
        FAMILY.write(apart, "matrix")


def test_a_tour_is_written_as_others_read_it() -> None:
    puzzle = FAMILY.parse(SMALL)
    assert FAMILY.write(puzzle, "sol", (3, 1, 2)) == "3 1 2\n"
    assert FAMILY.write(puzzle, "tour", (3, 1, 2)) == (
        "NAME : tsptw.tour\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n4\n2\n3\n-1\nEOF\n"
    )
    assert FAMILY.write(puzzle, "matrix", (3, 1, 2)) == f"{SMALL}# tour: 3 1 2\n"
    assert FAMILY.write(puzzle, "matrix") == SMALL
    written = json.loads(FAMILY.write(puzzle, "json", (3, 1, 2)))
    assert (written["tour"], written["cost"], written["violations"]) == ([3, 1, 2], 25.0, 2)  # 1 at 17, 2 at 21
    with pytest.raises(PuzzleError, match="visit 2: node 3 is visited already"):
        FAMILY.write(puzzle, "sol", (3, 3))


@pytest.mark.parametrize(
    "text",
    [
        "3 1 2",
        "0 3 1 2 0",
        "0\n3\n1\n2\n",
        "# cost 23\n3, 1, 2\n",
        "[0, 3, 1, 2, 0]",
        "0 -> 3 -> 1 -> 2 -> 0",
        "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n2 3\n1\n4\n-1\nEOF\n",  # the depot, 1, comes first
        '{"tour": [3, 1, 2]}',
        f"{SMALL}# tour: 3 1 2\n",
    ],
)
def test_a_tour_is_read_in_many_forms(text: str) -> None:
    assert FAMILY.parse_board(FAMILY.parse(SMALL), text) == (3, 1, 2)


def test_line_breaks_comments_and_blanks_of_a_matrix_do_not_matter() -> None:
    puzzle = FAMILY.parse(SMALL)
    words = SMALL.split()
    assert FAMILY.parse(" ".join(words)) == puzzle
    assert FAMILY.parse("\n".join(words)) == puzzle
    assert FAMILY.parse("# by hand\n\n" + SMALL.replace("0 40", "0   40.00 # the depot")) == puzzle


def test_numbers_keep_their_decimals_and_no_zeros() -> None:
    puzzle = FAMILY.parse(SMALL.replace("8 20", "8.25 2.0e1").replace("10 30", "10.5000000000000 30."))
    assert isinstance(puzzle, TsptwPuzzle)
    assert puzzle.digits == 2
    assert (puzzle.earliest, puzzle.latest) == ((0, 500, 825, 1050), (4000, 1500, 2000, 3000))
    assert "8.25 20\n10.5 30\n" in FAMILY.write(puzzle, "matrix")


def test_a_text_of_tsplib_with_points_and_service_times() -> None:
    puzzle = FAMILY.parse(PLANE)
    assert isinstance(puzzle, TsptwPuzzle)
    assert (puzzle.n, puzzle.digits, puzzle.name) == (3, 1, "three")
    assert puzzle.travel == (0, 30, 50, 30, 0, 30, 50, 30, 0)  # 2.5 is rounded up: int(d + 0.5)
    assert puzzle.service == (0, 10, 20)
    assert (puzzle.earliest, puzzle.latest) == ((0, 0, 40), (1000, 105, 200))
    assert puzzle.coordinates == ((0.0, 0.0), (1.5, 2.0), (3.0, 4.0))
    written = FAMILY.write(puzzle, "tsplib")
    assert "EDGE_WEIGHT_TYPE : EUC_2D" in written  # as the points still give the matrix
    assert FAMILY.parse(written) == puzzle
    other = replace(puzzle, travel=(0, 31, *puzzle.travel[2:]))
    assert "EXPLICIT" in FAMILY.write(other, "tsplib")
    assert FAMILY.parse(FAMILY.write(other, "tsplib")) == other


def test_distances_rounded_up() -> None:
    puzzle = FAMILY.parse(PLANE.replace("EUC_2D", "CEIL_2D").replace("3 3 4", "3 3 4.1"))
    assert isinstance(puzzle, TsptwPuzzle)
    assert puzzle.travel[2] == 60 > hypot(3, 4.1) * 10


def test_one_service_time_for_all() -> None:
    text = PLANE[: PLANE.index("SERVICE")] + "SERVICE_TIME : 7.5\nEOF\n"
    puzzle = FAMILY.parse(text)
    assert isinstance(puzzle, TsptwPuzzle)
    assert puzzle.service == (0, 75, 75)


SYMMETRIC = ((0, 1, 2, 3), (1, 0, 4, 5), (2, 4, 0, 6), (3, 5, 6, 0))
FORMATS: dict[str, Callable[[int, int], bool]] = {
    "FULL_MATRIX": lambda i, j: True,
    "UPPER_ROW": lambda i, j: i < j,
    "LOWER_ROW": lambda i, j: i > j,
    "UPPER_DIAG_ROW": lambda i, j: i <= j,
    "LOWER_DIAG_ROW": lambda i, j: i >= j,
    "UPPER_COL": lambda i, j: i < j,
    "LOWER_COL": lambda i, j: i > j,
    "UPPER_DIAG_COL": lambda i, j: i <= j,
    "LOWER_DIAG_COL": lambda i, j: i >= j,
}


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_of_a_matrix_is_read(name: str) -> None:
    cells = [(i, j) for i in range(4) for j in range(4)]
    listed = [(j, i) if name.endswith("COL") else (i, j) for i, j in cells]  # column by column
    entries = [str(SYMMETRIC[i][j]) for i, j in listed if FORMATS[name](i, j)]
    windows = "\n".join(f"{node} 0 99" for node in range(1, 5))
    text = (
        f"DIMENSION : 4\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : {name}\n"
        f"EDGE_WEIGHT_SECTION\n{' '.join(entries)}\nTIME_WINDOW_SECTION\n{windows}\nEOF\n"
    )
    puzzle = registry.read(text)
    assert isinstance(puzzle, TsptwPuzzle)
    assert puzzle.travel == tuple(SYMMETRIC[i][j] for i, j in cells)


def test_all_instances_of_solomon_potvin_and_bengio_are_known_and_come_back(benchmark_data: Path) -> None:
    files = sorted((benchmark_data / "tsptw" / "SolomonPotvinBengio").glob("*.txt"))
    assert len(files) == 30
    for path in files:
        puzzle = registry.read_file(path)
        assert isinstance(puzzle, TsptwPuzzle)
        assert puzzle.n == int(path.read_text().split()[0])
        for name in WHOLE:
            assert registry.read(FAMILY.write(puzzle, name)) == puzzle


def test_texts_of_other_families_are_not_taken(benchmark_data: Path) -> None:
    for family in registry.families():
        samples = [one.text for one in (*family.examples, family.sample) if one is not None]
        for text in samples:
            assert registry.read(text).family == family.name
            puzzle = family.parse(text)
            for one in family.writable(puzzle):
                assert family is FAMILY or FAMILY.recognise(family.write(puzzle, one.name)) == 0, (text[:50], one.name)
    folders = ("latin", "kakuro", "samegame", "morpion")
    files = [path for name in folders for path in sorted((benchmark_data / name).rglob("*")) if path.is_file()]
    texts = [path.read_bytes() for path in files if path.stat().st_size < 100_000]
    assert len(texts) > 20
    for data in texts:
        assert FAMILY.recognise(data.decode("utf-8", "replace")) == 0


def test_a_list_of_nodes_one_a_line_is_no_instance() -> None:
    text = "2\n" + "\n".join(map(str, (1, 3, 4, 5, 6, 7, 8, 9))) + "\n"  # as many numbers as an instance of two nodes
    instance = "10\n" + "1 " * 99 + "1\n" + "0 99\n" * 10
    assert FAMILY.parse_board(FAMILY.parse(instance), text) == (2, 1, 3, 4, 5, 6, 7, 8, 9)


@pytest.mark.parametrize(
    "text",
    [
        "4\n1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1\n",  # a Latin square below its order
        "4\n1 2 3 4\n2 1 4 3\n3 4 1 9\n4 3 2 1\n",  # with a slip
        "4\n1 . 3 4\n. 1 4 3\n3 4 . .\n4 3 2 1\n",
        "4\n0 1 1 2\n2 1 1 2\n0 0 2 1\n1 1 1 1\n",  # a board below its height
        "123\n2.1\n31.\n",  # symbols that nothing parts
        "02.\n011\n210\nmoves\n1 0\n0 1\n0 0\n",
        "2\n2\n1\n1\nmoves\n0 0\n0 0\n",  # a board of one column
        "3\n3\n1\n1\n0 0\n0 0\n",
        "\t4\n1\t1\n3\t3\n",  # a Kakuro's print with one column
    ],
)
def test_a_number_alone_above_other_grids_makes_no_instance(text: str) -> None:
    assert FAMILY.recognise(text) == 0
