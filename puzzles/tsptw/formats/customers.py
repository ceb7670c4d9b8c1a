"""Nodes as rows of place, window and service time: da Silva and Urrutia's form of the TSPTW sets, Solomon's, tables.

R. F. da Silva, S. Urrutia, A General VNS heuristic for the traveling salesman problem with time windows, 2010; M. M.
Solomon, Algorithms for the vehicle routing and scheduling problems with time window constraints, 1987. In the former
the depot is customer 1 and a row of customer 999 ends the list, in the latter it is customer 0. A table with a header
(CSV) has the depot first. Service times are not part of the matrix.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.text import reading
from puzzles.text.fields import Field, lines_of
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.text.separated import Columns, header_names, table, with_point
from puzzles.tsptw.formats.rows import (
    Numbers,
    Points,
    Row,
    clock_note,
    coordinate_of,
    exact,
    fewest,
    instance,
    shortened,
    times_of,
)
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, TsptwPuzzle

COLUMNS: Columns = {
    "node": (
        "cust no",
        "cust",
        "customer",
        "customer no",
        "customer id",
        "id",
        "no",
        "number",
        "nr",
        "stop",
        "location",
    ),
    "x": ("xcoord", "x coord", "x coordinate", "coord x"),
    "y": ("ycoord", "y coord", "y coordinate", "coord y"),
    "demand": ("load", "quantity"),
    "opens": (
        *("ready time", "ready", "earliest", "open", "tw start", "start", "start time", "window start", "tw open"),
        *("time window start", "earliest time", "opening", "release", "tw early", "ready at", "from", "open time"),
    ),
    "closes": (
        *("due date", "due time", "due", "latest", "close", "tw end", "end", "end time", "window end", "tw close"),
        *("time window end", "latest time", "closing", "deadline", "tw late", "to", "until", "close time"),
    ),
    "service": ("service time", "duration", "service duration", "service times"),
}
"""The columns of a table, and what else they are called."""
NEEDED = ("x", "y", "opens", "closes")

_GAP = r"[^\w\n]"
_NAMES = {
    "node": rf"CUST(?:OMER)?{_GAP}*(?:NO|NR|ID|NUMBER)?\b\.?",
    "x": rf"X{_GAP}*COORD\w*\.?",
    "y": rf"Y{_GAP}*COORD\w*\.?",
    "demand": r"DEMAND",
    "opens": rf"READY{_GAP}*TIME",
    "closes": rf"DUE{_GAP}*(?:DATE|TIME)",
    "service": rf"SERVICE(?:{_GAP}*TIME)?",
}
_NAME = re.compile("|".join(rf"(?P<{name}>{pattern})" for name, pattern in _NAMES.items()), re.IGNORECASE)
_HEADER = re.compile(
    rf"^{_GAP}*{_NAMES['node']}{_GAP}+{_NAMES['x']}{_GAP}+{_NAMES['y']}(?![^\s]).*$", re.IGNORECASE | re.MULTILINE
)
_VEHICLES = re.compile(r"(?:VEHICLE|CUSTOMER)S?|NUMBER\s+CAPACITY|[0-9]+\s+[0-9.]+", re.IGNORECASE)
LAST = "999"
"""The customer that ends da Silva and Urrutia's lists."""


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The rows of the nodes, each with the words of `opens` and `closes`, and what else was read."""

    windows: list[Row]
    service: list[Row]
    points: Points
    rule: str
    name: str = ""
    note: str = ""


def likeness(text: str) -> float:
    """0.98 for a header as da Silva and Urrutia, or Solomon, have it, 0.9 for that of a table with windows; else 0."""
    head = text[:20_000]
    if _HEADER.search(head):
        return 0.98
    names = header_names(head, COLUMNS)
    if {"opens", "closes"} <= {*names}:
        return 0.9
    return 0.8 if {"x", "y"} <= {*names} else 0.0  # to name the missing column


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    header = _HEADER.search(text)
    nodes = _of_list(text, header) if header else _of_table(text)
    n = len(nodes.windows)
    if not FEWEST_NODES <= n <= MOST_NODES:
        raise PuzzleError(f"the text has {counted(n, 'node')}", f"{FEWEST_NODES} to {MOST_NODES:,}, the depot first")
    times = times_of(nodes.windows, 0, 2, "a time", clock=True)
    service = times_of(nodes.service, 0, 1, "a service time") if nodes.service else Numbers([0] * n, 0)
    travel, how = _travel(nodes.points, nodes.rule)
    note = "; ".join(filter(None, (how, nodes.note, clock_note(times.unit))))
    points = tuple(nodes.points)
    return instance(
        travel, times, service, lambda node: (nodes.windows[node], 1), coordinates=points, name=nodes.name, note=note
    )


def _travel(points: Points, rule: str) -> tuple[Numbers, str]:
    """The matrix, and how it was computed."""
    asked = reading.asked()
    if asked is not None:
        return exact(points, asked.taken()), f"distances are Euclid's, rounded to {asked.decimals} decimals"
    if rule == "silva":
        how = "distances are Euclid's, cut to whole numbers, then less by shorter detours, as published costs have it"
        return Numbers(shortened([[int(math.dist(one, other)) for other in points] for one in points]), 0), how
    if rule == "solomon":
        tenths = [math.floor(10 * math.dist(one, other) + 1e-9) for one in points for other in points]
        return fewest(tenths, 1), "distances are Euclid's, cut to one decimal; --round N keeps N"
    return exact(points, 2), "distances are Euclid's, rounded to 2 decimals; --round N keeps N"


def _of_list(text: str, header: re.Match[str]) -> _Nodes:
    lines = list(lines_of(text))
    head = lines[text.count("\n", 0, header.start())]
    names = [found.lastgroup or "" for found in _NAME.finditer(head.text)]
    for name in ("opens", "closes"):
        if name not in names:
            what = {"opens": "READY TIME", "closes": "DUE DATE"}[name]
            raise head.error(f"the header has no {what}", "... READY TIME DUE DATE SERVICE TIME")
    name, silva, vehicles = _above(lines, head.line)
    points: list[tuple[float, float]] = []
    windows, service, demands, base = list[Row](), list[Row](), False, 0
    ended: Row | None = None
    for line in lines:
        words = line.text.split()
        if line.line <= head.line or not words or words == ["EOF"]:
            continue
        row = Row(line.line, line.text, words)
        if ended is not None:
            raise row.error(0, f"found {quoted(words[0])} behind customer {LAST}, which ends the list", "nothing more")
        if len(words) != len(names):
            raise row.error(len(names), f"the row has {counted(len(words), 'number')}", f"{len(names)}, as the header")
        number = _whole(row, names.index("node"))
        base = number if not points else base
        if number != base + len(points):
            if str(number) == LAST:
                ended = row
                continue
            raise row.error(
                names.index("node"), f"found customer {number}", f"{base + len(points)}, as they are in order"
            )
        points.append((coordinate_of(row, names.index("x")), coordinate_of(row, names.index("y"))))
        windows.append(_picked(row, [names.index("opens"), names.index("closes")]))
        service += [_picked(row, [names.index("service")])] if "service" in names else []
        demands |= "demand" in names and row.words[names.index("demand")].strip("0.") != ""
    rule = "silva" if silva or ended is not None else "solomon"
    unused = [
        what for what, there in (("demands", demands), ("the number of vehicles and their capacity", vehicles)) if there
    ]
    note = f"one salesman serves all: {' and '.join(unused)} are not used" if unused else ""
    return _Nodes(windows, service, points, rule, name, note)


def _above(lines: Sequence[Field], end: int) -> tuple[str, bool, bool]:
    """(name, whether it is marked as da Silva and Urrutia do, whether vehicles are told of) above the header."""
    name, silva, vehicles = "", False, False
    for line in lines:
        words = line.text.split()
        if line.line >= end or not words:
            continue
        if words[0].startswith("!!"):
            silva, name = True, ([*words[0][2:].split(), *words[1:]] or [""])[0]
        elif _VEHICLES.fullmatch(line.text.strip()):
            vehicles = True
        elif not name:
            name = line.text.strip().lstrip("#").strip()
        else:
            raise line.error(
                f"found {quoted(line.text.strip()[:40])}", "a name alone above the header of the customers"
            )
    return cleaned(name), silva, vehicles


def _of_table(text: str) -> _Nodes:
    lines = [line for line in lines_of(text) if line.text.strip() and not line.text.lstrip().startswith("#")]
    found = table(lines, COLUMNS, NEEDED)
    unknown = [one for one in found.names if one not in COLUMNS]
    windows, service, points = list[Row](), list[Row](), list[tuple[float, float]]()
    demands = False
    for record in found.records():
        cells = {name: with_point(cell, found.separator) for name, cell in record.items()}
        row = _row([cells["x"], cells["y"]])
        points.append((coordinate_of(row, 0), coordinate_of(row, 1)))
        windows.append(_row([cells["opens"], cells["closes"]]))
        service += [_row([cells["service"]])] if "service" in cells else []
        demands |= "demand" in cells and cells["demand"].text.strip("0.") != ""
    unknown += ["demand"] if demands else []
    notes = [f"columns that are not used: {', '.join(unknown)}"] if unknown else []
    numbers = [cells["node"].text for cells in found.records()] if "node" in found.names else []
    if all(map(str.isdecimal, numbers)) and numbers != sorted(numbers, key=int):
        first = ", ".join(numbers[:3])
        notes.append(f"nodes are numbered by their rows, the depot first, not as the table numbers them: {first} ...")
    note = "; ".join(notes)
    return _Nodes(windows, service, points, "table", note=note)


def _row(cells: list[Field]) -> Row:
    return Row(cells[0].line, "", [cell.text for cell in cells], cells)


def _picked(row: Row, places: Sequence[int]) -> Row:
    return _row([row.field(place) for place in places])


def _whole(row: Row, index: int) -> int:
    if not re.fullmatch(r"[0-9]{1,9}(?:\.0*)?", row.words[index]):
        raise row.error(index, f"found {quoted(row.words[index])}", "a customer's number")
    return int(row.words[index].partition(".")[0])
