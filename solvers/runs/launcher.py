"""Starting workers, each a process that outlives whoever started it, and following a run to its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import subprocess
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from puzzles.family import Puzzle
from puzzles.registry import not_here
from puzzles.user_data import add_to_log, open_regular, read_file, replace_file
from solvers.registry import algorithm
from solvers.runs.files import WorkerRunsError, hold
from solvers.runs.folder import Run, all_runs, jobs_root, new_run, request, worker_count
from solvers.runs.processes import IdleWorker, start_process
from solvers.runs.reader import Follower, view
from solvers.runs.result import Result
from solvers.runs.spec import RunSpec, SolveSpec, packed
from solvers.runs.status import lives_on
from solvers.runs.view import RunView

JOBS_KEPT = 100
"""Temporary jobs whose folders are kept when they have ended."""
SETTLING = 100
"""Hundredths of a second for which the exit code of a lost worker is waited for."""


_runs: dict[subprocess.Popen[bytes], tuple[Run, int]] = {}
"""Of each living worker that this process has started, what it was given last: a run, and its number there."""


class WrittenElsewhereError(OSError):
    """The run's checkpoint was not written in this data folder; the message is one line for the user."""


class NotInstalledError(OSError):
    """The run is of a family of another distribution, which is not here; the message is one line for the user."""


async def follow(run: Run, interval: float = 0.1) -> AsyncIterator[RunView]:
    """The run's views as they change, looked at every `interval` seconds; the last is of the ended run."""
    follower = Follower(run)
    last: RunView | None = None
    while last is None or not last.ended:
        seen = await asyncio.to_thread(follower.poll)
        if seen.status == "interrupted" and await asyncio.to_thread(settle, run):
            seen = await asyncio.to_thread(follower.poll)
        if seen is not last:
            last = seen
            yield seen
        if not seen.ended:
            await asyncio.sleep(interval)


