"""The board of a family that brings none: its text, drawn line by line."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual.geometry import Region

from puzzles.family import Board, Puzzle
from tui.boards.drawing import Facts, Piece
from tui.boards.puzzle_board import PuzzleBoard
from tui.boards.text_drawing import draw


class TextBoard(PuzzleBoard):
    """A board as the family writes it."""

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self._drawn = self._text(start)

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        """Draws another position of the same puzzle; only lines that have changed are sent."""
        old, self._drawn, self.board = self._drawn, self._text(board), tuple(board)
        if len(old) != len(self._drawn) or not self.size:
            self.spread()
            return
        changed = [y for y, (one, two) in enumerate(zip(old, self._drawn, strict=True)) if one != two]
        width = self.virtual_size.width
        self.draw_again(Region(0, self.top + y, width, 1) for y in changed)

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        """Bytes of the lines that would change."""
        new = self._text(board)
        changed = [line for y, line in enumerate(new) if y >= len(self._drawn) or line != self._drawn[y]]
        return sum(len(piece.text) for line in changed for piece in line)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        """As long as the text is."""
        return max(sum(len(piece.text) for piece in line) for line in self._drawn), len(self._drawn)

    def line(self, y: int) -> Iterable[Piece]:
        """One line of the text."""
        return self._drawn[y]

    def style_of(self, piece: Piece) -> Style:
        """All alike."""
        return self.rich_style

    def _text(self, board: Board) -> list[list[Piece]]:
        return draw(self.puzzle, board, width=0, plain=self.plain)
