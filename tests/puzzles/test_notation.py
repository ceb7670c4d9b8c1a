"""A board in its family's own notation, as `--json` prints it beside the list of numbers."""

from __future__ import annotations

import json

import pytest
from drivers.command_line import KAKURO, LATIN, invoke
from drivers.ended_runs import ended_run, improved

from puzzles import registry
from puzzles.family import Family, Puzzle
from puzzles.morpion.puzzle import MorpionPuzzle
from solvers.runs.events import Finished

RNA = "((((....))))\nGGGGAAAACCCC\n"
PARTIAL = ". 2 .\n3 . .\n. 1 .\n"


def boards() -> list[tuple[Family, Puzzle, tuple[int, ...]]]:
    """Each family with its examples: their own boards, and the games, tours and designs that came with them."""
    found = []
    for family in registry.families():
        texts = [one.text for one in family.examples]
        for text in texts:
            puzzle = family.parse(text)
            found += [
                (family, puzzle, board)
                for board in (family.start_board(puzzle), family.attached_board(puzzle))
                if board
            ]
    return found


@pytest.mark.parametrize("name", registry.FAMILY_MODULES)
def test_a_board_in_its_notation_is_read_back(name: str) -> None:
    mine = [one for one in boards() if one[0].name == name]
    for family, puzzle, board in mine:
        shown = family.notation(puzzle, board)
        assert json.loads(json.dumps(shown)) == shown
        lines = shown if isinstance(shown, str) else "\n".join(map(str, shown))
        head = f"morpion {puzzle.variant}\n" if isinstance(puzzle, MorpionPuzzle) else ""
        assert family.parse_board(puzzle, head + lines) == tuple(board)
    assert mine or name in ("samegame", "tsptw")


@pytest.mark.parametrize(
    ("text", "board", "notation"),
    [
        (PARTIAL, [-1, 1, -1, 2, -1, -1, -1, 0, -1], [". 2 .", "3 . .", ". 1 ."]),
        ("# symbols 0 to 2\n. 2 .\n0 . .\n. 1 .\n", [-1, 2, -1, 0, -1, -1, -1, 1, -1], [". 2 .", "0 . .", ". 1 ."]),
        (KAKURO, [1, 0, 3, 4], ["* * *", "* 1 .", "* 3 4"]),
        (RNA, [3, 3, 3, 3, 1, 1, 1, 1, 2, 2, 2, 0], "GGGGAAAACCCN"),
        ("# samegame\n1 1\n2 2\n", [0, 1], ["0 0", "0 1"]),
        ("morpion 5D\n", None, ["(2,2) in (0,4)-(4,0)"]),
        ("3\n0 1 2\n1 0 1\n2 1 0\n0 9\n0 9\n0 9\n", [2, 1], [2, 1]),
    ],
)
def test_the_notation_of_each_family(text: str, board: list[int] | None, notation: object) -> None:
    puzzle = registry.read(text)
    family = registry.get_family(puzzle.family)
    if board is None:
        board = list(family.parse_board(puzzle, "morpion 5D\n1 (2,2) in (0,4)-(4,0)\n"))
    assert family.notation(puzzle, board) == notation


def test_check_prints_the_board_that_it_checked() -> None:
    found = json.loads(invoke("check", "-", "--json", "-q", given=LATIN).stdout)
    assert found["board_notation"] == LATIN.splitlines()
    game = json.loads(invoke("check", "example:nrpa-5D-82", "--json").stdout)
    assert len(game["board_notation"]) == 82
    assert all(" in (" in move for move in game["board_notation"])


def test_show_prints_a_run_s_game_as_moves() -> None:
    run = ended_run(improved(), Finished(reason="budget"))
    shown = json.loads(invoke("show", run.id, "--json").stdout)
    assert shown["board_notation"][0].startswith("(")
    assert len(shown["board_notation"]) == len(shown["board"])
    assert shown["second_board_notation"] is None
