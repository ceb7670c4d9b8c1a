"""The benchmark of designs, on a tiny table of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.command_line import HOME

from puzzles.registry import get_family
from puzzles.rna.puzzle import codes_of
from solvers.bench import eterna100_tables
from solvers.bench.eterna100 import MissingError, located, targets
from solvers.bench.eterna100_rows import NAMES, ROWS, Ledger, Outcome, Settings, row
from solvers.bench.report import Table

pytestmark = pytest.mark.compiled

TABLE = """\
Puzzle #\tPuzzle Name\tSecondary Structure V1\tSecondary Structure V2
1\tHairpin\t(((((......)))))\t((((....))))....
2\tTwo\t((((....))))..((((....))))\t((((....))))..((((....))))
3\tImpossible\t((....))\t(...)(...)(...)(...)
"""
"""Puzzle 3 of V2 can't be solved: a hairpin of one pair costs more than no pair."""

SETTINGS = Settings(version="V1", model="eterna-v1", objective="nemo", level=2)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.tsv"
    path.write_text(TABLE)
    return path


def bench(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """The finished benchmark process."""
    command = [sys.executable, "-m", "solvers.bench", "eterna100", *arguments]
    return subprocess.run(command, cwd=HOME, env=os.environ | changes, capture_output=True, text=True, check=False)


def cells(ended: subprocess.CompletedProcess[str]) -> list[list[str | int]]:
    """The rows of the first table."""
    assert ended.returncode == 0, ended.stderr
    rows: list[list[str | int]] = json.loads(ended.stdout)["tables"][0]["rows"]
    return rows


def outcome(name: str, puzzle: int, solved: float | None, seconds: float = 64.0, seed: int = 1) -> Outcome:
    return Outcome(row=name, seed=seed, puzzle=puzzle, seconds=seconds, solved=solved, playouts=1)


def test_designs_are_found_kept_and_not_looked_for_again(table: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    asked = ("--file", str(table), "--rows", "nemo,rnainverse", "--seconds", "0.2", "--columns", "0.2")
    first = bench(*asked, "--keep", str(ledger), "--json", "--jobs", "2")
    assert cells(first) == [["Sampling NEMO prior", 2], ["RNAinverse (ViennaRNA)", 2]]
    assert "6 of 6: " in first.stderr
    assert "unsolved 1 (3)." in first.stdout
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert (lines[0]["version"], lines[0]["model"]) == ("V2", "eterna-v2")
    rna = get_family("rna")
    for one in lines[1:]:
        puzzle = targets(table, "V2", "eterna-v2", "nemo")[one["puzzle"]]
        assert (one["solved"] is None) == (one["puzzle"] == 3) == (one["design"] == "")
        assert one["solved"] is None or rna.judge(puzzle, codes_of(one["design"])).solved

    whole = ledger.read_bytes()
    again = bench(*asked, "--keep", str(ledger), "--json")
    assert cells(again) == cells(first)
    assert again.stderr == ""
    assert ledger.read_bytes() == whole

    ledger.write_bytes(whole[:-20])  # killed while it wrote the last line
    torn = bench(*asked, "--keep", str(ledger), "--json")
    assert cells(torn) == cells(first)
    assert "1 of 1: " in torn.stderr
    assert len(ledger.read_text().splitlines()) == 7

    refused = bench(*asked, "--keep", str(ledger), "--version", "V1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "mcs-tui bench eterna100: ledger.jsonl was made with version V2, not V1; model eterna-v2, not eterna-v1: "
        "give those, or another file\n"
    )


def test_a_longer_search_takes_the_place_of_a_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path, SETTINGS, Outcome)
    ledger.add(outcome("nrpa", 1, None, seconds=10))
    ledger.add(outcome("nrpa", 2, 3.5, seconds=10))
    for found in (ledger, Ledger(path, SETTINGS, Outcome)):
        one, two = (found.known(("nrpa", 1, puzzle)) for puzzle in (1, 2))
        assert one is not None
        assert two is not None
        assert (one.covers(10), one.covers(32), two.covers(32)) == (True, False, True)
    ledger.add(outcome("nrpa", 1, 20.0, seconds=32))
    longer = Ledger(path, SETTINGS, Outcome).known(("nrpa", 1, 1))
    assert longer is not None
    assert (longer.solved, longer.covers(32)) == (20.0, True)


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("no ledger", "line 1: expected settings as JSON"),
        ('{"type":"outcome"}\n', "line 1: expected settings as JSON"),
        ("{}\n", "line 1: expected settings as JSON"),
    ],
)
def test_another_file_is_no_ledger(tmp_path: Path, text: str, reported: str) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=reported):
        Ledger(path, SETTINGS, Outcome)
    assert path.read_text() == text


def solved_table(
    *outcomes: Outcome, rows: tuple[str, ...], seeds: tuple[int, ...] = (1,), version: str = "V1"
) -> Table:
    ledger = Ledger(None, SETTINGS, Outcome)
    for one in outcomes:
        ledger.add(one)
    columns = [1.0, 10.0, 32.0, 64.0]
    return eterna100_tables.solved_table("", version, [row(one) for one in rows], seeds, (1, 2, 3), ledger, columns)


