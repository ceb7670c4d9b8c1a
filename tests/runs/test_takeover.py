"""A search that begins interpreted: compiled kernels take over, with the result of a wholly compiled search."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from drivers.numba_gate import NumbaGate
from drivers.run_driver import (
    broken_package,
    ended,
    events_of,
    kill_all,
    latin_spec,
    log_texts,
    send,
    solve_spec,
    start,
    until,
)

from puzzles.engine import kernel_cache
from puzzles.parameters import Value
from puzzles.registry import families_that_generate, get_family
from solvers import compiling
from solvers.compiling import SETTING
from solvers.jobs import generate
from solvers.jobs.takeover import PATIENCE
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.registry import algorithms_for
from solvers.runs.checkpoint import read_checkpoint
from solvers.runs.events import Note, Resumed, Started
from solvers.runs.folder import Run, all_runs, jobs_root, new_run, request
from solvers.runs.launcher import resume_run
from solvers.runs.reader import view
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec
from solvers.runs.view import RunView
from solvers.session import Session
from tui.commands.following import extent, line_of
from tui.words.wording import compile_text, waiting_text

pytestmark = pytest.mark.compiled

PLAYOUTS = {
    "backtracking": 20_000,
    "exhaustive": 20_000,
    "nmcs": 2_000,
    "amcs": 2_000,
    "lnmcs": 2_000,
    "sampling": 2_000,
    "uct": 400,
    "nrpa": 400,
    "gnrpa": 400,
    "blnrpa": 300,
    "lns": 1_000,
}
"""Of an order 33; interpreted they take seconds."""
NO_FOLD = "..((((...(((....)))..(...)..))))...\n"
"""A target that no design folds into, as a helix of one pair never pays: its search lasts as long as its budget."""
WAITING = "interpreted until the kernels are compiled: about "


@pytest.fixture(autouse=True)
def own_choice(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> Iterator[None]:
    """Workers choose their kernels. Nothing is left running."""
    monkeypatch.delenv(SETTING, raising=False)
    yield
    kill_all(jobs_root())
    kill_all()


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NumbaGate:
    """Workers wait before they import numba."""
    gate = NumbaGate(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(gate.path))
    return gate


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is known to be compiled, though compiling takes no time for those that are."""
    own = tmp_path / "kernels"
    for kernel in kernel_cache.parent().glob("*/*.kernel"):
        (own / kernel.parent.name).mkdir(parents=True, exist_ok=True)
        (own / kernel.parent.name / kernel.name).symlink_to(kernel)
    monkeypatch.setenv("MCS_TUI_KERNELS", str(own))


def compiled(spec: RunSpec) -> None:
    """The kernels that the run needs are compiled, and known to be."""
    for one in compiling.needed(spec):
        compiling.compile_one(one)


def notes(run: Run) -> list[str]:
    """The worker's own lines."""
    return [event.text for event in events_of(run) if isinstance(event, Note)]


def check_as_compiled(run: Run, spec: SolveSpec, worker: int = 0) -> None:
    """The worker's last checkpoint is that of a search that was compiled from its beginning."""
    assert spec.playouts is not None
    oracle = Session(spec, worker)
    oracle.advance(spec.playouts)
    saved = read_checkpoint(run.checkpoint_path(worker))
    assert saved is not None
    assert (saved[0].playouts, saved[0].best_score) == (oracle.playouts, oracle.best_score)
    assert tuple(saved[0].best_board) == oracle.best_board()
    for name, array in oracle.arrays().items():
        assert np.array_equal(saved[1][name], array, equal_nan=array.dtype.kind == "f"), name


@pytest.mark.parametrize("algorithm", [one.name for one in algorithms_for(get_family("latin"))])
def test_kernels_that_are_there_take_over_without_a_word(algorithm: str) -> None:
    spec = latin_spec(algorithm=algorithm, playouts=PLAYOUTS[algorithm])
    compiled(spec)
    run = start(spec)
    assert ended(run).status == "budget"
    check_as_compiled(run, spec)
    assert notes(run) == []
    assert sum(isinstance(event, Started | Resumed) for event in events_of(run)) == 1


def test_kernels_that_are_not_there_are_compiled_meanwhile(request: pytest.FixtureRequest) -> None:
    spec = latin_spec(algorithm="backtracking", playouts=200_000)
    compiled(spec)  # else compiling may take longer than the search
    request.getfixturevalue("cold")
    run = start(spec)
    ended(run)
    check_as_compiled(run, spec)
    first, second = notes(run)
    assert first.startswith(WAITING)
    assert second.startswith("compiled kernels took over after ")
    assert sum(isinstance(event, Started | Resumed) for event in events_of(run)) == 1
    (job,) = all_runs(jobs_root())
    assert ended(job).status == "done"
    assert kernel_cache.is_compiled("latin/depth_first")


