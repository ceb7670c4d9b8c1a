"""`mcs-tui runs`: all runs as a table, CSV or JSON, sorted and filtered; removing them, comparing their searches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solvers.runs.scoring import family_of, wanted_amount
from solvers.settings import LABELS, labels_of
from tui.commands.names import RUNS, RUNS_IF_ANY, Each, run_named
from tui.commands.report import history_json, insights_json
from tui.commands.root import Commands
from tui.commands.terminal import Broken, Refused, columns, complain, emit, emit_json, plain_characters, terminal_width
from tui.commands.writing import check_writable, write_file
from tui.words.wording import age_text, score_text, seconds_text, short_status

if TYPE_CHECKING:
    from solvers.runs.groups import Group
    from solvers.runs.view import RunView

NO_RUN = "there is no run yet; mcs-tui solve FILE makes one"
NO_MATCH = "no run matches; each word is looked for in puzzle, search, prior, settings, status and id"
SORTS = ("newest", "puzzle", "search", "best", "median", "finds", "time", "state")
WIDTH, HEIGHT = 78, 16
"""Columns and lines of the drawn curves."""

SPARED = ("PLAYOUTS", "AGE", "ELAPSED", "ALGORITHM")
SPARED_OF_FOLDED = ("NEWEST RUN", "PRIOR", "FINDS", "MEDIAN", "TIME", "SEARCH")
"""The columns that a narrow terminal has no room for, the first first."""

FILTER = click.option("--filter", "words", default="", metavar="WORDS", help="Only runs in which all words occur.")


@click.group(cls=Commands, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each run, one per line, sorted as the list.")
@click.option("--csv", "as_csv", is_flag=True, help="A table for other programs, one run per line.")
@click.option("--live", is_flag=True, help="List only runs with a live worker.")
@click.option("--fold", is_flag=True, help="The seeds of one search on one puzzle in one line.")
@click.option("--sort", default="newest", type=click.Choice(SORTS), show_default=True, help="What is sorted by.")
@click.option("--reverse", is_flag=True, help="The other way round; runs that have no such value stay at the end.")
@FILTER
@click.pass_context
def runs(
    ctx: click.Context, as_json: bool, as_csv: bool, live: bool, fold: bool, sort: str, reverse: bool, words: str
) -> None:
    """List all runs, the newest first; remove or compare some."""
    if ctx.invoked_subcommand is not None:
        return
    if as_json + as_csv + fold > 1:
        raise click.UsageError("expected only one of --json, --csv and --fold")
    from solvers.runs.groups import Group, folded, matches, ordered, targets
    from solvers.runs.listing import RunList

    every = RunList().look().values()
    views = [one for one in every if (one.workers_alive or not live) and matches(one, words)]
    if not views and not as_csv:
        if not as_json:
            complain((NO_MATCH if words and every else "there is no live run") if live or words else NO_RUN)
        return
    groups = ordered(folded(views) if fold else [Group(one.id, (one,)) for one in views], sort, turned=reverse)
    if as_json:
        for group in groups:
            if not emit_json(view_json(group.first)):
                return
    elif as_csv:
        from tui.words.run_table import runs_csv

        emit(runs_csv([group.first for group in groups]).rstrip("\n"))
    elif fold:
        known = targets(groups)
        rows = [("PUZZLE", "SEARCH", "PRIOR", "SEEDS", "BEST", "MEDIAN", "FINDS", "TIME", "STATE", "NEWEST RUN")]
        emit(
            columns([*rows, *(_folded_row(one, known) for one in groups)], frozenset({3, 4, 5, 6, 7}), SPARED_OF_FOLDED)
        )
    else:
        labels = [one.name for one in LABELS if any(labels_of(group.first.spec)[one.name] for group in groups)]
        head = ("RUN", "PUZZLE", "ALGORITHM", "STATUS", "BEST", "PLAYOUTS", "ELAPSED", "AGE", *map(str.upper, labels))
        lines = [(*_row(one.first), *(labels_of(one.first.spec)[name] or "-" for name in labels)) for one in groups]
        emit(columns([head, *lines], frozenset({4, 5, 6, 7}), SPARED))


@runs.command()
@RUNS
@click.option("--alone", is_flag=True, help="Only the runs named, without those that differ in their seeds.")
@click.option("--playouts", "by_playouts", is_flag=True, help="Curves over playouts, not over time.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Write FILE.csv (each improvement), or a picture: FILE.svg, .pdf or .png.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: the searches, their runs and histories.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
def compare(
    names: tuple[str, ...], alone: bool, by_playouts: bool, output: Path | None, as_json: bool, ascii: bool
) -> None:
    """Compare searches: curves of their medians, in what they differ, median and quartiles over seeds.

    Each RUN stands for its search: all runs on the same puzzle that differ from it in their seeds alone.
    """
    from solvers.runs.comparison import MOST, NONE, apart, curves, lettered_table, letters, value_title
    from tui.words.comparison_picture import SUFFIXES, exported

    if output is not None:
        check_writable(output)
        if output.suffix not in SUFFIXES:
            raise click.UsageError(f"{output}: expected a name that ends with one of: {', '.join(SUFFIXES)}")
    groups = _groups_of(names, alone=alone)
    if len(groups) > MOST:
        raise click.UsageError(f"{len(groups)} searches; expected {MOST} at most")
    if output is not None:
        write_file(output, exported(groups, output.suffix, by_playouts=by_playouts))
    if as_json:
        emit_json({"searches": [_group_json(letter, group) for letter, group in letters(groups).items()]})
        return
    from tui.words.curves import aim_of, columns_for, lines_of

    plain = plain_characters(ascii)
    width = min(WIDTH, terminal_width() or WIDTH)
    known, what = curves(apart(groups), columns_for(width), by_playouts=by_playouts), value_title(groups)
    drawn = lines_of(known, width, HEIGHT, plain=plain, by_playouts=by_playouts, aim=aim_of(groups), what=what)
    text = "\n\n".join(_beside(lettered_table(groups)))
    emit("\n".join(drawn), text.replace(NONE, "-") if plain else text, between="\n\n")


def _beside(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Tables of the rows' names and of as many searches each as the terminal has room for."""
    names, *others = zip(*rows, strict=True)
    while others:
        room, taken = (terminal_width() or sys.maxsize) - max(map(len, names)), 0
        for column in others:
            room -= 2 + max(map(len, column))
            taken += room >= 0 or not taken
            if room < 0:
                break
        yield columns(list(zip(names, *others[:taken], strict=True)), frozenset(range(1, taken + 1)))
        del others[:taken]


