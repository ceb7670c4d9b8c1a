"""A board that is a game: moves one after another, looked through with a few keys, drawn at one of several sizes.

A family has a `Game`, which makes pages of characters, and perhaps a `GameHand`, which chooses moves; following,
stepping, playing on at a chosen speed and zooming are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.events import MouseDown, MouseMove, MouseUp
from textual.timer import Timer
from textual.widget import Widget

from puzzles.family import Board, Puzzle
from tui.boards.canvas import EMPTY_PAGE, Canvas, Game, Redrawn
from tui.boards.drawing import TEXT, BoardScene, Facts, Piece
from tui.boards.hand import Box, GameHand
from tui.boards.page_view import PageView
from tui.boards.puzzle_board import SCROLLING, PuzzleBoard
from tui.keys.actions import Action, Scope

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


class PositionBar(PageView):
    """Draws where a board is in its game; nothing while the game has no move."""

    DEFAULT_CSS = """
    PositionBar { height: 1; width: 1fr; color: $foreground 30%; }
    PositionBar > .position-bar--past { color: $primary; }
    PositionBar > .position-bar--here { color: $warning; text-style: bold; }
    PositionBar > .position-bar--speed { color: $text-muted; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"position-bar--{part}" for part in ("past", "here", "speed")}
    PREFIX = "position-bar--"

    def __init__(self, board: GameBoard, *, plain: bool = False) -> None:
        super().__init__()
        self.board = board
        self.plain = plain
        self._speed = ""
        self._dragged = False
        self.display = False

    def show(self, speed: str, *, playing: bool) -> None:
        """Draws the board's place in its game, and how fast it plays."""
        sign = (">" if self.plain else "▶") if playing else " "
        self._speed = f"{sign} {speed}".rjust(TEXT_WIDTH)
        self.display = self.board.total > 0
        self.draw_page()

    def column(self, at: int) -> int:
        """Where the marker is after that many moves."""
        return round(at * (self._length - 1) / max(1, self.board.total))

    def page(self) -> Canvas:
        past, ahead, sign = ("=", "-", "|") if self.plain else ("━", "─", "●")
        here = self.column(self.board.shown_moves)
        line = [Piece(past * here, "past"), Piece(sign, "here"), Piece(ahead * (self._length - 1 - here), TEXT)]
        return Canvas.of([[*line, Piece(self._speed, "speed")]])

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


GAME_KEYS = "< , . >  a  + -"
"""The keys of a game, as a reminder beside the status text."""
WAITS = "a newer game waits: >"
TENTHS = 10
"""Parts of a game that are jumped over at once."""
GAME = Scope(
    "game",
    "On a game's board",
    Action("back", ("comma",), "Back", "One move back; a search goes on, its newer games wait"),
    Action("forward", ("full_stop",), "Forward", "One move forward"),
    Action("first", ("less_than_sign", "home"), "First", "Before the first move"),
    Action("last", ("greater_than_sign", "end"), "Last", "Behind the newest game's last move"),
    Action("tenth_back", ("left_square_bracket",), "Tenth back", "A tenth of the game back"),
    Action("tenth_forward", ("right_square_bracket",), "Tenth on", "A tenth of the game forward"),
    Action("play", ("a",), "Play", "Play the game on by itself, or halt it"),
    Action("slower", ("left_curly_bracket",), "Slower", "Play it half as fast"),
    Action("faster", ("right_curly_bracket",), "Faster", "Play it twice as fast"),
    Action("larger", ("plus",), "Larger", "Draw the game larger"),
    Action("smaller", ("minus",), "Smaller", "Draw the game smaller"),
    footer=False,
    help="While a search goes on you can look back through the game shown, move by move (comma and full stop), by "
    "tenths of it ([ and ]) or on the line below it with the mouse, and a plays it by itself.",
)


