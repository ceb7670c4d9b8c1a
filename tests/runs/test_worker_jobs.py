"""Training, generating and compiling as jobs of a worker, run in this process."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import events_of, log_texts

import solvers.compiling
from priors import store
from puzzles.latin import FAMILY
from puzzles.registry import get_family
from solvers.driver import kernels as compiling_job
from solvers.driver.kernels import make_ready
from solvers.driver.sink import LeaveError
from solvers.jobs import generate, train
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Generated, Trained
from solvers.runs.folder import Run, new_run, request
from solvers.runs.reader import view
from solvers.runs.spec import CompileSpec, GenerateSpec, SolveSpec, TrainSpec

pytestmark = pytest.mark.compiled

TRAINING = TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=50)


def test_training_stores_what_was_asked() -> None:
    run = new_run(TRAINING)
    train.work(WorkerReporter(run, 0), TRAINING)
    seen = view(run)
    assert (seen.status, seen.done, seen.total) == ("done", 50, 50)
    stored = store.find("latin", "dual", "order-9")
    assert stored is not None
    assert (stored.provenance.counted, stored.provenance.seed) == (50, 1)
    assert [event.path for event in events_of(run) if isinstance(event, Trained)] == [str(stored.path)]


def test_a_stopped_training_stores_what_it_has() -> None:
    run = new_run(TRAINING)
    with pytest.raises(LeaveError):
        train.work(StopAfter(run, 2), TRAINING)
    stored = store.find("latin", "dual", "order-9")
    assert stored is not None
    assert stored.provenance.asked == 50
    assert 0 < stored.provenance.counted < 50
    assert f"Counted {stored.provenance.counted} puzzles." in log_texts(run)


GENERATING = GenerateSpec(family="latin", title="", parameters={"order": 5}, count=6, seed=3)


def generated(spec: GenerateSpec, *desks: Callable[[Run], WorkerReporter]) -> list[Generated]:
    run = new_run(spec)
    for reporter in desks or (lambda run: WorkerReporter(run, 0),):
        try:
            generate.work(reporter(run), spec)
        except LeaveError:
            assert view(run).status != "done"
    assert view(run).status == "done"
    return list(view(run).generated)


def test_generated_puzzles_come_with_their_solution() -> None:
    events = generated(GENERATING)
    assert len(events) == 6
    puzzles = [FAMILY.from_json(event.puzzle) for event in events]
    assert len(set(puzzles)) == 6
    for puzzle, event in zip(puzzles, events, strict=True):
        assert FAMILY.judge(puzzle, event.solution).solved


def test_generating_goes_on_where_it_was_stopped_and_is_shared_by_workers() -> None:
    whole = [event.puzzle for event in generated(GENERATING)]
    in_two = generated(GENERATING, lambda run: StopAfter(run, 4), lambda run: WorkerReporter(run, 0))
    assert [event.puzzle for event in in_two] == whole
    shared = generated(
        msgspec.structs.replace(GENERATING, workers=2),
        lambda run: WorkerReporter(run, 0),
        lambda run: WorkerReporter(run, 1),
    )
    assert [event.puzzle for event in shared] == whole[::2] + whole[1::2]


def test_kakuro_with_one_solution_are_made_solved_and_proved_unique() -> None:
    kakuro = get_family("kakuro")
    [event] = generated(GenerateSpec(family="kakuro", title="", count=1, seed=2))
    spec = SolveSpec(
        family="kakuro",
        puzzle=event.puzzle,
        title="",
        algorithm="backtracking",
        prior="none",
        playouts=100_000,
        count_seconds=300.0,
    )
    seen = view(solved(spec))
    assert (seen.status, seen.solutions, seen.board) == ("solved", "unique", tuple(event.solution))
    paper = view(solved(msgspec.structs.replace(spec, algorithm="nrpa", mode="paper", playouts=300)))
    assert paper.board is not None
    assert kakuro.judge(kakuro.from_json(event.puzzle), paper.board).score == paper.best_score


def test_a_stop_is_obeyed_in_the_middle_of_making_a_puzzle() -> None:
    spec = GenerateSpec(family="kakuro", title="", count=1, seed=2)
    run = new_run(spec)
    with pytest.raises(LeaveError):
        generate.work(StopAfter(run, 3), spec)
    assert view(run).generated == ()


def kernels(monkeypatch: pytest.MonkeyPatch, *names: str, compile: Callable[[str], Any]) -> None:
    """Makes these the kernels that still have to be compiled."""
    left = list(names)

    def compiled(name: str) -> None:
        compile(name)
        left.remove(name)

    monkeypatch.setattr(solvers.compiling, "needed", lambda spec: [
        solvers.compiling.Kernel(name, lambda name=name: compiled(name)) for name in left
    ])  # fmt: skip
    monkeypatch.setattr("solvers.compiling.kernel_cache.mark_compiled", lambda name, files: None)


def test_kernels_are_compiled_once_with_a_line_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    kernels(monkeypatch, "a", "b", "c", compile=compiled.append)
    run = new_run(CompileSpec())
    compiling_job.work(WorkerReporter(run, 0), CompileSpec())
    assert compiled == ["a", "b", "c"]
    assert log_texts(run) == [f"compiling kernels, once: {n} of 3" for n in (1, 2, 3)] + ["Ended."]
    assert (view(run).status, view(run).done, view(run).total) == ("done", 3, 3)
    again = new_run(CompileSpec())
    compiling_job.work(WorkerReporter(again, 0), CompileSpec())
    assert log_texts(again) == ["Ended."]


def test_two_workers_share_the_kernels_and_each_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = CompileSpec(workers=2)
    run = new_run(spec)
    compiled: list[str] = []
    marked: set[str] = set()

    def meanwhile(name: str) -> None:
        compiled.append(name)
        if name == "a":  # while the first worker compiles a, the second looks around until it is ordered to leave
            # by a signal to the second alone: an order for the run would reach the first one, too, and end the process
            reporter = WorkerReporter(run, 1, wait=lambda seconds: setattr(reporter.orders, "signal", signal.SIGINT))
            with pytest.raises(LeaveError):
                compiling_job.work(reporter, spec)
            assert compiled == ["a", "b", "c"]
            assert (reporter.done, reporter.total) == (2, 0)

    kernels(monkeypatch, "a", "b", "c", compile=meanwhile)
    monkeypatch.setattr("solvers.compiling.kernel_cache.mark_compiled", lambda name, files: marked.add(name))
    monkeypatch.setattr("solvers.compiling.kernel_cache.is_compiled", lambda name: name in marked)
    first = WorkerReporter(run, 0)
    compiling_job.work(first, spec)
    assert compiled == ["a", "b", "c"]
    assert (first.done, first.total) == (1, 3)
    assert marked == {"a", "b", "c"}


def test_a_run_does_not_wait_for_a_job_that_compiles_other_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    run, job = new_run(CompileSpec()), new_run(CompileSpec())
    done: list[str] = []

    def meanwhile(name: str) -> None:
        if name == "a":  # while the job compiles a, a run needs b
            monkeypatch.setattr(
                solvers.compiling, "needed", lambda spec: [solvers.compiling.Kernel("b", lambda: done.append("b"))]
            )
            reporter = WorkerReporter(run, 0)
            reporter.begin()
            assert make_ready(reporter, CompileSpec()) == 1

    kernels(monkeypatch, "a", compile=meanwhile)
    compiling_job.work(WorkerReporter(job, 0), CompileSpec())
    assert done == ["b"]
    assert log_texts(run) == ["compiling kernels, once: 1 of 1"]


def test_a_second_cold_worker_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    run, second = new_run(CompileSpec()), new_run(CompileSpec())
    waited: list[str] = []

    def meanwhile(name: str) -> None:
        reporter = WorkerReporter(second, 0, wait=lambda seconds: request(second, "stop"))
        with pytest.raises(LeaveError):
            compiling_job.work(reporter, CompileSpec())
        waited.append(name)

    kernels(monkeypatch, "a", compile=meanwhile)
    compiling_job.work(WorkerReporter(run, 0), CompileSpec())
    assert waited == ["a"]
    assert log_texts(second) == ["waiting for another worker that compiles this"]
