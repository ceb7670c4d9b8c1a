"""A search with several seeds on the screen: the best one's board or the chosen one's, and what all are asked to do."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import on

from tui.processes.engine import WatchedRun
from tui.processes.seeds import HEADING, Seeds, row
from tui.screens.board_screen import BoardScreen
from tui.widgets.lists import SeedList
from tui.widgets.monitor import Details, Monitor, people_count

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.spec import SolveSpec


class SeedsScreen(BoardScreen):
    """Shows one run of a batch; without a batch it is as its base class."""

    def __init__(self) -> None:
        super().__init__()
        self.spec: SolveSpec | None = None
        self.seeds: Seeds | None = None
        self._opened: str | None = None
        """The run of the batch that was asked for; None: the best."""
        self._listed = True
        """Whether the table has the latest rows."""

    def follow(self, run: Run, spec: SolveSpec, *, best: bool) -> None:
        """Watches the run from now on, `best`: the best of its batch. Nothing is read: the screen may not be made."""
        self.spec, self.watched, self.face, self.seeds = spec, WatchedRun(self.app.engine, run), 0, None
        self._opened = None if best else run.id

    def gather_seeds(self) -> None:
        """Watches the other runs of the batch too, if there is one; the screen is made, and the run laid out."""
        if self.spec is not None and self.spec.batch:
            self.begin(partial(self._gather, self.spec.batch), "seeds")

    async def _gather(self, batch: str) -> None:
        runs = await asyncio.to_thread(self.app.engine.runs_of, batch)
        if self.spec is not None and self.spec.batch == batch and runs:
            self.seeds = Seeds(self.app.engine, batch, runs)
            self.seeds.chosen = self._opened
            self.tick()

    def look_at_seeds(self) -> bool:
        """True if another run is shown from now on, or any of them has changed."""
        seeds = self.seeds
        if seeds is None or self.watched is None:
            return False
        changed, shown = seeds.look(), seeds.shown()
        if shown is None:
            return False
        if shown.run.id != self.watched.run.id:
            self._show_seed(shown)
            changed = True
        if (changed or not self._listed) and self.is_mounted:
            views = seeds.ranked()
            rows = [(view.id, row(view, plain=self.plain)) for view in views]
            table = self.query_one(SeedList)
            self._listed = table.show(HEADING, rows, shown.run.id, at_once=not seeds.going)
            family = self.loaded.family if self.loaded is not None else None
            others = [view.history for view in views if view.id != shown.run.id]
            self.query_one(Monitor).earlier = [people_count(family, one)[0] for one in others]
        return changed

    def _show_seed(self, shown: WatchedRun) -> None:
        assert shown.view is not None  # it has been looked at
        self.spec = cast("SolveSpec", shown.view.spec)
        self.watched, self.face = WatchedRun(self.app.engine, shown.run), 0
        self.watched.look()
        if self.is_mounted:
            self.query_one(Details).describe(self.spec)

    @on(SeedList.Chosen)
    def _choose_seed(self, event: SeedList.Chosen) -> None:
        if self.seeds is not None:
            self.seeds.chosen = event.run
            self.tick()

    def action_flip(self) -> None:
        self._next_seed(1)

    def action_flip_back(self) -> None:
        self._next_seed(-1)

    def _next_seed(self, by: int) -> None:
        if self.seeds is None or len(self.seeds.watched) < 2:
            self._flip(by)
            return
        self.seeds.choose_next(by)
        self.tick()

    def acted_on(self) -> list[WatchedRun]:
        """All seeds, or the one run."""
        return super().acted_on() if self.seeds is None else list(self.seeds.watched.values())
