"""All text formats of Latin squares: how each is known by its content, read, and written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.latin.formats import data_files, json_text, plain
from puzzles.latin.formats.rows import Reading, divide, to_puzzle
from puzzles.latin.grouped import SomeGrouped
from puzzles.latin.puzzle import LatinSquare
from puzzles.puzzle import Board
from puzzles.text.format_table import Format, FormatTable, TextFormat, only
from puzzles.text.json_texts import is_json
from puzzles.text.signs import Sign

KAKURO_KEYS = re.compile(r"\b(?:kakuro|h_clue|v_clue|grid_data|nRows|nCols)\b")


SIGNS = (
    Sign("lsencode's Latin square", r"\A\s*order\s+\d+\s*$", (".pls",)),
    Sign("JSON of a Latin square", r"\"(?:first_symbol|family\"\s*:\s*\"latin)\"?"),
    Sign("parameters in Essence'", r"^[ \t]*letting\s+(?:n|order|start)\b", (".param",)),
    Sign("MiniZinc data of a Latin square", r"^[ \t]*start\s*=\s*\[\|"),
)


Reader = Callable[[str], Reading[LatinSquare]]
Writer = Callable[[LatinSquare, tuple[int, ...]], str]
JSON = 2
"""The row of JSON, which is known by its first character."""


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


class LatinFormats(GroupedFormats[LatinSquare]):
    """Of Latin squares; texts that name what a Kakuro has are none of theirs."""

    example = "a Latin square in any known format"

    def likeness(self, text: str) -> float:
        """How much the text looks like a Latin square, 0 to 1; looks at its beginning only."""
        return 0.0 if KAKURO_KEYS.search(text.lstrip()[: plain.LOOKED_AT]) else super().likeness(text)

    def likeliest(self, text: str) -> tuple[float, Format[Reader, Writer]]:
        """How much the text looks like a format, and that format: JSON by its first character; `grid` by nothing."""
        start = text.lstrip("\n\r ")
        if is_json(start):
            return json_text.likeness(start[: plain.LOOKED_AT]), self.rows[JSON]
        return super().likeliest(start)

    def read(self, text: str) -> LatinSquare:
        return to_puzzle(self.read_unchecked(text), as_written=True)


FORMATS = LatinFormats(
    Format(
        TextFormat("grid", "rows of symbols, '.' for a hole", True), plain.likeness, plain.read, plain.write, divide
    ),
    Format(
        TextFormat("pls", "lsencode's: 'order N', then rows of symbols from 0, -1 for a hole", True, ".pls"),
        data_files.pls_likeness,
        data_files.read_pls,
        data_files.write_pls,
        data_files.divide_pls,
    ),
    Format(
        TextFormat("json", "ours, written with null for a hole; XCSP3's two forms are read", True, ".json"),
        json_text.likeness,
        json_text.read,
        json_text.write,
        json_text.divide,
    ),
    Format(
        TextFormat("dzn", "MiniZinc data: N and start=[| ... |], 0 for a hole", suffix=".dzn"),
        data_files.dzn_likeness,
        data_files.read_dzn,
    ),
    Format(
        TextFormat("param", "Essence' parameters: letting N and start = [[ ... ]], 0 for a hole", suffix=".param"),
        data_files.param_likeness,
        data_files.read_param,
    ),
    signs=SIGNS,
    head=plain.LOOKED_AT + 1,
)
