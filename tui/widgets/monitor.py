"""What there is to see of a run beside its board: how far it is, the score over time, what was found, and details."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from puzzles.family import Family
from puzzles.registry import get_family
from solvers.runs.scoring import family_of, number, wanted_amount
from solvers.runs.spec import SolveSpec
from tui.boards.canvas import Canvas
from tui.boards.drawing import TEXT, Piece
from tui.boards.page_view import PageView
from tui.widgets.lists import FoundList, SeedList
from tui.words.step_plot import AIM, AXIS, CURVE, EARLIER, Aim, History, drawing
from tui.words.wording import count_text, seconds_text

if TYPE_CHECKING:
    from puzzles.groups import Goal
    from solvers.runs.spec import SolveSpec
    from solvers.runs.status import Insight, Level
    from solvers.runs.view import LogLine, RunView


PERIOD = 0.5
TIME_WIDTH, LEAST_TEXT = 10, 10


class EventLog(Widget):
    """As many of the newest lines as there is room for, the newest at the bottom."""

    DEFAULT_CSS = """
    EventLog { height: 1fr; color: $text-muted; }
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._log: Sequence[LogLine] = ()
        self._several = False
        self._newest: tuple[int, LogLine | None] = (0, None)
        self._clock = clock
        self._drawn_at = float("-inf")

    def show(self, log: Sequence[LogLine], *, several: bool = False, at_once: bool = False) -> None:
        """Draws the newest lines; `several`: name the worker of each."""
        newest = (len(log), log[-1] if log else None)
        now = self._clock()
        if newest == self._newest or (now - self._drawn_at < PERIOD and not at_once):
            return
        self._newest, self._drawn_at = newest, now
        self._log, self._several = log, several
        self._wrap()

    def on_resize(self) -> None:
        self._wrap()

    def _wrap(self) -> None:
        height = max(1, self.size.height)
        width = max(TIME_WIDTH + LEAST_TEXT, self.size.width)
        lines: list[str] = []
        for one in self._log[-height:]:
            name = f"[{one.worker}] " if self._several else ""
            lines += wrap(f"{seconds_text(one.at)}  {name}{one.text}", width, subsequent_indent="  ")
        self.lines = lines[-height:]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        shown = self.lines[-self.size.height :]
        text = shown[y] if y < len(shown) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)


LABEL_WIDTH = 12
Fact = tuple[str, str]


class Facts(PageView):
    """Labelled values, one a line."""

    DEFAULT_CSS = """
    Facts { height: auto; color: $foreground; }
    Facts > .facts--label { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"facts--label"}
    PREFIX = "facts--"
    GROWS = True

    facts: Sequence[Fact] = ()

    def show(self, facts: Sequence[Fact]) -> None:
        """Draws the facts, in as many lines as there are."""
        self.facts = list(facts)
        self.draw_page()

    def page(self) -> Canvas:
        page = Canvas(self.size.width, len(self.facts))
        for y, (label, value) in enumerate(self.facts):
            page.put(0, y, label.ljust(LABEL_WIDTH)[: page.width], "label")
            page.put(LABEL_WIDTH, y, value[: max(0, page.width - LABEL_WIDTH)], TEXT)
        return page


class Details(Vertical):
    """What a run is busy with; draws nothing while it is folded."""

    DEFAULT_CSS = """
    Details { height: 1fr; }
    Details > Facts { margin-bottom: 1; }
    Details > .settings { height: auto; max-height: 3; color: $text-muted; margin-bottom: 1; }
    """

    def __init__(self, *, plain: bool, clock: Callable[[], float]) -> None:
        super().__init__()
        self.plain = plain
        self._clock = clock
        self._facts_at = float("-inf")

    def compose(self) -> ComposeResult:
        yield Facts()
        yield Static("", classes="settings", markup=False)
        yield EventLog()

    def describe(self, spec: SolveSpec) -> None:
        """Says with which settings the run searches; forgets the run shown before."""
        words = settings_words(spec)
        self.query_one(".settings", Static).update(("; " if self.plain else " · ").join(words))
        self.query_one(Facts).show(())
        self._facts_at = float("-inf")
        self.query_one(EventLog).show((), at_once=True)

    def draw(self, view: RunView, *, ended: bool) -> None:
        now = self._clock()
        if ended or now - self._facts_at >= FACTS_PERIOD:
            self._facts_at = now
            self.query_one(Facts).show(facts_of(view, ended=ended))
        several = getattr(view.spec, "workers", 1) > 1
        self.query_one(EventLog).show(view.log, several=several, at_once=ended)


FACTS_PERIOD = 0.25
"""Seconds between two drawings of the facts: faster ones can't be read."""


def settings_words(spec: SolveSpec) -> list[str]:
    """The settings of a search, a part each; its own parameters last, as there may be no room for all of them."""
    family = get_family(spec.family)
    own = ", ".join(f"{name} {value}" for name, value in spec.parameters.items())
    words = [spec.algorithm]
    words += [spec.mode] if family.rules.modes else []
    words += [f"prior {spec.prior}"] if family.priors.kinds else []
    words += [f"warm start of {len(spec.warm_start)}"] if spec.warm_start else []
    return [*words, f"seed {spec.seed}", *([own] if own else [])]


