"""Arrays of rows as they stand in a text: `[[1, 2], [2, 1]]`, or MiniZinc's `[| 1, 2 | 2, 1 |]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.text.fields import Field, Places
from puzzles.text.quoting import quoted

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\[\||\|\]|[\[\]|,]|[^\s\[\]|,]+')
SIGNS = ("[", "]", ",", "[|", "|]", "|")


class Array(NamedTuple):
    """Rows of fields, and the index behind the closing bracket."""

    rows: list[list[Field]]
    end: int


def read_array(places: Places, offset: int, most: int, *, may_be_empty: bool = False) -> Array:
    """The array whose `[` or `[|` stands at the offset, at most `most` of at most `most` fields.

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
            return Array(rows, match.end())
        elif bars and at.text == "]" and wants_value and len(rows) > 1 and not rows[-1]:
            return Array(rows[:-1], match.end())  # `|` and `]` on two lines
        elif bars and at.text == "|" and rows[-1]:
            limit(len(rows), "rows", at)
            rows.append([])
            wants_value = True
        elif not bars and at.text == closing and depth and (not wants_value or (depth == 2 and not rows[-1])):
            if depth == 2 and not rows[-1]:
                raise at.error("a row without a value", "a number")
            depth, wants_value = depth - 1, False
            if depth == 0:
                return Array(rows, match.end())
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


MINIZINC = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*")
"""A name that is assigned in MiniZinc data."""
_ENDS = re.compile(r"[;\s]|\Z")
_BETWEEN = re.compile(r"\A[;\s]+")


class Assigned(NamedTuple):
    """A name, and the rows of the array that is assigned to it, or a row of one field for another value."""

    name: Field
    rows: list[list[Field]]
    is_array: bool


def blanked(pattern: str, text: str) -> str:
    """The text with spaces for what the pattern matches, so that places stay."""
    return re.sub(pattern, lambda found: " " * len(found.group()), text)


def assigned(
    places: Places, name: re.Pattern[str], most: int, expected: str, *, may_be_empty: bool = False
) -> Iterator[Assigned]:
    """All that is assigned, behind what `name` matches; PuzzleError for another text. Arrays as of `read_array`."""
    text = places.text
    at = len(text) - len(text.lstrip())
    while at < len(text):
        found = name.match(text, at)
        if not found:
            word = places.field(text[at:].split(None, 1)[0], at)
            raise word.error(f"found {quoted(word.text)}", expected)
        is_array = text.startswith("[", found.end())
        if is_array:
            rows, end = read_array(places, found.end(), most, may_be_empty=may_be_empty)
        else:
            end = next(_ENDS.finditer(text, found.end())).start()
            rows = [[places.field(text[found.end() : end], found.end())]]
        yield Assigned(places.field(found[1], found.start(1)), rows, is_array)
        at = len(text) - len(_BETWEEN.sub("", text[end:]))


_BRACKETED = re.compile(
    r"\s*(?:[A-Za-z_]\w*\s*=\s*)?(?:(?:[A-Za-z_]\w*\.)*[a-z]+\s*(?=[(]))?[\[({][\[({\s]*(?:[\"']|[+-]?\.?[0-9]|(?:null|None|nan|NaN)\b)"
)
EMPTY = ("null", "None", "nan", "NaN")
"""What JSON, Python and NumPy write for an empty cell."""
_PIECE = re.compile(
    r"(?P<blank>\s+)|(?P<left>dtype\s*=\s*[^,)\s]+|[A-Za-z_]\w*\s*=\s*(?=[A-Za-z\[({]))"
    r"|(?P<open>(?:(?:[A-Za-z_]\w*\.)*(?:array|asarray|matrix|tuple|list)\s*)?\(|[\[{])|(?P<close>[\])}])"
    r"|(?P<comma>,)|(?P<ends>;)|(?P<word>\"[^\"]*\"|'[^']*'|[^\s\[\](){},;\"']+|[\"'])"
)
_CLOSING = {"[": "]", "(": ")", "{": "}"}


def depth_of(text: str) -> int:
    """How many more brackets the text opens than it closes."""
    return sum(map(text.count, "[({")) - sum(map(text.count, "])}"))


def is_bracketed(lines: Sequence[Field]) -> bool:
    """Whether one of the first two lines begins with a row of numbers in brackets, perhaps below brackets alone."""
    texts = [line.text for line in lines[:3]]
    if texts and texts[0].strip() in ("[", "[["):
        texts = ["".join(texts)]
    return any(map(_BRACKETED.match, texts[:2]))


@dataclass(slots=True)
class _Bracket:
    """An open bracket, or a line outside of all: its values since the last row; whether rows or a comma came last."""

    at: Field
    row: list[Field] = field(default_factory=list)
    rows: bool = False
    comma: bool = False

    def ended(self) -> list[list[Field]]:
        """Its row, which begins anew, if it has values."""
        if self.row and self.rows:
            raise self.row[0].error("a value beside rows", "values within the brackets of a row")
        row, self.row = self.row, []
        return [row] if row else []


def bracketed_rows(lines: Sequence[Field], most: int, empty: Sequence[str] = EMPTY) -> list[list[Field]]:
    """The rows in the innermost brackets, and the words of each line outside of all; at most `most` of a row are kept.

    As Python, NumPy, JSON and MATLAB print matrices: commas or blanks separate values, commas, semicolons or line
    breaks rows; `name =`, `array( )` and a dtype are passed over. PuzzleError if the brackets do not match.
    """
    rows: list[list[Field]] = []
    opened: list[_Bracket] = []
    for line in lines:
        bare = _Bracket(line)
        for found in _PIECE.finditer(line.text):
            at, kind = line.part(found.group(), found.start()), found.lastgroup
            inside = opened[-1] if opened else bare
            if kind == "open":
                inside.rows, inside.comma = inside is not bare, False
                opened.append(_Bracket(at._replace(text=at.text[-1])))
            elif kind == "close":
                wanted = _CLOSING[inside.at.text] if opened else ""
                if at.text != wanted:
                    raise at.error(f"found {quoted(at.text)}", quoted(wanted) if wanted else "a row")
                rows += opened.pop().ended()
            elif kind == "ends":
                rows += inside.ended()
            elif kind == "comma":
                if inside.comma or not (inside.row or inside.rows or inside is bare):
                    raise at.error("found ','", "a value before it")
                inside.comma = True
            elif kind == "word":
                inside.comma = False
                whole = len(at.text) > 1 and at.text[0] in "\"'"
                if len(inside.row) < most:
                    at = at._replace(text="") if at.text in empty else at
                    inside.row.append(at.part(at.text[1:-1].replace("\\\\", "\\").strip(), 1) if whole else at)
        rows += bare.ended()
    if opened:
        at = opened[-1].at
        raise at.error("a bracket that is not closed", quoted(_CLOSING[at.text]))
    return rows
