"""Starting workers, each a process that outlives whoever started it, and following a run to its end.

Several searches that differ in their seed alone are a batch: each is a run of its own, a few at a time, the others
wait. A run that waits is a folder with its spec, which names the batch, and no lock of a worker. The worker that ends a
run of the batch starts the next one, so no process has to live as long as all of them. After a power cut the runs that
wait still do: resuming one of the batch lets it go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path

import filelock
import msgspec

from puzzles.family import Puzzle
from puzzles.parameters import ParameterError
from puzzles.registry import not_here
from puzzles.user_data import add_to_log, open_regular, read_file, replace_file
from solvers.registry import MOST_SEEDS, algorithm
from solvers.runs.folder import (
    Run,
    SpecError,
    WorkerRunsError,
    all_runs,
    hold,
    jobs_root,
    new_run,
    request,
    requested,
    runs_root,
    worker_count,
)
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
        for job in all_runs(jobs_root())[JOBS_KEPT:]:
            if not job.lives():
                shutil.rmtree(job.folder, ignore_errors=True)
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
    if missing and (lack := not_here(getattr(seen.spec, "family", ""), getattr(seen.spec, "versions", {}))):
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


LOCK_WAIT = 10.0
"""Seconds to wait for another process that starts a run of a batch, which takes milliseconds."""


def cores() -> int:
    """How many processes the machine runs at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_batch(spec: SolveSpec, seeds: Sequence[int], at_once: int, idle: IdleWorker | None = None) -> tuple[Run, ...]:
    """The runs in the order of the seeds, the first `at_once` of them started.

    ParameterError for no seeds or too many, for one that comes twice, and for runs of several workers. OSError as
    `start_run`; then those that could not be started wait.
    """
    if not 1 <= len(seeds) <= MOST_SEEDS or len(set(seeds)) < len(seeds):
        raise ParameterError(f"expected 1 to {MOST_SEEDS:,} different seeds")
    if spec.workers > 1:
        raise ParameterError("several seeds are searched by one worker each; expected workers 1")
    batch = secrets.token_hex(8)
    runs = tuple(new_run(msgspec.structs.replace(spec, seed=seed, batch=batch)) for seed in seeds)
    for _ in range(max(1, at_once)):
        start_next(batch, idle)
    return runs


def start_each(specs: Sequence[SolveSpec], at_once: int, idle: IdleWorker | None = None) -> tuple[Run, ...]:
    """The runs of the specs, of which no two have one source, in their order: a batch, `at_once` of it searched.

    Those that are there already, as the same specs were asked for before, go on; those that have ended stay as they
    are. ParameterError for none or too many, and for several workers; OSError as `start_run`.
    """
    if not 1 <= len(specs) <= MOST_SEEDS:
        raise ParameterError(f"expected 1 to {MOST_SEEDS:,} puzzles")
    if any(one.workers > 1 for one in specs):
        raise ParameterError("several puzzles are searched by one worker each; expected workers 1")
    batch = hashlib.sha256(msgspec.json.encode(list(specs))).hexdigest()[:16]
    there = {str(getattr(run.spec(), "source", "")): run for run in runs_of(batch)}
    runs = tuple(there.get(one.source) or new_run(msgspec.structs.replace(one, batch=batch)) for one in specs)
    if sum(run.lives() for run in runs) < at_once:
        resume_runs(runs, at_once, idle)
    return runs


def runs_of(batch: str, among: Iterable[Run] | None = None) -> tuple[Run, ...]:
    """The batch's runs in the order of their seeds."""
    found = []
    for run in all_runs() if among is None else among:
        with contextlib.suppress(SpecError):
            spec = run.spec()
            if isinstance(spec, SolveSpec) and spec.batch == batch:
                found.append((spec.seed, run.id, run))
    return tuple(run for _, _, run in sorted(found, key=lambda one: one[:2]))


def start_next(batch: str, idle: IdleWorker | None = None, at_once: int | None = None) -> Run | None:
    """The run of the batch that was started, the first that waits; None if none does, or `at_once` of them live."""
    with filelock.FileLock(runs_root() / ".batches.lock", timeout=LOCK_WAIT, mode=0o600):
        if at_once is not None and sum(run.lives() for run in runs_of(batch)) >= at_once:
            return None
        for run in runs_of(batch, (run for run in all_runs() if not run.lock_path(0).exists())):
            if requested(run.control_path) == "stop":
                continue
            with contextlib.suppress(WorkerRunsError, FileNotFoundError):  # resumed by hand, or removed, just now
                start_worker(run, 0, idle)
                return run
    return None


def stop_batch(batch: str) -> None:
    """Nothing; those of the batch that wait are not started, and those that live stop."""
    runs = runs_of(batch)
    for run in sorted(runs, key=Run.lives):  # those that wait first: one that stops would start them
        if run.lives() or not run.lock_path(0).exists():
            request(run, "stop")


def resume_runs(runs: Iterable[Run], at_once: int, idle: IdleWorker | None = None) -> int:
    """How many of the runs were started; of those of one batch, up to `at_once` are searched at a time.

    Those that were stopped or interrupted come first, then those that wait; more of these begin when others end.
    OSError as `resume_run`, after all have had their turn.
    """
    batches: dict[str, list[Run]] = {}
    for run in runs:
        with contextlib.suppress(SpecError):  # it was removed meanwhile
            spec = run.spec()
            batches.setdefault(spec.batch if isinstance(spec, SolveSpec) and spec.batch else run.id, []).append(run)
    started, trouble = 0, None
    for batch, members in batches.items():
        free = at_once - sum(run.lives() for run in runs_of(batch)) if len(members) > 1 else 1
        for run in members:
            try:
                if not run.lock_path(0).exists() and len(members) > 1:
                    request(run, "go")
                elif free > 0 and resume_run(run, idle):
                    free, started = free - 1, started + 1
            except OSError as error:
                trouble = error
        while len(members) > 1 and free > 0 and start_next(batch, idle) is not None:
            free, started = free - 1, started + 1
    if trouble is not None:
        raise trouble
    return started
