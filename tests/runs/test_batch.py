"""Several seeds of one search: who runs, who waits, and that killing, stopping and resuming loses none of them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from drivers.ended_runs import morpion_spec
from drivers.run_driver import DEADLINE, LOOK_EVERY, kill_all, search_of, send, until

from puzzles.parameters import ParameterError
from solvers.runs.folder import Run, all_runs
from solvers.runs.launcher import (
    resume_run,
    resume_runs,
    runs_of,
    start_batch,
    start_next,
    stop_batch,
)
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec

ENDLESS = 1_000_000_000


@pytest.fixture(autouse=True)
def killed() -> Iterator[None]:
    yield
    for run in all_runs():
        stop_batch(search_of(run).batch)  # else a worker that ends would start another
    kill_all()


def statuses(runs: Sequence[Run]) -> list[str]:
    return [view(run).status for run in runs]


def when(runs: Sequence[Run], condition: Callable[[list[str]], bool]) -> list[str]:
    """The runs' statuses once the condition holds for them."""
    end = time.monotonic() + DEADLINE
    while not condition(seen := statuses(runs)):
        assert time.monotonic() < end, seen
        time.sleep(LOOK_EVERY)
    return seen


def seeds_of(runs: Sequence[Run]) -> list[int]:
    specs = [run.spec() for run in runs]
    return [spec.seed for spec in specs if isinstance(spec, SolveSpec)]


def test_each_seed_is_searched_when_its_turn_comes() -> None:
    runs = start_batch(morpion_spec(playouts=20), [2, 1], at_once=1)
    assert seeds_of(runs) == [2, 1]
    assert when(runs, lambda seen: set(seen) == {"budget"})
    assert seeds_of(runs_of(search_of(runs[0]).batch)) == [1, 2]
    begun = [run.events_path.stat().st_mtime_ns for run in runs_of(search_of(runs[0]).batch)]
    assert begun == sorted(begun), "in the order of the seeds"
    assert [view(run).playouts for run in runs] == [20, 20]


def test_what_is_killed_stopped_and_resumed_goes_on() -> None:
    runs = start_batch(morpion_spec(playouts=ENDLESS), [1, 2, 3, 4], at_once=2)
    batch = search_of(runs[0]).batch
    when(runs, lambda seen: seen == ["running", "running", "waiting", "waiting"])
    assert view(runs[2]).resumable == (0,)
    send(runs[0], signal.SIGKILL)
    when(runs, lambda seen: seen == ["interrupted", "running", "waiting", "waiting"])
    assert resume_runs(runs, 2) == 1
    when(runs, lambda seen: seen == ["running", "running", "waiting", "waiting"])
    stop_batch(batch)
    when(runs, lambda seen: set(seen) == {"stopped"})
    assert start_next(batch) is None
    assert resume_runs(runs, 2) == 2
    when(runs, lambda seen: seen == ["running", "running", "waiting", "waiting"])
    until(runs[0], lambda seen: not seen.log[-1].text.startswith("Stopped"))  # its worker listens
    send(runs[0], signal.SIGTERM)  # the machine goes down: no other begins
    when(runs, lambda seen: seen == ["interrupted", "running", "waiting", "waiting"])
    assert resume_run(runs[3]) == (0,), "one that waits can be started by hand"
    until(runs[3], lambda seen: seen.status == "running")


def test_one_more_is_started_only_if_fewer_than_so_many_live() -> None:
    runs = start_batch(morpion_spec(playouts=ENDLESS), [1, 2], at_once=1)
    batch = search_of(runs[0]).batch
    when(runs, lambda seen: seen == ["running", "waiting"])
    assert start_next(batch, at_once=1) is None
    send(runs[0], signal.SIGKILL)
    when(runs, lambda seen: seen == ["interrupted", "waiting"])
    assert start_next(batch, at_once=1) == runs[1]
    when(runs, lambda seen: seen == ["interrupted", "running"])


def test_what_is_no_batch_is_refused() -> None:
    spec = morpion_spec(playouts=5)
    for seeds in ([], [1, 1], range(1001)):
        with pytest.raises(ParameterError, match="expected 1 to 1,000 different seeds"):
            start_batch(spec, seeds, 1)
    with pytest.raises(ParameterError, match="expected workers 1"):
        start_batch(morpion_spec(playouts=5, workers=2), [1, 2], 1)
    assert not all_runs()
