"""A histogram drawn by plotext."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tui.widgets.chart import Plot


class Bars(Plot):
    """How many codes have a frequency in each bin."""

    DEFAULT_CSS = """
    Bars { height: 1fr; min-height: 6; }
    """

    def draw(self, edges: Sequence[float], counts: Sequence[int]) -> None:
        """Draws `counts[i]` over the middle of `edges[i]` and `edges[i + 1]`."""
        plot = self.plt
        plot.clear_data()
        middles = [(low + high) / 2 for low, high in pairwise(edges)]
        marker = "#" if self.plain else "sd"
        plot.bar(middles, list(counts), width=0.7, marker=marker, minimum=0, color=self.ink)
        plot.xlim(edges[0], edges[-1])
        plot.xticks([0.0, 0.25, 0.5, 0.75, 1.0])
        self.entitle("number of codes by frequency in solutions")
        self.refresh()
