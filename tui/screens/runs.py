"""Runs: all runs, live and old, the newest first."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui import actions
from tui.run_rows import Columns
from tui.screens.area import Area
from tui.widgets.vim_list import VimList
from tui.wording import status_text

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.reader import Follower
    from solvers.runs.view import RunView
    from tui.app import McsTuiApp

NOTHING = """There are no runs yet.

Solve a puzzle from 1 Library or 2 Enter: its search appears here, and stays until you delete it."""
LOOK = 0.5
"""Seconds between two looks at the runs: a list needs no higher rate."""


class RunsScreen(Area):
    """The list of runs, and a line about the highlighted one."""

    SCOPE: ClassVar[str] = "runs"
    CSS_PATH = "runs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = list(actions.bindings("runs"))

    def __init__(self, desk: McsTuiApp) -> None:
        super().__init__(desk)
        self.views: dict[str, RunView] = {}
        self._runs: dict[str, Run] = {}
        self._followers: dict[str, Follower] = {}
        self._rows: dict[str, str] = {}
        self._looking = False

    def body(self) -> ComposeResult:
        """Head line, list, details."""
        with Vertical(classes="pane"):
            yield Static("", classes="pane-title", id="head", markup=False)
            yield VimList()
            yield Static(NOTHING, id="nothing", markup=False)
            yield Static("", id="details", markup=False)

    async def on_mount(self) -> None:
        """Looks at once, then regularly while the screen is shown."""
        self.query_one(VimList).focus()
        self.set_interval(LOOK, self._look)

    def on_screen_resume(self) -> None:
        """Looks at once."""
        self.begin(self.look, "look", replacing=False)

    def on_resize(self, event: Resize) -> None:
        """The columns follow the width."""
        self._rows.clear()
        self._draw()

    def possible(self) -> Iterable[str]:
        """What the highlighted run admits."""
        view = self._highlighted()
        if view is None:
            return []
        if not view.ended:
            return ["attach", "stop", "pause"]
        return ["attach", "resume", "delete"] if view.resumable else ["attach", "delete"]

    async def look(self) -> None:
        """Reads all runs aside, then draws what has changed."""
        if self._looking:
            return
        self._looking = True
        try:
            self._runs, self.views = await asyncio.to_thread(self._read)
        finally:
            self._looking = False
        if self.is_mounted:
            self._draw()

    def action_attach(self) -> None:
        """Shows the highlighted run."""
        run = self._chosen_run()
        if run is not None:
            self.desk.show_run(run)

    def action_stop(self) -> None:
        """Stops the highlighted run."""
        self._ask("stop", "Stopping ...")

    def action_pause(self) -> None:
        """Pauses the highlighted run, or lets it go on."""
        view = self._highlighted()
        paused = view is not None and view.status == "paused"
        self._ask("go" if paused else "pause", "Going on ..." if paused else "Pausing ...")

    def action_resume(self) -> None:
        """Lets an interrupted or stopped run go on."""
        run, view = self._chosen_run(), self._highlighted()
        if run is None or view is None:
            return
        if not view.ended:
            self.say("It is going on.")
        elif not view.resumable:
            self.say(f"It has come to its end: {status_text(view.status)}.")
        else:
            self.run_worker(self._resume(run), exit_on_error=False)

    def action_delete(self) -> None:
        """Asks, then deletes the highlighted run."""
        from tui.screens.confirm_dialog import ConfirmDialog

        run, view = self._chosen_run(), self._highlighted()
        if run is None or view is None:
            return
        if not view.ended:
            self.say("It is going on; s stops it first.")
            return
        title = view.spec.title if view.spec is not None else view.id
        question = f"{title}\n{status_text(view.status)}; {run.folder}"
        self.app.push_screen(
            ConfirmDialog("Delete this run?", question, "delete it"), lambda sure: self._delete(run, bool(sure))
        )

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        view = self._highlighted()
        text = ""
        if view is not None:
            text = "  ".join(part for part in (status_text(view.status), view.message, view.id) if part)
        line = self.query_one("#details", Static)
        if str(line.content) != text:
            line.update(text)
        self.show_keys()

    def _look(self) -> None:
        if self.is_current:
            self.begin(self.look, "look", replacing=False)

    def _read(self) -> tuple[dict[str, Run], dict[str, RunView]]:
        runs = {run.id: run for run in self.desk.engine.runs()}
        for run_id in set(self._followers) - set(runs):
            del self._followers[run_id]
        for run_id, run in runs.items():
            if run_id not in self._followers:
                self._followers[run_id] = self.desk.engine.follower(run)
        return runs, {run_id: self._followers[run_id].poll() for run_id in runs}

    def _draw(self) -> None:
        rows = self.query_one(VimList)
        columns = Columns.of(self.size.width - 4)
        drawn = {run_id: columns.row(view) for run_id, view in self.views.items()}
        if list(drawn) != list(self._rows):
            rows.fill([Option(Text(text, no_wrap=True), id=run_id) for run_id, text in drawn.items()])
        else:
            for run_id, text in drawn.items():
                if self._rows[run_id] != text:
                    rows.replace_option_prompt(run_id, Text(text, no_wrap=True))
        if drawn != self._rows:
            self._rows = drawn
            self.query_one("#head", Static).update(columns.head())
            self.query_one("#nothing").display = not drawn
            self.query_one("#head").display = rows.display = bool(drawn)
        self._tell()

    def _ask(self, command: str, said: str) -> None:
        run, view = self._chosen_run(), self._highlighted()
        if run is None or view is None:
            return
        if view.ended:
            self.say(f"It is not going on: {status_text(view.status)}.")
            return
        try:
            self.desk.engine.request(run, command)  # type: ignore[arg-type]
        except OSError as error:
            self.say(f"The run can't be reached: {error.strerror or error}", error=True)
        else:
            self.say(said)

    async def _resume(self, run: Run) -> None:
        try:
            started = await self.desk.engine.resume(run)
        except OSError as error:
            self.say(f"It can't be resumed: {error.strerror or error}", error=True)
            return
        self.say("It goes on from its checkpoint." if started else "There is nothing left to do in it.")
        await self.look()

    def _delete(self, run: Run, sure: bool) -> None:
        if not sure:
            return
        try:
            self.desk.engine.remove_run(run)
        except (OSError, RuntimeError, LookupError) as error:
            self.say(f"It can't be deleted: {error}", error=True)
            return
        self.say("Deleted.")
        self.begin(self.look, "look", replacing=False)

    def _highlighted(self) -> RunView | None:
        lists = self.query(VimList)
        return self.views.get((lists.first().highlighted_id if lists else None) or "")

    def _chosen_run(self) -> Run | None:
        """The highlighted run; None, and a line, if there is none."""
        run = self._runs.get(self.query_one(VimList).highlighted_id or "")
        if run is None:
            self.say("No run is highlighted.")
        return run
