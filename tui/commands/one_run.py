"""The commands about one run: `mcs-tui show`, `watch`, `stop`, `pause` and `resume`."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, is_family, names
from tui.commands.exits import Broken, Refused, code_of, complain
from tui.commands.following import Interrupts, follow, idle_worker
from tui.commands.names import run_named, run_names, written_formats
from tui.commands.progress import Progress, line_of
from tui.commands.runs import view_json
from tui.commands.solve import Shown, explain, show_end
from tui.commands.terminal import dumb, emit, emit_json
from tui.commands.writing import check_writable
from tui.wording import short_status

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.view import RunView


@dataclass(slots=True)
class Lines:
    """Prints a run's progress: a line when its status or best changes, else one a second."""

    json: bool
    last: tuple[str, float | None] | None = None
    at: float = 0.0

    def take(self, view: RunView) -> bool:
        """True as long as somebody reads."""
        now = time.monotonic()
        state = (view.status, view.best_score)
        if state == self.last and now - self.at < 1.0:
            return True
        self.last, self.at = state, now
        return emit_json(view_json(view)) if self.json else emit(line_of(view))


def watch_to_end(run: Run, shown: Shown, interrupts: Interrupts, *, stops: bool, lines: Lines | None) -> int:
    """The exit code of the run as it ended; or, unless `stops`, of the signal after which it goes on unwatched."""
    with Progress(quiet=shown.quiet or lines is not None) as progress:
        view = follow(run, progress, interrupts, stops=stops, seen=None if lines is None else lines.take)
    if not view.ended:
        if interrupts.code:
            complain(f"{view.id} goes on; mcs-tui watch {view.id} shows it again, mcs-tui stop {view.id} stops it")
        return interrupts.code
    code = end_of(view, shown)
    return interrupts.code if interrupts.code and code else code


def end_of(view: RunView, shown: Shown) -> int:
    """The exit code of an ended run, after its end has been written; Refused if its spec or its family is not there."""
    from solvers.runs.spec import SolveSpec

    if view.spec is None:
        raise Refused(f"{view.id}: {view.message}; mcs-tui runs remove {view.id} removes it")
    if isinstance(view.spec, SolveSpec):
        if not is_family(view.spec.family):
            known = ", ".join(names())
            raise Refused(f"{view.id} is a run of the family {view.spec.family!r}; expected one of: {known}")
        try:
            puzzle = get_family(view.spec.family).from_json(view.spec.puzzle)
        except PuzzleError as error:
            raise error.within(str(view.folder / "spec.json")) from None
        return show_end(puzzle, view, view.spec.source, shown, shown.output)
    if shown.json:
        emit_json(view_json(view))
    else:
        emit(f"{view.id}: {short_status(view)}{': ' if view.message else ''}{view.message}")
    code = code_of(view)
    explain(view, code)
    return code


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
    from solvers.runs.control import request
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
