"""The board of inverse RNA folding: a design's structure, drawn flat or as arcs, and its letters in a strip below."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import ClassVar

from rich.style import Style
from textual.binding import BindingType
from textual.events import Click
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from tui.actions import bindings
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Piece
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.rna import arcs, plane
from tui.boards.rna.look import COMPONENTS, CSS, style_of
from tui.boards.rna.scene import Scene, scene_of
from tui.boards.rna.strip_view import RnaStripView
from tui.boards.rna.words import of_design, of_position

TARGET, FOLD, ARCS = "target", "fold", "arcs"
VIEWS = (TARGET, FOLD, ARCS)
QUIET = 2.0
"""Seconds after which a design of a live run is drawn in all colours, unless another has come."""
KEYS = "< , . >  + -  v"
LEGIBLE = 1.2
"""Points from a base to the next below which arcs tell more than a figure."""
STEP = 1.5
LARGEST = 16.0
"""Each zoom step enlarges a figure by the first, as long as it stays below the second, in points a base."""
AROUND = (2, 6, 2, 6)
NEAR = 2
"""How many characters beside a base a click may be."""


class RnaBoard(PuzzleBoard):
    """Shows the newest design. The view, the size, and the base that is looked at stay as the user has chosen them."""

    DEFAULT_CSS = CSS
    COMPONENT_CLASSES: ClassVar[set[str]] = COMPONENTS
    BINDINGS: ClassVar[list[BindingType]] = list(bindings("strand"))

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.scene = scene_of(puzzle, start, None)
        self.cursor: int | None = None
        self.zoom = 0
        self.clock = time.monotonic
        self.strip = RnaStripView(self.scene, self.look, self.look_at, plain=plain)
        self._chosen_view: str | None = None
        self._room = (80, 24)
        self._calm = False
        self._came_at = 0.0
        self._prepared: tuple[object, Canvas] | None = None
        self._shown = self._page(self.scene)

    @property
    def view(self) -> str:
        """The view that is drawn: the chosen one; else the target's shape, or arcs where it would be illegible."""
        if self._chosen_view is not None and (self._chosen_view != FOLD or self.scene.fold):
            return self._chosen_view
        return TARGET if self._figure(self.scene).scale(*self._room) >= LEGIBLE else ARCS

    @property
    def status_text(self) -> str:
        """One line about the base that is looked at, or about the whole design."""
        if self.cursor is None:
            return of_design(self.scene, self.view)
        return of_position(self.scene, self.cursor)

    def below(self) -> RnaStripView:
        """The strip of letters."""
        return self.strip

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another design; its fold, if the facts have it, beside the target."""
        scene = scene_of(self.puzzle, board, facts, marked)
        if scene != self.scene or not passing:
            self._calm = passing
            if passing:
                self._came_at = self.clock()
                self.set_timer(QUIET, self.settle)
        self.board, self.marked = scene.board, scene.marked
        reshaped = self._reshapes(scene)
        self.scene = scene
        self._draw_all(anew=reshaped)

    def settle(self) -> None:
        """Draws the design in all colours if it has been shown for long enough."""
        if self._calm and self.clock() - self._came_at >= QUIET:
            self._calm = False
            self._draw_all()

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        """Bytes for the parts of lines that would change."""
        scene = scene_of(self.puzzle, board, facts, self.marked)
        if scene == self.scene:
            return 0
        page = self._page(scene, calm=True)
        if self._reshapes(scene) or (page.width, page.height) != (self._shown.width, self._shown.height):
            width, height = self._room
            return page.whole_cost() + width * height + self.strip.cost(scene)
        return self._shown.cost(page) + self.strip.cost(scene)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """As large as fits, times the zoom."""
        self._room = max(1, width), max(1, height)
        self._shown = self._page(self.scene)
        self._tell()  # the view may be another one now
        return self._shown.width, self._shown.height

    def line(self, y: int) -> Iterable[Piece]:
        """A line of the page."""
        return self._shown.line(y)

    def style_of(self, piece: Piece) -> Style:
        """By its kind."""
        return self.look(piece.kind)

    def look(self, kind: str) -> Style:
        """The style of a kind of pieces, here and in the strip."""
        return style_of(self, kind)

    def look_at(self, position: int) -> None:
        """Sets off a base and its partners, and says what they are."""
        self.cursor = min(max(position, 0), self.scene.length - 1)
        self._draw_all()
        self._seek()

    def notify_style_update(self) -> None:
        """The strip has its colours from here."""
        super().notify_style_update()
        self.strip.refresh()

    def on_click(self, event: Click) -> None:
        """Looks at the base that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        x, y = offset + self.scroll_offset - (self.left, self.top)
        far, position = min(
            (max(abs(column - x), abs(line - y)), position)
            for position, (column, line) in enumerate(self._place(position) for position in range(self.scene.length))
        )
        if far <= NEAR:
            self.look_at(position)

    def action_forward(self) -> None:
        """The next base."""
        self.look_at(0 if self.cursor is None else self.cursor + 1)

    def action_back(self) -> None:
        """The base before."""
        self.look_at(self.scene.length - 1 if self.cursor is None else self.cursor - 1)

    def action_next_wrong(self) -> None:
        """The next base that misfolds, from the last one on to the first."""
        self._look_at_wrong(1)

    def action_previous_wrong(self) -> None:
        """The misfolding base before."""
        self._look_at_wrong(-1)

    def action_first(self) -> None:
        """The first base."""
        self.look_at(0)

    def action_last(self) -> None:
        """The last base."""
        self.look_at(self.scene.length - 1)

    def action_view(self) -> None:
        """The next view; the fold's is left out while no fold is known."""
        views = [view for view in VIEWS if view != FOLD or self.scene.fold]
        self._chosen_view = views[(views.index(self.view) + 1) % len(views)]
        self.zoom = 0
        self._draw_all(anew=True)
        self._seek()

    def action_larger(self) -> None:
        """The next larger drawing."""
        self._zoom_to(self.zoom + 1)

    def action_smaller(self) -> None:
        """The next smaller drawing, down to one that fits."""
        self._zoom_to(self.zoom - 1)

    def _zoom_to(self, zoom: int) -> None:
        if self.view == ARCS:
            most = len(arcs.widths(self.scene.length, self._room[0])) - 1
        else:
            most, scale = 0, self._figure(self.scene).scale(*self._room)
            while scale * STEP ** (most + 1) <= LARGEST:
                most += 1
        if self.zoom != min(max(zoom, 0), most):
            self.zoom = min(max(zoom, 0), most)
            self._draw_all(anew=True)
            self._seek()

    def _look_at_wrong(self, by: int) -> None:
        wrong = sorted(self.scene.wrong, reverse=by < 0)
        if not wrong:
            self._tell("no base misfolds" if self.scene.fold else "no fold is known yet")
            return
        cursor = self.cursor if self.cursor is not None else -1 if by > 0 else self.scene.length
        self.look_at(next((one for one in wrong if (one - cursor) * by > 0), wrong[0]))

    def _reshapes(self, scene: Scene) -> bool:
        """True if another fold means another page, not only other lines on it."""
        return scene.fold != self.scene.fold and (self.view == FOLD or not (scene.fold and self.scene.fold))

    def _draw_all(self, *, anew: bool = False) -> None:
        """Draws what has changed, and the strip; all of it if `anew`."""
        self.strip.show(self.scene, calm=self._calm, cursor=self.cursor)
        if anew:
            self.spread()
        else:
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
        key = scene, self.view, self.zoom, self._room, self.cursor, calm
        if self._prepared is None or self._prepared[0] != key:
            self._prepared = key, self._paint(scene, calm=calm)
        return self._prepared[1]

    def _paint(self, scene: Scene, *, calm: bool) -> Canvas:
        if self.view == ARCS:
            pitch, lines = self._pitch(), self._room[1]
            return arcs.page(scene, pitch, lines, plain=self.plain, calm=calm, cursor=self.cursor)
        figure = self._figure(scene)
        return plane.page(
            scene,
            figure,
            self._scale(figure),
            of_fold=self.view == FOLD,
            plain=self.plain,
            calm=calm,
            cursor=self.cursor,
        )

    def _figure(self, scene: Scene) -> plane.Figure:
        structure = scene.fold if self._chosen_view == FOLD and scene.fold else scene.puzzle.target
        return plane.figure(structure, *self._room)

    def _scale(self, figure: plane.Figure) -> float:
        return figure.scale(*self._room) * STEP**self.zoom

    def _pitch(self) -> float:
        widths = arcs.widths(self.scene.length, self._room[0])
        return widths[min(self.zoom, len(widths) - 1)]

    def _place(self, position: int) -> tuple[int, int]:
        """Column and line of a base on the page."""
        if self.view == ARCS:
            return arcs.place(self._pitch(), position), arcs.middle(self.scene, self._room[1])
        figure = self._figure(self.scene)
        return plane.place(figure, self._scale(figure), position)

    def _seek(self) -> None:
        """Scrolls until the base that is looked at is in view."""
        if self.cursor is not None:
            x, y = self._place(self.cursor)
            place = Region(self.left + x, self.top + y, 1, 1).grow(AROUND)
            self.scroll_to_region(place, animate=False, immediate=True)

    def _tell(self, text: str = "") -> None:
        self.post_message(self.StatusText(self, text or self.status_text, KEYS))
