"""SameGame on the command line: boards chosen from a file, games replayed, boards generated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import invoke, one_line
from drivers.samegame_boards import puzzle_of

from puzzles import registry

BOARDS = "# name: first\n011\n011\n\n022\n201\n"


@pytest.fixture
def boards(tmp_path: Path) -> str:
    path = tmp_path / "boards.txt"
    path.write_text(BOARDS)
    return str(path)


def test_a_file_of_boards_is_chosen_from(boards: str) -> None:
    refused = invoke("check", boards)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert one_line(refused.stderr) == (
        f"{boards}: the text holds 2 puzzles; expected one of them, by number or name behind the file's name: #1, #2"
    )
    printed = json.loads(invoke("check", "--json", f"{boards}#FIRST").stdout)
    assert (printed["title"], printed["exit_code"]) == ("SameGame first, 3 x 2, 2 colours", 0)
    assert json.loads(invoke("check", "--json", f"{boards}#2").stdout)["title"] == "SameGame, 3 x 2, 3 colours"


def test_an_error_in_a_chosen_board_names_the_line_of_the_file(boards: str) -> None:
    Path(boards).write_text(BOARDS + "\n011\n01\n011\n")
    refused = invoke("check", f"{boards}#3")
    assert (refused.exit_code, one_line(refused.stderr)) == (
        2,
        f"{boards}:9:3: row 2 has 2 cells; expected 3, as in the other rows",
    )


def test_the_published_game_is_checked_against_its_board(benchmark_data: Path, tmp_path: Path) -> None:
    folder = benchmark_data / "samegame"
    problem = f"{folder / 'problems.txt'}#10"
    printed = json.loads(invoke("check", "--json", problem, "--board", str(folder / "known_solution_10.json")).stdout)
    assert (printed["score"], printed["faults"], printed["exit_code"]) == (3215, [], 0)
    assert printed["facts"] == {"moves": 60, "left": 0, "cleared": True}
    game = registry.read((folder / "problems.txt").read_text(), entry="10")
    family = registry.get_family("samegame")
    board = family.parse_board(game, (folder / "known_solution_10.json").read_text())
    path = tmp_path / "game.txt"
    for name in ("rows", "codingame", "json"):
        path.write_text(family.write(game, name, board))
        alone = invoke("check", "--json", str(path))
        assert (json.loads(alone.stdout)["score"], alone.exit_code) == (3215, 0)
        assert "a game of 60 moves, 3,215 points, came with the board" in alone.stderr


def test_a_game_that_goes_wrong_is_reported(boards: str, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("1 0\n0 0\n2 0\n")
    result = invoke("check", "--json", f"{boards}#1", "--board", str(game))
    printed = json.loads(result.stdout)
    assert (printed["faults"], printed["score"]) == (["move 3: the cell (2,0) is empty"], 4 + 1000)
    assert result.exit_code == printed["exit_code"] == 1
    words = invoke("check", f"{boards}#1", "--board", str(game))
    assert (words.exit_code, words.stderr) == (1, "")
    assert words.stdout.splitlines() == ["SameGame first, 3 x 2, 2 colours", "move 3: the cell (2,0) is empty"]


def test_boards_are_generated(tmp_path: Path) -> None:
    asked = ["generate", "samegame", "--width", "4", "--height", "3", "--colours", "2", "--count", "3", "--seed", "8"]
    family = registry.get_family("samegame")
    made = [json.loads(line) for line in invoke(*asked, "--json", "-q").stdout.splitlines()]
    puzzles = [family.from_json(one["puzzle"]) for one in made]
    assert [one["title"] for one in made] == ["SameGame, 4 x 3, 2 colours"] * 3
    assert [one["solution"] for one in made] == [None] * 3
    text = invoke(*asked, "-q").stdout
    assert [family.parse(one.text) for one in family.entries(text)] == puzzles
    path = tmp_path / "board.txt"
    assert invoke(*asked, "-q", "--format", "codingame", "--output", str(path)).exit_code == 0
    assert registry.read_file(tmp_path / "board-2.txt", family_name="samegame") == puzzles[1]
    refused = invoke(*asked, "--solution")
    assert (refused.exit_code, refused.stdout) == (2, "")
    said = one_line(refused.stderr).casefold()
    assert "no such option" in said
    assert "--solution" in said


def test_a_board_is_typed_into_standard_input() -> None:
    printed = json.loads(invoke("check", "-", "--json", given="0 1 1\n0 1 1\n").stdout)
    assert (printed["family"], printed["title"]) == ("samegame", puzzle_of("011", "011").title)
