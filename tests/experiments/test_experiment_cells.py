"""Cells of an experiment: what they find at each point, and how their results are kept."""

from __future__ import annotations

import pickle
import platform
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers.command_line import run as in_process

from puzzles.errors import PuzzleError
from solvers.driver.remote import search_here
from solvers.driver.search import Search
from solvers.experiments import folder as folder_module
from solvers.experiments.cell import Cell, CellResult, cells
from solvers.experiments.folder import ExperimentFolder, FolderError
from solvers.experiments.launch import InProcess, run, to_do
from solvers.experiments.report import report
from solvers.experiments.search import Record, make_ready, run_cell, spec_of
from solvers.experiments.spec import parse
from solvers.experiments.toml_file import Experiment
from solvers.experiments.writers import text
from solvers.runs.status import Progress, StoppedError

TEXT = """\
title = "Ladders"
playouts = [1, 3, 9]
seeds = 2
[[puzzles]]
family = "latin"
generate = { order = 5, holes = 0.6 }
count = 2
[[row]]
algorithm = "sampling"
mode = "paper"
[[row]]
algorithm = "nrpa"
mode = "paper"
parameters = { level = 1, iterations = 3 }
"""


@pytest.fixture
def experiment() -> Experiment:
    return parse(TEXT, "ladders", Path("/"))


def without_time(one: CellResult) -> Any:
    """The result without what the clock says."""
    data = msgspec.to_builtins(one) | {"seconds": 0}
    for part in (*data["readings"], *data["trace"]):
        part["seconds"] = 0
    return data


def test_cells_give_the_same_results_in_any_process_and_after_json(experiment: Experiment) -> None:
    cell = cells(experiment)[-1]
    first = run_cell(cell)
    assert not first.error
    assert [one.point for one in first.readings] == [1, 3, 9]
    assert first.key == cell.key
    again = pickle.loads(pickle.dumps(run_cell))(pickle.loads(pickle.dumps(cell)))
    through = msgspec.json.decode(msgspec.json.encode(cell), type=Cell)
    assert through == cell
    assert without_time(again) == without_time(first) == without_time(run_cell(through))


def test_the_score_is_read_at_each_point_and_judged(experiment: Experiment) -> None:
    morpion = parse(
        TEXT.replace("generate = { order = 5, holes = 0.6 }\ncount = 2", 'files = "example:5D"')
        .replace('"latin"', '"morpion"')
        .replace('mode = "paper"\n', "")
        .replace("seeds = 2", "seeds = 1\nuntil = 30"),
        "games",
        Path("/"),
    )
    done = run_cell(cells(morpion)[0])
    scores = [one.score for one in done.readings]
    assert scores == sorted(scores)
    assert done.trace[-1].score == scores[-1] == len(done.board)
    assert (done.end == "reached") == (scores[-1] >= 30)
    best_within = [max(one.score for one in done.trace if one.playouts <= point) for point in (1, 3, 9)]
    assert scores == best_within


def test_a_cell_tells_how_far_it_is_and_can_be_given_up(experiment: Experiment) -> None:
    told: list[Progress] = []
    cell = cells(experiment)[0]
    run_cell(cell, lambda one: not told.append(one))
    assert {one.key for one in told} == {cell.key}
    assert told[0].playouts == 0
    assert told[-1].score is not None
    with pytest.raises(StoppedError):
        run_cell(cell, lambda one: False)


def test_a_cell_that_can_not_be_done_says_why_in_one_line(experiment: Experiment) -> None:
    wrong = msgspec.structs.replace(cells(experiment)[0], data={"family": "latin", "text": "1 2"})
    done = run_cell(wrong)
    assert done.error
    assert "\n" not in done.error
    assert not done.readings


def test_an_error_in_an_own_family_ends_a_cell_with_one_line(
    experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(search: Search) -> None:
        raise ZeroDivisionError("division\n  by zero")

    monkeypatch.setattr(Search, "begin", broken)
    cell = cells(experiment)[0]
    said = make_ready(cell), run_cell(cell).error, search_here((spec_of(cell), 0), lambda one: True).error
    assert said == ("ZeroDivisionError: division by zero",) * 3


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"family": "gone"}, "there is no family 'gone' here; "),
        ({"algorithm": "gone"}, "there is no search 'gone' here; "),
    ],
)
def test_what_another_distribution_adds_and_a_worker_lacks_is_one_line(
    experiment: Experiment, missing: dict[str, str], words: str
) -> None:
    cell = msgspec.structs.replace(cells(experiment)[0], **missing)
    for said in (make_ready(cell), run_cell(cell).error):
        assert said.startswith(f"{platform.node()}: {words}expected the distribution that adds it")
        assert "\n" not in said


