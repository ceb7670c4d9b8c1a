"""Signals while a run is followed, and runs that do not obey: the run is asked to stop, or a line says what holds."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers.ended_runs import ended_run
from drivers.run_driver import latin_spec

from solvers.runs import folder
from solvers.runs.folder import Run, hold, new_run, remove_run
from solvers.runs.reader import Follower, view
from solvers.runs.status import Status, write_status
from solvers.runs.view import RunView
from tui.commands.following import Interrupts, Progress, follow
from tui.commands.report import explain
from tui.commands.runs import _why_it_waits
from tui.commands.terminal import Broken, Exit


class LiveRun:
    """A run that a worker seems to work at, until `end`."""

    def __init__(self) -> None:
        self.run = new_run(latin_spec())
        self._lock = hold(self.run.lock_path(0))

    def end(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1


@pytest.fixture
def live() -> Iterator[LiveRun]:
    made = LiveRun()
    yield made
    made.end()


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_two_signals_before_the_run_is_followed_stop_it(live: LiveRun) -> None:
    def seen(_: RunView) -> bool:
        if live.run.control_path.exists():
            live.end()
        return True

    with Interrupts() as interrupts:
        interrupt()
        interrupt()
        assert follow(live.run, Progress(quiet=True), interrupts, stops=True, seen=seen).ended
    assert interrupts.code == Exit.INTERRUPTED
    assert live.run.control_path.read_bytes() == b"stop\n"


def test_a_second_signal_leaves_a_run_that_was_asked_to_stop(live: LiveRun, capsys: pytest.CaptureFixture[str]) -> None:
    def seen(_: RunView) -> bool:
        interrupt()
        interrupt()
        return True

    with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
        follow(live.run, Progress(quiet=True), interrupts, stops=True, seen=seen)
    assert live.run.control_path.read_bytes() == b"stop\n"
    assert f"{live.run.id} was asked to stop and will" in capsys.readouterr().err


def test_a_run_that_can_not_be_asked_to_stop_is_named(live: LiveRun) -> None:
    live.run.control_path.mkdir()  # neither replaced nor written into, whoever asks
    with Interrupts() as interrupts:
        interrupt()
        with pytest.raises(Broken, match=r"can't be asked to stop .* and goes on"):
            follow(live.run, Progress(quiet=True), interrupts, stops=True)


def test_a_run_is_asked_to_stop_on_a_full_disk_too(live: LiveRun, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    def seen(_: RunView) -> bool:
        if folder.requested(live.run.control_path) == "stop":
            live.end()
        return True

    monkeypatch.setattr(folder, "replace_file", full)
    with Interrupts() as interrupts:
        interrupt()
        assert follow(live.run, Progress(quiet=True), interrupts, stops=True, seen=seen).ended


def test_a_halted_worker_is_named(live: LiveRun) -> None:
    assert "waiting for" in _why_it_waits(view(live.run))
    process = subprocess.Popen(["sleep", "1000"])
    try:
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        write_status(live.run.status_path(0), Status(pid=process.pid, phase="running"))
        if Path("/proc/self/stat").exists():
            assert _why_it_waits(view(live.run)).endswith(f"kill -CONT {process.pid}")
    finally:
        process.kill()
        process.wait()


def test_nothing_recommends_to_resume_a_removed_run(capsys: pytest.CaptureFixture[str]) -> None:
    run: Run = ended_run(spec=latin_spec())
    run.lock_path(0).touch()
    before = view(run)
    assert before.resumable == (0,)
    explain(before, Exit.FAILURE)
    assert "resume" in capsys.readouterr().err
    follower = Follower(run)
    follower.poll()
    remove_run(run)
    after = follower.poll()
    assert (after.message, after.resumable) == ("the run was removed", ())
    for code in (Exit.FAILURE, Exit.INTERRUPTED):
        explain(after, code)
    assert "resume" not in capsys.readouterr().err
