"""`mcs-tui experiment`: puzzles, searches, budgets and seeds of a TOML file, run on several cores into a table."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzles.errors import PuzzleError
from tui.commands.options import WholeNumber, parse_settings, together
from tui.commands.root import Commands
from tui.commands.terminal import (
    Exit,
    Refused,
    columns,
    complain,
    emit,
    emit_json,
    note,
    plain_characters,
    terminal_width,
)
from tui.commands.writing import check_writable, write_file
from tui.words.chart_kinds import KINDS, WIDTHS
from tui.words.wording import seconds_text

if TYPE_CHECKING:
    from solvers.experiments.cell import Cell
    from solvers.experiments.folder import ExperimentFolder
    from solvers.experiments.live import State
    from solvers.experiments.toml_file import Experiment, Quick


NAME = click.argument("name", metavar="FILE|NAME|FOLDER")
QUICK = click.option("--quick", is_flag=True, help="The small size that the file's [quick] describes.")
SIZED = together(
    click.option("--rows", multiple=True, metavar="ROW", help="Only this row of the file; repeatable."),
    click.option("--puzzles", type=WholeNumber(1), help="So many puzzles of each [[puzzles]] at most."),
    click.option("--seeds", metavar="SEEDS", help="Seeds such as 1-20 or 3,7, in place of the file's."),
    click.option(
        "--seconds", metavar="POINTS", help="CPU seconds at which scores are read, such as 1,10, in place of."
    ),
    click.option("--playouts", metavar="POINTS", help="The same in playouts, such as 1024,8192."),
    click.option("--generated", type=WholeNumber(0), help="Seed of generated puzzles, in place of the file's."),
    click.option("--data", multiple=True, metavar="NAME=PATH", help="Where data of the file are; repeatable."),
)
"""Another size than the file's, as its [quick] could describe it, and the data that the file does not name itself."""
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@contextmanager
def refusing() -> Iterator[None]:
    """Refused in place of what is wrong with a folder."""
    from solvers.experiments.folder import FolderError

    try:
        yield
    except FolderError as error:
        raise Refused(str(error)) from None


def named_experiment(
    name: str, quick: bool, size: Quick | None = None, data: Iterable[str] = ()
) -> tuple[Experiment, ExperimentFolder]:
    """The experiment that a user names, and where its results are kept; PuzzleError or Refused, one line."""
    from solvers.experiments.folder import named

    if quick and size is not None:
        raise click.UsageError(
            "--quick is a size of its own; expected it without --rows, --puzzles, --seeds and points"
        )
    with refusing():
        return named(name, quick=quick, size=size, data={key: str(path) for key, path in parse_settings(data).items()})


def kept_experiment(name: str, quick: bool) -> ExperimentFolder:
    """The folder of the experiment that a user names: of several sizes the one used last, the others being noted.

    PuzzleError or Refused, one line, if there is none. `quick`: only that of `--quick`.
    """
    from solvers.experiments.folder import kept

    found = kept(name, quick=quick)
    if not found:
        chosen, _ = named_experiment(name, quick)
        size, option = (" at its quick size", " --quick") if quick else ("", "")
        raise Refused(f"{chosen.name} has not been run{size}; expected `mcs-tui experiment run {name}{option}` before")
    folder, *others = found
    if others:
        also = ", ".join(str(one.path) for one in others)
        note(f"{folder.path}, which was used last; name a folder for another size: {also}", quiet=False)
    return folder


def size_of(**given: Any) -> Quick | None:
    """The size that the options of SIZED describe, None if none is given; UsageError for one that is none."""
    import msgspec

    from solvers.experiments.toml_file import Quick, in_words

    size = {name: value for name, value in given.items() if value not in (None, ())}
    for name, kind in (("seconds", float), ("playouts", int)):
        if name in size:
            try:
                size[name] = [kind(one) for one in size[name].split(",")]
            except ValueError:
                raise click.UsageError(f"--{name} {size[name]}: expected numbers, commas between") from None
    if {"seconds", "playouts"} <= {*size}:
        raise click.UsageError("--seconds and --playouts are given; expected one of them")
    try:
        return msgspec.convert(size, Quick) if size else None
    except msgspec.ValidationError as error:
        option = re.search(r"\$\.(\w+)", str(error))
        named = f"--{option[1]}" if option else "the size"
        raise click.UsageError(f"{named} is out of range; expected {in_words(str(error))}") from None


@click.group(cls=Commands, short_help="Run experiments: many searches, one table.")
def experiment() -> None:
    """Experiments: puzzles, searches, budgets and seeds in a TOML file become a table.

    NAME is an experiment that comes with mcs-tui (`mcs-tui experiment list`), FILE a TOML file of your own, FOLDER one
    with results. docs/experiments.md explains the file.
    """


