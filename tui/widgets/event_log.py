"""The last lines of a run's log; drawn at most twice a second, and only if they have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tui.wording import seconds_text

if TYPE_CHECKING:
    from solvers.runs.log_lines import LogLine

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
        """Wraps the lines again."""
        self._wrap()

    def _wrap(self) -> None:
        """As many of the newest lines as fit, wrapped to the width there is."""
        height = max(1, self.size.height)
        width = max(TIME_WIDTH + LEAST_TEXT, self.size.width)
        lines: list[str] = []
        for one in self._log[-height:]:
            name = f"[{one.worker}] " if self._several else ""
            lines += wrap(f"{seconds_text(one.at)}  {name}{one.text}", width, subsequent_indent="  ")
        self.lines = lines[-height:]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line."""
        shown = self.lines[-self.size.height :]
        text = shown[y] if y < len(shown) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)
