"""`mcs-tui show`: what a run has, ended or not, as `solve` shows it, or in a format of its family."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commands.completing import run_names, written_formats
from tui.commands.naming import run_named
from tui.commands.solve import Shown
from tui.commands.watching import end_of
from tui.commands.writing import check_writable


@click.command(short_help="Show what a run has found, or write it to a file.")
@click.argument("run", shell_complete=run_names)
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    shell_complete=written_formats,
    help="Print what was found in this format (see `mcs-tui formats`).",
)
@click.option(
    "--output", type=click.Path(path_type=Path), help="Write what was found to a file (format by --format or suffix)."
)
@click.option("--all", "everything", is_flag=True, help="Show the second solution too, if one was found.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, as `mcs-tui solve --json` prints.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
def show(
    run: str,
    format_name: str | None,
    output: Path | None,
    everything: bool,
    as_json: bool,
    ascii_only: bool,
    quiet: bool,
) -> int:
    """Show what a run has found, at once, whether it has ended or not: its solution, all of several, or its best board.

    With --format or --output it is written in one of the family's formats, several solutions best first. The exit code
    is that of `mcs-tui solve`; a run that goes on counts as not solved.
    """
    from solvers.runs.reader import view

    if output is not None:
        check_writable(output)
    shown = Shown(format_name, output, everything=everything, json=as_json, quiet=quiet, ascii=ascii_only, best=True)
    return end_of(view(run_named(run)), shown)
