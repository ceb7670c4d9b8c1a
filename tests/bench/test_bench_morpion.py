"""`mcs-tui bench morpion`: its tables on tiny budgets, and that the searches it tells of are those that users run."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.command_line import invoke, one_line
from test_bench import bench

from puzzles.engine.streams import stream
from puzzles.morpion.checker import judge, legal_moves_left
from puzzles.morpion.puzzle import MorpionPuzzle, moves_of
from puzzles.registry import read
from solvers.bench import morpion_repeats as repeats
from solvers.bench.morpion_designs import BY_NAME, DESIGNS, OURS, PAPER, DesignSearch, first_game
from solvers.bench.morpion_searches import Finished, Record, finish

pytestmark = pytest.mark.compiled


def morpion(*arguments: str) -> list[dict[str, Any]]:
    """The tables of the benchmark."""
    finished = bench("morpion", *arguments, "--json")
    assert finished.returncode == 0, finished.stderr
    tables: list[dict[str, Any]] = json.loads(finished.stdout)["tables"]
    return tables


def test_the_playouts_of_all_designs_stand_beside_each_other() -> None:
    (table,) = morpion("--part", "playouts", "--rounds", "1", "--variant", "5D")
    assert [row[0] for row in table["rows"]] == [f"5D {design.title}" for design in DESIGNS]
    assert table["rows"][0][-1] == "150,000"
    for row in table["rows"]:
        nanoseconds, least = (float(cell.replace(",", "")) for cell in row[1:3])
        assert 0 < least <= nanoseconds
        assert 35 < float(row[4]) < 50  # 42.9 moves a game, over few games for the slow designs
    assert table["rows"][3][3] == "1"


def test_activities_are_reported_for_both_designs_with_what_is_left_over() -> None:
    (table,) = morpion("--part", "activities", "--rounds", "2", "--variant", "5D")
    rows = {row[0]: row[1:] for row in table["rows"]}
    assert rows["5D phase I, removals"][-1] == "34 %"
    for first in (0, 3):
        base = float(rows["5D a move here"][first])
        reported = [float(cells[first]) for name, cells in rows.items() if "a move" not in name]
        assert base > 0
        assert len(reported) == 6
        assert all(abs(one) < 10 * base for one in reported)


@pytest.mark.parametrize(("name", "variant"), [(PAPER, "5T"), (OURS, "5T"), (OURS, "5D")])
def test_repeating_an_activity_changes_no_game(name: str, variant: str) -> None:
    play = repeats.games_of_ours if name == OURS else repeats.games_of_paper
    plain = DesignSearch(BY_NAME[name], variant, "sampling", {}, 5, alone=True)
    plain.advance(50)
    counted = DesignSearch(BY_NAME[name], variant, "sampling", {}, 5, alone=True)
    moves = repeats.count_moves(counted.state, counted.search, 50)
    assert counted.search.rng[0] == plain.search.rng[0]
    spare = np.zeros(repeats.SPARE, np.uint64)
    for kind in (None, *range(repeats.KINDS)):
        extra = np.zeros(repeats.KINDS, np.int64)
        if kind is not None:
            extra[kind] = 3
        rng = stream("solve", 5, 0)
        assert play(plain.state, rng, 50, extra, spare) == moves
        assert rng[0] == plain.search.rng[0]


def test_searches_are_timed_and_scored_on_both_designs() -> None:
    asked = "--part", "searches", "--algorithm", "nrpa", "--level", "2", "--variant", "5D", "--runs", "2"
    (table,) = morpion(*asked)
    assert [row[:2] for row in table["rows"]] == [["NRPA 2, 5D, the paper’s design", 2], ["NRPA 2, 5D, ours", 2]]
    for row in table["rows"]:
        assert float(row[2]) > 0
        assert 58 < float(row[5]) < 83


def test_a_search_without_runs_of_nrpa_3_has_none() -> None:
    (table,) = morpion("--part", "searches", "--deep", "0", "--level", "3")
    assert table["rows"] == []


@pytest.mark.parametrize("name", [PAPER, OURS])
def test_a_whole_game_of_nmcs_ends_with_its_last_playout(name: str) -> None:
    search = DesignSearch(BY_NAME[name], "5D", "nmcs", {"level": 1}, 3)
    seconds = first_game(search, 1)
    assert seconds > 0
    # the same search, playout by playout: one more and it has begun again
    again = DesignSearch(BY_NAME[name], "5D", "nmcs", {"level": 1}, 3)
    while again.restarts == 0:
        last, score = again.playouts, again.best_score
        again.advance(1)
    assert (search.playouts, search.best_score) == (last, score)


@pytest.mark.parametrize(("algorithm", "level"), [("nmcs", 1), ("nrpa", 1), ("nrpa", 2)])
def test_the_scores_are_of_games_that_the_command_line_finds_too(algorithm: str, level: int, tmp_path: Path) -> None:
    found = finish("5D", algorithm, level, 7)
    assert judge(MorpionPuzzle("5D"), found.board).score == found.score
    assert not legal_moves_left("5D", moves_of(found.board))
    if algorithm == "nrpa":
        assert found.playouts == 100**level
    settings = ["--algorithm", algorithm, "--set", f"level={level}", "--seed", "7", "--playouts", str(found.playouts)]
    output = tmp_path / "best.txt"
    solved = invoke("solve", "example:5D", *settings, "--output", str(output))
    assert solved.exit_code == 0, solved.stderr
    assert read(output.read_text(), family_name="morpion").moves == moves_of(found.board)  # type: ignore[attr-defined]


def test_a_kept_row_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    asked = "--part", "scores", "--algorithm", "nrpa", "--level", "1", "--variant", "5D", "--keep", str(keep)
    (whole,) = morpion(*asked, "--runs", "5")
    lines = keep.read_bytes().splitlines(keepends=True)
    assert [json.loads(line)["seed"] for line in lines] == [1, 2, 3, 4, 5]
    scores = [len(json.loads(line)["board"]) for line in lines]
    (row,) = whole["rows"]
    assert row[:2] == ["NRPA 1, 5D", 5]
    assert row[2] == f"{statistics.fmean(scores):.1f}"
    assert row[4:6] == [min(scores), max(scores)]
    assert row[7] == "all 5"
    # broken off in the middle of the fourth line; the time of a search that is taken from the file is what it says
    slow = json.loads(lines[0]) | {"seconds": 1000.0}
    keep.write_bytes(json.dumps(slow).encode() + b"\n" + lines[1] + lines[2] + lines[3][:40])
    (again,) = morpion(*asked, "--runs", "5")
    assert again["rows"][0][:6] == row[:6]
    assert float(again["rows"][0][6]) >= 200
    after = [json.loads(line) for line in keep.read_bytes().splitlines()]
    assert [one["board"] for one in after] == [json.loads(line)["board"] for line in lines]


@pytest.mark.parametrize("text", ["not JSON\n", "[]\n", "{}\n", "no end of line"])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"^notes.txt, line 1: expected a finished search as JSON"):
        Record(path, None, Finished)
    assert path.read_text() == text


def test_a_kept_game_that_is_not_legal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    found = finish("5D", "nrpa", 1, 1)
    Record(path, None, Finished).add(found)
    reported = json.loads(path.read_bytes())
    reported["board"].append(reported["board"][0])
    path.write_text(json.dumps(reported) + "\n")
    with pytest.raises(ValueError, match="the checker refuses a game of nrpa 1: move"):
        Record(path, None, Finished)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--part", "all"),
        ("--core", "4095"),
        ("--level", "7"),
        ("--runs", "0"),
        ("--variant", "6D"),
        ("--keep", "."),
        ("--keep", "nowhere/kept.jsonl"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    finished = bench("morpion", *arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert one_line(finished.stderr).startswith("mcs-tui bench morpion: argument --")