def test_results_are_kept_and_no_cell_is_done_twice(experiment: Experiment, tmp_path: Path) -> None:
    place = ExperimentFolder(tmp_path / "ladders")
    place.make(experiment)
    assert place.experiment() == experiment
    whole = cells(experiment)
    with place.held_by_us():
        with pytest.raises(FolderError, match="another process runs this experiment now"), place.held_by_us():
            pass
        assert place.runs
        assert run(whole[:3], InProcess(), place.add) == 3
    assert not place.runs
    with open(place.path / "results.jsonl", "ab") as file:
        file.write(b'{"key": "cut off')  # a killed writer
    left = to_do(whole, place.results())
    assert [one.key for one in left] == [one.key for one in whole[3:]]
    assert run(left, InProcess(), place.add) == 5
    assert sorted(place.results()) == sorted(one.key for one in whole)
    assert len((place.path / "results.jsonl").read_bytes().splitlines()) == len(whole)


def test_a_folder_of_something_else_is_left_alone(experiment: Experiment, tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"")
    with pytest.raises(FolderError, match="holds something else"):
        ExperimentFolder(tmp_path).make(experiment)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".about.jsonl").write_bytes(b"")
    with pytest.raises(FolderError, match="holds something else"):
        ExperimentFolder(tmp_path / "mine").make(experiment)
    place = ExperimentFolder(tmp_path / "other")
    place.make(experiment)
    with pytest.raises(FolderError, match="holds the experiment ladders; expected another folder"):
        place.make(experiment.quick())
    (place.path / "results.jsonl").write_text("{}\n")
    with pytest.raises(FolderError, match=r"results.jsonl:1: expected a result as JSON"):
        place.results()


