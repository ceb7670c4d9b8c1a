"""Arrays of rows as they stand in a text: `[[1, 2], [2, 1]]`, or MiniZinc's `[| 1, 2 | 2, 1 |]`."""

from __future__ import annotations

import re

from puzzles.text.fields import Field, Places
from puzzles.text.quoting import quoted

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\[\||\|\]|[\[\]|,]|[^\s\[\]|,]+')
SIGNS = ("[", "]", ",", "[|", "|]", "|")


def read_array(places: Places, offset: int, most: int, *, may_be_empty: bool = False) -> list[list[Field]]:
    """The rows of the array whose `[` or `[|` stands at the offset, at most `most` of at most `most` fields.

    PuzzleError, at the place, if the array is damaged, or has no row unless `may_be_empty`. Fields are not looked at.
    """
    bars = places.text.startswith("[|", offset)
    opening, closing, ends_row = ("[|", "|]", "|") if bars else ("[", "]", "]")
    opened = places.field(opening, offset)
    rows: list[list[Field]] = []
    depth, wants_value = 0, True

    def limit(number: int, what: str, at: Field) -> None:
        if number > most:
            raise at.error(f"more than {most} {what}", f"at most {most}")

    for match in TOKEN.finditer(places.text, offset):
        at = places.field(match.group(), match.start())
        if wants_value and at.text == opening and depth < (1 if bars else 2):
            depth = 2 if bars else depth + 1
            if depth == 2:
                rows.append([])
                limit(len(rows), "rows", at)
        elif bars and at.text == closing:
            rows = rows if rows[-1] else rows[:-1]
            if not rows and not may_be_empty:
                raise at.error("an array without a row", "a number")
            return rows
        elif bars and at.text == "|" and rows[-1]:
            limit(len(rows), "rows", at)
            rows.append([])
            wants_value = True
        elif not bars and at.text == closing and depth and (not wants_value or (depth == 2 and not rows[-1])):
            if depth == 2 and not rows[-1]:
                raise at.error("a row without a value", "a number")
            depth, wants_value = depth - 1, False
            if depth == 0:
                return rows
        elif at.text == "," and not wants_value:
            wants_value = True
        elif depth == 2 and wants_value and at.text not in SIGNS:
            rows[-1].append(at)
            limit(len(rows[-1]), "numbers in a row", at)
            wants_value = False
        else:
            expected = ("a row in [ ]", "a number")[depth == 2] if wants_value else f"',' or '{ends_row}'"
            raise at.error(f"{quoted(at.text)} in the array", expected)
    found = f"the text ends inside the array that begins on line {opened.line}, column {opened.column}"
    raise places.end().error(found, f"{closing!r}")
