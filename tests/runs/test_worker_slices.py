"""What a worker does between slices, under a fake clock: how long they are, what is written when, what is obeyed."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from drivers.run_driver import events_of, latin_spec

from solvers.driver.loop import SessionSource, drive
from solvers.driver.pace import Budget, Pace, checkpoint_interval, progress_interval
from solvers.driver.search import count_solutions
from solvers.driver.sink import LeaveError, Order
from solvers.jobs.worker_reporter import HASTY, DiskError, WorkerReporter
from solvers.runs.events import EventLog, Finished, Note, Paused, Progress, Unpaused
from solvers.runs.folder import Run, new_run, request
from solvers.runs.reader import view
from solvers.runs.result import Result, merge_result, read_result
from solvers.runs.status import Insight, read_status

pytestmark = pytest.mark.compiled


class Clock:
    """Time that passes only when something says so; `at` holds what is to happen at which time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.at: list[tuple[float, Callable[[], None]]] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds
        for when, act in list(self.at):
            if self.now >= when:
                self.at.remove((when, act))
                act()


class FakeSession:
    """A search whose playouts take a known time each, and that is solved after that many."""

    batch = 1

    def __init__(self, clock: Clock, seconds_each: float, solved_at: int = 1 << 62) -> None:
        self.clock = clock
        self.seconds_each = seconds_each
        self.solved_at = solved_at
        self.playouts = 0
        self.restarts = 0
        self.status = "running"
        self.slices: list[int] = []

    def merit(self) -> None:
        return None

    def notice(self) -> str:
        return ""

    def insight(self) -> Insight:
        return Insight(depth=self.playouts)

    def advance(self, playouts: int) -> str:
        done = min(playouts, self.solved_at - self.playouts)
        self.clock.wait(done * self.seconds_each)
        self.playouts += done
        self.slices.append(done)
        if self.playouts == self.solved_at:
            self.status = "solved"
        return self.status


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def run() -> Run:
    return new_run(latin_spec("order-9", workers=2))


@pytest.fixture
def reporter(run: Run, clock: Clock) -> WorkerReporter:
    return WorkerReporter(run, 0, clock=clock, wait=clock.wait)


class NoResults:
    """Results of a search that finds nothing; `judge` is called after each slice."""

    def __init__(self, judge: Callable[[], None] = lambda: None) -> None:
        self.judge = judge

    def reached(self) -> bool:
        return False

    def passes_over(self, _session: object) -> bool:
        return False

    def look(self, _session: object) -> None:
        self.judge()


