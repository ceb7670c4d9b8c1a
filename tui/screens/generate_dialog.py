"""Generating a puzzle: the form, then the job with its progress; Escape stops it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import Parameter, ParameterError
from tui.loaded import Loaded
from tui.screens.order_dialog import Order, OrderDialog
from tui.wording import seconds_text, waiting_text

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.reader import Follower
    from solvers.runs.view import RunView
    from tui.app import McsTuiApp

SEED = Parameter("seed", int, 1, "the same seed gives the same puzzle", 0, 2**62)
LOOK = 0.1
"""Seconds between two looks at the job."""
BAR = 10
"""Characters of the bar while kernels are compiled."""


class GenerateDialog(OrderDialog):
    """Closes with the order once its puzzle is among the user's own."""

    def __init__(self, app: McsTuiApp) -> None:
        super().__init__("Generate a puzzle", registry.families_that_generate(), _parameters, plain=app.options.ascii)
        self.order: Order | None = None
        self._began = 0.0
        self._run: Run | None = None
        self._follower: Follower | None = None

    @property
    def app(self) -> McsTuiApp:  # type: ignore[override]
        """The application, by its own type."""
        return cast("McsTuiApp", super().app)

    def on_mount(self) -> None:
        """Looks at the job, once there is one."""
        self.set_interval(LOOK, self._look)

    def action_accept(self) -> None:
        """Starts the job, unless one is going on."""
        if self.order is not None:
            return
        try:
            order = self.ordered()
            settings = {name: value for name, value in order.values.items() if name != SEED.name}
            order.family.needed_generator().resolve(settings, "the generator")
        except ParameterError as error:
            self.hint(str(error), error=True)
            return
        self.order, self._began = order, time.monotonic()
        self.hint("Generating ...  Esc stops it.")
        self.app.run_worker(self._launch(order))  # the app's: an end of the dialog loses no job

    def action_cancel(self) -> None:
        """Stops the job; without one, closes the dialog."""
        if self.order is None:
            self.dismiss(None)
            return
        self._stop()
        self.order = None
        self.hint("Stopped. Enter starts again, Esc closes.")

    def on_unmount(self) -> None:
        """A job is not left behind."""
        self.order = None
        self._stop()

    async def _launch(self, order: Order) -> None:
        from solvers.runs.spec import GenerateSpec

        values = dict(order.values)
        seed = int(values.pop("seed"))
        spec = GenerateSpec(family=order.family.name, title=order.family.title, parameters=values, seed=seed)
        try:
            run = await self.app.engine.launch(spec, transient=True)
        except OSError as error:
            if self.order is order:
                self._fail(error.strerror or str(error))
            return
        if self.order is not order:  # cancelled while it was being launched
            self.app.engine.request(run, "stop")
            return
        self._run, self._follower = run, self.app.engine.follower(run)

    def _look(self) -> None:
        if self._follower is None or self.order is None:
            return
        view = self._follower.poll()
        if view.generated:
            self._take(view, self.order)
        elif view.status in ("failed", "interrupted", "stopped", "done"):
            self._fail(view.message or f"generating ended without a puzzle ({view.status})")
        else:
            waited = seconds_text(round(time.monotonic() - self._began))
            waiting = waiting_text(view, BAR, plain=self.plain) if view.compile_seconds else view.message
            doing = waiting or "Generating ..."
            self.hint(f"{doing}  {waited}  Esc stops it.")

    def _take(self, view: RunView, order: Order) -> None:
        try:
            puzzle = registry.get_family(order.family.name).from_json(view.generated[0].puzzle)
        except PuzzleError as error:
            self._fail(str(error))
            return
        self.app.own_puzzles.add(Loaded(puzzle, "generated"))
        self._run = self._follower = None
        self.dismiss(order)

    def _fail(self, message: str) -> None:
        self.order = self._run = self._follower = None
        self.hint(message, error=True)

    def _stop(self) -> None:
        if self._run is not None:
            try:
                self.app.engine.request(self._run, "stop")
            except OSError as error:
                self.app.say(error.strerror or str(error), error=True)
        self._run = self._follower = None


def _parameters(family: Family) -> tuple[Parameter, ...]:
    return (*family.needed_generator().parameters, SEED)
