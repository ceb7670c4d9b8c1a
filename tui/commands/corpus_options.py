"""Training from a file: the options that say so, and the run's spec they make."""

from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from puzzles.family import Family, PriorKind
from tui.commands.located import located
from tui.commands.option_types import WholeNumber

if TYPE_CHECKING:
    from solvers.runs.spec import TrainSpec

Command = typing.TypeVar("Command", bound=Callable[..., Any])

SOURCES = {
    "counted": "counted over generated puzzles: it takes no --from",
    "corpus": "counted over a file of solved puzzles; expected --from FILE",
    "handmade": "published weights, which come with mcs-tui: there is nothing to train",
    "puzzle": "computed from each puzzle: there is nothing to train",
}
"""Why a kind of prior can't be trained as was wished, by where it comes from."""


def corpus_options(command: Command) -> Command:
    """The options of a training from a file, read back by `FromFile.of`."""
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


@dataclass(frozen=True, slots=True)
class FromFile:
    """What the options say; `path` is None if the training is not from a file."""

    path: Path | None
    column: str
    families_capped: int
    citation: str

    @classmethod
    def of(cls, options: dict[str, Any]) -> Self:
        """What the options of `corpus_options` say, taken out of `options`; UsageError for one without --from."""
        path = options.pop("corpus")
        path = path and Path(located(str(path)))
        given = {name: options.pop(name) for name in ("column", "families_capped", "citation")}
        for name, value in given.items():
            if path is None and value is not None:
                raise click.UsageError(f"--{name.replace('_', '-')} is for a training with --from FILE")
        return cls(path, given["column"] or "", given["families_capped"] or 0, given["citation"] or "")

    def kind(self, owner: Family, name: str | None) -> PriorKind:
        """The prior to train: the named one, or the first that can be trained so; UsageError if it can't be."""
        wanted = "counted" if self.path is None else "corpus"
        if name is None:
            fitting = [kind for kind in owner.priors.kinds if kind.source == wanted]
            chosen = (fitting or owner.priors.kinds)[0]
        else:
            chosen = owner.priors.kind(name)
        if chosen.source != wanted:
            raise click.UsageError(f"{owner.name}'s prior {chosen.name} is {SOURCES[chosen.source]}")
        return chosen

    def spec(self, owner: Family, prior: str, shape: str | None) -> TrainSpec:
        """The run that counts the file.

        UsageError for a shape that the family has no prior of that kind for; PuzzleError if the file can't be read or
        does not begin as it should.
        """
        from priors.corpus_training import check_beginning
        from priors.shipped import usual_shape
        from solvers.runs.spec import TrainSpec

        if self.path is None:
            raise ValueError("there is no file")
        usual = usual_shape(owner, prior)
        if shape not in (None, usual):
            raise click.UsageError(f"{owner.name} has no shape {shape!r} for the prior {prior}; expected {usual}")
        check_beginning(self.path, self.column)
        return TrainSpec(
            family=owner.name,
            prior=prior,
            shape=usual,
            title=f"training {owner.name} {prior}, {self.path.name}",
            puzzles=0,
            corpus=str(self.path.absolute()),
            column=self.column,
            families_capped=self.families_capped,
            citation=self.citation,
        )