def searched(
    reporter: WorkerReporter,
    session: FakeSession,
    budget: Budget,
    save: Callable[[], None] = lambda: None,
    judge: Callable[[], None] = lambda: None,
    **settings: Any,
) -> str:
    """How the session's search ended."""
    results: Any = NoResults(judge)
    return drive(SessionSource(session, reporter, results), reporter, results, budget, save=save, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds_each", [1e-6, 1e-4, 1e-2, 0.3])
def test_slices_begin_small_and_settle_at_a_twentieth_of_a_second(
    reporter: WorkerReporter, clock: Clock, seconds_each: float
) -> None:
    session = FakeSession(clock, seconds_each)
    assert searched(reporter, session, Budget(20.0, None)) == "budget"
    assert session.slices[0] == 1
    longest = max(session.slices) * seconds_each
    assert longest <= max(0.05, seconds_each) * 1.0001
    assert sorted(session.slices)[len(session.slices) // 2] == max(1, round(0.05 / seconds_each))
    assert reporter.at == pytest.approx(20.0, abs=max(0.001, seconds_each))


def test_what_the_search_says_of_itself_is_in_the_numbers_about_every_second(
    reporter: WorkerReporter, run: Run, clock: Clock
) -> None:
    session = FakeSession(clock, 1e-3)
    searched(reporter, session, Budget(0.9, None))
    assert reporter.insight is None
    searched(reporter, session, Budget(6.0, None))
    reporter.show(now=True)
    ((worker, insight),) = view(run).insights
    assert worker == 0
    assert 4_500 <= (insight.depth or 0) <= session.playouts


def test_slices_grow_fourfold_at_most(clock: Clock) -> None:
    pace = Pace(clock)
    sizes = []
    for _ in range(5):
        sizes.append(pace.next(None, None))
        pace.took(sizes[-1], 0.0)
    assert sizes == [1, 4, 16, 64, 256]


def test_the_budget_of_playouts_is_met_exactly(reporter: WorkerReporter, clock: Clock) -> None:
    session = FakeSession(clock, 1e-4)
    assert searched(reporter, session, Budget(None, 12_345)) == "budget"
    assert session.playouts == reporter.playouts == 12_345


def test_a_stage_ends_at_its_own_playouts_and_the_budget_counts_all_stages(
    reporter: WorkerReporter, clock: Clock
) -> None:
    first = FakeSession(clock, 1e-4)
    assert searched(reporter, first, Budget(None, 5_000), until=2_000) == "limit"
    assert first.playouts == 2_000
    second = FakeSession(clock, 1e-4)
    assert searched(reporter, second, Budget(None, 5_000)) == "budget"
    assert (second.playouts, reporter.playouts) == (3_000, 5_000)
    assert reporter.at == pytest.approx(0.5)


class WaitingTakeover:
    """Compiled kernels that are never there. `spent` is true once it was said that there was no time left for them."""

    pending = True
    said = False

    def worked(self, begun: float) -> None:
        pass

    def after(self, seconds: float) -> bool:
        return False

    def spent(self) -> None:
        self.said = True


@pytest.mark.parametrize("interpreted", [False, True])
def test_the_budget_counts_search_and_judging_whatever_the_kernels_are(
    reporter: WorkerReporter, clock: Clock, interpreted: bool
) -> None:
    session = FakeSession(clock, 0.01, solved_at=100)

    def judge() -> None:
        reporter.at += 0.5  # as BestResults does for designs that are ranked

    takeover = WaitingTakeover() if interpreted else None
    assert searched(reporter, session, Budget(2.0, None), judge=judge, handover=takeover) == "budget"
    assert reporter.at < 3.0


def test_a_second_solution_is_looked_for_no_longer_than_asked_while_kernels_are_interpreted() -> None:
    spec, takeover = latin_spec(count_seconds=0.0), WaitingTakeover()
    found = count_solutions(WorkerReporter(new_run(spec), 0), spec, takeover)  # type: ignore[arg-type]
    assert (found, takeover.said) == (("unknown", []), True)


def test_a_solution_ends_the_search(reporter: WorkerReporter, clock: Clock) -> None:
    session = FakeSession(clock, 1e-4, solved_at=777)
    assert searched(reporter, session, Budget(10.0, None)) == "solved"
    assert reporter.playouts == 777


def test_a_checkpoint_every_five_seconds_or_more_rarely_if_it_costs_much(
    reporter: WorkerReporter, clock: Clock
) -> None:
    saved: list[float] = []

    def save() -> None:
        clock.wait(0.4)
        saved.append(clock.now)

    searched(reporter, FakeSession(clock, 1e-3), Budget(60.0, None), save)
    assert saved[0] == pytest.approx(5.4, abs=0.1)
    assert [b - a for a, b in pairwise(saved)] == pytest.approx([20.4, 20.4], abs=0.1)
    assert checkpoint_interval(0.001) == 5.0


def test_a_run_of_days_writes_few_progress_events() -> None:
    now, written = 0.0, 0
    while now < 10 * 24 * 3600:
        now += progress_interval(now)
        written += 1
    assert written < 16_000  # one a minute makes 14,400
    assert (progress_interval(1), progress_interval(100), progress_interval(1e6)) == (0.25, 0.5, 60.0)


def test_progress_events_become_rarer(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    reporter.begin()
    reporter.phase = "running"
    for _ in range(300):
        clock.wait(1.0)
        reporter.at += 1.0
        reporter.show()
    progress = [event.at for event in events_of(run) if isinstance(event, Progress)]
    assert progress[:3] == [1.0, 2.0, 3.0]
    assert progress[-1] - progress[-2] == 2.0


def test_live_numbers_are_written_four_times_a_second(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    reporter.begin()
    seen = []
    for playouts in range(100):
        clock.wait(0.05)
        reporter.at, reporter.playouts = clock.now, playouts
        reporter.show()
        status = read_status(run.status_path(0))
        assert status is not None
        seen.append(status.playouts)
    assert 18 <= len(set(seen)) <= 22
    assert status.rate == pytest.approx(20.0, rel=0.1)
    assert status.pid == os.getpid()


def test_pause_saves_waits_and_goes_on_where_it_was(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    reporter.begin()
    saved: list[int] = []
    clock.at = [(1.0, lambda: request(run, "pause")), (9.0, lambda: request(run, "go"))]
    session = FakeSession(clock, 1e-3)
    searched(reporter, session, Budget(2.0, None), lambda: saved.append(session.playouts))
    assert saved[0] == pytest.approx(1000, abs=60)
    assert reporter.at == pytest.approx(2.0, abs=0.01)
    assert clock.now == pytest.approx(10.0, abs=0.2)
    kinds = [type(event) for event in events_of(run) if isinstance(event, Paused | Unpaused)]
    assert kinds == [Paused, Unpaused]


@pytest.mark.parametrize("word", ["stop", "pause"])
def test_orders_take_effect_within_a_fifth_of_a_second(
    reporter: WorkerReporter, clock: Clock, run: Run, word: str
) -> None:
    clock.at = [(1.0, lambda: request(run, word))]  # type: ignore[arg-type]
    if word == "pause":
        clock.at.append((5.0, lambda: request(run, "stop")))
    with pytest.raises(LeaveError) as caught:
        searched(reporter, FakeSession(clock, 1e-3), Budget(100.0, None))
    assert caught.value.order is Order.STOP
    assert clock.now <= (1.2 if word == "stop" else 5.2)


def test_another_workers_proof_ends_the_search_and_ones_own_does_not(reporter: WorkerReporter, run: Run) -> None:
    merge_result(run.result_path, Result(worker=1, score=-3.0))
    assert reporter.orders.look() is Order.GO
    merge_result(run.result_path, Result(proof="solved", worker=0, score=0.0))
    assert reporter.orders.look() is Order.GO
    run.result_path.unlink()
    merge_result(run.result_path, Result(proof="exhausted", worker=1))
    assert reporter.orders.look() is Order.ELSEWHERE


def test_a_removed_folder_ends_the_search(reporter: WorkerReporter, run: Run) -> None:
    run.spec_path.unlink()
    run.folder.rmdir()
    assert reporter.orders.look() is Order.GONE


def disk_full(run: Run) -> None:
    run.events_path.unlink(missing_ok=True)
    run.events_path.symlink_to("/dev/full")


def test_the_end_is_reported_once_a_full_disk_is_to_be_freed(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    disk_full(run)
    clock.at = [(600.0, run.events_path.unlink)]
    reporter.begin()
    reporter.note("found")
    reporter.finish("solved")
    assert [type(event) for event in events_of(run)][1:] == [Note, Progress, Finished]
    assert 600 <= clock.now <= 700


def test_a_disk_that_stays_full_is_given_up_after_half_an_hour(
    reporter: WorkerReporter, clock: Clock, run: Run
) -> None:
    disk_full(run)
    with pytest.raises(DiskError, match=r"the disk is full: events.jsonl can't be written"):
        reporter.finish("solved")
    assert clock.now == pytest.approx(1800, rel=0.1)


def test_a_stop_is_not_held_up_by_a_full_disk(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    disk_full(run)
    with pytest.raises(DiskError):
        reporter.finish("stopped")
    assert clock.now == pytest.approx(sum(HASTY), abs=0.2)
    reporter.orders.signal = 15
    with pytest.raises(DiskError):
        reporter.finish("solved")
    assert clock.now < 2.0


def test_a_full_disk_is_seen_while_the_run_goes_on(reporter: WorkerReporter, clock: Clock, run: Run) -> None:
    disk_full(run)
    reporter.begin()
    reporter.show(now=True)
    status = read_status(run.status_path(0))
    assert status is not None
    assert status.trouble == "the disk is full: events.jsonl can't be written"
    assert view(run).status != "failed"


def test_a_result_that_could_not_be_written_is_tried_again(
    reporter: WorkerReporter, clock: Clock, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes, **_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("solvers.runs.result.replace_file", full)
        reporter.keep(Result(proof="solved", score=0.0))
        reporter.show(now=True)
        status = read_status(run.status_path(0))
        assert status is not None
        assert status.trouble == "the disk is full: result.json can't be written"
    reporter.finish("solved")
    result = read_result(run.result_path)
    assert result is not None
    assert result.proof == "solved"


def test_a_log_of_two_lives_reads_as_one(run: Run) -> None:
    EventLog(run.events_path).append(Note(text="first"))
    EventLog(run.events_path).append(Note(text="second"))
    assert [line.text for line in view(run).log] == ["first", "second"]
