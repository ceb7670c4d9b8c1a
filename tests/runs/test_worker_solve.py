"""Solving, run in this process: its stages, its checkpoints, its count of solutions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import events_of, latin_spec, log_texts

from priors import store
from priors.sealed import Arrays
from puzzles.latin import FAMILY
from puzzles.parameters import ParameterError
from solvers.driver import search
from solvers.driver.priors import EASY_PLAYOUTS
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.checkpoint import Checkpoint, read_checkpoint
from solvers.runs.events import Counted, Resumed, Solved, Started
from solvers.runs.folder import Run, new_run
from solvers.runs.reader import view
from solvers.session import Session

pytestmark = pytest.mark.compiled

AUTO = latin_spec("order-33", prior="auto", playouts=EASY_PLAYOUTS + 1_000)
PUZZLES = 20


@pytest.fixture(autouse=True)
def quick_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Priors that are trained on first need are counted from few puzzles."""
    monkeypatch.setattr(type(FAMILY.priors), "training_puzzles", lambda self, shape: PUZZLES)


def place(run: Run) -> tuple[Checkpoint, Arrays]:
    read = read_checkpoint(run.checkpoint_path(0))
    assert read is not None
    return read


def same(first: Arrays, second: Arrays) -> bool:
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name], equal_nan=first[name].dtype.kind == "f") for name in first
    )


def test_without_a_prior_it_begins_easily_trains_once_and_goes_on_with_it() -> None:
    run = solved(AUTO)
    lines = [line for line in log_texts(run) if not line.startswith(("Score", "Started", "compiling", "waiting"))]
    assert lines == ["training the prior dual for order 33, once", f"All {AUTO.playouts:,} playouts are done."]
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
    assert not any("training" in line for line in log_texts(run))


@pytest.mark.parametrize("settings", [{"prior": "none"}, {"algorithm": "nrpa", "prior": "auto"}])
def test_no_prior_is_trained_where_none_is_used(settings: dict[str, Any]) -> None:
    run = solved(latin_spec(**settings, playouts=EASY_PLAYOUTS + 500))
    assert place(run)[0].stage == "plain"
    assert store.all_stored() == []


def test_a_prior_that_can_not_be_stored_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "file"))
    with pytest.raises(ParameterError, match=r"the prior dual can't be trained, as .* --prior none searches without"):
        solved(latin_spec(prior="dual", playouts=500))


def test_a_named_prior_is_trained_first() -> None:
    run = solved(latin_spec(prior="dual", playouts=500))
    assert "training the prior dual for order 33, once" in log_texts(run)
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
        search.work(StopAfter(run, looks), AUTO)
    search.work(WorkerReporter(run, 0), AUTO)
    assert same(place(run)[1], place(undisturbed)[1])
    first, second = view(undisturbed), view(run)
    assert (first.best_score, first.board, first.playouts) == (second.best_score, second.board, second.playouts)


@pytest.mark.usefixtures("troubles_are_noted")
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: b"PK" + bytes(500),
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
    ],
)
def test_a_damaged_checkpoint_is_set_aside_and_the_run_starts_over(damage: Callable[[bytes], bytes]) -> None:
    spec = latin_spec(playouts=2_000)
    run = solved(spec)
    before, path = place(run)[1], run.checkpoint_path(0)
    path.write_bytes(damage(path.read_bytes()))
    search.work(WorkerReporter(run, 0), spec)
    assert same(place(run)[1], before)
    assert (run.folder / "checkpoint-0.npz.damaged").exists()
    assert any("the checkpoint was set aside as checkpoint-0.npz.damaged: it" in line for line in log_texts(run))
    assert view(run).playouts == 2_000
    assert not any(isinstance(event, Resumed) for event in events_of(run))


@pytest.mark.usefixtures("troubles_are_noted")
def test_a_checkpoint_of_another_search_is_never_restored() -> None:
    first, spec = solved(latin_spec(playouts=500)), latin_spec(playouts=600)
    other = new_run(spec)
    first.checkpoint_path(0).rename(other.checkpoint_path(0))
    search.work(WorkerReporter(other, 0), spec)
    assert any(": it belongs to another spec; starting over" in line for line in log_texts(other))
    assert view(other).playouts == 600


