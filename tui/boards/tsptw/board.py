"""The board of the TSP with time windows: the route in the plane, and a timetable with the windows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import ClassVar

from rich.style import Style
from textual.events import MouseScrollDown, MouseScrollUp

from puzzles.family import Board, Puzzle
from puzzles.picture import Point
from puzzles.tsptw.by_hand import options
from puzzles.tsptw.picture import Positions, positions
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts
from tui.boards.hand import AHEAD, Direction, Hand, nearest_ahead
from tui.boards.page_board import InspectedBoard, colour_rules
from tui.boards.puzzle_board import SCROLLING
from tui.boards.tsptw import page_timetable
from tui.boards.tsptw import text as tour_page
from tui.boards.tsptw.page_route import Frame
from tui.boards.tsptw.scene import CALM_KINDS, LATE, MARKED, SUMMARY, Scene, of_row, scene_of, summary
from tui.boards.tsptw.text import BOTH, ROUTE, WINDOWS, Arrangement
from tui.keys.actions import Action, Scope

STEP, MOST = 1.5, 8
"""Each zoom step enlarges the route by the first number; the second is how many there are."""
INNER = 0.25
"""In an enlarged route the node looked at stays off the page's edges by that part of it."""
WHEEL = 3
"""Rows that the mouse wheel scrolls."""
HINT, HINTED = "hint", "?"
"""The kind and the sign of what a hint is about."""
WORDS = {BOTH: "route and windows", ROUTE: "the route; v: the windows", WINDOWS: "the windows; v: the route"}


LOOKS = {
    "leg1": ("#55708a", "ansi_blue"),
    "leg2": ("#6f95b8", "ansi_blue"),
    "leg3": ("#74b3b0", "ansi_cyan"),
    "leg4": ("#8fc48a", "ansi_green"),
    "node": ("$foreground", ""),
    "depot": ("color: $accent; text-style: bold", "ansi_cyan"),
    "late": ("color: $error; text-style: bold", "ansi_bright_red"),
    "lateleg": ("color: $error; text-style: bold", "ansi_bright_red"),
    "open": ("$text-muted", "ansi_bright_black"),
    "spent": ("$foreground 45%", "ansi_bright_black"),
    "slack": ("$success", ""),
    "wait": ("$accent", "ansi_cyan"),
    "start": ("color: $foreground; text-style: bold", ""),
    "cursor": ("color: $warning; text-style: bold", "ansi_bright_yellow"),
    "quiet": ("$text-muted", "ansi_bright_black"),
    "summary": ("$foreground", ""),
    "hint": ("color: $accent; text-style: bold", "ansi_bright_magenta"),
    "calm": ("$foreground", ""),
}
"""By kind: the colour, and that of the terminal's own sixteen."""


TOUR_KEYS = Scope(
    "tour",
    "On a tour's board",
    Action("forward", ("full_stop", "j", "down"), "Next visit", "Look at the next visit, in route and windows"),
    Action("back", ("comma", "k", "up"), "Visit before", "Look at the visit before"),
    Action("next_late", ("greater_than_sign",), "Next late", "Next visit that is late"),
    Action("previous_late", ("less_than_sign",), "Late before", "Late visit before"),
    Action("page_down", ("pagedown", "ctrl+d"), "Page down", "As many visits on as are shown"),
    Action("page_up", ("pageup", "ctrl+u"), "Page up", "As many visits back"),
    Action("first", ("home",), "First visit", "The first visit"),
    Action("last", ("end", "G"), "Last visit", "The return to the depot"),
    Action("view", ("v",), "View", "Next view: the route, the windows, both if there is room"),
    Action("larger", ("plus",), "Larger", "Draw the route larger"),
    Action("smaller", ("minus",), "Smaller", "Draw the route smaller, down to where all fits"),
    footer=False,
    help="A tour with time windows is drawn as a route and as a timetable (v); the arrows look at its visits.",
)


