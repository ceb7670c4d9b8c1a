"""SameGame's formats: every text comes back as its board and game, and no text of another family is taken for one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from drivers.latin_texts import squares
from drivers.samegame_boards import board, puzzle_of, puzzles, random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.latin import FAMILY as LATIN
from puzzles.latin.puzzle import LatinSquare
from puzzles.samegame import FAMILY
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.text.format_table import choose

SMALL = puzzle_of("02.", "011", "210")
GAME = (64, 1, 0)
"""Of SMALL: (1,0), (0,1), (0,0)."""

ALIKE = {
    "rows": "0 2 .\n0 1 1\n2 1 0\nmoves\n1 0\n0 1\n0 0\n",
    "rows, commas": "0,2,-1\n0,1,1\n2,1,0\n\nmoves:\n1,0\n\n0,1\n0,0",
    "rows, tabs, semicolons": "0;\t2;.\r\n0;1;1\r\n2;1;0\r\nMOVES\r\n1;0\r\n0;1\r\n0;0\r\n",
    "digits": "02.\n011\n210\nmoves\n1 0\n0 1\n0 0\n",
    "comments": "# a board\n0 2 . # top\n0 1 1\n2 1 0\n\n# 3 moves\nmoves # of mine\n1 0 a pair\n0 1\n0 0 # end\n",
    "codingame": "0 2 -1\n0 1 1\n2 1 0\n1 0\n0 1 some words\n0 0\n",
    "brackets": "[[0, 2, -1], [0, 1, 1], [2, 1, 0]]\nmoves\n1 0\n0 1\n0 0\n",
    "brackets, a value a line": "[\n [\n  0,\n  2,\n  -1\n ],\n [0, 1, 1],\n [2, 1, 0]\n]\n1 0\n0 1 a [b\n0 0\n",
    "brackets of NumPy": "board = np.array([[0 2 -1]\n [0 1 1]\n [2 1 0]])\nmoves\n1 0\n0 1\n0 0\n",
    "quotes": '"0","2","-1"\n"0","1","1"\n"2","1","0"\nmoves\n"1","0"\n0;1\n0 0 "a | b\n',
    "bars": "| 0 | 2 | . |\n|---|---|---|\n| 0 | 1 | 1 |\n|2|1|0|\n1 | 0\n0 1\n0 0\n",
    "json": '{"rows": [[0, 2, -1], [0, 1, 1], [2, 1, 0]], "moves": [[1, 0], [0, 1], [0, 0]], "points": 1}',
    "json, a list": '[{"family": "samegame", "rows": [[0,2,-1],[0,1,1],[2,1,0]], "moves": [[1,0],[0,1],[0,0]]}]',
}


@pytest.mark.parametrize("name", ALIKE)
def test_the_same_board_and_game_in_each_form(name: str) -> None:
    puzzle = FAMILY.parse(registry.unified(ALIKE[name]))
    assert (puzzle, puzzle.moves) == (SMALL, GAME)
    assert "a game of 3 moves, 1 point" in puzzle.note
    assert FAMILY.attached_board(puzzle) == GAME
    assert FAMILY.start_board(puzzle) == ()
    assert FAMILY.parse_board(SMALL, registry.unified(ALIKE[name])) == GAME


@pytest.mark.parametrize(
    "text", ["1 0\n0 1\n0 0", "moves\n1 0\n0 1\n0 0\n", "1,0\n\n0,1 then\n0,0", '{"moves":[[1,0],[0,1],[0,0]]}']
)
def test_moves_alone_are_a_game_for_a_board_that_is_known(text: str) -> None:
    assert FAMILY.parse_board(SMALL, text) == GAME


def test_a_board_alone_is_a_game_without_a_move() -> None:
    for name in ("rows", "codingame", "json"):
        assert FAMILY.parse_board(SMALL, FAMILY.write(SMALL, name)) == ()


def test_rows_of_two_cells_are_distinguished_from_moves_by_the_board() -> None:
    narrow = puzzle_of("01", "11", "11")
    assert FAMILY.parse_board(narrow, "0 1\n1 1\n1 1\n") == ()
    assert FAMILY.parse_board(narrow, "0 1\n1 1\n1 1\n0 0\n") == (0,)
    assert FAMILY.parse_board(narrow, "1 0\n") == (64,)
    with pytest.raises(PuzzleError, match="cannot distinguish moves from rows"):
        FAMILY.write(narrow, "codingame")
    assert [one.name for one in FAMILY.writable(narrow)] == ["rows", "json", "svg"]


@settings(max_examples=80)
@given(puzzles(), st.integers(0, 2**32), st.integers(0, 6))
def test_what_is_written_is_read_again(puzzle: SameGamePuzzle, seed: int, most: int) -> None:
    game = board(random_game(puzzle, seed, most))
    for one in FAMILY.writable(puzzle):
        text = FAMILY.write(puzzle, one.name, game)
        if not one.reads:
            continue
        named = puzzle if one.name != "codingame" else replace(puzzle, name="")
        read = FAMILY.parse(text)
        assert (read, read.moves) == (named, game)
        assert FAMILY.parse_board(puzzle, text) == game
        assert FAMILY.write(read, one.name) == text
        assert FAMILY.parse(FAMILY.write(puzzle, one.name)) == named
        if one.name != "codingame":
            assert registry.read(text) == puzzle  # known as SameGame, however small
    data = json.loads(json.dumps(FAMILY.to_json(replace(puzzle, moves=game, note="x"))))
    back = FAMILY.from_json(data)
    assert (back, back.moves, back.note) == (puzzle, game, "x")


@settings(max_examples=40)
@given(st.lists(puzzles(), min_size=1, max_size=4), st.integers(0, 2**32))
def test_boards_one_after_the_other_are_parted_again(boards: list[SameGamePuzzle], seed: int) -> None:
    games = [board(random_game(one, seed)) for one in boards]
    for separator in ("", "\n", "\n\n"):
        text = separator.join(FAMILY.write(one, "rows", game) for one, game in zip(boards, games, strict=True))
        entries = FAMILY.entries(text)
        assert [one.name for one in entries] == [one.name for one in boards]
        for number, (one, game) in enumerate(zip(boards, games, strict=True), start=1):
            assert registry.part(FAMILY, text, str(number), FAMILY.parse) == one
            assert FAMILY.parse_board(one, choose(entries, str(number)).text) == game
    listed = json.dumps([FAMILY.to_json(one) for one in boards])
    assert [FAMILY.parse(one.text) for one in FAMILY.entries(listed)] == boards


def test_a_board_is_chosen_by_number_or_name() -> None:
    text = "# name: first\n00\n11\n\n# name: second one\n\n22\n33\nmoves\n0 1\n\n\n44\n55\n"
    entries = FAMILY.entries(text)
    assert [(one.number, one.name, one.line) for one in entries] == [(1, "first", 1), (2, "second one", 5), (3, "", 13)]
    assert FAMILY.parse(choose(entries, "SECOND ONE").text) == puzzle_of("22", "33", name="second one")
    with pytest.raises(PuzzleError) as error:
        FAMILY.parse(text)
    assert error.value.message == (
        "the text holds 3 puzzles; expected one of them, by number or name behind the file's name: #1, #2, #3"
    )


def test_the_twenty_standard_boards(benchmark_data: Path) -> None:
    text = (benchmark_data / "samegame" / "problems.txt").read_text()
    family, entries = registry.read_entries(text)
    assert (family, len(entries)) == (FAMILY, 20)
    for entry in entries:
        puzzle = registry.read(text, entry=entry.key)
        assert isinstance(puzzle, SameGamePuzzle)
        assert (puzzle.width, puzzle.height, puzzle.colours) == (15, 15, 5)
        path = benchmark_data / "samegame" / "boards" / f"standard{entry.number:02}.txt"
        assert registry.read_file(path) == puzzle
        assert [int(word) for word in path.read_text().split()] == list(puzzle.cells)
        if entry.number > 10:  # as published: 45 of each colour, or one colour of 65
            counts = sorted(puzzle.cells.count(colour) for colour in range(5))
            assert counts == [45] * 5 if entry.number < 16 else counts[-1] == 65


def test_a_test_file_of_codingame(benchmark_data: Path) -> None:
    rows = (benchmark_data / "samegame" / "boards" / "standard03.txt").read_text()
    titles = {"1": "Standard Testset 3", "2": "Standard Testset 3"}
    text = json.dumps({"title": titles, "testIn": rows, "isTest": "false", "isValidator": "true"})
    puzzle = registry.read(text)
    assert puzzle.title == "SameGame Standard Testset 3, 15 x 15, 5 colours"
    assert puzzle == replace(FAMILY.parse(rows), name="Standard Testset 3")


def test_a_written_game_has_its_points() -> None:
    text = FAMILY.write(SMALL, "rows", GAME)
    assert text.splitlines()[0] == "# samegame: 3 x 3, 3 colours"
    assert "# 3 moves, 1 point, 1 cell left" in text.splitlines()
    written = json.loads(FAMILY.write(SMALL, "json", GAME))
    assert (written["points"], written["left"], written["cleared"]) == (1, 1, False)
    assert FAMILY.write(SMALL, "codingame", GAME) == "0 2 -1\n0 1 1\n2 1 0\n1 0\n0 1\n0 0\n"


@settings(max_examples=60)
@given(squares())
def test_a_latin_square_is_no_board(square: LatinSquare) -> None:
    for name in ("grid", "pls", "json"):
        text = LATIN.write(square, name)
        assert FAMILY.recognise(text) < LATIN.recognise(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n2 2 1\n3 1 2",  # a Latin square with a mistake
        "1 1 .\n. . .\n. . .",
        "0 0 1 0\n0 2 0 0\n0 0 0 3\n4 0 0 0",  # holes as 0
        "0 1 2 3\n1 0 3 2\n2 3 0 1\n3 2 1 0",
        "123\n231\n312",
        "123231312",
        "0 1\n1 0",
    ],
)
def test_grids_that_stay_latin_squares(text: str) -> None:
    assert registry.read_entries(text)[0] is LATIN


@pytest.mark.parametrize(
    "text",
    [
        "0 1 1 2\n2 1 1 2\n0 0 2 1",
        "1 1 2\n2 1 1\n2 2 1",
        "3311\n1331\n1133\n3113",
        "1 1 -1\n2 1 -1\n2 2 1",
        "0 1 2\n1 2 0\n2 0 1\nmoves\n",
        "1 2 2 1 2\n2 1 1 1 2\n2 x 1 2 2\n2 2 1 1 1\n1 1 2 2 2",  # with a slip
        "1 2 2 1 2\n2 1 1 1 2\n2 . 1 2 2\n2 2 . 1 1\n1 1 2 2 2",
        "1 2 2 1 2\n2 1 1 1 2\n2 2 1 2\n2 2 1 1 1\n1 1 2 2 2",
    ],
)
def test_grids_that_are_boards(text: str) -> None:
    assert registry.read_entries(text)[0] is FAMILY


def test_files_of_other_families_are_theirs(benchmark_data: Path) -> None:
    for name in ("latin", "kakuro", "morpion", "tsptw"):
        family, seen = registry.get_family(name), 0
        for path in sorted((benchmark_data / name).rglob("*")):
            if path.is_file() and path.suffix not in (".md", ".tsv", ".gz", ".par") and path.stat().st_size < 100_000:
                text = registry.unified(path.read_text(errors="replace"))
                if family.recognise(text) > 0.5:
                    seen += 1
                    assert FAMILY.recognise(text) < family.recognise(text), path
        assert seen, name
