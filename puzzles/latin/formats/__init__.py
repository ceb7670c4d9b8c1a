"""Which format a text has, by its content, and reading it: the puzzle, or a board for a known puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from puzzles.errors import PuzzleError
from puzzles.latin.formats import json_text, models, plain, pls
from puzzles.latin.formats.cells import NUMBER, Reading, Rows, data_lines, to_square
from puzzles.latin.puzzle import LatinSquare

PLAIN_CHARACTERS = re.compile(r"[0-9.,;_*\-\s]*")
LOOKED_AT = 4_000
"""Characters that decide on the format: the heads of all formats are shorter."""

LARGEST_REPEATED = 0.25
"""Share of symbols repeated in a line up to which a grid looks like a Latin square; 0.25: one mistake in order 2."""

KAKURO_KEYS = re.compile(r"\b(?:kakuro|h_clue|v_clue|grid_data|nRows|nCols)\b")


def read_puzzle(text: str) -> LatinSquare:
    """The puzzle in the text; PuzzleError with line and column."""
    return to_square(_read(text, None))


def read_board(text: str, puzzle: LatinSquare) -> tuple[int, ...]:
    """The board in the text, 0-based, -1 = open; repeated symbols and changed givens are left to the checker.

    Where the text admits both ways of writing symbols, the puzzle's own is assumed.
    """
    reading = _read(text, puzzle.first_symbol)
    if reading.order != puzzle.order:
        at = reading.fields[0]
        found = f"the board has order {reading.order}"
        raise at.error(found, f"{puzzle.order}, as the puzzle")
    return reading.values


def format_of(text: str) -> str:
    """`json`, `pls`, `dzn`, `param` or `grid`; `grid` for whatever has no other format's mark."""
    start = text.lstrip()[:LOOKED_AT]
    if start.startswith(("{", "[")):
        return "json"
    if re.search(r"^[ \t]*(?:letting\b|language\s+essence)", start, re.IGNORECASE | re.MULTILINE):
        return "param"
    if "[|" in start or re.search(rf"^[ \t]*{models.ORDER_NAME}\s*=", start, re.MULTILINE):
        return "dzn"
    if any(pls.HEADER.match(line.text) for line in islice(data_lines(start), 1)):
        return "pls"
    return "grid"


def likeness(text: str) -> float:
    """How much the text looks like a Latin square, 0 to 1; looks at its beginning only."""
    stripped = text.lstrip("\n\r ")
    start = stripped[:LOOKED_AT]
    if not start.strip() or KAKURO_KEYS.search(start):
        return 0.0
    found = format_of(start)
    if found == "json":
        marks = (
            r'"family"\s*:\s*"latin"',
            r'"n"\s*:[^"]*"clues"',
            r'"rows"\s*:\s*\[\s*\[',
            r'"clues"\s*:\s*\[',
        )
        scores = (1.0, 0.95, 0.6, 0.6)
        return next((score for mark, score in zip(marks, scores, strict=True) if re.search(mark, start)), 0.0)
    if found != "grid":
        return 0.95
    return _grid_likeness(start, len(stripped) > len(start))


def _grid_likeness(start: str, cut: bool) -> float:
    lines = list(data_lines(start))
    if cut and len(lines) > 1:
        lines.pop()  # the last line may be torn
    if not lines or not all(PLAIN_CHARACTERS.fullmatch(line.text) for line in lines):
        words = [word for line in lines for word in line.text.split()]
        known = sum(1 for word in words if PLAIN_CHARACTERS.fullmatch(word))
        return 0.1 if 2 * known >= len(words) > 0 else 0.0  # perhaps a grid with a few wrong symbols
    if not any(character.isdigit() or character in "._" for line in lines for character in line.text):
        return 0.1
    rows, _ = plain.cut(lines)
    head = [field.text for field in rows[0]]
    width = len(head)
    if _looks_like_sums(head, len(rows[1]) if len(rows) > 1 else width):
        return 0.05
    if rows[0][0].text == "0" and len(rows) > 1 and _zero_margin(rows):
        return 0.3
    square = all(len(row) == width for row in rows) and (cut or len(rows) == width)
    return 0.9 if square and not _repeats_few_symbols(rows) else 0.5


def _repeats_few_symbols(rows: Rows) -> bool:
    """Whether a square grid repeats symbols in its lines as no Latin square with a mistake or two does.

    A complete grid with as many symbols as a Latin square has could still be meant as one.
    """
    texts = [[field.text for field in row] for row in rows]
    symbols = {text for row in texts for text in row}
    if not symbols & (plain.MARKS | {"-1"}) and len(symbols) >= len(texts[0]):
        return False
    return max(_repeated_share(texts), _repeated_share(list(zip(*texts, strict=True)))) > LARGEST_REPEATED


def _repeated_share(lines: Sequence[Sequence[str]]) -> float:
    """The share of symbols that stood in their line before; holes, 0 among them, are not counted."""
    symbols = [[text for text in line if text not in plain.MARKS and text not in ("0", "-1")] for line in lines]
    count = sum(map(len, symbols))
    return sum(len(line) - len(set(line)) for line in symbols) / count if count else 0.0


def _looks_like_sums(head: list[str], next_width: int) -> bool:
    """Whether the first row reads as a Kakuro's column sums: nothing in the corner, then only large numbers.

    A column of n white cells sums to at least n (n + 1) / 2: more than n for n > 1.
    """
    sums = head if len(head) == next_width - 1 else head[1:]
    corner_is_free = len(sums) == len(head) or head[0] in plain.MARKS
    numbers = [int(text) for text in sums if NUMBER.fullmatch(text)]
    return corner_is_free and len(numbers) == len(sums) > 1 and min(numbers) > len(sums)


def _zero_margin(rows: Rows) -> bool:
    """Whether the first row and column are all 0 (a Kakuro's black margin) and something else is not."""
    margin = {field.text for field in rows[0]} | {row[0].text for row in rows}
    return margin == {"0"} and any(field.text != "0" for row in rows for field in row)


def _read(text: str, preferred: int | None) -> Reading:
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise PuzzleError("the text is empty", "a Latin square in any known format")
    readers = {"json": json_text.read, "pls": pls.read, "dzn": models.read_dzn, "param": models.read_param}
    reader = readers.get(format_of(text))
    return reader(text) if reader else plain.read(text, preferred)
