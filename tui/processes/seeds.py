"""The runs of one search with several seeds, watched together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from solvers.runs.scoring import family_of, number
from solvers.runs.view import best_first
from tui.processes.engine import Engine, WatchedRun
from tui.words.step_plot import sparkline
from tui.words.wording import seconds_text, short_status

if TYPE_CHECKING:
    from solvers.runs.folder import Run
    from solvers.runs.view import RunView

PERIOD = 1.0
"""Seconds between two looks at runs without a live worker."""
SPARK_WIDTH = 6


class Seeds:
    """The runs by their seeds; `chosen` is the one shown, None for the best."""

    def __init__(
        self, engine: Engine, batch: str, runs: Sequence[Run], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.batch = batch
        self.chosen: str | None = None
        self.watched = {run.id: WatchedRun(engine, run, listed=True) for run in runs}
        self._clock = clock
        self._looked_at = float("-inf")

    def look(self) -> bool:
        """True if any view has changed. Those without a live worker are looked at once a second."""
        now = self._clock()
        all_of_them = now - self._looked_at >= PERIOD
        self._looked_at = now if all_of_them else self._looked_at
        changed = [one.look() for one in self.watched.values() if one.going or all_of_them]
        return any(changed)

    @property
    def going(self) -> bool:
        """True while any has a live worker."""
        return any(one.going for one in self.watched.values())

    @property
    def resumable(self) -> bool:
        return not self.going and any(one.resumable for one in self.watched.values())

    def ranked(self) -> list[RunView]:
        """The views, the best score first, those solved before; without a score in the order of the seeds.

        Those that were removed before they were looked at are not among them.
        """
        return best_first([one.view for one in self.watched.values() if one.view is not None and one.view.spec])

    def shown(self) -> WatchedRun | None:
        """The chosen run, else the best; None if none is there any more."""
        ranked = [view.id for view in self.ranked()]
        return self.watched[self.chosen if self.chosen in ranked else ranked[0]] if ranked else None

    def choose_next(self, by: int) -> None:
        """Chooses the one that follows the shown one in the list."""
        ids, shown = [view.id for view in self.ranked()], self.shown()
        if shown is not None:
            self.chosen = ids[(ids.index(shown.run.id) + by) % len(ids)]


HEADING = f"{'seed':>6}  {'best':>10}  {'found at':>8}"


def row(view: RunView, *, plain: bool) -> str:
    """One line about a seed: its best, when that was found, and how it came."""
    family, seed = family_of(view.spec), getattr(view.spec, "seed", 0)
    best = "-" if view.best_score is None else number(family, view.best_score, view.facts)
    found = seconds_text(view.history[-1][0]) if view.history else short_status(view)
    cost = family is not None and family.optimisation is not None and family.optimisation.cost
    history = [(at, -score if cost else score) for at, score in view.history]
    spark = sparkline(history, view.elapsed, SPARK_WIDTH, plain=plain)
    return f"{seed:>6}  {best:>10}  {found:>8}  {spark}".rstrip()
