"""A histogram drawn by plotext."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tui.widgets.chart import Plot


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
