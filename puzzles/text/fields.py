"""Fields: pieces of a text that know the line and column at which they stand, so that every error names its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, islice, repeat
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.text.quoting import quoted

LONGEST_NUMBER = 6
"""Digits of a number that `Field.number` reads; no order, side, sum or count needs more."""

SHORT = 20_000
"""Characters of a text whose lines are kept for who asks next."""

_WORD = re.compile(r"\S+")
_BLANK = re.compile(r"\s")


class Field(NamedTuple):
    """A piece of a text, such as a line or a word, and its place: line and column from 1; 0 if it is from no text."""

    text: str
    line: int = 0
    column: int = 0

    def error(self, found: str, expected: str = "", index: int = 0) -> PuzzleError:
        """A PuzzleError at the field, or at its character of that index."""
        return PuzzleError(found, expected, line=self.line, column=self.column + index if self.line else 0)

    def number(self, expected: str, found: str = "found") -> int:
        """The field as a whole number of at most LONGEST_NUMBER digits; else PuzzleError, which begins with `found`."""
        if not (self.text.isascii() and self.text.isdigit() and len(self.text) <= LONGEST_NUMBER):
            raise self.error(f"{found} {quoted(self.text)}", expected)
        return int(self.text)

    def behind(self) -> Field:
        """The empty field just behind this one."""
        return self.part("", len(self.text))

    def part(self, text: str, index: int) -> Field:
        """The field of that text, which stands at the index in this one."""
        return Field(text, self.line, self.column + index if self.line else 0)

    def stripped(self) -> Field:
        """The field without white space around it; an empty one stays where it is."""
        text = self.text.strip()
        if len(text) == len(self.text):
            return self
        return self.part(text, len(self.text) - len(self.text.lstrip()) if text else 0)

    def words(self, most: int | None = None, pattern: re.Pattern[str] = _WORD) -> list[Field]:
        """The words in the field; at most `most`, so that a huge line costs little."""
        _, line, column = self
        found = islice(pattern.finditer(self.text), most)
        return [Field(one[0], line, column + one.start() if line else 0) for one in found]

    def parted(self, separator: str, most: int = -1) -> list[Field]:
        """The stripped fields between the separators, empty ones included; at most `most`, if that is given."""
        text, line, column = self
        pieces = text.split(separator, most)[: most if most >= 0 else None]
        if line and not _BLANK.search(text):
            columns = accumulate(map((len(separator)).__add__, map(len, pieces)), initial=column)
            return list(map(_field, zip(pieces, repeat(line), columns, strict=False)))
        fields = []
        for piece in pieces:
            word = piece.strip()
            before = len(piece) - len(piece.lstrip()) if word and word is not piece else 0
            fields.append(Field(word, line, column + before if line else 0))
            column += len(piece) + len(separator)
        return fields

    def pieces(self, length: int, most: int) -> list[Field]:
        """The field in pieces of that many characters, at most `most` of them."""
        starts = range(0, min(len(self.text), length * most), length)
        return [self.part(self.text[index : index + length], index) for index in starts]


_field: Callable[[tuple[str, int, int]], Field] = partial(tuple.__new__, Field)
"""As `Field._make`; a large grid has tens of thousands of fields."""

NOWHERE = Field("")
"""The place of what comes from no text."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Several fields read as one text, such as a sequence that is wrapped over lines; without a field, from no text."""

    text: str
    fields: tuple[Field, ...] = ()
    starts: tuple[int, ...] = ()  # of each field in the text

    @property
    def line(self) -> int:
        """The line of the first character; 0 if it comes from no text."""
        return self.fields[0].line if self.fields else 0

    def error(self, index: int, found: str, expected: str = "") -> PuzzleError:
        """A PuzzleError at the character of that index, counted from 0, or just behind the last one."""
        if not self.fields:
            return PuzzleError(found, expected)
        at = max(bisect_right(self.starts, index) - 1, 0)
        return self.fields[at].error(found, expected, index - self.starts[at])


def joined(fields: Iterable[Field]) -> Joined:
    """The fields, one after the other."""
    parts = tuple(fields)
    starts = accumulate((len(one.text) for one in parts[:-1]), initial=0)
    return Joined("".join(one.text for one in parts), parts, tuple(starts) if parts else ())


class Places:
    """The lines and columns of one text, found by index."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def field(self, text: str, index: int) -> Field:
        """The field of that text, which stands at the index."""
        line = bisect_right(self._starts, min(index, len(self.text)))
        return Field(text, line, index - self._starts[line - 1] + 1)

    def end(self) -> Field:
        """The place just behind the last character that is not white space."""
        return self.field("", len(self.text.rstrip()))


def lines_of(text: str) -> Iterator[Field]:
    return (Field(line, number, 1) for number, line in enumerate(text.split("\n"), start=1))


def used_lines(text: str, comments: tuple[str, ...] = ()) -> list[Field]:
    """The lines that are neither blank nor, by their first characters, comments."""
    lines = (_filled if len(text) <= SHORT else _filled.__wrapped__)(text)
    return [line for line in lines if not line.text.lstrip().startswith(comments)] if comments else [*lines]


@lru_cache(1)  # each format that a text may have asks for the same
def _filled(text: str) -> list[Field]:
    return [line for line in lines_of(text) if line.text.strip()]
