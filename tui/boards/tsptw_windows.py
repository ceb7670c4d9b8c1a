"""A tour's timetable: a row a visit, with its figures and its window on an axis of time. No textual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tui.boards.canvas import Canvas
from tui.boards.tsptw_scene import (
    CALM,
    CURSOR,
    LATE,
    MARKED,
    NODE,
    OPEN,
    QUIET,
    SLACK,
    SPENT,
    START,
    WAIT,
    Row,
    Scene,
)

HEAD = 1
"""Lines above the rows: the columns' names and the axis."""
NARROWEST = 16
"""Columns of the axis, at least; figures are left out until there are so many."""
SHARE = 0.42
"""Part of the width that the axis has, at least, as long as some figures are left."""
APART = 9
"""Columns between two numbers of the axis, at least."""


@dataclass(frozen=True, slots=True)
class Column:
    """Figures below a name; `weight`: those with the least are left out last."""

    name: str
    weight: int
    text: Callable[[Scene, Row], str]


def _arrival(scene: Scene, row: Row) -> str:
    return scene.number(row.visit.arrival) if row.visit else ""


def _wait(scene: Scene, row: Row) -> str:
    return scene.number(row.visit.wait) if row.visit and row.visit.wait else ""


def _start(scene: Scene, row: Row) -> str:
    return scene.number(row.visit.start) if row.visit else ""


def _slack(scene: Scene, row: Row) -> str:
    return scene.number(row.visit.slack - row.visit.lateness) if row.visit else ""


COLUMNS = (
    Column("visit", 6, lambda scene, row: str(row.order) if row.visit else ""),
    Column("node", 0, lambda scene, row: str(row.node) if row.node else "depot"),
    Column("opens", 5, lambda scene, row: scene.number(scene.puzzle.earliest[row.node])),
    Column("closes", 5, lambda scene, row: scene.number(scene.puzzle.latest[row.node])),
    Column("arrives", 2, _arrival),
    Column("waits", 3, _wait),
    Column("starts", 4, _start),
    Column("slack", 1, _slack),
)
"""From left to right. A late visit's slack is below 0: its lateness."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of the axis."""

    spent: str
    slack: str
    opened: str
    closed: str
    narrow: str
    wait: str
    start: str
    overdue: str
    beyond: str
    track: str
    thumb: str
    here: str


BOXES = Signs("─", "━", "├", "┤", "│", "╌", "●", "╌", "▸", "│", "┃", "▸")
ASCII = Signs("-", "=", "[", "]", "|", ".", "o", ".", ">", "|", "#", ">")
FAULT = "!"
"""Stands where a visit begins too late, and behind its node."""


def page(
    scene: Scene,
    width: int,
    height: int,
    first: int = 0,
    *,
    plain: bool,
    calm: bool = False,
    cursor: int | None = None,
) -> Canvas:
    """The rows from `first` on for a page of that size, at least 2 lines high; `cursor` is the node looked at."""
    canvas = Canvas(width, height)
    signs = ASCII if plain else BOXES
    scrolls = len(scene.rows) > height - HEAD
    figures = _figures(scene, width - scrolls)
    left = sum(size + 1 for _, size in figures) + 2
    axis = max(1, width - left - scrolls)
    _head(canvas, scene, figures, left, axis)
    for y, row in enumerate(scene.rows[first : first + height - HEAD], HEAD):
        _row(canvas, y, scene, row, figures, left, axis, signs, calm=calm, here=row.node == cursor)
    if scrolls:
        _bar(canvas, first, len(scene.rows), signs)
    return canvas


def last_first(scene: Scene, height: int) -> int:
    """The first row of the last page."""
    return max(0, len(scene.rows) - (height - HEAD))


def _figures(scene: Scene, width: int) -> list[tuple[Column, int]]:
    """The columns for which there is room, each with its width."""
    sizes = {column: max(len(column.name), *(len(column.text(scene, row)) for row in scene.rows)) for column in COLUMNS}
    kept = sorted(COLUMNS, key=lambda column: column.weight)
    while len(kept) > 1 and width - 2 - sum(sizes[one] + 1 for one in kept) < max(NARROWEST, int(SHARE * width)):
        kept = [one for one in kept if one.weight < kept[-1].weight]
    return [(column, sizes[column]) for column in COLUMNS if column in kept]


