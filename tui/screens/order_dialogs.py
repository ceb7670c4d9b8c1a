"""Ordering by a form: a new puzzle to be typed, one that is generated, which the dialog waits for, or a prior."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Paste
from textual.widgets import Input, Label

from puzzles.drafts import fitting
from puzzles.editing import Draft
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.registry import families, families_that_generate, families_that_train, get_family
from solvers.request import Corpus, training_spec
from tui.kept.loaded import Loaded, path_of
from tui.processes.engine import WatchedRun
from tui.screens.dialog import Answer, FormDialog
from tui.widgets.form import Choice, Form, FormScroll
from tui.words.wording import seconds_text, waiting_text

if TYPE_CHECKING:
    from solvers.runs.spec import TrainSpec
    from solvers.runs.view import RunView


Order = tuple[Family, dict[str, Value]]
"""What was ordered: the family, and a value for each parameter."""
SEED = Parameter("seed", int, 1, "the same seed gives the same puzzle", 0, 2**62)
TRAINING_SEED = Parameter("seed", int, 1, "training has random streams of its own; solving never shares them", 0, 2**62)
PUZZLES = 10_000
FILE = "file"
OF_A_FILE = (
    Parameter(FILE, str, "", "a table or a list of sequences with their structures, gzip or not"),
    Parameter("column", str, "", "the table's column with the structures; empty: ss_mfe, else structure"),
    Parameter("per_family", int, 0, "count at most that many rows of each family of the table; 0: all", 0, 10_000_000),
    Parameter("citation", str, "", "what the data is, kept with the prior"),
)
"""What is asked about a prior that is counted over a file of solved puzzles."""
LOOK = 0.1
"""Seconds between two looks at the job that generates a puzzle."""
BAR = 10
"""Characters of the bar while kernels are compiled."""


class OrderDialog(FormDialog[Answer], Generic[Answer], scope="order"):
    """Asks for an order. `able`: the families to choose from, `parameters` gives the form for one of them."""

    def __init__(self, title: str, able: Sequence[Family], family_name: str | None = None) -> None:
        super().__init__(title)
        self.able = [one.name for one in able]
        self.family_name = family_name if family_name in self.able else self.able[0]

    def contents(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label("puzzle")
            yield Choice("family", self.able, self.family_name, plain=self.plain)
        with FormScroll(classes="form"):
            yield self._form()

    def parameters(self, family: Family) -> Sequence[Parameter]:
        raise NotImplementedError

    def ordered(self) -> Order:
        """The order as the form stands; ParameterError if a value is not admitted."""
        return get_family(self.family_name), self.query_one(Form).values()

    @on(Choice.Changed)
    async def _change_family(self, event: Choice.Changed) -> None:
        if event.choice.name != "family":
            return
        self.family_name = event.value
        scroll = self.query_one(FormScroll)
        await scroll.remove_children()
        await scroll.mount(self._form())

    def _form(self) -> Form:
        return Form(self.parameters(get_family(self.family_name)), plain=self.plain)


class GenerateDialog(OrderDialog[str]):
    """Answers with the name of the puzzle once it is among the user's own."""

    def __init__(self) -> None:
        super().__init__("Generate a puzzle", families_that_generate())
        self.order: Order | None = None
        self._began = 0.0
        self._job: WatchedRun | None = None

    def parameters(self, family: Family) -> Sequence[Parameter]:
        return (*family.needed_generator().parameters, SEED)

    def on_mount(self) -> None:
        self.set_interval(LOOK, self._look)

    def action_accept(self) -> None:
        if self.order is not None:
            return
        try:
            family, values = order = self.ordered()
            settings = {name: value for name, value in values.items() if name != SEED.name}
            family.needed_generator().resolve(settings, "the generator")
        except ParameterError as error:
            self.hint(str(error), error=True)
            return
        self.order, self._began = order, time.monotonic()
        self.hint("Generating ...  Esc stops it.")
        self.app.run_worker(self._launch(order))  # the app's: an end of the dialog loses no job

    def action_cancel(self) -> None:
        if self.order is None:
            self.dismiss(None)
            return
        self._stop()
        self.order = None
        self.hint("Stopped. Enter starts again, Esc closes.")

    def on_unmount(self) -> None:
        self.order = None
        self._stop()

    async def _launch(self, order: Order) -> None:
        from solvers.runs.spec import GenerateSpec

        family, values = order[0], dict(order[1])
        seed = int(values.pop("seed"))
        spec = GenerateSpec(family=family.name, title=family.title, parameters=values, seed=seed)
        try:
            run = await self.app.engine.launch(spec, transient=True)
        except OSError as error:
            if self.order is order:
                self._fail(error.strerror or str(error))
            return
        if self.order is not order:  # cancelled while it was being launched
            self.app.engine.request(run, "stop")
            return
        self._job = WatchedRun(self.app.engine, run)

    def _look(self) -> None:
        if self._job is None or self.order is None:
            return
        self._job.look()
        view = self._job.view
        assert view is not None
        if view.generated:
            self._take(view, self.order[0])
        elif view.status in ("failed", "interrupted", "stopped", "done"):
            self._fail(view.message or f"generating ended without a puzzle ({view.status})")
        else:
            waited = seconds_text(round(time.monotonic() - self._began))
            waiting = waiting_text(view, BAR, plain=self.plain) if view.compile_seconds else view.message
            self.hint(f"{waiting or 'Generating ...'}  {waited}  Esc stops it.")

    def _take(self, view: RunView, family: Family) -> None:
        try:
            puzzle = family.from_json(view.generated[0].puzzle)
        except PuzzleError as error:
            self._fail(str(error))
            return
        self._job = None
        self.dismiss(self.app.own_puzzles.add(Loaded(puzzle, "generated")))

    def _fail(self, message: str) -> None:
        self.order = self._job = None
        self.hint(message, error=True)

    def _stop(self) -> None:
        if self._job is not None:
            try:
                self._job.request("stop")
            except OSError as error:
                self.app.say(error.strerror or str(error), error=True)
        self._job = None


