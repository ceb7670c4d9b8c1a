"""The comparison of searches below the list of runs: curves of their medians, and a table of what differs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.timer import Timer
from textual.widgets import Static

from solvers.runs.comparison import MOST, NONE, apart, curves, lettered_table, value_title
from solvers.runs.groups import Group
from tui.words.curves import Pieces, aim_of, columns_for, drawing
from tui.words.references import Reference, with_columns, with_references
from tui.words.wording import shorten

SMALLEST_CURVES = 28
"""Columns that curves need beside the table; with less room one of the two is shown."""
WAYS = ("time", "playouts", "table")
CELL = 12
PERIOD = 2.0
"""Seconds between two drawings of live runs: a person over SSH feels every byte."""
COLOURS = 8
"""Of curves; more are told apart by stroke and letter."""
NOTHING = "Mark searches with space to compare them."


class Comparison(Horizontal):
    """Curves at the left, the table at the right; drawn again only if anything in it has changed."""

    DEFAULT_CSS = """
    Comparison { height: 1fr; }
    Comparison > .curves { width: 1fr; height: 1fr; color: $primary; }
    Comparison > .comparison--curve0 { color: $primary; }
    Comparison > .comparison--curve1 { color: $warning; }
    Comparison > .comparison--curve2 { color: $success; }
    Comparison > .comparison--curve3 { color: $accent; }
    Comparison > .comparison--curve4 { color: $error; }
    Comparison > .comparison--curve5 { color: $foreground; }
    Comparison > .comparison--curve6 { color: $yours; }
    Comparison > .comparison--curve7 { color: $text-muted; }
    Comparison > .table { width: auto; height: 1fr; color: $foreground; padding: 0 0 0 2; }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"comparison--curve{number}" for number in range(COLOURS)}

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__()
        self.plain = plain
        self._way = WAYS[0]
        self._both = True
        self._timer: Timer | None = None
        self._drawn_at = float("-inf")
        self.groups: Sequence[Group] = ()
        self.references: tuple[Reference, ...] = ()
        """Games and records that have a level curve beside those of the searches."""
        self._curves = Static("", classes="curves", markup=False)
        self._table = Static("", classes="table", markup=False)

    def compose(self) -> ComposeResult:
        yield self._curves
        yield self._table

    def on_resize(self, event: Resize) -> None:
        self._draw()

    def show(self, groups: Sequence[Group], *, calm: bool = False) -> None:
        """Compares these searches, as many of them as there are letters; `calm`: drawn once in PERIOD seconds."""
        self.groups = groups[:MOST]
        wait = self._drawn_at + PERIOD - time.monotonic()
        if not calm or wait <= 0:
            self._draw()
        elif self._timer is None:
            self._timer = self.set_timer(wait, self._draw)

    @property
    def by_playouts(self) -> bool:
        """Whether the curves are over playouts, not over time."""
        return self._way == "playouts"

    def turn(self) -> None:
        """Draws the next of: curves over time, curves over playouts, and where there is no room for both, the table."""
        ways = WAYS[:2] if self._both else WAYS
        self._way = ways[(ways.index(self._way) + 1) % len(ways)] if self._way in ways else ways[0]
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        self._timer, self._drawn_at = None, time.monotonic()
        if not self.groups or not width:
            _put(self._curves, NOTHING if width else "")
            _put(self._table, "")
            return
        lines = table_lines(self.groups, width, height, plain=self.plain, references=self.references)
        beside = width - max(map(len, lines)) - 3
        self._both = beside >= SMALLEST_CURVES
        room = beside if self._both else width
        self._curves.display = self._both or self._way != "table"
        self._table.display = self._both or self._way == "table"
        _put(self._table, "\n".join(lines))
        if self._curves.display:
            searched = curves(apart(self.groups), columns_for(room), by_playouts=self.by_playouts)
            known = with_references(searched, self.references)
            drawn = drawing(
                known,
                room,
                height,
                plain=self.plain,
                by_playouts=self.by_playouts,
                aim=aim_of(self.groups),
                what=value_title(self.groups),
            )
            _put(self._curves, self._coloured(drawn) if drawn else "No score yet.")

    def _coloured(self, lines: Sequence[Pieces]) -> Text:
        text = Text()
        for line in lines:
            for piece, curve in line:
                kind = f"comparison--curve{curve % COLOURS}"
                text.append(piece, self.get_component_rich_style(kind, partial=True) if curve >= 0 else "")
            text.append("\n")
        text.right_crop()
        return text


def table_lines(
    groups: Sequence[Group], width: int, height: int, *, plain: bool, references: Sequence[Reference] = ()
) -> list[str]:
    """The table's lines, at most that wide and high: of more searches than have room the first."""
    head, *rest = with_columns(lettered_table(groups, height - 1 - bool(references)), references)
    rows = [("what differs", *head[1:]), *rest][:height]
    names = max(len(row[0]) for row in rows)
    widths = [min(CELL, max(len(row[at]) for row in rows)) for at in range(1, len(head))]
    while len(widths) > 1 and names + sum(widths) + 2 * len(widths) > width:
        widths.pop()
    lines = []
    for row in rows:
        cells = "".join(f"  {shorten(cell, room):>{room}}" for cell, room in zip(row[1:], widths, strict=False))
        line = f"{row[0]:<{names}}{cells}"[:width]
        lines.append(line.replace(NONE, "-") if plain else line)
    return lines


def _put(widget: Static, text: str | Text) -> None:
    if widget.content != text:
        widget.update(text)