def test_designs_go_over_to_compiled_kernels(request: pytest.FixtureRequest) -> None:
    spec = solve_spec("rna", NO_FOLD, algorithm="annealing", prior="none", playouts=20_000)
    Session(spec, 0).advance(0)  # compiles, unless that is done: it may take a minute
    request.getfixturevalue("cold")
    run = start(spec)
    assert ended(run).status == "budget"
    check_as_compiled(run, spec)
    first, second = notes(run)
    assert first.startswith(WAITING)
    assert second.startswith("compiled kernels took over after ")
    saved = read_checkpoint(run.checkpoint_path(0))
    assert saved is not None
    place = saved[0]
    family = get_family("rna")
    verdict = family.judge(family.from_json(spec.puzzle), place.best_board)
    assert (verdict.score, dict(verdict.facts)) == (place.best_score, place.best_facts)


def check_not_compiled(seen: RunView) -> None:
    """Nothing was compiled for the run, or its work took long on this machine; a solution is counted after that."""
    assert all_runs(jobs_root()) == () or seen.elapsed >= PATIENCE / 3


def test_an_easy_puzzle_needs_no_compiler(cold: None, gate: NumbaGate) -> None:
    run = start(latin_spec("paper-20", algorithm="backtracking", mode="strong", count_seconds=60.0))
    seen = ended(run)
    assert (seen.status, seen.solutions) == ("solved", "several")
    check_not_compiled(seen)


def made(run: Run) -> list[tuple[dict[str, Any], list[int], str]]:
    """The generated puzzles, with solutions and notes."""
    return [(one.puzzle, one.solution, one.note) for one in view(run).generated]


