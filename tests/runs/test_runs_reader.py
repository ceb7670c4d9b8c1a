"""Views of runs: live, old, damaged, lost; cheap to follow."""

from __future__ import annotations

import os
import shutil

import pytest
from drivers.run_driver import latin_spec

from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.checkpoint import Checkpoint, write_checkpoint
from solvers.runs.events import (
    AnyEvent,
    Counted,
    Failed,
    Finished,
    Improved,
    Note,
    Paused,
    Progress,
    Resumed,
    Solved,
    Started,
    encode,
)
from solvers.runs.folder import Run, hold, new_run
from solvers.runs.launcher import follow
from solvers.runs.reader import Follower, view
from solvers.runs.result import Result, merge_result
from solvers.runs.status import Status, read_status, write_status
from solvers.runs.view import seconds

STARTED = Started(pid=10, time="", version="")


def say(run: Run, *events: AnyEvent) -> None:
    with run.events_path.open("ab") as file:
        file.write(b"".join(encode(event) for event in events))


def launched(*events: AnyEvent, workers: int = 1) -> Run:
    """A run whose workers were launched and are dead by now."""
    run = new_run(latin_spec("order-9", workers=workers))
    for worker in range(workers):
        run.lock_path(worker).touch()
    say(run, *events)
    return run


@pytest.mark.parametrize("reason", ["budget", "exhausted", "stopped", "done", "solved"])
def test_an_ended_run_has_the_status_its_worker_ended_with(reason: str) -> None:
    solved = [Solved(playouts=5, score=0, board=[1], seconds=0.25)] if reason == "solved" else []
    run = launched(STARTED, *solved, Finished(playouts=7, at=1.5, reason=reason, best_score=-2, restarts=3))
    seen = view(run)
    assert (seen.status, seen.message, seen.ended) == (reason, "", True)
    assert (seen.playouts, seen.elapsed, seen.restarts) == (7, 1.5, 3)
    assert seen.resumable == ((0,) if reason == "stopped" else ())


def test_a_solution_is_seen_with_its_time_and_count() -> None:
    board, other = [1, 2], [2, 1]
    run = launched(
        STARTED,
        Improved(at=0.1, playouts=3, score=-1, board=[0, 2]),
        Solved(at=0.2, playouts=5, score=0, board=board, seconds=0.2),
        Counted(at=0.2, playouts=5, solutions="several", boards=[board, other]),
        Finished(at=0.2, playouts=5, reason="solved"),
    )
    seen = view(run)
    assert (seen.best_score, seen.board, seen.solved_seconds) == (0, (1, 2), 0.2)
    assert (seen.solutions, seen.solution_boards) == ("several", ((1, 2), (2, 1)))
    assert seen.history == ((0.1, -1), (0.2, 0))
    assert [line.text for line in seen.log] == [
        "Started.",
        "Score -1",
        "Solved in 0.2 s, after 5 playouts; checked.",
        "There is more than one solution.",
        "Ended: solved.",
    ]


def test_live_numbers_come_from_the_status_file_of_this_process() -> None:
    earlier = Started(pid=9, time="", version="")
    run = launched(earlier, STARTED, Progress(at=1.0, playouts=100, best_score=-4, rate=100.0))
    lock = hold(run.lock_path(0))
    follower = Follower(run)
    assert (follower.poll().status, follower.poll().playouts) == ("starting", 100)
    write_status(run.status_path(0), Status(pid=10, phase="running", at=2.0, playouts=250, rate=150.0, best_score=-3))
    seen = follower.poll()
    assert (seen.status, seen.playouts, seen.elapsed, seen.rate) == ("running", 250, 2.0, 150.0)
    assert (seen.best_score, seen.workers_alive) == (-3, 1)
    write_status(run.status_path(0), Status(pid=9, phase="running", at=9.0, playouts=999))
    assert follower.poll().playouts == 100
    os.close(lock)
    assert follower.poll().status == "interrupted"


def test_a_worker_that_has_yet_to_report_that_it_goes_on_shows_the_numbers_it_has() -> None:
    run = launched(STARTED, Progress(at=1.0, playouts=100, best_score=-4, rate=100.0))
    lock = hold(run.lock_path(0))
    write_status(run.status_path(0), Status(pid=11, phase="starting", at=20.0, playouts=2000, best_score=-3))
    follower = Follower(run)
    assert (follower.poll().playouts, follower.poll().best_score) == (2000, -3)
    say(run, Resumed(pid=11, at=15.0, playouts=1500, time=""))
    write_status(run.status_path(0), Status(pid=11, phase="running", at=15.1, playouts=1510, best_score=-3))
    assert follower.poll().playouts == 1510
    os.close(lock)


@pytest.mark.parametrize("live", [2900, 3100])
def test_a_run_stopped_before_its_place_is_read_has_no_fewer_playouts_than_its_checkpoint(live: int) -> None:
    run = launched(STARTED, Progress(at=1.0, playouts=100, best_score=-4, rate=100.0))
    write_status(run.status_path(0), Status(pid=10, phase="running", at=live / 100, playouts=live, best_score=-4))
    place = Checkpoint(
        stage="plain",
        elapsed=30.0,
        playouts=3000,
        earlier_playouts=0,
        earlier_restarts=0,
        best_score=-3.0,
        best_board=[0, 1],
        spec="",
    )
    write_checkpoint(run.checkpoint_path(0), place, {})
    reporter = WorkerReporter(run, 0)
    reporter.restore_numbers()
    reporter.finish("stopped")
    seen = view(run)
    assert (seen.status, seen.playouts) == ("stopped", max(live, 3000))


