"""The app's side of runs: no numba, inside a running app, jobs that pass, orders while kernels are compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.run_driver import events_of, latin_spec
from textual.app import App

from solvers.jobs.orders import guarded
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.events import Finished
from solvers.runs.folder import Run, all_runs, jobs_root, new_run, request
from solvers.runs.launcher import follow, start_run
from solvers.runs.processes import child_environment
from solvers.runs.spec import CompileSpec, GenerateSpec
from solvers.runs.view import RunView

HOME = Path(__file__).resolve().parents[2]


def test_reading_and_starting_runs_imports_no_numba() -> None:
    text = (
        "import sys\n"
        "from solvers.runs import folder, launcher, reader, view\n"
        "loaded = [name for name in ('numba', 'llvmlite', 'textual', 'rich') if name in sys.modules]\n"
        "sys.exit(', '.join(loaded) or 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], env={**os.environ, "PYTHONPATH": str(HOME)}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


class Watching(App[None]):
    """An app that launches a job when it starts and follows it."""

    views: list[RunView]

    async def on_mount(self) -> None:
        self.views = []
        self.run_worker(self.watch())

    async def watch(self) -> None:
        run = start_run(GenerateSpec(family="latin", title="", parameters={"order": 4}, count=2), transient=True)
        self.views = [seen async for seen in follow(run, 0.02)]
        self.exit()


async def test_a_job_runs_inside_an_app_and_is_not_in_the_list_of_runs() -> None:
    app = Watching()
    async with app.run_test() as pilot:
        while not app.views:
            await pilot.pause(0.02)
    assert app.views[-1].status == "done"
    assert len(app.views[-1].generated) == 2
    assert app.views[0].workers_alive == 1  # it never looks dead, not even before its process has begun
    assert all_runs() == ()
    assert len(all_runs(jobs_root())) == 1


async def test_old_jobs_are_removed_and_old_runs_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.runs.launcher.start_worker", lambda *_: 0)
    monkeypatch.setattr("solvers.runs.launcher.JOBS_KEPT", 1)
    old = Run(new_run(CompileSpec(), jobs_root()).folder.rename(jobs_root() / "20200101-000000-warm-abcd"))
    kept = new_run(latin_spec("order-9"))
    recent = start_run(CompileSpec(), transient=True)
    start_run(CompileSpec(), transient=True)
    assert not old.folder.exists()
    assert recent.folder.exists()
    assert kept.folder.exists()


def test_workers_find_this_checkout_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    assert child_environment()["PYTHONPATH"].split(os.pathsep) == [str(HOME), "/elsewhere"]
    monkeypatch.setattr("site.getsitepackages", lambda: [str(HOME)])
    assert child_environment()["PYTHONPATH"] == "/elsewhere"


@pytest.mark.parametrize(("order", "code"), [("stop", 0), ("signal", 143)])
def test_a_worker_that_compiles_leaves_at_once(order: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run(latin_spec("order-9"))
    reporter = WorkerReporter(run, 0)
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    with guarded(reporter):
        if order == "stop":
            request(run, "stop")
        else:
            reporter.orders.signal = 15
        while not codes:  # busy, as a compiler is
            pass
    assert codes[0] == code
    reasons = [event.reason for event in events_of(run) if isinstance(event, Finished)]
    assert set(reasons) == ({"stopped"} if order == "stop" else set())


def test_a_worker_that_compiles_is_left_alone_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    run = new_run(latin_spec("order-9"))
    request(run, "pause")
    with guarded(WorkerReporter(run, 0)):
        pass
    assert codes == []
