"""`mcs-tui experiment report`: what an experiment has found so far, as a table beside published figures."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.commands.experiment import NAME, QUICK, kept_experiment, refusing
from tui.commands.terminal import Exit, Refused, emit, plain_characters, terminal_width
from tui.commands.writing import check_writable, write_file

if TYPE_CHECKING:
    from solvers.experiments.toml_file import Experiment


@click.command()
@NAME
@QUICK
@click.option(
    "--format", "form", type=click.Choice(("text", "markdown", "csv", "json")), default="text", show_default=True
)
@click.option("--compare", nargs=2, multiple=True, metavar="ROW ROW", help="Compare two rows on the same seeds.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Write the curves over CPU time or playouts too: FILE.svg, .png or .pdf.",
)
@click.option("--ascii", is_flag=True, help="Only ASCII characters.")
def report(
    name: str, quick: bool, form: str, compare: tuple[tuple[str, str], ...], plot: Path | None, ascii: bool
) -> int:
    """Print the table of an experiment: what its rows have reached, beside the published figures of its file.

    It can be asked for while the experiment runs. Intervals are of 95 %.
    """
    from solvers.experiments import writers
    from solvers.experiments.cell import cells
    from solvers.experiments.report import report as made
    from tui.words.experiment_picture import SUFFIXES, exported

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
    if plot is not None:
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
