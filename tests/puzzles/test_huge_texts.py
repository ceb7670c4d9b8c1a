"""Texts of 200 kB that are nearly a puzzle: read or refused, never hung on."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError

MANY = 200_000
"""Characters; what takes a time that grows with their square hangs as surely as at the largest size."""
SQUARE = "3\n0 1 1\n1 0 1\n1 1 0\n0 9\n0 9\n0 9\n"


@pytest.mark.parametrize("family", ["samegame", "tsptw"])
@pytest.mark.parametrize(
    "text",
    [
        "0 1 1\n1 1 0\nmoves" + " " * MANY + "x",
        "0 0 0\n0 0 0\nmoves\n" + "0 0\n" * (MANY // 4),
        "# samegame" + " " * MANY + "x",
        "0 1 2 3\n" * (MANY // 8),
        "01" * (MANY // 2),
        '{"family"' + " " * MANY,
        '{"family": "tsptw", "travel": [' + "[" * MANY,
        "MS1:" + "\n" * MANY + "?",
        "NAME" + " " * MANY + "x",
        "DIMENSION : 5\nTYPE : " + "A" * MANY,
        "DIMENSION : 5\nTIME_WINDOW_SECTION\n" + "1 2 3\n" * (MANY // 6),
        "3\n" + "0 1 2\n" * (MANY // 6),
        SQUARE + "# tour:" + " 1" * (MANY // 2),
        SQUARE + "# coordinates:" + " 1 1," * (MANY // 5),
    ],
    ids=lambda text: text[:24].replace("\n", " "),
)
def test_it_is_refused_in_one_short_line(family: str, text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text[: registry.LARGEST_TEXT], family_name=family)
    assert len(str(caught.value)) < 250


def test_a_small_instance_below_a_megabyte_of_comments_is_read() -> None:
    puzzle = registry.read(SQUARE + "# tour\n" * 100_000)
    assert puzzle.title == "TSP with time windows, 3 nodes, cost"


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("rna", "." + "\t" * MANY + "x"),
        ("rna", "((((....)))) 1" + " " * MANY + "x"),
        ("rna", '"(((...)))"' + " " * MANY + "x y"),
        ("rna", "#\tstructure" + " " * MANY + "x y\tstructure\n1\t((((....))))"),
        ("rna", "name,target,sequence" + ",a" * (MANY // 4) + "\nx,(,A" + ",a" * (MANY // 4)),
        ("tsptw", '{"time_matrix": [], "time_windows": [], "a": ' + '\\"' * (MANY // 2)),
        ("tsptw", "time_matrix = []\ntime_windows = []\n" + "a = {}\n" * (MANY // 7)),
        ("tsptw", SQUARE[:-1] + "9" * MANY + "x\n"),
        ("tsptw", SQUARE + "# name: x\n" * (MANY // 10) + "# objective: x\n"),
        ("kakuro", "rows= x" + " " * MANY + "x\nHorizontal\n"),
        ("kakuro", '{"nRows": 60000, "nCols": 0, "clues": [' + "[]," * 59_999 + "[]]}"),
        (
            "kakuro",
            '{"family": "kakuro", "form": "crossword", "values": 9, "grid": ['
            + '"\\u002a,C3",' * (MANY // 13)
            + '"*"]}',
        ),
    ],
    ids=lambda part: part[:24].replace("\n", " ").replace("\t", " "),
)
def test_a_text_is_read_through_once(family: str, text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text[: registry.LARGEST_TEXT], family_name=family)
    assert len(str(caught.value)) < 250
