"""The options that say how to search, and from which file to train, shared by the commands that start a job."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from puzzles.family import Family, Puzzle
from puzzles.groups import PriorKind
from puzzles.inputs import is_stdin, located, read_puzzle
from puzzles.parameters import Value, resolve
from puzzles.registry import families, get_family
from puzzles.text.reading import MOST_DECIMALS, rounding
from solvers.registry import algorithm
from solvers.request import Corpus, Request
from solvers.settings import SETTINGS, Setting
from tui.commands.names import ALGORITHM, FAMILY, MODE, prior_kinds
from tui.commands.options import Command, Number, WholeNumber, parse_settings, settings_checked, together


def _round(ctx: click.Context, _param: click.Parameter, decimals: int | None) -> None:
    """Rounds what the command reads."""
    if decimals is not None:
        ctx.with_resource(rounding(decimals))


def family_option(command: Command) -> Command:
    """The options of commands that read puzzles."""
    return together(
        click.option(
            "--family", "family_name", type=FAMILY, help="Read the text as this family [default: by content]."
        ),
        click.option(
            "--round",
            type=WholeNumber(0, MOST_DECIMALS),
            expose_value=False,
            callback=_round,
            metavar="N",
            help="Round the numbers of a puzzle that has decimals (tsptw) to N of them; a note says by how much.",
        ),
    )(command)


puzzle_setting_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the puzzle itself, such as model=eterna-v1 (rna); repeatable.",
)
"""For commands that read a puzzle and don't search."""


def puzzle_of(file: str, board_name: str | None, family_name: str | None, settings: tuple[str, ...]) -> Puzzle:
    """The puzzle in the file, with its settings; PuzzleError or UsageError, also if the board comes from stdin too."""
    if board_name is not None and is_stdin(file) and is_stdin(board_name):
        raise click.UsageError("only one of FILE and --board can be standard input")
    given = parse_settings(settings)
    puzzle = read_puzzle(file, family_name)
    refuse_empty(puzzle, given)
    with settings_checked():
        return get_family(puzzle.family).adjusted(puzzle, given)


def refuse_empty(puzzle: Puzzle, given: Mapping[str, Value]) -> None:
    """UsageError for a setting of the puzzle without a value, unless that takes away what the puzzle's file demands."""
    for one in get_family(puzzle.family).puzzle_parameters:
        if given.get(one.name) == "" and not getattr(puzzle, one.name):
            raise click.UsageError(f"--set {one.name}= has no value, and the puzzle has none to take away")


TYPES: dict[str, click.ParamType[Any]] = {"algorithm": ALGORITHM, "mode": MODE}
"""Of the settings whose values are names, of all families."""


def setting_option(one: Setting, default: Value | None = None) -> Callable[[Command], Command]:
    """The setting of a search as an option; `default` in place of its own."""
    usual = one.default if default is None else default
    known = not one.optional and not one.usually and usual not in ("", 0)
    kind: click.ParamType[Any] | type = TYPES.get(one.name, str)
    if one.kind is int:
        kind = WholeNumber(int(one.minimum or 0), None if one.maximum is None else int(one.maximum))
    elif one.kind is float:
        kind = Number(one.minimum or 0, one.maximum, above=one.above, unit=one.unit)
    words = f"{'With --designs: ' if one.of_several else ''}{one.explanation}"
    usually = one.usually if isinstance(one.usually, str) else one.usually()
    return click.option(
        one.option_name,
        one.name,
        default=None if one.optional or one.usually else usual,
        show_default=known and one.kind is not bool,
        help=f"{words[0].upper()}{words[1:]}{f' [default: {usually}]' if usually else ''}.",
        metavar=one.metavar or None,
        shell_complete=prior_kinds if one.name == "prior" else None,
        **({"is_flag": True} if one.kind is bool else {"type": kind}),
    )


def search_options(**defaults: Value) -> Callable[[Command], Command]:
    """The options of a search, read back by `request_of`; a function, as their help asks all families."""
    return together(
        *(setting_option(one, defaults.get(one.name)) for one in SETTINGS),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="A parameter of the algorithm, such as level=3, or of the puzzle, such as model=eterna-v1 (see "
            "`mcs-tui algorithms`); repeatable.",
        ),
    )


def request_of(options: dict[str, Any]) -> Request:
    """What the options of `search_options` ask for, taken out of `options`; UsageError for a bad --set."""
    parameters = parse_settings(options.pop("settings"))
    asked = {one.name: options.pop(one.name) for one in SETTINGS}
    with settings_checked():
        if asked["algorithm"] is not None:
            of_families = {
                one.name for family in families() for one in (*family.puzzle_parameters, *family.rules.parameters)
            }
            own = {name: value for name, value in parameters.items() if name not in of_families}
            chosen = algorithm(asked["algorithm"])
            resolve(chosen.parameters, own, chosen.name)  # reported before a puzzle is read
        return Request(parameters, **asked)


corpus_options = together(
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
"""The options of a training from a file, read back by `corpus_of`."""

SOURCES = {
    "counted": "counted over generated puzzles: it takes no --from",
    "corpus": "counted over a file of solved puzzles; expected --from FILE",
    "handmade": "published weights, which come with mcs-tui: there is nothing to train",
    "puzzle": "computed from each puzzle: there is nothing to train",
}
"""Why a kind of prior can't be trained as the user asks, by where it comes from."""


def corpus_of(options: dict[str, Any]) -> Corpus | None:
    """The file that the options of `corpus_options` name, taken out of `options`; None without --from.

    UsageError for one of the others without --from.
    """
    path = options.pop("corpus")
    names = ("column", "families_capped", "citation")
    given = {name: value for name in names if (value := options.pop(name)) is not None}
    if path is not None:
        return Corpus(Path(located(str(path))), **given)
    for name in given:
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
