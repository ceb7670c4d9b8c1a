"""The options that say how to search, shared by the commands that start one."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable
from typing import Any

import click

from puzzles.parameters import resolve
from puzzles.registry import families
from solvers.registry import algorithm
from tui.commands.choices import AlgorithmName, FamilyName, ModeName
from tui.commands.completing import prior_kinds
from tui.commands.option_types import Number, Seconds, WholeNumber
from tui.commands.parameter_options import parse_settings, settings_checked
from tui.search import MOST_DESIGNS, MOST_WORKERS, SECONDS, Search

Command = typing.TypeVar("Command", bound=Callable[..., Any])


def temperatures() -> str:
    """The priors' own temperatures in words, such as `4; ngram 6`: the usual one, then those that differ."""
    kinds = [kind for family in families() for kind in family.priors.kinds]
    usual = Counter(kind.tau for kind in kinds if kind.source == "counted").most_common(1)[0][0]
    return "; ".join([f"{usual:g}", *(f"{kind.name} {kind.tau:g}" for kind in kinds if kind.tau != usual)])


def family_option(command: Command) -> Command:
    """The option --family for commands that read puzzles."""
    return click.option(
        "--family", "family_name", type=FamilyName(), help="Read as this family; else found by content."
    )(command)


def puzzle_setting_option(command: Command) -> Command:
    """The option --set for commands that read a puzzle and don't search."""
    help_text = "A setting of the puzzle itself, such as model=eterna-v1 (rna); repeatable."
    return click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=help_text)(command)


def search_options(command: Command) -> Command:
    """The options of a search, read back by `search_of`."""
    options = (
        click.option("--algorithm", type=AlgorithmName(), help="The search [default: the family's]."),
        click.option(
            "--mode",
            type=ModeName(),
            help="Propagation, where a family has the choice: all we have, or only what the papers' tables measure "
            "[default: strong].",
        ),
        click.option(
            "--prior",
            default="auto",
            show_default=True,
            metavar="NAME",
            help="auto, none, or a prior of the family; where there is none, auto means none.",
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
            help="A board or game to begin with: nrpa and gnrpa learn it (--set warmth), annealing goes on from it.",
        ),
        click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Random seed."),
        click.option("--seconds", type=Seconds(), help=f"Budget in seconds [default: {SECONDS:g}, or --playouts]."),
        click.option("--playouts", type=WholeNumber(1), help="Budget in playouts (or dead ends)."),
        click.option(
            "--workers",
            type=WholeNumber(1, MOST_WORKERS),
            default=1,
            show_default=True,
            help="Processes, each with its seed.",
        ),
        click.option(
            "--designs",
            type=WholeNumber(1, MOST_DESIGNS),
            default=1,
            show_default=True,
            metavar="K",
            help="Use the whole budget and keep the best K different solutions; for puzzles that have many (rna).",
        ),
        click.option("--first", is_flag=True, help="With --designs: end as soon as K are found."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def search_of(options: dict[str, Any]) -> Search:
    """The search in the options of `search_options`, taken out of `options`; UsageError for a bad --set."""
    name = options.pop("algorithm")
    parameters = parse_settings(options.pop("settings"))
    if name is not None:
        of_algorithm = {key: value for key, value in parameters.items() if key not in _families_settings()}
        with settings_checked():
            resolve(algorithm(name).parameters, of_algorithm, name)  # reported before a puzzle is read
    if options["first"] and options["designs"] == 1:
        raise click.UsageError("--first is for several designs; expected --designs K with it")
    seconds, playouts = options.pop("seconds"), options.pop("playouts")
    return Search(
        algorithm=name,
        parameters=parameters,
        seconds=SECONDS if seconds is None and playouts is None else seconds,
        playouts=playouts,
        warm_start=options.pop("warm_start") or "",
        **{key: options.pop(key) for key in ("mode", "prior", "prior_tau", "seed", "workers", "designs", "first")},
    )


def _families_settings() -> set[str]:
    """The names of the settings that some family has for its puzzles or its rules."""
    return {one.name for family in families() for one in (*family.puzzle_parameters, *family.rules.parameters)}
