"""The board of the TSP with time windows: the route in the plane, and a timetable with the windows."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import ClassVar

from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from puzzles.tsptw.positions import Point, Positions, positions
from tui.actions import bindings
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Piece
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.tsptw import page as tour_page
from tui.boards.tsptw import timetable
from tui.boards.tsptw.look import COMPONENTS, CSS, style_of
from tui.boards.tsptw.page import BOTH, ROUTE, WINDOWS, Arrangement
from tui.boards.tsptw.route_map import Frame
from tui.boards.tsptw.scene import Scene, scene_of
from tui.boards.tsptw.words import of_row

QUIET = 4.0
"""Seconds after which a tour of a live run is drawn in all colours, unless another has come."""
KEYS = ", . < >  v  + -"
STEP, MOST = 1.5, 8
"""Each zoom step enlarges the route by the first; there are so many."""
INNER = 0.25
"""In an enlarged route the node looked at stays off the page's edges by that part of it."""
WHEEL = 3
"""Rows that the mouse wheel scrolls."""
NEAR = 2
"""How many characters beside a node a click may be."""
WORDS = {BOTH: "route and windows", ROUTE: "the route; v: the windows", WINDOWS: "the windows; v: the route"}


class TsptwBoard(PuzzleBoard):
    """Shows the newest tour. The view, the size, and the node that is looked at stay as the user has chosen them."""

    DEFAULT_CSS = CSS
    COMPONENT_CLASSES: ClassVar[set[str]] = COMPONENTS
    BINDINGS: ClassVar[list[BindingType]] = list(bindings("tour"))

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.scene = scene_of(puzzle, start)
        self.cursor: int | None = None
        """The node that is looked at; 0 is the return to the depot."""
        self.zoom = 0
        self.first = 0
        """The timetable's first row."""
        self.clock = time.monotonic
        self._where: Positions | None = None
        self._chosen_view: str | None = None
        self._centre: Point | None = None
        self._room = (80, 24)
        self._calm = False
        self._came_at = 0.0
        self._prepared: tuple[object, Canvas] | None = None
        self._shown = self._page(self.scene)

    @property
    def view(self) -> str:
        """What is drawn: the chosen view if there is room for it, else the first there is room for."""
        possible = tour_page.views(*self._room, len(self.scene.rows))
        return self._chosen_view if self._chosen_view in possible else possible[0]

    @property
    def status_text(self) -> str:
        """One line about the visit that is looked at, or about what is drawn."""
        if self.cursor is None:
            return WORDS[self.view]
        return of_row(self.scene, self.scene.rows[self.scene.row_of[self.cursor]], self.size.width or self._room[0])

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another tour; the node that is looked at stays the same one."""
        scene = scene_of(self.puzzle, board, marked)
        if scene != self.scene or not passing:
            self._calm = passing
            if passing:
                self._came_at = self.clock()
                self.set_timer(QUIET, self.settle)
        self.board, self.marked, self.scene = scene.board, scene.marked, scene
        if self.cursor is not None and self.cursor not in scene.row_of:  # the return of a tour that is not complete
            self.cursor = None
        self._seek()
        self._draw_all()

    def settle(self) -> None:
        """Draws the tour in all colours if it has been shown for long enough."""
        if self._calm and self.clock() - self._came_at >= QUIET:
            self._calm = False
            self._draw_all()

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        """Bytes for the parts of lines that would change."""
        scene = scene_of(self.puzzle, board, self.marked)
        return 0 if scene == self.scene else self._shown.cost(self._page(scene, calm=True))

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """All the room; what does not fit of the timetable is scrolled inside."""
        self._room = max(1, width), max(1, height)
        self._seek()
        self._shown = self._page(self.scene)
        self._tell()  # the view may be another one now
        return self._shown.width, self._shown.height

    def line(self, y: int) -> Iterable[Piece]:
        """A line of the page."""
        return self._shown.line(y)

    def style_of(self, piece: Piece) -> Style:
        """By its kind."""
        return style_of(self, piece.kind)

    def look_at(self, row: int) -> None:
        """Sets off the node of a row in both views, and says its times."""
        rows = self.scene.rows
        self.cursor = rows[min(max(row, 0), len(rows) - 1)].node
        self._seek()
        self._draw_all()

    def on_click(self, event: Click) -> None:
        """Looks at the node, or the row, that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        x, y = offset + self.scroll_offset
        windows, route = self._arrangement.windows, self._arrangement.route
        if windows is not None and windows.has(x, y):
            row = self.first + y - windows.y - timetable.HEAD
            if self.first <= row < len(self.scene.rows):
                self.look_at(row)
        elif route is not None and route.has(x, y):
            frame = self._frame(self.scene)
            places = ((frame.cell(node), node) for node in self.scene.row_of)
            far, node = min((max(abs(route.x + at - x), abs(route.y + line - y)), node) for (at, line), node in places)
            if far <= NEAR:
                self.look_at(self.scene.row_of[node])

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scrolls the timetable."""
        self._scroll_rows(event, WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scrolls the timetable back."""
        self._scroll_rows(event, -WHEEL)

    def action_forward(self) -> None:
        """The next visit."""
        self.look_at(0 if self.cursor is None else self._row + 1)

    def action_back(self) -> None:
        """The visit before."""
        self.look_at(len(self.scene.rows) - 1 if self.cursor is None else self._row - 1)

    def action_scroll_right(self) -> None:
        """As downwards: nothing lies beside the page."""
        self.action_forward()

    def action_scroll_left(self) -> None:
        """As upwards."""
        self.action_back()

    def action_page_down(self) -> None:
        """As many visits on as the timetable shows."""
        self.look_at(self._row + self._rows_shown)

    def action_page_up(self) -> None:
        """As many visits back."""
        self.look_at(self._row - self._rows_shown)

    def action_next_late(self) -> None:
        """The next late visit, from the last one on to the first."""
        self._look_at_late(1)

    def action_previous_late(self) -> None:
        """The late visit before."""
        self._look_at_late(-1)

    def action_first(self) -> None:
        """The first visit."""
        self.look_at(0)

    def action_last(self) -> None:
        """The last row."""
        self.look_at(len(self.scene.rows) - 1)

    def action_view(self) -> None:
        """The next view."""
        possible = tour_page.views(*self._room, len(self.scene.rows))
        self._chosen_view = possible[(possible.index(self.view) + 1) % len(possible)]
        self._seek()
        self._draw_all()

    def action_larger(self) -> None:
        """A larger route, around the node that is looked at."""
        self._zoom_to(self.zoom + 1)

    def action_smaller(self) -> None:
        """A smaller route, down to where all of it fits."""
        self._zoom_to(self.zoom - 1)

    @property
    def _row(self) -> int:
        """The row of the node that is looked at; 0 if there is none."""
        return 0 if self.cursor is None else self.scene.row_of[self.cursor]

    @property
    def _rows_shown(self) -> int:
        windows = self._arrangement.windows
        return max(1, (windows.height if windows is not None else self._room[1]) - timetable.HEAD)

    @property
    def _arrangement(self) -> Arrangement:
        return tour_page.arrange(self.view, *self._room, len(self.scene.rows))

    def _look_at_late(self, by: int) -> None:
        late = sorted((index for index, row in enumerate(self.scene.rows) if row.late), reverse=by < 0)
        if not late:
            self._tell("no visit is late" if self.scene.visits else "there is no tour yet")
            return
        row = self._row if self.cursor is not None else -1 if by > 0 else len(self.scene.rows)
        self.look_at(next((one for one in late if (one - row) * by > 0), late[0]))

    def _zoom_to(self, zoom: int) -> None:
        if self._arrangement.route is None:
            self._tell("v shows the route")
            return
        self.zoom = min(max(zoom, 0), MOST)
        self._centre = None
        self._seek()
        self._draw_all()

    def _scroll_rows(self, event: MouseScrollDown | MouseScrollUp, by: int) -> None:
        windows = self._arrangement.windows
        if windows is not None:
            event.stop()
            self.first = min(max(self.first + by, 0), timetable.last_first(self.scene, windows.height))
            self._draw_all()

    def _seek(self) -> None:
        """Scrolls timetable and route until what is looked at is in view, no further than needed."""
        windows = self._arrangement.windows
        if windows is not None:
            if self.cursor is not None:
                self.first = min(self.first, self._row)
                self.first = max(self.first, self._row + 1 - self._rows_shown)
            self.first = min(max(self.first, 0), timetable.last_first(self.scene, windows.height))
        if not self.zoom:
            self._centre = None
        elif self.cursor is not None:
            frame = self._frame(self.scene)
            x, y = frame.cell(self.cursor)
            inside = (
                INNER * frame.columns <= x < (1 - INNER) * frame.columns
                and INNER * frame.lines <= y < (1 - INNER) * frame.lines
            )
            if not inside:
                self._centre = frame.where.points[self.cursor]

    def _draw_all(self) -> None:
        """Draws what has changed."""
        before, self._shown = self._shown, self._page(self.scene)
        if (before.width, before.height) != (self._shown.width, self._shown.height):
            self.spread()
        else:
            self.draw_again(
                Region(self.left + first, self.top + y, end - first, 1)
                for y, (first, end) in before.changes(self._shown).items()
            )
        self._tell()

    def _page(self, scene: Scene, *, calm: bool = False) -> Canvas:
        calm = calm or self._calm
        arrangement = self._arrangement
        key = scene.board, scene.marked, arrangement, self.zoom, self._centre, self.first, self.cursor, calm
        if self._prepared is None or self._prepared[0] != key:
            frame = self._frame(scene) if arrangement.route is not None else None
            page = tour_page.page(
                scene, arrangement, frame, self.first, plain=self.plain, calm=calm, cursor=self.cursor
            )
            self._prepared = key, page
        return self._prepared[1]

    def _frame(self, scene: Scene) -> Frame:
        if self._where is None:
            self._where = positions(scene.puzzle)
        route = self._arrangement.route
        columns, lines = (route.width, route.height) if route is not None else self._room
        return Frame(self._where, columns, lines, STEP**self.zoom, self._centre)

    def _tell(self, text: str = "") -> None:
        self.post_message(self.StatusText(self, text or self.status_text, KEYS))
