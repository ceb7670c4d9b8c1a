"""What there is to see of a run beside its board: how far it is, the score over time, what was found, and details."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from puzzles.family import Family
from puzzles.registry import get_family
from solvers.runs.scoring import wanted_amount
from tui.widgets.chart import ScoreChart
from tui.widgets.details import Details
from tui.widgets.lists import FoundList, SeedList
from tui.words.step_plot import Aim, History
from tui.words.wording import seconds_text

if TYPE_CHECKING:
    from puzzles.about import Goal
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView

TITLE_PERIOD = 1.0
"""Seconds between two drawings of the title."""
ROOMY = 28
"""Lines from which on chart and details are shown at the same time."""
WORTH_A_CHART = 0.05
"""Seconds between the first and the last improvement from which on there is something to see in a chart."""


class Monitor(Vertical):
    """Draws frozen views of a run; draws nothing that is already there."""

    DEFAULT_CSS = """
    Monitor > .title { height: 1; color: $primary; text-style: bold; }
    Monitor > ScoreChart { height: 1fr; max-height: 16; display: none; }
    Monitor > .chart-title { height: 1; margin-top: 1; color: $text-muted; display: none; }
    Monitor.-charted > ScoreChart, Monitor.-charted > .chart-title { display: block; }
    Monitor > .folded { height: auto; margin-top: 1; color: $text-muted; }
    Monitor > Details { margin-top: 1; display: none; }
    Monitor.-details > Details { display: block; }
    Monitor.-details > .folded { display: none; }
    Monitor.-details > ScoreChart, Monitor.-details > .chart-title { display: none; }
    Monitor.-details.-charted.-roomy > ScoreChart { display: block; max-height: 8; }
    Monitor.-details.-charted.-roomy > .chart-title { display: block; }
    """

    def __init__(self, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.plain = plain
        self.clock = time.monotonic
        self.earlier: Sequence[History] = ()
        """Histories of other runs on the same puzzle, as people count."""
        self.goal: Goal | None = None
        """The best that is known of the puzzle."""
        self._wanted: float | None = None
        self._title = ""
        self._title_at = float("-inf")
        self._family: Family | None = None
        self._search = ""

    def compose(self) -> ComposeResult:
        yield Static("", classes="title", markup=False)
        yield SeedList(plain=self.plain)
        yield FoundList(plain=self.plain)
        yield Static("", classes="chart-title", markup=False)
        yield ScoreChart(plain=self.plain)
        yield Static("d  Details and log", classes="folded", markup=False)
        yield Details(plain=self.plain, clock=lambda: self.clock())

    def describe(self, spec: SolveSpec) -> None:
        """Says how the run searches; forgets the run shown before."""
        self._family, self._search = get_family(spec.family), spec.algorithm
        self._title, self._title_at = "", float("-inf")
        self._wanted = wanted_amount(spec)
        self.earlier = ()
        self.remove_class("-charted")
        self.query_one(SeedList).display = bool(spec.batch)
        found = self.query_one(FoundList)
        found.display = spec.wanted > 1
        found.show((), at_once=True)
        self.query_one(Details).describe(spec)

    def on_resize(self) -> None:
        self.set_class(self.size.height >= ROOMY, "-roomy")

    def toggle_details(self) -> None:
        self.toggle_class("-details")

    def draw(self, view: RunView, budget: float | None) -> None:
        """Draws the view; `budget` is in seconds."""
        ended = view.ended and view.status not in ("starting", "waiting")
        self._entitle(view, budget, ended=ended)
        if self.has_class("-details"):
            self.query_one(Details).draw(view, ended=ended)
        if view.wanted > 1:
            self.query_one(FoundList).show(view.found, at_once=ended)
        else:
            self._plot(view, at_once=ended)

    def _entitle(self, view: RunView, budget: float | None, *, ended: bool) -> None:
        now = self.clock()
        if now - self._title_at < TITLE_PERIOD and not ended:
            return
        self._title_at = now
        took = seconds_text(view.elapsed)
        title = f"{'#' if self.plain else '▌'} {self._search}, {took}"
        title += f" of {seconds_text(budget)}" if budget and not ended else ""
        if title != self._title:
            self._title = title
            self.query_one(".title", Static).update(title, layout=False)

    def _plot(self, view: RunView, *, at_once: bool) -> None:
        history, what = people_count(self._family, view.history)
        if len(history) < 2 or history[-1][0] - history[0][0] < WORTH_A_CHART:
            return
        self.add_class("-charted")
        title = f"{what}, over time" + (f"; {':' if self.plain else '·'} other runs" if self.earlier else "")
        if str((line := self.query_one(".chart-title", Static)).content) != title:
            line.update(title, layout=False)
        chart = self.query_one(ScoreChart)
        chart.draw(history, view.elapsed, earlier=self.earlier, aim=self._aim(), at_once=at_once)

    def _aim(self) -> Aim | None:
        """The wanted score, else the best known."""
        if self._wanted is not None:
            return Aim(self._wanted, "wanted")
        return None if self.goal is None else Aim(self.goal.amount, self.goal.what)


def people_count(family: Family | None, history: History) -> tuple[list[tuple[float, float]], str]:
    """The history with scores as people count them, and what they count, such as `cost`.

    It begins where no constraint is broken that a score charges for; while each best breaks some, these are counted.
    """
    if family is None or family.optimisation is None:
        return list(history), "score"
    optimisation = family.optimisation
    counted = [(at, optimisation.amount(score, {})) for at, score in history]
    whole = [(at, amount.value) for at, amount in counted if not amount.broken]
    if whole or not counted:
        return whole, optimisation.score_unit or optimisation.word
    return [(at, float(amount.broken)) for at, amount in counted], f"{optimisation.broken}s"
