"""A tour drawn in the plane: its way in braille, its nodes by their numbers where they fit. No textual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from puzzles.picture import Point
from puzzles.tsptw.picture import Positions
from tui.boards.canvas import COLUMN, LINE, Canvas, Plot
from tui.boards.tsptw.scene import CURSOR, DEPOT, LATE, LATE_LEG, LEGS, MARKED, NODE, OPEN, QUIET, Scene

MARGIN = 1
"""Characters left free at each side, so that a number can stand over a node at the edge."""
FIRST_RANK, LATE_RANK, CURSOR_RANK = 0, len(LEGS), len(LEGS) + 1
"""Where ways meet in one character the later one is seen, a late one over it, that of the node looked at over all."""
DOTTED = 2
SCALED = ("placed by MDS of the matrix", "placed by MDS", "MDS")


@dataclass(frozen=True)
class Frame:
    """How nodes' positions lie on a page of that many characters: as large as fits, times `larger`, around `centre`."""

    where: Positions
    columns: int
    lines: int
    larger: float = 1.0
    centre: Point | None = None

    @cached_property
    def _fit(self) -> tuple[float, float, float]:
        """Points of the page a unit of the plane, and the page's middle in the plane."""
        across = [x for x, _ in self.where.points]
        up = [y for _, y in self.where.points]
        wide, high = max(across) - min(across), max(up) - min(up)
        room = max(1, (self.columns - 2 * MARGIN) * COLUMN - 1), max(1, self.lines * LINE - 1)
        scale = min(room[0] / wide if wide else float("inf"), room[1] / high if high else float("inf"))
        if scale == float("inf"):  # all nodes in one place
            scale = 1.0
        middle = self.centre or (min(across) + wide / 2, min(up) + high / 2)
        return scale * self.larger, *middle

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Where each node lies in points of the page, y downwards."""
        scale, x, y = self._fit
        left, top = (self.columns * COLUMN - 1) / 2, (self.lines * LINE - 1) / 2
        return tuple((left + (one - x) * scale, top - (other - y) * scale) for one, other in self.where.points)

    def cell(self, node: int) -> tuple[int, int]:
        """The character in which a node lies; it may be off the page."""
        x, y = self.points[node]
        return round(x) // COLUMN, round(y) // LINE


class Crowd:
    """What stands where on a page: `own` are the characters in which nodes lie."""

    def __init__(self, width: int, own: set[tuple[int, int]]) -> None:
        self.width = width
        self._own = own
        self._taken: set[tuple[int, int]] = set()
        self._beside: set[tuple[int, int]] = set()
        """Where a number would run into another."""

    def place(self, text: str, cell: tuple[int, int], *, over: bool) -> int | None:
        """The first column of a text that covers the cell with its number; None if there is no room for it.

        No other node is covered, and no two numbers touch; `over`: even so.
        """
        column, line = cell
        before = len(text) - len(text.lstrip("["))
        core = text.strip("[]!") or text
        middle = column - before - (len(core) - 1) // 2
        lefts = range(column - before - len(core) + 1, column - before + 1)
        for left in sorted(lefts, key=lambda x: (abs(x - middle), x)):
            right = left + len(text)
            cells = {(x, line) for x in range(left, right)}
            number = any(letter.isdigit() for letter in text)
            blocked = cells & self._own - {cell} or cells & self._taken or (number and cells & self._beside)
            if left >= 0 and right <= self.width and (over or not blocked):
                self._taken |= cells
                if number:
                    self._beside |= {(left - 1, line), (right, line)}
                return left
        return None


def page(scene: Scene, frame: Frame, *, plain: bool, cursor: int | None = None) -> Canvas:
    """The tour on that page; `cursor` is the node that is looked at."""
    plot = Plot(frame.columns, frame.lines, plain=plain)
    _ways(plot, scene, frame, cursor=cursor)
    _nodes(plot, scene, frame, cursor=cursor)
    if frame.where.scaled:
        _say_scaled(plot)
    return plot.canvas()


def _say_scaled(plot: Plot) -> None:
    """Says in a corner that the drawing is no map; where no corner is free, over ways, but over no node."""
    for text in SCALED:
        for y in (plot.height - 1, 0):
            for x in (0, plot.width - len(text)):
                if all(plot.free(x + i, y) for i in range(-1 if x else 0, len(text) + (0 if x else 1))):
                    plot.write(x, y, text, QUIET)
                    return
    plot.write(0, plot.height - 1, SCALED[-1], QUIET, over=False)


def _ways(plot: Plot, scene: Scene, frame: Frame, *, cursor: int | None) -> None:
    legs = len(scene.way) - 1
    for number, (start, end) in enumerate(pairwise(scene.way)):
        quarter = number * len(LEGS) // legs
        kind, rank, every = LEGS[quarter], FIRST_RANK + quarter, 1
        if end in scene.late:
            kind, rank, every = LATE_LEG, LATE_RANK, DOTTED
        if cursor in (start, end):
            kind, rank = CURSOR, CURSOR_RANK
        for one, other in _clipped(frame, frame.points[start], frame.points[end]):
            plot.stroke(one, other, kind, rank, every=every)


def _clipped(frame: Frame, start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """The part of a way that lies on the page, or nearly: a drawing much enlarged has most of its ways elsewhere."""
    (x, y), (to_x, to_y) = start, end
    first, last = 0.0, 1.0
    for at, step, most in ((x, to_x - x, frame.columns * COLUMN), (y, to_y - y, frame.lines * LINE)):
        if step:
            enter, leave = sorted(((-1 - at) / step, (most + 1 - at) / step))
            first, last = max(first, enter), min(last, leave)
        elif not -1 <= at <= most + 1:
            return
    if first <= last:
        dx, dy = to_x - x, to_y - y
        yield (x + first * dx, y + first * dy), (x + last * dx, y + last * dy)


def _nodes(plot: Plot, scene: Scene, frame: Frame, *, cursor: int | None) -> None:
    """Numbers over their nodes where no other node is covered, else signs; what matters most comes first."""
    cells = [frame.cell(node) for node in range(scene.puzzle.n)]
    crowd = Crowd(plot.width, set(cells))
    marked = {scene.board[index] for index in scene.marked if index < len(scene.board)}

    def weight(node: int) -> tuple[int, int]:
        return (0 if node == cursor else 1 if node == 0 else 2 if node in scene.late else 3), node

    for node in sorted(range(scene.puzzle.n), key=weight):
        column, line = cells[node]
        if not (0 <= column < plot.width and 0 <= line < plot.height):
            continue
        kind = _kind(scene, node, cursor=cursor) + (f"-{MARKED}" if node in marked else "")
        for text in _texts(scene, node, cursor, plain=plot.plain):
            left = crowd.place(text, cells[node], over=node == cursor)
            if left is not None:
                plot.write(left, line, text, kind)
                break


def _texts(scene: Scene, node: int, cursor: int | None, *, plain: bool) -> Iterator[str]:
    sign = ("#" if plain else "■") if node == 0 else ""
    late = "!" if node in scene.late else ""
    number = f"{sign or node}{late}"
    if node == cursor:
        yield f"[{number}]"
    yield number
    yield late or sign or ("o" if plain else "•")


def _kind(scene: Scene, node: int, *, cursor: int | None) -> str:
    if node == cursor:
        return CURSOR
    if node in scene.late:
        return LATE
    if node == 0:
        return DEPOT
    return NODE if node in scene.row_of and scene.rows[scene.row_of[node]].visit else OPEN
