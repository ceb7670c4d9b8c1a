"""A grid that could be a Sudoku is read as one; as a Latin square, where that is wanted, with a note that says so."""

from __future__ import annotations

import pytest
from drivers.command_line import invoke, one_line
from drivers.sudoku_texts import GRID

from puzzles import registry

SUDOKU = GRID + "\n"
NOTE = "read as a Latin square: boxes are not looked at"


@pytest.mark.parametrize(
    "text", [SUDOKU, SUDOKU.replace(".", "0"), SUDOKU.replace("\n", ""), " ".join(SUDOKU).replace("\n ", "\n")]
)
def test_a_sudoku_is_a_latin_square_with_a_note(text: str) -> None:
    assert registry.read(text).family == "sudoku"
    puzzle = registry.read(text, family_name="latin")
    assert puzzle.family == "latin"
    assert puzzle.note.endswith(NOTE)


def test_no_note_where_the_boxes_say_that_it_is_no_sudoku() -> None:
    cyclic = "".join("".join(str((r + c) % 9 + 1) for c in range(9)) + "\n" for r in range(9))
    assert NOTE not in registry.read("." + cyclic[1:]).note  # 2 twice in the first box
    solved = "".join("".join(str((3 * (r % 3) + r // 3 + c) % 9 + 1) for c in range(9)) + "\n" for r in range(9))
    assert NOTE not in registry.read("# latin\n" + solved).note
    assert NOTE in registry.read("# latin\n." + solved[1:]).note


def test_other_orders_have_no_boxes() -> None:
    assert NOTE not in registry.read("1 . 3\n. 3 .\n3 . 2\n").note
    assert NOTE not in registry.read("order 9\n" + "-1 -1 -1 -1 -1 -1 -1 -1 -1\n" * 9).note


def test_the_command_line_says_it_in_one_line() -> None:
    checked = invoke("check", "-", given=SUDOKU)
    assert checked.exit_code == 0
    assert one_line(checked.stderr) == (
        "<stdin>: symbols read as 1 to 9; boxes read as 3 x 3; "
        'a first line "# latin" makes it a Latin square completion'
    )
    checked = invoke("check", "-", given="# latin\n" + SUDOKU)
    assert one_line(checked.stderr) == f"<stdin>: symbols read as 1 to 9; {NOTE}"
    assert invoke("check", "-", "-q", given=SUDOKU).stderr == ""