@experiment.command()
@NAME
@QUICK
@SIZED
@click.option("--workers", type=WholeNumber(1), help="How many searches at a time, each on a core of its own [all].")
@click.option(
    "--cluster", metavar="ADDRESS", help="Search on the workers of a Dask scheduler, such as tcp://host:8786."
)
@click.option("--folder", type=click.Path(path_type=Path), help="Where results are kept [your data folder's, by name].")
@click.option(
    "--shard",
    default="",
    metavar="K/N",
    help="Only an Nth of the cells, as job K of N with the same --folder; report and status join them.",
)
@click.option("--detach", is_flag=True, help="Start it, print its folder and leave it running.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def run(
    name: str,
    quick: bool,
    data: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    folder: Path | None,
    shard: str,
    detach: bool,
    quiet: bool,
    **size: Any,
) -> int:
    """Search all cells of an experiment: each row's search on each puzzle from each seed.

    Each result is on the disk before it counts as done. Interrupted in any way, the same command goes on where it was:
    what is done is not done again. If the terminal is lost, it goes on. Exit codes: 0 all is done, 1 some cells could
    not be, 2 bad input, 69 no scheduler answers at the address of --cluster, 74 a full disk, 130 interrupted.
    """
    from solvers.experiments.folder import ExperimentFolder, become, part_of, start
    from solvers.runs.launcher import cores

    if cluster is not None and workers is not None:
        raise click.UsageError("--workers and --cluster are given; expected one: a cluster has its own workers")
    if (number := workers or cores()) > cores():
        raise Refused(f"{number} searches at a time need as many cores; there are {cores()}")
    where: int | str = cluster or number
    chosen, place = named_experiment(name, quick, size_of(**size), data)
    place = ExperimentFolder(folder.absolute()) if folder is not None else place
    try:
        with refusing():
            part_of(place, shard)  # is it one?
            place.make(chosen)
    except OSError as error:
        raise Refused(f"{error.filename or place.path}: {error.strerror or error}") from None
    if not detach:
        become(place, where, shard, quiet=quiet)
    start(place, where, shard)
    emit(str(place.path))
    return Exit.OK


@experiment.command()
@NAME
@QUICK
def stop(name: str, quick: bool) -> int:
    """Stop an experiment that runs, here or in the background. `run` goes on with it."""
    place = kept_experiment(name, quick)
    if not place.runs:
        note(f"{place.path}: it does not run", quiet=False)
        return Exit.OK
    place.ask_to_stop()
    return Exit.OK


@experiment.command()
@NAME
@QUICK
@click.option("--cells", "every", is_flag=True, help="A line for each cell.")
@AS_JSON
def status(name: str, quick: bool, every: bool, as_json: bool) -> int:
    """Show how far an experiment is: rows, the cells that are searched now, and how long the others take."""
    from solvers.experiments.live import Watch
    from tui.words import sentence as words

    place = kept_experiment(name, quick)
    with refusing():
        chosen, state = place.experiment(), Watch(place).look()
    assert state is not None  # it is the first look
    if as_json:
        emit_json(_status_object(chosen, place, state))
        return Exit.OK
    emit(f"{chosen.title}: {words.how_far(state)}", "")
    emit(columns([words.ROW_HEADS, *words.row_lines(state)], words.ROW_NUMBERS))
    if every:
        emit("", columns([words.CELL_HEADS, *words.cell_lines(state)]))
    elif state.running:
        emit("", columns([words.NOW_HEADS, *words.now_lines(state)]))
    for failed in state.failed.values():
        complain(f"could not be done: {state.by_key[failed.key].title}: {failed.error}")
    return Exit.OK


@experiment.command()
@NAME
@QUICK
@SIZED
@AS_JSON
def check(name: str, quick: bool, data: tuple[str, ...], as_json: bool, **size: Any) -> int:
    """Examine an experiment's file, and say what it would run: cells, and CPU time where the budgets say it."""
    from solvers.experiments.cell import cells, problems
    from solvers.experiments.live import most_cpu_seconds
    from solvers.runs.launcher import cores

    chosen, place = named_experiment(name, quick, size_of(**size), data)
    found = cells(chosen, puzzles=problems(chosen, generate=False))
    most = most_cpu_seconds(found)
    by_row = Counter(one.row for one in found)
    if as_json:
        seconds = {"cpu_seconds": most}
        emit_json({"name": chosen.name, "title": chosen.title, "cells": len(found), "rows": dict(by_row), **seconds})
        return Exit.OK
    budgets = {one.row: _budget(one) for one in found}
    emit(f"{chosen.title}: {len(found):,} cells", "")
    lines = [(row, f"{number:,}", budgets[row]) for row, number in by_row.items()]
    emit(columns([("ROW", "CELLS", "BUDGET"), *lines], frozenset({1})))
    if most is not None:
        workers = cores()
        emit("", f"at most {seconds_text(most)} of CPU time: {seconds_text(most / workers)} on {workers} cores")
    note(f"results are kept in {place.path}", quiet=False)
    return Exit.OK


