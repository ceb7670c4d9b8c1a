"""An experiment, read from its TOML file and examined: rows multiplied out, names, what is wrong and in which line.

What a row can be: every search, every peer, and a command. A command is for experiments alone, whose file the user has
chosen: a run's folder, which may come from elsewhere, can't name one.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import msgspec

from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import ParameterError, Value, typed
from puzzles.peers.command import PEER
from puzzles.registry import decode, get_family, is_family
from puzzles.registry import names as family_names
from puzzles.text.quoting import counted
from puzzles.user_data import LARGEST_TEXT, read_named
from solvers import registry
from solvers.experiments.toml_file import Experiment, Row, load, seeds_of
from solvers.registry import Algorithm, parameters_of
from solvers.request import AskedError, Request

COMMAND = registry.as_algorithm(PEER)
TIMES = ("solved", "median", "90 %", "longest")
"""The columns of the measure `time`."""
FIELD = re.compile(r"\{(\w+)\}")
"""In a row's name what stands for a parameter's value."""
MOST_ROWS = 10_000
"""That the lists of one row may multiply out to."""


def offered() -> tuple[Algorithm, ...]:
    return (*registry.offered(), COMMAND)


def offered_for(family: Family) -> tuple[Algorithm, ...]:
    return (*registry.offered_for(family), COMMAND)


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name; KeyError if there is none."""
    return COMMAND if name == COMMAND.name else registry.algorithm(name)


def read(path: Path) -> Experiment:
    """The experiment in the file; PuzzleError, with the line, if it is not one or can't be read."""
    try:
        text = decode(read_named(path, LARGEST_TEXT), source=str(path))
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), source=str(path)) from None
    return parse(text, path.name.removesuffix(".toml"), path.absolute().parent)


def parse(text: str, name: str, folder: Path, *, kept: bool = False) -> Experiment:
    """The experiment in the text; PuzzleError, with the line, for what is wrong and can be told without its puzzles.

    `kept`: it has been run; earlier versions took points in any order, and published figures of any number.
    """
    return checked(load(text, name, folder), kept=kept)


def checked(experiment: Experiment, *, kept: bool = False) -> Experiment:
    """The experiment; PuzzleError as `parse`."""
    _check(experiment)
    if not kept:
        _check_points(experiment)
        _check_published(experiment)
    return experiment


def has_ends_alone(experiment: Experiment) -> bool:
    """Whether its budgets differ so much that the report has one column, that of their ends."""
    budgets = {experiment.budget(one).points for one in experiment.file.row if one.algorithm}
    return len(budgets) > 2 and all(len(one) == 1 for one in budgets)


def rows(experiment: Experiment) -> tuple[Row, ...]:
    """The rows, one for each combination of values where a parameter has several; its name says which it has."""
    found = [one for number, row in enumerate(experiment.file.row) for one in _combinations(experiment, number, row)]
    wanted = experiment.file.quick.rows if experiment.is_quick else []
    return tuple(one for base, one in found if not wanted or base in wanted or one.name in wanted)


def _combinations(experiment: Experiment, number: int, row: Row) -> Iterator[tuple[str, Row]]:
    """Rows of single values, each with the name that the file has for all of them."""
    choices: dict[str, list[Any]] = {name: _many(value) for name, value in row.parameters.items()}
    choices |= {"prior": _many(row.prior), "prior_tau": _many(row.prior_tau)}
    if not 1 <= math.prod(map(len, choices.values())) <= MOST_ROWS:
        what = next((f"{name} has no value" for name, values in choices.items() if not values), "")
        raise experiment.fault(
            ("row", number), what or "the lists of the row multiply out to more", f"1 to {MOST_ROWS:,} rows"
        )
    several = [name for name, values in choices.items() if len(values) > 1]
    for combination in itertools.product(*choices.values()):
        values = dict(zip(choices, combination, strict=True))
        words = {name: "" if value is None else typed(value) for name, value in values.items()}
        fields = set(FIELD.findall(row.name))
        if not fields <= set(words):
            unknown = min(fields - set(words))
            raise experiment.fault(
                ("row", number, "name"), f"name has {{{unknown}}} in it", f"one of: {', '.join(words)}"
            )
        base = _filled_in(row.name, words) or _usual_name(row, values, several)
        left = [f"{_short(name)} {words[name]}" for name in several if name not in fields]
        name = ", ".join([base, *left])
        parameters = {key: value for key, value in values.items() if key not in ("prior", "prior_tau")}
        prior, tau = values["prior"], values["prior_tau"]
        yield row.name, msgspec.structs.replace(row, name=name, parameters=parameters, prior=prior, prior_tau=tau)