def test_nothing_new_is_the_same_object() -> None:
    run = launched(STARTED, Note(text="a"))
    follower = Follower(run)
    first = follower.poll()
    assert follower.poll() is first
    say(run, Note(text="b"))
    second = follower.poll()
    assert second is not first
    assert [line.text for line in second.log][1:] == ["a", "b"]


def test_a_run_is_paused_only_if_all_its_live_workers_are() -> None:
    run = launched(STARTED, Paused(), Started(worker=1, pid=11, time="", version=""), workers=2)
    locks = [hold(run.lock_path(worker)) for worker in (0, 1)]
    write_status(run.status_path(1), Status(pid=11, phase="running"))
    follower = Follower(run)
    assert follower.poll().status == "running"
    say(run, Paused(worker=1))
    assert follower.poll().status == "paused"
    for lock in locks:
        os.close(lock)


def test_a_failure_is_the_message() -> None:
    seen = view(launched(STARTED, Failed(message="the search claims too much")))
    assert (seen.status, seen.message) == ("failed", "the search claims too much")


@pytest.mark.parametrize(
    ("events", "code", "log", "status", "message"),
    [
        ((), 1, "Traceback:\nImportError: no numba\n\n", "failed",
         "worker 0 ended with exit code 1: ImportError: no numba, see {log}"),
        ((), None, "", "failed", "worker 0 did not start"),
        ((STARTED,), -9, "", "interrupted",
         "worker 0 was killed (signal 9); resume goes on from its checkpoint"),
        ((STARTED,), 143, "", "interrupted",
         "worker 0 was terminated (signal 15); resume goes on from its checkpoint"),
        ((STARTED,), -11, "Fatal Python error: Segmentation fault\n\nCurrent thread:\n  File x\n", "interrupted",
         "worker 0 crashed (signal 11): Fatal Python error: Segmentation fault, see {log}"),
        ((STARTED,), None, "", "interrupted",
         "worker 0 ended without a message; resume goes on from its checkpoint"),
    ],
)  # fmt: skip
def test_a_lost_worker_is_one_line(
    events: tuple[AnyEvent, ...], code: int | None, log: str, status: str, message: str
) -> None:
    run = launched(*events)
    run.log_path(0).write_text(log)
    if code is not None:
        run.exit_path(0).write_text(str(code))
    seen = view(run)
    assert (seen.status, seen.message) == (status, message.format(log=run.log_path(0)))
    assert seen.resumable == (0,)


def test_one_lost_worker_of_two_is_reported_while_the_other_goes_on() -> None:
    run = launched(STARTED, Started(worker=1, pid=11, time="", version=""), workers=2)
    lock = hold(run.lock_path(1))
    write_status(run.status_path(1), Status(pid=11, phase="running"))
    seen = view(run)
    os.close(lock)
    assert (seen.status, seen.workers_alive, seen.resumable) == ("running", 1, (0,))
    assert seen.message.startswith("worker 0 ended without a message")


def test_a_proof_by_one_worker_leaves_nothing_to_resume() -> None:
    run = launched(STARTED, workers=2)
    merge_result(run.result_path, Result(proof="solved", worker=1, score=0, board=[7], seconds=0.5))
    seen = view(run)
    assert (seen.status, seen.best_score, seen.board, seen.solved_seconds) == ("solved", 0, (7,), 0.5)
    assert seen.resumable == (1,)


def test_a_status_is_overwritten_in_place_where_a_new_file_can_not_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = launched()
    path = run.status_path(0)
    write_status(path, Status(pid=1, phase="running", trouble="a long line of trouble"))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("solvers.runs.status.replace_file", full)
    write_status(path, Status(pid=1, phase="paused"))
    assert read_status(path) == Status(pid=1, phase="paused")


def test_a_hundred_thousand_events_are_one_view() -> None:
    run = launched(STARTED)
    some = [Progress(at=n / 10, playouts=n * 1000, best_score=-2000.0, rate=1e4) for n in range(99_000)]
    better = [Improved(at=n, playouts=n * 1000, score=n - 2000.0, board=[n] * 81) for n in range(1000)]
    say(run, *some, *better)
    seen = view(run)
    assert (seen.best_score, seen.playouts) == (-1001, 999_000)
    assert len(seen.history) == 1000


def test_a_removed_run_is_still_seen_and_says_so() -> None:
    run = launched(STARTED, Improved(playouts=3, score=-1, board=[0]))
    follower = Follower(run)
    assert follower.poll().message.startswith("worker 0 ended without a message")
    shutil.rmtree(run.folder)
    seen = follower.poll()
    assert (seen.message, seen.best_score, seen.ended) == ("the run was removed", -1, True)


async def test_following_an_ended_run_ends() -> None:
    run = launched(STARTED, Finished(reason="budget"))
    assert [seen.status async for seen in follow(run)] == ["budget"]


@pytest.mark.parametrize(
    ("duration", "said"),
    [(0.00012, "0.12 ms"), (0.05, "50 ms"), (3.456, "3.46 s"), (119, "119 s"), (720, "12 min"), (9000, "2.5 h")],
)
def test_durations_have_the_unit_that_suits_them(duration: float, said: str) -> None:
    assert seconds(duration) == said