class TourHand(Hand):
    """Visits one node after another. The tour is drawn as if the cursor's node came next."""

    board: TsptwBoard

    def draw(self) -> None:
        ahead = () if self.board.cursor is None else (self.board.cursor,)
        self.board.scene = self.board.scene_of((*self.board.board, *ahead), None)
        super().draw()

    def place_at(self, x: int, y: int) -> int | None:
        node = self.board.place_at(x, y)
        return node if node in self.offered else None

    def beside(self, direction: Direction) -> int | None:
        """The nearest node that way on the map; where that is not shown, the next one of the timetable."""
        if self.board.cursor is None:
            return None
        if self.board.arrangement.route is not None:
            frame = self.board.frame_of(self.board.scene)
            places = {node: (float(x), float(y)) for node in self.offered for x, y in [frame.cell(node)]}
            return nearest_ahead(places, self.board.cursor, direction)
        right, down = AHEAD[direction]
        order = sorted(self.offered, key=lambda node: (self.board.scene.puzzle.latest[node], node))
        at = order.index(self.board.cursor) + right + down
        return order[at] if 0 <= at < len(order) else None

    def nearest_choice(self, moves: Sequence[int]) -> int | None:
        """The node nearest on the map to the last one visited."""
        points = self.board.where.points
        made = self.board.board
        x, y = points[made[-1] if made else 0]
        return min(moves, key=lambda node: (hypot(points[node][0] - x, points[node][1] - y), node), default=None)

    def page(self) -> Canvas:
        """With the sums of what is visited, signs at rows of a hint and at rows that the cursor rules out."""
        board, scene = self.board, self.board.scene
        page = board.paint(scene)
        page.put(0, 0, " " * page.width, SUMMARY)
        made = summary(board.scene_of(board.board, None), page.width, plain=board.plain)
        page.put(0, 0, made[: page.width], SUMMARY)
        windows = board.arrangement.windows
        if windows is None:
            return page
        lost = {node for one in options(scene.puzzle, board.board) if one.node == board.cursor for node in one.lost}
        shown = scene.rows[board.first : board.first + windows.height - page_timetable.HEAD]
        for y, row in enumerate(shown, windows.y + page_timetable.HEAD):
            if row.node in self.hint_moves:
                page.put(windows.x, y, HINTED, HINT)
            elif row.node in lost and not row.visit:
                page.put(windows.x, y, page_timetable.FAULT, LATE)
        return page


