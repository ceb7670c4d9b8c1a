"""Compiling all kernels beforehand."""

from __future__ import annotations

from puzzles.engine import kernel_cache
from solvers.jobs.kernels import share
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.spec import WarmSpec


def work(reporter: WorkerReporter, spec: WarmSpec) -> None:
    """Compiles, beside the job's other workers, what is not yet in the cache; says everything up to the last word."""
    reporter.begin()
    share(reporter, spec)
    kernel_cache.mark_warmed(kernel_cache.EVERYTHING)
    reporter.finish("done")