def facts_of(view: RunView, *, ended: bool) -> list[Fact]:
    """Speed and effort, then what the search says of itself."""
    from solvers.runs.view import unit

    mean = view.playouts / view.elapsed if view.elapsed >= 1e-3 else 0.0
    workers = getattr(view.spec, "workers", 1)
    found = [
        (unit(view.spec), count_text(view.playouts)),
        ("speed", f"{count_text(mean if ended else view.rate)} a second" if view.playouts else "-"),
        ("restarts", count_text(view.restarts)),
    ]
    found += [("workers", f"{view.workers_alive} of {workers}")] if workers > 1 and not ended else []
    return [*found, *(learnt(view, view.insights[0][1]) if view.insights else [])]


def learnt(view: RunView, insight: Insight) -> list[Fact]:
    """What one worker's search says of itself, in words."""
    cools = insight.temperature is not None
    found = [("cooling" if cools else f"level {level.level}", _level_words(view, level)) for level in insight.levels]
    if insight.temperature is not None:
        found.append(("temperature", f"{insight.temperature:.3g}"))
    if insight.accepted is not None:
        found.append(("accepted", f"{100 * insight.accepted:.0f} % of the proposals"))
    if insight.patience is not None:
        found.append(("no new best", f"{count_text(insight.waited or 0)} of {count_text(insight.patience)}"))
    if insight.depth is not None:
        found.append(("depth", f"{insight.depth:,}, {count_text(insight.untried or 0)} moves to try"))
    if insight.stored is not None:
        found.append(("tree", f"{insight.stored:,} of {count_text(insight.room or 0)} moves, then a restart"))
    if insight.limit is not None:
        found.append(("dead ends", f"{insight.failures or 0:,} of {count_text(insight.limit)}, then a restart"))
    return found


def _weighed(view: RunView, level: Level) -> tuple[str, ...]:
    """What the level's weights are of: the family's features, then the prior, if the search has one."""
    if not isinstance(view.spec, SolveSpec):
        return ()
    prior = view.spec.prior != "none"
    return (*get_family(view.spec.family).rules.features[: len(level.weights) - prior], "prior")


def _level_words(view: RunView, level: Level) -> str:
    """Such as `12 of 100, best 76, 2.3 moves`: about how many moves its policy chooses among at a step; its weights."""
    done = f"{level.done:,} of {level.of:,}" if level.of or not level.done else f"{level.done:,} iterations"
    parts = [done + (f" at move {level.step + 1:,}" if level.step else "")]
    if level.best is not None:
        words = number(family_of(view.spec), level.best)  # of one with late nodes, their number alone
        parts.append(f"best {words.partition(', ')[2] or words}")
    if level.entropy is not None:
        parts.append(f"{math.exp(level.entropy):.1f} moves")
    parts += [f"{name} {weight:.2f}" for name, weight in zip(_weighed(view, level), level.weights, strict=False)]
    if level.beam:
        parts.append(f"{len(level.beam)} kept")
    return ", ".join(parts)


class ScoreChart(PageView):
    """The best so far over seconds of search; redrawn at most once a second, and only the lines that have changed."""

    DEFAULT_CSS = """
    ScoreChart { height: 1fr; }
    ScoreChart > .chart--curve { color: $foreground; text-style: bold; }
    ScoreChart > .chart--earlier { color: $text-muted; }
    ScoreChart > .chart--aim { color: $warning; }
    ScoreChart > .chart--axis { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"chart--{kind}" for kind in (CURVE, EARLIER, AIM, AXIS)}
    PREFIX = "chart--"

    def __init__(self, *, plain: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.plain = plain
        self._clock = clock
        self._history: History = ()
        self._until = 0.0
        self._earlier: Sequence[History] = ()
        self._aim: Aim | None = None
        self._drawn_at = float("-inf")

    @property
    def text(self) -> str:
        """What is drawn, as text."""
        lines = (self._shown.line(y) for y in range(self._shown.height))
        return "\n".join("".join(piece.text for piece in line) for line in lines)

    def draw(
        self,
        history: History,
        until: float,
        *,
        earlier: Sequence[History] = (),
        aim: Aim | None = None,
        at_once: bool = False,
    ) -> None:
        """Draws the history up to `until` seconds of search, `earlier` ones faintly, and a line at the aim.

        Does nothing if the last drawing is less than a second old, unless `at_once`.
        """
        now = self._clock()
        if now - self._drawn_at < 1.0 and not at_once:
            return
        self._drawn_at = now
        self._history, self._until, self._earlier, self._aim = history, until, earlier, aim
        self.draw_page()

    def page(self) -> Canvas:
        lines = drawing(self._history, self._until, *self.size, earlier=self._earlier, aim=self._aim, plain=self.plain)
        return Canvas.of([[Piece(text, kind or TEXT) for text, kind in line] for line in lines])


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
