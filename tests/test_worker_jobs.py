"""A worker's jobs, run in this process: the stages of solving, damaged checkpoints, training, generating, warming."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from run_driver import events_of, latin_spec, told

import solvers.warm
from priors import store
from puzzles.latin import FAMILY
from puzzles.registry import family
from solvers.jobs import generate, solve, train, warm
from solvers.jobs.desk import Desk
from solvers.jobs.orders import LeaveError, Order
from solvers.jobs.priming import EASY_PLAYOUTS
from solvers.runs.checkpoint import Arrays, Checkpoint, read_checkpoint
from solvers.runs.control import request
from solvers.runs.events import Counted, Failed, Generated, Resumed, Solved, Started, Trained
from solvers.runs.folder import Run, new_run
from solvers.runs.liveness import hold
from solvers.runs.reader import view
from solvers.runs.spec import GenerateSpec, SolveSpec, TrainSpec, WarmSpec
from solvers.session import Session
from solvers.worker import OUR_FAULT, WRONG_INPUT, main

AUTO = latin_spec("order-33", prior="auto", playouts=EASY_PLAYOUTS + 1_000)
PUZZLES = 20


@pytest.fixture(autouse=True)
def quick_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Priors that are trained on first need are counted from few puzzles."""
    monkeypatch.setattr(type(FAMILY), "training_puzzles", lambda self, shape: PUZZLES)


def solved(spec: SolveSpec, desk_of: Callable[[Run], Desk] = lambda run: Desk(run, 0)) -> Run:
    run = new_run(spec)
    solve.work(desk_of(run), spec)
    return run


def place(run: Run) -> tuple[Checkpoint, Arrays]:
    read = read_checkpoint(run.checkpoint_path(0))
    assert read is not None
    return read


def same(first: Arrays, second: Arrays) -> bool:
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name], equal_nan=first[name].dtype.kind == "f") for name in first
    )


class StopAfter(Desk):
    """A desk at which the run is asked to stop once so many looks were taken."""

    def __init__(self, run: Run, looks: int) -> None:
        super().__init__(run, 0)
        self.looks = looks

    def obey(self, before_pause: Callable[[], None] = lambda: None) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise LeaveError(Order.STOP)
        super().obey(before_pause)


def test_without_a_prior_it_begins_easily_trains_once_and_goes_on_with_it() -> None:
    run = solved(AUTO)
    lines = [line for line in told(run) if not line.startswith(("improved", "compiling", "waiting"))]
    assert lines == ["training the prior dual for order 33, once", "ended: the budget is spent"]
    assert place(run)[0].stage == "prior"
    assert place(run)[0].earlier_playouts == EASY_PLAYOUTS
    assert view(run).playouts == AUTO.playouts
    stored = store.find("latin", "dual", "order-33")
    assert stored is not None
    assert stored.provenance.counted == PUZZLES


def test_with_a_prior_it_is_used_from_the_first_playout() -> None:
    solved(AUTO)
    run = solved(AUTO)
    assert place(run)[0].earlier_playouts == 0
    assert not any("training" in line for line in told(run))


@pytest.mark.parametrize("settings", [{"prior": "none"}, {"algorithm": "nrpa", "prior": "auto"}])
def test_no_prior_is_trained_where_none_is_used(settings: dict[str, Any]) -> None:
    run = solved(latin_spec(**settings, playouts=EASY_PLAYOUTS + 500))
    assert place(run)[0].stage == "plain"
    assert store.all_stored() == []


def test_a_named_prior_is_trained_first() -> None:
    run = solved(latin_spec(prior="dual", playouts=500))
    assert "training the prior dual for order 33, once" in told(run)
    assert (place(run)[0].stage, place(run)[0].earlier_playouts) == ("prior", 0)


@pytest.mark.parametrize("looks", [0, 5, 7, 9, 12, 15])
def test_left_in_any_stage_it_ends_as_if_undisturbed(
    looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "one"))
    undisturbed = solved(AUTO)
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "two"))
    run = new_run(AUTO)
    with pytest.raises(LeaveError):
        solve.work(StopAfter(run, looks), AUTO)
    solve.work(Desk(run, 0), AUTO)
    assert same(place(run)[1], place(undisturbed)[1])
    first, second = view(undisturbed), view(run)
    assert (first.best_score, first.board, first.playouts) == (second.best_score, second.board, second.playouts)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: b"PK" + bytes(500),
    ],
)
def test_a_damaged_checkpoint_is_set_aside_and_the_run_starts_over(damage: Callable[[bytes], bytes]) -> None:
    spec = latin_spec(playouts=2_000)
    run = solved(spec)
    before, path = place(run)[1], run.checkpoint_path(0)
    path.write_bytes(damage(path.read_bytes()))
    solve.work(Desk(run, 0), spec)
    assert same(place(run)[1], before)
    assert (run.folder / "checkpoint-0.damaged").exists()
    assert any(line.startswith("the checkpoint was set aside: it is not a checkpoint") for line in told(run))
    assert view(run).playouts == 2_000
    assert not any(isinstance(event, Resumed) for event in events_of(run))


