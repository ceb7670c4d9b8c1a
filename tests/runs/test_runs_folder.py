"""Run folders: names, finding, removing; liveness; control; the merged result."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from drivers.run_driver import latin_spec

from puzzles.user_data import replace_file
from solvers.runs.folder import (
    Run,
    RunLivesError,
    RunNotFoundError,
    SpecError,
    WorkerRunsError,
    all_runs,
    find_run,
    held,
    hold,
    jobs_root,
    new_run,
    remove_run,
    request,
    requested,
    runs_root,
    worker_count,
)
from solvers.runs.launcher import start_worker
from solvers.runs.reader import view
from solvers.runs.result import Result, better, merge_result, read_result
from solvers.runs.spec import CompileSpec, GenerateSpec, TrainSpec

SPEC = latin_spec("order-9")


def made(*names: str) -> None:
    for name in names:
        (runs_root() / name).mkdir(parents=True)


def test_a_new_run_has_its_spec_and_a_name_with_time_and_puzzle() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    run = new_run(SPEC)
    assert run.folder.parent == runs_root()
    assert run.spec() == SPEC
    assert before <= run.created <= datetime.now(UTC)
    assert run.id.split("-")[2] == "latin"
    assert all_runs() == (run,)


@pytest.mark.parametrize(
    ("spec", "word", "workers"),
    [
        (latin_spec("order-9", workers=3), "latin", 3),
        (TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=1), "train-latin", 1),
        (GenerateSpec(family="latin", title="", workers=2), "generate-latin", 2),
        (CompileSpec(), "compile", 1),
    ],
)
def test_runs_are_named_after_their_job(spec, word: str, workers: int) -> None:  # type: ignore[no-untyped-def]
    assert new_run(spec).id.split("-", 2)[2].rpartition("-")[0] == word
    assert worker_count(spec) == workers


def test_passing_jobs_are_not_in_the_list_of_runs() -> None:
    job = new_run(CompileSpec(), jobs_root())
    assert all_runs() == ()
    assert all_runs(jobs_root()) == (job,)


def test_runs_are_listed_newest_first_and_found_by_either_end() -> None:
    made("20261121-031500-latin-ab12", "20261122-031500-latin-cd34", ".hidden")
    assert [run.id for run in all_runs()] == ["20261122-031500-latin-cd34", "20261121-031500-latin-ab12"]
    assert find_run("20261121").id == "20261121-031500-latin-ab12"
    assert find_run("cd34").id == "20261122-031500-latin-cd34"


def test_a_whole_name_is_found_even_if_it_begins_another() -> None:
    made("20261121-031500-latin-ab12", "20261121-031500-latin-ab12x")
    assert find_run("20261121-031500-latin-ab12").id == "20261121-031500-latin-ab12"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zz", "there is no run 'zz'; expected the start or the end of a run's name"),
        ("", "there is no run ''; expected the start or the end of a run's name"),
        ("2026", "'2026' names 2 runs (20261122-031500-latin-cd34, 20261121-031500-latin-ab12); "
         "expected more of the name"),
    ],
)  # fmt: skip
def test_an_unclear_name_is_refused_in_one_line(name: str, said: str) -> None:
    made("20261121-031500-latin-ab12", "20261122-031500-latin-cd34")
    with pytest.raises(RunNotFoundError) as caught:
        find_run(name)
    assert str(caught.value) == said


def test_a_run_is_removed_unless_it_lives() -> None:
    run = new_run(SPEC)
    lock = hold(run.lock_path(0))
    with pytest.raises(RunLivesError, match="is running; stop it first"):
        remove_run(run)
    os.close(lock)
    remove_run(run)
    assert all_runs() == ()
    with pytest.raises(RunNotFoundError):
        remove_run(run)


def test_a_run_is_removed_while_its_starter_still_writes_into_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run, other, rmdir = new_run(SPEC), new_run(SPEC), os.rmdir

    def late(*arguments: Any, **named: Any) -> None:
        with suppress(FileNotFoundError):
            replace_file(run.exit_path(0), b"1")
        rmdir(*arguments, **named)

    run.folder.with_name(".killed.removed").mkdir()
    monkeypatch.setattr(os, "rmdir", late)
    remove_run(run)
    assert [path.name for path in runs_root().iterdir()] == [other.id]


def test_a_run_that_can_not_be_removed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run(SPEC)

    def refuse(*_arguments: Any, **_named: Any) -> None:
        raise PermissionError("no")

    monkeypatch.setattr("shutil.rmtree", refuse)
    with pytest.raises(PermissionError):
        remove_run(run)
    assert all_runs() == (run,)


def test_a_lock_passes_to_a_child_and_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not held(path)
    lock = hold(path)
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE, pass_fds=(lock,)
    )
    os.close(lock)
    assert held(path)
    with pytest.raises(WorkerRunsError):
        hold(path)
    child.kill()
    child.communicate()
    assert not held(path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "spec.json is damaged: "),
        (b'{"kind": "solve"}', "spec.json is damaged: Object missing required field `family`"),
        (None, "spec.json can't be read: "),
    ],
)
def test_a_wrong_spec_is_one_line_and_a_failed_run(data: bytes | None, said: str) -> None:
    run = new_run(SPEC)
    run.spec_path.unlink()
    if data is not None:
        run.spec_path.write_bytes(data)
    with pytest.raises(SpecError) as caught:
        run.spec()
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
    seen = view(run)
    assert seen.status == "failed"
    assert seen.message == str(caught.value)
    assert seen.resumable == ()


def test_control_has_the_last_order_and_go_by_default() -> None:
    run = new_run(SPEC)
    assert requested(run.control_path) == "go"
    for word in ("pause", "stop", "go"):
        request(run, word)  # type: ignore[arg-type]
        assert requested(run.control_path) == word
    run.control_path.write_bytes(b"\xff nonsense")
    assert requested(run.control_path) == "go"
    with pytest.raises(ValueError, match="expected stop, pause or go"):
        request(run, "halt")  # type: ignore[arg-type]


def test_asking_a_removed_run_does_not_bring_it_back() -> None:
    run = new_run(SPEC)
    remove_run(run)
    with pytest.raises(FileNotFoundError):
        request(run, "stop")
    assert not run.folder.exists()


def test_what_a_worker_printed_is_kept_when_it_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("there can be no process")

    monkeypatch.setattr("solvers.runs.launcher.start_process", refused)
    run = new_run(latin_spec("order-9"))
    for said in ("first", "", "second"):
        run.log_path(0).write_text(said)
        with pytest.raises(OSError, match="no process"):
            start_worker(run, 0)
        assert not run.log_path(0).read_bytes()
    assert (run.folder / "worker-0.earlier.log").read_text() == "=== first\n=== second\n"


def test_a_result_of_a_removed_run_does_not_bring_it_back(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        merge_result(tmp_path / "gone" / "result.json", Result())
    assert not (tmp_path / "gone").exists()


def test_a_failed_replacement_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"old", durable=True)
    path.with_name(f".file.{os.getpid()}").mkdir()  # the place for the new file can't be written
    with pytest.raises(OSError, match="directory"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"


SOLVED = Result(proof="solved", worker=1, score=0.0)


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (None, Result(score=-3.0), "new"),
        (Result(score=-3.0), Result(score=-2.0), "new"),
        (Result(score=-2.0), Result(score=-3.0), "old"),
        (Result(score=-2.0), Result(), "old"),
        (Result(score=5.0), SOLVED, "new"),
        (SOLVED, Result(score=5.0), "old"),
        (SOLVED, Result(proof="solved", worker=2, score=0.0), "old"),
        (SOLVED, Result(proof="solved", worker=1, score=0.0, solutions="unique"), "new"),
    ],
)
def test_the_better_result_is_kept(old: Result | None, new: Result, kept: str, tmp_path: Path) -> None:
    assert better(old, new) is (new if kept == "new" else old)
    path = tmp_path / "result.json"
    if old is not None:
        merge_result(path, old)
    assert merge_result(path, new) == (new if kept == "new" else old)
    assert read_result(path) == (new if kept == "new" else old)


def test_a_run_without_a_time_in_its_name_has_its_folders_time(tmp_path: Path) -> None:
    folder = tmp_path / "copied"
    folder.mkdir()
    os.utime(folder, (86400, 86400))
    assert Run(folder).created == datetime(1970, 1, 2, tzinfo=UTC)
