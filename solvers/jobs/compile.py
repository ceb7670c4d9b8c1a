"""Compiling kernels beforehand: all of them, or those that a search waits for."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from puzzles.engine import kernel_cache
from solvers.jobs.kernels import share
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.spec import CompileSpec

NICE = 5
"""Searches go first: one that is interpreted meanwhile, and the app."""
AUTOGROUP = Path("/proc/self/autogroup")
"""Linux shares the processor among sessions first, and each worker has one of its own: the session gives way too."""


def work(reporter: WorkerReporter, spec: CompileSpec) -> None:
    """Compiles, beside the job's other workers, what is not yet in the cache; says everything up to the last word."""
    _give_way()
    reporter.begin()
    kernel_cache.remove_unused()
    share(reporter, spec)
    reporter.finish("done")


def _give_way() -> None:
    os.nice(NICE)
    with suppress(OSError):
        AUTOGROUP.write_text(str(NICE))
