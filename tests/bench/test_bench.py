"""The benchmarks: programs that print what they say, on few and small instances."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.bench.report import Report, Table, milliseconds
from solvers.bench.success import columns, instances

pytestmark = pytest.mark.compiled


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The finished benchmark process."""
    command = [sys.executable, "-m", "solvers.bench", *arguments]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_columns_double_up_to_the_budget() -> None:
    assert columns(1_024) == [1_024]
    assert columns(5_000) == [1_024, 2_048, 4_096]


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


def test_the_tables_rows_are_counts_that_grow_with_playouts() -> None:
    finished = bench("latin", "--instances", "2", "--playouts", "2048", "--json")
    assert finished.returncode == 0, finished.stderr
    (table,) = json.loads(finished.stdout)["tables"]
    assert table["columns"] == ["solved of 2", "1,024", "2,048", "playouts/s"]
    ours = [row for row in table["rows"] if "published" not in row[0]]
    assert len(ours) >= 8
    assert all(0 <= row[1] <= row[2] <= 2 for row in ours)
    published = {row[0]: row[1:3] for row in table["rows"] if "published" in row[0]}
    assert published["NRPA, published"] == [8, 16]


def test_strong_mode_solves_and_counts_a_folder_of_kakuro(tmp_path: Path) -> None:
    (tmp_path / "one.kak").write_text("3,3\n*,C3,C4\nF4,?,?\nF3,?,?\n")  # 1 3 / 2 1
    (tmp_path / "two.kak").write_text("3,3\n*,C3,C3\nF3,?,?\nF3,?,?\n")  # 1 2 / 2 1 or 2 1 / 1 2
    (tmp_path / "readme.md").write_text("not a puzzle\n")
    finished = bench("strong", "--orders", "5", "--instances", "2", "--puzzles", str(tmp_path), "--json")
    assert finished.returncode == 0, finished.stderr
    assert "passed over: readme.md:" in finished.stderr
    latin, squares, shapes = json.loads(finished.stdout)["tables"]
    assert latin["rows"][0][:2] == [5, "2 of 2"]
    assert [row[1] for row in squares["rows"]] == ["2 of 2", "2 of 2"]
    assert shapes["rows"][0][:6] == ["1 to 8", 2, 1, 1, 0, 0]


def test_a_reader_that_has_gone_ends_it_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "solvers.bench", "morpion", "--part", "searches", "--deep", "0", "--level", "3"]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize(
    "arguments",
    [(), ("sudoku",), ("latin", "--instances", "0"), ("latin", "--seed", "x"), ("strong", "--puzzles", "nowhere")],
)
def test_bad_arguments_are_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    finished = bench(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert finished.stderr.splitlines()[-1].startswith("mcs-tui bench")