def _groups_of(names: tuple[str, ...], *, alone: bool) -> list[Group]:
    """The searches of the named runs, in that order."""
    from solvers.runs.groups import folded, key_of
    from solvers.runs.listing import RunList

    wanted = list(dict.fromkeys(run_named(name).id for name in names))
    every = RunList().look()
    if missing := next((name for name in wanted if name not in every), None):
        raise Refused(f"there is no run {missing!r} any more")
    keys = list(dict.fromkeys(key_of(every[name]) for name in wanted))
    chosen = [every[name] for name in wanted] if alone else every.values()
    known = {group.key: group for group in folded(chosen)}
    return [known[key] for key in keys]


def _group_json(letter: str, group: Group) -> dict[str, Any]:
    from solvers.runs.groups import settings_of

    scores = None if group.scores is None else group.scores._asdict()
    return {
        "letter": letter,
        "title": group.title,
        "parameters": settings_of(group.spec) if group.spec else {},
        "best_scores": scores,
        "runs": [view_json(run) | {"history": history_json(run)} for run in group.runs],
    }


@runs.command()
@RUNS_IF_ANY
@click.option("--ended", is_flag=True, help="Remove all runs that have ended and can't be resumed.")
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [RUN, ...]}.')
def remove(names: tuple[str, ...], ended: bool, as_json: bool) -> int:
    """Remove runs with all their files; a live run is refused, and the others are removed."""
    from solvers.runs.folder import RunLivesError, RunNotFoundError, all_runs, remove_run
    from solvers.runs.reader import view

    if bool(names) == ended:
        raise click.UsageError("expected the names of runs, or --ended")
    each, removed = Each(), []
    chosen = each.runs(names)
    if ended:
        kept = ("interrupted", "stopped", "waiting")
        chosen = [run for run in all_runs() if (one := view(run)).ended and one.status not in kept]
    for run in chosen:
        with each:
            try:
                remove_run(run)
            except (RunLivesError, RunNotFoundError) as error:
                raise Refused(str(error)) from None
            except OSError as error:
                raise Broken(f"{run.id} can't be removed: {error.strerror or error}") from None
            removed.append(run.id)
    if as_json:
        emit_json({"removed": removed})
    elif removed or not each.code:
        emit("\n".join(f"removed {name}" for name in removed) or "nothing to remove")
    return each.code


def view_json(view: RunView) -> dict[str, Any]:
    """The run as plain JSON values, without its boards."""
    spec: Any = view.spec
    of_spec = ("algorithm", "mode", "parameters", "prior", "prior_tau", "seed", "workers")
    of_view = (
        "status",
        "message",
        "best_score",
        "solutions",
        "playouts",
        "rate",
        "restarts",
        "elapsed",
        "done",
        "total",
    )
    return {
        "run": view.id,
        "kind": _kind(view),
        "title": getattr(spec, "title", ""),
        "family": getattr(spec, "family", None),
        "file": getattr(spec, "source", None),
        **{key: getattr(spec, key, None) for key in of_spec},
        "budget": {key: getattr(spec, key, None) for key in ("seconds", "playouts")},
        **{key: getattr(view, key) for key in of_view},
        "cpu_seconds": view.cpu,
        "run_cpu_seconds": view.run_cpu,
        "until": wanted_amount(spec),
        **labels_of(spec),
        "search": insights_json(view),
        "workers_alive": view.workers_alive,
        "created": view.created.isoformat(),
        "folder": str(view.folder),
    }


def _kind(view: RunView) -> str:
    return "" if view.spec is None else str(view.spec.__struct_config__.tag)


def _folded_row(group: Group, known: dict[str, float]) -> tuple[str, ...]:
    from solvers.runs.comparison import NONE, best_text, finds_text, median_text, seeds_text, target_text
    from tui.words.run_table import prior_text, search_text, state_text

    aim = target_text(group, known)
    return (
        group.title,
        search_text(group),
        prior_text(group),
        seeds_text(group),
        best_text(group),
        median_text(group),
        f"{aim}: {finds_text(group, known)}" if aim else NONE,
        seconds_text(group.elapsed),
        state_text(group),
        group.newest.id,
    )


def _row(view: RunView) -> tuple[str, ...]:
    spec: Any = view.spec
    return (
        view.id,
        getattr(spec, "title", "?"),
        getattr(spec, "algorithm", _kind(view)),
        short_status(view),
        score_text(view.best_score, family_of(view.spec)),
        f"{view.playouts:,}",
        seconds_text(view.elapsed),
        age_text(view.created),
    )
