"""A page of a tour: its sums, the route and the timetable, beside each other, or one alone. No textual."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.family import Board, Puzzle, own
from puzzles.tsptw.picture import positions
from puzzles.tsptw.puzzle import TsptwPuzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Lines
from tui.boards.tsptw import page_route, page_timetable
from tui.boards.tsptw.page_route import Frame
from tui.boards.tsptw.scene import SUMMARY, Scene, scene_of, summary

BOTH, ROUTE, WINDOWS = "both", "route", "windows"
"""The views: the route and the timetable, or one of them."""
SMALLEST = 20, 6
"""Columns and lines of a page, at least; where there is less space, it is scrolled."""
TABLE = 56
"""Columns of a timetable beside a route, at least."""
MAP = 36
"""Columns of a route beside a timetable, at least."""
ROWS, LINES = 9, 13
"""Lines of a timetable below a route, and of a route above it, at least."""
HEAD = 1
"""The line of sums."""


class Box(NamedTuple):
    """A part of the page: its first column and line, and its size."""

    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Arrangement(NamedTuple):
    """Where route and timetable are, None for one that is not shown."""

    width: int
    height: int
    route: Box | None
    windows: Box | None


def views(width: int, height: int, rows: int) -> tuple[str, ...]:
    """The views there are for a page of that size and a timetable of that many rows, the usual one first."""
    both = width >= MAP + 2 + TABLE or height - HEAD >= LINES + 1 + min(ROWS, rows + page_timetable.HEAD)
    return (BOTH, ROUTE, WINDOWS) if both else (ROUTE, WINDOWS)


def arrange(view: str, width: int, height: int, rows: int) -> Arrangement:
    """What is where; for both, beside each other if there is room for that, else one above the other."""
    width, height = max(width, SMALLEST[0]), max(height, SMALLEST[1])
    whole = Box(0, HEAD, width, height - HEAD)
    if view == ROUTE:
        return Arrangement(width, height, whole, None)
    if view == WINDOWS:
        return Arrangement(width, height, None, whole)
    if width >= MAP + 2 + TABLE:
        table = max(TABLE, width * 11 // 20)
        route = Box(0, HEAD, width - table - 2, height - HEAD)
        return Arrangement(width, height, route, Box(width - table, HEAD, table, height - HEAD))
    table = min(rows + page_timetable.HEAD, max(ROWS, (height - HEAD) * 9 // 20))
    route = Box(0, HEAD, width, height - HEAD - table - 1)
    return Arrangement(width, height, route, Box(0, height - table, width, table))


def page(
    scene: Scene, arrangement: Arrangement, frame: Frame | None, first: int, *, plain: bool, cursor: int | None = None
) -> Canvas:
    """The whole page; `frame` is the route's, `first` the timetable's first row, `cursor` the node looked at."""
    canvas = Canvas(arrangement.width, arrangement.height)
    said = summary(scene, arrangement.width, plain=plain)
    canvas.put(0, 0, said[: arrangement.width], SUMMARY)
    route, windows = arrangement.route, arrangement.windows
    if route is not None and frame is not None:
        canvas.paste(route.x, route.y, page_route.page(scene, frame, plain=plain, cursor=cursor))
    if windows is not None:
        size = windows.width, windows.height
        table = page_timetable.page(scene, *size, first, plain=plain, cursor=cursor)
        canvas.paste(windows.x, windows.y, table)
    return canvas


WIDEST = 120
"""Columns, however wide the page: a line is read from a node to its window."""
FLAT = 4
"""The route has at most that many columns a line: twice as wide as high."""


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The tour for a page of that width, line by line; in ASCII if `plain`."""
    scene = scene_of(puzzle, board)
    width = max(SMALLEST[0], min(width, WIDEST))
    where = positions(scene.puzzle)
    frame = Frame(where, width, max(SMALLEST[1], width // FLAT))
    table = len(scene.rows) + page_timetable.HEAD
    height = HEAD + frame.lines + 1 + table
    arrangement = Arrangement(width, height, Box(0, HEAD, width, frame.lines), Box(0, height - table, width, table))
    canvas = page(scene, arrangement, frame, 0, plain=plain)
    return [canvas.line(y) for y in range(canvas.height)]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is a tour, or the beginning of one: each node once at most, the depot not among them."""
    n = own(puzzle, TsptwPuzzle).n
    return len(set(board)) == len(board) and all(0 < node < n for node in board)
