"""The widget that draws games of Morpion Solitaire."""

from __future__ import annotations

from puzzles.family import Board, Puzzle
from tui.boards.game_board import GameBoard
from tui.boards.morpion.text import MorpionGame


class MorpionBoard(GameBoard):
    """A game with its lines and move numbers, or smaller."""

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(MorpionGame(puzzle, plain=plain), puzzle, start, plain=plain, id=id)
