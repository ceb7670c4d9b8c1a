"""The board of Morpion Solitaire: the whole game on one page, at sizes from move numbers to a silhouette in braille."""

from __future__ import annotations

from puzzles.family import Board, Puzzle
from puzzles.folder_family import own
from puzzles.morpion.puzzle import MorpionPuzzle, moves_of
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Lines
from tui.boards.game import Game, Look
from tui.boards.morpion.page import (
    ASCII,
    BOXES,
    CLOSE,
    DOTS,
    LINES,
    NUMBERS,
    Spacing,
    braille_size,
    paint,
    paint_braille,
)
from tui.boards.morpion.scene import Frame, frame_of, scene_of

Zoom = Spacing | int
"""One size: with characters, or in braille with that many points from a dot to the next."""
ZOOMS: tuple[Zoom, ...] = (NUMBERS, LINES, DOTS, 4, 3, 2)
PLAIN_ZOOMS: tuple[Zoom, ...] = (NUMBERS, LINES, DOTS, CLOSE)
"""From the largest to the smallest."""


class MorpionGame(Game):
    """Pages of one variant's games; the frame grows with the games."""

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        self.variant = own(puzzle, MorpionPuzzle).rules
        self.plain = plain
        self.sizes = PLAIN_ZOOMS if plain else ZOOMS
        self.zooms = len(self.sizes)
        self.frame: Frame = frame_of(self.variant, ())

    def room_for(self, board: Board) -> bool:
        return self._around(board) == self.frame

    def make_room(self, board: Board) -> None:
        self.frame = self._around(board)

    def make_room_alone(self, board: Board) -> None:
        self.frame = frame_of(self.variant, moves_of(board))

    def size(self, zoom: int) -> tuple[int, int]:
        how = self.sizes[zoom]
        return braille_size(self.frame, how) if isinstance(how, int) else how.size(self.frame)

    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int], *, calm: bool) -> Canvas:
        look = Look(len(board), frozenset(index + 1 for index in marked), at, calm)
        return self._paint(self.sizes[zoom], board[:at], look)

    def words(self, board: Board, at: int) -> str:
        """The new dot and the direction of its line, such as `(4,6) ─`."""
        move = moves_of(board[at - 1 : at])[0]
        return f"({move.x},{move.y}) {(ASCII if self.plain else BOXES).strokes[move.direction]}"

    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        move, how = moves_of(board[at - 1 : at])[0], self.sizes[zoom]
        x, y = move.x - self.frame.left, move.y - self.frame.top
        return (x * how // 2, y * how // 4) if isinstance(how, int) else (x * how.columns, y * how.lines)

    def whole(self, board: Board, width: int) -> Canvas:
        """The game for a page of that width, nothing set off: with numbers if they fit, else as large as fits."""
        fitting = [one for zoom, one in enumerate(self.sizes) if self.size(zoom)[0] <= width]
        return self._paint(fitting[0] if fitting else self.sizes[-1], board, Look(len(board)))

    def _paint(self, how: Zoom, board: Board, look: Look) -> Canvas:
        scene = scene_of(self.variant, moves_of(board))
        if isinstance(how, int):
            return paint_braille(scene, self.frame, look, how)
        return paint(scene, self.frame, look, how, plain=self.plain)

    def _around(self, board: Board) -> Frame:
        frame = frame_of(self.variant, moves_of(board))
        return self.frame.over(((frame.left, frame.top), (frame.right, frame.bottom)))


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The game for a page of that width, line by line; in ASCII if `plain`."""
    game = MorpionGame(puzzle, plain=plain)
    game.make_room(board)
    canvas = game.whole(board, width)
    return [canvas.line(y) for y in range(canvas.height)]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board can be drawn: all its numbers are moves, and no more than any game has."""
    moves_of(board)
    return len(board) <= own(puzzle, MorpionPuzzle).rules.bound
