"""The best so far over time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from tui.boards.canvas import Canvas
from tui.boards.drawing import TEXT, Piece
from tui.boards.page_view import PageView
from tui.words.step_plot import AIM, AXIS, CURVE, EARLIER, Aim, History, drawing


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