def start_worker(run: Run, worker: int, idle: IdleWorker | None = None) -> int:
    """The worker's process id. WorkerRunsError if it is running; OSError if its lock can't be locked, or if there can
    be no process."""
    protocol = (run.spec_path, run.events_path, run.result_path)
    names = {one.name for one in (*protocol, run.checkpoint_path(worker), run.exit_path(worker), run.log_path(worker))}
    with os.scandir(run.folder) as entries:
        odd = [Path(one.path) for one in entries if one.name in names and not one.is_file()]
    for path in odd:
        if path.exists() and not path.is_char_device():
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    lock = hold(run.lock_path(worker))
    try:
        run.exit_path(worker).unlink(missing_ok=True)
        _keep_log(run, worker)
        log_file = open_regular(run.log_path(worker), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        with open(log_file, "wb") as log:
            process = idle.hand_over(run, worker, lock, log) if idle is not None else None
            if process is None:
                process = start_process([str(run.folder), str(worker), str(lock)], log=log, descriptors=(lock,))
    finally:
        os.close(lock)
    watched = process in _runs
    _runs[process] = run, worker
    if not watched:
        threading.Thread(target=_await_end, args=(process,), daemon=True).start()
    return process.pid


def start_run(spec: RunSpec, *, transient: bool = False, idle: IdleWorker | None = None) -> Run:
    """The new run, its workers started. `transient`: a temporary job, left out of the list of runs.

    An `idle` worker, if it has a process, becomes the first of them. OSError if the folder can't be made or no process
    can be started; then no run is left behind, or it is asked to stop.
    """
    if transient:
        _remove_old_jobs()
    run = new_run(spec, jobs_root() if transient else None)
    for worker in range(worker_count(spec)):
        try:
            start_worker(run, worker, idle)
        except OSError:
            if worker:
                request(run, "stop")  # those that run already
            else:
                shutil.rmtree(run.folder, ignore_errors=True)
            raise
    return run


def run_at_once(spec: SolveSpec, puzzle: Puzzle, idle: IdleWorker) -> tuple[Run, RunView] | None:
    """A run that has ended, searched by a worker that is kept, and its view; None if it is to be started.

    So are those that are not solved in a moment. The run's folder is made at its end; OSError if it can't be.
    """
    lines = idle.ask(packed(spec, puzzle))
    events, _, result = lines[:-1].rpartition(b"\n")
    if not result:
        return None
    run = new_run(spec, events=events + b"\n", result=result + b"\n")
    return run, Follower(run, spec=spec).at_its_end(events, msgspec.json.decode(result, type=Result))


def resume_run(run: Run, idle: IdleWorker | None = None, *, trusting: bool = False) -> tuple[int, ...]:
    """The workers that were started: those that neither run nor came to an end; may be empty.

    OSError if no process can be started, or if one of them lives on another machine. WrittenElsewhereError, one too, if
    a checkpoint can't be checked that was not written here; unless `trusting`: then the run goes on from it.
    NotInstalledError, one too, for a family that there is not here.
    """
    seen = view(run)
    missing = seen.resumable
    machine = lives_on(map(run.status_path, missing))
    if machine:
        raise OSError(errno.EBUSY, f"it runs on {machine}; stop it there first", str(run.lock_path(missing[0])))
    if missing and (lack := not_here(getattr(seen.spec, "family", ""))):
        raise NotInstalledError(errno.ENOENT, f"{run.id} can't go on: {lack}")
    if missing and isinstance(seen.spec, SolveSpec):
        _look_at_checkpoints(run, seen.spec, missing, trusting=trusting)
    if missing:
        request(run, "go")
    started = []
    for worker in missing:
        with contextlib.suppress(WorkerRunsError):  # another process resumed it just now
            start_worker(run, worker, idle)
            started.append(worker)
    return tuple(started)


def _look_at_checkpoints(run: Run, spec: SolveSpec, workers: tuple[int, ...], *, trusting: bool) -> None:
    """Nothing; what another data folder's worker wrote is signed if it is trusted, else WrittenElsewhereError.

    So it is for searches whose checkpoints can't be checked.
    """
    with contextlib.suppress(ValueError, KeyError):  # the worker says so: it is damaged, or no algorithm has that name
        if algorithm(spec.algorithm).checked:
            return
        from solvers.runs.checkpoint import ForeignError, read_checkpoint, trust  # NumPy, which starting does not need

        for path in map(run.checkpoint_path, workers):
            try:
                read_checkpoint(path, own=True)
            except ForeignError:
                if not trusting:
                    how = f"mcs-tui resume {run.id} --trust goes on from it"
                    raise WrittenElsewhereError(errno.EPERM, f"{path.name} was not written here; {how}") from None
                trust(path)


def _keep_log(run: Run, worker: int) -> None:
    """What the worker printed before, such as a traceback, is added to a log of its own; the next one begins empty."""
    with contextlib.suppress(OSError):
        if said := read_file(run.log_path(worker)).strip():
            add_to_log(run.log_path(worker).with_suffix(".earlier.log"), said.decode("utf-8", "replace"))


def _await_end(process: subprocess.Popen[bytes]) -> None:
    """Collects the ended child, and writes its exit code for readers of the run that it was given last."""
    code = process.wait()
    run, worker = _runs[process]
    if code:
        with contextlib.suppress(OSError):
            replace_file(run.exit_path(worker), str(code).encode())
    del _runs[process]


def settle(run: Run) -> bool:
    """True once the exit codes of the run's lost workers are written, for which there was to wait.

    A worker's lock is free as soon as it dies; what it died of is known when this process has collected it.
    """
    left = SETTLING
    while left and any(one == run for one, _ in list(_runs.values())):
        time.sleep(0.01)
        left -= 1
    return left < SETTLING


def _remove_old_jobs() -> None:
    for job in all_runs(jobs_root())[JOBS_KEPT:]:
        if not job.lives():
            shutil.rmtree(job.folder, ignore_errors=True)