class GameBoard(PuzzleBoard):
    """Follows the newest game until the user steps back; then stays with the one shown until asked for the end."""

    DEFAULT_CSS = """
    GameBoard.-playing { pointer: pointer; }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (SCROLLING, GAME)
    KEYS = GAME_KEYS
    TELLS = True
    DRAWS: ClassVar[type[Game]]
    """What makes the pages."""

    game: Game
    hand: GameHand
    scene: BoardScene

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        self.game = self.DRAWS(puzzle, plain=plain)
        super().__init__(puzzle, start, plain=plain, id=id)
        self.zoom = self.game.zooms - 1
        self.at: int | None = None
        """How many moves are shown; None: all, and a newer game is shown as it comes."""
        self._chosen_zoom: int | None = None
        self._newest = self.scene
        self.player = Player(self.play_on, self.set_interval)
        self.bar = PositionBar(self, plain=plain)
        self.game.make_room(self.board)

    @property
    def held(self) -> bool:
        """True from the first step back until the last move is asked for."""
        return self.at is not None

    @property
    def status_text(self) -> str:
        line = self.game.describe(self.board, self.at, self.size.width)
        return f"{line}; {WAITS}" if self.waits else line

    @property
    def waits(self) -> bool:
        """True if a newer game has come while the user looks through the one shown."""
        return self._newest.board != self.board

    @property
    def total(self) -> int:
        return len(self.board)

    @property
    def shown_moves(self) -> int:
        return self.total if self.at is None else self.at

    @property
    def reached(self) -> tuple[int, ...]:
        return self.board[: self.shown_moves]

    def release(self) -> None:
        self.player.halt()
        self.at = None

    def below(self) -> Widget:
        return self.bar

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another game, all its moves; while the user looks through the one shown, the other waits."""
        if self.playing:
            self.hand.take(board, facts)
            return
        self._newest = self.scene_of(board, facts, marked)
        if not self.held:
            self._adopt(passing)
        self.tell()

    def draw_settled(self) -> None:
        self.game.make_room_alone(self.board)
        self.draw_page()

    def redrawn(self, board: Board, facts: Facts | None = None) -> Redrawn:
        """Nothing while the board waits; all if it needs a larger frame, whose page costs about as much as this one."""
        new = tuple(board)
        if self.held or new == self.board:
            return []
        return super().redrawn(new) if self.game.room_for(new) else [(EMPTY_PAGE, self._shown)]

    def begin_play(self) -> None:
        self.release()
        self._chosen_zoom = None
        self.bar.display = False
        self.add_class("-playing")
        super().begin_play()

    def fit(self, width: int, height: int) -> None:
        """At the chosen size, else at the largest that fits, else at the smallest."""
        pages = self.hand if self.playing else self.game
        sizes = [pages.size(zoom) for zoom in range(pages.zooms)]
        fitting = [zoom for zoom, (columns, lines) in enumerate(sizes) if columns <= width and lines <= height]
        self.zoom = (fitting[0] if fitting else pages.zooms - 1) if self._chosen_zoom is None else self._chosen_zoom

    def paint(self, scene: BoardScene) -> Canvas:
        if self.at is None:
            return self.game.overview(self.zoom, scene.board, scene.marked)
        return self.game.page(self.zoom, scene.board, self.at, scene.marked)

    def drawn_by(self) -> tuple[object, ...]:
        return self.zoom, self.at, self.game.size(self.zoom)

    def focus_box(self) -> Box | None:
        if self.playing:
            return None if self.cursor is None else self.hand.cursor_box(self.cursor)
        place = self.game.focus_cell(self.zoom, self.board, self.shown_moves)
        return None if place is None else (*place, 1, 1)

    def on_mount(self) -> None:
        self.tell()

    def action_back(self) -> None:
        self.go(self.shown_moves - 1)

    def action_forward(self) -> None:
        if self.at is not None:
            self.go(self.at + 1)

    def action_first(self) -> None:
        self.go(0)

    def action_tenth_back(self) -> None:
        self.go(max((at for at in self._tenths() if at < self.shown_moves), default=0))

    def action_tenth_forward(self) -> None:
        if self.at is not None:
            self.go(min((at for at in self._tenths() if at > self.shown_moves), default=self.total))

    def action_play(self) -> None:
        if self.player.playing:
            self.player.halt()
        elif self.total:
            if self.shown_moves == self.total:
                self.go(0)
            self.player.start()
        self.tell()

    def action_slower(self) -> None:
        self.player.change(-1)
        self.tell()

    def action_faster(self) -> None:
        self.player.change(1)
        self.tell()

    def action_last(self) -> None:
        self.release()
        self._adopt()
        self.draw_page(seek=True)
        self.tell()

    def enlarge(self, steps: int) -> None:
        pages = self.hand if self.playing else self.game
        if 0 <= self.zoom - steps < pages.zooms:
            self._chosen_zoom = self.zoom - steps
            self.spread()
            self.draw_page(seek=True)

    def go(self, at: int) -> None:
        self.player.halt()
        self._show_position(at)

    def play_on(self) -> None:
        """The next move of a game that plays by itself; it halts at the end."""
        if self.shown_moves + 1 >= self.total:
            self.player.halt()
        self._show_position(self.shown_moves + 1)

    def _tenths(self) -> list[int]:
        return [round(part * self.total / TENTHS) for part in range(TENTHS + 1)]

    def _show_position(self, at: int) -> None:
        self.at = min(max(at, 0), self.total)
        self._calm = False
        self.draw_page(seek=True)
        self.tell()

    def _adopt(self, passing: bool = False) -> None:
        settles = self._calm and not passing
        if self.board != self._newest.board or not passing:
            self.came(passing=passing)
        self.scene = self._newest
        self.board, self.marked = self.scene.board, self.scene.marked
        if settles:
            self.draw_settled()
        else:
            self.game.make_room(self.board)
            self.draw_page()

    def tell(self, text: str = "") -> None:
        """In play nothing is looked through, so there is no line for it."""
        if not self.playing:
            self.bar.show(self.player.words, playing=self.player.playing)
            super().tell(text)
