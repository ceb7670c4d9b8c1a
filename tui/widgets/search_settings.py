"""The settings of a search as a form: what it begins with, algorithm, mode, prior, budget, the algorithm's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from puzzles import registry
from puzzles.family import Board, Family
from puzzles.parameters import Parameter, ParameterError, Value, typed
from solvers.registry import Algorithm, algorithm, parameters_of
from solvers.settings import SECONDS
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.widgets import new_search
from tui.widgets.form import Choice, Form, FormScroll
from tui.widgets.new_search import (
    ALGORITHM,
    OWN,
    PRESET,
    PRIOR,
    SEEDS,
    TAU,
    default_seeds,
    default_spec,
    own_settings,
    parameters_for,
    preset_values,
    spec_of,
    start_parameters,
    tau_of,
    usual_values,
)

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec


class SearchSettings(Vertical):
    """The form; its lower part follows the chosen algorithm."""

    DEFAULT_CSS = """
    SearchSettings > FormScroll { height: 1fr; }
    SearchSettings #own { height: auto; margin-top: 1; }
    SearchSettings #start, SearchSettings #general { height: auto; }
    SearchSettings .hint { height: auto; max-height: 8; padding: 1 0 0 0; color: $text-muted; }
    SearchSettings .hint.-error { color: $error; text-style: bold; }
    """

    def __init__(
        self, own: Callable[[Loaded], Board | None], options: AppOptions, *, plain: bool = False, id: str | None = None
    ) -> None:
        """`own` gives the user's game of a puzzle; `options`: how a new search begins."""
        super().__init__(id=id)
        self.plain = plain
        self.options = options
        self._own = own
        self.family_name = ""
        self._loaded: Loaded | None = None
        self._tau: float | None = None
        self._preset_texts: dict[str, str] = {"seconds": f"{SECONDS:g}", "playouts": "0"}
        """What the preset has put into fields."""
        self._offering = asyncio.Lock()

    def compose(self) -> ComposeResult:
        with FormScroll():
            yield Vertical(id="start")
            yield Vertical(id="general")
            yield Vertical(id="own")
        yield Static("", classes="hint", markup=False)

    def take(self, loaded: Loaded) -> bool:
        """True if the form is that of the puzzle's family: it stays as it is, but for what belongs to the puzzle."""
        form = self._general(loaded)
        if form is not None and (self._loaded is None or loaded.puzzle != self._loaded.puzzle):
            form.fill(own_settings(loaded))
            self._show_used()
        self._loaded = loaded
        return form is not None

    async def fit(self, loaded: Loaded, options: AppOptions) -> None:
        """Offers what there is for the puzzle's family, as `take`; a new form for another family or other options."""
        same, self.options = options == self.options, options
        if self.take(loaded) and same:
            await self._offer_start()
            return
        preset, values = usual_values(loaded.searched, options)
        self._tau = cast("float | None", values.get(TAU))
        self._preset_texts = {name: typed(value) for name, value in values.items()}
        self.family_name = loaded.family.name
        general = self.query_one("#general")
        await general.remove_children()
        values |= own_settings(loaded)
        known = parameters_for(loaded.searched, loaded.puzzle)
        await general.mount(Form(known, values, plain=self.plain, id="general-form"))
        await self._offer(str(values[ALGORITHM]), dict(preset.parameters))
        self.query_one("#start-form", Form).fill({PRESET: preset.name})

    def adjusted(self, loaded: Loaded) -> Loaded:
        """The puzzle with those of its settings that stand in the form; ParameterError as `spec`."""
        form = self._general(loaded)
        if form is None:
            return loaded
        settings = {one.name: form.value(one.name) for one in loaded.family.settings_of(loaded.puzzle)}
        puzzle = loaded.family.adjusted(loaded.puzzle, settings) if settings else loaded.puzzle
        if puzzle == loaded.puzzle:
            return loaded
        self._loaded = Loaded(puzzle, loaded.source)
        return self._loaded

    def begun(self, loaded: Loaded) -> Loaded:
        """The puzzle that is searched, of a position the rest; ParameterError, and the focus there, if it can't be."""
        with self._refusing_file():
            return new_search.begun(loaded, *self._beginning(), self._own(loaded))

    def spec(self, loaded: Loaded) -> SolveSpec:
        """The run that the form describes; ParameterError, and the focus on the field, if a value is not admitted.

        `loaded` is what `begun` has made. Without a form for the puzzle's family: as `default_spec`.
        """
        form = self._general(loaded)
        if form is None:
            return default_spec(loaded, self.options)
        values = form.values()
        own = self._fitting("#own-form", parameters_of(algorithm(str(values[ALGORITHM])), loaded.searched))
        with self._refusing_file():
            board = new_search.board_to_learn(loaded, *self._beginning(), self._own(loaded))
        given = own.values(self._unused()) if own is not None else {}  # while it is to come: defaults
        return spec_of(loaded, values, given, board)

    def seeds(self, loaded: Loaded) -> list[int]:
        """The seeds to search with, one or several; ParameterError as `spec`."""
        form = self._general(loaded)
        if form is None:
            return default_seeds(self.options)
        first = int(form.value("seed"))
        return list(range(first, first + int(form.value(SEEDS))))

    @property
    def takes_file(self) -> bool:
        """True if the search can begin with a file's board."""
        return any(new_search.FILE in form.fields for form in self.query("#start-form").results(Form))

    @property
    def from_position(self) -> bool:
        """True if the search begins with a position of the puzzle."""
        return self._beginning()[0] in new_search.POSITIONS

    @property
    def file(self) -> str:
        """The file that the search begins with, as it was typed."""
        return self._beginning()[1]

    def begin_with_file(self, file: str) -> None:
        """Chooses the file's game to begin with, its position where no game can be learnt, or was chosen before."""
        form = self.query_one("#start-form", Form)
        choice = form.fields[new_search.BEGIN]
        assert isinstance(choice, Choice)
        if choice.value not in new_search.OF_FILES:
            choice.value = next(one for one in reversed(choice.values) if one in new_search.OF_FILES)
        form.fill({new_search.FILE: file})
        self._show_file()
        form.fields[new_search.FILE].focus()  # so that Enter starts the search, whatever the board would do with it

    def _beginning(self) -> tuple[str, str]:
        """What the search begins with, and the file."""
        for form in self.query("#start-form").results(Form):
            if new_search.BEGIN in form.fields:
                return str(form.value(new_search.BEGIN)), form.fields[new_search.FILE].value.strip()
        return new_search.NOTHING, ""

    @contextmanager
    def _refusing_file(self) -> Iterator[None]:
        """A ParameterError passes on; the field of the file, or of the choice, gets the focus."""
        try:
            yield
        except ParameterError:
            form = self.query_one("#start-form", Form)
            form.refuse(new_search.FILE if self._beginning()[0] in new_search.OF_FILES else new_search.BEGIN)
            raise

    def _show_file(self) -> None:
        """The file's line is there while it means something."""
        for form in self.query("#start-form").results(Form):
            if new_search.FILE in form.fields:
                form.show_field(new_search.FILE, shown=self._beginning()[0] in new_search.OF_FILES)

    @property
    def _family(self) -> Family:
        """That of the puzzle, as it is searched."""
        return self._loaded.searched if self._loaded is not None else registry.get_family(self.family_name)

    def _unused(self) -> Collection[str]:
        """The algorithm's parameters that have no effect on what the form describes."""
        form, family = self.query_one("#general-form", Form), registry.get_family(self.family_name)
        settings = {name: form.fields[name].value for name in family.deciding if name in form.fields}
        unused = family.for_puzzle(settings).unused
        return unused.get(str(form.value(ALGORITHM)), ())

    def _show_used(self) -> None:
        """Parameters of the algorithm have their line while they have an effect."""
        unused = self._unused()
        for form in self.query("#own-form").results(Form):
            for name in form.fields:
                form.show_field(name, shown=name not in unused)

    async def _offer_start(self) -> None:
        """Offers what this puzzle can begin with by this algorithm; what was chosen stays as far as it is offered."""
        assert self._loaded is not None
        family = self._loaded.family
        general = self.query_one("#general-form", Form)
        chosen = algorithm(str(general.value(ALGORITHM)))
        offered = start_parameters(family, chosen, self._own(self._loaded))
        if self._fitting("#start-form", offered) is not None:
            return
        before = {
            name: one.value for form in self.query("#start-form").results(Form) for name, one in form.fields.items()
        }
        start = self.query_one("#start")
        await start.remove_children()
        await start.mount(Form(offered, before, plain=self.plain, id="start-form"))
        self._show_file()

    def _general(self, loaded: Loaded) -> Form | None:
        known = parameters_for(loaded.searched, loaded.puzzle)
        return self._fitting("#general-form", known) if loaded.family.name == self.family_name else None

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
            await self._offer_start()
            own = self.query_one("#own")
            await own.remove_children()
            parameters = parameters_of(chosen, self._family)
            if parameters:
                await own.mount(Form(parameters, values, plain=self.plain, id="own-form"))
                self._show_used()

    @on(Choice.Changed)
    async def _chosen(self, event: Choice.Changed) -> None:
        if event.choice.name == PRESET:
            await self._fill_in(event.value)
            return
        if event.choice.name == new_search.BEGIN:
            self._show_file()
            return
        if event.choice.name == ALGORITHM:
            await self._offer(event.value)
        if event.choice.name in (ALGORITHM, PRIOR):
            self._follow_prior()
        if event.choice.name in self._family.deciding:
            self._show_used()
        self._be_own()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        name = event.input.name or ""
        if name in self._preset_texts and event.value != self._preset_texts[name]:
            self._be_own()

    def _be_own(self) -> None:
        """The settings are those of no preset any more."""
        for form in self.query("#start-form").results(Form):
            form.fill({PRESET: OWN})

    async def _fill_in(self, name: str) -> None:
        """Puts the preset's settings into the fields, and says what it is and where it is from."""
        family = self._family
        if name == OWN:
            self.hint("own: the settings as they stand below")
            return
        preset, values = preset_values(family, name, self.options)
        self._tau = cast("float | None", values.get(TAU, self._tau))
        self._preset_texts = {key: typed(value) for key, value in values.items()}
        self.query_one("#general-form", Form).fill(values)
        await self._offer(str(values[ALGORITHM]), dict(preset.parameters))
        source = f" ({preset.source})" if preset.source else ""
        self.hint(f"{preset.name}: {preset.explanation}{source}")

    def _follow_prior(self) -> None:
        """The temperature becomes the prior's own, unless the user has typed one."""
        form, family = self.query_one("#general-form", Form), self._family
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
