"""The settings of a search as a form: algorithm, mode, prior, budget, and the algorithm's own parameters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.parameters import Parameter, ParameterError, Value, typed
from puzzles.presets import Preset, preset_of, presets_of
from solvers.registry import (
    MOST_DESIGNS,
    MOST_SEEDS,
    MOST_WORKERS,
    Algorithm,
    algorithm,
    offered_for,
    parameters_of,
)
from tui.loaded import Loaded, path_of
from tui.specs import SECONDS, Search
from tui.widgets.form import Choice, Form

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec

SECOND_SOLUTION = 5.0
"""Seconds for finding a second solution, by default; proving that there is none takes far less on published puzzles."""
ALGORITHM, WARM_START, PRIOR, TAU, WANTED = "algorithm", "warm_start", "prior", "prior_tau", "designs"
FIRST, PRESET, UNTIL, SEEDS = "first", "how_long", "until", "seeds"
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
    presets = ", ".join(f"{one.name} {one.budget}" for one in presets_of(family))
    choices = (USUAL, *(one.name for one in presets_of(family)), OWN)
    found = [Parameter(PRESET, str, USUAL, f"all settings at once: usual {SECONDS:g} s, {presets}", choices=choices)]
    found += [Parameter(ALGORITHM, str, family.default_algorithm, "how to search", choices=names)]
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
    found += family.puzzle_parameters
    if family.many_solutions:
        words = "how many different solutions; above 1: the best that are found in the whole budget"
        found.append(Parameter(WANTED, int, 1, words, 1, MOST_DESIGNS))
        words = "of several, end with the first that are found instead"
        found.append(Parameter(FIRST, bool, False, words))
    counts = not family.optimisation and EXHAUSTIVE in names
    if family.optimisation is not None:
        what = "cost" if family.optimisation.cost else "score"
        found.append(Parameter(UNTIL, str, "", f"end as soon as the best has this {what}; empty: use the whole time"))
    return (*found, *BUDGET, *((SECOND,) if counts else ()))


def tau_of(family: Family, prior: str, algorithm: str) -> float | None:
    """The temperature that a choice of prior has by default; None if it is no prior."""
    return None if prior == "none" or not family.priors.kinds else family.priors.kind(prior, algorithm).tau


def own_parameters(chosen: Algorithm, family: Family) -> tuple[Parameter, ...]:
    """The algorithm's own settings with the family's defaults; where boards can be learnt from, a file with one too."""
    own = parameters_of(chosen, family)
    if not (chosen.learns and (family.optimisation or family.rules.local_search)):
        return own
    words = "a file with a board whose moves are learnt before the search, warmth times; b chooses one; empty: none"
    if chosen.needs_repair:
        words = "a file with a board or game, such as another search's best, to begin with; b chooses one; empty: none"
    return (*own, Parameter(WARM_START, str, "", words))


USUAL_VALUES: dict[str, Value] = {}
"""What the user's settings put in place of defaults."""


def default_spec(loaded: Loaded) -> SolveSpec:
    values = {one.name: one.default for one in parameters_for(loaded.family)} | USUAL_VALUES | _own_settings(loaded)
    return _spec(loaded, values, {})


def _own_settings(loaded: Loaded) -> dict[str, Value]:
    return {one.name: getattr(loaded.puzzle, one.name) for one in loaded.family.puzzle_parameters}


def _spec(loaded: Loaded, values: Mapping[str, Value], own: Mapping[str, Value]) -> SolveSpec:
    if not values["seconds"] and not values["playouts"]:
        raise ParameterError("Give a time or a number of playouts.")
    search = Search(
        algorithm=str(values[ALGORITHM]),
        mode=cast("str | None", values.get("mode")),
        prior=str(values.get(PRIOR, "auto")),
        prior_tau=float(values.get(TAU, 1.0)),
        warm_start=_path(str(own.get(WARM_START, ""))),
        parameters={name: value for name, value in own.items() if name != WARM_START},
        seed=int(values["seed"]),
        seconds=float(values["seconds"]) or None,
        playouts=int(values["playouts"]) or None,
        workers=int(values["workers"]),
        until=_number(str(values.get(UNTIL, ""))),
        designs=int(values.get(WANTED, 1)),
        first=bool(values.get(FIRST, False)),
    )
    return search.spec(loaded.puzzle, count_seconds=float(values.get("second", 0.0)), source=loaded.source)


