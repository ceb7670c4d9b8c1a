"""A TSPLIB text in its parts: keywords with a value, and sections with rows of numbers.

G. Reinelt, TSPLIB 95; K. Helsgaun, LKH-3, An Extension of the LKH TSP Solver (2017), for the sections of time windows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from puzzles.errors import PuzzleError
from puzzles.tsptw.decimals import quoted
from puzzles.tsptw.formats.rows import Row

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
_GAP = r"[ \t\r]*"  # no line break: a text of nothing else would be gone through again from each of its lines
_MARK = re.compile(
    rf"^{_GAP}(?:DIMENSION{_GAP}:|EDGE_WEIGHT_TYPE{_GAP}:|TYPE{_GAP}:{_GAP}[A-Z]+{_GAP}$|"
    rf"[A-Z_]+_SECTION{_GAP}(?::{_GAP})?$)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword's value and its place."""

    value: str
    row: Row

    def error(self, found: str, expected: str) -> PuzzleError:
        """A PuzzleError at the value."""
        at = len(self.row.text.rstrip()) - len(self.value) + 1
        return PuzzleError(found, expected, line=self.row.line, column=at)


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
    """A whole text."""

    keywords: dict[str, Keyword] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)
    last: int = 1

    def keyword(self, name: str) -> Keyword:
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
            found.keywords.setdefault(name, Keyword(head.group(3), row))
            section = None
        else:
            expected = "a keyword of TSPLIB or LKH that an instance of one salesman with time windows needs"
            raise row.error(0, f"found {quoted(words[0])}", expected)
    return found
