"""A better score counts from the playout that found it: equal searches have equal traces, however they are sliced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.run_driver import events_of, solve_spec
from hypothesis import given
from hypothesis import strategies as st

from puzzles.registry import get_family
from solvers.driver import search as driver_search
from solvers.experiments.cell import Cell, cells
from solvers.experiments.search import run_cell
from solvers.experiments.spec import parse
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Improved
from solvers.runs.folder import new_run
from solvers.searches.tally import FINE, improvements, make_tally, note
from solvers.session import Session

pytestmark = pytest.mark.usefixtures("interpreted")

TEXT = """\
title = "Traces"
playouts = [20, 90]
[[puzzles]]
files = "example:{puzzle}"
[[row]]
algorithm = "{algorithm}"
"""


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")


class Paced:
    """As `Pace`, with slices of so many playouts, each playout a hundredth of a second."""

    def __init__(self, length: int) -> None:
        self.length = length

    def slice(self, advance: Callable[[int], Any], counted: Callable[[], int], most: int, _seconds: None) -> float:
        before = counted()
        advance(min(self.length, most))
        return (counted() - before) / 100


def cell_of(puzzle: str, algorithm: str) -> Cell:
    return cells(parse(TEXT.format(puzzle=puzzle, algorithm=algorithm), "some", Path("/")))[0]


@pytest.mark.parametrize(
    ("puzzle", "algorithm"),
    [
        ("route-13", "annealing"),
        ("route-13", "gnrpa"),
        ("board-6", "sampling"),
        ("board-6", "nrpa"),
        ("board-6", "uct"),
        ("5D", "nmcs"),
        ("hairpin", "lns"),
        ("order-9", "backtracking"),
    ],
)
def test_traces_do_not_depend_on_slices(puzzle: str, algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cell, found = cell_of(puzzle, algorithm), []
    for length in (1, 7, 90):
        monkeypatch.setattr("solvers.driver.loop.Pace", lambda _clock, _batch, length=length: Paced(length))
        found.append(run_cell(cell))
    assert found[0].error == ""
    assert [(one.playouts, one.score, one.solved) for one in found[0].trace] == [
        (one.playouts, one.score, one.solved) for one in found[1].trace
    ]
    for one in found[1:]:
        assert [point.seconds for point in one.trace] == pytest.approx([point.seconds for point in found[0].trace])
        assert (one.board, one.readings[0].score) == (found[0].board, found[0].readings[0].score)
        assert [msg.score for msg in one.trace] == [msg.score for msg in found[0].trace]
    assert all(one.seconds == pytest.approx(one.playouts / 100) for one in found[2].trace)


@pytest.mark.parametrize("algorithm", ["gnrpa", "sampling"])
def test_a_runs_better_boards_say_which_playout_led_to_them(algorithm: str) -> None:
    text = get_family("samegame").examples[0].text
    spec = solve_spec("samegame", text, algorithm=algorithm, playouts=30, seed=3, prior="none")
    run = new_run(spec)
    driver_search.work(WorkerReporter(run, 0), spec)
    session, first = Session(spec, 0), {}
    for playout in range(1, 31):
        session.advance(1)
        first.setdefault(session.best_score, playout)
    found = [event for event in events_of(run) if isinstance(event, Improved)]
    assert found
    assert [event.found for event in found] == [first[event.score] for event in found]


@given(st.lists(st.integers(1, 1 << 20), min_size=1, max_size=60))
def test_rows_hold_the_last_of_those_that_share_their_leading_bits(steps: list[int]) -> None:
    tally, expected = make_tally(1), {}
    for score, playout in enumerate(np.cumsum(np.array(steps, np.int64) % (1 << 40)), 1):
        note(tally.improved, playout, float(score))
        shift = max(0, int(playout).bit_length() - FINE.bit_length())
        expected[shift, int(playout) >> shift] = (int(playout), float(score))
    assert improvements(tally) == list(expected.values())
