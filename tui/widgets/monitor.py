"""What there is to see of a run beside its board: status, numbers, score over time, and the last lines of its log."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from puzzles.registry import get_family
from solvers.runs.scoring import family_of, optimises
from tui.widgets.lists import FoundList
from tui.wording import SOLUTIONS, best_text, count_text, run_status_text, score_text, seconds_text, waiting_text

if TYPE_CHECKING:
    from solvers.runs.log_lines import LogLine
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView

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


class Facts(Widget):
    """Labelled values, one a line."""

    DEFAULT_CSS = """
    Facts { height: auto; color: $foreground; }
    Facts > .facts--label { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"facts--label"}

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        self.facts: list[Fact] = [(label, "") for label in labels]
        self.styles.height = len(self.facts)

    def show(self, values: Sequence[str]) -> None:
        regions = []
        for y, ((label, old), new) in enumerate(zip(self.facts, values, strict=True)):
            if old != new:
                self.facts[y] = (label, new)
                regions.append(Region(LABEL_WIDTH, y, max(len(old), len(new)), 1))
        if regions:
            self.refresh(*regions)

    def relabel(self, line: int, label: str) -> None:
        """Gives a line another label, and all lines no value."""
        self.facts = [(label if y == line else old, "") for y, (old, _) in enumerate(self.facts)]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self.facts):
            return Strip.blank(self.size.width, self.rich_style)
        label, value = self.facts[y]
        style = self.get_component_rich_style("facts--label")
        segments = [Segment(label.ljust(LABEL_WIDTH), style), Segment(value, self.rich_style)]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)


LABELS = ("best score", "", "speed", "restarts", "elapsed", "workers")
NUMBERS_PERIOD = 0.25
"""Seconds between two drawings of the numbers: faster ones can't be read."""
BAR_WIDTH = 16
"""Characters of the bar that says how far the compiling, or the training of a prior, is."""
WORTH_A_CHART = 0.05
"""Seconds between the first and the last improvement from which on there is something to see in a chart."""