def _filled_in(name: str, words: Mapping[str, str]) -> str:
    return FIELD.sub(lambda found: words[found[1]], name)


def _usual_name(row: Row, values: dict[str, Any], several: list[str]) -> str:
    """What a row without a name is called, such as `NRPA, level 3, N 100`."""
    if not row.algorithm:
        return ""
    title = next((one.title for one in offered() if one.name == row.algorithm), row.algorithm)
    shown = {key: value for key, value in values.items() if key not in several and key != "prior_tau"}
    if shown["prior"] == "none":
        del shown["prior"]
    return ", ".join([title, *[f"{_short(key)} {typed(value)}" for key, value in shown.items()]])


def _short(name: str) -> str:
    return {"iterations": "N", "prior_tau": "prior's tau"}.get(name, name)


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _check(experiment: Experiment) -> None:
    for one in (experiment, experiment.quick()):
        _check_budgets(one)
        seeds_of(one)
        if not rows(one):
            raise experiment.fault(("quick", "rows"), "no row has one of these names", "names of [[row]]")
    names: set[str] = set()
    for number, plain in enumerate(experiment.file.row):
        for _, row in _combinations(experiment, number, plain):
            if row.name in names:
                path = ("row", number)
                raise experiment.fault(path, f"two rows are called {row.name!r}", "a name of its own for each")
            names.add(row.name)
    groups = [one.name for one in experiment.file.puzzles]
    for number, source in enumerate(experiment.file.puzzles):
        path = ("puzzles", number)
        if groups.count(source.name) > 1:
            what = "are called " + repr(source.name) if source.name else "have no name"
            raise experiment.fault(path, f"two of the [[puzzles]] {what}", "a name of its own for each")
        _check_source(experiment, number)
    for number, plain in enumerate(experiment.file.row):
        path = ("row", number)
        for name in plain.puzzles:
            if name not in groups:
                expected = f"one of: {', '.join(map(repr, groups))}"
                raise experiment.fault((*path, "puzzles"), f"no [[puzzles]] are called {name!r}", expected)
        if not plain.algorithm:
            if not plain.name or not plain.published:
                raise experiment.fault(path, "the row has no algorithm", "an algorithm, or name and published")
            continue
        if plain.algorithm not in {one.name for one in offered()}:
            able = ", ".join(one.name for one in offered())
            raise experiment.fault(
                (*path, "algorithm"), f"there is no algorithm {plain.algorithm!r}", f"one of: {able}"
            )
    for number, pair in enumerate(experiment.file.compare):
        for name in pair:
            if name not in names:
                raise experiment.fault(("compare", number), f"no row is called {name!r}", "names of two rows")
    check_families(experiment, {one.name: {one.family} - {""} for one in experiment.file.puzzles})


def check_families(experiment: Experiment, families: Mapping[str, Set[str]]) -> None:
    """Nothing; PuzzleError, with the line, if a row can't search the families that `families` has for its puzzles.

    Also if one of its parameters has no effect on any of them, by the settings that the file gives to its puzzles.
    """
    for number, plain in enumerate(experiment.file.row):
        if not plain.algorithm:
            continue
        searched = [name for name in families if not plain.puzzles or name in plain.puzzles]
        of_row = {one for name in searched for one in families[name]}
        settings = {one.name: one.settings for one in experiment.file.puzzles}
        chosen = [get_family(one).for_puzzle(settings[name]) for name in searched for one in families[name]]
        for _, row in _combinations(experiment, number, plain):
            for name in sorted(of_row):
                _check_row(experiment, number, row, get_family(name), several=len(of_row) > 1)
            for name in row.parameters:
                if chosen and all(name in one.unused.get(row.algorithm, ()) for one in chosen):
                    found = f"{name} has no effect on {row.algorithm} by the settings of these puzzles"
                    raise experiment.fault(("row", number, "parameters", name), found, "a row without it")


