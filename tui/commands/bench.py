"""`mcs-tui bench`: the benchmark programs of `solvers.bench`."""

from __future__ import annotations

import os
import sys

import click


@click.command(
    short_help="Run a benchmark.", context_settings={"ignore_unknown_options": True, "help_option_names": []}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="NAME [ARGUMENTS]...")
def bench(arguments: tuple[str, ...]) -> None:
    """Run a benchmark and print its table; `mcs-tui bench --help` lists them.

    All arguments are the benchmark's own. It takes this process's place: output, signals and exit code are its own.
    """
    from solvers.runs.processes import child_environment

    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-P", "-m", "solvers.bench", *arguments], child_environment())
