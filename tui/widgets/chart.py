"""The best so far over time; and histograms, drawn by plotext, which is imported only when there is one to draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.words.step_plot import AIM, AXIS, CURVE, EARLIER, Aim, History, Line, drawing


class ScoreChart(Widget):
    """The best so far over seconds of search; redrawn at most once a second, and only the lines that have changed."""

    DEFAULT_CSS = """
    ScoreChart { height: 1fr; }
    ScoreChart > .chart--curve { color: $foreground; text-style: bold; }
    ScoreChart > .chart--earlier { color: $text-muted; }
    ScoreChart > .chart--aim { color: $warning; }
    ScoreChart > .chart--axis { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"chart--{kind}" for kind in (CURVE, EARLIER, AIM, AXIS)}

    def __init__(self, *, plain: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.plain = plain
        self._clock = clock
        self._history: History = ()
        self._until = 0.0
        self._others: tuple[Sequence[History], Aim | None] = (), None
        self._drawn_at = float("-inf")
        self._lines: list[Line] = []

    @property
    def text(self) -> str:
        """What is drawn, as text."""
        return "\n".join("".join(text for text, _ in line) for line in self._lines)

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
        self._history, self._until, self._others = history, until, (earlier, aim)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        before, (earlier, aim) = self._lines, self._others
        size, fine = self.size, {"earlier": earlier, "aim": aim, "plain": self.plain}
        self._lines = drawing(self._history, self._until, size.width, size.height, **fine)  # type: ignore[arg-type]
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
        if changed:
            self.refresh(*(Region(0, y, size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        styles = {kind: self.get_component_rich_style(f"chart--{kind}") for _, kind in self._lines[y] if kind}
        segments = [Segment(text, styles.get(kind, self.rich_style)) for text, kind in self._lines[y]]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)