def test_a_checkpoint_of_another_search_is_never_restored() -> None:
    first, spec = solved(latin_spec(playouts=500)), latin_spec(playouts=600)
    other = new_run(spec)
    first.checkpoint_path(0).rename(other.checkpoint_path(0))
    solve.work(Desk(other, 0), spec)
    assert "the checkpoint was set aside: it belongs to another spec; starting over" in told(other)
    assert view(other).playouts == 600


def test_a_checkpoint_with_other_arrays_is_never_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = latin_spec(playouts=500)
    whole = Session.arrays
    with monkeypatch.context() as patched:
        patched.setattr(Session, "arrays", lambda self: {**whole(self), "search.new": np.zeros(1)})
        run = solved(spec)
    solve.work(Desk(run, 0), spec)
    assert any("the checkpoint holds other arrays than this search" in line for line in told(run))
    assert [type(event) for event in events_of(run)].count(Started) == 2
    assert view(run).playouts == 500


def test_where_no_checkpoint_can_be_written_the_last_good_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = latin_spec(playouts=3_000)
    run = new_run(spec)
    with pytest.raises(LeaveError):
        solve.work(StopAfter(run, 4), spec)
    good = run.checkpoint_path(0).read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    desk = Desk(run, 0)
    with monkeypatch.context() as patched:
        patched.setattr("solvers.runs.checkpoint.replace_file", full)
        solve.work(desk, spec)
    assert desk.trouble == "the disk is full: checkpoint-0.npz can't be written"
    assert run.checkpoint_path(0).read_bytes() == good
    assert view(run).status == "budget"


@pytest.mark.parametrize(
    ("text", "solutions", "boards"),
    [("order 3\n0 1 2\n1 2 -1\n-1 -1 -1\n", "unique", 1), ("order 3\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n", "several", 2)],
)
@pytest.mark.parametrize("algorithm", ["backtracking", "exhaustive"])
def test_solutions_are_counted(algorithm: str, text: str, solutions: str, boards: int) -> None:
    puzzle = FAMILY.parse(text)
    spec = latin_spec("order-9", algorithm=algorithm, mode="strong", count_seconds=5.0, playouts=10_000)
    spec = msgspec.structs.replace(spec, puzzle=FAMILY.to_json(puzzle))
    seen = view(solved(spec))
    assert (seen.status, seen.solutions) == ("solved", solutions)
    assert len(set(seen.solution_boards)) == boards
    assert all(FAMILY.judge(puzzle, board).solved for board in seen.solution_boards)


def test_no_solution_is_proved() -> None:
    puzzle = FAMILY.parse("order 3\n0 1 -1\n-1 -1 2\n-1 -1 -1\n")
    spec = msgspec.structs.replace(
        latin_spec("order-9", algorithm="backtracking", mode="strong"), puzzle=FAMILY.to_json(puzzle)
    )
    seen = view(solved(spec))
    assert (seen.status, seen.solved_seconds, seen.resumable) == ("exhausted", None, ())


def test_a_solved_run_that_is_run_again_does_not_search_again() -> None:
    run = solved(latin_spec("order-9", mode="strong", count_seconds=1.0))
    first = [event for event in events_of(run) if isinstance(event, Solved)]
    solve.work(Desk(run, 0), latin_spec("order-9", mode="strong", count_seconds=1.0))
    events = events_of(run)
    assert [event for event in events if isinstance(event, Solved)] == first
    assert len([event for event in events if isinstance(event, Counted)]) == 2
    assert view(run).status == "solved"


@pytest.fixture
def as_a_process(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], int]:
    """Runs `main` for worker 0 of a run, without taking over this process's signals and crash reports."""
    monkeypatch.setattr("solvers.jobs.orders.signal.signal", lambda *_: None)
    monkeypatch.setattr("solvers.worker.faulthandler.enable", lambda: None)

    def worker(run: Run) -> int:
        lock = hold(run.lock_path(0))
        try:
            return main([str(run.folder), "0", str(lock)])
        finally:
            os.close(lock)

    return worker


def test_an_impossible_puzzle_in_a_spec_is_one_line(as_a_process: Callable[[Run], int]) -> None:
    run = new_run(msgspec.structs.replace(latin_spec("order-9"), puzzle={"order": 3, "grid": [[9]]}))
    assert as_a_process(run) == WRONG_INPUT
    seen = view(run)
    assert seen.status == "failed"
    assert seen.message
    assert "\n" not in seen.message


