"""Runs: all runs, live and old, the newest first."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solvers.runs.scoring import family_of
from tui.engine import WatchedRun
from tui.screens.dialog import ConfirmDialog
from tui.screens.main_screen import NO_RUN, MainScreen
from tui.widgets.lists import GUTTER, VimList
from tui.wording import age_text, count_text, run_status_text, score_text, short_status, shorten

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.listing import RunList
    from solvers.runs.view import RunView

WIDTHS = {"status": 12, "best": 8, "effort": 9, "age": 7}
GAP = 1
HEAD = ("status", "puzzle and search", "best", "playouts", "age")
LEAST_TITLE = 12


def title_width(width: int) -> int:
    """How wide the title may be in a list of that width; the other columns are fixed."""
    return max(LEAST_TITLE, width - sum(WIDTHS.values()) - (len(WIDTHS) + 1) * GAP)


def row(view: RunView, title_width: int) -> str:
    title, effort = view.id, count_text(view.playouts)
    if view.spec is not None:
        search = getattr(view.spec, "algorithm", "")
        title = view.spec.title + (f", {search}" if search else "")
        if view.total:
            effort = count_text(view.done)
    best, age = score_text(view.best_score, family_of(view.spec)), age_text(view.created)
    return line(title_width, short_status(view), title, best, effort, age)


def line(title_width: int, status: str, title: str, best: str, effort: str, age: str) -> str:
    """The cells of one line, or of the head above the list."""
    return (
        f"{shorten(status, WIDTHS['status']):<{WIDTHS['status']}} {shorten(title, title_width):<{title_width}} "
        f"{best:>{WIDTHS['best']}} {effort:>{WIDTHS['effort']}} {age:>{WIDTHS['age']}}"
    )


NOTHING = """There are no runs yet.

Search a puzzle of 2 Puzzles: its search appears here, and stays until you delete it."""
LOOK = 0.5
"""Seconds between two looks at the runs: a list needs no higher rate."""
BATCH = 0.1
"""Seconds of reading runs, after which those that were read are drawn; twice as long each time until all are."""


class RunsScreen(MainScreen, scope="runs"):
    """The list of runs, and a line about the highlighted one."""

    CSS_PATH = "runs.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.watched: dict[str, WatchedRun] = {}
        self._rows: dict[str, str] = {}
        self._looking = False
        self._list: RunList | None = None

    def body(self) -> ComposeResult:
        with Vertical(classes="pane"):
            yield Static("", classes="pane-title", id="head", markup=False)
            yield VimList(plain=self.plain)
            yield Static(NOTHING, id="nothing", markup=False)
            yield Static("", id="details", markup=False)

    async def on_mount(self) -> None:
        self.query_one(VimList).focus()
        self.set_interval(LOOK, self._look)

    def on_screen_resume(self) -> None:
        self.begin(self.look, "look", replacing=False)

    def on_resize(self, event: Resize) -> None:
        self._rows.clear()
        self._draw()

    def possible(self) -> Iterable[str]:
        watched = self.run_in_view()
        if watched is None:
            return []
        if watched.going:
            return ["attach", "stop", "pause"]
        return ["attach", "resume", "delete"] if watched.resumable else ["attach", "delete"]

    async def look(self) -> None:
        """Reads all runs aside, the newest first, and draws what has changed, while there is more to read."""
        if self._looking:
            return
        self._looking = more = True
        seconds = BATCH
        try:
            while more and self.is_mounted:
                self.watched, more = await asyncio.to_thread(self._read, seconds)
                seconds *= 2
                if self.is_mounted:
                    self._draw()
        finally:
            self._looking = False

    def action_attach(self) -> None:
        watched = self.run_in_view()
        if watched is None:
            self.say(NO_RUN)
        else:
            self.app.show_run(watched.run)

    def run_in_view(self) -> WatchedRun | None:
        return self.watched.get(self.highlighted_id())

    def action_delete(self) -> None:
        watched = self.run_in_view()
        if watched is None or watched.view is None:
            self.say(NO_RUN)
            return
        if watched.going:
            self.say("The run is active; s stops it first.")
            return
        run, view = watched.run, watched.view
        title = view.spec.title if view.spec is not None else view.id
        question = f"{title}\n{run_status_text(view)}; {run.folder}"
        self.ask(ConfirmDialog("Delete this run?", question, "delete it"), lambda _: self._delete(run))

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        watched = self.run_in_view()
        view = watched.view if watched is not None else None
        text = ""
        if view is not None:
            text = "  ".join(part for part in (run_status_text(view), view.message, view.id) if part)
        line = self.query_one("#details", Static)
        if str(line.content) != text:
            line.update(text)
        self.show_keys()

    def _look(self) -> None:
        if self.is_current:
            self.begin(self.look, "look", replacing=False)

    def _read(self, seconds: float) -> tuple[dict[str, WatchedRun], bool]:
        """The runs, read once more if they may have changed; True if some are left, as that takes longer."""
        from solvers.runs.folder import Run
        from solvers.runs.listing import RunList

        watched = self.watched

        def read(run: Run) -> RunView:
            one = watched.setdefault(run.id, WatchedRun(self.app.engine, run, listed=True))
            one.look()
            assert one.view is not None  # it was looked at
            return one.view

        if self._list is None:
            self._list = RunList()
        found = {}
        for name, view in self._list.look(read, seconds).items():
            found[name] = watched.get(name) or WatchedRun(self.app.engine, Run(view.folder), listed=True)
            found[name].view = view
        return found, self._list.left > 0

    def _draw(self) -> None:
        rows = self.query_one(VimList)
        width = title_width(self.size.width - 4 - GUTTER)
        drawn = {run_id: row(one.view, width) for run_id, one in self.watched.items() if one.view is not None}
        if list(drawn) != list(self._rows):
            rows.fill([Option(Text(text, no_wrap=True), id=run_id) for run_id, text in drawn.items()])
        else:
            for run_id, text in drawn.items():
                if self._rows[run_id] != text:
                    rows.replace_option_prompt(run_id, Text(text, no_wrap=True))
        if drawn != self._rows:
            self._rows = drawn
            self.query_one("#head", Static).update(" " * GUTTER + line(width, *HEAD))
            self.query_one("#nothing").display = not drawn
            self.query_one("#head").display = rows.display = bool(drawn)
        self._tell()

    def _delete(self, run: Run) -> None:
        from solvers.runs.folder import remove_run

        try:
            remove_run(run)
        except (OSError, RuntimeError, LookupError) as error:
            self.say(f"It can't be deleted: {error}", error=True)
            return
        self.say("Deleted.")
        self.begin(self.look, "look", replacing=False)
