"""Links of f-puzzles.com and SudokuPad that hold a whole puzzle, and the JSON in them: how they are known. Read alone.

`https://www.f-puzzles.com/?load=...` and `https://sudokupad.app/fpuzzles...` end with JSON, packed by LZ-String.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from puzzles.errors import PuzzleError
from puzzles.sudoku.formats.reading import Reading, refused
from puzzles.text.fields import Field
from puzzles.text.lz_string import unpack

LINK = re.compile(
    r"\s*(?:https?://)?(?:www\.)?(?:f-puzzles\.com/\?load=|(?:app\.|beta\.)?(?:sudokupad\.app|crackingthecryptic\.com)/"
    r"(?:sudoku/)?(?:\?puzzleid=)?fpuzzles)(\S+)\s*"
)
NO_PUZZLE = re.compile(r"\s*(?:https?://)?(?:www\.)?(?:f-puzzles\.com|sudokupad\.app|tinyurl\.com)/\S*\s*")
"""Links that name a puzzle by a number, which only their page knows."""
PLAIN = re.compile(r'\s*\{(?=[^{}]{0,400}"grid"\s*:\s*\[\s*\[\s*\{)')
LINKED = 'a link that holds the puzzle, as "Export" gives it: f-puzzles.com/?load=...'


def likeness(text: str) -> float:
    return 1.0 if LINK.fullmatch(text) or NO_PUZZLE.fullmatch(text) else 0.9 if PLAIN.match(text) else 0.0


def read(text: str) -> Reading:
    """The reading of a link, or of its JSON; PuzzleError."""
    from puzzles.sudoku.formats import f_puzzles_page  # has what a list of formats need not load

    at = Field(text.strip()[:40], 1, 1)
    match = LINK.fullmatch(text)
    if match is None and NO_PUZZLE.fullmatch(text):
        raise at.error("this link names a puzzle that its page keeps", LINKED)
    try:
        return f_puzzles_page.read(unpack(_packed(match[1])) if match else text)
    except PuzzleError as error:
        raise refused(error, at) from None


def _packed(text: str) -> str:
    return unquote(text).replace(" ", "+").replace("-", "+").replace("_", "/").partition("&")[0]
