"""The last lines of a run's log; drawn at most twice a second, and only if they have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tui.wording import seconds_text, shorten

if TYPE_CHECKING:
    from solvers.runs.log_lines import LogLine

PERIOD = 0.5
TIME_WIDTH = 10


class EventLog(Widget):
    """As many of the newest lines as there is room for, the newest at the bottom."""

    DEFAULT_CSS = """
    EventLog { height: 1fr; min-height: 3; color: $text-muted; }
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.lines: list[str] = []
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
        shown = log[-max(1, self.size.height) :]
        self.lines = [f"{seconds_text(one.at):>8}  {f'[{one.worker}] ' if several else ''}{one.text}" for one in shown]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line, cut to the width."""
        shown = self.lines[-self.size.height :]
        text = shorten(shown[y], self.size.width) if y < len(shown) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)
