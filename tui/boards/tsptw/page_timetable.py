"""A tour's timetable: a row a visit, with its figures and its window on an axis of time. No textual."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass

from puzzles.tsptw.remarks import Visit
from tui.boards.canvas import Canvas
from tui.boards.tsptw.scene import CURSOR, LATE, MARKED, NODE, OPEN, QUIET, SLACK, SPENT, START, WAIT, Row, Scene

HEAD = 1
"""Lines above the rows: the columns' names and the axis."""
NARROWEST = 16
"""Columns of the axis, at least; figures are left out until there are that many."""
SHARE = 0.42
"""Part of the width that the axis has, at least, as long as some figures are left."""
NAMED = "node"
"""The column behind which a late visit has its sign."""
GIVEN = (NAMED, "opens", "closes")
"""The columns that don't depend on the tour."""
APART = 9
"""Columns between two numbers of the axis, at least."""


@dataclass(frozen=True, slots=True)
class Column:
    """Figures below a name; `weight`: those with the least are left out last."""

    name: str
    weight: int
    text: Callable[[Scene, Row], str]


def _time(of: Callable[[Visit], int | None]) -> Callable[[Scene, Row], str]:
    """The text of one of a visit's times; empty for None, and for a node that is not visited yet."""

    def text(scene: Scene, row: Row) -> str:
        time = None if row.visit is None else of(row.visit)
        return "" if time is None else scene.number(time)

    return text


COLUMNS = (
    Column("visit", 6, lambda scene, row: str(row.order) if row.visit else ""),
    Column(NAMED, 0, lambda scene, row: str(row.node) if row.node else "depot"),
    Column("opens", 5, lambda scene, row: scene.number(scene.puzzle.earliest[row.node])),
    Column("closes", 5, lambda scene, row: scene.number(scene.puzzle.latest[row.node])),
    Column("arrives", 2, _time(lambda visit: visit.arrival)),
    Column("waits", 3, _time(lambda visit: visit.wait or None)),
    Column("starts", 4, _time(lambda visit: visit.start)),
    Column("slack", 1, _time(lambda visit: visit.slack - visit.lateness)),
)
"""From left to right. A late visit's slack is below 0: its lateness."""


Signs = namedtuple("Signs", "spent slack opened closed narrow wait start overdue beyond track thumb here")
"""The characters of the axis."""
BOXES = Signs("─", "━", "├", "┤", "│", "╌", "●", "╌", "▸", "│", "┃", "▸")
ASCII = Signs("-", "=", "[", "]", "|", ".", "o", ".", ">", "|", "#", ">")
FAULT = "!"
"""Stands where a visit begins too late, and behind its node."""


def page(scene: Scene, width: int, height: int, first: int = 0, *, plain: bool, cursor: int | None = None) -> Canvas:
    """The rows from `first` on for a page of that size, at least 2 lines high; `cursor` is the node looked at."""
    canvas = Canvas(width, height)
    scrolls = len(scene.rows) > height - HEAD
    table = Table(canvas, scene, width - scrolls, plain=plain)
    table.head()
    for y, row in enumerate(scene.rows[first : first + height - HEAD], HEAD):
        table.row(y, row, here=row.node == cursor)
    if scrolls:
        table.bar(first)
    return canvas


def last_first(scene: Scene, height: int) -> int:
    """The first row of the last page."""
    return max(0, len(scene.rows) - (height - HEAD))


