"""What the checker says further of a board travels with it through a run's folder, and is shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.reporter_driver import StopAfter, solved
from drivers.run_driver import events_of, latin_spec

from puzzles.family import Puzzle, Verdict
from puzzles.latin import FAMILY
from puzzles.parameters import Value
from solvers.driver import search
from solvers.driver.sink import LeaveError
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Improved, Solved, decode, encode
from solvers.runs.folder import Run, new_run
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.scoring import figure


@pytest.fixture(autouse=True)
def judged_with_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker of Latin squares gives facts of each kind."""
    judge = type(FAMILY).judge

    def with_facts(self: object, puzzle: Puzzle, board: Sequence[int]) -> Verdict:
        verdict = judge(FAMILY, puzzle, board)
        return replace(verdict, facts=facts_of(board))

    monkeypatch.setattr(type(FAMILY), "judge", with_facts)


def facts_of(board: Sequence[int]) -> dict[str, Value]:
    """A text, a number, a share and a truth about the board."""
    filled = sum(1 for value in board if value >= 0)
    digits = "".join("x" if value >= 0 else "." for value in board)
    return {"fold": digits, "filled_cells": filled, "share": filled / len(board), "whole": filled == len(board)}


def test_solution_and_result_carry_the_facts_of_the_verdict() -> None:
    run = solved(latin_spec("order-9", algorithm="backtracking"))
    events = [event for event in events_of(run) if isinstance(event, Solved)]
    assert [event.facts for event in events] == [facts_of(event.board) for event in events] != []
    result, seen = read_result(run.result_path), view(run)
    assert result is not None
    assert result.facts == seen.facts == events[0].facts
    assert seen.facts["whole"] is True


def test_a_best_board_carries_its_facts_and_a_resumed_run_still_has_them() -> None:
    run = new_run(latin_spec("paper-20", playouts=40))
    with pytest.raises(LeaveError):
        search.work(StopAfter(run, 3), latin_spec("paper-20", playouts=40))
    shown = [event for event in events_of(run) if isinstance(event, Improved)]
    assert all(event.facts == facts_of(event.board) for event in shown)
    stopped = read_result(run.result_path)
    assert stopped is not None
    assert stopped.facts == facts_of(stopped.board)
    search.work(WorkerReporter(run, 0), latin_spec("paper-20", playouts=40))
    result, seen = read_result(run.result_path), view(run)
    assert result is not None
    assert result.facts == facts_of(result.board) == seen.facts == facts_of(seen.board or ())


def test_folders_from_before_there_were_facts_read() -> None:
    line = b'{"event":"improved","worker":0,"at":1.0,"playouts":5,"score":3.0,"board":[1,2]}'
    assert decode(line) == Improved(at=1.0, playouts=5, score=3.0, board=[1, 2])
    assert decode(line).facts == {}  # type: ignore[union-attr]
    event = Improved(score=1.0, board=[1], facts={"gap": 1.5, "distance": 0, "unique": True, "fold": "(.)"})
    assert decode(encode(event)) == event
    path = new_run(latin_spec("order-9")).result_path
    path.write_bytes(b'{"proof":"solved","worker":0,"score":0.0,"board":[1],"playouts":1,"seconds":0.1}')
    result = read_result(path)
    assert result is not None
    assert result.facts == {}


def shown(run: Run, *options: str) -> str:
    return invoke("watch", "-q", run.id, *options).stdout


def test_the_end_of_a_run_shows_figures_and_where_nothing_is_drawn_texts_too(tmp_path: Path) -> None:
    run = solved(latin_spec("order-9", algorithm="backtracking"))
    figures, text = "filled cells 81, share 1, whole yes", f"fold: {'x' * 81}"
    assert figures in shown(run).splitlines()
    assert text not in shown(run)
    written = invoke("show", run.id, "--output", str(tmp_path / "solution.txt")).stdout.splitlines()
    assert written[:2] == [text, figures]
    assert json.loads(shown(run, "--json"))["facts"] == facts_of(view(run).board or ())


@pytest.mark.parametrize(
    ("score", "shown"), [(-0.0, "0"), (76.0, "76"), (1 / 3, "0.333333"), (-3000917.832, "-3000917.83")]
)
def test_a_score_is_shown_with_six_digits_and_never_as_minus_nothing(score: float, shown: str) -> None:
    assert figure(score) == shown
