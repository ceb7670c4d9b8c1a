"""An experiment in its folder: begun, interrupted, gone on with, stopped, and a disk that is full for a while."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers.command_line import invoke

from solvers.experiments import folder as folder_module
from solvers.experiments.cell import CellResult, cells
from solvers.experiments.folder import ExperimentFolder, experiments_root
from solvers.experiments.launch import DiskFullError, InProcess, Launch, StopError
from solvers.experiments.live import Live, State, read_live
from solvers.experiments.spec import parse
from solvers.experiments.toml_file import Quick
from solvers.runs.status import Progress
from tui.commands.terminal import Exit
from tui.words.sentence import how_far

TEXT = """\
title = "Squares of order 5"
playouts = [1, 3]
seeds = 2
[[puzzles]]
family = "latin"
files = "square.txt"
[[row]]
algorithm = "sampling"
mode = "paper"
[[row]]
algorithm = "nrpa"
mode = "paper"
parameters = { level = 1, iterations = [2, 3] }
[quick]
seeds = 1
"""
SQUARE = "1 2 . . .\n2 . 4 . .\n. . . . .\n. . . . .\n. . . . .\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "square.txt").write_text(SQUARE)
    path = tmp_path / "squares.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def place(file: Path) -> ExperimentFolder:
    found = ExperimentFolder(file.parent / "results")
    found.make(parse(TEXT, "squares", file.parent))
    return found


class Interrupted(InProcess):
    """An executor that is interrupted by the function after so many cells."""

    def __init__(self, after: int, interrupt: Callable[[], object]) -> None:
        self.left, self.interrupt = after, interrupt

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left == 0:
            self.interrupt()
        return super().submit(fn, *args, **kwargs)


def launch(place: ExperimentFolder) -> Launch:
    found = Launch(place, 1)
    found.prepare()
    return found


def outcome(place: ExperimentFolder) -> dict[str, Any]:
    """What the experiment has found, without times."""
    return {
        key: (one.board, one.end, [(reading.point, reading.score, reading.solved) for reading in one.readings])
        for key, one in place.results().items()
    }


def test_what_is_interrupted_goes_on_and_comes_to_the_same(
    place: ExperimentFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = launch(place)
    with pytest.raises(StopError):
        first.run(Interrupted(5, lambda: first.inbox.put(StopError(15))))
    done = len(place.results())
    assert 0 < done < 6
    assert first.how_far == f"{done} of 6 cells are done"
    second = launch(place)
    assert second.run(InProcess())
    assert len((place.path / "results.jsonl").read_bytes().splitlines()) == 6
    (undisturbed := ExperimentFolder(tmp_path / "undisturbed")).make(place.experiment())
    with ThreadPoolExecutor(1) as executor:
        assert launch(undisturbed).run(executor)
    assert outcome(undisturbed) == outcome(place)
    assert launch(place).run(InProcess())  # nothing is left to do
    assert len((place.path / "results.jsonl").read_bytes().splitlines()) == 6
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"Squares of order 5: 0 of 6 cells are done, 1 at a time, in {place.path}"
    assert lines[-2:] == [
        f"Squares of order 5: 6 of 6 cells are done, 1 at a time, in {place.path}",
        f"the table: mcs-tui experiment report {place.path}",
    ]


def test_it_stops_when_it_is_asked_to(place: ExperimentFolder) -> None:
    asked = launch(place)
    place.ask_to_stop()
    with pytest.raises(StopError):
        asked.run(Interrupted(5, lambda: not asked.look()))
    assert launch(place).run(InProcess())  # the wish is forgotten


def test_results_wait_for_a_full_disk_and_are_not_lost(
    place: ExperimentFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write, left = folder_module._write, 3

    def full_at_first(descriptor: int, data: bytes, at: int) -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            raise OSError(28, "No space left on device")
        write(descriptor, data, at)

    monkeypatch.setattr(folder_module, "_write", full_at_first)
    assert launch(place).run(InProcess())
    assert len(place.results()) == 6
    said = capsys.readouterr().err
    assert said.count("No space left on device: results wait for it to be written") == 1
    assert said.count("all results are written now") == 1

    monkeypatch.setattr(folder_module, "_write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    monkeypatch.setenv("MCS_TUI_DISK_WAIT", "0")
    (place.path / "results.jsonl").unlink()
    with pytest.raises(DiskFullError, match="6 results are lost; the same command does them again"):
        launch(place).run(InProcess())


def test_a_cell_that_can_not_be_done_is_said_and_tried_again(
    place: ExperimentFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = launch(place)
    broken = failing.cells[0]
    place.add(CellResult(key=broken.key, row=broken.row, group="", puzzle="square", seed=1, error="out of luck"))
    state = State(failing.cells, place.results())
    assert (len(state.done), len(state.failed), state.over) == (0, 1, False)
    assert launch(place).run(InProcess())
    assert State(failing.cells, place.results()).over


def test_time_left_is_known_from_rows_that_are_done(place: ExperimentFolder) -> None:
    found = cells(place.experiment())
    results = {
        one.key: CellResult(key=one.key, row=one.row, group="", puzzle="square", seed=1, seconds=4.0, playouts=2)
        for one in found[:3]
    }
    assert State(found, {}).seconds_left(2) == (None, None)
    running = (Progress(key=found[3].key, seconds=3.0),)
    # of three playouts a cell, at 2 s each, three cells are left, one of which has had 3 s
    searching = State(found, results, Live(workers=2, phase="searching", running=running))
    assert searching.seconds_left(2) == (4.5, 7.5)
    assert State(found, results).seconds_left(64) == (4.0, 6.0)
    busy = State(found, results, Live(workers=2, phase="searching", running=running, elapsed=12.0, searched=8.0))
    assert busy.seconds_left(2) == (13.5, 22.5)
    assert how_far(busy).endswith(", 2 at a time, 14 s to 22 s left")
    timed = [msgspec.structs.replace(one, playouts=(), seconds=(1.0, 60.0)) for one in found]
    solved = {
        one.key: msgspec.structs.replace(done, key=one.key)
        for one, done in zip(timed[:3], results.values(), strict=True)
    }
    assert State(timed, solved).seconds_left(2) == (6.0, 90.0)


def test_the_commands_say_how_far_it_is(file: Path, place: ExperimentFolder) -> None:
    checked = invoke("experiment", "check", str(file), "--json")
    assert json.loads(checked.output)["cells"] == 6
    assert json.loads(invoke("experiment", "check", str(file), "--quick", "--json").output)["cells"] == 3
    assert "has not been run" in invoke("experiment", "status", str(file)).output
    assert launch(place).run(InProcess())
    live = read_live(place)
    assert live is not None
    assert (live.workers, live.phase, live.running) == (1, "ended", ())
    shown = invoke("experiment", "status", str(place.path), "--cells")
    assert shown.output.splitlines()[0] == "Squares of order 5: 6 of 6 cells are done"
    assert shown.output.count(" done ") == 6
    about = json.loads(invoke("experiment", "status", str(place.path), "--json").output)
    assert (about["done"], about["runs"], about["running"]) == (6, False, [])
    assert "it does not run" in invoke("experiment", "stop", str(place.path)).output
    assert "1 at a time" not in shown.output
    small = ExperimentFolder(experiments_root() / "squares-small")
    small.make(place.experiment().resized(Quick(rows=["Sampling"], seeds=1)))
    assert "has not been run at its quick size" in invoke("experiment", "report", str(file), "--quick").output
    assert launch(small).run(InProcess())
    for name in (str(file), "squares"):  # the file itself has not been run in its own size
        shown = invoke("experiment", "status", name)
        assert (shown.exit_code, shown.output.splitlines()[0]) == (0, "Squares of order 5: 1 of 1 cells are done")
    shutil.copytree(place.path, experiments_root() / "squares", dirs_exist_ok=True)
    for one in (experiments_root() / "squares").iterdir():
        os.utime(one, (1.0, 1.0))
    shown = invoke("experiment", "report", "squares")
    assert shown.stdout.splitlines()[-1] == "mcs-tui experiment run squares --rows Sampling --seeds 1"
    assert shown.stderr.splitlines()[0].startswith(f"{small.path}, which was used last; name a folder for another")
    with place.held_by_us():
        asked = invoke("experiment", "stop", str(place.path))
        assert (asked.exit_code, place.asked_to_stop) == (Exit.OK, True)
    missing = invoke("experiment", "run", "nothing")
    assert missing.exit_code == Exit.BAD_INPUT
    assert missing.output.startswith("nothing: there is no such experiment; expected a TOML file")
    file.write_text(TEXT.replace("[1, 3]", "[1, x]"))
    wrong = invoke("experiment", "run", str(file))
    assert (wrong.exit_code, wrong.output) == (Exit.BAD_INPUT, "squares.toml:2: invalid value\n")
    listed = json.loads(invoke("experiment", "list", "--json").output)
    assert {"tiny"} <= {one["name"] for one in listed["shipped"]}
