"""`mcs-tui bench morpion`: its tables on tiny budgets, and that the searches it tells of are those that users run."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from drivers.command_line import one_line
from test_bench import bench

from puzzles.engine.streams import stream
from solvers.bench import morpion_repeats as repeats
from solvers.bench.morpion_designs import BY_NAME, DESIGNS, OURS, PAPER, DesignSearch, first_game

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


@pytest.mark.parametrize(
    "arguments",
    [
        ("--part", "all"),
        ("--core", "4095"),
        ("--level", "7"),
        ("--runs", "0"),
        ("--variant", "6D"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    finished = bench("morpion", *arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert one_line(finished.stderr).startswith("mcs-tui bench morpion: argument --")
