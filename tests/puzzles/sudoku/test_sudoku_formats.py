"""Texts of Sudoku and its neighbours: what is written is read back, pasted forms are known, faults have their place."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.sudoku_texts import PARKS, PARKS_FILLED, ROWS, VALUES

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.sudoku.checker import judge
from puzzles.sudoku.family import GENERATED
from puzzles.sudoku.formats import FORMATS
from puzzles.sudoku.instances import generate
from puzzles.sudoku.puzzle import Sudoku


def boxed(rows: list[str], bar: str, rule: str, edge: str = "") -> str:
    lines = []
    for number, row in enumerate(rows):
        if number in (3, 6):
            lines.append(rule)
        lines.append(edge + bar.join(row[at : at + 3] for at in (0, 3, 6)) + edge)
    return "\n".join(lines) + "\n"


PASTED = {
    "line": VALUES + "\n",
    "zeros": VALUES.replace(".", "0") + "\n",
    "rows": "\n".join(ROWS) + "\n",
    "blanks": "\n".join(" ".join(row) for row in ROWS) + "\n",
    "bars": boxed(ROWS, "|", "---+---+---"),
    "stars": "*-----------*\n" + boxed(ROWS, "|", "|---+---+---|", "|") + "*-----------*\n",
    "drawn": boxed(ROWS, "│", "───┼───┼───"),
    "sdk": "[Puzzle]\n" + "\n".join(ROWS) + "\n",
    "comma": "\n".join(",".join(row.replace(".", "0")) for row in ROWS) + "\n",
    "puzzlekit": "9 9\n" + "\n".join(" ".join(row.replace(".", "-")) for row in ROWS) + "\n",
    "labelled": "# sudoku\n" + "\n".join(ROWS) + "\n",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_pasted_grid_of_nine_is_a_sudoku(text: str) -> None:
    puzzle = registry.read(text)
    assert isinstance(puzzle, Sudoku)
    assert puzzle.boxes == (3, 3)
    assert FORMATS.write(puzzle, "line", None).strip() == VALUES


def test_a_grid_that_repeats_a_value_in_many_boxes_is_a_latin_square() -> None:
    rows = [
        " ".join(str((row + column) % 9 + 1) if (row + column) % 3 else "." for column in range(9)) for row in range(9)
    ]
    assert registry.read("\n".join(rows) + "\n").family == "latin"
    with pytest.raises(PuzzleError, match="twice in box 1"):
        registry.read("# sudoku\n" + "\n".join(rows) + "\n")


@pytest.mark.parametrize("variant", GENERATED)
def test_what_is_written_is_read_back(variant: str) -> None:
    order = 4 if variant in ("sudoku", "samurai", "kenken", "jigsaw") else 6 if variant not in ("windoku",) else 9
    family = get_family("sudoku")
    puzzle, solution = generate({"variant": variant, "order": order}, 3, 0, "test")
    assert puzzle.variant.name == variant
    for name in ("dimacs" if puzzle.graph else "grid", "json"):
        text = family.write(puzzle, name)
        assert registry.read(text) == puzzle
        assert family.parse_board(puzzle, family.write(puzzle, name, solution)) == tuple(solution)
    assert family.from_json(json.loads(json.dumps(family.to_json(puzzle)))) == puzzle
    assert family.picture(puzzle, solution).shapes


RULED = """\
# boxes 3 x 3
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . 1 2 3 . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
anti-knight
sum 45: r1c1-r9c9
sum 45: r9c1-r1c9
"""


def test_a_puzzle_of_one_s_own_rules_is_solved() -> None:
    puzzle = registry.read(RULED)
    assert isinstance(puzzle, Sudoku)
    assert puzzle.variant.name == "own"
    assert [one.kind for one in puzzle.constraints] == ["sum", "sum"]
    result = invoke("solve", "-", "-q", given=RULED)
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(
    ("line", "place", "found"),
    [
        ("cage r1c1 r1c2", "14:1", "without a number"),
        ("cage 5: r1c1 r1c1", "14:1", "names a cell twice"),
        ("cage 5: r1c1 r1c10", "14:14", "no cell r1c10"),
        ("less: r1c1", "14:1", "1 cell"),
        ("odd 3: r1c1", "14:5", "with a number"),
        ("sum 9: r1c1-r2c3", "14:8", "no straight run"),
        ("anti-knight r1c1", "14:1", "with more behind it"),
        ("boxes 2 x 3", "14:1", "boxes of 2 x 3 cells"),
    ],
)
def test_a_fault_in_a_rule_is_told_with_its_place(line: str, place: str, found: str) -> None:
    text = RULED.replace("# boxes 3 x 3\n", "\n") + line + "\n"
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="sudoku")
    assert found in str(caught.value)
    assert f":{place}:" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"boxes": 3}, '"boxes" is 3'),
        ({"boxes": [2, 3]}, "boxes of 2 x 3 cells"),
        ({"rows": [[1, 2]]}, "rows that do not fit"),
        ({"rules": ["none"]}, '"rules"'),
        ({"constraints": ["cage 3"]}, "0 cells"),
        ({"other": 1}, "'other'"),
        ({"rows": [[5, None, None, None]] * 4}, "symbol 5 is out of range"),
    ],
)
def test_a_fault_in_json_is_one_line(change: dict[str, object], found: str) -> None:
    whole = {"family": "sudoku", "order": 4, "boxes": [2, 2], "rows": [[None] * 4] * 4, **change}
    with pytest.raises(PuzzleError, match=found):
        registry.read(json.dumps(whole))


def test_a_line_of_skyscrapers_may_have_several_parks() -> None:
    family = get_family("sudoku")
    puzzle = registry.read(PARKS)
    assert isinstance(puzzle, Sudoku)
    assert puzzle.variant.name == "skyscrapers"
    board = PARKS_FILLED
    for name in ("grid", "json"):
        text = family.write(puzzle, name)
        assert registry.read(text) == puzzle
        assert family.parse_board(puzzle, family.write(puzzle, name, board)) == board
    assert judge(puzzle, board).solved
    assert not judge(puzzle, (*board[:3], 0, *board[4:])).solved
    assert "values 0 to 2" in str(family.picture(puzzle, board))
    with pytest.raises(PuzzleError, match="1:1: 5 heights in a grid of 4"):
        registry.read(PARKS.replace("4 4 2", "4 4 5"))


SETS = {
    "sudoku": "sudoku",
    "killersudoku": "killer",
    "kenken": "kenken",
    "skyscraper": "skyscrapers",
    "consecutivesudoku": "consecutive",
    "evenoddsudoku": "even-odd",
    "jigsawsudoku": "jigsaw",
    "str8t": "str8ts",
    "samuraisudoku": "samurai",
}


@pytest.mark.parametrize("name", SETS)
def test_the_published_solutions_of_the_public_set_are_solutions(name: str, benchmark_data: Path) -> None:
    stored = json.loads(gzip.decompress((benchmark_data / f"cells/{name}.json.gz").read_bytes()))
    read = 0
    for one in list(stored.values())[::4]:
        puzzle = FORMATS.read(one["problem"])
        assert puzzle.variant.name == SETS[name]
        rows = [line.split() for line in one["solution"].splitlines()[1:]]
        words = [rows[row][column] for row, column in puzzle.places]
        board = [
            int(word) - puzzle.first_symbol if word.isdigit() else max(given, 0)
            for word, given in zip(words, puzzle.grid, strict=True)
        ]
        assert judge(puzzle, board).solved
        read += 1
    assert read >= 10


def test_a_form_with_other_values_is_the_puzzle_that_has_them():
    for example in (family := get_family("sudoku")).examples:
        puzzle = family.parse(example.text)
        form = puzzle.empty()
        groups = form.groups
        assert (form.holes, form.searched) == (len(form.grid) - len(form.blacks), replace(form).searched)
        found = form.with_values(puzzle.grid, "")
        assert found == puzzle
        assert found.groups is groups
        assert (found.holes, found.searched) == (puzzle.holes, puzzle.searched)
