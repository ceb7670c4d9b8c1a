"""`mcs-tui games`: the games that were finished by hand, counted, or one by one as CSV or JSON."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import click

from tui.commands.terminal import emit, emit_json

if TYPE_CHECKING:
    from tui.play.statistics import FinishedGame


@click.command(short_help="Statistics of the games you have played by hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: what is counted of each kind, and all games.")
@click.option("--csv", "as_csv", is_flag=True, help="A table for other programs, one finished game per line.")
def games(as_json: bool, as_csv: bool) -> None:
    """Count the games that you have finished: how many, the best, the median and days in a row, by size and grade.

    Games with a hint or a revealed cell are counted, but are not among the best.
    """
    if as_json and as_csv:
        raise click.UsageError("expected only one of --json and --csv")
    from puzzles.text.separated import csv_text
    from puzzles.user_data import data_root
    from tui.play.finish import all_figures
    from tui.play.statistics import FinishedGame, FinishedGames, figures

    kept = FinishedGames(data_root())
    if as_csv:
        heads = ["finished", *(one.name for one in fields(FinishedGame) if one.name != "at")]
        rows = [["" if value is None else value for value in _object(one).values()] for one in kept.all()]
        emit(csv_text([heads, *rows]).rstrip("\n"))
    elif as_json:
        counted = [asdict(one) | {"best": one.best and _object(one.best)} for one in figures(kept.all(), date.today())]
        emit_json({"figures": counted, "games": [_object(one) for one in kept.all()]})
    else:
        emit("\n".join(all_figures(kept, date.today())))


def _object(game: FinishedGame) -> dict[str, Any]:
    """The game's figures; when it was finished, as text, in place of seconds."""
    values = asdict(game)
    at = datetime.fromtimestamp(values.pop("at"), UTC).isoformat(timespec="seconds")
    return {"finished": at, **values}
