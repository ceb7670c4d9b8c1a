"""What all boards have in common: a page of characters that is scrolled, and sent again only where it has changed.

A board draws a scene, and what a person does on it by hand is its `hand`. Subclasses lay the page out and paint it:
grids of cells (`tui.boards.grid_board`), games (`tui.boards.game_board`), and boards whose places are looked at one by
one (`tui.boards.page_board`). A position of a live run is calm: it has few colours as long as another may come soon.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, MouseEvent, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from puzzles.family import Board, Puzzle
from puzzles.foreign import added
from puzzles.registry import names
from tui.boards.canvas import EMPTY_PAGE, ByteBudget, Canvas, Redrawn
from tui.boards.drawing import BLANK, BOARDS, OF_TEXT, BoardScene, Facts, Piece
from tui.boards.hand import Box, Hand
from tui.keys.actions import Action, Scope

SCROLLING = Scope(
    "board",
    "On the board",
    Action("scroll_left", ("h", "left"), "Left", "Scroll the board left"),
    Action("scroll_down", ("j", "down"), "Down", "Scroll the board down"),
    Action("scroll_up", ("k", "up"), "Up", "Scroll the board up"),
    Action("scroll_right", ("l", "right"), "Right", "Scroll the board right"),
    footer=False,
)


class PuzzleBoard(ScrollView, can_focus=True):
    """Draws the position of one puzzle. Subclasses say how much space it needs, and paint it; colours are their CSS."""

    DEFAULT_CSS = """
    PuzzleBoard { background: transparent; color: $foreground; scrollbar-size: 1 1; }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (SCROLLING,)
    """The keys, with what their methods `action_...` do: those of the base classes first. BINDINGS are made of them."""
    BINDINGS: ClassVar[list[BindingType]] = [*SCROLLING.bindings]
    TELLS: ClassVar[bool] = False
    """True if it sends StatusText as soon as it is laid out: the line for it is there before."""
    KEYS: ClassVar[str] = ""
    """A reminder of the keys, beside the status text."""
    PREFIX: ClassVar[str] = ""
    """Of its component classes. A kind of pieces is a class's name behind it, then marks joined by `-`."""
    MARKS: ClassVar[Mapping[str, Style]] = {}
    """How marks change a style; without any a kind is the name of a class."""
    CALM: ClassVar[Mapping[str, str]] = {}
    """Kinds of pieces and what they are while it is calm; empty if it is always drawn in all colours."""
    QUIET: ClassVar[float] = 4.0
    """Seconds after which a position of a live run is drawn in all colours, unless another has come."""
    AGAIN: ClassVar[float] = 1.0
    """Seconds after which it is tried again where the line has no room for that yet."""
    AROUND: ClassVar[tuple[int, int, int, int]] = (2, 4, 4, 2)
    """What is scrolled into view with a place: lines above, columns right, lines below, columns left of it."""
    HAND: ClassVar[type[Hand] | None] = None
    """How it is played on; None if it can't be."""

    scene: Any
    """What is drawn: the position, and what else there is to draw of it."""

    @dataclass
    class StatusText(Message):
        """The user looks at another position of a game, or at another part of a board.

        The text is one line about it, in ASCII if the board is plain; `keys` are a reminder of those that go on.
        """

        board: PuzzleBoard
        text: str
        keys: str = ""

    def __init_subclass__(cls, **options: Any) -> None:
        if "SCOPES" in vars(cls):
            cls.BINDINGS = [binding for scope in cls.own_scopes() for binding in scope.bindings]
        super().__init_subclass__(**options)

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.puzzle = puzzle
        self.plain = plain
        self.board: tuple[int, ...] = tuple(start)
        self.marked: frozenset[int] = frozenset()
        self.cursor: int | None = None
        """The place that is looked at, or in play the one that keys are about."""
        self.zoom = 0
        self.left = self.top = 0
        self.hand = (self.HAND or Hand)(self)
        self.budget = ByteBudget()
        """Of a live run: what may be sent now."""
        self._room = (80, 24)
        self._shown = EMPTY_PAGE
        self._painted: tuple[object, Canvas] | None = None
        self._is_laid_out = False
        self._calm = False
        self._came_at = 0.0
        self._strips: dict[int, Strip] = {}
        self._styles: dict[str, Style] = {}
        self._own_style: Style | None = None
        self.scene = self.scene_of(start, None)

    @classmethod
    def own_scopes(cls) -> list[Scope]:
        """The scopes of its keys but those for scrolling: screens may pass these keys on while a list has the focus."""
        return [scope for scope in cls.SCOPES if scope is not SCROLLING]

    @property
    def playing(self) -> bool:
        """True while a person plays on it."""
        return self.hand.playing

    @property
    def held(self) -> bool:
        """True while the user looks at the board shown, so that a newer one waits."""
        return False

    @property
    def reached(self) -> tuple[int, ...]:
        """The position shown, as a board; of a game that is looked through, its moves up to there."""
        return self.board

    @property
    def status_text(self) -> str:
        """One line about what is shown."""
        return ""

    @property
    def keys(self) -> str:
        return self.KEYS

    def release(self) -> None:
        """Ends the looking: the next board is shown as it comes."""

    def below(self) -> Widget | None:
        """A widget that belongs to the board and stands below it; None for none."""
        return None

    def scene_of(self, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Any:
        """What there is to draw of a position."""
        return BoardScene(tuple(board), frozenset(marked), facts)

    def fit(self, width: int, height: int) -> None:
        """Chooses how to draw in that space."""

    def paint(self, scene: Any) -> Canvas:
        """The page of a scene."""
        raise NotImplementedError

    def drawn_by(self) -> tuple[object, ...]:
        """All that the page depends on beside the scene."""
        return self._room, self.zoom, self.cursor

    def focus_box(self) -> Box | None:
        """The part of the page that is kept in view; None for none."""
        return None

    def clicked(self, x: int, y: int) -> None:
        """What a click on the page does while nobody plays."""

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another position of the same puzzle; what has an index in `marked` stands out.

        `facts`: what the checker has said of it. `passing`: a live run has found it and another will come soon.
        """
        if self.playing:
            self.hand.take(board, facts)
            return
        scene = self.scene_of(board, facts, marked)
        if scene != self.scene or not passing:
            self.came(passing=passing)
        self.board, self.marked = scene.board, scene.marked
        self.take(scene)

    def take(self, scene: Any) -> None:
        """Draws another scene."""
        self.scene = scene
        self.draw_page()

    def came(self, *, passing: bool) -> None:
        """Another position is shown: it is calm for a while if it is passing."""
        self._calm = passing and bool(self.CALM)
        if self._calm:
            self._came_at = self.budget.clock()
            self.set_timer(self.QUIET, self.settle)

    def settle(self) -> None:
        """Draws the position in all colours if it has been shown for long enough, and the line has room for them."""
        if not self._calm or self.budget.clock() - self._came_at < self.QUIET:
            return
        if self.budget.affords([(EMPTY_PAGE, self._shown)]):
            self._calm = False
            self.draw_settled()
        else:
            self.set_timer(self.AGAIN, self.settle)

    def draw_settled(self) -> None:
        """Draws the position that has been shown for long enough."""
        self.draw_page()

    def redrawn(self, board: Board, facts: Facts | None = None) -> Redrawn:
        """Pages that would be drawn anew for a position in passing, each with the new one."""
        scene = self.scene_of(board, facts, self.marked)
        return [] if scene == self.scene else [(self._shown, self.page(scene, calm=True))]

    def page(self, scene: Any, *, calm: bool = False) -> Canvas:
        """The page of a scene, painted once as long as nothing else has changed."""
        calm = calm or self._calm
        key = scene, calm, self.drawn_by()
        if self._painted is None or self._painted[0] != key:
            page = self.paint(scene)
            self._painted = key, page.calmed(self.CALM) if calm else page
        return self._painted[1]

    def draw_page(self, *, seek: bool = False) -> None:
        """Draws what has changed; with `seek`, scrolls until what is looked at is in view."""
        if not self._is_laid_out:
            return
        before, self._shown = self._shown, self.hand.page() if self.playing else self.page(self.scene)
        if (before.width, before.height) != (self._shown.width, self._shown.height):
            self.spread()
        else:
            changes = before.changes(self._shown)
            self.draw_again(Region(self.left + x, self.top + y, end - x, 1) for y, (x, end) in changes.items())
        if seek and (box := self.focus_box()) is not None:
            x, y, width, height = box
            place = Region(self.left + x, self.top + y, width, height).grow(self.AROUND)
            self.scroll_to_region(place, animate=False, immediate=True)

    def begin_play(self) -> None:
        """The board belongs to its hand from now on."""
        self._styles.clear()
        self.spread()

    def tell(self, text: str = "") -> None:
        """Sends the status text, or this one."""
        self.post_message(self.StatusText(self, text or self.status_text, self.keys))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = not self.playing or action in self.hand.ACTIONS
        return allowed and super().check_action(action, parameters)

    def action_larger(self) -> None:
        self.enlarge(1)

    def action_smaller(self) -> None:
        self.enlarge(-1)

    def enlarge(self, steps: int) -> None:
        """Draws larger by that many steps of size; smaller if it is below 0."""

    def on_resize(self, event: Resize) -> None:
        self.spread()

    def on_mount(self) -> None:
        self._is_laid_out = True
        self.spread()

    def spread(self) -> None:
        """Lays the page out, centred, and draws all of it; nothing before the board is mounted."""
        if not self._is_laid_out:
            return
        room = self.content_region.size
        width, height = self.lay_out(room.width, room.height)
        self.left, self.top = max(0, (room.width - width) // 2), max(0, (room.height - height) // 2)
        self._strips.clear()
        self.virtual_size = Size(self.left + width, self.top + height)
        self.refresh()

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """Paints the page for that space; its width and height, without its margin."""
        self._room = max(1, width), max(1, height)
        self.fit(width, height)
        self._shown = self.hand.page() if self.playing else self.page(self.scene)
        return self._shown.width, self._shown.height

    def on_click(self, event: Click) -> None:
        place = self.place_of(event)
        if place is None:
            return
        if not self.playing:
            self.clicked(*place)
        elif (found := self.hand.place_at(*place)) is not None:
            event.stop()
            self.hand.click_at(found)

    def place_of(self, event: MouseEvent) -> tuple[int, int] | None:
        """Column and line of the page under the mouse; None beside the board."""
        offset = event.get_content_offset(self)
        return None if offset is None else offset + self.scroll_offset - (self.left, self.top)

    def draw_again(self, regions: Iterable[Region]) -> None:
        """Draws parts again, one a line (of several Textual sends the line's beginning with each), margin included."""
        if changed := list(regions):
            for region in changed:
                self._strips.pop(region.y, None)
            self.refresh(*(region.translate(-self.scroll_offset) for region in changed))

    def notify_style_update(self) -> None:
        """Forgets drawn lines and styles: theme or focus have changed their colours."""
        self._strips.clear()
        self._styles.clear()
        self._own_style = None
        super().notify_style_update()

    @property
    def own_style(self) -> Style:
        """`rich_style`, kept until styles change: Textual computes it from those of all ancestors at each call."""
        if self._own_style is None:
            self._own_style = self.rich_style
        return self._own_style

    def style_of(self, piece: Piece) -> Style:
        """How a piece that is not blank looks."""
        return self.look(piece.kind)

    def look(self, kind: str) -> Style:
        """The style of a kind: that of its component class with its marks; kept until styles change."""
        if kind not in self._styles:
            name, *marks = kind.split("-") if self.MARKS else [kind]
            style = self.get_component_rich_style(self.prefix_of(name) + name)
            self._styles[kind] = sum((self.MARKS[mark] for mark in marks), style)
        return self._styles[kind]

    def prefix_of(self, name: str) -> str:
        """What stands before a name in its component class."""
        return self.PREFIX

    def line(self, y: int) -> Iterable[Piece]:
        """One line of the page, from its top."""
        return self._shown.line(y)

    def render_line(self, y: int) -> Strip:
        x, offset = self.scroll_offset
        line = y + offset
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._draw(line)
        width = self.scrollable_content_region.width
        return strip.crop_extend(x, x + width, self.own_style)

    def _draw(self, line: int) -> Strip:
        y = line - self.top
        if not 0 <= y < self.virtual_size.height - self.top:
            return Strip.blank(self.size.width, self.own_style)
        plain = style = self.own_style
        segments = [Segment(" " * self.left, plain)]
        for piece in self.line(y):
            if piece.kind != BLANK:
                style = self.style_of(piece)
            elif style.underline or style.reverse or style.bgcolor != plain.bgcolor:
                style = plain
            segments.append(Segment(piece.text, style))  # a blank takes the style before it: fewer bytes
        return Strip(segments).simplify()


def board_class(family: str) -> type[PuzzleBoard]:
    """The class of the family's board: ours, one of another distribution, or its text."""
    foreign = {} if family in BOARDS else foreign_boards()
    if family in foreign:
        return foreign[family]
    module, name = BOARDS.get(family, OF_TEXT)[1].split(":")
    found: type[PuzzleBoard] = getattr(importlib.import_module(module), name)
    return found


def board_scopes() -> tuple[Scope, ...]:
    """The scopes of the keys of all families' boards, each once."""
    return tuple({scope.name: scope for family in names() for scope in board_class(family).SCOPES}.values())


@cache
def foreign_boards() -> dict[str, type[PuzzleBoard]]:
    """The boards of other distributions, by family."""
    return added("mcs_tui.boards", _accepted, BOARDS)


def _accepted(name: str, loaded: object) -> type[PuzzleBoard]:
    if not (isinstance(loaded, type) and issubclass(loaded, PuzzleBoard)):
        raise ValueError("it is no subclass of tui.boards.puzzle_board.PuzzleBoard")
    if not all(isinstance(scope, Scope) for scope in loaded.SCOPES):
        raise ValueError("its SCOPES are not all of the class tui.keys.actions.Scope")
    return loaded
