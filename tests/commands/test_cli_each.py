"""`solve --each`: every puzzle of a file into one table, killed in the middle and gone on with."""

from __future__ import annotations

import csv
import io
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers import command_line
from drivers.command_line import invoke
from drivers.run_driver import kill_all

from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable.lost_pairs import largest_probability
from solvers.runs.folder import all_runs
from solvers.runs.reader import view

TARGETS = ["((((....))))", "(((((....)))))", "((((....))))...((((....))))"]
SEARCH = ["--algorithm", "sampling", "--prior", "none", "--playouts", "30", "--set", "objective=probability"]


@pytest.fixture(autouse=True)
def no_worker_is_left() -> Iterator[None]:
    yield
    kill_all()


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "targets.txt"
    path.write_text("".join(f"# name: t{number}\n{one}\n\n" for number, one in enumerate(TARGETS, 1)))
    return str(path)


def rows(text: str) -> list[tuple[str, ...]]:
    """What a search decides: the file, its name, best, playouts and design."""
    read = csv.DictReader(io.StringIO(text))
    return [tuple(one[key] for key in ("file", "name", "best", "playouts", "status", "board")) for one in read]


def test_all_targets_of_a_file_killed_in_the_middle_are_gone_on_with(file: str, tmp_path: Path) -> None:
    command = ["solve", file, "--each", "--csv", *SEARCH]
    whole = command_line.run(command, MCS_TUI_JIT="0", MCS_TUI_DATA=str(tmp_path / "other"))
    wanted = rows(whole.stdout.decode())
    assert [(one[0], one[1]) for one in wanted] == [(f"{file}#{n}", f"{n} t{n}") for n in range(1, 4)]
    assert {one[3] for one in wanted} == {"30"}
    for one, target in zip(csv.DictReader(io.StringIO(whole.stdout.decode())), TARGETS, strict=True):
        assert float(one["best"]) < float(one["bound"]) == largest_probability(RnaPuzzle(target)) < 1

    started = command_line.start(command, env=command_line.environment(MCS_TUI_JIT="0"))
    while not any(view(run).status == "budget" for run in all_runs()):
        assert started.poll() is None
        time.sleep(0.01)
    started.send_signal(signal.SIGKILL)
    started.communicate()
    kill_all()
    done = {run.id for run in all_runs() if view(run).status == "budget"}
    again = command_line.run(command, MCS_TUI_JIT="0")
    assert rows(again.stdout.decode()) == wanted
    assert again.returncode == whole.returncode
    assert len(all_runs()) == len(TARGETS), "nothing is searched anew"
    assert done <= {run.id for run in all_runs()}
    objects = command_line.run([*command[:3], "--json", *SEARCH], MCS_TUI_JIT="0").stdout.decode()
    found = [json.loads(line) for line in objects.splitlines()]
    assert [(one["file"], one["board_notation"]) for one in found] == [(one[0], one[5]) for one in wanted]


def test_what_can_not_be_read_is_a_line_and_the_rest_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("name,target\ngood,((((....))))\nbad,((((....)))\n")
    done = command_line.run(["solve", str(path), "--each", "-q", *SEARCH], MCS_TUI_JIT="0")
    assert done.returncode == 2
    assert "two.csv:3:" in done.stderr.decode()
    assert done.stdout.decode().splitlines()[1].split()[:3] == [f"{path}#1", "1", "good"]


@pytest.mark.parametrize("more", [["--seeds", "1-2"], ["--from", "x"], ["-"]])
def test_what_goes_without_each(file: str, more: list[str]) -> None:
    refused = invoke("solve", file, "--each", *more)
    assert (refused.exit_code, "--each is for files" in refused.stderr) == (2, True)
