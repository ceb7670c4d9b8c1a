"""What a person does on a board by hand: its cursor, choices, what stands out. The Play face has the keys and the game.

The face calls `begin`, then after each step the board's `show` with the new position, and `show_choices` (of games) or
`show_marks` (cells to fill in). A place is a cell's index, or a legal move's number, as the family's boards hold it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from textual.message import Message

from puzzles.by_hand import Choice
from puzzles.family import Board
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts

Direction = Literal["left", "down", "up", "right"]
End = Literal["start", "end", "first", "last"]
"""Of the cursor's row its first or last place; of all places the first or last."""
Box = tuple[int, int, int, int]
"""Column, line, width and height of a part of a page."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands out on a board whose cells are filled in.

    `wrong`: cells in conflict, or found wrong by a check. `hint`: cells that a hint is about. `pencil`: pencil marks by
    cell; `centre`: those in its middle; `colours`: by cell, one number from 1. `typed`: the beginning of a value at the
    cursor that is not written yet, such as `1` of 12.
    """

    wrong: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    pencil: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    typed: str = ""
    centre: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    colours: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


class Played(Protocol):
    """What a hand needs of its board; `cursor` is the place that keys are about, None if there is none."""

    board: tuple[int, ...]
    cursor: int | None

    def begin_play(self) -> None: ...
    def draw_page(self, *, seek: bool = False) -> None: ...
    def post_message(self, message: Message) -> bool: ...


class Hand:
    """Plays on a board. Subclasses say where arrows and the mouse lead, and draw the position with cursor and marks.

    While it plays, the board's own keys are the Play face's, except those of `ACTIONS`.
    """

    ACTIONS: ClassVar[frozenset[str]] = frozenset({"larger", "smaller", "view"})

    board: Played
    playing: bool = False
    choices: tuple[Choice, ...] = ()
    marks: Marks = Marks()
    hint_moves: frozenset[int] = frozenset()
    """Of the choices those that a hint is about."""

    def __init__(self, board: Any) -> None:
        self.board = board

    @dataclass
    class CursorMoved(Message):
        """The cursor stands at another place now, by `move_cursor` or the mouse."""

        hand: Hand
        place: int

    @dataclass
    class Chosen(Message):
        """A click at the cursor: as Enter."""

        hand: Hand
        place: int

    def begin(self) -> None:
        """From now on a person plays on the board."""
        self.playing, self.board.cursor = True, None
        self.board.begin_play()

    def take(self, board: Board, facts: Facts | None) -> None:
        """The position after a step; it is drawn when its choices or marks are known."""
        self.board.board, self.choices, self.hint_moves = tuple(board), (), frozenset()

    def show_choices(self, choices: Sequence[Choice], chosen: int | None = None, hint: Sequence[int] = ()) -> None:
        """The legal moves of the position shown, with the cursor on the move `chosen`.

        None: on the choice nearest to where the cursor was. `hint`: moves that a hint is about.
        """
        self.choices, self.hint_moves = tuple(choices), frozenset(hint)
        moves = self.offered
        self.put_cursor(chosen if chosen in moves else self.nearest_choice(moves))

    def show_marks(self, marks: Marks) -> None:
        self.marks = marks
        self.draw()

    def show_tried(self, board: Board, choices: Sequence[Choice]) -> None:
        """The position as if a move was made, with the choices that there are then, and no cursor."""
        self.take(board, None)
        self.choices = tuple(choices)
        self.put_cursor(None)

    def put_cursor(self, place: int | None) -> None:
        """The cursor goes there, without a message."""
        self.board.cursor = place
        self.draw()

    def move_cursor(self, direction: Direction) -> None:
        """To the nearest place in that direction; it stays where there is none."""
        self._go(self.beside(direction))

    def move_to_end(self, end: End) -> None:
        """The cursor goes there, and no step is made or undone."""
        places = self.in_row() if end in ("start", "end") else self.in_order()
        if places:
            self._go(places[0 if end in ("start", "first") else -1])

    def click_at(self, place: int) -> None:
        """What a click at a place does: the cursor goes there; where it is, the place is chosen."""
        if place == self.board.cursor:
            self.board.post_message(self.Chosen(self, place))
        else:
            self._go(place)

    @property
    def offered(self) -> list[int]:
        """The moves of the choices, as they are listed."""
        return [one.move for one in self.choices]

    def in_order(self) -> Sequence[int]:
        """All places, in the order in which people read them: by default the choices."""
        return self.offered

    def in_row(self) -> Sequence[int]:
        """The places of the cursor's row, in that order; by default all are one row."""
        return self.in_order()

    def beside(self, direction: Direction) -> int | None:
        """The place to which the cursor goes in that direction; None if there is none."""
        raise NotImplementedError

    def place_at(self, x: int, y: int) -> int | None:
        """The place drawn at that column and line of the page; None for none."""
        raise NotImplementedError

    def page(self) -> Canvas:
        """The position with cursor, choices and marks."""
        raise NotImplementedError

    def nearest_choice(self, moves: Sequence[int]) -> int | None:
        """Where the cursor stands among the legal moves of a new position: by default on the first."""
        return next(iter(moves), None)

    def moves_here(self) -> list[int]:
        """The moves at the cursor's place, its own first; by default each place has one."""
        return [] if self.board.cursor is None else [self.board.cursor]

    def wanted_width(self, room: int, height: int) -> int:
        """Of so many columns, in so many lines, those that the drawing needs to be roomy; 0, as by default, for all."""
        return 0

    def draw(self) -> None:
        """Draws what has changed of cursor, choices and marks, and brings the cursor into view."""
        self.board.draw_page(seek=True)

    def _go(self, place: int | None) -> None:
        if place is not None and place != self.board.cursor:
            self.put_cursor(place)
            self.board.post_message(self.CursorMoved(self, place))


class GameHand(Hand):
    """Chooses among the moves of a game. Its pages have one of `zooms` sizes, 0 the largest."""

    zooms: int

    def size(self, zoom: int) -> tuple[int, int]:
        """Columns and lines of a page."""
        raise NotImplementedError

    def cursor_box(self, cursor: int) -> Box:
        """What is kept in view with the cursor's move."""
        raise NotImplementedError


AHEAD = {"left": (-1, 0), "down": (0, 1), "up": (0, -1), "right": (1, 0)}
"""Of each direction the columns and lines that it leads on."""


def nearest_ahead(places: Mapping[int, tuple[float, float]], here: int, direction: Direction) -> int | None:
    """The place to which the cursor goes from `here`: near, and rather ahead than aside; None if there is none.

    `places`: column and line of each; a line counts as two columns.
    """
    right, down = AHEAD[direction]
    x, y = places[here]
    found: dict[int, float] = {}
    for place, (column, line) in places.items():
        dx, dy = column - x, 2 * (line - y)
        ahead, aside = dx * right + dy * down, abs(dx * down) + abs(dy * right)
        if ahead > 0 and aside <= 2 * ahead:
            found[place] = ahead + 2 * aside
    return min(found, key=lambda place: found[place], default=None)
