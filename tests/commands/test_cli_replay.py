"""Replays of games: recordings for asciinema and moving pictures, step by step, still where nothing changes."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drivers.command_line import invoke, one_line

from puzzles.inputs import read_board, read_puzzle
from puzzles.registry import get_family
from tui.words import replay

GAME = "example:nrpa-5D-82"
CODES = re.compile(r"\x1b\[[0-9;]*[mHJ]")


def test_a_recording_has_a_screen_for_each_move(tmp_path: Path) -> None:
    file = tmp_path / "game.cast"
    assert invoke("convert", "example:5D", "--board", GAME, "--output", str(file)).exit_code == 0
    head, *events = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    screens = [CODES.sub("", text).split("\r\n") for _, kind, text in events[:-1] if kind == "o"]
    assert head["version"] == 2
    assert len(screens) == 83
    assert [when for when, _, _ in events] == sorted(when for when, _, _ in events)
    assert all(len(screen) == head["height"] and max(map(len, screen)) <= head["width"] for screen in screens)
    for number, screen in enumerate(screens):
        shown = {int(word) for word in re.findall(r"\d+", "\n".join(screen))}
        assert shown == set(range(1, number + 1))


def test_what_stays_stands_still_while_the_board_grows() -> None:
    family, puzzle = get_family("morpion"), read_puzzle("example:5D")
    board = read_board(GAME, puzzle)
    text = replay.replayed("cast", puzzle, replay.steps_to(family, puzzle, board)).decode()
    screens = [CODES.sub("", json.loads(line)[2]).split("\r\n") for line in text.splitlines()[1:-1]]
    for before, now in pairwise(screens):
        lost = [
            (row, column)
            for row, line in enumerate(before)
            for column, letter in enumerate(line)
            if letter == "○" and now[row][column : column + 1] != "○"
        ]
        assert not lost


@pytest.mark.parametrize(("puzzle", "board", "steps"), [("1 . 3\n. 3 .\n3 . 2\n", "1 2 3\n2 3 1\n3 1 2\n", 5)])
def test_a_moving_picture_shows_one_screen_at_a_time(puzzle: str, board: str, steps: int, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(board)
    options = ("--board", str(tmp_path / "board.txt"), "--format", "replay")
    answer = invoke("convert", *options, "-", given=puzzle)
    assert answer.exit_code == 0, answer.stderr
    root = ElementTree.fromstring(answer.stdout)
    name = "{http://www.w3.org/2000/svg}"
    total = (steps - 1) * replay.STEP + replay.REST
    rows: dict[str, list[tuple[float, float]]] = {}
    for group in root.iter(f"{name}g"):
        shown, place = group.find(f"{name}set"), group.find(f"{name}text")
        assert shown is not None
        assert place is not None
        begin = float(shown.attrib["begin"].removeprefix("again.begin+")[:-1])
        rows.setdefault(place.attrib["y"], []).append((begin, begin + float(shown.attrib["dur"][:-1])))
    for times in rows.values():
        assert times[0][0] == 0
        assert times[-1][1] == total
        assert all(one[1] == other[0] for one, other in pairwise(times))


def test_a_replay_without_a_game_is_refused_in_one_line(tmp_path: Path) -> None:
    answer = invoke("convert", "example:5D", "--output", str(tmp_path / "game.cast"))
    assert answer.exit_code == 2
    assert "the format cast can't hold the puzzle" in one_line(answer.stderr)
