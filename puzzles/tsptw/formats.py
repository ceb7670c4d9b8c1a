"""All text formats of an instance and of a tour: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.tsptw import matrix
from puzzles.tsptw.puzzle import TsptwPuzzle

FORMATS = (TextFormat("matrix", "nodes, a row of the matrix a line, then a window a line", True, ".txt"),)


def likeness(text: str) -> float:
    """How much the text looks like any of the formats, 0 to 1."""
    return matrix.likeness(text)


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    return matrix.read(text)


def write(puzzle: TsptwPuzzle, name: str, board: Sequence[int] | None) -> str:
    """The instance in the named format, with the tour if there is one."""
    if name != "matrix":
        raise PuzzleError(f"instances are not written as {ascii(name)[:30]}", "matrix")
    return matrix.write(puzzle, board)
