"""`mcs-tui stop` and `mcs-tui pause`: asking a live run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

import click

from tui.commands.completing import run_names
from tui.commands.exits import Broken, Refused
from tui.commands.naming import run_named
from tui.commands.terminal import emit, emit_json
from tui.wording import short_status

if TYPE_CHECKING:
    from solvers.runs.view import RunView

PATIENCE = 30.0
"""Seconds to wait for a run to obey. It takes 0.2 s, unless it is just compiling a kernel, which can't be cut short."""


@click.command(short_help="Stop a live run.")
@click.argument("run", shell_complete=run_names)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"run": RUN, "status": STATUS}.')
def stop(run: str, as_json: bool) -> None:
    """Stop a live run; its best and its checkpoint are kept."""
    tell(ask(run, "stop"), as_json)


@click.command(short_help="Pause a live run.")
@click.argument("run", shell_complete=run_names)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"run": RUN, "status": STATUS}.')
def pause(run: str, as_json: bool) -> None:
    """Pause a live run; `mcs-tui resume RUN` lets it go on."""
    tell(ask(run, "pause"), as_json)


def ask(name: str, command: Literal["stop", "pause", "go"]) -> RunView:
    """The run once it has obeyed. Refused if it has ended already, Broken if it does not obey."""
    from solvers.runs.folder import request
    from solvers.runs.reader import Follower

    run = run_named(name)
    follower = Follower(run)
    view = follower.poll()
    if view.ended:
        raise Refused(f"{view.id} has no live worker: {short_status(view)}")
    request(run, command)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        view = follower.poll()
        if view.ended or (command != "stop" and (view.status == "paused") == (command == "pause")):
            return view
        time.sleep(0.02)
    raise Broken(f"{view.id} was asked to {command}, but has not done so after {PATIENCE:g} s: {short_status(view)}")


def tell(view: RunView, as_json: bool) -> None:
    """Writes the run and how it stands now."""
    emit_json({"run": view.id, "status": view.status}) if as_json else emit(f"{view.id}: {short_status(view)}")