def _head(canvas: Canvas, scene: Scene, figures: list[tuple[Column, int]], left: int, axis: int) -> None:
    x = 1
    for column, size in figures:
        _put(canvas, x, 0, column.name.rjust(size), QUIET)
        x += size + 1 + (column.name == "node")
    free = left
    for time in ticks(scene.end, axis):
        text = scene.number(time).partition(".")[0] if not time % 10**scene.puzzle.digits else scene.number(time)
        start = left + _at(scene, axis, time)
        start -= max(0, start + len(text) - left - axis)
        if start >= free:
            _put(canvas, start, 0, text, QUIET)
            free = start + len(text) + 1


def ticks(end: int, axis: int) -> list[int]:
    """Round times from 0 on, as far apart as their numbers need."""
    least = max(1, end * APART // max(1, axis))
    power = 10 ** (len(str(least)) - 1)
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= least)
    return list(range(0, end + 1, step))


def _row(
    canvas: Canvas,
    y: int,
    scene: Scene,
    row: Row,
    figures: list[tuple[Column, int]],
    left: int,
    axis: int,
    signs: Signs,
    *,
    calm: bool,
    here: bool,
) -> None:
    common = CURSOR if here else LATE if row.late else CALM if calm else NODE if row.visit else OPEN
    marked = f"-{MARKED}" if row.order - 1 in scene.marked else ""
    if here:
        _put(canvas, 0, y, signs.here, CURSOR)
    x = 1
    for column, size in figures:
        text = column.text(scene, row)
        named = column.name == "node"
        if text:
            _put(canvas, x + size - len(text), y, text, common + (marked if named else ""))
        x += size + 1
        if named:
            if row.late:
                _put(canvas, x - 1, y, FAULT, common)
            x += 1
    _line(canvas, y, scene, row, left, axis, signs, calm=calm, here=here)


def _line(
    canvas: Canvas,
    y: int,
    scene: Scene,
    row: Row,
    left: int,
    axis: int,
    signs: Signs,
    *,
    calm: bool,
    here: bool,
) -> None:
    """The window, from where it opens to where it closes, and in it the visit.

    A visited node whose window says no more than the depot's has none drawn.
    """

    def kind(one: str) -> str:
        return CURSOR if here else CALM if calm else one

    def at(time: int) -> int:
        return left + _at(scene, axis, time)

    opens, closes = scene.puzzle.earliest[row.node], scene.puzzle.latest[row.node]
    visit = row.visit
    first, last = at(opens), at(closes)
    if visit is None or row.late or row.node not in scene.unbound:
        start = at(visit.start) if visit else last
        edge = kind(SPENT if visit else OPEN)
        for x in range(first, last + 1):
            slack = x > start
            _put(canvas, x, y, signs.slack if slack else signs.spent, kind(SLACK) if slack else edge)
        _put(canvas, first, y, signs.narrow if first == last else signs.opened, edge)
        if first != last and (visit is None or row.late):
            _put(canvas, last, y, signs.closed, edge)
        if closes > scene.end:
            _put(canvas, last, y, signs.beyond, edge)
    if visit is None:
        return
    for x in range(at(visit.arrival), first):
        _put(canvas, x, y, signs.wait, kind(WAIT))
    if row.late:
        for x in range(last + 1, at(visit.start)):
            _put(canvas, x, y, signs.overdue, CURSOR if here else LATE)
    sign, own = (FAULT, CURSOR if here else LATE) if row.late else (signs.start, kind(START))
    _put(canvas, at(visit.start), y, sign, own)


def _at(scene: Scene, axis: int, time: int) -> int:
    """The column of a time on the axis, from 0."""
    return min(max(time, 0), scene.end) * (axis - 1) // scene.end


def _bar(canvas: Canvas, first: int, rows: int, signs: Signs) -> None:
    """How much of the table is shown, at the right edge."""
    room = canvas.height - HEAD
    size = max(1, room * room // rows)
    top = (room - size) * first // max(1, rows - room)
    for y in range(room):
        here = top <= y < top + size
        _put(canvas, canvas.width - 1, HEAD + y, signs.thumb if here else signs.track, QUIET)


def _put(canvas: Canvas, x: int, y: int, text: str, kind: str) -> None:
    """Writes as much of a text as lies on the page."""
    room = canvas.width - x
    if room > 0 and 0 <= y < canvas.height:
        canvas.put(x, y, text[:room], kind)
