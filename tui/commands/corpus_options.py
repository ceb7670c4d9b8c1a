"""Training from a file: the options that say so."""

from __future__ import annotations

import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from puzzles.family import Family, PriorKind
from tui.commands.options import WholeNumber
from tui.inputs import located
from tui.specs import Corpus

Command = typing.TypeVar("Command", bound=Callable[..., Any])

SOURCES = {
    "counted": "counted over generated puzzles: it takes no --from",
    "corpus": "counted over a file of solved puzzles; expected --from FILE",
    "handmade": "published weights, which come with mcs-tui: there is nothing to train",
    "puzzle": "computed from each puzzle: there is nothing to train",
}
"""Why a kind of prior can't be trained as was wished, by where it comes from."""


def corpus_options(command: Command) -> Command:
    """The options of a training from a file, read back by `corpus_of`."""
    options = (
        click.option(
            "--from",
            "corpus",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="A file of solved puzzles, gzip or not, for the priors counted over one: a table with columns, "
            "Stockholm alignments, or names, sequences and brackets on lines of their own. data:NAME is a dataset's.",
        ),
        click.option(
            "--column",
            metavar="NAME",
            help="With --from: the table's column with the structures; of alignments ss_mfe or ss_cons.",
        ),
        click.option(
            "--families-capped",
            type=WholeNumber(1),
            metavar="N",
            help="With --from: count at most N rows of each of the table's families.",
        ),
        click.option("--citation", metavar="TEXT", help="With --from: what the data is, kept with the prior."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def corpus_of(options: dict[str, Any]) -> Corpus | None:
    """The file that the options of `corpus_options` name, taken out of `options`; None without --from.

    UsageError for one of the others without --from.
    """
    path = options.pop("corpus")
    given = {name: options.pop(name) for name in ("column", "families_capped", "citation")}
    if path is not None:
        settings = {name: value for name, value in given.items() if value is not None}
        return Corpus(Path(located(str(path))), **settings)
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} is for a training with --from FILE")
    return None


def kind_to_train(family: Family, name: str | None, corpus: Corpus | None) -> PriorKind:
    """The prior to train: the named one, or the first that can be trained so; UsageError if it can't be."""
    wanted = "counted" if corpus is None else "corpus"
    if name is None:
        fitting = [kind for kind in family.priors.kinds if kind.source == wanted]
        chosen = (fitting or family.priors.kinds)[0]
    else:
        chosen = family.priors.kind(name)
    if chosen.source != wanted:
        raise click.UsageError(f"{family.name}'s prior {chosen.name} is {SOURCES[chosen.source]}")
    return chosen
