"""Starting workers, each a process that outlives whoever started it, and following a run to its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import site
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

from solvers.runs.control import request
from solvers.runs.folder import Run, all_runs, jobs_root, new_run, worker_count
from solvers.runs.liveness import WorkerRunsError, hold
from solvers.runs.reader import Follower, view
from solvers.runs.spec import RunSpec
from solvers.runs.view import RunView

JOBS_KEPT = 24 * 3600.0
"""Seconds after which the folder of an ended passing job is removed."""


async def launch(spec: RunSpec, *, transient: bool = False) -> Run:
    """The new run, its workers started. `transient`: a passing job, kept out of the list of runs.

    OSError if the folder can't be made or no process can be started.
    """
    return await asyncio.to_thread(_launch, spec, transient)


async def resume(run: Run) -> tuple[int, ...]:
    """The workers that were started: those that neither live nor came to an end; empty if there is none.

    OSError if no process can be started.
    """
    return await asyncio.to_thread(_resume, run)


async def follow(run: Run, interval: float = 0.1) -> AsyncIterator[RunView]:
    """The run's views as they change, looked at every `interval` seconds; the last is of the ended run."""
    follower = Follower(run)
    last: RunView | None = None
    while last is None or not last.ended:
        seen = await asyncio.to_thread(follower.poll)
        if seen is not last:
            last = seen
            yield seen
        if not seen.ended:
            await asyncio.sleep(interval)


def start_worker(run: Run, worker: int) -> int:
    """The started worker's process id. WorkerRunsError if it is running, OSError if there can be no process.

    By subprocess and not by asyncio's calls: closing or collecting asyncio's transport kills a child that still
    runs (base_subprocess.py), and a worker has to outlive the program that started it.
    """
    lock = hold(run.lock_path(worker))
    try:
        run.exit_path(worker).unlink(missing_ok=True)
        with open(run.log_path(worker), "wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "solvers.worker", str(run.folder), str(worker), str(lock)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=child_environment(),
                start_new_session=True,
                pass_fds=(lock,),
            )
    finally:
        os.close(lock)
    watcher = threading.Thread(target=_await_end, args=(run, worker, process), daemon=True)
    watcher.start()
    return process.pid


def _launch(spec: RunSpec, transient: bool) -> Run:
    if transient:
        _remove_old_jobs()
    run = new_run(spec, jobs_root() if transient else None)
    for worker in range(worker_count(spec)):
        start_worker(run, worker)
    return run


def _resume(run: Run) -> tuple[int, ...]:
    missing = view(run).resumable
    if missing:
        request(run, "go")
    started = []
    for worker in missing:
        with contextlib.suppress(WorkerRunsError):  # somebody else resumed it just now
            start_worker(run, worker)
            started.append(worker)
    return tuple(started)


def _await_end(run: Run, worker: int, process: subprocess.Popen[bytes]) -> None:
    """Collects the ended child, and leaves its exit code where a reader can say it in words."""
    code = process.wait()
    if code:
        with contextlib.suppress(OSError):
            run.exit_path(worker).write_text(str(code), encoding="ascii")


def child_environment() -> dict[str, str]:
    """The environment of a child process of ours: with our packages' folder on its path, unless they are installed."""
    environment = dict(os.environ)
    home = Path(__file__).resolve().parent.parent.parent
    installed = {Path(folder).resolve() for folder in (*site.getsitepackages(), site.getusersitepackages())}
    if home not in installed:
        paths = [str(home), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
    return environment


def _remove_old_jobs() -> None:
    for job in all_runs(jobs_root()):
        if time.time() - job.created.timestamp() > JOBS_KEPT and not job.lives():
            shutil.rmtree(job.folder, ignore_errors=True)
