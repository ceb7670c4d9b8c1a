"""What a new search can be told: its settings by family, their values by preset and by the user's own, and its spec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from puzzles.family import Board, Family
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.presets import Preset, presets_of
from solvers.registry import MOST_DESIGNS, MOST_SEEDS, MOST_WORKERS, Algorithm, offered_for
from solvers.request import SECONDS, Search
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.widgets import beginning

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec

SECOND_SOLUTION = 5.0
"""Seconds for finding a second solution, by default; proving that there is none takes far less on published puzzles."""
ALGORITHM, PRIOR, TAU, WANTED = "algorithm", "prior", "prior_tau", "designs"
FIRST, APART, FRONT, PRESET, UNTIL, SEEDS = "first", "apart", "front", "how_long", "until", "seeds"
USUAL, OWN = "usual", "own"
"""Choices of the preset beside the family's: the defaults, and settings that are those of none."""
BUDGET = (
    Parameter("seconds", float, SECONDS, "stop after that long; 0: no limit", 0.0, 1e7),
    Parameter("playouts", int, 0, "stop after that many playouts or dead ends; 0: no limit", 0, 2**62),
    Parameter("workers", int, 1, "processes, each with its own random stream", 1, MOST_WORKERS),
    Parameter("seed", int, 1, "the same seed gives the same search", 0, 2**62),
    Parameter(
        SEEDS,
        int,
        1,
        "searches, from this seed on; as many at a time as there are cores",
        1,
        MOST_SEEDS,
    ),
)
EXHAUSTIVE = "exhaustive"
"""The search by which solutions are counted; without it no second one is looked for."""
MODES = {"strong": "strong propagates all it can", "paper": "paper only what the papers' tables measure"}
SECOND = Parameter("second", float, SECOND_SOLUTION, "seconds to look for a second solution; 0: don't", 0.0, 1e7)


def parameters_for(family: Family) -> tuple[Parameter, ...]:
    """The settings that do not depend on the algorithm, as far as the family has a choice there."""
    names = tuple(one.name for one in offered_for(family))
    found = [Parameter(ALGORITHM, str, family.default_algorithm, "how to search", choices=names)]
    if family.rules.modes:
        words = ", ".join(MODES[mode] for mode in family.rules.modes if mode in MODES) or "how the rules propagate"
        found.append(Parameter("mode", str, family.rules.modes[0], words, choices=family.rules.modes))
    if family.priors.kinds:
        kinds = tuple(kind.name for kind in family.priors.kinds)
        trained = ", trained if need be" if any(kind.source == "counted" for kind in family.priors.kinds) else ""
        words = "; ".join(
            [f"auto: the default one{trained}", *(f"{kind.name}: {kind.explanation}" for kind in family.priors.kinds)]
        )
        found.append(Parameter(PRIOR, str, "auto", words, choices=("auto", "none", *kinds)))
        words = "temperature of the prior's bias; each kind of prior has its own default"
        found.append(
            Parameter(TAU, float, family.priors.kind("auto", family.default_algorithm).tau, words, 0.01, 100.0)
        )
    if family.many_solutions:
        words = "how many different solutions; above 1: the best that are found in the whole budget"
        found.append(Parameter(WANTED, int, 1, words, 1, MOST_DESIGNS))
        words = "of several, end with the first that are found instead"
        found.append(Parameter(FIRST, bool, False, words))
        words = "of several, how many positions any two differ in at least"
        found.append(Parameter(APART, int, 0, words, 0, 10_000))
        words = "of several, keep the Pareto front of probability, defect and GC"
        found.append(Parameter(FRONT, bool, False, words))
    counts = not family.optimisation and EXHAUSTIVE in names
    if family.optimisation is not None:
        what = "cost" if family.optimisation.cost else "score"
        found.append(Parameter(UNTIL, str, "", f"end as soon as the best has this {what}; empty: use the whole time"))
    return (*found, *BUDGET, *((SECOND,) if counts else ()), *family.puzzle_parameters)


