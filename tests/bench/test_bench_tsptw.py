"""`mcs-tui bench tsptw`: its tables from outcomes made by hand, and a tiny run of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.traced_outcomes import outcome
from test_bench import bench

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from solvers.bench.tsptw import (
    INSTANCE,
    ROWS,
    BestKnown,
    best_known,
    instances,
    instances_table,
    reached_note,
)

pytestmark = pytest.mark.compiled

GNRPA, PAPER, NRPA, STRONG = ROWS
SQUARE = "4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n"
"""The tour 1, 2, 3 is 18 long, and all others are longer or late."""
LATE = "3\n0 5 5\n5 0 5\n5 5 0\n0 99\n0 3\n0 9\n"
"""Node 1 is always late."""
BEST = "instance\tpublished_best_travel_cost\ttour\nsquare.1\t18\t1 2 3\nlate\t15.00\t\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "instances"
    made.mkdir()
    for name, text in {"square.1.txt": SQUARE, "late": LATE, "readme.md": "no instance\n"}.items():
        (made / name).write_text(text)
    return made


@pytest.fixture
def best(tmp_path: Path) -> Path:
    path = tmp_path / "best.tsv"
    path.write_text(BEST)
    return path


def test_costs_by_instance_stand_beside_the_best_known() -> None:
    known = {name: BestKnown("444.54") for name in ("equal", "worse", "better")}
    feasible = {"feasible": True}
    found = {
        "equal": [
            outcome(GNRPA, "equal", (1.0, -500.0), (3.0, -444.5449), facts=feasible),
            outcome(GNRPA, "equal", (1.0, -444.6), (5.0, -444.5425), seed=2, facts=feasible),
        ],
        "worse": [outcome(GNRPA, "worse", (1.0, -444.5451), facts=feasible), outcome(GNRPA, "worse", seed=2)],
        "better": [outcome(GNRPA, "better", (2.0, -444.5349), facts=feasible)] * 2,
        "other": [outcome(GNRPA, "other", (2.0, -3_000_100.5), facts={"feasible": False})] * 2,
    }
    table = instances_table(GNRPA, dict.fromkeys(found, 20), found, 60.0, known, stopped=False)
    assert table.rows == (
        ("equal", 20, "444.54", "yes", "444.54", "yes", "2 of 2", "4.00"),
        ("worse", 20, "444.55", "yes", "444.54", "no", "0 of 2", ""),
        ("better", 20, "444.53", "yes", "444.54", "better", "2 of 2", "2.00"),
        ("other", 20, "3,000,100.50", "no", "", "", "", ""),
    )
    assert table.notes[1].startswith(
        "The best known cost, or a better one, was found, feasible, on 2 of 3 instances; not on: worse. Every search"
    )
    stopped = instances_table(GNRPA, {"equal": 20}, found, 2.0, known, stopped=True)
    assert stopped.rows == (("equal", 20, "444.60", "", "444.54", "no", "0 of 2", ""),)
    assert "A search ended as soon as it had the best known cost" in stopped.notes[1]


def test_when_runs_had_the_best_known_cost_is_reported() -> None:
    runs = [outcome(GNRPA, "a", (at, -878.64017), seed=seed) for seed, at in enumerate((7.4, 0.0015, 50.0), start=1)]
    reported = "GNRPA: 2 of 3 runs had the best known cost, 878.64, within 41 s: after under 0.01, 7.40 s."
    assert reached_note(GNRPA, runs, 41.0, BestKnown("878.64")) == reported
    assert reached_note(GNRPA, runs[2:], 41.0, BestKnown("878.64")).endswith("within 41 s.")


def test_the_benchmarks_own_instances_and_costs_are_read(benchmark_data: Path) -> None:
    known = best_known(benchmark_data / "tsptw" / "best_travel_cost.tsv")
    tours = [line.split("\t") for line in (benchmark_data / "tsptw" / "best_travel_cost.tsv").read_text().splitlines()]
    found = instances(benchmark_data / "tsptw" / "SolomonPotvinBengio", None)
    assert len(found) == len(known) == 30
    assert list(found) == sorted(known)
    assert INSTANCE in found
    tsptw = get_family("tsptw")
    for name, *cells in tours[1:]:
        cost = -tsptw.judge(found[name], [int(node) for node in cells[-1].split()]).score
        assert known[name].better <= cost <= known[name].enough


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("", "best.tsv:1: the first line names no column"),
        ("instance\ttour\n", "best.tsv:1: the first line names no column"),
        ("instance\tcost\na\n", "best.tsv:2: the cost is ''; expected a decimal number"),
        ("instance\tcost\na\t1e3\n", "best.tsv:2: the cost is '1e3'"),
    ],
)
def test_another_table_of_costs_is_refused_with_its_place(best: Path, text: str, reported: str) -> None:
    best.write_text(text)
    with pytest.raises(PuzzleError) as refused:
        best_known(best)
    assert reported in str(refused.value)


def test_a_tiny_run_stops_at_the_best_known_cost_and_is_kept(folder: Path, best: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    asked = ("--folder", str(folder), "--set", "level=1", "--best", str(best), "--keep", str(ledger), "--json")
    first = bench("tsptw", *asked, "--part", "instances", "--stop", "--seconds", "0.1", "--runs", "2")
    assert first.returncode == 0, first.stderr
    assert "passed over: readme.md" in first.stderr
    (table,) = json.loads(first.stdout)["tables"]
    late, square = table["rows"]
    assert late[:7] == ["late", 3, "1,000,015.00", "no", "15.00", "no", "0 of 2"]
    assert square[:7] == ["square.1", 4, "18.00", "yes", "18", "yes", "2 of 2"]
    lines = {(one["puzzle"], one["seed"]): one for one in map(json.loads, ledger.read_text().splitlines()[1:])}
    stopped = lines["square.1", 1]
    assert (stopped["board"], stopped["seconds"]) == ([1, 2, 3], stopped["trace"][-1][0])
    assert stopped["seconds"] < 0.1 == lines["late", 1]["seconds"]

    again = bench("tsptw", *asked, "--part", "instances", "--stop", "--seconds", "0.1", "--runs", "2")
    assert json.loads(again.stdout)["tables"] == [table]
    assert "searches" not in again.stderr
    more = ("--part", "instance", "--instance", "square.1", "--rows", "gnrpa", "--runs", "1", "--columns", "0.1")
    whole = bench("tsptw", *asked, *more)
    assert whole.returncode == 0, whole.stderr
    assert "1 of 1: gnrpa, seed 1, puzzle square.1: -18 " in whole.stderr  # it had ended early
    (table,) = json.loads(whole.stdout)["tables"]
    assert table["rows"] == [["GNRPA, level 1, N 50, tau 1.4, moves windows, bias 20 (n 1)", "18.00"]]
    assert "GNRPA: 1 of 1 runs had the best known cost, 18, within 0.1 s: after " in table["notes"][-1]


def test_playouts_a_second_stand_beside_the_authors_program(folder: Path) -> None:
    asked = ("--folder", str(folder), "--instance", "square.1", "--rows", "nrpa", "--rounds", "1", "--json")
    ended = bench("tsptw", *asked)
    assert ended.returncode == 0, ended.stderr
    (table,) = json.loads(ended.stdout)["tables"]
    (row,) = table["rows"]
    assert (row[0], row[4]) == ("NRPA, level 2, N 100, moves plain", "7,500")
    median, least, most = (float(cell.replace(",", "")) for cell in row[1:4])
    assert 0 < least == median == most


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ([], "there is no instance 'rc_204.1'; expected one of late, readme.md, square.1 ..."),
        (["--instance", "readme.md"], "readme.md:1"),
        (["--part", "instances", "--instances", "late,none"], "there is no instance 'none'"),
        (["--instance", "late", "--set", "moves=some"], "moves is 'some'; expected windows or plain or all"),
        (["--instance", "late", "--seconds", "-1"], "'-1' is not a number of seconds above 0"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(folder: Path, arguments: list[str], reported: str) -> None:
    ended = bench("tsptw", "--folder", str(folder), *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reported in ended.stderr.splitlines()[-1]


def test_an_empty_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    ended = bench("tsptw", "--folder", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines() == [
        f"mcs-tui bench tsptw: {tmp_path}: there is no file in the folder; expected the instances, a file each"
    ]
