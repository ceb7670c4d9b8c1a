"""A training that is killed: no half prior is left, and it goes on where it was, to the same counts."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drivers.run_driver import log_texts, solve_spec

from priors import store
from puzzles.registry import get_family
from solvers.driver import pace, search
from solvers.driver.sink import LeaveError, Order
from solvers.jobs import train
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.folder import Run, new_run
from solvers.runs.spec import TrainSpec

KAKURO = "".join(one.text for one in get_family("kakuro").examples if one.name == "crossword-6")
SHAPE = get_family("kakuro").priors.shape_key(get_family("kakuro").parse(KAKURO), "share")
SPEC = TrainSpec(family="kakuro", prior="share", shape=SHAPE, title="", puzzles=8)
SOLVING = solve_spec("kakuro", KAKURO, algorithm="sampling", mode="paper", prior="share", playouts=20)


class KilledError(BaseException):
    """Ends a worker without a chance to save anything."""


class Killed(WorkerReporter):
    """A worker whose training ends at its n-th slice."""

    def __init__(self, run: Run, slices: int, order: Order | None = None) -> None:
        super().__init__(run, 0)
        self._left, self._order = slices, order

    def obey(self, before_pause: Callable[[], object] = lambda: None) -> None:
        self._left -= self.phase == "training"
        if self._left < 0:
            raise KilledError if self._order is None else LeaveError(self._order)
        super().obey(before_pause)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every slice is one puzzle, and its end is saved."""
    monkeypatch.setattr(pace, "CHECKPOINT_EVERY", 0.0)
    monkeypatch.setattr(pace, "CHECKPOINT_SHARE", 1e9)
    monkeypatch.setattr(pace, "GROWTH", 1)
    monkeypatch.setattr(type(get_family("kakuro").priors), "training_puzzles", lambda *_: SPEC.puzzles)


def stored() -> tuple[Any, ...] | None:
    found = store.find("kakuro", "share", SHAPE)
    return found and (found.count.tobytes(), found.nb.tobytes(), found.provenance.counted, found.provenance.seed)


def undisturbed() -> tuple[Any, ...] | None:
    run = new_run(SPEC)
    train.work(WorkerReporter(run, 0), SPEC)
    found = stored()
    (store.folder() / store.name_of("kakuro", "share", SHAPE)).unlink()
    return found


@pytest.mark.parametrize("order", [None, Order.INTERRUPT, Order.GONE])
def test_a_killed_training_leaves_no_prior_and_goes_on_where_it_was(order: Order | None) -> None:
    expected, run = undisturbed(), new_run(SPEC)
    for _ in range(2):
        with pytest.raises(KilledError if order is None else LeaveError):
            train.work(Killed(run, 3, order), SPEC)
        assert stored() is None
    train.work(WorkerReporter(run, 0), SPEC)
    assert stored() == expected
    assert "the training goes on after 6 puzzles" in log_texts(run)
    assert not run.training_path(0).exists()


def test_a_stopped_training_stores_what_it_has_and_goes_on_when_it_is_resumed() -> None:
    expected, run = undisturbed(), new_run(SPEC)
    with pytest.raises(LeaveError):
        train.work(Killed(run, 3, Order.STOP), SPEC)
    half = stored()
    assert half is not None
    assert half[2] == 3
    train.work(WorkerReporter(run, 0), SPEC)
    assert stored() == expected


def test_a_search_whose_training_was_killed_goes_on_to_the_same_end() -> None:
    quiet = new_run(SOLVING)
    search.work(WorkerReporter(quiet, 0), SOLVING)
    expected = stored()
    (store.folder() / store.name_of("kakuro", "share", SHAPE)).unlink()
    run = new_run(SOLVING)
    with pytest.raises(KilledError):
        search.work(Killed(run, 3), SOLVING)
    assert stored() is None
    search.work(WorkerReporter(run, 0), SOLVING)
    assert stored() == expected
    assert "the training goes on after 3 puzzles" in log_texts(run)
    (_, ends), (_, quiet_ends) = (read_checkpoint(one.checkpoint_path(0)) or ({}, {}) for one in (run, quiet))
    assert {name: array.tobytes() for name, array in ends.items()} == {
        name: array.tobytes() for name, array in quiet_ends.items()
    }


def damaged(path: Path, other: Run) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"x")


def of_another_training(path: Path, other: Run) -> None:
    other.training_path(0).replace(path)


@pytest.mark.parametrize("changed", [damaged, of_another_training])
def test_a_place_that_is_damaged_or_of_another_training_is_not_used(changed: Callable[[Path, Run], None]) -> None:
    expected, run = undisturbed(), new_run(SPEC)
    spec = TrainSpec(family="kakuro", prior="share", shape=SHAPE, title="", puzzles=8, seed=2)
    other = new_run(spec)
    for one, what in ((run, SPEC), (other, spec)):
        with pytest.raises(KilledError):
            train.work(Killed(one, 3), what)
    changed(run.training_path(0), other)
    train.work(WorkerReporter(run, 0), SPEC)
    assert stored() == expected


def test_a_place_that_cannot_be_saved_is_a_line_and_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, run = undisturbed(), new_run(SPEC)
    troubles = []

    class Noting(WorkerReporter):
        def show(self, *, now: bool = False) -> None:
            troubles.append(self.trouble)
            super().show(now=now)

    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("solvers.driver.priors.replace_file", full)
    train.work(Noting(run, 0), SPEC)
    assert "the disk is full: training-0.npz can't be written" in troubles
    assert stored() == expected
