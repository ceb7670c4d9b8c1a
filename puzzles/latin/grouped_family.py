"""What the families of puzzles of groups have in common."""

from __future__ import annotations

from typing import Generic

from puzzles.family import Board, GivenValuesFamily, Puzzle
from puzzles.latin.formats import plain
from puzzles.latin.grouped import HOLE, SomeGrouped
from puzzles.peers import Constraints, Line


class GroupedFamily(GivenValuesFamily[SomeGrouped], Generic[SomeGrouped]):
    """A board has a value a cell, -1 for a hole; its kernels have a mask of values a cell (`puzzles.engine.masks`)."""

    given = "grid"

    def kernel_variant(self, puzzle: Puzzle) -> str:
        words = (self.own(puzzle).order + 63) // 64  # of 64 bits for a set of values
        return "" if words == 1 else f"-{words}-words"

    def constraints(self, puzzle: Puzzle) -> Constraints:
        """Each group is a line of different values."""
        one = self.own(puzzle)
        return Constraints(
            domains=tuple(range(one.order) if value == HOLE else (value,) for value in one.grid),
            lines=tuple(Line(group.cells) for group in one.groups),
        )

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a row of the frame, as in the format `grid`."""
        one = self.own(puzzle)
        return plain.rows_of(one, board, one.blacks)