class TsptwBoard(InspectedBoard):
    """Shows the newest tour. The view, the size, and the node that is looked at stay as the user has chosen them."""

    DEFAULT_CSS = colour_rules("TsptwBoard", "tour--", LOOKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"tour--" + kind for kind in LOOKS}
    SCOPES = (SCROLLING, TOUR_KEYS)
    PREFIX = "tour--"
    MARKS: ClassVar[dict[str, Style]] = {MARKED: Style(underline=True)}
    KEYS = ", . < >  v  + -"
    CALM = CALM_KINDS
    HAND = TourHand

    scene: Scene

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        self.first = 0
        """The timetable's first row."""
        self._where: Positions | None = None
        self._centre: Point | None = None
        super().__init__(puzzle, start, plain=plain, id=id)

    def scene_of(self, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Scene:
        return scene_of(self.puzzle, board, marked)

    @property
    def views(self) -> Sequence[str]:
        return tour_page.views(*self._room, len(self.scene.rows))

    @property
    def places(self) -> Sequence[int]:
        """The nodes in the order of the timetable's rows; 0 is the return to the depot."""
        return [row.node for row in self.scene.rows]

    @property
    def status_text(self) -> str:
        if self.cursor is None:
            return WORDS[self.view]
        return of_row(self.scene, self.scene.rows[self.scene.row_of[self.cursor]], self.size.width or self._room[0])

    def fit(self, width: int, height: int) -> None:
        """All the space; what does not fit of the timetable is scrolled inside."""
        self._seek()
        super().fit(width, height)

    def place_at(self, x: int, y: int) -> int | None:
        """The node whose row, or whose place on the map, is there; None for none."""
        windows, route = self.arrangement.windows, self.arrangement.route
        if windows is not None and windows.has(x, y):
            row = self.first + y - windows.y - page_timetable.HEAD
            return self.scene.rows[row].node if self.first <= row < len(self.scene.rows) else None
        if route is None or not route.has(x, y):
            return None
        frame = self.frame_of(self.scene)
        return self.nearest(x - route.x, y - route.y, ((frame.cell(node), node) for node in self.scene.row_of))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._scroll_rows(event, WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._scroll_rows(event, -WHEEL)

    def action_scroll_right(self) -> None:
        self.action_forward()

    def action_scroll_left(self) -> None:
        self.action_back()

    def action_page_down(self) -> None:
        self.look_at(self.index + self._rows_shown)

    def action_page_up(self) -> None:
        self.look_at(self.index - self._rows_shown)

    def action_next_late(self) -> None:
        self._look_at_late(1)

    def action_previous_late(self) -> None:
        self._look_at_late(-1)

    @property
    def _rows_shown(self) -> int:
        windows = self.arrangement.windows
        return max(1, (windows.height if windows is not None else self._room[1]) - page_timetable.HEAD)

    @property
    def arrangement(self) -> Arrangement:
        return tour_page.arrange(self.view, *self._room, len(self.scene.rows))

    def _look_at_late(self, by: int) -> None:
        none = "no visit is late" if self.scene.visits else "there is no tour yet"
        self.look_at_next(self.scene.late, by, none)

    def zoom_to(self, zoom: int) -> None:
        if self.arrangement.route is None:
            self.tell("v shows the route")
            return
        self._centre = None
        super().zoom_to(min(max(zoom, 0), MOST))

    def draw_page(self, *, seek: bool = False) -> None:
        if seek:
            self._seek()
        super().draw_page(seek=seek)

    def _scroll_rows(self, event: MouseScrollDown | MouseScrollUp, by: int) -> None:
        windows = self.arrangement.windows
        if windows is not None:
            event.stop()
            self.first = min(max(self.first + by, 0), page_timetable.last_first(self.scene, windows.height))
            self.draw_page()

    def _seek(self) -> None:
        """Scrolls timetable and route until what is looked at is in view, no further than needed."""
        windows = self.arrangement.windows
        if windows is not None:
            if self.cursor is not None:
                self.first = min(self.first, self.index)
                self.first = max(self.first, self.index + 1 - self._rows_shown)
            self.first = min(max(self.first, 0), page_timetable.last_first(self.scene, windows.height))
        if not self.zoom:
            self._centre = None
        elif self.cursor is not None:
            frame = self.frame_of(self.scene)
            x, y = frame.cell(self.cursor)
            inside = (
                INNER * frame.columns <= x < (1 - INNER) * frame.columns
                and INNER * frame.lines <= y < (1 - INNER) * frame.lines
            )
            if not inside:
                self._centre = frame.where.points[self.cursor]

    def drawn_by(self) -> tuple[object, ...]:
        return (*super().drawn_by(), self._centre, self.first)

    def paint(self, scene: Scene) -> Canvas:
        frame = self.frame_of(scene) if self.arrangement.route is not None else None
        return tour_page.page(scene, self.arrangement, frame, self.first, plain=self.plain, cursor=self.cursor)

    @property
    def where(self) -> Positions:
        if self._where is None:
            self._where = positions(self.scene.puzzle)
        return self._where

    def frame_of(self, scene: Scene) -> Frame:
        route = self.arrangement.route
        columns, lines = (route.width, route.height) if route is not None else self._room
        return Frame(self.where, columns, lines, STEP**self.zoom, self._centre)
