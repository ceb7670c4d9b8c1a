"""Links of f-puzzles.com: unpacked, read with all their constraints, refused in one line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from drivers.lz_string import pack
from drivers.sudoku_texts import VALUES
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.puzzle import Sudoku
from puzzles.text.lz_string import unpack

LOAD = "https://www.f-puzzles.com/?load="


def page(size: int = 9, clues: str = "", **more: Any) -> dict[str, Any]:
    """The page's data of a grid with these givens."""
    clues = clues or "." * size * size
    cells = [{"value": int(one), "given": True} if one != "." else {} for one in clues]
    return {"size": size, "grid": [cells[at : at + size] for at in range(0, size * size, size)], **more}


def read(data: dict[str, Any], head: str = LOAD) -> Sudoku:
    puzzle = registry.read(head + pack(json.dumps(data)))
    assert isinstance(puzzle, Sudoku)
    return puzzle


@pytest.mark.parametrize(("packed", "text"), [("BYUwNmD2Q===", "hello"), ("Q===", "")])
def test_what_the_page_has_packed_is_unpacked(packed: str, text: str) -> None:
    assert unpack(packed) == text


@given(st.text(st.sampled_from('ab"{}:é→'), max_size=400))
def test_packed_texts_are_unpacked(text: str) -> None:
    assert unpack(pack(text)) == text


def test_a_long_text_is_unpacked_and_a_longer_one_refused() -> None:
    draw = random.Random(1)
    text = "".join(draw.choice('{"value":123,given}') for _ in range(20_000))
    assert unpack(pack(text)) == text
    with pytest.raises(PuzzleError, match="holds over 1,048,576 characters"):
        unpack(pack("a" * 1_100_000))


@pytest.mark.parametrize("head", [LOAD, "f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"])
def test_a_link_is_the_puzzle(head: str) -> None:
    puzzle = read(page(clues=VALUES, title="Of the day", author="somebody"), head)
    assert puzzle == registry.read(f"# sudoku\n{VALUES}\n")
    assert puzzle.note == "Of the day"
    assert registry.read(json.dumps(page(clues=VALUES))) == puzzle


def test_values_of_a_player_are_no_givens() -> None:
    data = page(clues=VALUES)
    data["grid"][0][2] = {"value": 4}
    assert read(data) == read(page(clues=VALUES))


def cells(*names: str) -> tuple[int, ...]:
    return tuple((int(name[1]) - 1) * 6 + int(name[3]) - 1 for name in names)


