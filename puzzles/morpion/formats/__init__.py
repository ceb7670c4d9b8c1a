"""All text formats of a game: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats import json_text, move_lines, msr
from puzzles.morpion.formats.found_game import Reading, check_claims
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of, moves_of
from puzzles.text.format_table import Format, FormatTable, TextFormat
from puzzles.text.signs import Sign

Reader = Callable[[str, str], Reading]
Writer = Callable[[str, Sequence[Move], Sequence[tuple[str, str]]], str]


SIGNS = (
    Sign("a game of Morpion Solitaire", r"\A\s*morpion\b"),
    Sign("moves of Morpion Solitaire", r"\(\s*-?\d+\s*,\s*-?\d+\s*\)\s*in\s*\(\s*-?\d+"),
    Sign("Pentasol's moves", r"^[ \t]*\(\s*-?\d+\s*,\s*-?\d+\s*\)\s*[-|/\\]\s*[+-]?\d\s*$", (".psol",)),
    Sign("a Morpion Solitaire Record", r"\A\s*MS\d+:|\"dir\"\s*:\s*\"(?:H|V|DP|DN)\"", (".msr",)),
    Sign("JSON of a game of Morpion Solitaire", r"\"(?:InitialDots|LineLength|NoTouchingRule|SegmentLength)\"\s*:"),
)


class MorpionFormats(FormatTable[MorpionPuzzle, Reader, Writer]):
    """Of games."""

    def read(self, text: str, expected: str = "") -> MorpionPuzzle:
        """The game in the text, each move replayed; `expected`: the variant to assume where the text names none."""
        best = self.row_of(text)
        assert best.read is not None
        found = best.read(text, expected)
        checker.require_legal(found.variant, found.moves, found.lines)
        check_claims(found.claims, found.variant, found.moves)
        return MorpionPuzzle(found.variant, found.moves, found.note, found.about)

    def read_board(self, puzzle: MorpionPuzzle, text: str) -> tuple[int, ...]:
        """The moves of a game for the puzzle: of its variant, and beginning with its moves."""
        found = self.read(text, puzzle.variant)
        if found.variant != puzzle.variant:
            raise PuzzleError(f"the game is one of {found.variant}", f"{puzzle.variant}, as the puzzle")
        wanted = len(puzzle.moves)
        if len(found.moves) < wanted:
            raise PuzzleError(f"the game has {len(found.moves)} moves", f"the puzzle's {wanted} first")
        for number, (move, own) in enumerate(zip(found.moves, puzzle.moves, strict=False), start=1):
            if move != own:
                raise PuzzleError(f"move {number} is not the puzzle's", f"a game that begins with its {wanted} moves")
        return board_of(found.moves)

    def write(self, puzzle: MorpionPuzzle, name: str, board: Sequence[int] | None) -> str:
        """The game (the board's, or the puzzle's own moves) in the named format."""
        writer = self.writer(name)
        moves = puzzle.moves if board is None else moves_of(board)
        checker.require_legal(puzzle.variant, moves)
        return writer(puzzle.variant, moves, puzzle.about if moves == puzzle.moves else ())


FORMATS = MorpionFormats(
    Format(
        TextFormat("text", "ours: the variant, then a move a line: 1 (2,2) in (0,4)-(4,0)", True),
        move_lines.likeness,
        move_lines.read,
        move_lines.write,
    ),
    Format(
        TextFormat("msr", "Morpion Solitaire Record 0.1, JSON: x, y, dir and pos a move", True, ".json"),
        msr.likeness,
        msr.read,
        msr.write,
    ),
    Format(
        TextFormat("lines-and-dots", "JSON of Gillioz' programs: the ends of each line, and its dot", suffix=".json"),
        json_text.dots_likeness,
        json_text.read_dots,
    ),
    Format(
        TextFormat("msr-compact", "the same in one packed line: MS1:...", True, ".msr"),
        msr.likeness_compact,
        msr.read_compact,
        msr.write_compact,
    ),
    Format(
        TextFormat("pentasol", "Pentasol's moves: (27,27) / 0; lines of five, the variant is not in it", True, ".psol"),
        move_lines.pentasol_likeness,
        move_lines.read_pentasol,
        move_lines.write_pentasol,
    ),
    signs=SIGNS,
    unknown="the text is in no known notation of Morpion Solitaire",
    known="a variant such as morpion 5D and its moves, MSR's JSON or MS1: text, Gillioz' JSON, or Pentasol's moves",
)