def _check_row(experiment: Experiment, number: int, row: Row, family: Family, *, several: bool) -> None:
    """Nothing; PuzzleError, with the line, if that family can't be searched so.

    With `several` families an algorithm that one of them does not have is no fault: it has no cells there.
    """
    path = ("row", number)
    able = {one.name for one in offered_for(family)}
    if row.algorithm not in able:
        if several:
            return
        found = f"{family.name} can't be searched by {row.algorithm}"
        raise experiment.fault((*path, "algorithm"), found, f"one of: {', '.join(sorted(able))}")
    chosen = algorithm(row.algorithm)
    if row.whole and row.algorithm != "nmcs":
        raise experiment.fault((*path, "whole"), f"whole is of no use to {row.algorithm}", "nmcs, or playouts = ...")
    try:
        given = {name: _single(value) for name, value in row.parameters.items()}
        settings: dict[str, Any] = {"mode": row.mode, "prior_tau": row.prior_tau, **row.labels}
        asked = Request(given, **settings)
        asked.values_of(parameters_of(chosen, family), chosen.name)
        asked.check_choices(family)
    except AskedError as error:
        found, _, expected = str(error).partition("; expected ")
        place = ("parameters", error.name) if error.name in given else (error.name,)
        raise experiment.fault((*path, *place), found, expected) from None
    kinds = [kind.name for kind in family.priors.kinds]
    if row.prior not in ("none", *kinds):
        expected = f"one of: {', '.join(['none', *kinds])}"
        raise experiment.fault((*path, "prior"), f"{family.name} has no prior {row.prior!r}", expected)
    if row.prior != "none" and not chosen.uses_prior:
        raise experiment.fault((*path, "prior"), f"{chosen.name} uses no prior", "none")
    if experiment.file.clock == "wall" and chosen.peer:
        raise experiment.fault((*path, "algorithm"), f"{chosen.name} is timed by its processor alone", 'clock = "cpu"')
    if experiment.file.until not in (None, {}) and family.optimisation is None:
        raise experiment.fault(("until",), f"{family.name} has no score to search until", "a family with a score")


def _single(value: Value | Sequence[Value]) -> Value:
    assert isinstance(value, (int, float, str, bool))
    return value


def _check_budgets(experiment: Experiment) -> None:
    both = "playouts and seconds are given"
    whole = experiment.file
    for path, one in ((("playouts",), whole), (("quick",), whole.quick)):
        if one.playouts is not None and one.seconds is not None:
            raise experiment.fault(path, both, "one of them")
    for number, row in enumerate(whole.row):
        if row.playouts is not None and row.seconds is not None:
            raise experiment.fault(("row", number), both, "one of them")
        if row.algorithm and not experiment.budget(row).points:
            raise experiment.fault(("row", number), "there is no budget", "playouts = ... or seconds = ...")
        if row.algorithm in {one.name for one in offered() if one.peer} and experiment.budget(row).playouts:
            raise experiment.fault(("row", number), f"{row.algorithm} counts no playouts", "seconds = ...")


def _check_points(experiment: Experiment) -> None:
    whole = experiment.file
    places: list[tuple[tuple[str | int, ...], Any]] = [((), whole), (("quick",), whole.quick)]
    for path, one in [*places, *((("row", number), row) for number, row in enumerate(whole.row))]:
        for unit in ("playouts", "seconds"):
            points = getattr(one, unit)
            for at, (before, point) in enumerate(itertools.pairwise(points if isinstance(points, list) else ()), 1):
                if point <= before:
                    found = f"{unit} has {point:,} after {before:,}"
                    raise experiment.fault_in((*path, unit, at), found, "points that ascend")


def _check_published(experiment: Experiment) -> None:
    """Nothing; PuzzleError if a row has more or fewer published figures than points, so that some have no point."""
    timed = experiment.file.measure == "time"
    for number, row in enumerate(experiment.file.row):
        points = 1 if has_ends_alone(experiment) else len(experiment.budget(row).points)
        several = isinstance(row.published, dict)
        lists = row.published.items() if isinstance(row.published, dict) else [("", row.published)]
        for name, figures in lists:
            if figures and not (len(figures) <= len(TIMES) if timed else len(figures) == points):
                of = f" of {name!r}" if several else ""
                found = f"published has {counted(len(figures), 'figure')}{of}"
                each = f'{points}, one for each point ("" for none)'
                expected = f"at most {len(TIMES)}: {', '.join(TIMES)}" if timed else each
                raise experiment.fault_in(("row", number, "published", *([name] if several else [])), found, expected)


def _check_source(experiment: Experiment, number: int) -> None:
    source, path = experiment.file.puzzles[number], ("puzzles", number)
    if (source.files is None) == (source.generate is None):
        what = "neither files nor generate is" if source.files is None else "files and generate are"
        raise experiment.fault(path, f"{what} given", "one of them")
    if source.family and not is_family(source.family):
        expected = f"one of: {', '.join(family_names())}"
        raise experiment.fault((*path, "family"), f"there is no family {source.family!r}", expected)
    if source.generate is None:
        return
    if not source.family:
        raise experiment.fault(path, "there is no family", 'family = "..." of the generator')
    family = get_family(source.family)
    try:
        family.needed_generator().resolve(source.generate, f"the {family.name} generator")
    except (PuzzleError, ParameterError) as error:
        found, _, expected = (error.message if isinstance(error, PuzzleError) else str(error)).partition("; expected ")
        raise experiment.fault((*path, "generate"), found, expected) from None