class Monitor(Vertical):
    """Draws frozen views of a run; draws nothing that is already there."""

    DEFAULT_CSS = """
    Monitor > .headline { height: auto; text-style: bold; color: $primary; }
    Monitor > .headline.-solved { color: $success; }
    Monitor > .headline.-failed { color: $error; }
    Monitor > .message { height: auto; max-height: 4; color: $foreground; }
    Monitor > Facts { margin: 1 0; }
    Monitor > .settings { height: auto; color: $text-muted; margin-bottom: 1; }
    Monitor > .chart { height: 2fr; display: none; }
    Monitor > .chart.-drawn { display: block; }
    """

    def __init__(self, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.plain = plain
        self._headline = ""
        self._message = ""
        self.clock = time.monotonic
        self._numbers_at = float("-inf")

    def compose(self) -> ComposeResult:
        yield Static("", classes="headline", markup=False)
        yield Static("", classes="message", markup=False)
        yield Facts(LABELS)
        yield Static("", classes="settings", markup=False)
        yield FoundList(plain=self.plain)
        yield Vertical(classes="chart")
        yield EventLog()

    def describe(self, spec: SolveSpec) -> None:
        """Says with which settings the run searches; forgets the run shown before."""
        from solvers.runs.log_lines import unit

        own = ", ".join(f"{name} {value}" for name, value in spec.parameters.items())
        family = get_family(spec.family)
        words = [spec.algorithm + (f" ({own})" if own else "")]
        words += [spec.mode] if family.rules.modes else []
        words += [f"prior {spec.prior}"] if family.priors.kinds else []
        words += [f"warm start of {len(spec.warm_start)}"] if spec.warm_start else []
        words.append(f"seed {spec.seed}")
        self.query_one(".settings", Static).update(" · ".join(words) if not self.plain else "; ".join(words))
        facts = self.query_one(Facts)
        facts.relabel(1, unit(spec))
        place = self.query_one(".chart")
        place.remove_children()
        place.remove_class("-drawn")
        found = self.query_one(FoundList)
        found.display = spec.wanted > 1
        found.show((), at_once=True)
        self._headline = self._message = ""
        self.query_one(".headline", Static).update("")
        self.query_one(".message", Static).update("")
        self._numbers_at = float("-inf")
        self.query_one(EventLog).show((), at_once=True)

    def draw(self, view: RunView, budget: float | None) -> None:
        """Draws the view; `budget` is in seconds."""
        ended = view.ended and view.status != "starting"
        self._entitle(view, ended)
        now = self.clock()
        if ended or now - self._numbers_at >= NUMBERS_PERIOD:
            self._numbers_at = now
            self._show_numbers(view, budget, ended=ended)
        several = getattr(view.spec, "workers", 1) > 1
        self.query_one(EventLog).show(view.log, several=several, at_once=ended)
        if view.wanted > 1:
            self.query_one(FoundList).show(view.found, at_once=ended)
        elif len(view.history) > 1 and view.history[-1][0] - view.history[0][0] >= WORTH_A_CHART:
            self._plot(view, at_once=ended)

    def _show_numbers(self, view: RunView, budget: float | None, *, ended: bool) -> None:
        of_budget = f" of {seconds_text(budget)}" if budget and not ended else ""
        workers = getattr(view.spec, "workers", 1)
        self.query_one(Facts).show(
            (
                score_text(view.best_score, family_of(view.spec)),
                count_text(view.playouts),
                f"{count_text(view.rate)} a second" if not ended else _mean_rate(view),
                count_text(view.restarts),
                f"{seconds_text(view.counted if of_budget else view.elapsed)}{of_budget}",
                f"{view.workers_alive} of {workers}" if not ended else "ended",
            )
        )

    def _entitle(self, view: RunView, ended: bool) -> None:
        headline = run_status_text(view).capitalize()
        message = view.message
        best = _best_words(view) if ended or view.status == "solved" else None
        if best is not None:
            headline, message = best
        elif view.status == "solved":
            took = f" in {seconds_text(view.solved_seconds)}" if view.solved_seconds is not None else ""
            headline = f"Solved{took}, verified"
            looking = not ended and getattr(view.spec, "count_seconds", 0) > 0
            message = SOLUTIONS.get(view.solutions or "", "Looking for a second solution ..." if looking else "")
        elif view.status == "interrupted":
            message = message or "Its worker is gone; u in 4 Runs lets it go on."
        if view.wanted > 1 and view.status != "failed":
            goes_on = "; better ones may come" if getattr(view.spec, "keep_best", False) and not ended else ""
            message = message or f"{len(view.found)} of {view.wanted} solutions found, best first{goes_on}"
        if not ended and view.status != "solved" and (waiting := waiting_text(view, BAR_WIDTH, plain=self.plain)):
            message = waiting if view.compile_seconds else f"{message}\n{waiting}"
        if headline != self._headline:
            line = self.query_one(".headline", Static)
            line.update(headline)
            line.set_class(view.status == "solved" or best is not None, "-solved")
            line.set_class(best is None and view.status in ("failed", "interrupted", "exhausted"), "-failed")
            self._headline = headline
        if message != self._message:
            self.query_one(".message", Static).update(message)
            self._message = message

    def _plot(self, view: RunView, *, at_once: bool) -> None:
        from tui.widgets.chart import ScoreChart

        place = self.query_one(".chart")
        charts = place.query(ScoreChart)
        chart = charts.last() if charts else ScoreChart(plain=self.plain)
        if not charts:
            place.add_class("-drawn")
            place.mount(chart)
        chart.draw(view.history, view.elapsed, at_once=at_once)


BEST_ENDS = {
    "budget": "Time is up.",
    "reached": "The wanted score is reached.",
    "done": "The search has come to its end.",
    "exhausted": "Everything has been seen.",
    "stopped": "Stopped; u lets it go on.",
    "interrupted": "Its worker is gone; u in 4 Runs lets it go on.",
}


def _best_words(view: RunView) -> tuple[str, str] | None:
    """Headline and message of a run that has its best board as its result; None for others."""
    if not optimises(view.spec) or view.board_score is None or view.status not in ("solved", *BEST_ENDS):
        return None
    if view.status == "solved":
        took = f"Found in {seconds_text(view.solved_seconds)}. " if view.solved_seconds is not None else ""
        headline = best_text(family_of(view.spec), view.board_score, view.facts, "Optimal")
        return f"{headline}, verified", f"{took}Nothing better is possible (proved)."
    message = view.message if view.status == "interrupted" and view.message else BEST_ENDS[view.status]
    if view.status == "exhausted" and view.claim:
        message = f"{view.claim[0].upper()}{view.claim[1:]}."
    return f"{best_text(family_of(view.spec), view.board_score, view.facts, 'Best')}, verified", message


def _mean_rate(view: RunView) -> str:
    if view.elapsed < 1e-3 or not view.playouts:
        return "-"
    return f"{count_text(view.playouts / view.elapsed)} a second"
