"""Histograms, drawn by plotext; imported only when there is one to draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.color import ColorType
from rich.style import Style
from rich.text import Span, Text
from textual.color import Color
from textual_plotext import PlotextPlot

TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼•█▄▀▌▐▖▗▘▝▙▛▜▟▚▞", "-|+++++++++*###############")


class Bars(PlotextPlot):
    """How many codes have a frequency, or a bias, in each bin.

    It is in the theme's colour, or in ASCII; where there are sixteen colours its words have the terminal's own.
    """

    DEFAULT_CSS = """
    Bars { height: 1fr; min-height: 6; }
    """

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self.plain = plain

    @property
    def ink(self) -> str | tuple[int, int, int]:
        """The colour to draw with, as plotext names it."""
        return "cyan" if self.app.native_ansi_color else Color.parse(self.app.theme_variables["primary"]).rgb

    def draw(self, edges: Sequence[float], counts: Sequence[int], what: str) -> None:
        """Draws `counts[i]` over the middle of `edges[i]` and `edges[i + 1]`; `what` is said to lie along the axis."""
        plot = self.plt
        plot.clear_data()
        middles = [(low + high) / 2 for low, high in pairwise(edges)]
        marker = "#" if self.plain else "sd"
        plot.bar(middles, list(counts), width=0.7, marker=marker, minimum=0, color=self.ink)
        plot.xlim(edges[0], edges[-1])
        plot.xticks([edges[0] + (edges[-1] - edges[0]) * quarter / 4 for quarter in range(5)])
        plot.title(f"number of codes by {what}")
        plot.frame(False)
        plot.yfrequency(3)
        self.refresh()

    def render(self) -> Text:
        drawn = super().render()
        assert isinstance(drawn, Text)
        if self.plain:
            return Text(drawn.plain.translate(TO_ASCII).encode("ascii", "replace").decode(), no_wrap=True)
        if self.app.native_ansi_color:  # the base class makes black of a terminal's own colours, on black
            drawn.spans = [_inked(span) for span in drawn.spans]
        return drawn


def _inked(span: Span) -> Span:
    """The span without the colours of the base class's theme, which are mixed ones."""
    style = span.style if isinstance(span.style, Style) else Style()
    mixed = style.color is None or style.color.type is ColorType.TRUECOLOR
    return span._replace(style=Style() if mixed else Style(color=style.color))
