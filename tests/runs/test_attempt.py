"""Runs that a kept worker searches before they have a folder: what is given back, and what is done with a folder."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from drivers.command_line import LATIN, LATIN_NONE
from drivers.run_driver import ended, events_of, kill_all, solve_spec

from puzzles.registry import families
from solvers.jobs.takeover import ProcessKernels
from solvers.runs import processes
from solvers.runs.events import Progress
from solvers.runs.folder import Run, all_runs, new_run
from solvers.runs.launcher import run_at_once, start_worker
from solvers.runs.processes import IdleWorker
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec, packed, puzzle_of, unpacked
from solvers.worker import attempt

pytestmark = pytest.mark.fast

EASY = {"algorithm": "backtracking", "prior": "none", "playouts": 1_000, "count_seconds": 60.0}
TIMES = {"at", "seconds", "rate", "cpu", "run_cpu", "time", "pid"}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> Iterator[None]:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    monkeypatch.setattr("solvers.worker.LONGEST_ATTEMPT", 600.0)
    yield
    kill_all()


@pytest.fixture
def idle() -> Iterator[IdleWorker]:
    """A worker that is kept, and has done a run."""
    kept = IdleWorker()
    kept.keeps = True
    run = new_run(solve_spec("latin", LATIN, **EASY))
    start_worker(run, 0, kept)
    ended(run)
    kept.settle()
    yield kept
    kept.close()


def tried(spec: SolveSpec) -> bytes:
    return attempt(packed(spec, puzzle_of(spec)), ProcessKernels())


def without_times(run: Run) -> list[dict[str, Any]]:
    """The run's events but for its live numbers, which come by the clock."""
    events = [(type(one), msgspec.structs.asdict(one)) for one in events_of(run) if not isinstance(one, Progress)]
    return [{"event": of} | {name: value for name, value in one.items() if name not in TIMES} for of, one in events]


@pytest.mark.parametrize("text", [LATIN, LATIN_NONE])
def test_its_run_is_as_one_with_a_folder(text: str, idle: IdleWorker) -> None:
    spec = solve_spec("latin", text, **EASY)
    usual = new_run(spec)
    start_worker(usual, 0, idle)
    expected = ended(usual)
    idle.settle()
    found = run_at_once(spec, puzzle_of(spec), idle)
    if found is None:  # it took long on this machine
        return
    run, seen = found
    assert isinstance(run, Run)
    assert run.spec() == spec
    assert without_times(run) == without_times(usual)
    assert (seen.status, seen.board, seen.solutions) == (expected.status, expected.board, expected.solutions)
    assert (seen.message, seen.resumable) == ("", ())
    assert seen == view(run), "what is shown at once is what is read later"
    ours, theirs = read_result(run.result_path), read_result(usual.result_path)
    assert ours is not None
    assert theirs is not None
    assert (ours.proof, ours.board, ours.boards) == (theirs.proof, theirs.board, theirs.boards)


@pytest.mark.parametrize(
    "changed",
    [{"playouts": 1, "algorithm": "sampling", "mode": "paper"}, {"prior": "nothing"}, {"algorithm": "nothing"}],
    ids=["its place is to be saved", "it fails", "there is no such search"],
)
def test_what_is_not_solved_is_left_to_a_run_with_a_folder(changed: dict[str, Any]) -> None:
    assert tried(solve_spec("latin", LATIN, **EASY)).count(b"\n") > 1
    assert tried(solve_spec("latin", "\n".join([". " * 30] * 30), **(EASY | changed))) == b""


def test_what_takes_long_is_left_to_a_run_with_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.worker.LONGEST_ATTEMPT", 0.0)
    assert tried(solve_spec("latin", LATIN, **EASY)) == b""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["it is killed", "it never answers"])
def test_a_worker_that_does_not_answer_is_replaced(
    number: signal.Signals, idle: IdleWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LONGEST_ANSWER", 0.1)
    before, runs = idle.pid, len(all_runs())
    os.kill(before, number)
    spec = solve_spec("latin", LATIN, **EASY)
    assert run_at_once(spec, puzzle_of(spec), idle) is None
    assert len(all_runs()) == runs, "nothing is left of it"
    run = new_run(spec)
    assert start_worker(run, 0, idle) != before
    assert ended(run).status == "solved"


@pytest.mark.parametrize("family", families(), ids=lambda one: str(one.name))
def test_a_puzzle_is_the_same_for_the_worker_as_from_the_folder(family: Any) -> None:
    for example in family.examples:
        puzzle = family.parse(example.text)
        spec = solve_spec(family.name, example.text, algorithm=family.default_algorithm)
        assert puzzle_of(unpacked(packed(spec, puzzle))) == family.from_json(family.to_json(puzzle))
