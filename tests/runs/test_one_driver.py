"""One loop for all who ask for a search: a run's folder, Python code step by step, and a cell come to the same."""

from __future__ import annotations

import pytest
from drivers.reporter_driver import solved
from drivers.run_driver import solve_spec

from puzzles.registry import get_family
from solvers.driver.search import Search
from solvers.driver.sink import Sink
from solvers.experiments.cell import Cell
from solvers.experiments.search import run_cell
from solvers.runs.events import AnyEvent, Finished, Improved, Solved
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec

pytestmark = pytest.mark.fast

PLAYOUTS = 40


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")


def spec_of(family: str, algorithm: str) -> SolveSpec:
    text = min((one.text for one in get_family(family).examples), key=len)
    return solve_spec(family, text, algorithm=algorithm, prior="none", playouts=PLAYOUTS, seed=5)


@pytest.mark.parametrize(("family", "algorithm"), [("samegame", "sampling"), ("tsptw", "annealing"), ("latin", "nmcs")])
def test_a_run_python_code_and_a_cell_come_to_the_same(family: str, algorithm: str) -> None:
    spec = spec_of(family, algorithm)
    run = solved(spec)
    result = read_result(run.result_path)
    assert result is not None
    heard: list[AnyEvent] = []
    sink = Sink(heard.append)
    search = Search(spec, sink)
    assert search.begin()
    while not (end := search.go(7)):
        assert sink.playouts % 7 == 0
    search.conclude(end)
    search.close()
    assert sink.merged is not None
    assert (sink.merged.board, sink.merged.score, sink.merged.proof) == (result.board, result.score, result.proof)
    assert sink.reason == view(run).status
    assert isinstance(heard[-1], Finished)
    assert [list(one.board) for one in heard if isinstance(one, Improved | Solved)][-1] == result.board
    cell = run_cell(
        Cell(
            experiment="", row="", group="", puzzle="", family=family, data=spec.puzzle, algorithm=algorithm,
            parameters=spec.parameters, seed=5, playouts=(PLAYOUTS,),
        )
    )  # fmt: skip
    assert (cell.error, list(cell.board), cell.playouts) == ("", result.board, result.playouts)


def test_a_search_of_python_code_can_be_stopped_and_keeps_its_best() -> None:
    sink = Sink()
    search = Search(spec_of("samegame", "sampling"), sink)
    assert search.begin()
    assert search.go(3) == ""
    search.break_off()
    assert (sink.reason, sink.playouts) == ("stopped", 3)
    assert sink.merged is not None
    assert sink.merged.score == sink.best_score
    assert sink.verdict is not None
