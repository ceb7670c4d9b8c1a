"""Fields: pieces of a text that know the line and column at which they stand, so that every error names its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, islice
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.text.quoting import quoted

LONGEST_NUMBER = 6
"""Digits of a number that `Field.number` reads; no order, side, sum or count needs more."""

_WORD = re.compile(r"\S+")


class Field(NamedTuple):
    """A piece of a text and its place: line and column count from 1; 0 if it comes from no text."""

    text: str
    line: int = 0
    column: int = 0

    def error(self, found: str, expected: str = "", index: int = 0) -> PuzzleError:
        """A PuzzleError at the field, or at its character of that index."""
        return PuzzleError(found, expected, line=self.line, column=self.column + index if self.line else 0)

    def number(self, expected: str, found: str = "found") -> int:
        """The field as a whole number of at most LONGEST_NUMBER digits; PuzzleError, which begins with `found`, else."""
        if not (self.text.isascii() and self.text.isdigit() and len(self.text) <= LONGEST_NUMBER):
            raise self.error(f"{found} {quoted(self.text)}", expected)
        return int(self.text)

    def behind(self) -> Field:
        """The empty field just behind this one."""
        return Field("", self.line, self.column + len(self.text) if self.line else 0)

    def cut(self, length: int, most: int) -> list[Field]:
        """The field in pieces of that many characters, at most `most` of them."""
        starts = range(0, min(len(self.text), length * most), length)
        return [Field(self.text[at : at + length], self.line, self.column + at) for at in starts]


class Places:
    """The lines and columns of one text, found by index."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def at(self, index: int) -> tuple[int, int]:
        """The line and column, from 1, of the character at the index, or just behind the text."""
        line = bisect_right(self._starts, min(index, len(self.text)))
        return line, index - self._starts[line - 1] + 1

    def field(self, text: str, index: int) -> Field:
        """The field of that text, which stands at the index."""
        return Field(text, *self.at(index))

    def end(self) -> Field:
        """The place just behind the last character that is not white space."""
        return self.field("", len(self.text.rstrip()))


def words(line: str, number: int, most: int | None = None, pattern: re.Pattern[str] = _WORD) -> list[Field]:
    """The words of a line, which is number `number` of its text; at most `most`, so that a huge line costs little."""
    return [Field(found.group(), number, found.start() + 1) for found in islice(pattern.finditer(line), most)]


def parted(line: str, number: int, separator: str, most: int = -1) -> list[Field]:
    """The fields between the separators, without blanks around them, empty ones included; at most `most`, if given."""
    fields, start = [], 1
    for piece in line.split(separator, most)[: most if most >= 0 else None]:
        text = piece.strip()
        fields.append(Field(text, number, start + (len(piece) - len(piece.lstrip()) if text else 0)))
        start += len(piece) + len(separator)
    return fields


def used_lines(text: str, comments: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    """Number and text of each line that is neither blank nor, by its first characters, a comment."""
    used = ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    return [(number, line) for number, line in used if not line.lstrip().startswith(comments)]