def tau_of(family: Family, prior: str, algorithm: str) -> float | None:
    """The temperature that a choice of prior has by default; None if it is no prior."""
    return None if prior == "none" or not family.priors.kinds else family.priors.kind(prior, algorithm).tau


def start_parameters(family: Family, chosen: Algorithm, own: Board | None) -> tuple[Parameter, ...]:
    """The settings at the top: the preset, and what the search begins with; `own`: the user's game of the puzzle."""
    presets = ", ".join(f"{one.name} {one.budget}" for one in presets_of(family))
    choices = (USUAL, *(one.name for one in presets_of(family)), OWN)
    words = f"all settings at once: usual {SECONDS:g} s, {presets}"
    return Parameter(PRESET, str, USUAL, words, choices=choices), *beginning.parameters(family, chosen, own)


def preset_values(family: Family, name: str, options: AppOptions) -> tuple[Preset, dict[str, Value]]:
    """The preset, and the values that it gives the settings; where the family has none of that name, the usual one."""
    known = {one.name: one for one in presets_of(family)}
    preset = known.get(name) or Preset(USUAL, "the defaults", seconds=options.seconds or SECONDS)
    algorithm_name = preset.algorithm or family.default_algorithm
    tau = preset.prior_tau or tau_of(family, preset.prior, algorithm_name)
    values: dict[str, Value] = {
        ALGORITHM: algorithm_name,
        PRIOR: preset.prior,
        "seconds": preset.seconds or 0.0,
        "playouts": preset.playouts or 0,
    }
    values |= {"mode": preset.mode or family.rules.modes[0]} if family.rules.modes else {}
    return preset, values | ({TAU: tau} if tau is not None else {})


def usual_values(family: Family, options: AppOptions) -> tuple[Preset, dict[str, Value]]:
    """The preset of the user's settings with its values, and with what else they say of a new search."""
    preset, values = preset_values(family, options.preset, options)
    values |= {"seconds": options.seconds} if options.seconds else {}
    return preset, values | {SEEDS: options.seeds, "workers": options.cores if options.seeds == 1 else 1}


def default_spec(loaded: Loaded, options: AppOptions | None = None) -> SolveSpec:
    """The search as the user's settings describe it."""
    preset, values = usual_values(loaded.family, options or AppOptions())
    values = {one.name: one.default for one in parameters_for(loaded.family)} | values | own_settings(loaded)
    return spec_of(loaded, values, preset.parameters)


def own_settings(loaded: Loaded) -> dict[str, Value]:
    return {one.name: getattr(loaded.puzzle, one.name) for one in loaded.family.puzzle_parameters}


def spec_of(
    loaded: Loaded, values: Mapping[str, Value], own: Mapping[str, Value], board: tuple[int, ...] = ()
) -> SolveSpec:
    if not values["seconds"] and not values["playouts"]:
        raise ParameterError("Give a time or a number of playouts.")
    search = Search(
        algorithm=str(values[ALGORITHM]),
        mode=cast("str | None", values.get("mode")),
        prior=str(values.get(PRIOR, "auto")),
        prior_tau=float(values.get(TAU, 1.0)),
        board=board,
        parameters=own,
        seed=int(values["seed"]),
        seconds=float(values["seconds"]) or None,
        playouts=int(values["playouts"]) or None,
        workers=int(values["workers"]),
        until=_number(str(values.get(UNTIL, ""))),
        designs=int(values.get(WANTED, 1)),
        first=bool(values.get(FIRST, False)),
        apart=int(values.get(APART, 0)),
        front=bool(values.get(FRONT, False)),
    )
    return search.spec(loaded.puzzle, count_seconds=float(values.get("second", 0.0)), source=loaded.source)


def default_seeds(options: AppOptions) -> list[int]:
    """The seeds of a new search."""
    return list(range(1, options.seeds + 1))


def _number(text: str) -> float | None:
    """The number in the field; None if nothing was, ParameterError if it is none."""
    try:
        return float(text.replace(",", "")) if text.strip() else None
    except ValueError:
        raise ParameterError(f"until is {text!r}; expected a number, or nothing") from None
