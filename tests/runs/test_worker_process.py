"""Real worker processes: killed, stopped, paused, left alone, out of disk, unable to start."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from drivers.ended_runs import morpion_spec
from drivers.run_driver import broken_package, ended, events_of, kill_all, latin_spec, log_texts, send, start, until
from msgspec import structs

from puzzles.registry import get_family
from solvers.registry import algorithms_for
from solvers.runs import spec as specs
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.events import Finished, Note, Progress, Resumed, Solved, Started
from solvers.runs.folder import Run, all_runs, new_run, request
from solvers.runs.launcher import resume_run, start_run, start_worker
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

BUDGETS = {
    "sampling": 20_000,
    "nmcs": 50_000,
    "amcs": 50_000,
    "lnmcs": 50_000,
    "uct": 6_000,
    "nrpa": 8_000,
    "gnrpa": 8_000,
    "blnrpa": 5_000,
    "backtracking": 500_000,
    "exhaustive": 400_000,
    "lns": 20_000,
}
"""Playouts, or dead ends, that take some 0.3 s; of a worker that is faster than the test, more."""


@pytest.fixture(autouse=True)
def nothing_left_running(own_folders: None) -> Iterator[None]:
    """Ends the workers of a test that failed halfway."""
    yield
    kill_all()


@pytest.fixture
def hard() -> Run:
    """A run that does not end by itself, searching."""
    run = start(latin_spec())
    until(run, lambda seen: seen.playouts > 0)
    return run


def paused(spec: SolveSpec) -> Run | None:
    """A run that was paused in the middle of its search; None if it was at its end before."""
    run = start(spec)
    until(run, lambda seen: seen.playouts > 0)
    request(run, "pause")
    return run if until(run, lambda seen: seen.status == "paused" or seen.ended).status == "paused" else None


@pytest.mark.parametrize("algorithm", [one.name for one in algorithms_for(get_family("latin"))])
async def test_killed_and_resumed_it_ends_as_an_undisturbed_search(algorithm: str) -> None:
    budget = BUDGETS[algorithm]
    while not (run := paused(spec := latin_spec(algorithm=algorithm, playouts=budget))):
        budget *= 4  # a slow test met a fast worker
    send(run, signal.SIGKILL)
    assert ended(run).status == "interrupted"
    saved = read_checkpoint(run.checkpoint_path(0))
    assert saved is not None
    assert 0 < saved[0].playouts < budget
    assert resume_run(run) == (0,)
    seen = ended(run)

    oracle = Session(spec, 0)
    oracle.advance(budget)
    assert (seen.status, seen.playouts) == ("budget", budget)
    assert (seen.best_score, seen.board) == (oracle.best_score, oracle.best_board())
    after = read_checkpoint(run.checkpoint_path(0))
    assert after is not None
    for name, array in oracle.arrays().items():
        assert np.array_equal(after[1][name], array, equal_nan=array.dtype.kind == "f"), name
    resumed = [event for event in events_of(run) if isinstance(event, Resumed)]
    assert [event.playouts for event in resumed] == [saved[0].playouts]


async def test_stopped_it_can_be_resumed_and_stopped_again(hard: Run) -> None:
    request(hard, "stop")
    first = ended(hard)
    assert (first.status, first.resumable) == ("stopped", (0,))
    assert resume_run(hard) == (0,)
    assert resume_run(hard) == ()
    until(hard, lambda seen: seen.playouts > first.playouts)
    request(hard, "stop")
    second = ended(hard)
    assert second.status == "stopped"
    assert second.playouts > first.playouts
    assert second.elapsed > first.elapsed
    assert log_texts(hard)[-1] == "Stopped; it can go on."


async def test_terminated_it_leaves_a_place_to_go_on_from_and_a_lost_terminal_is_nothing(hard: Run) -> None:
    send(hard, signal.SIGHUP)
    before = view(hard).playouts
    until(hard, lambda seen: seen.playouts > before)
    send(hard, signal.SIGTERM)
    seen = ended(hard)
    assert (seen.status, seen.resumable) == ("interrupted", (0,))
    assert log_texts(hard)[-1] == "interrupted by signal 15; resume goes on from here"
    saved = read_checkpoint(hard.checkpoint_path(0))
    assert saved is not None
    assert saved[0].playouts == seen.playouts


async def test_a_worker_outlives_its_launcher() -> None:
    text = (
        "import asyncio, os, pathlib, signal, sys\n"
        "from solvers.runs import launcher, spec\n"
        "async def main():\n"
        "    run = await asyncio.to_thread(launcher.start_run, spec.decode(sys.stdin.buffer.read()))\n"
        "    print(run.folder, flush=True)\n"
        "    signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # nohup hands down that it is ignored
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "asyncio.run(main())\n"
    )
    home = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", text],
        input=specs.encode(latin_spec()),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(home)},
        check=False,
    )
    assert done.returncode == -signal.SIGHUP
    run = Run(Path(done.stdout.decode().strip()))
    assert all_runs() == (run,)
    until(run, lambda seen: seen.playouts > 0)
    request(run, "stop")
    assert ended(run).status == "stopped"


async def test_of_two_workers_one_is_first_and_both_end() -> None:
    spec = latin_spec("paper-20", workers=2)
    run = start_run(spec)
    seen = ended(run)
    assert seen.status == "solved"
    assert seen.board is not None
    latin = get_family("latin")
    assert latin.judge(latin.from_json(spec.puzzle), seen.board).solved
    result = read_result(run.result_path)
    assert result is not None
    assert (result.proof, tuple(result.board)) == ("solved", seen.board)
    reasons = [event.reason for event in events_of(run) if isinstance(event, Finished)]
    assert len(reasons) == 2
    assert set(reasons) <= {"solved", "elsewhere"}
    assert seen.resumable == ()


async def test_two_workers_of_two_threads_each_search_as_with_one() -> None:
    shared = {"level": 2, "iterations": 3, "batch": 3, "beam": "4.2"}
    spec = morpion_spec(algorithm="nrpa", parameters={**shared, "threads": 2}, workers=2, playouts=600)
    run = start(spec, workers=2)
    assert (ended(run).status, view(run).playouts) == ("budget", 1_200)
    ends = []
    for worker in (0, 1):
        oracle = Session(structs.replace(spec, parameters={**shared, "threads": 1}), worker)
        oracle.advance(600)
        saved = read_checkpoint(run.checkpoint_path(worker))
        assert saved is not None
        for name, array in oracle.arrays().items():
            assert np.array_equal(saved[1][name], array), name
        ends.append(saved[1]["search.rng"].tolist())
    assert ends[0] != ends[1]


async def test_of_two_workers_the_lost_one_alone_is_started_again() -> None:
    run = start_run(latin_spec(workers=2))
    until(run, lambda seen: {e.worker for e in events_of(run) if isinstance(e, Progress)} == {0, 1})
    assert view(run).workers_alive == 2
    send(run, signal.SIGKILL, worker=1)
    seen = until(run, lambda seen: "was killed" in seen.message)
    assert (seen.status, seen.workers_alive, seen.resumable) == ("running", 1, (1,))
    assert seen.message.startswith("worker 1 was killed (signal 9)")
    assert resume_run(run) == (1,)
    until(run, lambda seen: len([e for e in events_of(run) if isinstance(e, Started)]) == 3)
    request(run, "stop")
    assert ended(run).status == "stopped"


def test_a_solution_waits_in_memory_until_the_disk_has_space() -> None:
    run = new_run(latin_spec("order-9"))
    run.events_path.symlink_to("/dev/full")
    start_worker(run, 0)
    seen = until(run, lambda seen: seen.message.startswith("the disk is full"))
    assert seen.message == "the disk is full: events.jsonl can't be written"
    until(run, lambda seen: seen.status == "solved")  # as the result's file could be written
    run.events_path.unlink()
    ended(run)
    kinds = [type(event) for event in events_of(run)]
    assert kinds[0] is Started
    assert Solved in kinds
    last = [kind for kind in kinds if kind is not Note]
    assert last[-1] is Finished  # the note that the disk was full may come after it


@pytest.mark.parametrize("package", ["msgspec", "numba"])
def test_a_worker_that_cannot_import_is_one_line(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(broken_package(tmp_path / "broken", package)))
    run = start(latin_spec("order-9"))
    ended(run)
    seen = until(run, lambda seen: "it is broken" in seen.message)
    assert seen.status == "failed"
    assert "\n" not in seen.message
    assert seen.message.endswith(f"ImportError: it is broken, see {run.log_path(0)}")


def test_a_removed_run_ends_its_worker_quietly(hard: Run, tmp_path: Path) -> None:
    lock = os.open(hard.lock_path(0), os.O_RDONLY)
    hard.folder.rename(tmp_path / "removed")  # at one blow: beside a removal file by file, the worker makes new ones
    fcntl.flock(lock, fcntl.LOCK_EX)  # returns when the worker has ended
    os.close(lock)
    assert not hard.folder.exists()