@pytest.mark.parametrize(
    ("key", "marks", "expected"),
    [
        ("killercage", [{"cells": ["R1C1", "R1C2"], "value": "7"}], [("cage", ("R1C1", "R1C2"), 7)]),
        ("killercage", [{"cells": ["R1C1", "R1C2"], "value": ""}], [("distinct", ("R1C1", "R1C2"), 0)]),
        ("extraregion", [{"cells": ["R1C1", "R2C2"]}], [("distinct", ("R1C1", "R2C2"), 0)]),
        ("thermometer", [{"lines": [["R1C1", "R2C2", "R2C3"]]}], [("less", ("R1C1", "R2C2", "R2C3"), 0)]),
        (
            "arrow",
            [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"], ["R1C1", "R2C1", "R3C1"]]}],
            [("arrow", ("R1C1", "R1C2"), 0), ("arrow", ("R1C1", "R2C1", "R3C1"), 0)],
        ),
        ("renban", [{"lines": [["R1C1", "R2C2", "R2C3"]]}], [("stretch", ("R1C1", "R2C2", "R2C3"), 0)]),
        (
            "palindrome",
            [{"lines": [["R1C1", "R2C2", "R3C3", "R4C4", "R5C5"]]}],
            [("equal", ("R1C1", "R5C5"), 0), ("equal", ("R2C2", "R4C4"), 0)],
        ),
        ("clone", [{"cells": ["R1C1"], "cloneCells": ["R3C2"]}], [("equal", ("R1C1", "R3C2"), 0)]),
        ("difference", [{"cells": ["R1C1", "R1C2"], "value": ""}], [("consecutive", ("R1C1", "R1C2"), 0)]),
        ("difference", [{"cells": ["R1C1", "R1C2"], "value": "3"}], [("difference", ("R1C1", "R1C2"), 3)]),
        ("ratio", [{"cells": ["R1C1", "R1C2"]}], [("double", ("R1C1", "R1C2"), 0)]),
        ("ratio", [{"cells": ["R1C1", "R1C2"], "value": "3"}], [("quotient", ("R1C1", "R1C2"), 3)]),
        ("xv", [{"cells": ["R1C1", "R1C2"], "value": "X"}], [("sum", ("R1C1", "R1C2"), 10)]),
        ("xv", [{"cells": ["R1C1", "R1C2"], "value": "V"}], [("sum", ("R1C1", "R1C2"), 5)]),
        ("even", [{"cell": "R4C5"}], [("even", ("R4C5",), 0)]),
        ("odd", [{"cell": "R4C5"}], [("odd", ("R4C5",), 0)]),
        (
            "littlekillersum",
            [{"cell": "R0C1", "direction": "DR", "cells": ["R1C2", "R2C3"], "value": "9"}],
            [("sum", ("R1C2", "R2C3"), 9)],
        ),
        (
            "skyscraper",
            [{"cell": "R7C2", "value": "2"}, {"cell": "R3C0", "value": "1"}],
            [
                ("views", ("R3C1", "R3C2", "R3C3", "R3C4", "R3C5", "R3C6"), 1),
                ("views", ("R6C2", "R5C2", "R4C2", "R3C2", "R2C2", "R1C2"), 2),
            ],
        ),
        ("minimum", [{"cell": "R1C1"}], [("less", ("R1C1", "R1C2"), 0), ("less", ("R1C1", "R2C1"), 0)]),
        ("maximum", [{"cell": "R1C1"}], [("less", ("R1C2", "R1C1"), 0), ("less", ("R2C1", "R1C1"), 0)]),
        ("diagonal-", True, [("distinct", ("R1C1", "R2C2", "R3C3", "R4C4", "R5C5", "R6C6"), 0)]),
        ("diagonal+", True, [("distinct", ("R6C1", "R5C2", "R4C3", "R3C4", "R2C5", "R1C6"), 0)]),
        ("line", [{"lines": [["R1C1", "R9C9"]]}], []),
    ],
)
def test_each_constraint_is_ours(key: str, marks: object, expected: list[tuple[str, tuple[str, ...], int]]) -> None:
    puzzle = read(page(6, **{key: marks}))
    assert set(puzzle.constraints) == {Constraint(kind, cells(*names), number) for kind, names, number in expected}


@pytest.mark.parametrize(
    ("key", "rule"),
    [("antiknight", "anti-knight"), ("nonconsecutive", "non-consecutive"), ("disjointgroups", "corresponding")],
)
def test_each_rule_is_ours(key: str, rule: str) -> None:
    assert read(page(9, **{key: True, "antiking": False})).rules == (rule,)


def test_regions_that_are_no_boxes() -> None:
    data = page(4)
    for number, row in enumerate(data["grid"]):
        for column, cell in enumerate(row):
            cell["region"] = (column + (number == 0 and column < 2)) % 4 if number else column
    puzzle = read(data)
    assert (puzzle.boxes, puzzle.regions) == ((0, 0), (0, 1, 2, 3) * 4)
    for row in data["grid"]:
        for cell in row:
            cell["region"] = None
    assert (read(data).boxes, read(data).regions) == ((0, 0), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LOAD + "N4Ig", "cut off or damaged"),
        (LOAD + "%%%", "cut off or damaged"),
        (LOAD + pack("[1]"), "the link's puzzle can't be read"),
        (LOAD + pack('{"size": 9}'), "the link's puzzle can't be read"),
        (LOAD + pack("[" * 5000), "the link's puzzle"),
        ("https://www.f-puzzles.com/?id=yc2ph4z6", "names a puzzle that its page keeps"),
        ("https://sudokupad.app/abc123", "names a puzzle that its page keeps"),
        (LOAD + pack(json.dumps(page(9, whispers=[{"lines": [["R1C1", "R1C2"]]}]))), "no constraint 'whispers' here"),
        (LOAD + pack(json.dumps(page(9, killercage=[{"cells": ["R1C10"], "value": "3"}]))), "outside of the grid"),
        (LOAD + pack(json.dumps(page(9, killercage=[{"cells": ["A1"], "value": "3"}]))), "'A1' is no cell"),
        (LOAD + pack(json.dumps(page(9, killercage=[{"cells": ["R1C1"], "value": "x"}]))), "'x' is no number"),
        (LOAD + pack(json.dumps(page(9, clues="55" + "." * 79))), "5 twice in row 1 (columns 1 and 2); expected"),
        (LOAD + pack(json.dumps(page(9) | {"size": 8})), "does not fit size 8"),
    ],
)
def test_what_is_wrong_is_one_line(text: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text)
    assert said.replace("'", "") in str(caught.value).replace("'", "").replace('"', "")
    assert "\n" not in str(caught.value)
