"""Boards that are pages of characters: redrawn where they change; text; and places that are looked at one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rich.style import Style
from textual.events import MouseEvent
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Piece, draw
from tui.boards.puzzle_board import PuzzleBoard

NEAR = 2
"""How many characters beside a place a click may be."""


def colour_rules(widget: str, prefix: str, looks: Mapping[str, tuple[str, str]]) -> str:
    """The style sheet of a widget's components, by kind: their style, and that in a terminal's own sixteen colours.

    A style is a colour, or several declarations; an empty one means none of its own.
    """
    rules = []
    for number, name in enumerate((widget, f"{widget}:ansi")):
        for kind, styles in looks.items():
            if style := styles[number]:
                declared = style if ":" in style else f"color: {style}"
                rules.append(f"{name} > .{prefix}{kind} {{ {declared}; }}")
    return "\n".join(rules)


class PageBoard(PuzzleBoard):
    """Shows positions as pages of characters. While newer ones may come soon they have few colours: they are calm."""

    KEYS: ClassVar[str] = ""
    """A reminder of the keys, beside the line of text."""
    QUIET: ClassVar[float] = 4.0
    """Seconds after which a position of a live run is drawn in all colours, unless another has come; until then it has
    few: a change of colour costs as much as twenty characters."""
    AGAIN: ClassVar[float] = 1.0
    """Seconds after which it is tried again where the line has no room for that yet."""
    AROUND: ClassVar[tuple[int, int, int, int]] = (2, 4, 4, 2)
    """What is scrolled into view with a place: lines above, columns right, lines below, columns left of it."""

    _shown: Canvas

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.clock = time.monotonic
        self.spend: Callable[[float], bool] = lambda cost: True
        """Of a live run: whether the line has room for so many bytes now, which are then spent."""
        self._calm = False
        self._came_at = 0.0
        self._prepared: tuple[object, Canvas] | None = None

    @property
    def status_text(self) -> str:
        return ""

    @property
    def keys(self) -> str:
        """A reminder of keys, beside the status text."""
        return self.KEYS

    def line(self, y: int) -> Iterable[Piece]:
        return self._shown.line(y)

    def settle(self) -> None:
        """Draws the position in all colours if it has been shown for long enough, and the line has room for them."""
        if not self._calm or self.clock() - self._came_at < self.QUIET:
            return
        if self.spend(self._shown.whole_cost()):
            self._calm = False
            self.draw_settled()
        else:
            self.set_timer(self.AGAIN, self.settle)

    def draw_settled(self) -> None:
        """Draws the position that has been shown for long enough."""
        self.draw_page()

    def draw_page(self, *, seek: bool = False) -> None:
        """Draws what has changed; with `seek`, scrolls until what is looked at is in view."""
        raise NotImplementedError

    def tell(self, text: str = "") -> None:
        self.post_message(self.StatusText(self, text or self.status_text, self.keys))

    def action_larger(self) -> None:
        self.enlarge(1)

    def action_smaller(self) -> None:
        self.enlarge(-1)

    def enlarge(self, steps: int) -> None:
        """Draws larger by that many steps of size; smaller if it is below 0."""
        raise NotImplementedError

    def _came(self, *, passing: bool) -> None:
        self._calm = passing
        if passing:
            self._came_at = self.clock()
            self.set_timer(self.QUIET, self.settle)

    def _painted(self, key: object, paint: Callable[[], Canvas]) -> Canvas:
        """The page with that key, painted once as long as the key is the same."""
        if self._prepared is None or self._prepared[0] != key:
            self._prepared = key, paint()
        return self._prepared[1]

    def _replace(self, page: Canvas) -> None:
        before, self._shown = self._shown, page
        if (before.width, before.height) != (page.width, page.height):
            self.spread()
        else:
            self.draw_again(
                Region(self.left + first, self.top + y, end - first, 1)
                for y, (first, end) in before.changes(page).items()
            )

    def _bring_into_view(self, x: int, y: int, width: int = 1, height: int = 1) -> None:
        place = Region(self.left + x, self.top + y, width, height).grow(self.AROUND)
        self.scroll_to_region(place, animate=False, immediate=True)

    def _place_of(self, event: MouseEvent) -> tuple[int, int] | None:
        """Column and line of the page under the mouse; None beside the board."""
        offset = event.get_content_offset(self)
        return None if offset is None else offset + self.scroll_offset - (self.left, self.top)


class TextBoard(PageBoard):
    """The board of a family that has no widget: its drawing as text, all in one colour."""

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self._width = 80
        self._facts: Facts | None = None
        self._shown = self._page(start, None)

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        self.board, self._facts = tuple(board), facts
        self._replace(self._page(board, facts))

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        new = self._page(board, facts)
        same = (new.width, new.height) == (self._shown.width, self._shown.height)
        return self._shown.cost(new) if same else new.whole_cost()

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        self._width = width
        self._shown = self._page(self.board, self._facts)
        return self._shown.width, self._shown.height

    def style_of(self, piece: Piece) -> Style:
        return self.own_style

    def _page(self, board: Board, facts: Facts | None) -> Canvas:
        return Canvas.of(draw(self.puzzle, board, width=self._width, plain=self.plain, facts=facts))


class InspectedBoard(PageBoard):
    """Shows the newest position as a page. View, size and the place that is looked at stay as the user has chosen them.

    Subclasses give the scene of a position (`board`, `marked`, and what else there is to draw), its places, and pages.
    """

    TELLS = True
    PREFIX: ClassVar[str]
    """Of its component classes. A kind of pieces is a class's name behind it, then marks joined by `-`."""
    MARKS: ClassVar[Mapping[str, Style]]
    """How marks change a style."""

    scene: Any

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.scene = self.scene_of(start, None)
        self.cursor: int | None = None
        self.zoom = 0
        self._chosen_view: str | None = None
        self._room = (80, 24)

    def scene_of(self, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Any:
        raise NotImplementedError

    @property
    def views(self) -> Sequence[str]:
        """The views that are possible, the usual one first."""
        raise NotImplementedError

    @property
    def places(self) -> Sequence[int]:
        """What can be looked at, in the order in which keys go through it."""
        raise NotImplementedError

    def paint(self, scene: Any, *, calm: bool) -> Canvas:
        """The page of a scene, in one colour if it is calm."""
        raise NotImplementedError

    def scrolled(self) -> object:
        """What part of the drawing is on the page, if it does not hold all."""
        return None

    @property
    def view(self) -> str:
        """The view that is drawn: the chosen one, if it is possible."""
        return next((one for one in self.views if one == self._chosen_view), self.views[0])

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another position; the place that is looked at stays, if it is still there."""
        scene = self.scene_of(board, facts, marked)
        if scene != self.scene or not passing:
            self._came(passing=passing)
        self.board, self.marked = scene.board, scene.marked
        self.take(scene)

    def take(self, scene: Any) -> None:
        self.scene = scene
        if self.cursor not in self.places:
            self.cursor = None
        self.draw_page(seek=True)

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        scene = self.scene_of(board, facts, self.marked)
        return 0 if scene == self.scene else self._shown.cost(self.page(scene, calm=True))

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        self._room = max(1, width), max(1, height)
        self._shown = self.page(self.scene)
        self.tell()  # the view may be another one now
        return self._shown.width, self._shown.height

    def style_of(self, piece: Piece) -> Style:
        return self.look(piece.kind)

    def look(self, kind: str) -> Style:
        """The style of a kind: that of its component class with its marks."""
        name, *marks = kind.split("-")
        style = self.get_component_rich_style(self.PREFIX + name)
        return sum((self.MARKS[mark] for mark in marks), style)

    def nearest(self, x: int, y: int, cells: Iterable[tuple[tuple[int, int], int]]) -> int | None:
        """The index whose cell is nearest to that place; None if none is within NEAR."""
        far, index = min((max(abs(column - x), abs(line - y)), index) for (column, line), index in cells)
        return index if far <= NEAR else None

    def look_at(self, index: int) -> None:
        """Sets off the place of that index, or the nearest there is, and says what it is."""
        self.cursor = self.places[min(max(index, 0), len(self.places) - 1)]
        self.draw_page(seek=True)

    def look_at_next(self, some: Collection[int], by: int, no_such: str) -> None:
        """Looks at the next of some places, or the one before if `by` is -1, round and round; if none, says so."""
        indices = [index for index, place in enumerate(self.places) if place in some][::by]
        if indices:
            here = self.index if self.cursor is not None else -1 if by > 0 else len(self.places)
            self.look_at(next((one for one in indices if (one - here) * by > 0), indices[0]))
        else:
            self.tell(no_such)

    @property
    def index(self) -> int:
        """That of the place that is looked at; 0 if there is none."""
        return 0 if self.cursor is None else self.places.index(self.cursor)

    def zoom_to(self, zoom: int) -> None:
        self.zoom = zoom
        self.draw_page(seek=True)

    def action_forward(self) -> None:
        self.look_at(0 if self.cursor is None else self.index + 1)

    def action_back(self) -> None:
        self.look_at(len(self.places) - 1 if self.cursor is None else self.index - 1)

    def action_first(self) -> None:
        self.look_at(0)

    def action_last(self) -> None:
        self.look_at(len(self.places) - 1)

    def action_view(self) -> None:
        self._chosen_view = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        self.draw_page(seek=True)

    def enlarge(self, steps: int) -> None:
        self.zoom_to(self.zoom + steps)

    def draw_page(self, *, seek: bool = False) -> None:
        """Draws what has changed; subclasses bring the place that is looked at into view if `seek`."""
        self._replace(self.page(self.scene))
        self.tell()

    def page(self, scene: Any, *, calm: bool = False) -> Canvas:
        calm = calm or self._calm
        key = scene, calm, self.view, self.zoom, self._room, self.cursor, self.scrolled()
        return self._painted(key, lambda: self.paint(scene, calm=calm))
