"""Inverse RNA folding for people without the app: the target, the fold and the bases in rows as wide as the page."""

from __future__ import annotations

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from tui.boards.drawing import Facts, Lines
from tui.boards.rna.scene import scene_of
from tui.boards.rna.strip import blocks


class RnaDrawing:
    """Designs as text."""

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        """The design for a page of that width, with its fold if the facts have it; in ASCII if `plain`."""
        return blocks(scene_of(puzzle, board, facts), width, plain=plain)

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        """True if the board has a base, or none, for each of the target's positions."""
        if not isinstance(puzzle, RnaPuzzle) or len(board) != puzzle.length:
            return False
        try:
            sequence_of(board)
        except PuzzleError:
            return False
        return True


DRAWING = RnaDrawing()
