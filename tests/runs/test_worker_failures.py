"""What is wrong reaches the user as one line, and the caller as an exit code."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec
import pytest
from drivers.run_driver import events_of, latin_spec

import solvers.compiling
from puzzles.latin import FAMILY
from puzzles.registry import get_family
from solvers.runs.events import Failed, Solved
from solvers.runs.folder import Run, hold, new_run
from solvers.runs.reader import view
from solvers.session import Session
from solvers.worker import OUR_FAULT, WRONG_INPUT, main

pytestmark = pytest.mark.compiled


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


@pytest.mark.parametrize(
    ("changes", "reported"),
    [
        (
            {"family": "gone"},
            "there is no family 'gone' here; expected the distribution that adds it, or one of: latin, ",
        ),
        ({"algorithm": "gone"}, "there is no search 'gone' here; expected one of: backtracking, "),
        ({"prior": "gone"}, "latin has no prior 'gone' here; expected one of: dual, "),
    ],
)
def test_what_is_no_longer_installed_is_one_line(
    as_a_process: Callable[[Run], int], changes: dict[str, str], reported: str
) -> None:
    run = new_run(msgspec.structs.replace(latin_spec("order-9"), **changes))
    assert as_a_process(run) == WRONG_INPUT
    assert view(run).message.startswith(reported)


def test_a_damaged_spec_is_one_line(as_a_process: Callable[[Run], int]) -> None:
    run = new_run(latin_spec("order-9"))
    run.spec_path.write_bytes(b"{")
    assert as_a_process(run) == WRONG_INPUT
    assert view(run).message.startswith("spec.json is damaged: ")


def test_a_search_that_reports_a_wrong_solution_fails_in_one_line(
    as_a_process: Callable[[Run], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = get_family("latin").from_json(latin_spec("order-9").puzzle)
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
    monkeypatch.setattr(solvers.compiling, "needed", lambda spec: [])
    run = new_run(latin_spec("order-9"))
    assert as_a_process(run) == OUR_FAULT
    assert view(run).message == f"ZeroDivisionError: too, see {run.log_path(0)}"
    assert "Traceback" in capsys.readouterr().err
