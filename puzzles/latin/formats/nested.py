"""Arrays of numbers inside a larger text, with places: `[[1, 2], [2, 1]]` and `[| 1, 2 | 2, 1 |]`."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from puzzles.errors import PuzzleError
from puzzles.latin.formats.cells import Field, shown
from puzzles.latin.puzzle import MAX_ORDER

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\[\||\|\]|[\[\]|,]|[^\s\[\]|,]+')


class Source:
    """A text that tells the line and column of any offset in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def field(self, word: str, offset: int) -> Field:
        """The word, with the line and column of its offset."""
        line = bisect_right(self._starts, min(offset, len(self.text)))
        return Field(word, line, offset - self._starts[line - 1] + 1)

    def end(self) -> Field:
        """The place just behind the last character that is not white space."""
        return self.field("", len(self.text.rstrip()))


def read_brackets(source: Source, offset: int) -> list[list[Field]]:
    """The rows of the array of arrays whose `[` stands at the offset; PuzzleError if it is damaged."""
    rows: list[list[Field]] = []
    depth, wants_value, opened = 0, True, source.field("[", offset)
    for match in TOKEN.finditer(source.text, offset):
        at = source.field(match.group(), match.start())
        if at.text == "[" and depth < 2 and wants_value:
            depth += 1
            if depth == 2:
                rows.append([])
                _require_room(len(rows), "rows", at)
        elif at.text == "]" and depth and (not wants_value or (depth == 2 and not rows[-1])):
            if depth == 2 and not rows[-1]:
                raise PuzzleError("a row without a value", "a number", line=at.line, column=at.column)
            depth -= 1
            wants_value = False
            if depth == 0:
                return rows
        elif at.text == "," and not wants_value:
            wants_value = True
        elif depth == 2 and wants_value and at.text not in ("[", "]", ",", "[|", "|]", "|"):
            rows[-1].append(at)
            _require_room(len(rows[-1]), "numbers in a row", at)
            wants_value = False
        else:
            expected = ("a row in [ ]", "a number")[depth == 2] if wants_value else "',' or ']'"
            raise PuzzleError(f"{shown(at.text)} in the array", expected, line=at.line, column=at.column)
    raise _open_ended(source, opened, "]")


def read_bars(source: Source, offset: int) -> list[list[Field]]:
    """The rows of the array whose `[|` stands at the offset; PuzzleError if it is damaged."""
    rows: list[list[Field]] = [[]]
    wants_value, opened = True, source.field("[|", offset)
    for match in TOKEN.finditer(source.text, offset + 2):
        at = source.field(match.group(), match.start())
        if at.text == "|]":
            if not rows[-1]:
                rows.pop()
            if not rows:
                raise PuzzleError("an array without a row", "a number", line=at.line, column=at.column)
            return rows
        if at.text == "|" and rows[-1]:
            rows.append([])
            _require_room(len(rows) - 1, "rows", at)
            wants_value = True
        elif at.text == "," and not wants_value:
            wants_value = True
        elif wants_value and at.text not in ("[", "]", ",", "[|", "|"):
            rows[-1].append(at)
            _require_room(len(rows[-1]), "numbers in a row", at)
            wants_value = False
        else:
            expected = "a number" if wants_value else "',' or '|'"
            raise PuzzleError(f"{shown(at.text)} in the array", expected, line=at.line, column=at.column)
    raise _open_ended(source, opened, "|]")


def _require_room(number: int, what: str, at: Field) -> None:
    if number > MAX_ORDER:
        raise PuzzleError(f"more than {MAX_ORDER} {what}", f"at most {MAX_ORDER}", line=at.line, column=at.column)


def _open_ended(source: Source, opened: Field, closing: str) -> PuzzleError:
    end = source.end()
    found = f"the text ends inside the array that begins on line {opened.line}, column {opened.column}"
    return PuzzleError(found, f"{closing!r}", line=end.line, column=end.column)
