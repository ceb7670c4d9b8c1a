"""The widget that draws games of Morpion Solitaire, and on which lines are chosen one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from puzzles.morpion.puzzle import Move, Square, Variant, encode_move, moves_of
from tui.boards.canvas import Canvas
from tui.boards.game_board import GameBoard
from tui.boards.hand import Box, Direction, GameHand, nearest_ahead
from tui.boards.morpion.text import (
    AGES,
    ASCII,
    BOXES,
    CALM,
    LAST_DOT,
    LAST_LINE,
    LINES,
    MARKED_DOT,
    MARKED_LINE,
    NUMBERS,
    START,
    Frame,
    Look,
    MorpionGame,
    Spacing,
    frame_of,
    paint,
    scene_of,
)
from tui.boards.page_board import colour_rules

SPACINGS = (NUMBERS, LINES)
"""Sizes in play: those with all lines, so that the board is scrolled rather than drawn without them."""
PLAYED, LAST, CHOSEN, OTHER, HINT = "played", "last", "chosen", "other", "hint"
HINTED = "?"
"""A move that a hint is about, where others have the sign of a choice."""
CLICK = 1
"""Columns beside a dot that a click may be."""

WATCHED, PLAYED_ON = "game-board--", "morpion-hand--"
LOOKS = {
    START: ("color: $foreground; text-style: bold", ""),
    AGES[0]: ("$foreground 62%", "ansi_default"),
    AGES[1]: ("$primary", "ansi_cyan"),
    AGES[2]: ("$success", "ansi_green"),
    AGES[3]: ("$accent", "ansi_yellow"),
    LAST_DOT: ("color: $warning; text-style: bold reverse", "ansi_bright_white"),
    LAST_LINE: ("color: $warning; text-style: bold", "ansi_bright_white"),
    MARKED_DOT: ("color: $warning; text-style: bold underline", "ansi_bright_magenta"),
    MARKED_LINE: ("color: $warning; text-style: bold", "ansi_bright_magenta"),
}
HAND_LOOKS = {
    START: ("color: $foreground; text-style: bold", ""),
    PLAYED: ("$foreground 70%", ""),
    LAST: ("color: $primary; text-style: bold", ""),
    CHOSEN: ("color: $warning; text-style: bold", ""),
    OTHER: ("$success", ""),
    HINT: ("color: $accent; text-style: bold", ""),
}
"""By kind: the style, and that in the terminal's own sixteen colours; in play there are other kinds."""


class HandLook(Look):
    """`last` is the game's last move; a later one is the chosen one."""

    def dot(self, number: int) -> str:
        return START if not number else self.line(number)

    def line(self, number: int) -> str:
        return CHOSEN if number > self.last else LAST if number == self.last else PLAYED


class MorpionHand(GameHand):
    """The chosen line is drawn, the other moves as dots. The drawn part of the plane only grows in a game."""

    board: MorpionBoard
    zooms = len(SPACINGS)

    def __init__(self, board: MorpionBoard) -> None:
        super().__init__(board)
        self._frame: Frame = frame_of(self.variant, ())
        """What is drawn of the plane."""

    @property
    def variant(self) -> Variant:
        return self.board.game.variant

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The cursor's move, or none."""
        return moves_of(() if self.board.cursor is None else (self.board.cursor,))

    def begin(self) -> None:
        self._frame = frame_of(self.variant, moves_of(self.board.board))
        super().begin()

    def draw(self) -> None:
        """A move shifts nothing without need."""
        wanted = [(move.x + by, move.y + by) for move in moves_of(self.offered) for by in (-1, 1)]
        self._frame = self._frame.over([*wanted, *(move[:2] for move in moves_of(self.board.board))])
        super().draw()

    def size(self, zoom: int) -> tuple[int, int]:
        return SPACINGS[zoom].size(self._frame)

    def page(self) -> Canvas:
        game, plain = moves_of(self.board.board), self.board.plain
        scene, look = scene_of(self.variant, (*game, *self.chosen)), HandLook(len(game), last=len(game))
        canvas = paint(scene, self._frame, look, self._spacing, plain=plain, chosen=len(game) + 1)
        glyph = (ASCII if plain else BOXES).other
        for move in moves_of(self.offered):
            if (move.x, move.y) not in scene.dots:
                hinted = encode_move(move) in self.hint_moves
                canvas.put(*self._cell(move), HINTED if hinted else glyph, HINT if hinted else OTHER)
        return canvas

    def beside(self, direction: Direction) -> int | None:
        """The nearest dot of a move that way; of several lines through it the first."""
        if self.board.cursor is None:
            return None
        places: dict[int, tuple[float, float]] = {self.board.cursor: self._cell(self.chosen[0])}
        for move in moves_of(self.offered):
            if self._cell(move) not in places.values():
                places[encode_move(move)] = self._cell(move)
        return nearest_ahead(places, self.board.cursor, direction)

    def nearest_choice(self, moves: Sequence[int]) -> int | None:
        """The one whose dot is nearest to that of the move before, or else to the cross's middle."""
        middle = self.variant.side / 2, self.variant.side / 2
        x, y = self.chosen[0][:2] if self.chosen else middle
        far = {number: abs(move.x - x) + abs(move.y - y) for number, move in zip(moves, moves_of(moves), strict=True)}
        return min(far, key=lambda number: far[number], default=None)

    def moves_here(self) -> list[int]:
        """The lines through the same new dot, by direction."""
        here = [move for move in moves_of(self.offered) if self.chosen and move[:2] == self.chosen[0][:2]]
        lines = sorted(here, key=lambda move: (move != self.chosen[0], move.direction, move.position))
        return [encode_move(move) for move in lines]

    def place_at(self, x: int, y: int) -> int | None:
        found = None
        for move in moves_of(self.offered):
            column, line = self._cell(move)
            if line == y and abs(column - x) <= CLICK:
                number = encode_move(move)
                found = number if found is None or number == self.board.cursor else found
        return found

    def cursor_box(self, cursor: int) -> Box:
        """The chosen line."""
        cells = [self._cell_at(square) for square in moves_of((cursor,))[0].squares(self.variant.length)]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        return left, top, max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1

    def _cell(self, move: Move) -> tuple[int, int]:
        """Where its dot is drawn."""
        return self._cell_at((move.x, move.y))

    def _cell_at(self, square: Square) -> tuple[int, int]:
        spacing = self._spacing
        x, y = square[0] - self._frame.left, square[1] - self._frame.top
        return x * spacing.columns + spacing.label // 2, y * spacing.lines

    @property
    def _spacing(self) -> Spacing:
        return SPACINGS[self.board.zoom]


class MorpionBoard(GameBoard):
    """A game with its lines and move numbers, or smaller."""

    DEFAULT_CSS = colour_rules("MorpionBoard", WATCHED, LOOKS) + colour_rules("MorpionBoard", PLAYED_ON, HAND_LOOKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(WATCHED + kind for kind in LOOKS),
        *(PLAYED_ON + kind for kind in HAND_LOOKS),
    }
    CALM = CALM
    DRAWS = MorpionGame
    HAND = MorpionHand

    game: MorpionGame

    def prefix_of(self, name: str) -> str:
        return PLAYED_ON if self.playing else WATCHED