GENERATED = {
    "latin": GenerateSpec(family="latin", title="", parameters={"order": 20}, count=12),
    "kakuro": GenerateSpec(family="kakuro", title="", parameters={"rows": 11}, count=2),
}
"""By interpreted kernels they take seconds: Kakuro's puzzles one each, most of it in its counts of solutions."""


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kakuro", {"rows": 7}),
        ("kakuro", {"rows": 12, "unique": False}),
        ("kakuro", {"rows": 8, "shape": "square"}),
        ("latin", {"order": 12}),
        ("latin", {"order": 12, "balanced": True}),
        ("samegame", {"width": 9}),
        ("tsptw", {"nodes": 30}),
    ],
)
def test_interpreted_generators_make_the_puzzles_of_compiled_ones(
    name: str, parameters: dict[str, Value], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = GenerateSpec(family=name, title="", parameters=parameters, count=3, seed=7)
    compiled = new_run(spec)
    generate.work(WorkerReporter(compiled, 0), spec)
    monkeypatch.setenv(SETTING, "0")
    interpreted = start(spec)
    assert ended(interpreted).status == "done"
    assert made(interpreted) == made(compiled)


@pytest.mark.parametrize("spec", GENERATED.values(), ids=GENERATED)
def test_puzzles_are_generated_interpreted_until_compiled_kernels_take_over(
    spec: GenerateSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(spec)
    run = start(spec)
    seen = ended(run)
    assert (seen.status, notes(run)) == ("done", [])
    assert sum(isinstance(event, Started | Resumed) for event in events_of(run)) == 1
    monkeypatch.setenv(SETTING, "1")
    oracle = start(spec)
    assert ended(oracle).status == "done"
    assert made(run) == made(oracle)


def test_kernels_that_generate_are_compiled_meanwhile(cold: None, gate: NumbaGate) -> None:
    run = start(GenerateSpec(family="latin", title="", parameters={"order": 20}, count=60))
    compiling = gate.reached()  # the process that compiles
    until(run, lambda seen: len(seen.generated) > 2 and 0 < seen.compiling <= seen.compile_seconds)
    assert notes(run)[0].startswith(WAITING)
    gate.open(compiling)
    gate.open(gate.reached())  # the worker, which goes on with them
    seen = ended(run)
    assert (seen.status, len(seen.generated)) == ("done", 60)
    assert len({str(one.puzzle) for one in seen.generated}) == 60
    assert notes(run)[-1].startswith("compiled kernels took over after ")
    assert kernel_cache.is_compiled("latin/generating")


@pytest.mark.parametrize("name", [one.name for one in families_that_generate()])
def test_a_puzzle_that_is_generated_soon_needs_no_compiler(name: str, cold: None, gate: NumbaGate) -> None:
    small = {"kakuro": {"rows": 5}, "latin": {"order": 9}}
    seen = ended(start(GenerateSpec(family=name, title="", parameters=small.get(name, {}))))
    assert (seen.status, len(seen.generated)) == ("done", 1)
    check_not_compiled(seen)


@pytest.mark.parametrize("interpreted_first", [True, False])
async def test_a_checkpoint_is_the_same_whoever_wrote_it(
    interpreted_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = latin_spec(algorithm="gnrpa", playouts=600)
    monkeypatch.setenv(SETTING, "0" if interpreted_first else "1")
    run = start(spec)
    until(run, lambda seen: seen.playouts > 0)
    request(run, "stop")
    ended(run)
    monkeypatch.setenv(SETTING, "1" if interpreted_first else "0")
    assert resume_run(run) in ((0,), ())  # all may be done already
    ended(run)
    check_as_compiled(run, spec)


async def test_killed_while_kernels_take_over_it_goes_on_from_there(
    gate: NumbaGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = latin_spec(algorithm="backtracking", playouts=20_000)
    compiled(spec)
    run = start(spec)
    gate.reached()  # saved, and a new program in the same process
    send(run, signal.SIGKILL)
    seen = ended(run)
    assert (seen.status, seen.resumable) == ("interrupted", (0,))
    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setenv(SETTING, "1")
    assert resume_run(run) == (0,)
    ended(run)
    check_as_compiled(run, spec)


@pytest.mark.parametrize("order", ["terminate", "stop", "pause"])
async def test_orders_are_obeyed_while_kernels_take_over(order: str, gate: NumbaGate) -> None:
    spec = latin_spec(algorithm="backtracking", playouts=30_000_000)
    compiled(spec)
    run = start(spec)
    waiting = gate.reached()
    if order == "terminate":
        send(run, signal.SIGTERM)
    else:
        request(run, "stop" if order == "stop" else "pause")
    gate.open(waiting)
    if order == "pause":
        until(run, lambda seen: seen.status == "paused")
        request(run, "stop")
    seen = ended(run)
    assert seen.status == ("interrupted" if order == "terminate" else "stopped")
    assert seen.resumable == (0,)
    assert seen.playouts > 0


async def test_stopped_while_interpreted_it_leaves_the_compiling_process_to_others(
    cold: None, gate: NumbaGate, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = latin_spec(algorithm="backtracking", playouts=200_000)
    run = start(spec)
    compiling = gate.reached()
    (job,) = all_runs(jobs_root())
    seen = until(run, lambda seen: 0 < seen.compiling <= seen.compile_seconds)
    assert extent(seen) == (seen.compiling, seen.compile_seconds)
    assert "interpreted, compiled in " in line_of(seen)
    request(run, "stop")
    assert ended(run).status == "stopped"
    assert log_texts(run)[-1] == "Stopped; it can go on."
    assert "compiling goes on if the run ends before" in notes(run)[0]
    assert job.lives()
    gate.open(compiling)
    monkeypatch.delenv("PYTHONPATH")
    assert ended(job).status == "done"
    assert resume_run(run) == (0,)
    ended(run)
    check_as_compiled(run, spec)


def test_of_several_workers_one_has_the_kernels_compiled_and_all_go_over(request: pytest.FixtureRequest) -> None:
    spec = latin_spec(algorithm="backtracking", playouts=200_000, workers=2)
    compiled(spec)  # else compiling may take longer than the search
    request.getfixturevalue("cold")
    run = start(spec, workers=2)
    ended(run)
    assert len(all_runs(jobs_root())) == 1
    assert sum(text.startswith("compiled kernels took over") for text in notes(run)) == 2
    for worker in (0, 1):
        check_as_compiled(run, spec, worker)


def test_a_search_stays_interpreted_if_its_kernels_cannot_be_compiled(
    cold: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(broken_package(tmp_path / "broken", "numba")))
    spec = latin_spec(algorithm="backtracking", playouts=30_000_000)
    run = start(spec)
    failed = until(run, lambda _: "can't be compiled" in "".join(notes(run)))
    until(run, lambda seen: seen.playouts > failed.playouts)
    request(run, "stop")
    seen = ended(run)
    assert seen.status == "stopped"
    check_as_compiled(run, msgspec.structs.replace(spec, playouts=seen.playouts))


def test_a_budget_in_seconds_is_spent_by_interpreted_kernels_too_and_a_line_says_so(
    cold: None, gate: NumbaGate
) -> None:
    run = start(latin_spec(algorithm="sampling", seconds=2 * PATIENCE))
    compiling = gate.reached()  # and is not there before the search ends
    assert ended(run).status == "budget"
    first, second = notes(run)
    assert first.startswith(WAITING)
    assert second.startswith("all of the time was searched by interpreted kernels")
    gate.open(compiling)


def test_the_bar_fills_and_the_words_say_how_long() -> None:
    seen = RunView("", Path(), None, datetime.now(UTC), "starting", compiling=5.0, compile_seconds=20.0)
    assert compile_text(seen) == "compiled in about 15 s"
    assert waiting_text(seen, 8, plain=True) == "##...... Compiled in about 15 s"
    last = replace(seen, compiling=20.0, playouts=3)
    assert compile_text(last) == "interpreted, compiled in a moment"
    assert waiting_text(last, 3, plain=False) == "━━━ Interpreted, compiled in a moment"
    counting = replace(seen, compile_seconds=0.0, done=2_500, total=10_000, seconds_left=3.0)
    assert waiting_text(counting, 8, plain=True) == "##...... 2,500 of 10,000, about 3.0 s left"
