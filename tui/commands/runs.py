"""`mcs-tui runs`: all runs, live and old, and removing old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.commands.exits import Refused, complain
from tui.commands.names import run_named, run_names
from tui.commands.root import Commands
from tui.commands.terminal import columns, emit, emit_json
from tui.wording import age_text, score_text, seconds_text, short_status

if TYPE_CHECKING:
    from solvers.runs.view import RunView


@click.group(cls=Commands, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run, one a line, the newest first.")
@click.option("--live", is_flag=True, help="Only runs with a live worker.")
@click.pass_context
def runs(ctx: click.Context, as_json: bool, live: bool) -> None:
    """List all runs, the newest first; remove old ones."""
    if ctx.invoked_subcommand is not None:
        return
    from solvers.runs.folder import all_runs
    from solvers.runs.reader import view

    views = [one for one in map(view, all_runs()) if one.workers_alive or not live]
    if as_json:
        for one in views:
            if not emit_json(view_json(one)):
                return
    elif not views:
        complain("there is no live run" if live else "there is no run yet; mcs-tui solve FILE makes one")
    else:
        rows = [("RUN", "PUZZLE", "ALGORITHM", "STATUS", "BEST", "PLAYOUTS", "ELAPSED", "AGE")]
        emit(columns([*rows, *map(_row, views)], frozenset({4, 5, 6, 7})))


@runs.command()
@click.argument("names", nargs=-1, metavar="[RUN]...", shell_complete=run_names)
@click.option("--ended", is_flag=True, help="Remove all runs that have ended (interrupted ones can be resumed: kept).")
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [RUN, ...]}.')
def remove(names: tuple[str, ...], ended: bool, as_json: bool) -> None:
    """Remove runs with all they hold; a live run is refused."""
    from solvers.runs.folder import RunLivesError, RunNotFoundError, all_runs, remove_run
    from solvers.runs.reader import view

    if bool(names) == ended:
        raise click.UsageError("expected the names of runs, or --ended")
    chosen = [run_named(name) for name in names]
    if ended:
        kept = ("interrupted", "stopped")
        chosen = [run for run in all_runs() if (one := view(run)).ended and one.status not in kept]
    for run in chosen:
        try:
            remove_run(run)
        except (RunLivesError, RunNotFoundError) as error:
            raise Refused(str(error)) from None
    removed = [run.id for run in chosen]
    if as_json:
        emit_json({"removed": removed})
    else:
        emit("\n".join(f"removed {name}" for name in removed) or "nothing to remove")


def view_json(view: RunView) -> dict[str, Any]:
    """The run as plain JSON values, without its boards."""
    spec: Any = view.spec
    return {
        "run": view.id,
        "kind": _kind(view),
        "title": getattr(spec, "title", ""),
        "family": getattr(spec, "family", None),
        "file": getattr(spec, "source", None),
        "algorithm": getattr(spec, "algorithm", None),
        "mode": getattr(spec, "mode", None),
        "parameters": getattr(spec, "parameters", None),
        "prior": getattr(spec, "prior", None),
        "prior_tau": getattr(spec, "prior_tau", None),
        "seed": getattr(spec, "seed", None),
        "workers": getattr(spec, "workers", None),
        "budget": {"seconds": getattr(spec, "seconds", None), "playouts": getattr(spec, "playouts", None)},
        "status": view.status,
        "message": view.message,
        "best_score": view.best_score,
        "solutions": view.solutions,
        "playouts": view.playouts,
        "rate": view.rate,
        "restarts": view.restarts,
        "elapsed": view.elapsed,
        "done": view.done,
        "total": view.total,
        "workers_alive": view.workers_alive,
        "created": view.created.isoformat(),
        "folder": str(view.folder),
    }


def _kind(view: RunView) -> str:
    return "" if view.spec is None else str(view.spec.__struct_config__.tag)


def _row(view: RunView) -> tuple[str, ...]:
    spec: Any = view.spec
    return (
        view.id,
        getattr(spec, "title", "?"),
        getattr(spec, "algorithm", _kind(view)),
        short_status(view),
        score_text(view.best_score),
        f"{view.playouts:,}",
        seconds_text(view.elapsed),
        age_text(view.created),
    )
