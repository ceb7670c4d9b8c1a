"""A TSPLIB text in its parts: keywords with a value, and sections with rows of numbers.

G. Reinelt, TSPLIB 95; K. Helsgaun, LKH-3, An Extension of the LKH TSP Solver (2017), for the sections of time windows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field
from puzzles.text.quoting import counted, quoted
from puzzles.tsptw.formats.rows import Numbers, Row, place_of, times_of

KEYWORDS = (
    *("NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "EDGE_DATA_FORMAT"),
    *("NODE_COORD_TYPE", "DISPLAY_DATA_TYPE", "SERVICE_TIME", "VEHICLES", "SALESMEN"),
)
SECTIONS = (
    *("NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION", "DISPLAY_DATA_SECTION", "TIME_WINDOW_SECTION"),
    *("SERVICE_TIME_SECTION", "DEPOT_SECTION", "TOUR_SECTION"),
)
"""What is read. Any other keyword may change what the instance means, so it is refused."""

_HEAD = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(:?)\s*(.*)")
_GAP = r"[ \t\r]*"  # no line break: a text of nothing else would be read again from each of its lines
_MARK = re.compile(
    rf"^{_GAP}(?:DIMENSION{_GAP}:|EDGE_WEIGHT_TYPE{_GAP}:|TYPE{_GAP}:{_GAP}[A-Z]+{_GAP}$|"
    rf"[A-Z_]+_SECTION{_GAP}(?::{_GAP})?$)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section's rows, and the row that it begins with."""

    head: Row
    rows: list[Row] = field(default_factory=list)

    @property
    def last(self) -> Row:
        """Its last row, the head if it has no other."""
        return self.rows[-1] if self.rows else self.head


@dataclass(slots=True)
class Parts:
    """A whole text; of each keyword its value."""

    keywords: dict[str, Field] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)
    last: int = 1

    def keyword(self, name: str) -> Field:
        """The keyword; PuzzleError if the text does not have it."""
        if name not in self.keywords:
            raise PuzzleError(f"there is no {name}", f"a line {name} : ...", line=self.last)
        return self.keywords[name]

    def section(self, name: str) -> Section:
        """The section; PuzzleError if the text does not have it."""
        if name not in self.sections:
            raise PuzzleError(f"there is no {name}", "that section", line=self.last)
        return self.sections[name]


def likeness(text: str) -> float:
    """0.98 if two different lines are such as TSPLIB's texts begin their parts with, 0.5 if one is; else 0."""
    marks = {found.group().strip().upper() for found in _MARK.finditer(text)}
    return (0.0, 0.5, 0.98)[min(len(marks), 2)]


def parts_of(text: str) -> Parts:
    """The text's keywords and sections; PuzzleError for others than are read, and for what comes twice."""
    found = Parts()
    section: Section | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        row = Row(number, line, words)
        found.last = number
        if not words[0][0].isalpha():
            if section is None:
                raise row.error(0, f"found {quoted(words[0])}", "a keyword")
            section.rows.append(row)
            continue
        head = _HEAD.fullmatch(line.strip())
        name = head.group(1).upper() if head else ""
        if name == "EOF":
            break
        if name in SECTIONS:
            if name in found.sections:
                raise row.error(0, f"a second {name}", "one")
            if head and head.group(3):
                raise row.error(1, f"found {quoted(head.group(3))} behind {name}", "its numbers on the lines below")
            section = found.sections[name] = Section(row)
        elif head and name in KEYWORDS and (head.group(2) or head.group(3)):
            if name in found.keywords and name != "COMMENT":
                raise row.error(0, f"a second {name}", "one")
            value = head.group(3)
            found.keywords.setdefault(name, Field(value, number, len(line.rstrip()) - len(value) + 1))
            section = None
        else:
            expected = "a keyword of TSPLIB or LKH that an instance of one salesman with time windows needs"
            raise row.error(0, f"found {quoted(words[0])}", expected)
    return found


Points = Sequence[tuple[float, float]]


def _upper(n: int, diagonal: int) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(n) for j in range(i + diagonal, n))


def _lower(n: int, diagonal: int) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(n) for j in range(i + 1 - diagonal))


FORMATS: dict[str, Callable[[int], Iterator[tuple[int, int]]]] = {
    "FULL_MATRIX": lambda n: ((i, j) for i in range(n) for j in range(n)),
    "UPPER_ROW": lambda n: _upper(n, 1),
    "LOWER_ROW": lambda n: _lower(n, 1),
    "UPPER_DIAG_ROW": lambda n: _upper(n, 0),
    "LOWER_DIAG_ROW": lambda n: _lower(n, 0),
    "UPPER_COL": lambda n: _lower(n, 1),  # column by column: as the other triangle row by row
    "LOWER_COL": lambda n: _upper(n, 1),
    "UPPER_DIAG_COL": lambda n: _lower(n, 0),
    "LOWER_DIAG_COL": lambda n: _upper(n, 0),
}
"""The entries that each format lists, in its order."""


def explicit(section: Section, layout: str, n: int) -> Numbers:
    """The n * n entries of an EDGE_WEIGHT_SECTION, row by row; PuzzleError if there are too many or too few."""
    entries = list(FORMATS[layout](n))
    count = sum(len(row.words) for row in section.rows)
    if count != len(entries):
        raise _miscounted(section, layout, n, count, len(entries))
    listed = times_of(section.rows, 0, len(entries), "a number")
    if layout == "FULL_MATRIX":
        return listed
    values = [0] * (n * n)
    for (i, j), value in zip(entries, listed.values, strict=True):
        values[i * n + j] = values[j * n + i] = value
    return Numbers(values, listed.digits, listed.largest)


ROUNDED: dict[str, Callable[[float], int]] = {"EUC_2D": lambda length: int(length + 0.5), "CEIL_2D": math.ceil}
"""The EDGE_WEIGHT_TYPEs that are computed from NODE_COORD_SECTION: nint, which is int(d + 0.5), and up (2.1, 2.5)."""


def distances(points: Points, rounded: Callable[[float], int]) -> list[int]:
    """The matrix of the distances in the plane, row by row."""
    return [rounded(math.sqrt((x - u) * (x - u) + (y - v) * (y - v))) for x, y in points for u, v in points]


def _miscounted(section: Section, layout: str, n: int, count: int, wanted: int) -> PuzzleError:
    """At the first row that is not as long as the others, if the matrix is written row by row; else where it ends."""
    widths = [len(row.words) for row in section.rows]
    if layout == "FULL_MATRIX" and 2 * widths.count(n) >= len(widths) > 0:
        for number, row in enumerate(section.rows[:n], start=1):
            if len(row.words) != n:
                found = f"row {number} of the matrix has {counted(len(row.words), 'number')}"
                return row.error(min(n, len(row.words)), found, f"{n}, as DIMENSION says")
    row, index = place_of(section.rows, wanted) if section.rows else (section.head, 1)
    return row.error(index, f"EDGE_WEIGHT_SECTION has {count:,} numbers", f"{wanted:,} for {layout} of {n} nodes")
