"""What the families of puzzles of groups have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, cast

from puzzles.errors import PuzzleError
from puzzles.family import Board, FolderFamily, Puzzle
from puzzles.latin.formats import plain
from puzzles.latin.grouped import HOLE, SomeGrouped
from puzzles.peers import Constraints, Line


class GroupedFamily(FolderFamily[SomeGrouped], Generic[SomeGrouped]):
    """A board has a value a cell, -1 for a hole; its kernels have a mask of values a cell (`puzzles.engine.masks`)."""

    def kernel_variant(self, puzzle: Puzzle) -> str:
        words = (self.own(puzzle).order + 63) // 64  # of 64 bits for a set of values
        return "" if words == 1 else f"-{words}-words"

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return self.own(puzzle).grid

    def continued(self, puzzle: Puzzle, board: Board) -> SomeGrouped:
        """The puzzle with all values of the board given; PuzzleError, the first fault, if they break a rule."""
        faults = self.judge(puzzle, board).faults
        if faults:
            raise PuzzleError(faults[0], "a position without a fault")
        one: Any = self.own(puzzle)
        return cast(SomeGrouped, replace(one, grid=tuple(board)))

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
