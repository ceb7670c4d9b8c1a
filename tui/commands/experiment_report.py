"""`mcs-tui experiment report`: what an experiment has found so far, as a table beside published figures."""

from __future__ import annotations

import click

from tui.commands.experiment import NAME, QUICK, named_experiment, refusing
from tui.commands.terminal import Exit, emit, plain_characters


@click.command()
@NAME
@QUICK
@click.option(
    "--format", "form", type=click.Choice(("text", "markdown", "csv", "json")), default="text", show_default=True
)
@click.option("--compare", nargs=2, multiple=True, metavar="ROW ROW", help="Compare two rows on the same seeds.")
@click.option("--ascii", is_flag=True, help="Only ASCII characters.")
def report(name: str, quick: bool, form: str, compare: tuple[tuple[str, str], ...], ascii: bool) -> int:
    """Print the table of an experiment: what its rows have reached, beside the published figures of its file.

    It can be asked for while the experiment runs.
    """
    from solvers.experiments import writers
    from solvers.experiments.cell import cells
    from solvers.experiments.report import report as made

    _, place = named_experiment(name, quick)
    with refusing():
        kept = place.experiment()
        found = cells(kept, puzzles=place.problems())
        results = place.results().values()
    command = f"mcs-tui experiment run {kept.name}" + (" --quick" if kept.is_quick else "")
    table = made(kept, found, results, command, compare)
    forms = {"markdown": writers.markdown, "csv": writers.comma_separated, "json": writers.json}
    emit(forms[form](table) if form in forms else writers.text(table, plain=plain_characters(ascii)))
    return Exit.OK
