"""The commands about runs: `show`, `watch`, `stop`, `pause`, `resume`."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, not_here
from tui.commands.following import (
    Interrupts,
    Progress,
    ask_to_stop,
    follow,
    follow_all,
    idle_worker,
    line_of,
    not_started,
)
from tui.commands.names import RUN, RUNS, Each, run_named
from tui.commands.report import Shown, explain, result_options, show_end
from tui.commands.run_list import NO_RUN, view_json
from tui.commands.terminal import Broken, Refused, code_of, complain, dumb, emit, emit_json, note
from tui.commands.writing import check_writable
from tui.words.wording import short_status

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.reader import Follower
    from solvers.runs.view import RunView

PATIENCE = 30.0
"""Seconds to wait for a run to obey. It takes 0.2 s, unless it is just compiling a kernel, which can't be cut short."""
SOON = 0.5
"""Seconds after which a line says why it takes so long."""


STATUS_AS_JSON = click.option(
    "--json", "as_json", is_flag=True, help='One JSON object for each run, {"run": RUN, "status": STATUS}.'
)
END_AS_JSON = click.option("--json", is_flag=True, help="One JSON object, as `mcs-tui solve --json` prints.")
ASCII = click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")


@click.command(short_help="Show what a run has found, or write it to a file.")
@RUN
@result_options
@END_AS_JSON
@ASCII
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
def show(run: str | None, **options: Any) -> int:
    """Show what a run has found, at once, whether it has ended or not: its solution, all of several, or its best board.

    Without RUN the newest live one, else the newest; a note says which.

    With --format or --output it is written in one of the family's formats, several solutions best first. The exit code
    is that of `mcs-tui solve`; a run that is still active counts as not solved.
    """
    from solvers.runs.reader import view

    shown = Shown(best=True, **options)
    if shown.output is not None:
        check_writable(shown.output)
    found = _newest() if run is None else run_named(run)
    if run is None:
        note(found.id, quiet=shown.quiet)
    return end_of(view(found), shown)


@click.command(short_help="Show a run's progress until it ends.")
@RUN
@click.option("--json", is_flag=True, help="One JSON object for each change, one per line; the last one is the end.")
@ASCII
@click.option("-q", "--quiet", is_flag=True, help="Only the end, no progress.")
def watch(run: str | None, json: bool, quiet: bool, ascii: bool) -> int:
    """Watch a run until it ends (the newest live one, else the newest); Ctrl-C leaves it running.

    The exit code is that of `mcs-tui solve`.
    """
    found = _newest() if run is None else run_named(run)
    shown = Shown(None, None, everything=True, json=json, quiet=quiet, ascii=ascii)
    bar = sys.stderr.isatty() and sys.stdout.isatty() and not dumb() and not json
    with Interrupts() as interrupts:
        lines = None if bar or quiet else _Lines(json)
        return _watch_to_end(found, shown, interrupts, stops=False, lines=lines)


@click.command(short_help="Stop live runs.")
@RUNS
@STATUS_AS_JSON
def stop(names: tuple[str, ...], as_json: bool) -> int:
    """Stop live runs, or keep those that wait from beginning; their bests and their checkpoints are kept."""
    return _ask_each(names, "stop", as_json)


@click.command(short_help="Pause live runs.")
@RUNS
@STATUS_AS_JSON
def pause(names: tuple[str, ...], as_json: bool) -> int:
    """Pause live runs; `mcs-tui resume RUN...` continues them."""
    return _ask_each(names, "pause", as_json)


@click.command(short_help="Continue paused, stopped or interrupted runs.")
@RUNS
@click.option("--detach", is_flag=True, help="Start them, print their ids and leave them running.")
@click.option("--trust", is_flag=True, help="Go on from a checkpoint of another machine or of version 0.1.0.")
@END_AS_JSON
@ASCII
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def resume(names: tuple[str, ...], detach: bool, trust: bool, json: bool, ascii: bool, quiet: bool) -> int:
    """Continue runs: a paused one at once, a stopped or interrupted one from its checkpoint.

    Then they are followed as `mcs-tui solve` does: Ctrl-C stops them again. The exit code is that of `mcs-tui solve`;
    of several runs that of the first that is not 0.

    Checkpoints of some searches hold positions that cannot be checked; with --trust also one that was not written in
    this data folder is gone on from. A forged one could do harm: trust your own.
    """
    from solvers.runs.reader import view

    each, shown = Each(), Shown(None, None, everything=True, json=json, quiet=quiet, ascii=ascii)
    with Interrupts() as interrupts:
        runs = []
        for run in each.runs(names):
            with each:
                _go_on(run, trusting=trust, quiet=quiet)
                runs.append(run)
                if detach:
                    _emit_status(view(run), json)
        if detach or not runs:
            return each.code
        if len(runs) == 1:
            return _watch_to_end(runs[0], shown, interrupts, stops=True, lines=None) or each.code
        for ended in follow_all(runs, interrupts, "runs", quiet=quiet, stop=lambda: list(map(ask_to_stop, runs))):
            with each:
                code = end_of(ended, shown)
                each.code = each.code or code
    return interrupts.code if interrupts.code and each.code else each.code


