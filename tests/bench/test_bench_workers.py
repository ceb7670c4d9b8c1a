"""Worker processes of benchmarks: tasks are shared out, and what goes wrong in one ends all in one line."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import pytest

from solvers.bench.ledger import Ledger
from solvers.bench.pinned_workers import FaultError, Workers
from solvers.bench.samegame import ROWS
from solvers.bench.traced_rows import Outcome, Task


def task(puzzle: str, seed: int = 1) -> Task:
    return Task(search=ROWS[0].search, puzzle=puzzle, data={}, seed=seed, seconds=1.0)


def workers(jobs: int) -> Workers:
    return Workers(jobs, "drivers.bench_search")


@pytest.fixture
def ledger() -> Iterator[Ledger[Outcome]]:
    yield Ledger(None, None, Outcome)
    assert multiprocessing.active_children() == []


def test_tasks_are_shared_out_and_their_outcomes_kept(
    ledger: Ledger[Outcome], capsys: pytest.CaptureFixture[str]
) -> None:
    with workers(2) as pool:
        assert [one.seed for one in pool.each([task("a", 8), task("a", 9)])] == [8, 9]
        pool.fill(ledger, [task("a", seed) for seed in range(5)])
    made = [ledger.known((ROWS[0].search.words, "a", seed)) for seed in range(5)]
    assert [one is not None for one in made] == [True] * 5
    assert len({one.best for one in made if one is not None}) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "5 searches of up to 1 CPU s, 2 at a time"
    assert lines[5].startswith("5 of 5: gnrpa, seed ")


@pytest.mark.parametrize(
    ("puzzle", "reported"),
    [
        ("fault", "gnrpa, seed 1, puzzle fault: the checker refuses it"),
        ("exit", "the worker ended with exit code 3 at gnrpa, seed 1, puzzle exit"),
        ("kill", "the worker ended with signal 9 at gnrpa, seed 1, puzzle kill"),
    ],
)
def test_a_fault_ends_all_workers_in_one_line(ledger: Ledger[Outcome], puzzle: str, reported: str) -> None:
    with pytest.raises(FaultError, match=f"^{reported}$"), workers(2) as pool:
        pool.fill(ledger, [task("endless"), task(puzzle), task("a")])
