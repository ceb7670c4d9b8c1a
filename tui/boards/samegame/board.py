"""The widget that draws games of SameGame, and on which one is played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from rich.style import Style
from textual.events import Leave, MouseMove, Resize

from puzzles.samegame.position import SMALLEST, Cells, Position, anchor, group, groups
from puzzles.samegame.puzzle import Move, decode_move, encode_move
from tui.boards.canvas import Canvas
from tui.boards.drawing import BoardScene, Piece
from tui.boards.game_board import GAME, WAITS, GameBoard
from tui.boards.hand import AHEAD, Box, Direction, GameHand, nearest_ahead
from tui.boards.page_board import colour_rules
from tui.boards.puzzle_board import SCROLLING
from tui.boards.samegame.text import CALM, LIT, LOOKS, PREFIX, TILES, Pointer, SameGameGame, kind_of, numbered

NEWER = "newer: >"
"""That a newer game waits, where the line is too short to say so."""
HINTED = "?"
"""Behind the glyphs of a group that a hint is about, where there is room."""


class GroupHand(GameHand):
    """Chooses a group with the arrows or the mouse."""

    board: SameGameBoard
    zooms = len(TILES)
    _entered: Move | None = None
    """The cell by which an arrow or a click came into the cursor's group."""

    @property
    def game(self) -> SameGameGame:
        return self.board.game

    @property
    def here(self) -> Move | None:
        """The cell of the cursor's group by which it was entered, else the one that names it."""
        if self.board.cursor is None:
            return None
        named = decode_move(self.board.cursor)
        return self._entered if self._entered in group(self._reached, named) else named

    @property
    def _reached(self) -> Position:
        return self.game.replay(self.board.board).positions[-1]

    def size(self, zoom: int) -> tuple[int, int]:
        return self.game.size(zoom)

    def wanted_width(self, room: int, height: int) -> int:
        """The largest cells that fit, of those with room for the cursor's brackets; else all there is."""
        widths = [self.game.size(zoom)[0] for zoom, tile in enumerate(TILES) if tile.glyph[0]]
        return next((width for width in widths if width <= room), 0)

    def page(self) -> Canvas:
        position, here, zoom, board = self._reached, self.here, self.board.zoom, self.board.board
        lit = frozenset() if here is None else group(position, here)
        self.game.pointer = None if here is None else Pointer(lit, here)
        canvas, tile = self.game.page(zoom, board, len(board), frozenset()), TILES[zoom]
        for cell in (cell for move in self.hint_moves for cell in group(position, decode_move(move))):
            (left, top), (x, y) = self.game.square(zoom, cell), tile.glyph
            if tile.columns > x + 1 and cell != here:
                kind = kind_of(position.colour(cell) or 0, LIT if cell in lit else "")
                canvas.put(left + x + 1, top + y, HINTED, kind)
        return canvas

    def beside(self, direction: Direction) -> int | None:
        """The next group straight ahead, over cells that are alone; if there is none, the nearest that way."""
        position, here = self._reached, self.here
        if here is None:
            return None
        right, down = AHEAD[direction]
        mine, cell = group(position, here), here
        while position.colour(cell) is not None:
            cell = Move(cell.column + right, cell.row - down)
            if cell not in mine and len(group(position, cell)) >= SMALLEST:
                return self._into(cell)
        places = {encode_move(one): (2.0 * one.column, -float(one.row)) for one in self._removable - mine}
        places[encode_move(here)] = 2.0 * here.column, -float(here.row)
        found = nearest_ahead(places, encode_move(here), direction)
        return None if found is None else self._into(decode_move(found))

    def nearest_choice(self, moves: Sequence[int]) -> int | None:
        """The group nearest to where the cursor was, at first to the middle of the lowest row."""
        was = self._entered or Move(self.game.puzzle.width // 2, 0)
        cells = self._removable
        if not cells:
            return None
        return self._into(min(cells, key=lambda one: (abs(one.column - was.column) + abs(one.row - was.row), one)))

    def place_at(self, x: int, y: int) -> int | None:
        cell = self.game.cell_at(self.board.zoom, x, y)
        return self._into(cell) if cell in self._removable else None

    def cursor_box(self, cursor: int) -> Box:
        return (
            *self.game.square(self.board.zoom, self.here or decode_move(cursor)),
            *self.game.cell_size(self.board.zoom),
        )

    @property
    def _removable(self) -> Cells:
        return frozenset(chain.from_iterable(groups(self._reached))) if self.choices else frozenset()

    def _into(self, cell: Move) -> int:
        """The group of that cell, which is entered there."""
        self._entered = cell
        return encode_move(anchor(group(self._reached, cell)))


class SameGameBoard(GameBoard):
    """Follows a run and replays a game.

    The mouse lights the group that it is on. In a whole game (an overview) a click goes to the move that removes it.
    """

    DEFAULT_CSS = colour_rules("SameGameBoard", PREFIX, LOOKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + kind for kind in LOOKS}
    SCOPES = (SCROLLING, GAME)
    PREFIX = PREFIX
    CALM = CALM
    DRAWS = SameGameGame
    HAND = GroupHand

    game: SameGameGame
    _hovered: Move | None = None
    """Where the mouse is."""

    @property
    def is_overview(self) -> bool:
        """True while a whole game is shown, not one of its positions."""
        return self.at is None and bool(self.board)

    @property
    def position(self) -> Position:
        """The position shown; of an overview the first."""
        return self.game.replay(self.board).positions[self.at or 0]

    @property
    def status_text(self) -> str:
        """One line about what is shown and pointed at; whether a newer game waits is shown at any width."""
        width = self.size.width
        if not self.waits:
            return self._description(width)
        for words in (WAITS, NEWER):
            line = f"{self._description(width - len(words) - 2)}; {words}"
            if len(line) <= width:
                return line
        return f"{NEWER}; {self._description(0)}"

    def _description(self, width: int) -> str:
        """The position, with the group that the mouse points at, or its move in an overview."""
        pointed = self._pointer(self.board)
        if pointed is None:
            return self.game.describe(self.board, self.at, width)
        if self.is_overview:
            number = self.game.replay(self.board).gone[next(iter(pointed.cells))]
            return self.game.joined(f"move {number}", self.game.words(self.board, number))
        alone = len(pointed.cells) < SMALLEST
        here = "one cell, alone" if alone else self.game.group_words(self.position, pointed.cells)
        return self.game.describe(self.board, self.at or 0, width, f"here {here}")

    def look(self, kind: str) -> Style:
        if kind not in self._styles:
            self._styles[kind] = numbered(super().look(kind))
        return self._styles[kind]

    def style_of(self, piece: Piece) -> Style:
        """By its kind; what is blank needs no colour of its own on its tile."""
        style = self.look(piece.kind)
        return Style(bgcolor=style.bgcolor) if piece.text.isspace() and not style.reverse else style

    def on_resize(self, event: Resize) -> None:
        """The status text fits the new size; the base class lays the board out."""
        self.tell()

    def on_mouse_move(self, event: MouseMove) -> None:
        place = None if self.playing else self.place_of(event)
        self._hover(None if place is None else self.game.cell_at(self.zoom, *place))

    def on_leave(self, event: Leave) -> None:
        self._hover(None)

    def clicked(self, x: int, y: int) -> None:
        """In an overview: goes to the move that removes the cell."""
        cell = self.game.cell_at(self.zoom, x, y)
        number = self.game.replay(self.board).gone.get(cell) if cell is not None and self.is_overview else None
        if number is not None:
            self._hovered = None
            self.go(number - 1)

    def _hover(self, cell: Move | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.draw_page()
            self.tell()

    def _pointer(self, board: tuple[int, ...]) -> Pointer | None:
        hovered = self._hovered
        if self.at is None and board:
            gone = self.game.replay(board).gone
            number = gone.get(hovered) if hovered is not None else None
            return None if number is None else Pointer(frozenset(cell for cell, one in gone.items() if one == number))
        cells = group(self.game.replay(board).positions[self.at or 0], hovered or Move(-1, -1))
        return Pointer(cells) if cells else None

    def paint(self, scene: BoardScene) -> Canvas:
        self.game.pointer = self._pointer(scene.board)
        return super().paint(scene)

    def drawn_by(self) -> tuple[object, ...]:
        return (*super().drawn_by(), self._hovered)
