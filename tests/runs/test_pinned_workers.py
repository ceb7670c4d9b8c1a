"""Worker processes for experiments and judges: cores of their own, faults, deaths, and an end at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import pytest
from drivers.worker_tasks import affinity, dies_once, fails, waits

from puzzles.engine.kernel_cache import application_cache
from solvers import pinned_workers
from solvers.pinned_workers import LostWorkerError, PinnedWorkers, bound_elsewhere, own_cores

TOLD: list[object] = []


@pytest.fixture
def workers() -> Iterator[PinnedWorkers]:
    pool = PinnedWorkers(1, TOLD.append)
    yield pool
    pool.shutdown(cancel_futures=True)
    assert pool.processes == []


def test_tasks_are_done_by_processes_with_cores_of_their_own_and_faults_come_back(workers: PinnedWorkers) -> None:
    answered = [future.result() for future in as_completed([workers.submit(affinity, k) for k in range(3)])]
    assert len(set(answered)) == 1
    assert len(answered[0][1]) == 1
    assert set(answered[0][1]) <= set(own_cores())
    assert answered[0][0] in workers.processes
    with pytest.raises(ValueError, match="wrong"):
        workers.submit(fails, "wrong").result()
    assert workers.submit(affinity, 1).result() == answered[0]
    with pytest.raises(TypeError, match="keywords"):
        workers.submit(fails, words="wrong")


@pytest.mark.skipif(len(own_cores()) < 2, reason="there is one core")
def test_a_core_to_which_another_process_is_bound_is_taken_last(monkeypatch: pytest.MonkeyPatch) -> None:
    cores = own_cores()
    with bound_process(cores[-1]) as other:
        assert bound_elsewhere()[cores[-1]] >= 1
        monkeypatch.setattr(Path, "glob", lambda _folder, _pattern: [Path(f"/proc/{other}")])
        assert bound_elsewhere() == {cores[-1]: 1}
        pool = PinnedWorkers(2, TOLD.append)
        try:
            first = pool.submit(affinity, 0).result()
            assert first[1] == (cores[-2],)
        finally:
            pool.shutdown(cancel_futures=True)


def test_only_one_process_at_a_time_chooses_a_core_and_binds_a_worker_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two experiments that began at once took the same core, and each had half the time."""
    others = filelock.FileLock(application_cache() / "cores.lock")
    seen = []

    def noting(what: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            with pytest.raises(filelock.Timeout):
                others.acquire(timeout=0)
            seen.append(what)
            return call(*given)

        return noted

    monkeypatch.setattr(pinned_workers, "bound_elsewhere", noting("looked", bound_elsewhere))
    monkeypatch.setattr(os, "sched_setaffinity", noting("bound", os.sched_setaffinity))
    pool = PinnedWorkers(1, TOLD.append)
    try:
        assert len(pool.submit(affinity, 0).result()[1]) == 1
    finally:
        pool.shutdown(cancel_futures=True)
    assert seen == ["looked", "bound"]
    with others.acquire(timeout=0):
        assert others.is_locked


def test_workers_are_bound_without_a_folder_for_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "file"))
    pool = PinnedWorkers(1, TOLD.append)
    try:
        assert len(pool.submit(affinity, 0).result()[1]) == 1
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def bound_process(core: int) -> Iterator[int]:
    """The number of a process that runs on that core alone."""
    command = [sys.executable, "-c", "print(flush=True); input()"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()  # before its program runs, a process has no command line, as a thread of the kernel
    try:
        os.sched_setaffinity(process.pid, {core})
        yield process.pid
    finally:
        process.communicate(b"\n")


def test_a_worker_that_dies_is_replaced_and_one_that_is_busy_can_be_ended(
    workers: PinnedWorkers, tmp_path: Path
) -> None:
    marker = str(tmp_path / "marker")
    with pytest.raises(LostWorkerError, match="a worker ended with signal 9"):
        workers.submit(dies_once, marker).result()
    assert workers.submit(dies_once, marker).result() == marker
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    endless, waiting = workers.submit(waits, str(begun)), workers.submit(affinity, 1)
    os.close(os.open(begun, os.O_RDONLY))
    alive = workers.processes
    workers.shutdown(cancel_futures=True)
    assert waiting.cancelled()
    with pytest.raises(LostWorkerError):
        endless.result()
    assert not any(os.path.exists(f"/proc/{one}") for one in alive)
    with pytest.raises(RuntimeError, match="sent home"):
        workers.submit(affinity, 1)
