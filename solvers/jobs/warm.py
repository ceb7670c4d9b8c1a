"""Compiling all kernels beforehand."""

from __future__ import annotations

from puzzles.engine import kernel_cache
from solvers.jobs.desk import Desk
from solvers.jobs.kernels import share
from solvers.runs.spec import WarmSpec


def work(desk: Desk, spec: WarmSpec) -> None:
    """Compiles, beside the job's other workers, what is not yet in the cache; says everything up to the last word."""
    desk.begin()
    share(desk, spec)
    kernel_cache.mark_warmed(kernel_cache.EVERYTHING)
    desk.finish("done")
