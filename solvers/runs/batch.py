"""Several searches that differ in their seed alone: each a run of its own, a few at a time, the others wait.

A run that waits is a folder with its spec, which names the batch, and no lock of a worker. The worker that ends a run
of the batch starts the next one, so no process has to live as long as all of them. After a power cut the runs that wait
still do: resuming one of the batch lets it go on.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable, Sequence

import filelock
import msgspec

from puzzles.parameters import ParameterError
from solvers.registry import MOST_SEEDS
from solvers.runs.files import WorkerRunsError
from solvers.runs.folder import Run, SpecError, all_runs, new_run, request, requested, runs_root
from solvers.runs.launcher import resume_run, start_worker
from solvers.runs.processes import IdleWorker
from solvers.runs.spec import SolveSpec

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