def _go_on(run: Run, *, trusting: bool, quiet: bool) -> None:
    """Nothing; the run goes on. Refused or Broken, in one line, if it can't."""
    from solvers.runs.launcher import NotInstalledError, WrittenElsewhereError, resume_run
    from solvers.runs.reader import view
    from solvers.runs.spec import names_a_file

    before = view(run)
    if before.status == "paused":
        _obeyed(run, _asked(run, "go"), "go")
        return
    if not before.ended:
        raise Refused(f"{before.id} is {before.status} already; mcs-tui watch {before.id} shows it")
    try:
        started = resume_run(run, idle_worker(), trusting=trusting)
    except (NotInstalledError, WrittenElsewhereError) as error:
        raise Refused(error.strerror or "") from None
    except OSError as error:
        raise not_started(error) from None
    if before.spec is not None and names_a_file(before.spec):
        raise Refused(f"{before.id} is a training from a file, of which nothing is saved: train again")
    if not started and before.spec is None:
        raise Refused(f"{before.id} can't be resumed: {before.message}; mcs-tui runs remove {before.id} removes it")
    if not started:
        raise Refused(f"{before.id} can't be resumed, it has reached its end: {short_status(before)}")
    if differs := getattr(before.spec, "other_versions", ""):
        note(f"{before.id}: {differs}", quiet=quiet)


@dataclass(slots=True)
class _Lines:
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


def _watch_to_end(run: Run, shown: Shown, interrupts: Interrupts, *, stops: bool, lines: _Lines | None) -> int:
    """The exit code of the run as it ended; or, unless `stops`, of the signal after which it runs on unwatched."""
    with Progress(quiet=shown.quiet or lines is not None) as progress:
        view = follow(run, progress, interrupts, stops=stops, seen=None if lines is None else lines.take)
    if not view.ended:
        if interrupts.code:
            complain(f"{view.id} is still active; mcs-tui watch {view.id} shows it, mcs-tui stop {view.id} stops it")
        return interrupts.code
    code = end_of(view, shown)
    return interrupts.code if interrupts.code and code else code


def end_of(view: RunView, shown: Shown) -> int:
    """The exit code of an ended run, after its end has been written; Refused if its spec or its family is not there."""
    from solvers.runs.spec import SolveSpec

    if view.spec is None:
        raise Refused(f"{view.id}: {view.message}; mcs-tui runs remove {view.id} removes it")
    if isinstance(view.spec, SolveSpec):
        if lack := not_here(view.spec.family, view.spec.versions):
            raise Refused(f"{view.id}: {lack}")
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


def _newest() -> Run:
    """The newest live run, else the newest; Refused if there is none."""
    from solvers.runs.folder import all_runs

    found = all_runs()
    if not found:
        raise Refused(NO_RUN)
    return next((run for run in found if run.lives()), found[0])


def _ask_each(names: tuple[str, ...], command: Literal["stop", "pause"], as_json: bool) -> int:
    """The exit code, after all of the named runs were asked, and each has obeyed and said its status, or why not."""
    from solvers.runs.reader import view

    each, asked = Each(), []
    runs = each.runs(names)
    for run in sorted(runs, key=lambda one: view(one).status != "waiting"):  # one that stops begins one that waits
        with each:
            asked.append((run, _asked(run, command)))
    for run, follower in sorted(asked, key=lambda one: runs.index(one[0])):
        with each:
            _emit_status(_obeyed(run, follower, command), as_json)
    return each.code


def _asked(run: Run, command: Literal["stop", "pause", "go"]) -> Follower:
    """What follows the run, which was asked. Refused if it has ended already, Broken if it can't be asked."""
    from solvers.runs.folder import request
    from solvers.runs.reader import Follower

    follower = Follower(run)
    view = follower.poll()
    if view.ended and not (view.status == "waiting" and command == "stop"):
        raise Refused(f"{view.id} has no live worker: {short_status(view)}")
    try:
        request(run, command)
    except OSError as error:
        raise Broken(f"{run.id} can't be asked to {command}: {error.strerror or error}") from None
    return follower


def _obeyed(run: Run, follower: Follower, command: Literal["stop", "pause", "go"]) -> RunView:
    """The run once it has obeyed; Broken if it does not."""
    begun, said = time.monotonic(), False
    view = follower.poll()
    while not (view.ended or (command != "stop" and (view.status == "paused") == (command == "pause"))):
        if time.monotonic() - begun > PATIENCE:
            late = f"has not done so after {PATIENCE:g} s: {short_status(view)}"
            raise Broken(f"{view.id} was asked to {command}, but {late}")
        if not said and time.monotonic() - begun > SOON:
            complain(_why_it_waits(view))
            said = True
        time.sleep(0.02)
        view = follower.poll()
    return view


def _why_it_waits(view: RunView) -> str:
    from solvers.runs.folder import Run
    from solvers.runs.status import read_status

    run = Run(view.folder)
    known = [read_status(path) for path in sorted(run.folder.glob("status-*.json"))]
    halted = [str(one.pid) for one in known if one is not None and not one.elsewhere and _is_halted(one.pid)]
    if halted:
        return f"{run.id} is halted by a signal; it obeys after: kill -CONT {' '.join(halted)}"
    if view.compile_seconds:
        return f"waiting for {run.id}, which compiles a kernel: it obeys as soon as it has"
    return f"waiting for {run.id}{', whose worker is starting' if view.status == 'starting' else ''}"


def _is_halted(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()[0] == "T"
    except (OSError, IndexError):
        return False


def _emit_status(view: RunView, as_json: bool) -> None:
    emit_json({"run": view.id, "status": view.status}) if as_json else emit(
        f"{view.id}: {short_status(view)}{f'; {view.trouble}' if view.trouble else ''}"
    )
