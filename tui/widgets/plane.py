"""The plane on which the nodes of a draft lie: a click places one more, and one that is dragged is placed elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.widget import Widget

from puzzles.editing import PlaneDraft

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
