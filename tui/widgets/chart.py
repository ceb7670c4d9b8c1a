"""The score over time, drawn by plotext; imported only when there is a score to draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.text import Text
from textual_plotext import PlotextPlot

History = Sequence[tuple[float, float]]

TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼•█▄▀▌▐▖▗▘▝▙▛▜▟▚▞", "-|+++++++++*###############")
POINTS = 400
"""More points than the chart has columns are thinned out, the last one stays."""


class ScoreChart(PlotextPlot):
    """The best score so far over seconds of search; redrawn at most once a second, and only if it has changed."""

    DEFAULT_CSS = """
    ScoreChart { height: 1fr; min-height: 6; }
    """

    def __init__(self, *, plain: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.plain = plain
        self._clock = clock
        self._drawn: History = ()
        self._drawn_at = float("-inf")

    def draw(self, history: History, *, at_once: bool = False) -> None:
        """Draws the history, unless it is the one drawn or the last drawing is less than a second old."""
        now = self._clock()
        if history == self._drawn or (now - self._drawn_at < 1.0 and not at_once):
            return
        self._drawn, self._drawn_at = history, now
        seconds, scores = _steps(history)
        plot = self.plt
        plot.clear_data()
        plot.plot(seconds, scores, marker="*" if self.plain else "hd")
        plot.title("best score over seconds")
        plot.frame(False)
        plot.xfrequency(3)
        plot.yfrequency(3)
        self.refresh()

    def render(self) -> Text:
        """The drawing; in ASCII if so wished."""
        drawn = super().render()
        assert isinstance(drawn, Text)
        if not self.plain:
            return drawn
        return Text(drawn.plain.translate(TO_ASCII).encode("ascii", "replace").decode(), no_wrap=True)


def _steps(history: History) -> tuple[list[float], list[float]]:
    """Corners of the staircase: a best score stands until the next one."""
    thinned = [*history[:: max(1, len(history) // POINTS)], history[-1]] if history else []
    seconds: list[float] = []
    scores: list[float] = []
    for at, score in thinned:
        if scores:
            seconds.append(at)
            scores.append(scores[-1])
        seconds.append(at)
        scores.append(score)
    return seconds, scores
