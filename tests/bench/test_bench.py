"""The benchmarks: programs that print what they say, on few and small instances."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.bench import kernel, tables
from solvers.bench.__main__ import parser
from solvers.bench.kernel import instances
from solvers.bench.report import Report, Table, milliseconds
from solvers.experiments.folder import shipped
from solvers.experiments.toml_file import Quick

pytestmark = pytest.mark.compiled


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The finished benchmark process."""
    command = [sys.executable, "-m", "solvers.bench", *arguments]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (["latin"], None),
        (["latin", "--playouts", "1024"], Quick(playouts=[1_024])),
        (
            ["kakuro", "--playouts", "5000", "--seed", "2"],
            Quick(playouts=[1_024, 2_048, 4_096], seeds=[2], generated=2),
        ),
        (["latin", "--playouts", "500", "--instances", "3"], Quick(playouts=[500], puzzles=3)),
        (
            ["eterna100", "--columns", "1,10", "--seconds", "32", "--seeds", "2,3"],
            Quick(seconds=[1, 10, 32], seeds="2,3"),
        ),
        (["eterna100", "--rows", "NRPA", "--puzzles", "5"], Quick(rows=["NRPA"], puzzles=5)),
        (["eterna100", "--quick"], None),
    ],
)
def test_options_are_the_size_of_the_experiment(arguments: list[str], size: Quick | None) -> None:
    assert tables.size_of(parser().parse_args(arguments)) == size


def test_parts_and_versions_are_experiments_with_their_data(tmp_path: Path) -> None:
    found = parser().parse_args(["tsptw", "--folder", str(tmp_path), "--part", "instance"])
    assert (tables.names_of(found), tables.data_of(found)) == (("tsptw",), {"instance": str(tmp_path / "rc_204.1.txt")})
    found = parser().parse_args(["tsptw", "--folder", str(tmp_path), "--part", "instances"])
    assert (tables.names_of(found), tables.data_of(found)) == (("tsptw-instances",), {"instances": str(tmp_path)})
    assert tables.names_of(parser().parse_args(["eterna100", "--version", "V1"])) == ("eterna100-v1",)
    assert tables.names_of(parser().parse_args(["strong"])) == ("strong-latin", "strong-kakuro")
    named = [name for parts in (*tables.PARTS.values(), tables.VERSIONS) for name, _ in parts.values()]
    assert {*named, "latin", "kakuro"} <= {*shipped()}


def test_instances_are_fresh_and_repeatable() -> None:
    ours = instances("latin", {"order": 6, "holes": 0.5}, 3, 4)
    assert ours == instances("latin", {"order": 6, "holes": 0.5}, 3, 4)
    assert len({puzzle.grid for puzzle in ours}) == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seconds", "text"), [(0.0000512, "0.0512"), (0.00117, "1.17"), (13.559, "13559")])
def test_times_keep_three_digits_that_mean_something(seconds: float, text: str) -> None:
    assert milliseconds(seconds) == text


def test_a_report_is_markdown_with_its_command_and_machine() -> None:
    table = Table("Title", ("what", "much"), (("a", 1), ("bcd", 22.5)), ("A note.",))
    text = Report("name", (table,), ("The end.",), command="mcs-tui bench name", machine="a machine").text()
    assert text.splitlines() == [
        "`mcs-tui bench name`  ",
        "a machine",
        "",
        "**Title**",
        "",
        "| what | much |",
        "|------|-----:|",
        "| a    |    1 |",
        "| bcd  | 22.5 |",
        "",
        "A note.",
        "",
        "The end.",
    ]


def test_the_tables_rows_are_counts_that_grow_with_playouts(tmp_path: Path) -> None:
    asked = ("latin", "--instances", "2", "--playouts", "2048", "--keep", str(tmp_path / "kept"), "--json")
    finished = bench(*asked)
    assert finished.returncode == 0, finished.stderr
    table, *_ = json.loads(finished.stdout)["tables"]
    assert table["columns"][:3] == ["solved", "1,024", "2,048"]
    assert table["columns"][-1] == "playouts/s"
    ours = [row for row in table["rows"] if "published" not in row[0]]
    assert len(ours) >= 8
    counts = [[cell.partition(" ")[0].split("/") for cell in row[1:3]] for row in ours]
    assert all(0 <= int(first) <= int(second) <= 2 == int(of) for (first, of), (second, _) in counts)
    published = [row[1:3] for row in table["rows"] if "published" in row[0]]
    assert ["8/100", "16/100"] in published
    again = bench(*asked)
    assert "18 of 18 cells are done" in again.stderr
    assert json.loads(again.stdout)["tables"] == json.loads(finished.stdout)["tables"]


def test_the_rates_stand_beside_the_authors(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1 1 2\n2 2 1\n1 2 2\n")
    table = kernel.rates_table("title", kernel.game(board), kernel.ROWS["samegame"][-1:], 1)
    ((title, median, least, most, theirs, times),) = table.rows
    assert title == "NRPA, level 2, N 100, selective tabu"
    assert median == least == most
    assert theirs == "6,500"
    assert float(times) == pytest.approx(int(str(median).replace(",", "")) / 6500, rel=0.01)


def test_strong_mode_is_two_experiments(tmp_path: Path) -> None:
    asked = ("strong", "--instances", "1", "--seed", "2", "--json", "--keep", str(tmp_path / "kept"))
    finished = bench(*asked, "--rows", "no prior", "--part", "kakuro")
    assert finished.returncode == 0, finished.stderr
    (table,) = json.loads(finished.stdout)["tables"]
    assert table["columns"][:2] == ["CPU time to a solution", "solved"]
    assert [row[:2] for row in table["rows"]] == [["no prior", "1 (0-1)"]]
    both = tables.names_of(argparse.Namespace(name="strong", part=None))
    assert both == ("strong-latin", "strong-kakuro")


def test_a_reader_that_has_gone_ends_it_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "solvers.bench", "morpion", "--part", "searches", "--deep", "0", "--level", "3"]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("sudoku",),
        ("latin", "--instances", "0"),
        ("latin", "--seed", "x"),
        ("latin", "--instances", "1", "--rows", "NRAP"),
        ("samegame", "--file", "nowhere"),
        ("strong", "--part", "nowhere"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    finished = bench(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert finished.stderr.splitlines()[-1].startswith("mcs-tui bench")
