"""Trouble that is got over: one line on stderr, a note of the run, and a line of `doctor` until it is seen to."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import invoke, one_line, run
from drivers.ended_runs import ended_run, improved
from drivers.run_driver import events_of, latin_spec

from priors import store
from puzzles import trouble, user_data
from puzzles.engine import kernel_cache
from puzzles.user_data import data_root
from solvers.driver import search
from solvers.jobs.worker_reporter import WorkerReporter, patient
from solvers.runs import folder
from solvers.runs.events import Note, describe_trouble
from solvers.runs.folder import Run, new_run, request, requested
from solvers.runs.reader import view
from solvers.runs.result import Result, merge_result, read_result
from tui.commands.following import Progress
from tui.commands.terminal import Exit, code_of
from tui.kept.user_files import EditText

pytestmark = pytest.mark.fast
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "_told", set())
    monkeypatch.setattr(trouble, "_waiting", None)


def told(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """Asserts that the line was said once, and is kept by doctor until `--repair`."""
    said = [line for line in capsys.readouterr().err.splitlines() if words in line]
    assert len(said) == 1
    assert [one.what for one in trouble.kept()] == said
    assert words in invoke("doctor").stdout
    assert "repaired: removed" in invoke("doctor", "--repair").stdout
    assert words not in invoke("doctor").stdout
    assert list(trouble.kept()) == []


def test_a_damaged_prior_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    path = store.folder() / store.name_of("latin", "dual", "order-8")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"damaged")
    assert store.find("latin", "dual", "order-8") is None
    store.find("latin", "dual", "order-8")
    told(capsys, f"the prior {path.name} is damaged (its checksum is wrong); it was set aside")


def test_a_damaged_result_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    run = new_run(latin_spec("order-9"))
    run.result_path.write_bytes(b'{"score":')
    merge_result(run.result_path, Result(score=3.0, board=[]))
    found = read_result(run.result_path)
    assert found is not None
    assert found.score == 3.0
    assert run.result_path.with_name("result.json.damaged").read_bytes() == b'{"score":'
    told(capsys, f"{run.id}: the damaged result was set aside as result.json.damaged")


def test_a_search_that_begins_again_is_told_and_noted(capsys: pytest.CaptureFixture[str]) -> None:
    spec = latin_spec("order-9")
    run = new_run(spec)
    run.checkpoint_path(0).write_bytes(b"damaged")
    trouble.note_lines()
    search.work(WorkerReporter(run, 0), spec)
    notes = [one.text for one in events_of(run) if isinstance(one, Note) and one.trouble]
    assert len(notes) == 1
    assert "the checkpoint was set aside as checkpoint-0.npz.damaged" in notes[0]
    Progress(quiet=True).update(view(run))
    assert capsys.readouterr().err.count(notes[0]) == 2, "by the worker, and by the command that follows it"
    assert [one.what for one in trouble.kept()] == notes
    run.checkpoint_path(0).with_name("checkpoint-0.npz.damaged").unlink()
    assert list(trouble.kept()) == [], "nothing is left to be seen to"


def test_a_damaged_kernel_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "a.kernel"
    for _ in range(2):
        place.write_bytes(b"damaged" * 9)
        assert kernel_cache.read_kernel(place) is None
    told(capsys, "a file of the kernel cache was damaged, and is made again: a.kernel")


def test_a_draft_that_can_not_be_read_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    (data_root() / "draft.txt").mkdir(parents=True)
    assert EditText(data_root()).load() == ""
    told(capsys, "draft.txt can't be read; it was set aside as draft.txt.damaged")


def test_troubles_are_bounded_and_a_damaged_one_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(trouble.MOST + 20):
        trouble.tell(f"{number} " + "x" * 5000)
    found = list(trouble.kept())
    assert len(found) == trouble.MOST
    assert all(len(one.what) == trouble.LONGEST for one in found)
    found[0].path.write_bytes(b"[" * 100_000)
    assert any(one.what == f"{found[0].path} can't be read" for one in trouble.kept())


def full(_path: Path, *_: Any, **__: Any) -> None:
    raise FULL


@pytest.mark.parametrize("before", [None, "go", "pause"])
def test_a_run_on_a_full_disk_can_be_asked_to_stop(monkeypatch: pytest.MonkeyPatch, before: Any) -> None:
    run = new_run(latin_spec("order-9"))
    if before is not None:
        request(run, before)
    with monkeypatch.context() as disk:
        disk.setattr(folder, "replace_file", full)
        for command in ("pause", "stop", "go", "stop"):
            request(run, command)
            assert requested(run.control_path) == command
    for command in ("go", "stop", "go"):
        request(run, command)
        assert requested(run.control_path) == command


def test_what_can_not_be_written_is_said_at_once_and_is_over_with_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = new_run(latin_spec("order-9"))
    reporter = WorkerReporter(run, 0)
    reporter.begin()
    reporter.trouble = describe_trouble(FULL, run.checkpoint_path(0))
    reporter.show(now=True)
    what = "the disk is full: checkpoint-0.npz can't be written"
    assert any(isinstance(one, Note) and one.text == what and one.trouble for one in events_of(run))
    assert [one.what for one in trouble.kept()] == [f"{run.id}: {what}"]
    capsys.readouterr()
    run.lock_path(0).touch()
    shown = view(run)
    assert (shown.trouble, code_of(shown)) == (f"worker 0 gave up: {what}", Exit.DISK)
    follower = Progress(quiet=True)
    for _ in range(2):
        follower.update(shown)
    assert capsys.readouterr().err.splitlines() == [f"mcs-tui: {what}", f"mcs-tui: {shown.trouble}"]
    reporter.trouble = ""
    reporter.show(now=True)
    assert list(trouble.kept()) == []
    assert view(run).trouble == ""


def test_a_worker_that_could_not_even_begin_on_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run(latin_spec("order-9"))
    run.lock_path(0).touch()
    assert "did not start" in view(run).message
    monkeypatch.setattr(user_data.os, "statvfs", lambda _: type("Full", (), {"f_bavail": 0}))
    shown = view(run)
    assert shown.message == f"the disk is full: nothing can be written in {run.folder}"
    assert code_of(shown) == Exit.DISK


@pytest.mark.parametrize(("given", "seconds"), [("", 1800), ("90", 90), ("0", 0), ("-5", 1800), ("x", 1800)])
def test_how_long_a_worker_waits_for_room_can_be_set(
    monkeypatch: pytest.MonkeyPatch, given: str, seconds: float
) -> None:
    monkeypatch.setenv("MCS_TUI_DISK_WAIT", given)
    assert sum(patient()) == pytest.approx(seconds)
    done = invoke("doctor").stdout
    assert ("MCS_TUI_DISK_WAIT is" in done) == (given in ("-5", "x"))


def test_the_file_that_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "the disk is full:  can't" not in describe_trouble(FULL, Path())

    def fails(*_: Any) -> None:
        raise FULL

    monkeypatch.setattr(user_data.os, "fsync", fails)
    with pytest.raises(OSError, match="No space") as refused:
        user_data.replace_file(tmp_path / "spec.json", b"{}", durable=True)
    assert refused.value.filename == str(tmp_path / "spec.json")


def test_a_note_of_a_trouble_stays_in_an_ended_runs_log() -> None:
    run: Run = ended_run(improved(), Note(text="set aside", trouble=True))
    assert [line.text for line in view(run).log if line.trouble] == ["set aside"]


def test_the_app_says_on_its_start_that_something_is_to_be_seen_to() -> None:
    assert trouble.summary() == []
    trouble.keep("a prior was set aside")
    trouble.keep("another was")
    assert len(trouble.summary()) == 1
    assert trouble.summary()[0].endswith(", and 1 more: mcs-tui doctor lists what is to be seen to")


@pytest.mark.parametrize(
    "command", [["check", "x.txt"], ["solve", "x.txt"], ["print", "example:hairpin", "--output", "x.pdf"]]
)
def test_a_working_folder_that_is_gone_is_named(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    done = run(command)
    assert done.returncode == 2
    assert "the working folder is gone: change to another one" in one_line(done.stderr.decode())


def test_a_damaged_spec_is_named_when_its_run_is_resumed() -> None:
    broken = ended_run(improved())
    broken.spec_path.write_text("{")
    done = invoke("resume", broken.id)
    assert done.exit_code == 2
    assert "has reached its end" not in done.stderr
    assert f"mcs-tui runs remove {broken.id} removes it" in one_line(done.stderr)
