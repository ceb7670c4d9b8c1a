"""The fields of a text, each with its line and column, and the refusal of ragged rows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.kakuro.puzzle import LARGEST_SIDE


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its text without surrounding blanks, and its 1-based place."""

    text: str
    line: int
    column: int

    def error(self, found: str, expected: str) -> PuzzleError:
        """A PuzzleError at this field."""
        return PuzzleError(found, expected, line=self.line, column=self.column)

    def number(self, expected: str) -> int:
        """The field as a whole number of at most 6 digits; PuzzleError otherwise."""
        if not re.fullmatch(r"[0-9]{1,6}", self.text):
            raise self.error(f"found {shown(self.text)}", expected)
        return int(self.text)


def shown(text: str) -> str:
    """The text quoted for a message, cut to some 20 characters."""
    return repr(text if len(text) <= 20 else text[:17] + "...")


class Places:
    """Lines and columns of one text, looked up by index."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def at(self, index: int) -> tuple[int, int]:
        """The 1-based line and column of the character at the index."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1


def split(line: str, number: int, separator: str | None, offset: int = 0) -> list[Field]:
    """The line's fields. `separator` is one character, or None for runs of blanks (then no field is empty).

    `offset` is added to the columns, for a line that begins further right in the text.
    """
    if separator is None:
        words = re.finditer(r"\S+", line)
        fields = [Field(word.group(), number, offset + word.start() + 1) for word in words]
        return _not_too_many(fields, number)
    fields = []
    start = offset
    for part in line.split(separator):
        blank = len(part) - len(part.lstrip())
        column = start + 1 + (blank if part.strip() else 0)
        fields.append(Field(part.strip(), number, column))
        start += len(part) + len(separator)
    return _not_too_many(fields, number)


def used_lines(text: str, comments: Sequence[str] = ()) -> list[tuple[int, str]]:
    """(line number, line) of the lines that are neither blank nor, by their first characters, comments."""
    marks = tuple(comments)
    used = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    return [(n, line) for n, line in used if not (marks and line.lstrip().startswith(marks))]


def check_widths(rows: Sequence[Sequence[Field]], width: int | None = None) -> None:
    """Raises PuzzleError at the first row that has not `width` fields (default: as many as the first row)."""
    wanted = len(rows[0]) if width is None else width
    for number, row in enumerate(rows, start=1):
        if len(row) != wanted:
            at = row[wanted] if len(row) > wanted else row[-1]
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise at.error(f"row {number} has {cells}", f"{wanted}")


def _not_too_many(fields: list[Field], number: int) -> list[Field]:
    if len(fields) > LARGEST_SIDE:
        raise fields[LARGEST_SIDE].error(f"line {number} has {len(fields)} cells", f"at most {LARGEST_SIDE}")
    return fields