def test_one_run_of_a_search_yields_all_columns_beside_the_published_ones() -> None:
    found = solved_table(
        outcome("gnrpa-ngram", 1, 0.5), outcome("gnrpa-ngram", 2, 10.0), outcome("gnrpa-ngram", 3, 40.0),
        outcome("strong", 1, 1.5, 32.0), outcome("strong", 2, 2.0, 32.0), outcome("strong", 3, None, 32.0),
        outcome("nrpa", 1, 1.0),
        rows=("nrpa", "gnrpa-ngram", "strong"),
    )  # fmt: skip
    assert found.rows == (
        ("NRPA", "", "", "", ""),
        ("  published, of 100 (Cazenave, Learning a Prior, table 3)", "", "", 28, 33),
        ("GNRPA NGRAM prior", 1, 2, 2, 3),
        ("  published, of 100 (Cazenave, Learning a Prior, table 3)", "", "", 70, 75),
        ("Simulated annealing", 0, 2, 2, ""),
    )
    assert found.notes == (
        "GNRPA NGRAM prior, 64 s: unsolved none.",
        "Simulated annealing, 32 s: unsolved 1 (3).",
    )


def test_the_median_of_seeds_and_which_puzzles_some_of_them_solve() -> None:
    times = {1: (0.5, 0.5, 0.5), 2: (5.0, None, 20.0), 3: (None, None, None)}
    outcomes = [
        outcome("strong", puzzle, solved, seed=seed)
        for puzzle, of in times.items()
        for seed, solved in enumerate(of, 1)
    ]
    found = solved_table(*outcomes, rows=("strong",), seeds=(1, 2, 3), version="V2")
    assert found.rows == (("Simulated annealing", "1 (1 1 1)", "1 (2 1 1)", "2 (2 1 2)", "2 (2 1 2)"),)
    assert found.notes == ("Simulated annealing, 64 s: unsolved 1 (3); solved by some seeds alone 1 (2).",)


def test_the_published_figures_are_the_papers() -> None:
    published = {one.name: (one.published.get(32), one.published.get(64)) for one in ROWS}
    assert published == {
        "sampling": (11, 11),
        "nemo": (51, 55),
        "ngram": (57, 65),
        "nrpa": (28, 33),
        "gnrpa-nemo": (68, 69),
        "gnrpa-ngram": (70, 75),
        "nemo-pairs": (None, None),
        "gnrpa-nemo-pairs": (None, None),
        "strong": (None, None),
        "rnainverse": (None, None),
    }
    assert row("gnrpa-ngram").published[4096] == 85
    assert ("DesiRNA", "1 min: 85, 1 h: 95") in eterna100_tables.peers_table("V2").rows


def test_targets_are_those_of_the_version_under_the_model(table: Path) -> None:
    one, two = (targets(table, version, "1999-d2", "lexicographic") for version in ("V1", "V2"))
    assert list(one) == list(two) == [1, 2, 3]
    assert (one[1].target, two[1].target) == ("(((((......)))))", "((((....))))....")
    assert {(puzzle.model, puzzle.objective) for puzzle in one.values()} == {("1999-d2", "lexicographic")}


def test_the_benchmarks_own_files_are_read(benchmark_data: Path) -> None:
    folder = benchmark_data / "eterna100"
    both = [targets(folder / "eterna100_puzzles.tsv", version, "eterna-v2", "nemo") for version in ("V1", "V2")]
    differ = [number for number in both[0] if both[0][number].target != both[1][number].target]
    assert [len(found) for found in both] == [100, 100]
    assert differ == [50, 52, 57, 60, 61, 67, 78, 80, 81, 86, 87, 88, 90, 91, 92, 96, 97, 99, 100]
    listed = targets(folder / "nemo_list.e100", "NEMO", "eterna-v1", "nemo")
    assert len(listed) == 100
    assert sum(any(letter != "N" for letter in puzzle.restraints) for puzzle in listed.values()) == 22


def test_where_the_targets_are_absent_one_line_says_how_to_get_them() -> None:
    with pytest.raises(MissingError, match=r"mcs-tui data download eterna100/eterna100_puzzles\.tsv"):
        located("V2", None)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["--rows", "best"], f"there is no row 'best'; expected some of {','.join(NAMES)}"),
        (["--seconds", "0"], "'0' is not a number of seconds above 0"),
        (["--puzzles", "1-x"], "'x' is not a whole number above 0"),
        (["--jobs", "1000"], "1000 searches at a time need as many cores"),
        (["--puzzles", "4"], "there is no puzzle 4; expected 1 to 3"),
        (["--keep", "/dev/null/ledger"], "/dev/null/ledger can't be written"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(table: Path, arguments: list[str], reported: str) -> None:
    ended = bench("--file", str(table), *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reported in ended.stderr.splitlines()[-1]