class Table:
    """Writes the rows of a scene on a page: figures in the columns for which there is room, then the axis of time."""

    def __init__(self, canvas: Canvas, scene: Scene, width: int, *, plain: bool) -> None:
        self.canvas = canvas
        self.scene = scene
        self.signs = ASCII if plain else BOXES
        self.figures = _figures(scene, width)
        self.left = sum(size + 1 for _, size in self.figures) + 2
        self.axis = max(1, width - self.left)

    def head(self) -> None:
        """The columns' names, and as many numbers as fit on the axis."""
        x = 1
        for column, size in self.figures:
            self._put(x, 0, column.name.rjust(size), QUIET)
            x += size + 1 + (column.name == NAMED)
        free, unit = self.left, 10**self.scene.puzzle.digits
        for time in ticks(self.scene.end, self.axis):
            text = self.scene.number(time) if time % unit else str(time // unit)
            start = min(self._at(time), self.left + self.axis - len(text))
            if start >= free:
                self._put(start, 0, text, QUIET)
                free = start + len(text) + 1

    def row(self, y: int, row: Row, *, here: bool) -> None:
        """One node; `here`: it is looked at."""
        usual = NODE if row.visit else OPEN
        common = CURSOR if here else LATE if row.late else usual
        marked = f"-{MARKED}" if row.order - 1 in self.scene.marked else ""
        if here:
            self._put(0, y, self.signs.here, CURSOR)
        x = 1
        for column, size in self.figures:
            text = column.text(self.scene, row)
            named = column.name == NAMED
            if text:
                self._put(x + size - len(text), y, text, common + (marked if named else ""))
            x += size + 1
            if named:
                if row.late:
                    self._put(x - 1, y, FAULT, common)
                x += 1
        self._window(y, row, here=here)
        if row.visit is not None:
            self._visit(y, row, row.visit, here=here)

    def bar(self, first: int) -> None:
        """How much of the table is shown, at the right edge."""
        rows, room = len(self.scene.rows), self.canvas.height - HEAD
        size = max(1, room * room // rows)
        top = (room - size) * first // max(1, rows - room)
        for y in range(room):
            here = top <= y < top + size
            self._put(self.canvas.width - 1, HEAD + y, self.signs.thumb if here else self.signs.track, QUIET)

    def _window(self, y: int, row: Row, *, here: bool) -> None:
        """From where it opens to where it closes: thin up to the start of service, thick where there is slack.

        A window that says no more than the depot's is not drawn for a visit in time.
        """
        if row.visit is not None and not row.late and row.node in self.scene.unbound:
            return
        closes = self.scene.puzzle.latest[row.node]
        first, last = self._at(self.scene.puzzle.earliest[row.node]), self._at(closes)
        start = last if row.visit is None else self._at(row.visit.start)
        edge = self._kind(OPEN if row.visit is None else SPENT, here)
        for x in range(first, last + 1):
            slack = x > start
            self._put(x, y, self.signs.slack if slack else self.signs.spent, self._kind(SLACK, here) if slack else edge)
        self._put(first, y, self.signs.narrow if first == last else self.signs.opened, edge)
        if first != last and (row.visit is None or row.late):
            self._put(last, y, self.signs.closed, edge)
        if closes > self.scene.end:
            self._put(last, y, self.signs.beyond, edge)

    def _visit(self, y: int, row: Row, visit: Visit, *, here: bool) -> None:
        opens, closes = self._at(visit.earliest), self._at(visit.latest)
        for x in range(self._at(visit.arrival), opens):
            self._put(x, y, self.signs.wait, self._kind(WAIT, here))
        if not row.late:
            self._put(self._at(visit.start), y, self.signs.start, self._kind(START, here))
            return
        late = CURSOR if here else LATE
        for x in range(closes + 1, self._at(visit.start)):
            self._put(x, y, self.signs.overdue, late)
        self._put(self._at(visit.start), y, FAULT, late)

    def _kind(self, kind: str, here: bool) -> str:
        return CURSOR if here else kind

    def _at(self, time: int) -> int:
        return self.left + min(max(time, 0), self.scene.end) * (self.axis - 1) // self.scene.end

    def _put(self, x: int, y: int, text: str, kind: str) -> None:
        room = self.canvas.width - x
        if room > 0 and 0 <= y < self.canvas.height:
            self.canvas.put(x, y, text[:room], kind)


def ticks(end: int, axis: int) -> list[int]:
    """Round times from 0 on, as far apart as their numbers need."""
    least = max(1, end * APART // max(1, axis))
    power: int = 10 ** max(0, len(str(least)) - 2)
    step = next(n * power for n in (1, 2, 5, 10, 20, 25, 30, 40, 50, 100) if n * power >= least)
    return list(range(0, end + 1, step))


def _figures(scene: Scene, width: int) -> list[tuple[Column, int]]:
    """The columns for which there is room, each with its width; without a tour only what the puzzle says."""
    sizes = {column: max(len(column.name), *(len(column.text(scene, row)) for row in scene.rows)) for column in COLUMNS}
    kept = sorted((one for one in COLUMNS if scene.visits or one.name in GIVEN), key=lambda column: column.weight)
    while len(kept) > 1 and width - 2 - sum(sizes[one] + 1 for one in kept) < max(NARROWEST, int(SHARE * width)):
        kept = [one for one in kept if one.weight < kept[-1].weight]
    return [(column, sizes[column]) for column in COLUMNS if column in kept]
