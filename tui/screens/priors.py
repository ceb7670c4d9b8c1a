"""Priors: what is stored or comes with the program, its distribution, training with progress."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static

from puzzles.text.quoting import counted
from tui.processes.engine import WatchedRun
from tui.screens.dialog import ConfirmDialog
from tui.screens.path_dialog import PathAnswer, PathDialog
from tui.screens.run_orders import OrderingScreen
from tui.widgets.lists import VimList
from tui.words.wording import (
    saved_text,
    shorten,
    status_text,
    waiting_text,
)

if TYPE_CHECKING:
    from priors.store import Stored
    from solvers.runs.folder import Run
    from solvers.runs.spec import RunSpec, TrainSpec
    from solvers.runs.view import RunView

NOTHING = "t trains a prior. There is no need to: a search that wants one trains it by itself, once, or has it already."
MARKS = {"trained": "", "shipped": ", shipped", "published": ", published"}
"""What the list says of where a prior comes from."""
NAME_WIDTH = 35
"""Characters of a name in the list; the list is as wide as the style says."""
BINS = 20
BAR = 12


class PriorsScreen(OrderingScreen, scope="priors"):
    """The list of priors at hand, and the distribution of the highlighted one."""

    CSS = """
    PriorsScreen #stored { width: 40; }
    PriorsScreen.-narrow #stored { width: 30; }
    PriorsScreen #training { height: auto; color: $primary; }
    PriorsScreen #summary { height: auto; color: $foreground; margin-bottom: 1; }
    PriorsScreen #figure { height: 1fr; min-height: 6; max-height: 24; }
    PriorsScreen #about { scrollbar-size: 1 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.stored: dict[str, Stored] = {}
        self.watched: WatchedRun | None = None
        self._drawn = ""

    def body(self) -> ComposeResult:
        with Vertical(classes="pane side", id="stored"):
            yield Static("Priors", classes="pane-title", markup=False)
            yield VimList(plain=self.plain)
        with VerticalScroll(classes="pane", id="about"):
            yield Static("", id="training", markup=False)
            yield Static(NOTHING, id="summary", markup=False)
            yield Vertical(id="figure")

    async def on_mount(self) -> None:
        self.query_one("#training").display = self.watched is not None
        self.query_one(VimList).focus()

    def on_screen_resume(self) -> None:
        """Searches may have trained some meanwhile."""
        self.begin(self.fill, "fill")

    def possible(self) -> Iterable[str]:
        names = ["train"] + (["stop"] if self.watched is not None and self.watched.going else [])
        chosen = self._highlighted()
        if chosen is None:
            return names
        return [*names, "save", "remove"] if chosen.removable else [*names, "save"]

    def show_run(self, run: Run, spec: RunSpec, *, best: bool = False) -> bool:
        self.watched = WatchedRun(self.app.engine, run)
        for line in self.query("#training"):
            line.display = True
        return True

    def tick(self) -> None:
        if self.watched is None or not self.watched.look() or self.watched.view is None:
            return
        view = self.watched.view
        self.query_one("#training").display = True
        self.query_one("#training", Static).update(self._progress(view))
        self.show_keys()
        if view.ended:
            self.begin(self.fill, "fill")

    async def fill(self) -> None:
        from priors.store import all_priors

        found = await asyncio.to_thread(all_priors)
        self.stored = {one.name: one for one in found}
        lines = []
        for key, one in self.stored.items():
            about = one.provenance
            name = f"{about.family} {about.prior} {about.shape}{MARKS[one.origin]}"
            lines.append((key, shorten(name, NAME_WIDTH)))
        self.query_one(VimList).show_lines(lines)
        self._show()
        self.show_keys()

    def action_train(self) -> None:
        from tui.screens.order_dialogs import TrainDialog
        from tui.screens.search import SearchScreen

        solving = self.app.main_screen("search")
        like = solving.loaded if isinstance(solving, SearchScreen) else None
        self.ask(TrainDialog(like), lambda spec: self.begin(partial(self._launch, spec), "launch", replacing=False))

    def acted_on(self) -> list[WatchedRun]:
        return [] if self.watched is None else [self.watched]

    def action_save(self, kind: str = "") -> None:
        stored = self._highlighted()
        if stored is None:
            self.say("There is no prior to draw yet.")
            return
        dialog = PathDialog("Save the histogram (.svg .png)", f"{stored.name}.svg", saving=True)
        self.ask(dialog, lambda answer: self.begin(partial(self._draw, stored, answer), "draw", replacing=False))

    def action_remove(self) -> None:
        stored = self._highlighted()
        if stored is None:
            self.say("There is no prior to remove.")
            return
        if not stored.removable:
            self.say("This prior comes with mcs-tui: it stays.")
            return
        dialog = ConfirmDialog("Remove this prior?", stored.provenance.summary, "remove it")
        self.ask(dialog, lambda _: self._remove(stored))

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        stored = self._highlighted()
        summary, figure = self.query_one("#summary", Static), self.query_one("#figure")
        if stored is None:
            summary.update(NOTHING)
            figure.display = False
            self._drawn = ""
            return
        about = stored.provenance
        if self._drawn == stored.name + about.date:
            return
        from priors.stored import ORIGINS, histogram
        from tui.widgets.bars import Bars

        self._drawn = stored.name + about.date
        self.show_keys()
        figure.display = True
        edges, counts = histogram(stored, BINS)
        seen = f"{int(counts.sum()):,} of {stored.codes:,} codes {'seen' if stored.weights is None else 'weighed'}"
        summary.update(f"{about.summary}\n{seen}; {ORIGINS[stored.origin]}")
        what = "bias" if stored.biased else "frequency in solutions"
        bars = figure.query(Bars)
        chart = bars.last() if bars else Bars(plain=self.plain)
        if not bars:
            figure.mount(chart)
        chart.draw(edges.tolist(), counts.tolist(), what)

    async def _launch(self, spec: TrainSpec) -> None:
        run = await self.launched(spec, "training")
        if run is not None:
            self._drawn = ""  # the figure of a prior that is counted again changes
            self.show_run(run, spec)
            self.tick()

    async def _draw(self, stored: Stored, answer: PathAnswer) -> None:
        from priors.stored import draw

        self.say("Drawing ...")
        try:
            await asyncio.to_thread(draw, stored, answer.path)
        except OSError as error:
            self.say(f"{answer.path}: {error.strerror or error}", error=True)
        except ValueError as error:
            self.say(str(error), error=True)
        else:
            self.say(saved_text(answer.path))

    def _remove(self, stored: Stored) -> None:
        from priors.store import remove

        with self.telling("It can't be removed"):
            remove(stored)
            self.say("Removed.")
            self.begin(self.fill, "fill")

    def _progress(self, view: RunView) -> str:
        title = view.spec.title if view.spec is not None else view.id
        title = title[0].upper() + title[1:]
        if view.ended and view.status != "starting":
            if view.status in ("failed", "interrupted"):
                return f"! {title}: {view.message or status_text(view.status)}\n"
            return f"{title}: {status_text(view.status)}, {counted(view.done, 'puzzle')} counted\n"
        waiting = waiting_text(view, BAR, plain=self.plain)
        return f"{title}\n{waiting}\n" if waiting else f"{title}: {view.message or 'starting ...'}\n"

    def _highlighted(self) -> Stored | None:
        return self.stored.get(self.highlighted_id())
