"""TSPLIB's text with LKH's sections of time windows: matrices and coordinates; read and written.

G. Reinelt, TSPLIB 95; K. Helsgaun, LKH-3, An Extension of the LKH TSP Solver (2017), for the sections of time windows.
A text has keywords with a value, and sections with rows of numbers. Nodes are counted from 1 there, the depot is node
1. Service times are not part of the matrix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import ge, gt, le, lt

from puzzles.errors import PuzzleError
from puzzles.text import reading
from puzzles.text.fields import Field
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.tsptw.formats.rows import (
    EXACT,
    EXACT_DIGITS,
    METRICS,
    ROUNDED,
    Numbers,
    Row,
    clock_note,
    coordinate_of,
    distances,
    exact,
    instance,
    matrix_lines,
    place_of,
    plainly,
    times_of,
)
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, OBJECTIVES, TsptwPuzzle

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
        if name == "EOF":  # some programs put further sections behind it
            section = None
            continue
        if name in SECTIONS:
            if name in found.sections:
                raise row.error(0, f"a second {name}", "one")
            if head and head.group(3):
                raise row.error(1, f"found {quoted(head.group(3))} after {name}", "its numbers on the lines below")
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


FORMATS: dict[str, Callable[[int, int], bool]] = {
    "FULL_MATRIX": lambda row, column: True,
    "UPPER_ROW": lt,
    "LOWER_ROW": gt,
    "UPPER_DIAG_ROW": le,
    "LOWER_DIAG_ROW": ge,
    "UPPER_COL": gt,  # column by column: as the other triangle row by row
    "LOWER_COL": lt,
    "UPPER_DIAG_COL": ge,
    "LOWER_DIAG_COL": le,
}
"""Which entries each format lists, by row and column."""


def explicit(section: Section, layout: str, n: int) -> Numbers:
    """The n * n entries of an EDGE_WEIGHT_SECTION, row by row; PuzzleError if there are too many or too few."""
    is_listed = FORMATS[layout]
    entries = [(i, j) for i in range(n) for j in range(n) if is_listed(i, j)]
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


_OBJECTIVE = re.compile(r".*\bobjective (cost|makespan)\b.*")


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    parts = parts_of(text)
    _check_kind(parts)
    n = _dimension(parts)
    _weight_type(parts)
    points = _points(parts, n)
    travel = _travel(parts, n, points)
    windows = parts.section("TIME_WINDOW_SECTION")
    rows = _by_node(windows, n, 2, "window")
    times = times_of(rows, 1, 2, "a time", clock=True)
    service = _service(parts, n)
    _check_depot(parts)
    comment = parts.keywords.get("COMMENT")
    objective = _OBJECTIVE.fullmatch(comment.text) if comment else None
    others = {
        "coordinates": points,
        "name": cleaned(parts.keywords["NAME"].text) if "NAME" in parts.keywords else "",
        "objective": objective.group(1) if objective else OBJECTIVES[0],
        "note": "; ".join(filter(None, (clock_note(times.unit), _exact_note(parts)))),
    }
    return instance(travel, times, service, lambda node: (rows[node], 2), 1, **others)


def _exact_note(parts: Parts) -> str:
    kind, asked = parts.keywords.get("EDGE_WEIGHT_TYPE"), reading.asked()
    digits = asked.decimals if asked else EXACT_DIGITS
    return f"distances are Euclid's, rounded to {digits} decimals" if kind and kind.text.upper() == EXACT else ""


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None) -> str:
    """The instance, and the tour in a TOUR_SECTION; EUC_2D or CEIL_2D where the coordinates give the matrix."""
    n, unit = puzzle.n, 10**puzzle.digits
    lines = [f"NAME : {cleaned(puzzle.name)}"] if cleaned(puzzle.name) else []
    if puzzle.objective != OBJECTIVES[0]:
        lines.append(f"COMMENT : objective {puzzle.objective}")
    plane = [
        name
        for name, rounded in ROUNDED.items()
        if puzzle.coordinates and list(puzzle.travel) == [one * unit for one in distances(puzzle.coordinates, rounded)]
    ]
    lines += ["TYPE : TSPTW", f"DIMENSION : {n}", f"EDGE_WEIGHT_TYPE : {[*plane, 'EXPLICIT'][0]}"]
    if not plane:
        lines.append("EDGE_WEIGHT_FORMAT : FULL_MATRIX")
        lines += ["DISPLAY_DATA_TYPE : TWOD_DISPLAY"] if puzzle.coordinates else []
    if puzzle.coordinates:
        lines.append("NODE_COORD_SECTION" if plane else "DISPLAY_DATA_SECTION")
        lines += [f"{node} {plainly(x)} {plainly(y)}" for node, (x, y) in enumerate(puzzle.coordinates, start=1)]
    if not plane:
        lines += ["EDGE_WEIGHT_SECTION", *matrix_lines(puzzle)]
    if any(puzzle.service):
        lines.append("SERVICE_TIME_SECTION")
        lines += [f"{node} {puzzle.shown(time)}" for node, time in enumerate(puzzle.service, start=1)]
    lines.append("TIME_WINDOW_SECTION")
    for node, bounds in enumerate(zip(puzzle.earliest, puzzle.latest, strict=True), start=1):
        lines.append(" ".join([str(node), *map(puzzle.shown, bounds)]))
    lines += ["DEPOT_SECTION", "1", "-1"]
    if board:
        lines += ["TOUR_SECTION", *(str(node + 1) for node in (0, *board)), "-1"]
    return "\n".join([*lines, "EOF"]) + "\n"


def _check_kind(parts: Parts) -> None:
    kind = parts.keywords.get("TYPE")
    named = kind.text.upper().split()[:1] if kind else []
    if kind and named == ["TOUR"]:
        raise kind.error("this is a tour without its instance", "an instance; a tour is for --board")
    if kind and named not in (["TSPTW"], ["TSP"], ["ATSP"]):
        raise kind.error(f"TYPE is {quoted(kind.text)}", "TSPTW, TSP or ATSP")
    for name in ("VEHICLES", "SALESMEN"):
        if name in parts.keywords and parts.keywords[name].text != "1":
            raise parts.keywords[name].error(f"{name} is {quoted(parts.keywords[name].text)}", "1")


def _dimension(parts: Parts) -> int:
    found = parts.keyword("DIMENSION")
    if not re.fullmatch(r"[0-9]{1,9}", found.text):
        raise found.error(f"DIMENSION is {quoted(found.text)}", "a whole number")
    n = int(found.text)
    if not FEWEST_NODES <= n <= MOST_NODES:
        raise found.error(f"DIMENSION is {n:,}", f"{FEWEST_NODES} to {MOST_NODES:,}")
    return n


def _weight_type(parts: Parts) -> Field:
    """The EDGE_WEIGHT_TYPE; PuzzleError for one that is not read."""
    if "EDGE_WEIGHT_TYPE" not in parts.keywords and "EDGE_WEIGHT_SECTION" in parts.sections:
        return Field("EXPLICIT")  # LKH's own files have the matrix without that line
    kind = parts.keyword("EDGE_WEIGHT_TYPE")
    if kind.text.upper() not in ("EXPLICIT", *ROUNDED, *METRICS, EXACT):
        expected = f"EXPLICIT, {', '.join((*ROUNDED, *METRICS))} or {EXACT}"
        raise kind.error(f"EDGE_WEIGHT_TYPE is {quoted(kind.text)}", expected)
    return kind


def _travel(parts: Parts, n: int, points: Sequence[tuple[float, float]]) -> Numbers:
    kind = _weight_type(parts)
    name = kind.text.upper()
    if name in (*ROUNDED, *METRICS, EXACT):
        if "NODE_COORD_SECTION" not in parts.sections:
            raise kind.error(f"EDGE_WEIGHT_TYPE is {name}", "a NODE_COORD_SECTION with it")
        if name == EXACT:
            asked = reading.asked()
            return exact(points, asked.taken() if asked else EXACT_DIGITS)
        if name in METRICS:
            measured = METRICS[name]
            return Numbers([measured(*one, *other) if one != other else 0 for one in points for other in points], 0)
        return Numbers(distances(points, ROUNDED[name]), 0)
    layout = parts.keywords.get("EDGE_WEIGHT_FORMAT", Field("FULL_MATRIX"))
    if layout.text.upper() not in FORMATS:
        raise layout.error(f"EDGE_WEIGHT_FORMAT is {quoted(layout.text)}", ", ".join(FORMATS))
    return explicit(parts.section("EDGE_WEIGHT_SECTION"), layout.text.upper(), n)


def _service(parts: Parts, n: int) -> Numbers:
    """Each node's service time: of the section, or that of SERVICE_TIME at every node but the depot."""
    if "SERVICE_TIME_SECTION" in parts.sections:
        rows = _by_node(parts.sections["SERVICE_TIME_SECTION"], n, 1, "service time")
        return times_of(rows, 1, 1, "a service time")
    keyword = parts.keywords.get("SERVICE_TIME")
    if keyword is None:
        return Numbers([0] * n, 0)
    row = Row(keyword.line, " " * (keyword.column - 1) + keyword.text, [keyword.text])
    one = times_of([row], 0, 1, "SERVICE_TIME")
    return Numbers([0, *one.values * (n - 1)], one.digits)


