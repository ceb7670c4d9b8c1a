"""The boards on which a puzzle is edited: each cell of a draft, with the cursor of boards in play; and its plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from puzzles.draft_kinds import PlaneDraft
from puzzles.editing import Draft, Pen
from tui.boards.canvas import Canvas
from tui.boards.drawing import TEXT, TILE_COLOURS, Piece, drawing_of
from tui.boards.grid import (
    BLACK,
    CLUE,
    FILLED,
    GIVEN,
    OPEN,
    ROOMY,
    SUM,
    Cell,
    Geometry,
    GridDrawing,
    GridLayout,
    large_clue,
)
from tui.boards.grid_board import CURSOR, HINT, MARKED_ROOM, WRONG, GridBoard, GridHand
from tui.boards.hand import Direction
from tui.boards.page_board import colour_rules
from tui.boards.page_view import PageView
from tui.boards.samegame.text import LOOKS, kind_of

PREFIX = "edit-board--"
RELATED, OUTSIDE = "related", "outside"
TILES = {kind_of(colour): LOOKS[kind_of(colour)] for colour in range(len(TILE_COLOURS))}
"""Cells that are painted, with their styles."""


class EditHand(GridHand):
    """Draws a pen: its draft, the cursor, and what is begun there; always in play."""

    board: EditBoard
    playing = True
    pencils = False

    def spread(self, width: int, height: int) -> Geometry:
        return super().spread(width, height) if self.board.pen.draft.lined else Geometry(self.layout, False, 0)

    def beside(self, direction: Direction) -> int | None:
        place = self.board.pen.moved(direction).place
        return None if place == self.board.pen.place else place

    def in_order(self) -> Sequence[int]:
        return [place for place in super().in_order() if self.board.pen.draft.stops(place)]

    def place_at(self, x: int, y: int) -> int | None:
        """A cell that is painted was so when the mouse went down."""
        place, draft = super().place_at(x, y), self.board.pen.draft
        return place if place is not None and draft.stops(place) and not draft.paints else None

    def lines(self, index: int) -> tuple[Piece, ...]:
        """A cell's lines: a black one fills all of them, and a clue has its parts on both sides of the diagonal."""
        cell, geometry, shown = self.cell(index), self.geometry, self.board.pen.draft.shown(index)
        if geometry.tall == 1 or shown.kind not in (BLACK, CLUE) or index == self.board.cursor:
            return super().lines(index)
        if cell.kind == BLACK:
            filled = Piece(("#" if self.board.plain else "░") * geometry.inner, BLACK)
            return tuple(cell if at == geometry.tall // 2 else filled for at in range(geometry.tall))
        lines = ["".join(large_clue(geometry, shown.text, at, plain=self.board.plain)) for at in range(geometry.tall)]
        return tuple(Piece(line, cell.kind if any(map(str.isalnum, line)) else CLUE) for line in lines)

    def cell(self, index: int) -> Piece:
        board, room = self.board, self.geometry.inner
        draft, plain = board.pen.draft, board.plain
        shown, here = draft.shown(index), index == board.cursor
        text, kind = shown.text, shown.kind
        if kind == BLACK and not here:
            return Piece(text.center(room, "#" if plain else "░"), BLACK)
        if here and board.pen.typed and kind in (GIVEN, OPEN):
            kind, text = GIVEN, f"{board.pen.typed}_"[:room]
        elif kind == OPEN and index in board.values:
            kind, text = HINT if index in board.differing else FILLED, board.values[index]
        elif kind == OPEN and index in board.differing:
            kind, text = HINT, "?"
        elif kind == OPEN and not text and not self.geometry.lined and draft.stops(index):
            text = "." if plain else "·"
        sign = ""
        if index in board.wrong:
            kind, sign = WRONG, "!"
        elif index in board.related:
            kind = RELATED
        inside = room - 2 if here and room >= MARKED_ROOM and len(text) <= room - 2 else room
        text = text + sign if len(text) < inside else text
        if draft.centred or len(text) >= inside:
            text = text.center(inside)[:inside]
        else:
            text = text.rjust(inside) if inside < room else f"{text.rjust(inside - 1)} "
        return Piece(f"[{text}]" if inside < room else text, kind + (f"-{CURSOR}" if here else ""))


class EditBoard(GridBoard):
    """Shows a pen; `values` are drawn where cells are open."""

    DEFAULT_CSS = (
        "EditBoard > .edit-board--related { color: $accent; text-style: bold underline; background: $accent 20%; }\n"
        "EditBoard > .edit-board--outside { color: $foreground; }\n"
    ) + colour_rules("EditBoard", PREFIX, TILES)
    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + kind for kind in (RELATED, OUTSIDE, *TILES)}
    HAND = EditHand

    @dataclass
    class Painted(Message):
        """The mouse is held down over the cell; `begins`: since now."""

        board: EditBoard
        place: int
        begins: bool

    def __init__(self, pen: Pen, *, plain: bool = False) -> None:
        self.pen = pen
        self.values: Mapping[int, str] = {}
        self.differing: frozenset[int] = frozenset()
        self.wrong: frozenset[int] = frozenset()
        self._faults: frozenset[int] = frozenset()
        self.related: frozenset[int] = frozenset()
        self._judged: object = None
        self._held: int | None = None
        super().__init__(pen.draft, self._open(pen.draft), plain=plain)
        self.show_pen(pen)

    def show_pen(
        self,
        pen: Pen,
        values: Mapping[int, str] | None = None,
        differing: frozenset[int] = frozenset(),
        contradicting: frozenset[int] = frozenset(),
    ) -> None:
        """Draws what has changed; `values`: a solution's, of which those in `differing` stand out.

        `contradicting`: places of clues that are marked as wrong, besides those where a rule is broken.
        """
        draft, before = pen.draft, self.pen.draft
        self.pen, self.puzzle, self.cursor = pen, draft, pen.place
        self.values, self.differing = values or {}, differing
        if pen.settled is not self._judged:
            self._judged = pen.settled
            wrong = [problem for problem in pen.settled.problems() if not problem.doubt]
            self._faults = frozenset(place for problem in wrong for place in problem.places)
        self.wrong = self._faults | contradicting
        self.related = draft.related(pen.place)
        if _form(draft) != _form(before):
            self.board = self._open(draft)
            self.layout_of_grid = self.make_layout()
            self.spread()
        self.draw_page(seek=True)

    def make_layout(self) -> GridLayout:
        """All cells of the draft; those that stand outside the frame have no lines."""
        draft = self.pen.draft
        cells = [divmod(place, draft.columns) for place in range(draft.rows * draft.columns)]
        kinds = [draft.shown(place).kind for place in range(len(cells))]
        drawing, marks = drawing_of(draft.family), {}
        if draft.marked is not None and isinstance(drawing, GridDrawing):
            drawn = drawing.lay_out(draft.marked, (), plain=self.plain)
            if (drawn.rows, drawn.columns) == (draft.rows, draft.columns):  # else views stand around it
                marks = {name: getattr(drawn, name) for name in ("left", "above", "labels", "between")}
        return GridLayout(
            rows=draft.rows,
            columns=draft.columns,
            cell_width=draft.cell_width,
            places=tuple(cells),
            fixed={cell: Cell("", SUM) for cell, kind in zip(cells, kinds, strict=True) if kind == SUM},
            givens=frozenset(),
            gap=draft.gap,
            centred=True,
            **marks,
        )

    def prefix_of(self, name: str) -> str:
        if name in (RELATED, OUTSIDE) or name in TILES:
            return PREFIX
        return "grid-board--" if name in (BLACK, CLUE, SUM) else super().prefix_of(name)

    def on_mouse_down(self, event: MouseDown) -> None:
        if self.pen.draft.paints:
            self.capture_mouse()
            self._paint_at(event)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held is not None:
            self._paint_at(event)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = None
        self.release_mouse()

    def _paint_at(self, event: MouseDown | MouseMove) -> None:
        at = self.place_of(event)
        index = None if at is None else self.layout_of_grid.index.get(self.geometry.place_at(*at))
        if index is not None and index != self._held:
            self.post_message(self.Painted(self, index, self._held is None))
            self._held = index

    @staticmethod
    def _open(draft: Draft) -> tuple[int, ...]:
        return (0,) * (draft.rows * draft.columns)


