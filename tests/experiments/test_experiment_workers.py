"""Worker processes of experiments: cores of their own, faults, deaths, and an end at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import as_completed
from pathlib import Path

import pytest
from drivers.worker_tasks import affinity, dies_once, fails, waits

from solvers.experiments.cell import Progress
from solvers.experiments.workers import LostWorkerError, PinnedWorkers, own_cores

TOLD: list[Progress] = []


@pytest.fixture
def workers() -> Iterator[PinnedWorkers]:
    pool = PinnedWorkers(1, TOLD.append)
    yield pool
    pool.shutdown(cancel_futures=True)
    assert pool.processes == []


def test_tasks_are_done_by_processes_with_cores_of_their_own_and_faults_come_back(workers: PinnedWorkers) -> None:
    answered = [future.result() for future in as_completed([workers.submit(affinity, k) for k in range(3)])]
    assert len(set(answered)) == 1
    assert answered[0][1] == tuple(own_cores()[-1:])
    assert answered[0][0] in workers.processes
    with pytest.raises(ValueError, match="wrong"):
        workers.submit(fails, "wrong").result()
    assert workers.submit(affinity, 1).result() == answered[0]
    with pytest.raises(TypeError, match="keywords"):
        workers.submit(fails, words="wrong")


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
