"""The drawing of a family that brings none: the puzzle with its board as text, in the family's first written format."""

from __future__ import annotations

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.drawing import Facts, Piece
from tui.boards.geometry import FILLED


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> list[list[Piece]]:
    """The text's lines, whatever the width; PuzzleError if the family can't write the board."""
    family = get_family(puzzle.family)
    written = [one.name for one in family.formats if one.writes]
    if not written:
        return [[Piece(line, FILLED)] for line in (puzzle.title, str(family.notation(puzzle, board)))]
    return [[Piece(line, FILLED)] for line in family.write(puzzle, written[0], board).splitlines()]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the family can write the board."""
    try:
        draw(puzzle, board, width=0, plain=True)
    except PuzzleError:
        return False
    return True
