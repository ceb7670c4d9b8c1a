"""A run of letters from a text that knows where each of them stood, for errors that name line and column."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from puzzles.errors import PuzzleError


@dataclass(frozen=True, slots=True)
class Span:
    """Letters, and where they stood: (index of a piece's first letter, line, column), lines and columns from 1.

    A text wrapped over several lines has several pieces; without a piece the letters come from no text.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...] = ()

    @property
    def line(self) -> int:
        """The line of the first letter; 0 if it comes from no text."""
        return self.pieces[0][1] if self.pieces else 0

    def place(self, index: int) -> tuple[int, int]:
        """The line and column of the letter of that index, or just behind the last one; (0, 0) without a text."""
        if not self.pieces:
            return 0, 0
        start, line, column = self.pieces[max(bisect_right(self.pieces, (index, 1 << 62, 0)) - 1, 0)]
        return line, column + index - start

    def error(self, index: int, found: str, expected: str = "") -> PuzzleError:
        """A PuzzleError at the letter of that index, counted from 0."""
        line, column = self.place(index)
        return PuzzleError(found, expected, line=line, column=column)


def span(text: str, line: int, column: int) -> Span:
    """The letters of one place."""
    return Span(text, ((0, line, column),))


def joined(spans: Iterable[Span]) -> Span:
    """The letters of all, one after the other."""
    text, pieces, length = [], [], 0
    for one in spans:
        text.append(one.text)
        pieces += [(length + start, line, column) for start, line, column in one.pieces]
        length += len(one.text)
    return Span("".join(text), tuple(pieces))