@pytest.mark.usefixtures("troubles_are_noted")
def test_a_checkpoint_with_other_arrays_is_never_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = latin_spec(playouts=500)
    whole = Session.arrays
    with monkeypatch.context() as patched:
        patched.setattr(Session, "arrays", lambda self: {**whole(self), "search.new": np.zeros(1)})
        run = solved(spec)
    search.work(WorkerReporter(run, 0), spec)
    assert any("the checkpoint holds other arrays than this search" in line for line in log_texts(run))
    assert [type(event) for event in events_of(run)].count(Started) == 2
    assert view(run).playouts == 500


def test_where_no_checkpoint_can_be_written_the_last_good_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = latin_spec(playouts=3_000)
    run = new_run(spec)
    with pytest.raises(LeaveError):
        search.work(StopAfter(run, 4), spec)
    good = run.checkpoint_path(0).read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    reporter = WorkerReporter(run, 0)
    with monkeypatch.context() as patched:
        patched.setattr("solvers.runs.checkpoint.replace_file", full)
        search.work(reporter, spec)
    assert reporter.trouble == "the disk is full: checkpoint-0.npz can't be written"
    assert run.checkpoint_path(0).read_bytes() == good
    assert view(run).status == "budget"


@pytest.mark.parametrize(
    ("text", "solutions", "boards"),
    [("order 3\n0 1 2\n1 2 -1\n-1 -1 -1\n", "unique", 1), ("order 3\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n", "several", 2)],
)
@pytest.mark.parametrize("algorithm", ["backtracking", "exhaustive"])
def test_solutions_are_counted(algorithm: str, text: str, solutions: str, boards: int) -> None:
    puzzle = FAMILY.parse(text)
    spec = latin_spec("order-9", algorithm=algorithm, mode="strong", count_seconds=60.0, playouts=10_000)
    spec = msgspec.structs.replace(spec, puzzle=FAMILY.to_json(puzzle))
    seen = view(solved(spec))
    assert (seen.status, seen.solutions) == ("solved", solutions)
    assert len(set(seen.solution_boards)) == boards
    assert all(FAMILY.judge(puzzle, board).solved for board in seen.solution_boards)


def test_solutions_are_counted_after_a_search_that_began_with_a_warm_start() -> None:
    puzzle = FAMILY.parse("order 3\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n")
    spec = latin_spec("order-9", algorithm="nrpa", count_seconds=60.0, warm_start=[0, 1, 2, 1, 2, 0, 2, 0, 1])
    seen = view(solved(msgspec.structs.replace(spec, puzzle=FAMILY.to_json(puzzle))))
    assert (seen.status, seen.solutions) == ("solved", "several")


def test_no_solution_is_proved() -> None:
    puzzle = FAMILY.parse("order 3\n0 1 -1\n-1 -1 2\n-1 -1 -1\n")
    spec = msgspec.structs.replace(
        latin_spec("order-9", algorithm="backtracking", mode="strong"), puzzle=FAMILY.to_json(puzzle)
    )
    seen = view(solved(spec))
    assert (seen.status, seen.solved_seconds, seen.resumable) == ("exhausted", None, ())


def test_a_search_that_ends_before_its_budget_says_why() -> None:
    puzzle = FAMILY.parse("order 3\n0 1 -1\n-1 -1 2\n-1 -1 -1\n")
    run = solved(msgspec.structs.replace(latin_spec("order-9", algorithm="uct"), puzzle=FAMILY.to_json(puzzle)))
    assert "the search has seen every game that it can play" in log_texts(run)
    assert view(run).status == "done"


def test_a_solved_run_that_is_run_again_does_not_search_again() -> None:
    run = solved(latin_spec("order-9", mode="strong", count_seconds=1.0))
    first = [event for event in events_of(run) if isinstance(event, Solved)]
    search.work(WorkerReporter(run, 0), latin_spec("order-9", mode="strong", count_seconds=1.0))
    events = events_of(run)
    assert [event for event in events if isinstance(event, Solved)] == first
    assert len([event for event in events if isinstance(event, Counted)]) == 2
    assert view(run).status == "solved"
