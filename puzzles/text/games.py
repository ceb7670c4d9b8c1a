"""Games as flat boards: one number a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from puzzles.errors import PuzzleError

Move = TypeVar("Move")


def moves_of(board: Sequence[int], decode: Callable[[int], Move], expected: str) -> tuple[Move, ...]:
    """The moves of a flat board; PuzzleError at the first number for which `decode` raises ValueError."""
    moves = []
    for number, code in enumerate(board, start=1):
        try:
            moves.append(decode(code))
        except ValueError:
            raise PuzzleError(f"move {number}: {code} is no move", expected) from None
    return tuple(moves)