def _points(parts: Parts, n: int) -> tuple[tuple[float, float], ...]:
    for name in ("NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"):
        if name in parts.sections:
            rows = _by_node(parts.sections[name], n, 2, "pair of coordinates")
            return tuple((coordinate_of(row, 1), coordinate_of(row, 2)) for row in rows)
    return ()


def _by_node(section: Section, n: int, width: int, what: str) -> list[Row]:
    """The section's rows in order of their nodes, each with `width` words behind the node; PuzzleError otherwise."""
    found: dict[int, Row] = {}
    rows = section.rows
    if rows and rows[-1].words == ["-1"]:  # LKH ends some sections so
        rows = rows[:-1]
    for row in rows:
        node = row.whole(0, f"a node, 1 to {n}")
        if not 1 <= node <= n:
            raise row.error(0, f"there is no node {node}", f"1 to {n}")
        if node in found:
            raise row.error(0, f"a second {what} of node {node}, first on line {found[node].line}", "one a node")
        if len(row.words) != width + 1:
            found_words = f"the {what} of node {node} has {counted(len(row.words), 'number')} on its line"
            raise row.error(min(len(row.words), width + 1), found_words, f"{width + 1}, the node first")
        found[node] = row
    for node in range(1, n + 1):
        if node not in found:
            last = section.rows[-1] if section.rows else section.head
            raise last.error(len(last.words), f"node {node} has no {what}", f"{n:,} lines, one a node")
    return [found[node] for node in range(1, n + 1)]


def _check_depot(parts: Parts) -> None:
    section = parts.sections.get("DEPOT_SECTION")
    if section is None:
        return
    words = [(row, index) for row in section.rows for index in range(len(row.words))]
    for place, (row, index) in enumerate(words):
        node = row.whole(index, "the depot, 1, then -1")
        if place > 1 or node != (1, -1)[place]:
            raise row.error(index, f"the depot is node {node}" if place == 0 else f"found {node}", "1, then -1")
    if not words:
        raise PuzzleError("DEPOT_SECTION is empty", "1, then -1", line=section.head.line)