def _number(text: str) -> float | None:
    """The number in the field; None if nothing was, ParameterError if it is none."""
    try:
        return float(text.replace(",", "")) if text.strip() else None
    except ValueError:
        raise ParameterError(f"until is {text!r}; expected a number, or nothing") from None


class SearchSettings(Vertical):
    """The form; its lower part follows the chosen algorithm."""

    DEFAULT_CSS = """
    SearchSettings > VerticalScroll { height: 1fr; }
    SearchSettings #own { height: auto; margin-top: 1; }
    SearchSettings #general { height: auto; }
    SearchSettings .hint { height: auto; max-height: 8; padding: 1 0 0 0; color: $text-muted; }
    SearchSettings .hint.-error { color: $error; text-style: bold; }
    """

    def __init__(self, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.plain = plain
        self.family_name = ""
        self._puzzle: Puzzle | None = None
        self._tau: float | None = None
        self._preset_texts: dict[str, str] = {"seconds": f"{SECONDS:g}", "playouts": "0"}
        """What the preset has put into fields."""
        self._offering = asyncio.Lock()

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Vertical(id="general")
            yield Vertical(id="own")
        yield Static("", classes="hint", markup=False)

    def take(self, loaded: Loaded) -> bool:
        """True if the form is that of the puzzle's family: it stays as it is, but for what belongs to the puzzle."""
        form = self._general(loaded.family)
        if form is not None and loaded.puzzle != self._puzzle:
            form.fill(_own_settings(loaded))
            self._puzzle = loaded.puzzle
        return form is not None

    async def fit(self, loaded: Loaded) -> None:
        """Offers what there is for the puzzle's family, as `take`; a new form if it is another family's."""
        if self.take(loaded):
            return
        self._puzzle = loaded.puzzle
        self._tau = tau_of(loaded.family, "auto", loaded.family.default_algorithm)
        self.family_name = loaded.family.name
        general = self.query_one("#general")
        await general.remove_children()
        parameters = parameters_for(loaded.family)
        values = USUAL_VALUES | _own_settings(loaded)
        await general.mount(Form(parameters, values, plain=self.plain, id="general-form"))
        await self._offer(loaded.family.default_algorithm)

    def adjusted(self, loaded: Loaded) -> Loaded:
        """The puzzle with those of its settings that stand in the form; ParameterError as `spec`."""
        form = self._general(loaded.family)
        if form is None:
            return loaded
        settings = {one.name: form.value(one.name) for one in loaded.family.puzzle_parameters}
        puzzle = loaded.family.adjusted(loaded.puzzle, settings) if settings else loaded.puzzle
        if puzzle == loaded.puzzle:
            return loaded
        self._puzzle = puzzle
        return Loaded(puzzle, loaded.source)

    def spec(self, loaded: Loaded) -> SolveSpec:
        """The run that the form describes; ParameterError, and the focus on the field, if a value is not admitted.

        The puzzle's own settings are those of `loaded`, which `adjusted` has made. Without a form for the puzzle's
        family: as `default_spec`.
        """
        form = self._general(loaded.family)
        if form is None:
            return default_spec(loaded)
        values = form.values()
        own = self._fitting("#own-form", own_parameters(algorithm(str(values[ALGORITHM])), loaded.family))
        try:
            return _spec(loaded, values, own.values() if own is not None else {})  # while it is to come: defaults
        except PuzzleError as error:  # of the warm start: all else was read before
            self.query_one("#own-form", Form).refuse(WARM_START)
            raise ParameterError(str(error)) from None

    def seeds(self) -> list[int]:
        """The seeds to search with, one or several; ParameterError as `spec`."""
        forms = self.query("#general-form").results(Form)
        form = next(iter(forms), None)
        if form is None or SEEDS not in form.fields:
            return []
        first = int(form.value("seed"))
        return list(range(first, first + int(form.value(SEEDS))))

    def warm_start_field(self) -> Input | None:
        """The field for the warm start's file; None if the algorithm chosen, or the family, has none."""
        fields = [form.fields.get(WARM_START) for form in self.query("#own-form").results(Form)]
        return next((one for one in fields if isinstance(one, Input)), None)

    def _general(self, family: Family) -> Form | None:
        return self._fitting("#general-form", parameters_for(family)) if family.name == self.family_name else None

    def _fitting(self, selector: str, parameters: tuple[Parameter, ...]) -> Form | None:
        forms = self.query(selector).results(Form)
        return next((one for one in forms if one.parameters == parameters and len(one.fields) == len(parameters)), None)

    def hint(self, text: str, *, error: bool = False) -> None:
        """Draws a line below the form; an error begins with `! `."""
        line = self.query_one(".hint", Static)
        line.update(f"! {text}" if error else text)
        line.set_class(error, "-error")

    async def _offer(self, name: str, values: Mapping[str, Value] | None = None) -> None:
        chosen = algorithm(name)
        self.hint(_about(chosen))
        async with self._offering:  # a choice may be made while a puzzle's form is being built
            own = self.query_one("#own")
            await own.remove_children()
            parameters = own_parameters(chosen, registry.get_family(self.family_name))
            if parameters:
                await own.mount(Form(parameters, values, plain=self.plain, id="own-form"))

    @on(Choice.Changed)
    async def _chosen(self, event: Choice.Changed) -> None:
        if event.choice.name == PRESET:
            await self._fill_in(event.value)
            return
        if event.choice.name == ALGORITHM:
            await self._offer(event.value)
        if event.choice.name in (ALGORITHM, PRIOR):
            self._follow_prior()
        self._be_own()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name = event.input.name or ""
        if name in self._preset_texts and event.value != self._preset_texts[name]:
            self._be_own()

    def _be_own(self) -> None:
        """The settings are those of no preset any more."""
        forms = self.query("#general-form").results(Form)
        for form in forms:
            if PRESET in form.fields:
                form.fill({PRESET: OWN})

    async def _fill_in(self, name: str) -> None:
        """Puts the preset's settings into the fields, and says what it is and where it is from."""
        family = registry.get_family(self.family_name)
        if name == OWN:
            self.hint("own: the settings as they stand below")
            return
        preset = preset_of(family, name) if name != USUAL else Preset(USUAL, "the defaults", seconds=SECONDS)
        algorithm_name = preset.algorithm or family.default_algorithm
        tau = preset.prior_tau or tau_of(family, preset.prior, algorithm_name)
        values: dict[str, Value] = {
            ALGORITHM: algorithm_name,
            PRIOR: preset.prior,
            "seconds": preset.seconds or 0.0,
            "playouts": preset.playouts or 0,
        }
        values |= {"mode": preset.mode or family.rules.modes[0]} if family.rules.modes else {}
        values |= {TAU: tau} if tau is not None else {}
        self._tau = tau if tau is not None else self._tau
        self._preset_texts = {key: typed(value) for key, value in values.items()}
        self.query_one("#general-form", Form).fill(values)
        await self._offer(algorithm_name, dict(preset.parameters))
        source = f" ({preset.source})" if preset.source else ""
        self.hint(f"{preset.name}: {preset.explanation}{source}")

    def _follow_prior(self) -> None:
        """The temperature becomes the prior's own, unless the user has typed one."""
        form, family = self.query_one("#general-form", Form), registry.get_family(self.family_name)
        if PRIOR not in form.fields:
            return
        tau = tau_of(family, str(form.value(PRIOR)), str(form.value(ALGORITHM)))
        if tau is not None and form.fields[TAU].value.strip() == f"{self._tau:g}":
            form.fill({TAU: tau})
            self._tau = tau

    @on(Form.Explained)
    def _explain(self, event: Form.Explained) -> None:
        if event.name == ALGORITHM:
            self.hint(_about(algorithm(str(self.query_one("#general-form", Form).value(ALGORITHM)))))
        else:
            self.hint(event.text)


def _about(chosen: Algorithm) -> str:
    return f"{chosen.title}: {chosen.explanation}"


def _path(typed: str) -> str:
    """The file that was typed; `~` is the home folder, and `-` a file's name like any other."""
    return str(path_of(typed)) if typed not in ("", "-") else typed and "./-"
