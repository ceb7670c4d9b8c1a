"""The family's object: the text side of Morpion Solitaire. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import Board, Comparison, Family, Optimisation, Puzzle, TextFormat, Verdict
from puzzles.morpion import checker, formats, remarks
from puzzles.morpion.formats import json_text, plain
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, board_of, moves_of

FORMATS: tuple[TextFormat, ...] = tuple(one.text for one in formats.FORMATS)


@dataclass(frozen=True)
class MorpionFamily(Family):
    """The text side of Morpion Solitaire. Boards hold all moves from the empty cross on, one number each."""

    def recognise(self, text: str) -> float:
        """How much the text looks like a game, 0 to 1."""
        return formats.likeness(text)

    def parse(self, text: str) -> MorpionPuzzle:
        """The game in the text, replayed: a search continues after its moves."""
        return formats.read(text)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The game as text; PuzzleError if it is not legal or the format cannot hold it."""
        return formats.write(morpion(puzzle), format_name, board)

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle as plain JSON values."""
        return json_text.plain(morpion(puzzle))

    def from_json(self, data: Mapping[str, Any]) -> MorpionPuzzle:
        """The puzzle back, replayed."""
        return json_text.puzzle(data)

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for an arena of 32 (disjoint variants), `-64` for the larger one (touching variants)."""
        return "-64" if VARIANTS[morpion(puzzle).variant].touching else ""

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The puzzle's own moves."""
        return board_of(morpion(puzzle).moves)

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The moves of a game of the puzzle's variant that begins with the puzzle's own, from any format."""
        return formats.read_board(morpion(puzzle), text)

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `text`: `(2,2) in (0,4)-(4,0)`."""
        return plain.move_texts(morpion(puzzle).variant, moves_of(board))

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict."""
        return checker.judge(morpion(puzzle), board)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """How long the game is, whether it goes on, and how it compares to the longest known."""
        return remarks.remarks(morpion(puzzle).variant, moves_of(board))

    def compare(self, puzzle: Puzzle, board: Board, other: Puzzle, other_board: Board) -> Comparison:
        """The moves that both games have, under the symmetry of the cross that gives the most."""
        one, two = morpion(puzzle), morpion(other)
        return remarks.compare(one.variant, moves_of(board), two.variant, moves_of(other_board))


class MorpionOptimisation(Optimisation):
    """The result is the longest game."""

    def finished(self, puzzle: Puzzle) -> bool:
        """True if no move is left."""
        game = morpion(puzzle)
        return not checker.legal_moves_left(game.variant, game.moves)


def morpion(puzzle: Puzzle) -> MorpionPuzzle:
    """The puzzle as a game of Morpion Solitaire; PuzzleError if it is of another family."""
    if not isinstance(puzzle, MorpionPuzzle):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "Morpion Solitaire")
    return puzzle
