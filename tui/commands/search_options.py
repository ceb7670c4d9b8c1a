"""The options that say how to search, shared by the commands that start one, and the run's spec they make."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import click

from puzzles.family import Family, Puzzle
from puzzles.parameters import Value, resolve
from puzzles.registry import families, family
from solvers.registry import Algorithm, algorithm, algorithms_for, parameters_of
from tui.commands.choices import AlgorithmName, FamilyName
from tui.commands.completing import prior_kinds
from tui.commands.inputs import legal_board
from tui.commands.option_types import Number, Seconds, WholeNumber
from tui.commands.parameter_options import parse_settings, settings_checked

if TYPE_CHECKING:
    from solvers.runs.spec import Mode, SolveSpec

Command = typing.TypeVar("Command", bound=Callable[..., Any])

SECONDS = 60.0
"""The budget if none is given: some seconds are plenty for what can be solved, and nobody waits much longer."""

MOST_DESIGNS = 10_000
"""Each is judged, kept in memory and told to all workers."""


def temperatures() -> str:
    """The priors' own temperatures in words, such as `4; ngram 6`: the usual one, then those that differ."""
    kinds = [kind for owner in families() for kind in owner.priors.kinds]
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
    """The options of a search, read back by `Search.of`."""
    options = (
        click.option("--algorithm", type=AlgorithmName(), help="The search [default: the family's]."),
        click.option(
            "--mode",
            type=click.Choice(["paper", "strong"]),
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
            "--workers", type=WholeNumber(1, 64), default=1, show_default=True, help="Processes, each with its seed."
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


@dataclass(frozen=True, slots=True)
class Search:
    """How to search, as the command line says it; checked as far as it can be without a puzzle.

    `algorithm` and `mode`: None for the family's default; `prior_tau`: None for the prior's own. `parameters`: those
    that were given. `warm_start`: the name of a file, as `read_board` takes it; empty for none.
    """

    algorithm: str | None
    mode: Mode | None
    prior: str
    prior_tau: float | None
    parameters: Mapping[str, Value]
    seed: int
    seconds: float | None
    playouts: int | None
    workers: int
    warm_start: str = ""
    designs: int = 1
    first: bool = False

    @classmethod
    def of(cls, options: dict[str, Any]) -> Search:
        """The search in the options of `search_options`, taken out of `options`; UsageError for a bad --set."""
        name = options.pop("algorithm")
        parameters = parse_settings(options.pop("settings"))
        if name is not None:
            of_algorithm = {key: value for key, value in parameters.items() if key not in _families_settings()}
            with settings_checked():
                resolve(algorithm(name).parameters, of_algorithm, name)  # told before a puzzle is read
        if options["first"] and options["designs"] == 1:
            raise click.UsageError("--first is for several designs; expected --designs K with it")
        seconds, playouts = options.pop("seconds"), options.pop("playouts")
        return cls(
            algorithm=name,
            parameters=parameters,
            seconds=SECONDS if seconds is None and playouts is None else seconds,
            playouts=playouts,
            warm_start=options.pop("warm_start") or "",
            **{key: options.pop(key) for key in ("mode", "prior", "prior_tau", "seed", "workers", "designs", "first")},
        )

    def adjusted(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with those of its own settings that were given, such as its energy model; UsageError."""
        owner = family(puzzle.family)
        own = {one.name for one in owner.puzzle_parameters}
        with settings_checked():
            return owner.adjusted(puzzle, {name: value for name, value in self.parameters.items() if name in own})

    def spec(self, puzzle: Puzzle, *, count_seconds: float = 0.0, source: str = "") -> SolveSpec:
        """The run's spec for one puzzle, all of the algorithm's parameters in it, and those given for the puzzle set.

        UsageError if its family has no such algorithm, mode, prior or parameter, if the algorithm can't learn from a
        warm start, or if several solutions are asked for where a puzzle has one; PuzzleError if the warm start is no
        board of the puzzle.
        """
        from solvers.runs.spec import SolveSpec

        owner = family(puzzle.family)
        puzzle = self.adjusted(puzzle)
        own = {one.name for one in owner.puzzle_parameters}
        chosen = _runnable(owner, self.algorithm or owner.default_algorithm)
        known = (*parameters_of(chosen, owner), *owner.puzzle_parameters)
        with settings_checked():
            settings = resolve(known, self.parameters, chosen.name)
        prior = _known_prior(owner, self.prior)
        return SolveSpec(
            family=puzzle.family,
            puzzle=owner.to_json(puzzle),
            title=puzzle.title,
            algorithm=chosen.name,
            mode=_known_mode(owner, self.mode),
            parameters={name: value for name, value in settings.items() if name not in own},
            prior=prior if chosen.uses_prior else "none",
            prior_tau=self.prior_tau,
            seed=self.seed,
            seconds=self.seconds,
            playouts=self.playouts,
            workers=self.workers,
            count_seconds=count_seconds if counts_solutions(owner) else 0.0,
            source=source,
            warm_start=_learnt(chosen, puzzle, self.warm_start) if self.warm_start else [],
            wanted=_known_number(owner, self.designs),
            keep_best=self.designs > 1 and not self.first,
        )


def counts_solutions(owner: Family) -> bool:
    """True if a second solution of its puzzles can be looked for."""
    return owner.rules.undo and not owner.optimisation


def _families_settings() -> set[str]:
    """The names of the settings that some family has for its puzzles or its rules."""
    return {one.name for owner in families() for one in (*owner.puzzle_parameters, *owner.rules.parameters)}


def _runnable(owner: Family, name: str) -> Algorithm:
    able = algorithms_for(owner)
    for one in able:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in able)
    raise click.UsageError(f"{owner.name} can't be searched by {name}; expected one of: {known}")


def _known_mode(owner: Family, name: Mode | None) -> Mode:
    if name is not None and name not in owner.rules.modes:
        known = f"expected one of: {', '.join(owner.rules.modes)}" if owner.rules.modes else "it has no choice of modes"
        raise click.UsageError(f"{owner.name} has no mode {name!r}; {known}")
    return name or (cast("Mode", owner.rules.modes[0]) if owner.rules.modes else "strong")


def _known_prior(owner: Family, name: str) -> str:
    known = ["auto", "none", *(kind.name for kind in owner.priors.kinds)]
    if name not in known:
        raise click.UsageError(f"{owner.name} has no prior {name!r}; expected one of: {', '.join(known)}")
    return name if owner.priors.kinds else "none"


def _known_number(owner: Family, designs: int) -> int:
    if designs > 1 and not owner.many_solutions:
        able = ", ".join(one.name for one in families() if one.many_solutions)
        raise click.UsageError(f"{owner.name} is searched for one solution; --designs is for: {able}")
    return designs


def _learnt(chosen: Algorithm, puzzle: Puzzle, name: str) -> list[int]:
    """The warm start's board; PuzzleError unless it is a legal one with a move in it."""
    if not chosen.learns:
        able = ", ".join(one.name for one in algorithms_for(family(puzzle.family)) if one.learns)
        raise click.UsageError(f"{chosen.name} can't learn from a warm start; expected one of: {able}")
    return list(legal_board(name, puzzle))
