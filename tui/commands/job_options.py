"""The options that say how to search, and from which file to train, shared by the commands that start a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from puzzles.family import Family, Puzzle
from puzzles.groups import PriorKind
from puzzles.inputs import is_stdin, located, read_puzzle
from puzzles.parameters import Value, resolve
from puzzles.registry import families, get_family
from puzzles.text.rounding import MOST_DECIMALS, rounding
from solvers.registry import MOST_DESIGNS, MOST_WORKERS, algorithm
from solvers.request import SECONDS, Corpus, Search
from solvers.runs.scoring import FARTHEST_SCORE
from tui.commands.names import ALGORITHM, FAMILY, MODE, prior_kinds
from tui.commands.options import Command, Number, Seconds, WholeNumber, parse_settings, settings_checked, together


def temperatures() -> str:
    """The priors' own temperatures in words, such as `4; ngram 6`: the most frequent one, then those that differ."""
    kinds = [kind for family in families() for kind in family.priors.kinds]
    usual = Counter(kind.tau for kind in kinds if kind.source == "counted").most_common(1)[0][0]
    return "; ".join([f"{usual:g}", *(f"{kind.name} {kind.tau:g}" for kind in kinds if kind.tau != usual)])


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


def search_options(command: Command) -> Command:
    """The options of a search, read back by `search_of`; a function, as their help asks all families."""
    return together(
        click.option(
            "--preset",
            default="",
            metavar="NAME",
            help="All settings at once, where none is given: quick (10 s), thorough (10 min), paper (published).",
        ),
        click.option("--algorithm", type=ALGORITHM, help="The search [default: the family's]."),
        click.option(
            "--mode",
            type=MODE,
            help="One of the family's modes, where it has several [default: its first]. Latin squares and Kakuro: "
            "strong uses all propagation, paper only what the papers' tables were measured with.",
        ),
        click.option(
            "--prior",
            default="auto",
            show_default=True,
            metavar="NAME",
            help="Bias of the moves: none, the name of one of the family's priors, or auto, its first if it has any.",
            shell_complete=prior_kinds,
        ),
        click.option(
            "--prior-tau",
            type=Number(0, 100, above=True),
            help=f"Temperature of the prior's bias [default: the prior's own, {temperatures()}].",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="A parameter of the algorithm, such as level=3, or of the puzzle, such as model=eterna-v1 (see "
            "`mcs-tui algorithms`); repeatable.",
        ),
        click.option(
            "--warm-start",
            metavar="FILE|-",
            help="A board or game to begin with: NRPA, GNRPA, BLNRPA learn it (--set warmth), annealing, lns go on.",
        ),
        click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Random seed."),
        click.option(
            "--seconds", type=Seconds(), help=f"Search for at most this time [default: {SECONDS:g}, or --playouts]."
        ),
        click.option(
            "--playouts", type=WholeNumber(1), help="Search for at most this number of playouts (or dead ends)."
        ),
        click.option(
            "--workers",
            type=WholeNumber(1, MOST_WORKERS),
            default=1,
            show_default=True,
            help="How many processes search at the same time, each with a seed of its own.",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Search on the workers of a Dask scheduler, such as tcp://host:8786: --workers of them, or all.",
        ),
        click.option(
            "--designs",
            type=WholeNumber(1, MOST_DESIGNS),
            default=1,
            show_default=True,
            metavar="K",
            help="Use the whole budget and keep the best K different solutions; for puzzles that have many (rna).",
        ),
        click.option(
            "--until",
            type=Number(-FARTHEST_SCORE, FARTHEST_SCORE),
            metavar="SCORE",
            help="End as soon as the best has this score, or this cost where that is counted (tsptw).",
        ),
        click.option("--first", is_flag=True, help="With --designs: end as soon as K are found."),
        click.option(
            "--apart",
            type=WholeNumber(0),
            default=0,
            metavar="N",
            help="With --designs: any two designs differ in at least N positions.",
        ),
        click.option(
            "--front",
            is_flag=True,
            help="With --designs: keep the Pareto front of probability, defect and GC (rna), at most K designs; of "
            "more, the best by each and those that differ most.",
        ),
        click.option(
            "--front-gc",
            type=Number(0, 100),
            metavar="PERCENT",
            help="With --front: the GC content that is best; by default the middle of what the target demands, or 50.",
        ),
    )(command)


def search_of(options: dict[str, Any]) -> Search:
    """The search in the options of `search_options`, taken out of `options`; UsageError for a bad --set."""
    name = options.pop("algorithm")
    parameters = parse_settings(options.pop("settings"))
    if name is not None:
        of_families = {
            one.name for family in families() for one in (*family.puzzle_parameters, *family.rules.parameters)
        }
        of_algorithm = {key: value for key, value in parameters.items() if key not in of_families}
        with settings_checked():
            resolve(algorithm(name).parameters, of_algorithm, name)  # reported before a puzzle is read
    for option in ("first", "apart"):
        if options[option] and options["designs"] == 1:
            raise click.UsageError(f"--{option} is for several designs; expected --designs K with it")
    if options["front"] and (options["designs"] == 1 or options["first"]):
        raise click.UsageError(
            "--front is for the best of several designs; expected --designs K with it, and no --first"
        )
    if options["front_gc"] is not None and not options["front"]:
        raise click.UsageError("--front-gc is for a Pareto front; expected --front with it")
    seconds, playouts = options.pop("seconds"), options.pop("playouts")
    return Search(
        algorithm=name,
        parameters=parameters,
        seconds=seconds,
        playouts=playouts,
        warm_start=options.pop("warm_start") or "",
        cluster=options.pop("cluster") or "",
        **{
            key: options.pop(key)
            for key in (
                *("mode", "prior", "prior_tau", "seed", "workers", "designs", "first", "apart", "front", "front_gc"),
                *("until", "preset"),
            )
        },
    )


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
