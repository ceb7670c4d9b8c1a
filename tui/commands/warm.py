"""`mcs-tui warm`: compile all kernels now, so that nothing has to be compiled later."""

from __future__ import annotations

import os

import click

from tui.commands.exits import OK, Broken
from tui.commands.following import follow, start
from tui.commands.interrupts import Interrupts
from tui.commands.option_types import WholeNumber
from tui.commands.progress import Progress
from tui.commands.report import failure
from tui.commands.terminal import emit, emit_json


def usable_cores() -> int:
    """How many cores this process may use; 64 at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, 64)


@click.command(short_help="Compile all kernels beforehand.")
@click.option(
    "--workers",
    type=WholeNumber(1, 64),
    default=usable_cores,
    show_default="a core each",
    help="Processes that compile side by side.",
)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"kernels": [NAME, ...], "folder": FOLDER}.')
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def warm(workers: int, as_json: bool, quiet: bool) -> int:
    """Compile all kernels into the cache, once for each version.

    It takes some minutes: about ten seconds a kernel on each core that is free. Nobody has to wait for it: a search
    compiles the one that it needs, and what is compiled when this is interrupted stays.
    """
    from puzzles.engine import kernel_cache
    from solvers.runs.spec import WarmSpec

    with Interrupts() as interrupts, Progress(quiet=quiet) as progress:
        view = follow(start(WarmSpec(workers=workers), transient=True), progress, interrupts, stops=True)
    if interrupts.code:
        return interrupts.code
    if view.status != "done":
        raise Broken(failure(view))
    kernels, folder = sorted(kernel_cache.warmed()), str(kernel_cache.folder())
    if as_json:
        emit_json({"kernels": kernels, "folder": folder})
    else:
        emit(f"{len(kernels)} kernels are compiled, in {folder}")
    return OK
