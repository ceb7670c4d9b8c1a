"""`mcs-tui runs` sorted, filtered, folded and as CSV; `runs compare`; the history that `show --json` tells."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drivers.command_line import invoke, one_line
from drivers.ended_runs import GAME, ended_run, improved
from drivers.searched_runs import listed_run

from solvers.runs.events import Finished
from solvers.runs.folder import Run, find_run


@pytest.fixture
def three() -> list[Run]:
    """Two seeds of one search, and another search."""
    return [
        listed_run([60.0, 70.0], seed=1),
        listed_run([66.0], seed=2),
        listed_run([71.0, 75.0, 76.0], algorithm="nrpa", parameters={"level": 2}),
    ]


def test_runs_are_sorted_and_filtered_and_folded(three: list[Run]) -> None:
    best = invoke("runs", "--sort", "best").stdout.splitlines()[1:]
    assert [line.split()[0] for line in best] == [three[2].id, three[0].id, three[1].id]
    found = invoke("runs", "--filter", "sampling seed=2", "--json").stdout.splitlines()
    assert [json.loads(line)["run"] for line in found] == [three[1].id]
    head, nrpa, sampling = invoke("runs", "--fold", "--sort", "median").stdout.splitlines()
    assert head.split()[1:7] == ["SEARCH", "PRIOR", "SEEDS", "BEST", "MEDIAN", "FINDS"]
    assert nrpa.split()[5:14] == ["nrpa", "2", "–", "1", "76", "76", "70:", "1", "s"]
    assert sampling.split()[5:13] == ["sampling", "–", "1-2", "70", "68", "70:", "1", "of"]
    nothing = invoke("runs", "--filter", "kakuro")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert one_line(nothing.stderr).startswith("no run matches")
    assert invoke("runs", "--csv", "--json").exit_code == 2
    assert invoke("runs", "--sort", "colour").exit_code == 2


def test_a_table_for_other_programs(three: list[Run]) -> None:
    rows = list(csv.DictReader(io.StringIO(invoke("runs", "--csv", "--sort", "best").stdout)))
    assert [row["run"] for row in rows] == [three[2].id, three[0].id, three[1].id]
    first = rows[0]
    assert (first["algorithm"], first["parameters"], first["best"], first["broken"]) == ("nrpa", "level=2", "76.0", "0")
    assert first["puzzle"] == "Morpion Solitaire 5D, empty cross"
    assert invoke("runs", "--csv", "--filter", "nothing at all").stdout.count("\n") == 1


def test_searches_are_compared_by_any_of_their_runs(three: list[Run], tmp_path: Path) -> None:
    done = invoke("runs", "compare", three[1].id, three[2].id, "--ascii")
    assert done.exit_code == 0
    assert done.stdout.isascii()
    rows = {line.split("  ")[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert rows["search"] == ["sampling", "nrpa"]
    assert rows["seeds"] == ["1-2", "1"]
    assert rows["median"] == ["68", "76"]
    drawn = done.stdout.partition("search")[0]
    assert {"A", "B", "-", "="} <= set(drawn)
    alone = json.loads(invoke("runs", "compare", three[1].id, three[2].id, "--alone", "--json").stdout)
    assert [[run["run"] for run in one["runs"]] for one in alone["searches"]] == [[three[1].id], [three[2].id]]
    assert alone["searches"][1]["runs"][0]["history"][-1] == {"seconds": 3.0, "playouts": 30, "score": 76.0}
    assert alone["searches"][1]["best_scores"] == {"low": 76.0, "median": 76.0, "high": 76.0}

    table, picture = tmp_path / "all.csv", tmp_path / "all.svg"
    for path in (table, picture):
        assert invoke("runs", "compare", *(run.id for run in three), "--output", str(path)).exit_code == 0
    lines = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [(one["letter"], one["seed"], one["best"]) for one in lines[:3]] == [
        ("A", "1", "60.0"),
        ("A", "1", "70.0"),
        ("A", "2", "66.0"),
    ]
    words = [one.text for one in ElementTree.fromstring(picture.read_text()).iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "B", "middle half", "nrpa", "Morpion Solitaire 5D, empty cross"} <= set(words)


def test_what_can_not_be_compared_is_one_line(three: list[Run], tmp_path: Path) -> None:
    for arguments in (["nowhere"], [three[0].id, "--output", str(tmp_path / "x.txt")], []):
        done = invoke("runs", "compare", *arguments)
        assert done.exit_code == 2
        assert done.stdout == ""


def test_show_tells_the_history_of_improvements() -> None:
    moves = len(GAME)
    run = ended_run(improved(GAME[:3], at=0.5), improved(at=2.0, playouts=9), Finished(reason="stopped"))
    shown = json.loads(invoke("show", run.id, "--json").stdout)
    assert shown["history"] == [
        {"seconds": 0.5, "playouts": 5, "score": 3.0},
        {"seconds": 2.0, "playouts": 9, "score": float(moves)},
    ]


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Makes stdout a terminal that wide."""

    def widen(width: int) -> None:
        monkeypatch.setattr("tui.commands.terminal.terminal_width", lambda: width)
        monkeypatch.setattr("tui.commands.run_list.terminal_width", lambda: width)

    return widen


TABLES = (("runs",), ("runs", "--fold"), ("runs", "compare"), ("priors",), ("formats",), ("experiment", "list"))
FIGURE = re.compile(r"(?<!\S)[\d,.]+(?!\S)")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_are_as_wide_as_the_terminal_and_no_figure_is_cut(
    three: list[Run], on_a_terminal: Callable[[int], None], width: int
) -> None:
    names = [run.id for run in three]
    wide = {table: invoke(*table, *(names if "compare" in table else ())).stdout for table in TABLES}
    assert max(map(len, wide["runs",].splitlines())) > 80
    on_a_terminal(width)
    for table in TABLES:
        shown = invoke(*table, *(names if "compare" in table else ())).stdout
        assert max(map(len, shown.splitlines())) <= width, shown
        if table[0] == "runs":
            assert set(FIGURE.findall(shown)) <= set(FIGURE.findall(wide[table])), shown
    head, first, *_ = invoke("runs").stdout.splitlines()
    assert head.split()[:4] == ["RUN", "PUZZLE", "ALGORITHM", "STATUS"]
    assert find_run(first.split()[0]) in three, "what is shown of its name names it"


def test_the_terminals_width_is_obeyed_and_a_pipe_has_none() -> None:
    code = "from tui.commands.terminal import terminal_width; print(terminal_width())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 61))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    subprocess.run([sys.executable, "-c", code], stdin=theirs, stdout=theirs, env=environment, check=True)
    assert os.read(ours, 100).split() == [b"61"]
    subprocess.run(
        [sys.executable, "-c", code], stdin=theirs, stdout=theirs, env={**environment, "COLUMNS": "70"}, check=True
    )
    assert os.read(ours, 100).split() == [b"70"]
