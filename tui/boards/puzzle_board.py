"""What all boards have in common: a drawn position that is scrolled, and redrawn only where it has changed.

Of two kinds: cells of a grid (`tui.boards.grid_board`), and pages of characters (`tui.boards.page_board`).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from puzzles.family import Board, Puzzle
from puzzles.foreign import added
from puzzles.registry import names
from tui.boards.drawing import BLANK, BOARDS, Facts, Piece
from tui.keys.actions import Action, Scope

OF_TEXT = "tui.boards.page_board:TextBoard"
"""The board of a family that has none."""
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
    TELLS: ClassVar[bool] = False
    """True if it sends StatusText as soon as it is laid out: the line for it is there before."""

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
        self.left = self.top = 0
        self._strips: dict[int, Strip] = {}
        self._own_style: Style | None = None

    @classmethod
    def own_scopes(cls) -> list[Scope]:
        """The scopes of its keys but those for scrolling: screens may pass these keys on while a list has the focus."""
        return [scope for scope in cls.SCOPES if scope is not SCROLLING]

    @property
    def held(self) -> bool:
        """True while the user looks at the board shown, so that a newer one waits."""
        return False

    @property
    def reached(self) -> tuple[int, ...]:
        """The position shown, as a board; of a game that is looked through, its moves up to there."""
        return self.board

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
        self.spread()

    def on_mount(self) -> None:
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
        """Forgets drawn lines and the board's own style: theme or focus have changed their colours."""
        self._strips.clear()
        self._own_style = None
        super().notify_style_update()

    @property
    def own_style(self) -> Style:
        """`rich_style`, kept until styles change: Textual computes it from those of all ancestors at each call."""
        if self._own_style is None:
            self._own_style = self.rich_style
        return self._own_style

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
    _, widget = BOARDS.get(family, ("", OF_TEXT))
    module, name = widget.split(":")
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
    if not (isinstance(loaded, type) and issubclass(loaded, PuzzleBoard)):
        raise ValueError("it is no subclass of tui.boards.puzzle_board.PuzzleBoard")
    if not all(isinstance(scope, Scope) for scope in loaded.SCOPES):
        raise ValueError("its SCOPES are not all of the class tui.keys.actions.Scope")
    return loaded
