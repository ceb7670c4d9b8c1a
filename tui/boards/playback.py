"""Playing a game on by itself, and a line below it: how far into it the position shown is, clicked or dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

if TYPE_CHECKING:
    from tui.boards.game_board import GameBoard

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second. A position costs some hundred bytes up to a KiB on the line."""
USUAL_SPEED = 2


class Player:
    """Calls `step` at its speed while it plays; `every` starts a timer with its period in seconds."""

    def __init__(self, step: Callable[[], None], every: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._step = step
        self._every = every
        self._speed = USUAL_SPEED
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """True from `start` to `halt`."""
        return self._timer is not None

    @property
    def words(self) -> str:
        """The speed, such as `2/s`."""
        return f"{SPEEDS[self._speed]:g}/s"

    def start(self) -> None:
        """The first step comes after one period."""
        self.halt()
        self._timer = self._every(1 / SPEEDS[self._speed], self._step)

    def halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change(self, by: int) -> None:
        """Another speed, that many steps faster; from now on if it plays."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self.playing:
            self.start()


TEXT_WIDTH = 9
"""Columns at the right for the speed, such as `> 16/s`, and a blank before it."""


class PositionBar(Widget):
    """Draws where a board is in its game; nothing while the game has no move."""

    DEFAULT_CSS = """
    PositionBar { height: 1; width: 1fr; color: $foreground 30%; }
    PositionBar > .position-bar--past { color: $primary; }
    PositionBar > .position-bar--here { color: $warning; text-style: bold; }
    PositionBar > .position-bar--speed { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"position-bar--{part}" for part in ("past", "here", "speed")}

    def __init__(self, board: GameBoard, *, plain: bool = False) -> None:
        super().__init__()
        self.board = board
        self.plain = plain
        self._text = ""
        self._here = 0
        self._dragged = False
        self.display = False

    def show(self, speed: str, *, playing: bool) -> None:
        """Draws the board's place in its game, and how fast it plays; only what has changed."""
        sign = (">" if self.plain else "▶") if playing else " "
        text = f"{sign} {speed}".rjust(TEXT_WIDTH)
        old, here = self._here, self.column(self.board.shown_moves)
        self.display = self.board.total > 0
        regions = []
        if here != old:
            regions.append(Region(min(old, here), 0, abs(old - here) + 1, 1))
        if text != self._text:
            regions = [Region(min(old, here), 0, max(1, self.size.width - min(old, here)), 1)]
        self._text, self._here = text, here
        if regions:
            self.refresh(*regions)

    def column(self, at: int) -> int:
        """Where the marker is after that many moves."""
        return round(at * (self._length - 1) / max(1, self.board.total))

    def on_resize(self) -> None:
        self._here = self.column(self.board.shown_moves)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        past, ahead, sign = ("=", "-", "|") if self.plain else ("━", "─", "●")
        look = self.get_component_rich_style
        pieces = [
            Segment(past * self._here, look("position-bar--past")),
            Segment(sign, look("position-bar--here")),
            Segment(ahead * (self._length - 1 - self._here), self.rich_style),
            Segment(self._text, look("position-bar--speed")),
        ]
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Goes to the place that is pressed; on the speed: plays on, or halts."""
        if event.x < self._length:
            self._dragged = True
            self.capture_mouse()
            self._go(event.x)
        else:
            self.board.action_play()

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._dragged:
            self._go(event.x)

    def on_mouse_up(self, event: MouseUp) -> None:
        if self._dragged:
            self._dragged = False
            self.release_mouse()

    @property
    def _length(self) -> int:
        return max(2, self.size.width - TEXT_WIDTH)

    def _go(self, x: int) -> None:
        at = round(min(max(x, 0), self._length - 1) * self.board.total / (self._length - 1))
        if at != self.board.shown_moves:
            self.board.go(at)
