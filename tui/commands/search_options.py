"""The options that say how to search, shared by the commands that start one, and the run's spec they make."""

from __future__ import annotations

import math
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from puzzles.family import Puzzle
from puzzles.parameters import resolve
from puzzles.registry import FAMILY_MODULES, family
from solvers.registry import ALGORITHMS, algorithm
from tui.commands.completing import prior_kinds
from tui.commands.parameter_options import parse_settings

if TYPE_CHECKING:
    from solvers.runs.spec import Mode, SolveSpec

Command = typing.TypeVar("Command", bound=Callable[..., Any])

SECONDS = 60.0
"""The budget if none is given: some seconds are plenty for what can be solved, and nobody waits much longer."""

LARGEST = 2**63 - 1


class Seconds(click.FloatRange):
    """A finite number of seconds above 0 (or, with `zero`, 0 too)."""

    name = "seconds"

    def __init__(self, *, zero: bool = False) -> None:
        super().__init__(min=0, min_open=not zero)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error for infinity and NaN, which comparisons alone let through."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number of seconds", param, ctx)
        return number


def family_option(command: Command) -> Command:
    """The option --family for commands that read puzzles."""
    choice = click.Choice(list(FAMILY_MODULES))
    return click.option("--family", "family_name", type=choice, help="Read as this family; else found by content.")(
        command
    )


def search_options(command: Command) -> Command:
    """The options of a search, read back by `Search.of`."""
    names = click.Choice([one.name for one in ALGORITHMS])
    options = (
        click.option("--algorithm", type=names, default="backtracking", show_default=True, help="The search."),
        click.option(
            "--mode",
            type=click.Choice(["paper", "strong"]),
            default="strong",
            show_default=True,
            help="Propagation: all we have, or only what the papers' tables measure.",
        ),
        click.option(
            "--prior",
            default="auto",
            show_default=True,
            metavar="NAME",
            help="auto, none, or a prior of the family.",
            shell_complete=prior_kinds,
        ),
        click.option(
            "--prior-tau",
            type=click.FloatRange(0, 100, min_open=True),
            default=4.0,
            show_default=True,
            help="Temperature of the prior's bias.",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="A parameter of the algorithm, such as level=3 (see `mcs-tui algorithms`); repeatable.",
        ),
        click.option("--seed", type=click.IntRange(0, LARGEST), default=1, show_default=True, help="Random seed."),
        click.option("--seconds", type=Seconds(), help=f"Budget in seconds [default: {SECONDS:g}, or --playouts]."),
        click.option("--playouts", type=click.IntRange(1, LARGEST), help="Budget in playouts (or dead ends)."),
        click.option(
            "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes, each with its seed."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Search:
    """How to search, as the command line says it; checked as far as it can be without a puzzle."""

    algorithm: str
    mode: Mode
    prior: str
    prior_tau: float
    parameters: dict[str, Any]
    seed: int
    seconds: float | None
    playouts: int | None
    workers: int

    @classmethod
    def of(cls, options: dict[str, Any]) -> Search:
        """The search in the options of `search_options`, taken out of `options`; ParameterError for a bad --set."""
        name = options.pop("algorithm")
        parameters = resolve(algorithm(name).parameters, parse_settings(options.pop("settings")), name)
        seconds, playouts = options.pop("seconds"), options.pop("playouts")
        return cls(
            algorithm=name,
            parameters=parameters,
            seconds=SECONDS if seconds is None and playouts is None else seconds,
            playouts=playouts,
            **{key: options.pop(key) for key in ("mode", "prior", "prior_tau", "seed", "workers")},
        )

    def spec(self, puzzle: Puzzle, *, count_seconds: float = 0.0, source: str = "") -> SolveSpec:
        """The run's spec for one puzzle; UsageError if its family has no such prior."""
        from solvers.runs.spec import SolveSpec

        owner = family(puzzle.family)
        known = ["auto", "none", *(kind.name for kind in owner.prior_kinds)]
        if self.prior not in known:
            raise click.UsageError(f"{owner.name} has no prior {self.prior!r}; expected one of: {', '.join(known)}")
        return SolveSpec(
            family=puzzle.family,
            puzzle=owner.to_json(puzzle),
            title=puzzle.title,
            algorithm=self.algorithm,
            mode=self.mode,
            parameters=self.parameters,
            prior=self.prior if algorithm(self.algorithm).uses_prior else "none",
            prior_tau=self.prior_tau,
            seed=self.seed,
            seconds=self.seconds,
            playouts=self.playouts,
            workers=self.workers,
            count_seconds=count_seconds,
            source=source,
        )
