"""`mcs-tui resume`: a paused run goes on; an interrupted or stopped one goes on from its checkpoint."""

from __future__ import annotations

import click

from tui.commands.completing import run_names
from tui.commands.control import ask, tell
from tui.commands.exits import Broken, Refused
from tui.commands.following import idle_worker
from tui.commands.interrupts import Interrupts
from tui.commands.naming import run_named
from tui.commands.solve import Shown
from tui.commands.watching import watch_to_end


@click.command(short_help="Let a paused, stopped or interrupted run go on.")
@click.argument("run", shell_complete=run_names)
@click.option("--detach", is_flag=True, help="Start it, print its id and leave it going.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, as `mcs-tui solve --json` prints.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def resume(run: str, detach: bool, as_json: bool, ascii_only: bool, quiet: bool) -> int:
    """Let a run go on: a paused one at once, a stopped or interrupted one from its checkpoint.

    Then it is followed as `mcs-tui solve` does: Ctrl-C stops it again. The exit code is that of `mcs-tui solve`.
    """
    from solvers.runs.launcher import resume_run as restart
    from solvers.runs.reader import view

    found = run_named(run)
    before = view(found)
    with Interrupts() as interrupts:
        if not before.ended and before.status != "paused":
            raise Refused(f"{before.id} is {before.status} already; mcs-tui watch {before.id} shows it")
        if not before.ended:
            ask(found.id, "go")
        else:
            try:
                started = restart(found, idle_worker())
            except OSError as error:
                raise Broken(f"the worker can't be started: {error}") from None
            if not started:
                raise Refused(f"{before.id} has ended for good: {before.status}")
        if detach:
            tell(view(found), as_json)
            return 0
        shown = Shown(None, None, everything=True, json=as_json, quiet=quiet, ascii=ascii_only)
        return watch_to_end(found, shown, interrupts, stops=True, lines=None)
