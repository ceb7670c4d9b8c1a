"""The widget that draws games of SameGame, and on which one is played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual.events import Click, Leave, MouseEvent, MouseMove, Resize

from puzzles.family import Board, Puzzle
from puzzles.samegame.position import SMALLEST, Cells, Position, anchor, group, has_group
from puzzles.samegame.puzzle import Move, decode_move, encode_move
from tui.actions import Action, Scope
from tui.boards.canvas import Canvas
from tui.boards.drawing import Piece
from tui.boards.game_board import GAME, GAME_KEYS, WAITS
from tui.boards.hand_board import AHEAD, Direction, nearest_ahead
from tui.boards.hand_game import HandGame
from tui.boards.page_board import colour_rules
from tui.boards.puzzle_board import SCROLLING
from tui.boards.samegame.page_tiles import LIT, LOOKS, PREFIX, TILES, kind_of, numbered
from tui.boards.samegame.text import Cursor, Pointer, SameGameGame

HAND_KEYS = "arrows, Enter: play"
"""The keys of playing by hand, as a reminder on a board of which no game is shown."""
YOURS = "yours"
NEWER = "newer: >"
"""That a newer game waits, where the line is too short to say so."""
HINTED = "?"
"""Behind the glyphs of a group that a hint is about, where there is room."""
NONE_YET = "no game of yours yet: arrows and Enter play"


BY_HAND = Scope(
    "hand",
    "Playing by hand (also with the mouse)",
    Action("left", ("left", "h"), "Left", "The cell to the left"),
    Action("down", ("down", "j"), "Down", "The cell below"),
    Action("up", ("up", "k"), "Up", "The cell above"),
    Action("right", ("right", "l"), "Right", "The cell to the right"),
    Action("remove", ("enter", "space"), "Remove", "Remove the group under the cursor"),
    Action("undo", ("backspace", "ctrl+z"), "Undo", "Take the last move back"),
    Action("redo", ("y", "ctrl+y"), "Redo", "Make the move again that was taken back"),
    Action("restart", ("r",), "Restart", "To the first position; redo goes on from there"),
    Action("mine", ("m",), "Mine", "Your own game, where you left it; again: the one before"),
    Action("put_away", ("escape",), "Put away", "Put the cursor away"),
    footer=False,
)


class SameGameBoard(HandGame):
    """Follows a run, replays a game, and is played on: with a cursor moved by keys, or with the mouse.

    While a whole game is shown (an overview) there is no cursor; a click on a cell goes to the move that removes it.
    """

    DEFAULT_CSS = colour_rules("SameGameBoard", PREFIX, LOOKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + kind for kind in LOOKS}
    SCOPES = (SCROLLING, GAME, BY_HAND)

    by_hand = True
    game: SameGameGame
    HAND_ZOOMS = len(TILES)

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        self.aim = Cursor()
        self._entered: Move | None = None
        """In play: the cell by which an arrow or a click came into the cursor's group."""
        self._newest_then: tuple[int, ...] = ()
        """The newest game when the user's own was first shown in its place."""
        self._styles: dict[tuple[str, bool], Style] = {}
        super().__init__(SameGameGame(puzzle, plain=plain), puzzle, start, plain=plain, id=id)

    @property
    def is_overview(self) -> bool:
        """True while a whole game is shown, not one of its positions."""
        return self.at is None and bool(self.board)

    @property
    def is_own(self) -> bool:
        """True while a game that the user has played is shown, at one of its positions."""
        return self.held and self.board in self.own.games

    @property
    def position(self) -> Position:
        """The position shown; of an overview the first."""
        return self.game.replay(self.board).positions[self.at or 0]

    @property
    def aimed(self) -> Move | None:
        """The cell that Enter is about; None without a cursor, in an overview, and if no cell is left."""
        return None if self.is_overview else self.aim.aimed(self.position.columns)

    @property
    def takes_enter(self) -> bool:
        """True until the cursor is put away, also on an emptied board, where it has nowhere to be."""
        return self.aim.cell is not None and not self.is_overview and self.has_focus

    @property
    def waits(self) -> bool:
        """True if a newer game has come since the user looks through this one, or plays."""
        newest = self._newest[0]
        if self.is_own:
            return newest != self._newest_then and newest not in self.own.games
        return newest != self.board

    @property
    def keys(self) -> str:
        """Those of playing by hand while there is no game to look through."""
        return GAME_KEYS if self.board else HAND_KEYS

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
        """Whose game it is, and the position, or the move that the mouse points at in an overview."""
        whose = YOURS if self.is_own else ""
        room = width - (len(self.game.joined(whose, "-")) - 1 if whose else 0)
        pointed = self._pointer(self.board)
        if pointed is None:
            line = self.game.describe(self.board, self.at, room)
        elif self.is_overview:
            number = self.game.replay(self.board).gone[next(iter(pointed.cells))]
            line = self.game.joined(f"move {number}", self.game.words(self.board, number))
        else:
            alone = len(pointed.cells) < SMALLEST
            here = "one cell, alone" if alone else self.game.group_words(self.position, pointed.cells)
            line = self.game.describe(self.board, self.at or 0, room, f"here {here}")
        return self.game.joined(whose, line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter, space and Escape are the screen's while there is no cursor."""
        if not self.playing and action in ("remove", "put_away"):
            return self.takes_enter
        return super().check_action(action, parameters)

    def style_of(self, piece: Piece) -> Style:
        """By its kind; what is blank needs no colour of its own on its tile."""
        key = piece.kind, piece.text.isspace()
        if key not in self._styles:
            style = numbered(self.get_component_rich_style(PREFIX + piece.kind))
            self._styles[key] = Style(bgcolor=style.bgcolor) if key[1] and not style.reverse else style
        return self._styles[key]

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()

    def release(self) -> None:
        self.aim.put_away()
        super().release()

    def go(self, at: int) -> None:
        self.aim.put_away()
        super().go(at)

    def action_play(self) -> None:
        self.aim.put_away()
        super().action_play()
        self.draw_page()

    def action_last(self) -> None:
        if self.is_own and self.shown_moves < self.total:
            self.go(self.total)
        else:
            super().action_last()

    def action_left(self) -> None:
        self._step(-1, 0) if self.has_focus else self.action_scroll_left()

    def action_right(self) -> None:
        self._step(1, 0) if self.has_focus else self.action_scroll_right()

    def action_up(self) -> None:
        self._step(0, 1) if self.has_focus else self.action_scroll_up()

    def action_down(self) -> None:
        self._step(0, -1) if self.has_focus else self.action_scroll_down()

    def action_remove(self) -> None:
        if self.aimed is not None:
            self._remove(self.aimed)

    def action_undo(self) -> None:
        super().go(self.shown_moves - 1)

    def action_redo(self) -> None:
        super().go(self.shown_moves + 1)

    def action_restart(self) -> None:
        super().go(0)

    def action_mine(self) -> None:
        found = self.own.after(self.board if self.is_own else ())
        if found is None:
            self.post_message(self.StatusText(self, NONE_YET))
        else:
            self.player.halt()
            self.aim.put_away()
            self._leave_newest()
            self._show_own(found, len(found))

    def action_put_away(self) -> None:
        if self.board:
            self.aim.put_away()
            self._show_position(self.shown_moves)
        else:
            self.action_last()

    def on_resize(self, event: Resize) -> None:
        """The status text fits the new size; the base class lays the board out."""
        self.tell()

    def on_mouse_move(self, event: MouseMove) -> None:
        cell = self._cell_of(event)
        if self.playing:
            return
        if self.aimed is not None:
            if cell is not None and cell != self.aimed:
                self.aim.go(cell)
                self._point()
        elif cell != self.aim.hovered:
            self.aim.hovered = cell
            self._point()

    def on_leave(self, event: Leave) -> None:
        if self.aim.hovered is not None:
            self.aim.hovered = None
            self._point()

    def on_click(self, event: Click) -> None:
        """Removes the group that is lit; another is lit first. In an overview: goes to the cell's move."""
        cell = None if self.playing else self._cell_of(event)
        if cell is None:
            return
        if self.is_overview:
            number = self.game.replay(self.board).gone.get(cell)
            if number is not None:
                self.aim.hovered = None
                self.go(number - 1)
            return
        pointed = self._pointer(self.board)
        if pointed is not None and cell in pointed.cells:
            self._remove(cell)
        else:
            self._hold()
            self.aim.go(cell)
            self._point()

    def _step(self, right: int, up: int) -> None:
        """Moves the cursor; its first step only shows it."""
        self.player.halt()
        self._hold()
        if self.position.columns:
            self.aim.step(self.position.columns, right, up)
        self._point()
        self._seek()

    def _hold(self) -> None:
        """Leaves an overview: for its game's end if there are groups left, else for its beginning."""
        if self.at is None:
            last = self.game.replay(self.board).positions[-1]
            self._show_position(self.total if has_group(last) else 0)

    def _remove(self, cell: Move) -> None:
        position, at = self.position, self.at or 0
        cells = group(position, cell)
        if len(cells) < SMALLEST:
            return
        self.player.halt()
        game = self.game.replay(self.board)
        if at < self.total and game.groups[at] == cells:  # it is the game's own next move
            self._show_position(at + 1)
            return
        self._leave_newest()
        self._show_own(self.own.played((*self.board[:at], encode_move(anchor(cells)))), at + 1)
        self.post_message(self.Played(self))

    def _leave_newest(self) -> None:
        if not self.is_own:
            self._newest_then = self._newest[0]

    def _show_own(self, game: tuple[int, ...], at: int) -> None:
        self.board, self.marked = game, frozenset()
        self._show_position(at)

    def _point(self) -> None:
        self.draw_page()
        self.tell()

    @property
    def here(self) -> Move | None:
        """In play: the cell of the cursor's group by which it was entered, else the one that names it."""
        if self.cursor is None:
            return None
        named = decode_move(self.cursor)
        return self._entered if self._entered in group(self._reached, named) else named

    @property
    def _reached(self) -> Position:
        return self.game.replay(self.board).positions[-1]

    def hand_size(self, zoom: int) -> tuple[int, int]:
        return self.game.size(zoom)

    def paint_hand(self) -> Canvas:
        position, here = self._reached, self.here
        self.game.pointer = None if here is None else Pointer(group(position, here), here)
        canvas = self.game.page(self.zoom, self.board, self.total, frozenset(), calm=False)
        tile = TILES[self.zoom]
        for cell in (cell for move in self.hint_moves for cell in group(position, decode_move(move))):
            (left, top), (x, y) = self.game.square(self.zoom, cell), tile.glyph
            if tile.columns > x + 1 and cell != here:
                lit = LIT if self.game.pointer is not None and cell in self.game.pointer.cells else ""
                canvas.put(left + x + 1, top + y, HINTED, kind_of(position.colour(cell) or 0, lit))
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
        cell = self.game.cell_at(self.zoom, x, y)
        return self._into(cell) if cell in self._removable else None

    def cursor_box(self, cursor: int) -> tuple[int, int, int, int]:
        return (*self.game.square(self.zoom, self.here or decode_move(cursor)), *self.game.cell_size(self.zoom))

    @property
    def _removable(self) -> Cells:
        position = self._reached
        return frozenset(cell for one in self.choices for cell in group(position, decode_move(one.move)))

    def _into(self, cell: Move) -> int:
        """The group of that cell, which is entered there."""
        self._entered = cell
        return encode_move(anchor(group(self._reached, cell)))

    def _pointer(self, board: tuple[int, ...]) -> Pointer | None:
        hovered = self.aim.hovered
        if self.at is None and board:
            gone = self.game.replay(board).gone
            number = gone.get(hovered) if hovered is not None else None
            return None if number is None else Pointer(frozenset(cell for cell, one in gone.items() if one == number))
        aimed = self.aimed if board == self.board else None
        cells = group(self.game.replay(board).positions[self.at or 0], aimed or hovered or Move(-1, -1))
        return Pointer(cells, aimed) if cells else None

    def _page(self, board: tuple[int, ...], marked: frozenset[int], *, passing: bool = False) -> Canvas:
        self.game.pointer = self._pointer(board)
        return super()._page(board, marked, passing=passing)

    def _seek(self) -> None:
        aimed = self.aimed
        if aimed is None:
            super()._seek()
            return
        self._bring_into_view(*self.game.square(self.zoom, aimed), *self.game.cell_size(self.zoom))

    def _cell_of(self, event: MouseEvent) -> Move | None:
        place = self._place_of(event)
        return None if place is None else self.game.cell_at(self.zoom, *place)