def _form(draft: Draft) -> tuple[object, ...]:
    """What the drawing's lines depend on."""
    return type(draft), draft.rows, draft.columns, draft.cell_width, draft.gap, draft.marked


def widths(draft: Draft) -> tuple[int, ...]:
    """Columns of the drawing with lines between its cells, if there may be any, and without."""
    close = draft.columns * (draft.cell_width + draft.gap)
    pad = 0 if draft.cell_width >= ROOMY else 1
    return (draft.columns * (draft.cell_width + 2 * pad + 1) + 1, close) if draft.lined else (close,)


SIDE = 100.0
"""The plane's side while nothing lies outside."""
STEPS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


class Plane(PageView):
    """Nodes by their numbers, the depot as a square; y goes up."""

    DEFAULT_CSS = "Plane { height: 1fr; min-height: 6; color: $foreground; background: $surface; }"

    @dataclass
    class Placed(Message):
        """The mouse has placed a node at (x, y); `node` is None for a new one."""

        node: int | None
        x: str
        y: str

    @dataclass
    class Pointed(Message):
        """A node was clicked."""

        node: int

    def __init__(self, *, plain: bool) -> None:
        super().__init__()
        self.plain = plain
        self.draft: PlaneDraft | None = None
        self.current: int | None = None
        self._held: int | None = None

    def show(self, draft: PlaneDraft, current: int | None) -> None:
        """Draws the nodes; `current` is the one of the cursor."""
        if (draft, current) != (self.draft, self.current):
            self.draft, self.current = draft, current
            self.draw_page()

    @property
    def _points(self) -> Mapping[int, tuple[float, float]]:
        return self.draft.points if self.draft is not None else {}

    @property
    def bounds(self) -> tuple[float, float, float]:
        """The least x and y shown, and the side."""
        points = self._points.values()
        low = min([0.0, *(min(point) for point in points)])
        low = -_round_up(-low) if low else 0.0
        high = max((max(point) for point in points), default=0.0)
        return low, low, SIDE if low == 0 and high <= SIDE else _round_up(high - low)

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """Column and line of a point."""
        left, bottom, side = self.bounds
        wide, high = max(1, self.size.width - 1), max(1, self.size.height - 1)
        return round((x - left) / side * wide), round(high - (y - bottom) / side * high)

    def point_of(self, column: int, line: int) -> tuple[str, str]:
        """The point in the middle of that cell, as typed: whole numbers if the plane is large enough."""
        left, bottom, side = self.bounds
        wide, high = max(1, self.size.width - 1), max(1, self.size.height - 1)
        x, y = left + column / wide * side, bottom + (high - line) / high * side
        digits = 0 if side >= wide else 2
        return f"{x:.{digits}f}", f"{y:.{digits}f}"

    def page(self) -> Canvas:
        page = Canvas(*self.size)
        for node, point in self._points.items():
            column, line = self.cell_of(*point)
            sign = str(node) if node else ("D" if self.plain else "◆")
            column = min(column, page.width - len(sign))
            if 0 <= line < page.height and column >= 0:
                page.put(column, line, sign, CURSOR if node == self.current else TEXT)
        return page

    def look(self, kind: str) -> Style:
        return self.rich_style + Style(reverse=True, bold=True)

    def on_mouse_down(self, event: MouseDown) -> None:
        node = self._node_at(event.x, event.y)
        self.capture_mouse()
        self._held = node
        if node is None:
            self.post_message(self.Placed(None, *self.point_of(event.x, event.y)))
        else:
            self.post_message(self.Pointed(node))

    def on_mouse_move(self, event: MouseMove) -> None:
        inside = 0 <= event.x < self.size.width and 0 <= event.y < self.size.height
        if self._held is not None and inside:
            self.post_message(self.Placed(self._held, *self.point_of(event.x, event.y)))

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = None
        self.release_mouse()

    def _node_at(self, column: int, line: int) -> int | None:
        """The node whose number is drawn there."""
        for node, point in self._points.items():
            left, at = self.cell_of(*point)
            if at == line and left <= column < left + max(1, len(str(node))):
                return node
        return None


def _round_up(number: float) -> float:
    """The least of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is not below the number."""
    power = 1.0
    while power * 10 <= number:
        power *= 10
    while power > number:
        power /= 10
    return next(step * power for step in STEPS if step * power >= number)
