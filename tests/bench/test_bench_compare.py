"""`mcs-tui bench compare`: what it asks for, how rows are paired. Checkouts are folders that print given figures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solvers.bench import compare
from solvers.bench.__main__ import parser

STUB = """
import json, os, sys
from pathlib import Path
folder = Path({folder!r})
with open(folder / "calls", "a") as calls:
    print(*sys.argv[1:], os.environ["MCS_TUI_CACHE"], sep="|", file=calls)
if (folder / "fails").exists():
    sys.exit("the first line\\nit has failed")
tables = json.loads((folder / "tables.json").read_text())
print(json.dumps({{"tables": tables.pop(0) if len(tables) > 1 else tables[0]}}))
(folder / "tables.json").write_text(json.dumps(tables))
"""

FAMILIES = """
def get_family(name):
    return type("Family", (), {"parse": lambda self, text: text})()
"""
SESSIONS = """
import time
class Session:
    playouts, best_score = 0, SCORE
    def advance(self, playouts):
        end = time.process_time() + playouts * SECONDS
        while time.process_time() < end:
            pass
        self.playouts += max(1, playouts // 2)  # as a search that ends before its slice does
        return "solved"
    def go_on(self):
        pass
def compiled_session(puzzle, algorithm, parameters, *, prior, seed):
    if algorithm in MISSING:
        raise KeyError("no such search")
    return Session()
"""


def playing(folder: Path, seconds: float, score: float = 1.0, missing: str = "") -> Path:
    """A checkout whose searches take so long for a playout, and come to that score."""
    made = checkout(folder, [])
    (made / "puzzles").mkdir()
    (made / "puzzles" / "__init__.py").touch()
    (made / "puzzles" / "registry.py").write_text(FAMILIES)
    text = SESSIONS.replace("SCORE", str(score)).replace("SECONDS", str(seconds)).replace("MISSING", repr([missing]))
    (made / "solvers" / "compiled_session.py").write_text(text)
    return made


def table(column: str, rows: dict[str, str]) -> list[dict[str, Any]]:
    """A benchmark's only table."""
    return [{"columns": ["what", "min", column], "rows": [[name, "1", figure] for name, figure in rows.items()]}]


def checkout(folder: Path, *runs: list[dict[str, Any]]) -> Path:
    """A checkout whose benchmarks print these tables one after the other, the last again and again."""
    (folder / "solvers" / "bench").mkdir(parents=True)
    for package in (folder / "solvers", folder / "solvers" / "bench"):
        (package / "__init__.py").touch()
    (folder / "solvers" / "bench" / "__main__.py").write_text(STUB.format(folder=str(folder)))
    (folder / "tables.json").write_text(json.dumps(runs))
    return folder


def report(*arguments: str) -> dict[str, Any]:
    """What the benchmark finds."""
    found: dict[str, Any] = json.loads(compare.run(parser().parse_args(["compare", *arguments])).json())
    return found


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In place of this checkout, one that plays 300 and 90 a second."""
    made = checkout(tmp_path / "here", table("median", {"forward": "1,200", "hidden": "90", "new": "1"}))
    monkeypatch.setattr(compare, "HERE", made)
    return made


def test_rows_are_paired_by_name_and_figures_are_medians_of_rounds_in_turns(here: Path, tmp_path: Path) -> None:
    runs = [table("median", {"hidden": hidden, "old": "5", "forward": "1000"}) for hidden in ("7", "100", "50", "60")]
    other = checkout(tmp_path / "other", *runs)
    (made,) = report(str(other), "--rows", "kernel", "--rounds", "3")["tables"]
    assert made["rows"] == [
        ["kernel: forward", "1,000", "1,200", "1.200", "1.200 to 1.200"],
        ["kernel: hidden", "60", "90", "1.500", "0.900 to 1.800"],
    ]
    assert made["notes"][1:] == ["Only here: kernel: new.", "Only there: kernel: old."]
    calls = {folder: (folder / "calls").read_text().splitlines() for folder in (here, other)}
    assert [len(lines) for lines in calls.values()] == [4, 4]  # one more than the rounds, which compiles
    assert all(line.startswith("kernel|--instances|40|--json|") for lines in calls.values() for line in lines)
    assert len({line.rpartition("|")[2] for lines in calls.values() for line in lines}) == 2  # a cache each


def test_searches_of_both_are_advanced_in_turns_by_the_same_number_of_playouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "HERE", playing(tmp_path / "here", 0.001))
    monkeypatch.setattr(compare, "SLICE", 0.02)
    other = playing(tmp_path / "other", 0.002, missing="annealing")
    (made,) = report(str(other), "--rounds", "4")["tables"]
    rows = {row[0]: row for row in made["rows"]}
    assert [one.title for one in compare.SEARCHED if one.algorithm != "annealing"] == list(rows)
    for row in rows.values():
        least, _, most = row[4].partition(" to ")
        assert float(least) <= float(row[3]) <= float(most)
        assert 1.5 < float(row[3]) < 2.5
    assert len(made["notes"]) == 1
    assert "rna bulge annealing: KeyError: 'no such search'" in capsys.readouterr().err


def test_a_search_that_comes_to_another_score_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "HERE", playing(tmp_path / "here", 0.001))
    monkeypatch.setattr(compare, "SLICE", 0.002)
    monkeypatch.setattr(compare, "SEARCHED", compare.SEARCHED[:2])
    other = playing(tmp_path / "other", 0.001, score=2.0)
    (made,) = report(str(other), "--rounds", "1")["tables"]
    assert made["notes"][1].startswith(
        "Other results, so other work: latin paper-20 nrpa level=2 iterations=100; latin"
    )


def test_less_is_faster_for_times_and_names_may_have_several_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [
        [{"columns": ["nt", "sequences", "ours"], "rows": [[60, "random", ours], [60, "designed", "3"]]}]
        for ours in ("2", "4")
    ]
    monkeypatch.setattr(compare, "HERE", checkout(tmp_path / "here", tables[0]))
    other = checkout(tmp_path / "other", tables[1])
    (made,) = report(str(other), "--rows", "fold", "--rounds", "1")["tables"]
    assert [(row[0], row[3]) for row in made["rows"]] == [("fold: 60 random", "2.000"), ("fold: 60 designed", "1.000")]


def test_puzzles_are_handed_to_both_by_absolute_path(here: Path, tmp_path: Path) -> None:
    other = checkout(tmp_path / "other", table("median", {"forward": "1"}))
    boards = tmp_path / "boards.txt"
    boards.write_text("1 1\n")
    report(str(other), "--rows", "samegame", "--rounds", "1", "--file", str(boards))
    for folder in (here, other):
        assert (folder / "calls").read_text().startswith(f"samegame|--part|rate|--rounds|3|--file|{boards}|--json|")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "mcs-tui bench compare: the following arguments are required: OTHER"),
        (["nowhere"], 2, "argument OTHER: 'nowhere' is not the folder of a checkout: it has no solvers/bench"),
        (["OTHER", "--rows", "sudoku"], 2, "argument --rows: invalid choice: 'sudoku'"),
        (["OTHER", "--rounds", "0"], 2, "argument --rounds: '0' is not a whole number above 0"),
        (["OTHER", "--rows", "kernel", "tsptw"], 2, "mcs-tui bench compare: tsptw needs --folder"),
        (["OTHER", "--rows", "fold"], 70, "mcs-tui bench compare: fold has printed no column 'ours'"),
    ],
)
def test_what_can_not_be_compared_is_refused_in_one_line(
    arguments: list[str], code: int, words: str, here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = checkout(tmp_path / "other", table("median", {"forward": "1"}))
    with pytest.raises(SystemExit) as ended:
        report(*[str(other) if one == "OTHER" else one for one in arguments])
    assert ended.value.code == code
    assert words in capsys.readouterr().err.splitlines()[-1]


def test_a_benchmark_that_fails_is_named_with_its_last_line(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = checkout(tmp_path / "other", table("median", {"forward": "1"}))
    (other / "fails").touch()
    with pytest.raises(SystemExit):
        report(str(other), "--rows", "kernel")
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"mcs-tui bench compare: kernel of {other} has failed: it has failed"
    )


def test_checkouts_without_a_common_row_end_in_one_line(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        report(str(checkout(tmp_path / "other", table("median", {"older": "1"}))), "--rows", "kernel", "--rounds", "1")
    assert ended.value.code == 70
    assert capsys.readouterr().err.splitlines()[-1] == "mcs-tui bench compare: the checkouts have no row in common"


def test_the_command_runs_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "solvers.bench", "compare", str(tmp_path)]
    done = subprocess.run(command, cwd=compare.HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("is not the folder of a checkout: it has no solvers/bench")
