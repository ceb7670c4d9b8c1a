"""All text formats of Latin squares: how each is known by its content, read, and written."""

from __future__ import annotations

import re
from collections.abc import Callable

from puzzles.latin.formats import data_files, json_text, plain
from puzzles.latin.formats.grouped_formats import GroupedFormats
from puzzles.latin.formats.rows import Reading, divide, to_puzzle
from puzzles.latin.puzzle import LatinSquare
from puzzles.text.format_table import Format, TextFormat
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