@pytest.mark.parametrize("after", ["places", "about.json", "experiment.toml"])
def test_shards_may_make_their_folder_at_the_same_moment(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """One does all of it after the other has made a part."""
    place, other, made = ExperimentFolder(tmp_path / "ladders"), ExperimentFolder(tmp_path / "ladders"), [""]
    make_folder, keep = folder_module.make_folder, folder_module._keep

    def between(path: Path) -> None:
        made.append(path.name)
        if path.name == after and made.count(after) == 1:
            other.make(experiment)
            other.keep_problems(())

    def made_folder(path: Path) -> None:
        make_folder(path)
        between(path)

    def kept(path: Path, data: bytes) -> None:
        (path.parent / f".{path.name}.1").write_bytes(b"of a third one")
        keep(path, data)
        between(path)

    monkeypatch.setattr(folder_module, "make_folder", made_folder)
    monkeypatch.setattr(folder_module, "_keep", kept)
    place.make(experiment)
    assert made.count(after) == 2
    assert place.experiment() == other.experiment() == experiment


def test_a_full_disk_leaves_the_results_as_they_were(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ExperimentFolder(tmp_path / "ladders")
    place.make(experiment)
    done = run_cell(cells(experiment)[0])
    place.add(done)
    before = (place.path / "results.jsonl").read_bytes()

    def full(descriptor: int, data: bytes, at: int) -> None:
        import os

        os.pwrite(descriptor, data[:9], at)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(folder_module, "_write", full)
    with pytest.raises(OSError, match="No space"):
        place.add(done)
    assert (place.path / "results.jsonl").read_bytes() == before


def test_a_lost_worker_has_its_cell_done_again(experiment: Experiment) -> None:
    class Losing(InProcess):
        """Loses each second call."""

        calls = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.calls += 1
            if self.calls % 2:
                return super().submit(fn, *args, **kwargs)
            future: Future[Any] = Future()
            future.set_exception(EOFError())
            return future

    kept: list[str] = []
    lost: list[str] = []
    whole = cells(experiment)[:4]
    assert run(whole, Losing(), lambda one: kept.append(one.key), lost=lambda cell, error: lost.append(cell.key)) == 4
    assert sorted(kept) == sorted(one.key for one in whole)
    assert lost


def test_keys_of_cells_stay_what_they_were() -> None:
    cell = Cell(experiment="any", row="a", group="b", puzzle="c", family="latin", data={"x": 1}, algorithm="nrpa")
    assert cell.key == "9a9b2ee1264dbe3470878519c430321e"


def test_a_cell_goes_on_from_its_saved_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("generate = { order = 5, holes = 0.6 }\ncount = 2", 'files = "example:5D"')
    games = parse(text.replace('"latin"', '"morpion"').replace('mode = "paper"\n', ""), "games", Path("/"))
    cell = msgspec.structs.replace(cells(games)[1], playouts=(8, 40), parameters={"level": 2, "iterations": 5})
    whole, place = run_cell(cell), tmp_path / "place.npz"
    monkeypatch.setattr("solvers.driver.loop.checkpoint_interval", lambda cost: 0.0)
    monkeypatch.setattr("solvers.driver.remote.TELL_EVERY", 0.0)
    with pytest.raises(StoppedError):
        run_cell(cell, lambda one: one.playouts < 20, place)
    told: list[Progress] = []
    assert without_time(run_cell(cell, lambda one: not told.append(one), place))["board"] == whole.board
    assert told[0].playouts >= 8
    again = without_time(run_cell(cell, place=place))
    assert [one["score"] for one in again["readings"]] == [one.score for one in whole.readings]
    assert [one["playouts"] for one in again["readings"]] == [8, 40]
    place.write_bytes(place.read_bytes()[:-1])  # damaged: it begins anew
    assert without_time(run_cell(cell, place=place))["readings"] == without_time(whole)["readings"]


def interpreted(text: str) -> list[CellResult]:
    """What a process without compiled kernels finds in all cells; compiling RNA's would take most of a minute."""
    code = (
        "import sys; from pathlib import Path; import msgspec; from solvers.experiments.cell import cells\n"
        "from solvers.experiments.search import run_cell; from solvers.experiments.spec import parse\n"
        "print(msgspec.json.encode([run_cell(one) for one in cells(parse(sys.argv[1], 'text', Path('/')))]).decode())"
    )
    done = in_process(["-c", code, text], program=[sys.executable], MCS_TUI_JIT="0")
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=list[CellResult])


def test_a_process_searches_targets_of_several_energy_models() -> None:
    models = ("eterna-v1", "1999-d2", "eterna-v2", "eterna-v1")
    targets = "".join(
        f'[[puzzles]]\nname = "{number}"\nfiles = "example:hairpin"\nsettings = {{ model = "{model}" }}\n'
        for number, model in enumerate(models)
    )
    found = interpreted(f'title = "Models"\nplayouts = 3\n{targets}[[row]]\nalgorithm = "sampling"\n')
    assert [one.error for one in found] == [""] * 4
    assert without_time(found[0]) | {"key": "", "group": ""} == without_time(found[3]) | {"key": "", "group": ""}


def test_a_result_has_what_no_board_exceeds() -> None:
    target = 'files = "example:hairpin"\nsettings = { objective = "probability" }\n'
    text = f'title = "Bound"\nplayouts = 3\n[[puzzles]]\n{target}[[row]]\nalgorithm = "sampling"\n'
    (found,) = interpreted(text)
    assert found.score is not None
    assert found.bound is not None
    assert found.score < found.bound < 1
    (other,) = interpreted(text.replace("probability", "defect"))
    assert other.bound is None


WALL = TEXT.replace("playouts = [1, 3, 9]", 'seconds = [0.5, 1]\nclock = "wall"')


def test_seconds_are_those_of_the_wall_clock_if_the_file_says_so() -> None:
    by_wall = cells(parse(WALL, "wall", Path("/")))
    by_cpu = cells(parse(WALL.replace('"wall"', '"cpu"'), "cpu", Path("/")))
    usual = cells(parse(WALL.replace('clock = "wall"', ""), "usual", Path("/")))
    assert [one.key for one in by_cpu] == [one.key for one in usual]
    assert not {one.key for one in by_wall} & {one.key for one in by_cpu}
    assert b"wall" not in msgspec.json.encode(by_cpu[0]), "cells are known as before"
    assert Record(by_wall[0], lambda progress: True).clock is time.monotonic
    assert Record(by_cpu[0], lambda progress: True).clock is time.process_time
    found = report(parse(WALL, "wall", Path("/")), by_wall, [run_cell(by_wall[0])], "command")
    printed = text(found)
    assert "wall time each" in printed
    assert "1 wall seconds each" in printed
    assert ", wall time; mcs-tui" in printed
    assert "CPU time" not in printed


def test_another_program_is_not_timed_by_the_wall_clock() -> None:
    peer = WALL.replace('algorithm = "sampling"\nmode = "paper"', 'algorithm = "cp-sat"')
    with pytest.raises(PuzzleError, match=r"cp-sat is timed by its processor alone; expected clock = \"cpu\""):
        cells(parse(peer, "wall", Path("/")))
