"""A board that a person plays on: its cursor, choices, what stands out. The Play face has the keys and the game.

The face calls `begin_hand`, then after each step `show` with the new position, and `show_choices` (of games) or
`show_marks` (cells to fill in). A place is a cell's index, or a legal move's number, as the family's boards hold it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from textual.message import Message

from puzzles.by_hand import Choice
from puzzles.family import Board
from tui.boards.puzzle_board import PuzzleBoard

Direction = Literal["left", "down", "up", "right"]
End = Literal["start", "end", "first", "last"]
"""Of the cursor's row its first or last place; of all places the first or last."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands out on a board whose cells are filled in.

    `wrong`: cells in conflict, or found wrong by a check. `hint`: cells that a hint is about. `pencil`: pencil marks by
    cell. `typed`: the beginning of a value at the cursor that is not written yet, such as `1` of 12.
    """

    wrong: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    pencil: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    typed: str = ""


class HandBoard(PuzzleBoard):
    """Beside another class of boards, as `class LadderBoard(GameBoard, HandBoard)`; subclasses draw `cursor` and marks.

    The other class is the first: Textual takes styles and component classes from the first base alone.

    While it is played on, its own keys are the Play face's, except those of `HAND_ACTIONS`.
    """

    HAND_ACTIONS: ClassVar[frozenset[str]] = frozenset({"larger", "smaller", "view"})

    playing: bool = False
    cursor: int | None = None
    """The place that Enter and letters are about; None if there is none, as in a game at its end."""
    choices: tuple[Choice, ...] = ()
    marks: Marks = Marks()
    hint_moves: frozenset[int] = frozenset()
    """Of the choices those that a hint is about."""

    @dataclass
    class CursorMoved(Message):
        """The cursor stands at another place now, by `move_cursor` or the mouse."""

        board: HandBoard
        place: int

    @dataclass
    class Chosen(Message):
        """A click at the cursor: as Enter."""

        board: HandBoard
        place: int

    def begin_hand(self) -> None:
        """From now on a person plays on it."""
        self.playing = True
        self.draw_hand()

    def end_hand(self) -> None:
        """No longer: cursor, choices and marks are gone."""
        self.playing, self.cursor, self.choices = False, None, ()
        self.marks, self.hint_moves = Marks(), frozenset()
        self.draw_hand()

    def show_choices(self, choices: Sequence[Choice], chosen: int | None = None, hint: Sequence[int] = ()) -> None:
        """The legal moves of the position shown, with the cursor on the move `chosen`.

        None: on the choice nearest to where the cursor was; `cursor` tells it. `hint`: moves that a hint is about.
        """
        self.choices, self.hint_moves = tuple(choices), frozenset(hint)
        moves = [one.move for one in self.choices]
        self.cursor = chosen if chosen in moves else self.nearest_choice(moves)
        self.draw_hand()

    def show_marks(self, marks: Marks) -> None:
        self.marks = marks
        self.draw_hand()

    def put_cursor(self, place: int | None) -> None:
        """The cursor goes there, without a message."""
        self.cursor = place
        self.draw_hand()

    def move_cursor(self, direction: Direction) -> None:
        """To the nearest place in that direction; it stays where there is none."""
        self._go(self.beside(direction))

    def move_to_end(self, end: End) -> None:
        """The cursor goes there, and no step is made or undone."""
        places = self.in_row() if end in ("start", "end") else self.in_order()
        if places:
            self._go(places[0 if end in ("start", "first") else -1])

    def in_order(self) -> Sequence[int]:
        """All places, in the order in which people read them: by default the choices as they are listed."""
        return [one.move for one in self.choices]

    def in_row(self) -> Sequence[int]:
        """The places of the cursor's row, in that order; by default all are one row."""
        return self.in_order()

    def show_tried(self, board: Board, choices: Sequence[Choice]) -> None:
        """The position as if a move was made, with the choices that there are then, and no cursor."""
        self.show(board)
        self.choices, self.hint_moves, self.cursor = tuple(choices), frozenset(), None
        self.draw_hand()

    def click_at(self, place: int) -> None:
        """What a click at a place does: the cursor goes there; where it is, the place is chosen."""
        if place == self.cursor:
            self.post_message(self.Chosen(self, place))
        else:
            self._go(place)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.playing and action not in self.HAND_ACTIONS:
            return False
        return super().check_action(action, parameters)

    def beside(self, direction: Direction) -> int | None:
        """The place to which the cursor goes in that direction; None if there is none."""
        raise NotImplementedError

    def nearest_choice(self, moves: Sequence[int]) -> int | None:
        """Where the cursor stands among the legal moves of a new position: by default on the first."""
        return next(iter(moves), None)

    def moves_here(self) -> list[int]:
        """The moves at the cursor's place, its own first; by default each place has one."""
        return [] if self.cursor is None else [self.cursor]

    def wanted_width(self, room: int, height: int) -> int:
        """Of so many columns, in so many lines, those that the drawing needs to be roomy; 0, as by default, for all."""
        return 0

    def draw_hand(self) -> None:
        """Draws what has changed of cursor, choices and marks, and brings the cursor into view."""
        raise NotImplementedError

    def _go(self, place: int | None) -> bool:
        if place is None or place == self.cursor:
            return False
        self.cursor = place
        self.draw_hand()
        self.post_message(self.CursorMoved(self, place))
        return True


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
