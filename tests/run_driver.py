"""Driving real workers in tests: specs of small puzzles, waiting for what a reader sees, killing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzles.registry import family
from solvers.runs.events import AnyEvent, decode_all
from solvers.runs.folder import Run, new_run
from solvers.runs.launcher import start_worker
from solvers.runs.reader import Follower
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.runs.status import read_status
from solvers.runs.view import RunView

DEADLINE = 120.0
"""Seconds after which a test gives up: a cold kernel alone may take ten on a busy machine."""
LOOK_EVERY = 0.01


def latin_spec(example: str = "order-33", **settings: Any) -> SolveSpec:
    """A spec for a bundled Latin square; without other settings a hard one: order 33 in paper mode."""
    latin = family("latin")
    text = {one.name: one.text for one in latin.examples}[example]
    puzzle = latin.parse(text)
    settings = {"algorithm": "sampling", "mode": "paper", "prior": "none", **settings}
    if "seconds" not in settings:
        settings.setdefault("playouts", 1_000_000_000)
    return SolveSpec(family="latin", puzzle=latin.to_json(puzzle), title=puzzle.title, **settings)


def start(spec: RunSpec, workers: int = 1) -> Run:
    """A new run with its workers started."""
    run = new_run(spec)
    for worker in range(workers):
        start_worker(run, worker)
    return run


def until(run: Run, condition: Callable[[RunView], object], follower: Follower | None = None) -> RunView:
    """The first view for which the condition holds; AssertionError, with the view and the log, if none comes."""
    follower = follower or Follower(run)
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        view = follower.poll()
        if condition(view):
            return view
        time.sleep(LOOK_EVERY)
    logs = [path.read_text() for path in run.folder.glob("worker-*.log")]
    raise AssertionError(f"waited in vain; {view.status}: {view.message}; {view.log[-5:]}; {logs}")


def ended(run: Run) -> RunView:
    """The view of the run once no worker lives."""
    return until(run, lambda view: view.ended)


def events_of(run: Run) -> list[AnyEvent]:
    """All events in the run's file."""
    return decode_all(run.events_path.read_bytes())


def wait_for(event: type[AnyEvent], run: Run) -> None:
    """Returns when such an event is in the run's file."""
    until(run, lambda _: run.events_path.exists() and any(isinstance(one, event) for one in events_of(run)))


def send(run: Run, number: signal.Signals, worker: int = 0) -> None:
    """Sends the worker's process a signal."""
    status = read_status(run.status_path(worker))
    assert status is not None
    os.kill(status.pid, number)


def broken_packages(folder: Path, **modules: str) -> Path:
    """A folder of packages with these texts, to be put on a worker's path."""
    for name, text in modules.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text)
    return folder