class TrainDialog(OrderDialog["TrainSpec"]):
    """Answers with the run that counts what was ordered. `like` is the puzzle whose shape is proposed."""

    def __init__(self, like: Loaded | None) -> None:
        self.like = like
        super().__init__("Train a prior", families_that_train(), like.family.name if like is not None else None)

    def action_accept(self) -> None:
        try:
            self.dismiss(_train_spec(self.ordered()))
        except (ParameterError, PuzzleError) as error:
            self.hint(str(error), error=True)

    @on(Choice.Changed)
    def _change_prior(self, event: Choice.Changed) -> None:
        if event.choice.name != "prior":
            return
        family = get_family(self.family_name)
        field = self.query_one(Form).fields.get("shape")
        if isinstance(field, Input):
            field.value = self._shapes(family, event.value)[0]

    def parameters(self, family: Family) -> Sequence[Parameter]:
        """The prior, and over what it is counted: generated puzzles of a shape, or a file."""
        counted = [kind for kind in family.priors.kinds if kind.source == "counted"]
        able = counted or [kind for kind in family.priors.kinds if kind.source == "corpus"]
        kinds = tuple(kind.name for kind in able)
        words = "; ".join(f"{kind.name}: {kind.explanation}" for kind in able)
        if not counted:
            return (Parameter("prior", str, kinds[0], words, choices=kinds), *OF_A_FILE)
        shapes = self._shapes(family, kinds[0])
        known = f"the class of puzzles that one table serves, such as {' or '.join(shapes[:3])}"
        return (
            Parameter("prior", str, kinds[0], words, choices=kinds),
            Parameter("shape", str, shapes[0], known),
            Parameter("puzzles", int, _puzzles(family, shapes[0]), "solutions to count", 1, 10_000_000),
            TRAINING_SEED,
        )

    def _shapes(self, family: Family, kind: str) -> list[str]:
        shapes = []
        if self.like is not None and self.like.family.name == family.name:
            shapes.append(family.priors.shape_key(self.like.puzzle, kind))
        shapes += [family.priors.shape_key(family.parse(example.text), kind) for example in family.examples]
        return list(dict.fromkeys(shapes))


def _train_spec(order: Order) -> TrainSpec:
    """The run that counts what was ordered; ParameterError for no such shape, PuzzleError for a wrong file."""
    family, values = order
    prior = str(values["prior"])
    if FILE in values:
        path, capped = path_of(str(values[FILE])), int(values["per_family"])
        return Corpus(path, str(values["column"]), capped, str(values["citation"])).spec(family, prior, None)
    return training_spec(family, prior, str(values["shape"]), int(values["seed"]), int(values["puzzles"]))


def _puzzles(family: Family, shape: str) -> int:
    try:
        return family.priors.training_puzzles(shape)
    except ValueError:
        return PUZZLES


class NewDialog(OrderDialog[Draft | str]):
    """Answers with an empty draft, or with a text that was pasted."""

    def __init__(self, family_name: str | None = None) -> None:
        super().__init__("A new puzzle", [one for one in families() if one.editor is not None], family_name)

    def parameters(self, family: Family) -> Sequence[Parameter]:
        assert family.editor is not None
        return family.editor.sizes

    def on_mount(self) -> None:
        self.hint("A puzzle that you paste here is taken, too; Esc: type it as text.")

    def on_paste(self, event: Paste) -> None:
        """A paste where no field takes it is the puzzle."""
        event.stop()
        self.dismiss(event.text)

    def action_accept(self) -> None:
        try:
            family, sizes = self.ordered()
            assert family.editor is not None
            self.dismiss(fitting(family.editor.new(sizes)))
        except (ParameterError, PuzzleError) as error:
            self.hint(str(error), error=True)
