"""What the tables of formats of puzzles of groups have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.latin.formats.rows import Reading, to_puzzle
from puzzles.latin.grouped import SomeGrouped
from puzzles.puzzle import Board
from puzzles.text.format_table import FormatTable, only


class GroupedFormats(
    FormatTable[SomeGrouped, Callable[..., Reading[SomeGrouped]], Callable[[SomeGrouped, tuple[int, ...]], str]]
):
    """The first row is that of plain grids, whose reader also takes the first symbol, as `plain.read_grid` does.

    `example`: what a text may be.
    """

    example: ClassVar[str]

    def read(self, text: str) -> SomeGrouped:
        """The puzzle in the text; PuzzleError if it holds several, or none that is valid."""
        return to_puzzle(self.read_unchecked(text))

    def read_board(self, puzzle: SomeGrouped, text: str) -> tuple[int, ...]:
        """The board in the text, 0-based, -1 = open; repeated values and changed givens are left to the checker.

        Where the text admits both ways of writing symbols, the puzzle's own is assumed.
        """
        reading = self.read_unchecked(text, puzzle.first_symbol)
        form = reading.form
        if form.places != puzzle.places or form.order != puzzle.order:
            found = f"the board is {form.rows} x {form.columns} of {len(reading.values)} cells"
            expected = f"{puzzle.rows} x {puzzle.columns} of {len(puzzle.grid)}, as the puzzle"
            raise reading.fields[0].error(found, expected)
        return reading.values

    def write(self, puzzle: SomeGrouped, name: str, board: Board | None) -> str:
        """The puzzle, with the board filled in if there is one, in the named format."""
        return self.writer(name)(puzzle, puzzle.filled(board))

    def read_unchecked(self, text: str, preferred: int | None = None) -> Reading[SomeGrouped]:
        """What the text says, in which values may be repeated; `preferred` as of `plain.read_grid`."""
        text = text.removeprefix("\ufeff")
        if not text.strip():
            raise PuzzleError("the text is empty", self.example)
        text = only(self.entries(text)).text
        first, found = self.rows[0].read, self.likeliest(text)[1].read
        assert first is not None
        return first(text, preferred) if found in (first, None) else found(text)
