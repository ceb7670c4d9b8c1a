"""Boards on which a puzzle is played by hand: what they show of a game, and where arrows and the mouse lead.

The Play screen has the keys and the game (`puzzles.by_hand`); a board only draws what it is given and says what lies
beside a place or under the mouse. The class of each family that has one is in `tui.boards.registry.HAND_BOARDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual.events import Click
from textual.message import Message

from tui.boards.drawing import Facts
from tui.boards.puzzle_board import PuzzleBoard


@dataclass(frozen=True, slots=True)
class HandView:
    """What is shown of a game played by hand.

    `cursor`: the cell (FillIn), or the move that Enter makes, one of `moves` (MoveByMove); None for none. `moves`: all
    legal next moves. `tried`: the board is to be drawn as it is after the cursor's move. `marks`: pencil marks of open
    cells, as people write them. `typed`: what was typed at the cursor and could go on, such as `1`. `wrong`: cells that
    break a rule, or that a check found wrong. `hint`: the hint's places, cells or moves. `facts`: what the checker says
    of the board; None while it is not known.
    """

    board: tuple[int, ...]
    cursor: int | None = None
    moves: tuple[int, ...] = ()
    tried: bool = False
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    typed: str = ""
    wrong: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    facts: Facts | None = None


class HandBoard(PuzzleBoard, can_focus=False):
    """A board that is played on. It gets no keys: the screen has them."""

    @dataclass
    class Pointed(Message):
        """A cell or a move was clicked, by its number as in `HandView.cursor`."""

        board: HandBoard
        index: int

    def show_hand(self, view: HandView) -> None:
        """Draws the game, only what has changed, and scrolls until the cursor is in view."""
        raise NotImplementedError

    def beside(self, cursor: int | None, right: int, down: int) -> int | None:
        """The cell or move that an arrow leads to (`right`, `down`: -1, 0 or 1); None if there is none that way.

        Without a cursor: where it begins.
        """
        raise NotImplementedError

    def there(self, cursor: int) -> tuple[int, ...]:
        """All moves at the place of that one, itself too, in a fixed order, such as lines through one dot."""
        return (cursor,)

    def pointed(self, x: int, y: int) -> int | None:
        """The cell or move drawn at that column and line of the drawing, without its margin; None for none."""
        raise NotImplementedError

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        x, y = offset + self.scroll_offset - (self.left, self.top)
        index = self.pointed(x, y)
        if index is not None:
            event.stop()
            self.post_message(self.Pointed(self, index))


def nearest(places: Mapping[int, tuple[float, float]], cursor: int | None, right: int, down: int) -> int | None:
    """The key of the place that an arrow leads to from the cursor's: near, and rather straight ahead than aside.

    `places`: (column, line) of each, a line counted as two columns. Without a cursor, the one nearest to the middle.
    """
    if cursor is None or cursor not in places:
        if not places:
            return None
        middle = [sum(place[axis] for place in places.values()) / len(places) for axis in (0, 1)]
        return min(places, key=lambda key: _far(places[key][0] - middle[0], places[key][1] - middle[1]))
    x, y = places[cursor]
    found = None
    least = 0.0
    for key, (column, line) in places.items():
        dx, dy = column - x, 2 * (line - y)
        ahead, aside = dx * right + dy * down, abs(dx * down) + abs(dy * right)
        far = ahead + 2 * aside
        if ahead > 0 and aside <= 2 * ahead and (found is None or far < least):
            found, least = key, far
    return found


def _far(across: float, down: float) -> float:
    return across * across + 4 * down * down
