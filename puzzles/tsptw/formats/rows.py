"""A text's lines as words, each with its place, and the exact numbers that words hold, as integers of one unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field
from puzzles.text.quoting import quoted
from puzzles.tsptw.puzzle import MOST_DIGITS, TsptwPuzzle

LARGEST_COORDINATE = 1e15

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
"""A number as files have it: 35, 35.0571, .5 and 1.5e+02."""

LONGEST_WORD = 40
"""Characters of a number. Longer ones have useless zeros."""


MOST_WORDS = 1 << 30
"""More words than a line that is read can have."""


def read_number(word: str) -> tuple[int, int]:
    """(value, digits): the number is value / 10**digits, with no more digits than it needs, at most MOST_DIGITS.

    PuzzleError, without a place, for a word that is no such number.
    """
    if not NUMBER.fullmatch(word) or len(word) > LONGEST_WORD:
        raise PuzzleError(f"found {quoted(word)}", "a number")
    if "e" in word or "E" in word:
        word = f"{Decimal(word):f}"
    whole, _, part = word.partition(".")
    part = part.rstrip("0")
    if len(part) > MOST_DIGITS:
        raise PuzzleError(f"{quoted(word)} has {len(part)} decimals", f"at most {MOST_DIGITS}")
    digits = f"{whole}{part}"
    return int(digits if digits.strip("+-") else "0"), len(part)  # `.0` is a number


@dataclass(frozen=True, slots=True)
class Row:
    """One line that holds something: its number in the text, from 1, the line without its comment, and its words."""

    line: int
    text: str
    words: list[str]

    def field(self, index: int) -> Field:
        """The word with that index, whose place is only looked for here; the end of the line if there is none."""
        line = Field(self.text, self.line, 1)
        words = line.words(index + 1)  # of a line that is as long as the text, no more than needed
        return words[index] if index < len(words) else line.part("", len(self.text.rstrip()))

    def error(self, index: int, found: str, expected: str) -> PuzzleError:
        return self.field(index).error(found, expected)

    def whole(self, index: int, expected: str) -> int:
        """The word with that index as a whole number of at most 9 digits; PuzzleError otherwise."""
        if index >= len(self.words):
            raise self.error(index, "the line ends", expected)
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", self.words[index]):
            raise self.error(index, f"found {quoted(self.words[index])}", expected)
        return int(self.words[index])


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of one text as integers in units of 10**-digits, the most decimals that one of them needs.

    `largest`: where the largest of them stands; None if they were not read.
    """

    values: list[int]
    digits: int
    largest: tuple[Row, int] | None = None

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
    values = [value * 10 ** (digits - have) for value, have in read]
    return Numbers(values, digits, place_of(rows, values.index(max(values)), first, width) if values else None)


def located(error: PuzzleError, groups: Sequence[Numbers]) -> PuzzleError:
    """The error, at the largest of all numbers if it has no place yet: for numbers that are too large together."""
    placed = [one for one in groups if one.largest is not None and one.values]
    if error.line or not placed:
        return error
    row, index = max(placed, key=lambda one: Fraction(max(one.values), 10**one.digits)).largest or (Row(0, "", []), 0)
    return row.error(index, error.found, error.expected)


def _read(row: Row, index: int, what: str) -> tuple[int, int]:
    try:
        pair = read_number(row.words[index])
    except PuzzleError as error:
        raise row.error(index, error.found, error.expected) from None
    if pair[0] < 0:
        raise row.error(index, f"{what} is {row.words[index][:20]}", "0 or more")
    return pair


def place_of(rows: Sequence[Row], index: int, first: int = 0, width: int = MOST_WORDS) -> tuple[Row, int]:
    """The row and the index in it of a word, counted from 0 over the words `first` ... of all rows, `width` of each.

    Behind the last word if there are fewer.
    """
    for row in rows:
        count = len(row.words[first : first + width])
        if index < count:
            return row, first + index
        index -= count
    return rows[-1], len(rows[-1].words)


def plainly(value: float) -> str:
    """The coordinate in the fewest characters that give it back: 12 for 12.0."""
    return str(int(value)) if value.is_integer() else repr(value)


def matrix_lines(puzzle: TsptwPuzzle) -> list[str]:
    """The matrix, a row a line, in the file's units."""
    words = [puzzle.shown(value) for value in puzzle.travel]
    return [" ".join(words[start : start + puzzle.n]) for start in range(0, len(words), puzzle.n)]
