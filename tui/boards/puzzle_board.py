"""What all boards have in common: a drawn position that is scrolled, and redrawn only where it has changed.

Of three kinds: cells of a grid (`tui.boards.grid_board`), pages of characters (`PageBoard`), and text (`TextBoard`).
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import MouseEvent, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from puzzles.family import Board, Puzzle
from puzzles.foreign import added
from puzzles.registry import names
from tui.action import Action, Scope
from tui.boards.canvas import Canvas
from tui.boards.drawing import BLANK, Facts, Piece, draw
from tui.boards.game import OwnGames
from tui.boards.registry import BOARDS

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
    """The drawn position of one puzzle. Subclasses lay it out and give its lines; colours are their CSS."""

    DEFAULT_CSS = """
    PuzzleBoard { background: transparent; color: $foreground; scrollbar-size: 1 1; }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (SCROLLING,)
    """The keys, with what their methods `action_...` do: those of the base classes first. BINDINGS are made of them."""
    BINDINGS: ClassVar[list[BindingType]] = [*SCROLLING.bindings]

    @dataclass
    class StatusText(Message):
        """The user looks at another position of a game, or at another part of a board.

        The text is one line about it, in ASCII if the board is plain; `keys` are a reminder of those that go on.
        """

        board: PuzzleBoard
        text: str
        keys: str = ""

    @dataclass
    class Played(Message):
        """The user has made a move by hand, which is in the board's `own` games now."""

        board: PuzzleBoard

    by_hand: ClassVar[bool] = False
    """True if the user can make moves on it."""

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
        self.left = self.top = 0
        self.own = OwnGames()
        """What the user has played by hand on the puzzle, if its boards can be played on."""
        self._strips: dict[int, Strip] = {}

    @classmethod
    def own_scopes(cls) -> list[Scope]:
        """The scopes of its keys but those for scrolling: screens may pass these keys on while a list has the focus."""
        return [scope for scope in cls.SCOPES if scope is not SCROLLING]

    @property
    def held(self) -> bool:
        """True while the user looks at the board shown, so that a newer one waits."""
        return False

    @property
    def takes_enter(self) -> bool:
        """True while Enter means something to the board, and not to the screen."""
        return False

    def release(self) -> None:
        """Ends the looking: the next board is shown as it comes."""

    def below(self) -> Widget | None:
        """A widget that belongs to the board and stands below it; None for none."""
        return None

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another position of the same puzzle; what has an index in `marked` stands out.

        `facts`: what the checker has said of it. `passing`: a live run has found it and another will come soon, so it
        may be drawn more cheaply.
        """
        raise NotImplementedError

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        """Bytes that showing the position, in passing, would send to the terminal, about."""
        raise NotImplementedError

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """Chooses how to draw in that space; the drawing's width and height, without its margin."""
        raise NotImplementedError

    def line(self, y: int) -> Iterable[Piece]:
        """One line of the drawing, from its top."""
        raise NotImplementedError

    def style_of(self, piece: Piece) -> Style:
        """How a piece that is not blank looks."""
        raise NotImplementedError

    def on_resize(self, event: Resize) -> None:
        """Lays the drawing out for the new size."""
        self.spread()

    def on_mount(self) -> None:
        """Lays the drawing out for the size that it has."""
        self.spread()

    def spread(self) -> None:
        """Lays the drawing out, centred, and draws all of it."""
        room = self.content_region.size
        width, height = self.lay_out(room.width, room.height)
        self.left, self.top = max(0, (room.width - width) // 2), max(0, (room.height - height) // 2)
        self._strips.clear()
        self.virtual_size = Size(self.left + width, self.top + height)
        self.refresh()

    def draw_again(self, regions: Iterable[Region]) -> None:
        """Draws parts again, in the coordinates of the whole drawing with its margin; at most one a line.

        For several in one line Textual sends the line's beginning with each.
        """
        changed = list(regions)
        for region in changed:
            self._strips.pop(region.y, None)
        if changed:
            self.refresh(*(region.translate(-self.scroll_offset) for region in changed))

    def notify_style_update(self) -> None:
        """Forgets drawn lines: theme or focus have changed their colours."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """The y-th visible line."""
        x, offset = self.scroll_offset
        line = y + offset
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._draw(line)
        width = self.scrollable_content_region.width
        return strip.crop_extend(x, x + width, self.rich_style)

    def _draw(self, line: int) -> Strip:
        y = line - self.top
        if not 0 <= y < self.virtual_size.height - self.top:
            return Strip.blank(self.size.width, self.rich_style)
        plain = style = self.rich_style
        segments = [Segment(" " * self.left, plain)]
        for piece in self.line(y):
            if piece.kind != BLANK:
                style = self.style_of(piece)
            elif style.underline or style.reverse or style.bgcolor != plain.bgcolor:
                style = plain
            segments.append(Segment(piece.text, style))  # a blank takes the style before it: fewer bytes
        return Strip(segments).simplify()


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
    AROUND: ClassVar[tuple[int, int, int, int]] = (2, 4, 4, 2)
    """What is scrolled into view with a place: lines above, columns right, lines below, columns left of it."""

    _shown: Canvas

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.clock = time.monotonic
        self._calm = False
        self._came_at = 0.0
        self._prepared: tuple[object, Canvas] | None = None

    @property
    def status_text(self) -> str:
        """One line about what is shown."""
        return ""

    @property
    def keys(self) -> str:
        """A reminder of keys, beside the status text."""
        return self.KEYS

    def line(self, y: int) -> Iterable[Piece]:
        """A line of the page."""
        return self._shown.line(y)

    def settle(self) -> None:
        """Draws the position in all colours if it has been shown for long enough."""
        if self._calm and self.clock() - self._came_at >= self.QUIET:
            self._calm = False
            self.draw_settled()

    def draw_settled(self) -> None:
        """Draws the position that has been shown for long enough."""
        self.draw_page()

    def draw_page(self, *, seek: bool = False) -> None:
        """Draws what has changed; with `seek`, scrolls until what is looked at is in view."""
        raise NotImplementedError

    def tell(self, text: str = "") -> None:
        """Says the text, by default the status text."""
        self.post_message(self.StatusText(self, text or self.status_text, self.keys))

    def action_larger(self) -> None:
        self.enlarge(1)

    def action_smaller(self) -> None:
        self.enlarge(-1)

    def enlarge(self, steps: int) -> None:
        """Draws larger by that many steps of size; smaller if it is below 0."""
        raise NotImplementedError

    def _came(self, *, passing: bool) -> None:
        """A position has come; in passing it is calm at first."""
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
        """Draws where the page differs from the one shown; all of it if it has another size."""
        before, self._shown = self._shown, page
        if (before.width, before.height) != (page.width, page.height):
            self.spread()
        else:
            self.draw_again(
                Region(self.left + first, self.top + y, end - first, 1)
                for y, (first, end) in before.changes(page).items()
            )

    def _bring_into_view(self, x: int, y: int, width: int = 1, height: int = 1) -> None:
        """Scrolls until that part of the page is in view, with what is around it."""
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
        """Draws another position; what is marked looks as all else."""
        self.board, self._facts = tuple(board), facts
        self._replace(self._page(board, facts))

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        """Bytes for the parts of lines that would change, or for all lines."""
        new = self._page(board, facts)
        same = (new.width, new.height) == (self._shown.width, self._shown.height)
        return self._shown.cost(new) if same else new.whole_cost()

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """As large as the text is, drawn for that width."""
        self._width = width
        self._shown = self._page(self.board, self._facts)
        return self._shown.width, self._shown.height

    def style_of(self, piece: Piece) -> Style:
        """All alike."""
        return self.rich_style

    def _page(self, board: Board, facts: Facts | None) -> Canvas:
        return Canvas.of(draw(self.puzzle, board, width=self._width, plain=self.plain, facts=facts))


def board_class(family: str) -> type[PuzzleBoard]:
    """The class of the family's board: ours, one of another distribution, or its text."""
    if family not in BOARDS:
        return foreign_boards().get(family, TextBoard)
    module, name = BOARDS[family].split(":")
    found: type[PuzzleBoard] = getattr(importlib.import_module(module), name)
    return found


def board_scopes() -> tuple[Scope, ...]:
    """The scopes of the keys of all families' boards, each once."""
    classes = [board_class(family) for family in names()]
    return tuple({scope.name: scope for board in classes for scope in board.SCOPES}.values())


@cache
def foreign_boards() -> dict[str, type[PuzzleBoard]]:
    """The boards of other distributions, by family."""
    return added("mcs_tui.boards", _accepted, BOARDS)


def _accepted(name: str, loaded: object) -> type[PuzzleBoard]:
    """The class that an entry point names; ValueError if it is no board, or has no scopes of keys."""
    if not (isinstance(loaded, type) and issubclass(loaded, PuzzleBoard)):
        raise ValueError("it is no subclass of tui.boards.puzzle_board.PuzzleBoard")
    if not all(isinstance(scope, Scope) for scope in loaded.SCOPES):
        raise ValueError("its SCOPES are not all of the class tui.action.Scope")
    return loaded
