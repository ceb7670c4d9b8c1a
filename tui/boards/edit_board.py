"""The boards on which a puzzle is edited: each cell of a draft, with the cursor of boards in play; and its plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.widget import Widget

from puzzles.editing import Draft, Pen, PlaneDraft
from tui.boards.drawing import Piece
from tui.boards.grid import BLACK, CLUE, FILLED, GIVEN, OPEN, ROOMY, SUM, Cell, Geometry, GridLayout, large_clue
from tui.boards.grid_board import (
    CURSOR,
    HINT,
    MARKED_ROOM,
    WRONG,
    HandGrid,
)
from tui.boards.hand_board import Direction
from tui.boards.page_board import colour_rules
from tui.boards.samegame.text import COLOURS, LOOKS, kind_of

PREFIX = "edit-board--"
RELATED, OUTSIDE = "related", "outside"
TILES = {kind_of(colour): LOOKS[kind_of(colour)] for colour in range(len(COLOURS))}
"""Cells that are painted, with their styles."""


class EditBoard(HandGrid):
    """Shows a pen: its draft, the cursor, and what is begun there; `values` are drawn where cells are open."""

    DEFAULT_CSS = (
        "EditBoard > .edit-board--related { color: $accent; text-style: bold underline; }\n"
        "EditBoard > .edit-board--outside { color: $foreground; }\n"
    ) + colour_rules("EditBoard", PREFIX, TILES)
    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + kind for kind in (RELATED, OUTSIDE, *TILES)}

    PENCILS = False

    @dataclass
    class Painted(Message):
        """The mouse is held down over the cell."""

        board: EditBoard
        place: int

    def __init__(self, pen: Pen, *, plain: bool = False) -> None:
        self.pen = pen
        self.values: Mapping[int, str] = {}
        self.differing: frozenset[int] = frozenset()
        self._wrong: frozenset[int] = frozenset()
        self._related: frozenset[int] = frozenset()
        self._held: int | None = None
        super().__init__(pen.draft, self._open(pen.draft), plain=plain)
        self.playing = True
        self.show_pen(pen)

    def show_pen(
        self, pen: Pen, values: Mapping[int, str] | None = None, differing: frozenset[int] = frozenset()
    ) -> None:
        """Draws what has changed; `values`: a solution's, of which those in `differing` stand out."""
        draft, before, settled = pen.draft, self.pen.draft, self.pen.settled
        self.pen, self.puzzle, self.cursor = pen, draft, pen.place
        self.values, self.differing = values or {}, differing
        if pen.settled is not settled or not self._cells:
            wrong = [problem for problem in pen.settled.problems() if not problem.doubt]
            self._wrong = frozenset(place for problem in wrong for place in problem.places)
        self._related = draft.related(pen.place)
        if _form(draft) != _form(before):
            self.board = self._open(draft)
            self.layout_of_grid = self.make_layout()
            self.spread()
        self.draw_hand()

    def make_layout(self) -> GridLayout:
        """All cells of the draft; those that stand outside the frame have no lines."""
        draft = self.pen.draft
        cells = [divmod(place, draft.columns) for place in range(draft.rows * draft.columns)]
        kinds = [draft.shown(place).kind for place in range(len(cells))]
        return GridLayout(
            rows=draft.rows,
            columns=draft.columns,
            cell_width=draft.cell_width,
            places=tuple(cells),
            fixed={cell: Cell("", SUM) for cell, kind in zip(cells, kinds, strict=True) if kind == SUM},
            givens=frozenset(),
            gap=draft.gap,
            centred=True,
        )

    def beside(self, direction: Direction) -> int | None:
        place = self.pen.moved(direction).place
        return None if place == self.pen.place else place

    def in_order(self) -> Sequence[int]:
        return [place for place in super().in_order() if self.pen.draft.stops(place)]

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        if self.pen.draft.lined:
            return super().lay_out(width, height)
        found = Geometry(self.layout_of_grid, False, 0, 0, 0)
        left, top = max(0, (width - found.width) // 2), max(0, (height - found.height) // 2)
        self.geometry = replace(found, left=left, top=top)
        self._cells = self.drawn()
        return found.width, found.height

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

    def on_click(self, event: Click) -> None:
        if self.pen.draft.paints:
            event.prevent_default()  # the cell was painted when the mouse went down

    def click_at(self, place: int) -> None:
        if self.pen.draft.stops(place):
            super().click_at(place)

    def _paint_at(self, event: MouseDown | MouseMove) -> None:
        offset = event.get_content_offset(self)
        place = None if offset is None else self.place_at(*(offset + self.scroll_offset))
        if place is not None and place != self._held:
            self._held = place
            self.post_message(self.Painted(self, place))

    def style_of(self, piece: Piece) -> Style:
        if piece.value < 0:
            return super().style_of(piece)
        kind, _, cursor = piece.kind.partition("-")
        prefix = "hand-grid--"
        if kind in (BLACK, CLUE, SUM):
            prefix = "grid-board--"
        elif kind in (RELATED, OUTSIDE) or kind in TILES:
            prefix = PREFIX
        style = self.get_component_rich_style(prefix + kind)
        return style + Style(reverse=True, dim=False) if cursor else style

    def _lines(self, index: int) -> tuple[Piece, ...]:
        """A cell's lines: a black one fills all of them, and a clue has its parts on both sides of the diagonal."""
        cell, geometry, shown = self._cell(index), self.geometry, self.pen.draft.shown(index)
        if geometry.tall == 1 or shown.kind not in (BLACK, CLUE) or index == self.cursor:
            return super()._lines(index)
        if cell.kind == BLACK:
            return (cell,) * geometry.tall
        lines = ["".join(large_clue(geometry, shown.text, at, plain=self.plain)) for at in range(geometry.tall)]
        return tuple(Piece(line, cell.kind if any(map(str.isalnum, line)) else CLUE, index) for line in lines)

    def _cell(self, index: int) -> Piece:
        draft, room = self.pen.draft, self.geometry.inner
        shown, here = draft.shown(index), index == self.cursor
        text, kind = shown.text, shown.kind
        if kind == BLACK and not here:
            return Piece(("#" if self.plain else "░") * room, BLACK, index)
        if here and self.pen.typed and kind in (GIVEN, OPEN):
            kind, text = GIVEN, f"{self.pen.typed}_"[:room]
        elif kind == OPEN and index in self.values:
            kind, text = HINT if index in self.differing else FILLED, self.values[index]
        elif kind == OPEN and not text and not self.geometry.lined and draft.stops(index):
            text = "." if self.plain else "·"
        sign = ""
        if index in self._wrong:
            kind, sign = WRONG, "!"
        elif index in self._related:
            kind = RELATED
        inside = room - 2 if here and room >= MARKED_ROOM and len(text) <= room - 2 else room
        text = text + sign if len(text) < inside else text
        if draft.centred or len(text) >= inside:
            text = text.center(inside)[:inside]
        else:
            text = text.rjust(inside) if inside < room else f"{text.rjust(inside - 1)} "
        return Piece(f"[{text}]" if inside < room else text, kind + (f"-{CURSOR}" if here else ""), index)

    @staticmethod
    def _open(draft: Draft) -> tuple[int, ...]:
        return (0,) * (draft.rows * draft.columns)


def _form(draft: Draft) -> tuple[object, ...]:
    """What the drawing's lines depend on."""
    return type(draft), draft.rows, draft.columns, draft.cell_width, draft.gap


def widths(draft: Draft) -> tuple[int, ...]:
    """Columns of the drawing with lines between its cells, if there may be any, and without."""
    close = draft.columns * (draft.cell_width + draft.gap)
    pad = 0 if draft.cell_width >= ROOMY else 1
    return (draft.columns * (draft.cell_width + 2 * pad + 1) + 1, close) if draft.lined else (close,)


SIDE = 100.0
"""The plane's side while nothing lies outside."""
STEPS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


class Plane(Widget):
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
            self.refresh()

    @property
    def bounds(self) -> tuple[float, float, float]:
        """The least x and y shown, and the side."""
        points = list(self.draft.points.values()) if self.draft is not None else []
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

    def render(self) -> Text:
        width, height = self.size
        signs = [[" "] * width for _ in range(height)]
        marks: list[tuple[int, int, int]] = []
        for node, point in (self.draft.points if self.draft is not None else {}).items():
            column, line = self.cell_of(*point)
            sign = str(node) if node else ("D" if self.plain else "◆")
            column = min(column, width - len(sign))
            if 0 <= line < height and column >= 0:
                signs[line][column : column + len(sign)] = sign
                if node == self.current:
                    marks.append((line, column, len(sign)))
        text = Text("\n".join("".join(line) for line in signs), no_wrap=True)
        for line, column, length in marks:
            text.stylize(
                Style(reverse=True, bold=True), line * (width + 1) + column, line * (width + 1) + column + length
            )
        return text

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
        for node, point in (self.draft.points if self.draft is not None else {}).items():
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
