"""`mcs-tui watch`: a run's progress, live, and its end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tui.commands.completing import run_names
from tui.commands.exits import Refused
from tui.commands.interrupts import Interrupts
from tui.commands.naming import run_named
from tui.commands.solve import Shown
from tui.commands.terminal import dumb
from tui.commands.watching import Lines, watch_to_end

if TYPE_CHECKING:
    from solvers.runs.folder import Run


@click.command(short_help="Show a run's progress until it ends.")
@click.argument("run", required=False, shell_complete=run_names)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a change, one a line; the last one is the end.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@click.option("-q", "--quiet", is_flag=True, help="Only the end, no progress.")
def watch(run: str | None, as_json: bool, ascii_only: bool, quiet: bool) -> int:
    """Watch a run until it ends (the newest live one, else the newest); Ctrl-C leaves it going.

    The exit code is that of `mcs-tui solve`.
    """
    found = newest() if run is None else run_named(run)
    shown = Shown(None, None, everything=True, json=as_json, quiet=quiet, ascii=ascii_only)
    bar = sys.stderr.isatty() and sys.stdout.isatty() and not dumb() and not as_json
    with Interrupts() as interrupts:
        lines = None if bar or quiet else Lines(as_json)
        return watch_to_end(found, shown, interrupts, stops=False, lines=lines)


def newest() -> Run:
    """The newest live run, else the newest; Refused if there is none."""
    from solvers.runs.folder import all_runs

    runs = all_runs()
    if not runs:
        raise Refused("there is no run yet; mcs-tui solve FILE makes one")
    return next((run for run in runs if run.lives()), runs[0])
