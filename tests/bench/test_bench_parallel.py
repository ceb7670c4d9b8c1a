"""`mcs-tui bench parallel`: its rows, and the table of searches that are slow or fast by a known factor."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import pytest

from puzzles.parameters import resolve
from solvers.bench import parallel
from solvers.bench.__main__ import main
from solvers.bench.parallel import Row, measured, rows
from solvers.bench.report import Report
from solvers.registry import algorithm


def test_every_row_is_a_search_that_there_is_and_stands_beside_an_earlier_row() -> None:
    ways = rows(2)
    for at, row in enumerate(ways):
        resolve(algorithm(row.algorithm).parameters, row.parameters, row.algorithm)
        assert not row.base or row.base in [one.name for one in ways[:at]]
    assert {row.processes for row in ways} == {1, 2}
    assert {row.parameters.get("threads", 0) for row in ways} == {0, 1, 2}


def test_ratios_are_of_the_sums_of_a_rows_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Known:
        def __init__(self, row: Row, variant: str, seed: int, cores: Any) -> None:
            made.append((row.name, seed))
            self._rate = 1_000.0 if row.algorithm == "nrpa" else 1_500.0

        def ask(self, seconds: float) -> None: ...

        def answer(self) -> tuple[float, float]:
            return self._rate, 2 * self._rate

        def end(self) -> None: ...

    monkeypatch.setattr(parallel, "Searcher", Known)
    ways = [Row("one", "nrpa", {}), Row("two", "nrpa-pair", {}, 2, "one"), Row("again", "nrpa", {}, base="two")]
    table = measured(ways, "5D", rounds=3, seconds=1.0, seed=7, cores=2)
    assert made == [("one", 7), ("two", 7), ("two", 8)]
    assert [line[1:] for line in table.rows] == [
        ("1,000", "2,000", "", "", ""),
        ("3,000", "3,000", "3.00", "1.50", "one"),
        ("1,000", "2,000", "0.33", "0.67", "two"),
    ]


def test_the_program_passes_on_all_its_cores(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pinned itself, it had all its searches on one core, and two searches were as fast as one."""
    pinned: list[Any] = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda who, cores: pinned.append(cores))
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    monkeypatch.setattr(parallel, "run", lambda chosen: Report("parallel", ()))
    monkeypatch.setattr(sys, "argv", ["bench", "parallel"])
    assert main() == 0
    assert pinned == []
