"""The score over time and histograms, drawn by plotext; imported only when there is something to draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise

from rich.color import ColorType
from rich.style import Style
from rich.text import Span, Text
from textual.color import Color
from textual_plotext import PlotextPlot

History = Sequence[tuple[float, float]]

TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼•█▄▀▌▐▖▗▘▝▙▛▜▟▚▞", "-|+++++++++*###############")
FINED = 1000.0
"""A score that many times the last one's size contains penalties; drawn, it would flatten all others."""
STRETCH = 1.1
"""The chart is drawn again when the search has taken that much longer than it shows."""
POINTS = 400
"""More points than the chart has columns are thinned out, the last one stays."""


class Plot(PlotextPlot):
    """A plot in the theme's colour, or in ASCII; where there are sixteen colours its words have the terminal's own."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self.plain = plain

    @property
    def ink(self) -> str | tuple[int, int, int]:
        """The colour to draw with, as plotext names it."""
        return "cyan" if self.app.native_ansi_color else Color.parse(self.app.theme_variables["primary"]).rgb

    def entitle(self, title: str) -> None:
        """Puts the title above a plot without a frame, and few ticks beside it."""
        self.plt.title(title)
        self.plt.frame(False)
        self.plt.yfrequency(3)

    def render(self) -> Text:
        drawn = super().render()
        assert isinstance(drawn, Text)
        if self.plain:
            return Text(drawn.plain.translate(TO_ASCII).encode("ascii", "replace").decode(), no_wrap=True)
        if self.app.native_ansi_color:  # the base class makes black of a terminal's own colours, on black
            drawn.spans = [_inked(span) for span in drawn.spans]
        return drawn


class ScoreChart(Plot):
    """The best score so far over seconds of search; redrawn at most once a second, and only if it has changed."""

    DEFAULT_CSS = """
    ScoreChart { height: 1fr; }
    """

    def __init__(self, *, plain: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(plain=plain)
        self._clock = clock
        self._drawn: History = ()
        self._drawn_at = float("-inf")
        self._drawn_until = 0.0

    def draw(self, history: History, until: float, *, at_once: bool = False) -> None:
        """Draws the history up to `until` seconds of search.

        Does nothing if the last drawing is less than a second old, or nothing has happened since and it still
        reaches far enough.
        """
        now = self._clock()
        if history == self._drawn and until <= self._drawn_until * (1.0 if at_once else STRETCH):
            return
        if now - self._drawn_at < 1.0 and not at_once:
            return
        self._drawn, self._drawn_at, self._drawn_until = history, now, until
        seconds, scores = _steps(_without_fines(history))
        if seconds and until > seconds[-1]:
            seconds.append(until)
            scores.append(scores[-1])
        plot = self.plt
        plot.clear_data()
        plot.plot(seconds, scores, marker="*" if self.plain else "hd", color=self.ink)
        plot.xfrequency(3)
        if scores and min(scores) == max(scores):  # plotext turns the axis of a constant negative score upside down
            plot.ylim(scores[0] - 1, scores[0] + 1)
        else:
            plot.ylim(None, None)
        self.entitle("best score over seconds")
        self.refresh()


def _inked(span: Span) -> Span:
    """The span without the colours of the base class's theme, which are mixed ones."""
    style = span.style if isinstance(span.style, Style) else Style()
    mixed = style.color is None or style.color.type is ColorType.TRUECOLOR
    return span._replace(style=Style() if mixed else Style(color=style.color))


def _without_fines(history: History) -> History:
    """The history from where its scores have a size like the last one's: a tour's, once no window is missed."""
    if not history or history[-1][1] == 0:
        return history
    largest = FINED * abs(history[-1][1])
    return [point for point in history if abs(point[1]) < largest]


def _steps(history: History) -> tuple[list[float], list[float]]:
    """Corners of the staircase: a best score stands until the next one."""
    thinned = [*history[:: max(1, len(history) // POINTS)], history[-1]] if history else []
    twice = [point for point in thinned for _ in range(2)]
    return [at for at, _ in twice[1:]], [score for _, score in twice[:-1]]


class Bars(Plot):
    """How many codes have a frequency, or a bias, in each bin."""

    DEFAULT_CSS = """
    Bars { height: 1fr; min-height: 6; }
    """

    def draw(self, edges: Sequence[float], counts: Sequence[int], what: str) -> None:
        """Draws `counts[i]` over the middle of `edges[i]` and `edges[i + 1]`; `what` is said to lie along the axis."""
        plot = self.plt
        plot.clear_data()
        middles = [(low + high) / 2 for low, high in pairwise(edges)]
        marker = "#" if self.plain else "sd"
        plot.bar(middles, list(counts), width=0.7, marker=marker, minimum=0, color=self.ink)
        plot.xlim(edges[0], edges[-1])
        plot.xticks([edges[0] + (edges[-1] - edges[0]) * quarter / 4 for quarter in range(5)])
        self.entitle(f"number of codes by {what}")
        self.refresh()
