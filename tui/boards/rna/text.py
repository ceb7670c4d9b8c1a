"""Inverse RNA folding for people without the app: the target, the fold and the bases in rows as wide as the page."""

from __future__ import annotations

from puzzles.family import Board, Puzzle
from tui.boards.drawing import Facts, Piece
from tui.boards.rna.scene import fits, scene_of
from tui.boards.rna.strip import blocks

__all__ = ["draw", "fits"]


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> list[list[Piece]]:
    """The design for a page of that width, with its fold if the facts have it; in ASCII if `plain`."""
    return blocks(scene_of(puzzle, board, facts), width, plain=plain)
