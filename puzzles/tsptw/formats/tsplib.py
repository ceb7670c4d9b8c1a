"""TSPLIB's text with LKH's sections of time windows: EXPLICIT matrices, EUC_2D and CEIL_2D; read and written.

Nodes are counted from 1 there, the depot is node 1. Service times are not part of the matrix.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.tsptw.formats.rows import (
    LARGEST_COORDINATE,
    NUMBER,
    Numbers,
    Row,
    located,
    matrix_lines,
    plainly,
    times_of,
)
from puzzles.tsptw.formats.tsplib_parts import FORMATS, ROUNDED, Parts, Section, distances, explicit, parts_of
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, OBJECTIVES, TsptwPuzzle, shown

_OBJECTIVE = re.compile(r".*\bobjective (cost|makespan)\b.*")


def read(text: str) -> TsptwPuzzle:
    """The instance in the text; PuzzleError with line and column."""
    parts = parts_of(text)
    _check_kind(parts)
    n = _dimension(parts)
    points = _points(parts, n)
    travel = _travel(parts, n, points)
    windows = parts.section("TIME_WINDOW_SECTION")
    rows = _by_node(windows, n, 2, "window")
    times = times_of(rows, 1, 2, "a time")
    service = _service(parts, n)
    _check_windows(rows, times)
    _check_depot(parts)
    digits = max(travel.digits, times.digits, service.digits)
    bounds = times.scaled(digits)
    comment = parts.keywords.get("COMMENT")
    objective = _OBJECTIVE.fullmatch(comment.text) if comment else None
    name = cleaned(parts.keywords["NAME"].text) if "NAME" in parts.keywords else ""
    chosen = objective.group(1) if objective else OBJECTIVES[0]
    both = travel.scaled(digits), service.scaled(digits)
    try:
        return TsptwPuzzle(n, digits, *both, bounds[0::2], bounds[1::2], points, name, chosen)
    except PuzzleError as error:
        raise located(error, [travel, times, service]) from None


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


def _travel(parts: Parts, n: int, points: Sequence[tuple[float, float]]) -> Numbers:
    kind = parts.keyword("EDGE_WEIGHT_TYPE")
    name = kind.text.upper()
    if name in ROUNDED:
        if "NODE_COORD_SECTION" not in parts.sections:
            raise kind.error(f"EDGE_WEIGHT_TYPE is {name}", "a NODE_COORD_SECTION with it")
        return Numbers(distances(points, ROUNDED[name]), 0)
    if name != "EXPLICIT":
        found = f"EDGE_WEIGHT_TYPE is {quoted(kind.text)}"
        raise kind.error(found, f"EXPLICIT, {' or '.join(ROUNDED)}")
    layout = parts.keyword("EDGE_WEIGHT_FORMAT")
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
            return tuple((_coordinate(row, 1), _coordinate(row, 2)) for row in rows)
    return ()


def _coordinate(row: Row, index: int) -> float:
    word = row.words[index]
    value = float(word) if NUMBER.fullmatch(word) else math.inf
    if abs(value) >= LARGEST_COORDINATE:
        raise row.error(index, f"found {quoted(word)}", "a coordinate")
    return value


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
            last = section.last
            raise last.error(len(last.words), f"node {node} has no {what}", f"{n:,} lines, one a node")
    return [found[node] for node in range(1, n + 1)]


def _check_windows(rows: Sequence[Row], times: Numbers) -> None:
    for node, row in enumerate(rows, start=1):
        opens, closes = times.values[2 * node - 2], times.values[2 * node - 1]
        if closes < opens:
            found = f"the window of node {node} closes at {shown(closes, times.digits)}"
            raise row.error(2, found, f"{shown(opens, times.digits)}, when it opens, or later")


def _check_depot(parts: Parts) -> None:
    """Raises PuzzleError if there is another depot than node 1, or more than one."""
    section = parts.sections.get("DEPOT_SECTION")
    if section is None:
        return
    words = [(row, index) for row in section.rows for index in range(len(row.words))]
    for place, (row, index) in enumerate(words):
        node = row.whole(index, "the depot, 1, then -1")
        if node != (1, -1)[min(place, 1)]:
            raise row.error(index, f"the depot is node {node}" if place == 0 else f"found {node}", "1, then -1")
        if node == -1:
            return
    if not words:
        raise PuzzleError("DEPOT_SECTION is empty", "1, then -1", line=section.head.line)
