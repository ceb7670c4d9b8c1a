"""A text's lines as words, each with its place, and the exact numbers that a group of words holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.tsptw import decimals


@dataclass(frozen=True, slots=True)
class Row:
    """One line that holds something: its number in the text, from 1, the line without its comment, and its words."""

    line: int
    text: str
    words: list[str]

    def column(self, index: int) -> int:
        """The 1-based column of the word with that index; behind the last word if there is none."""
        starts = [found.start() + 1 for found in re.finditer(r"\S+", self.text)]
        return starts[index] if index < len(starts) else len(self.text.rstrip()) + 1

    def error(self, index: int, found: str, expected: str) -> PuzzleError:
        """A PuzzleError at the word with that index."""
        return PuzzleError(found, expected, line=self.line, column=self.column(index))

    def whole(self, index: int, expected: str) -> int:
        """The word with that index as a whole number of at most 9 digits; PuzzleError otherwise."""
        if index >= len(self.words):
            raise self.error(index, "the line ends", expected)
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", self.words[index]):
            raise self.error(index, f"found {decimals.quoted(self.words[index])}", expected)
        return int(self.words[index])


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of one text as integers in units of 10**-digits each; the digits of all are the most that one needs."""

    values: list[int]
    digits: int

    def scaled(self, digits: int) -> tuple[int, ...]:
        """The numbers in units of 10**-digits; `digits` is at least their own."""
        factor = 10 ** (digits - self.digits)
        return tuple(self.values) if factor == 1 else tuple(value * factor for value in self.values)


def rows_of(text: str) -> list[Row]:
    """The lines that hold a word; what follows a `#` is a comment."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        kept = line.partition("#")[0]
        words = kept.split()
        if words:
            found.append(Row(number, kept, words))
    return found


def times_of(rows: Sequence[Row], first: int, width: int, what: str) -> Numbers:
    """The words `first` ... of each row, at most `width` of them, as numbers of 0 or more; PuzzleError at another."""
    known: dict[str, tuple[int, int]] = {}
    read: list[tuple[int, int]] = []
    for row in rows:
        for index, word in enumerate(row.words[first : first + width], start=first):
            pair = known.get(word)
            if pair is None:
                pair = known[word] = _read(row, index, what)
            read.append(pair)
    digits = max((have for _, have in known.values()), default=0)
    return Numbers([value * 10 ** (digits - have) for value, have in read], digits)


def _read(row: Row, index: int, what: str) -> tuple[int, int]:
    try:
        pair = decimals.read(row.words[index])
    except decimals.NotANumberError as error:
        raise row.error(index, error.found, error.expected) from None
    if pair[0] < 0:
        raise row.error(index, f"{what} is {row.words[index][:20]}", "0 or more")
    return pair


def place_of(rows: Sequence[Row], index: int) -> tuple[Row, int]:
    """The row and the index in it of a word, counted over all rows from 0; behind the last one if there are fewer."""
    for row in rows:
        if index < len(row.words):
            return row, index
        index -= len(row.words)
    return rows[-1], len(rows[-1].words)
