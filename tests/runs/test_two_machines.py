"""One folder, two machines: locks that fail, and locks that each machine has for itself."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import filelock
import msgspec
import numpy as np
import pytest
from drivers.command_line import invoke, one_line
from drivers.run_driver import latin_spec

from priors import store
from priors.provenance import provenance
from puzzles.engine import kernel_cache
from puzzles.registry import get_family, read
from puzzles.user_data import take_lock
from solvers.compiled_session import compiled_session
from solvers.driver import kernels, search, sink
from solvers.driver.kernels import hold_while_working
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs import launcher, status
from solvers.runs.folder import Run, RunLivesError, all_runs, new_run, remove_run
from solvers.runs.launcher import resume_run
from solvers.runs.reader import view
from solvers.runs.status import read_status, write_status

LATIN = "1 . 3\n. 3 .\n3 . 2\n"
SPEC = latin_spec("paper-20", playouts=60)


@pytest.fixture(params=[errno.ENOLCK, errno.EOPNOTSUPP])
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks."""

    def flock(descriptor: int, operation: int) -> None:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", flock)


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run that a worker on another machine has begun, whose lock is free here."""
    run = new_run(SPEC)
    run.lock_path(0).touch()
    with monkeypatch.context() as patch:
        patch.setattr("solvers.jobs.worker_reporter.this_machine", lambda: "1234-5678 far")
        WorkerReporter(run, 0).begin()
    return run


@contextmanager
def writing(run: Run) -> Iterator[None]:
    """Inside, the worker on the other machine goes on writing its numbers."""
    over, now = threading.Event(), read_status(run.status_path(0))
    assert now is not None

    def write() -> None:
        while not over.wait(0.02):
            write_status(run.status_path(0), now)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_without_locks_no_run_is_begun_and_one_line_says_why(no_locks: None) -> None:
    done = invoke("solve", "-", "-q", given=LATIN)
    assert done.exit_code == 70
    line = "mcs-tui: the run can't be started: worker-0.lock can't be locked: file locks do not work in this folder"
    assert one_line(done.stderr).startswith(line)
    assert "MCS_TUI_DATA names another" in done.stderr
    assert all_runs() == ()


def test_without_locks_a_run_is_not_resumed(no_locks: None) -> None:
    run = new_run(SPEC)
    done = invoke("resume", run.id)
    assert done.exit_code == 70
    assert "file locks do not work in this folder" in one_line(done.stderr)


def test_without_locks_priors_are_stored_and_kernels_compiled(no_locks: None) -> None:
    described = provenance(get_family("latin"), "dual", "order-3", asked=1, counted=1, seed=1)
    store.save(np.array([3, 1, *[0] * 14]), np.array([4, 4, *[0] * 14]), described)
    assert store.find("latin", "dual", "order-3") is not None
    reporter = WorkerReporter(new_run(SPEC), 0)
    with hold_while_working(reporter, kernel_cache.lock("latin/nrpa"), "somebody compiles it"):
        pass
    assert view(reporter.run).log == ()


def test_a_lock_that_fails_otherwise_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(descriptor: int, operation: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(OSError, match="Input/output error"):
        take_lock(filelock.FileLock(tmp_path / "lock"))


def test_a_run_that_lives_on_another_machine_is_neither_resumed_nor_removed(theirs: Run) -> None:
    with writing(theirs):
        done = invoke("resume", theirs.id)
        with pytest.raises(RunLivesError, match=f"{theirs.id} is running on far; stop it there first"):
            remove_run(theirs)
    assert done.exit_code == 70
    expected = "the run can't be started: worker-0.lock can't be locked: it runs on far; stop it there first"
    assert one_line(done.stderr) == f"mcs-tui: {expected}"
    assert theirs.spec_path.exists()


def test_it_is_not_declared_dead_by_its_process_or_its_lock(theirs: Run) -> None:
    seen = view(theirs)
    assert seen.message == (
        "worker 0 was on far: whether it lives there can't be seen from here; resume looks whether it does"
    )


def test_one_that_has_fallen_silent_is_resumed(theirs: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    monkeypatch.setattr(status, "SILENCE", 0.1)
    monkeypatch.setattr(launcher, "start_process", lambda arguments, **_: started.append(int(arguments[1])))
    monkeypatch.setattr(launcher, "_await_end", lambda *_: None)
    with pytest.raises(AttributeError):  # there is no process
        resume_run(theirs)
    assert started == [0]


class Slow(WorkerReporter):
    """Does something before it looks at its orders for the third time."""

    def __init__(self, run: Run, act: Callable[[], object]) -> None:
        super().__init__(run, 0)
        self._act, self._looks = act, 0

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        self._looks += 1
        if self._looks == 3:
            self._act()
            self.show(now=True)
        super().obey(before_pause)


def test_a_worker_that_another_machine_has_resumed_leaves() -> None:
    run = new_run(SPEC)
    ours: list[Any] = []

    def resumed() -> None:
        now = read_status(run.status_path(0))
        assert now is not None
        ours.append(now)
        write_status(run.status_path(0), msgspec.structs.replace(now, machine="1234-5678 far", playouts=7))

    with pytest.raises(LeaveError) as left:
        search.work(Slow(run, resumed), SPEC)
    assert left.value.order is Order.GONE
    assert ours[0].elsewhere == ""
    after = read_status(run.status_path(0))
    assert after is not None
    assert (after.elsewhere, after.playouts) == ("far", 7)
    assert not run.checkpoint_path(0).exists()


def test_a_run_that_has_ended_elsewhere_is_looked_at_without_waiting(theirs: Run) -> None:
    now = read_status(theirs.status_path(0))
    assert now is not None
    write_status(theirs.status_path(0), msgspec.structs.replace(now, phase="ended"))
    assert status.lives_on([theirs.status_path(0)]) == ""
    remove_run(theirs)


def test_after_a_reboot_and_in_another_container_a_machine_is_the_same() -> None:
    start, _, name = status.this_machine().partition(" ")
    for machine, elsewhere in (
        (f"1234-5678 {name}", ""),
        (f"{start} other", ""),
        ("1234-5678 other", "other"),
        ("", ""),
    ):
        assert status.Status(pid=1, phase="running", machine=machine).elsewhere == elsewhere


@pytest.mark.compiled
def test_a_benchmark_says_in_one_line_that_its_kernels_can_t_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel_cache, "write_trouble", lambda: "it is read-only")
    monkeypatch.setattr(kernel_cache, "_reported", set())
    monkeypatch.setattr(kernel_cache, "is_compiled", lambda _name: False)
    monkeypatch.setattr(kernels, "_not_kept", set())
    monkeypatch.setattr(sink, "OURS", sink.Kernels())
    compiled_session(read(LATIN), "sampling", {}, mode="paper", seed=1)
    line = f"compiled kernels serve this run alone, as {kernel_cache.parent()} can't be written: it is read-only\n"
    assert line in capsys.readouterr().err


def test_a_kernel_that_can_not_be_compiled_leaves_its_lock_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_kernel: object) -> None:
        raise RuntimeError("no compiler")

    monkeypatch.delenv("MCS_TUI_JIT", raising=False)
    monkeypatch.setattr(kernel_cache, "write_trouble", lambda: "")
    monkeypatch.setattr(kernel_cache, "is_compiled", lambda _name: False)
    monkeypatch.setattr(sink, "OURS", sink.Kernels())
    monkeypatch.setattr(
        "solvers.compiling.needed", lambda _spec: [SimpleNamespace(name="latin/sampling", family="latin")]
    )
    monkeypatch.setattr("solvers.compiling.compile_one", fails)
    kept = []  # an error holds on to all that the function had in hand
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no compiler") as failed:
            compiled_session(read(LATIN), "sampling", {}, mode="paper", seed=1)
        kept.append(failed)
