"""Driving real workers in tests: specs of small puzzles, waiting for what a reader sees, killing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzles.registry import get_family
from solvers.runs.events import AnyEvent, decode_all
from solvers.runs.folder import Run, all_runs, held, new_run
from solvers.runs.launcher import start_worker
from solvers.runs.reader import Follower, view
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.runs.status import read_status
from solvers.runs.view import RunView

DEADLINE = 600.0
"""Seconds after which a test gives up: a cold kernel alone may take a minute on a slow and busy machine."""
LOOK_EVERY = 0.01


def latin_spec(example: str = "order-33", **settings: Any) -> SolveSpec:
    """A spec for a bundled Latin square; without other settings a hard one: order 33 in paper mode."""
    text = {one.name: one.text for one in get_family("latin").examples}[example]
    settings = {"algorithm": "sampling", "mode": "paper", "prior": "none", **settings}
    if "seconds" not in settings:
        settings.setdefault("playouts", 1_000_000_000)
    return solve_spec("latin", text, **settings)


def solve_spec(family_name: str, text: str, **settings: Any) -> SolveSpec:
    """A spec for the puzzle in the text."""
    family = get_family(family_name)
    puzzle = family.parse(text)
    return SolveSpec(family=family_name, puzzle=family.to_json(puzzle), title=puzzle.title, **settings)


def search_of(run: Run) -> SolveSpec:
    """The spec of a run that is a search."""
    spec = run.spec()
    assert isinstance(spec, SolveSpec)
    return spec


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
        seen = follower.poll()
        if condition(seen):
            return seen
        if seen.ended:
            break
        time.sleep(LOOK_EVERY)
    logs = [path.read_text() for path in run.folder.glob("worker-*.log")]
    raise AssertionError(f"waited in vain; {seen.status}: {seen.message}; {seen.log[-5:]}; {logs}")


def ended(run: Run) -> RunView:
    """The view of the run once no worker lives."""
    return until(run, lambda seen: seen.ended)


def events_of(run: Run) -> list[AnyEvent]:
    """All events in the run's file; none if there is no file yet."""
    return decode_all(run.events_path.read_bytes()) if run.events_path.exists() else []


def wait_for(event: type[AnyEvent], run: Run) -> None:
    """Returns when such an event is in the run's file."""
    until(run, lambda _: any(isinstance(one, event) for one in events_of(run)))


def send(run: Run, number: signal.Signals, worker: int = 0) -> None:
    """Sends the worker's process a signal."""
    status = read_status(run.status_path(worker))
    assert status is not None
    os.kill(status.pid, number)


def kill_all(root: Path | None = None) -> None:
    """Nothing; no worker of the test's runs, or of those under `root`, lives any more."""
    for run in all_runs(root):
        for path in run.folder.glob("status-*.json"):
            status = read_status(path)
            if status is not None and held(run.lock_path(int(path.stem.rpartition("-")[2]))):
                with suppress(ProcessLookupError):
                    os.kill(status.pid, signal.SIGKILL)


def broken_package(folder: Path, name: str) -> Path:
    """A folder with a package of that name that can't be imported, to be put on a worker's path."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text("raise ImportError('it is broken')")
    return folder


def log_texts(run: Run) -> list[str]:
    """The lines of the run's log, without the first."""
    return [line.text for line in view(run).log][1:]
