"""Decimal numbers as exact integers: read from words, scaled to a common unit, and written again."""

from __future__ import annotations

import re
from decimal import Decimal

from puzzles.text.quoting import quoted
from puzzles.tsptw.puzzle import MOST_DIGITS

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
"""A number as files have it: 35, 35.0571, .5 and 1.5e+02."""

LONGEST_WORD = 40
"""Characters of a number. Longer ones hold no more than zeros that nobody needs."""


class NotANumberError(ValueError):
    """Why a word is no number that can be kept; `expected` says what would be."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(found)
        self.found = found
        self.expected = expected


def read(word: str) -> tuple[int, int]:
    """(value, digits): the number is value / 10**digits, with no more digits than it needs, at most MOST_DIGITS."""
    if not NUMBER.fullmatch(word) or len(word) > LONGEST_WORD:
        raise NotANumberError(f"found {quoted(word)}", "a number")
    if "e" in word or "E" in word:
        word = f"{Decimal(word):f}"
    whole, _, part = word.partition(".")
    part = part.rstrip("0")
    if len(part) > MOST_DIGITS:
        raise NotANumberError(f"{quoted(word)} has {len(part)} decimals", f"at most {MOST_DIGITS}")
    return int(f"{whole}{part}"), len(part)


def shown(value: int, digits: int) -> str:
    """The number value / 10**digits in the fewest characters, such as `35.5`, exactly."""
    if digits == 0:
        return str(value)
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, part = divmod(value, 10**digits)
    decimals = str(part).rjust(digits, "0").rstrip("0")
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"
