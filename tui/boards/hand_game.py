"""A game's board on which moves are made: the position as a page, at the largest size that fits, else scrolled."""

from __future__ import annotations

from collections.abc import Iterable

from textual.events import Click

from puzzles.family import Board
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts
from tui.boards.game_board import GameBoard
from tui.boards.hand_board import HandBoard


class HandGame(GameBoard, HandBoard):  # Textual takes styles from the first
    """While it is played on nothing is followed: `board` is the position, and its cursor's move is set off.

    Subclasses paint the position with its choices, and say where they stand. `HAND_ZOOMS`: how many sizes play has.
    """

    DEFAULT_CSS = """
    HandGame.-playing { pointer: pointer; }
    """
    HAND_ZOOMS = 1

    def paint_hand(self) -> Canvas:
        """The page at the size `zoom`, with cursor and choices."""
        raise NotImplementedError

    def hand_size(self, zoom: int) -> tuple[int, int]:
        """Columns and lines of such a page."""
        raise NotImplementedError

    def cursor_box(self, cursor: int) -> tuple[int, int, int, int]:
        """Column, line, width and height of what is kept in view with the cursor's move."""
        raise NotImplementedError

    def place_at(self, x: int, y: int) -> int | None:
        """The choice drawn at that column and line of the page; None for none."""
        raise NotImplementedError

    def begin_hand(self) -> None:
        self.release()
        self.playing, self._chosen_zoom = True, None
        self.bar.display = False
        self.add_class("-playing")
        self._lay_out_again()

    def end_hand(self) -> None:
        self.playing, self.cursor, self.choices = False, None, ()
        self.hint_moves, self._chosen_zoom = frozenset(), None
        self.remove_class("-playing")
        self.game.make_room(self.board)
        self._newest = self.board, frozenset()
        self._lay_out_again()

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """In play the position is drawn when its choices are known."""
        if self.playing:
            self.board, self.choices, self.hint_moves = tuple(board), (), frozenset()
        else:
            super().show(board, marked, facts=facts, passing=passing)

    def draw_hand(self) -> None:
        if not self.is_mounted:
            return
        if self._chosen_zoom is None and self.hand_size(self.zoom) != (self._shown.width, self._shown.height):
            self.spread()  # another size may fit now
        else:
            self._replace(self.paint_hand())
        if self.cursor is not None:
            self._bring_into_view(*self.cursor_box(self.cursor))

    def draw_page(self, *, seek: bool = False) -> None:
        if self.playing:
            self.draw_hand()
        else:
            super().draw_page(seek=seek)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        if not self.playing:
            return super().lay_out(width, height)
        sizes = [self.hand_size(zoom) for zoom in range(self.HAND_ZOOMS)]
        fitting = [zoom for zoom, (columns, lines) in enumerate(sizes) if columns <= width and lines <= height]
        self.zoom = fitting[0] if fitting else self.HAND_ZOOMS - 1
        if self._chosen_zoom is not None:
            self.zoom = self._chosen_zoom
        self._shown = self.paint_hand()
        return self._shown.width, self._shown.height

    def enlarge(self, steps: int) -> None:
        if not self.playing:
            super().enlarge(steps)
        elif 0 <= self.zoom - steps < self.HAND_ZOOMS:
            self._chosen_zoom = self.zoom - steps
            self.spread()
            self.draw_hand()

    def tell(self, text: str = "") -> None:
        """In play nothing is looked through, so there is no line for it."""
        if not self.playing:
            super().tell(text)

    def on_click(self, event: Click) -> None:
        place = self._place_of(event) if self.playing else None
        move = None if place is None else self.place_at(*place)
        if move is not None:
            event.stop()
            self.click_at(move)

    def _lay_out_again(self) -> None:
        if self.is_mounted:
            self.spread()