@experiment.command("list")
@AS_JSON
def list_(as_json: bool) -> int:
    """List the experiments that come with mcs-tui, and those that have results on this disk."""
    from solvers.experiments.folder import ExperimentFolder, FolderError, experiments_root, shipped

    found = []
    for name in shipped():
        chosen, place = named_experiment(name, False)
        found.append({"name": name, "title": chosen.title, "results": str(place.path) if place.exists else None})
    others = []
    root = experiments_root()
    for folder in sorted(root.iterdir()) if root.is_dir() else []:
        place = ExperimentFolder(folder)
        if place.exists:
            try:
                number = sum(not one.error for one in place.results().values())
                others.append((str(folder), place.experiment().title, number, place.runs))
            except (FolderError, PuzzleError) as error:
                complain(str(error))
    if as_json:
        kept = [{"folder": path, "title": title, "done": done, "runs": runs} for path, title, done, runs in others]
        emit_json({"shipped": found, "kept": kept})
        return Exit.OK
    emit(columns([("NAME", "TITLE"), *((str(one["name"]), str(one["title"])) for one in found)]))
    if others:
        lines = [(path, f"{done:,}", "runs" if runs else "") for path, _, done, runs in others]
        emit("", columns([("FOLDER", "DONE", ""), *lines], frozenset({1})))
    return Exit.OK


def _budget(cell: Cell) -> str:
    return f"{cell.playouts[-1]:,} playouts" if cell.playouts else f"{seconds_text(cell.seconds[-1])} of CPU time"


def _status_object(chosen: Experiment, place: ExperimentFolder, state: State) -> dict[str, Any]:
    import msgspec

    workers = state.live.workers if state.live else 0
    left = state.seconds_left(workers) if workers else (None, None)
    return {
        "name": chosen.name,
        "title": chosen.title,
        "folder": str(place.path),
        "runs": state.live is not None,
        "cells": len(state.cells),
        "done": len(state.done),
        "failed": {state.by_key[key].title: one.error for key, one in state.failed.items()},
        "workers": workers,
        "seconds_left": left[0],
        "most_seconds_left": left[1],
        "running": [{"title": state.by_key[one.key].title, **msgspec.to_builtins(one)} for one in state.running],
    }


@experiment.command()
@NAME
@QUICK
@click.option(
    "--format", "form", type=click.Choice(("text", "markdown", "csv", "json")), default="text", show_default=True
)
@click.option("--compare", nargs=2, multiple=True, metavar="ROW ROW", help="Compare two rows on the same seeds.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Write a picture too: FILE.svg, .png or .pdf; curves over CPU time or playouts, or what --chart says.",
)
@click.option(
    "--chart",
    type=click.Choice(KINDS),
    help="A figure for a paper: a panel a puzzle, times to a target, a performance profile, or ranks.",
)
@click.option("--size", type=click.Choice(list(WIDTHS)), default="page", show_default=True, help="Its width.")
@click.option("--target", type=float, help="The score that is timed; by default what half of all seeds come to.")
@click.option("--ascii", is_flag=True, help="Only ASCII characters.")
def report(
    name: str,
    quick: bool,
    form: str,
    compare: tuple[tuple[str, str], ...],
    plot: Path | None,
    chart: str | None,
    size: str,
    target: float | None,
    ascii: bool,
) -> int:
    """Print the table of an experiment: what its rows have reached, beside the published figures of its file.

    It can be asked for while the experiment runs. Intervals are of 95 %.
    """
    from solvers.experiments import writers
    from solvers.experiments.cell import cells
    from solvers.experiments.report import report as made
    from tui.words.experiment_picture import SUFFIXES, exported

    if chart is not None and plot is None:
        raise click.UsageError("--chart without --plot; expected --plot FILE.svg, .png or .pdf")
    if plot is not None:
        check_writable(plot)
        if plot.suffix not in SUFFIXES:
            raise click.UsageError(f"{plot}: expected a name that ends with one of: {', '.join(SUFFIXES)}")
    place = kept_experiment(name, quick)
    with refusing():
        kept = place.experiment()
        found = cells(kept, puzzles=place.problems())
        results = list(place.results().values())
    known = dict.fromkeys(cell.row for cell in found)
    for row in (row for pair in compare for row in pair):
        if row not in known:
            raise Refused(f"no row is called {row!r}; expected one of: {', '.join(map(repr, known))}")
    table = made(kept, found, results, _command(kept), compare)
    if plot is not None and chart is not None:
        from tui.words import experiment_charts

        write_file(plot, experiment_charts.chart(chart, table, found, results, plot.suffix, size, target))
    elif plot is not None:
        write_file(plot, exported(table, found, results, plot.suffix))
    emit(
        writers.text(table, plain=plain_characters(ascii), width=terminal_width())
        if form == "text"
        else writers.WRITERS[form](table)
    )
    return Exit.OK


def _command(kept: Experiment) -> str:
    """What runs an experiment of that size."""
    from msgspec import UNSET

    words = ["mcs-tui", "experiment", "run", kept.name]
    if (size := kept.size) is None:
        return shlex.join([*words, "--quick"] if kept.is_quick else words)
    for row in size.rows:
        words += ["--rows", row]
    for name in ("puzzles", "seeds", "seconds", "playouts", "generated"):
        value = getattr(size, name)
        if value is not None and value is not UNSET:
            words += [f"--{name}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return shlex.join(words)
