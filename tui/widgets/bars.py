"""A histogram drawn by plotext."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.text import Text
from textual_plotext import PlotextPlot

from tui.widgets.chart import TO_ASCII


class Bars(PlotextPlot):
    """How many codes have a frequency in each bin."""

    DEFAULT_CSS = """
    Bars { height: 1fr; min-height: 6; }
    """

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self.plain = plain

    def draw(self, edges: Sequence[float], counts: Sequence[int]) -> None:
        """Draws `counts[i]` over the middle of `edges[i]` and `edges[i + 1]`."""
        plot = self.plt
        plot.clear_data()
        middles = [(low + high) / 2 for low, high in pairwise(edges)]
        plot.bar(middles, list(counts), width=0.7, marker="#" if self.plain else "sd", minimum=0)
        plot.title("number of codes by frequency in solutions")
        plot.frame(False)
        plot.xlim(edges[0], edges[-1])
        plot.xticks([0.0, 0.25, 0.5, 0.75, 1.0])
        plot.yfrequency(4)
        self.refresh()

    def render(self) -> Text:
        """The drawing; in ASCII if so wished."""
        drawn = super().render()
        assert isinstance(drawn, Text)
        if not self.plain:
            return drawn
        return Text(drawn.plain.translate(TO_ASCII).encode("ascii", "replace").decode(), no_wrap=True)