def test_a_setting_out_of_range_is_one_line(as_a_process: Callable[[Run], int]) -> None:
    run = new_run(latin_spec("order-9", algorithm="nrpa", parameters={"level": 99}))
    assert as_a_process(run) == WRONG_INPUT
    assert view(run).message == "level is 99; expected 1 to 8"


def test_a_damaged_spec_is_one_line(as_a_process: Callable[[Run], int]) -> None:
    run = new_run(latin_spec("order-9"))
    run.spec_path.write_bytes(b"{")
    assert as_a_process(run) == WRONG_INPUT
    assert view(run).message.startswith("spec.json is damaged: ")


def test_a_search_that_claims_too_much_fails_in_one_line(
    as_a_process: Callable[[Run], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = family("latin").from_json(latin_spec("order-9").puzzle)
    monkeypatch.setattr(Session, "solutions", lambda self: [FAMILY.start_board(puzzle)])
    run = new_run(latin_spec("order-9"))
    assert as_a_process(run) == OUR_FAULT
    [failed] = [event for event in events_of(run) if isinstance(event, Failed)]
    assert failed.message.startswith("the search claims a solution, but the checker says: ")
    assert not any(isinstance(event, Solved) for event in events_of(run))


def test_a_fault_of_ours_is_one_line_with_its_details_in_the_log(
    as_a_process: Callable[[Run], int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Session, playouts: int) -> str:
        raise ZeroDivisionError("too\nbad")

    monkeypatch.setattr(Session, "advance", broken)
    monkeypatch.setattr(solvers.warm, "needed", lambda spec: [])
    run = new_run(latin_spec("order-9"))
    assert as_a_process(run) == OUR_FAULT
    assert view(run).message == f"ZeroDivisionError: too, see {run.log_path(0)}"
    assert "Traceback" in capsys.readouterr().err


TRAINING = TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=50)


def test_training_stores_what_was_asked() -> None:
    run = new_run(TRAINING)
    train.work(Desk(run, 0), TRAINING)
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
    assert f"trained from {stored.provenance.counted} puzzles" in told(run)


GENERATING = GenerateSpec(family="latin", title="", parameters={"order": 5}, count=6, seed=3)


def generated(spec: GenerateSpec, *desks: Callable[[Run], Desk]) -> list[Generated]:
    run = new_run(spec)
    for desk in desks or (lambda run: Desk(run, 0),):
        try:
            generate.work(desk(run), spec)
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
    in_two = generated(GENERATING, lambda run: StopAfter(run, 4), lambda run: Desk(run, 0))
    assert [event.puzzle for event in in_two] == whole
    shared = generated(
        msgspec.structs.replace(GENERATING, workers=2), lambda run: Desk(run, 0), lambda run: Desk(run, 1)
    )
    assert [event.puzzle for event in shared] == whole[::2] + whole[1::2]


def test_kakuro_with_one_solution_are_made_solved_and_proved_unique() -> None:
    kakuro = family("kakuro")
    [event] = generated(GenerateSpec(family="kakuro", title="", count=1, seed=2))
    spec = SolveSpec(
        family="kakuro",
        puzzle=event.puzzle,
        title="",
        algorithm="backtracking",
        prior="none",
        playouts=100_000,
        count_seconds=30.0,
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

    monkeypatch.setattr(solvers.warm, "needed", lambda spec: [
        solvers.warm.Kernel(name, lambda name=name: compiled(name)) for name in left
    ])  # fmt: skip
    monkeypatch.setattr("solvers.warm.kernel_cache.mark_warmed", lambda name: None)


def test_kernels_are_compiled_once_with_a_line_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    kernels(monkeypatch, "a", "b", "c", compile=compiled.append)
    run = new_run(WarmSpec())
    warm.work(Desk(run, 0), WarmSpec())
    assert compiled == ["a", "b", "c"]
    assert told(run) == [f"compiling kernels, once: {n} of 3" for n in (1, 2, 3)] + ["ended: done"]
    assert (view(run).status, view(run).done, view(run).total) == ("done", 3, 3)
    again = new_run(WarmSpec())
    warm.work(Desk(again, 0), WarmSpec())
    assert told(again) == ["ended: done"]


def test_a_second_cold_worker_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    run, second = new_run(WarmSpec()), new_run(WarmSpec())
    waited: list[str] = []

    def meanwhile(name: str) -> None:
        desk = Desk(second, 0, wait=lambda seconds: request(second, "stop"))
        with pytest.raises(LeaveError):
            warm.work(desk, WarmSpec())
        waited.append(name)

    kernels(monkeypatch, "a", compile=meanwhile)
    warm.work(Desk(run, 0), WarmSpec())
    assert waited == ["a"]
    assert told(second) == ["waiting for another worker that compiles the kernels"]
