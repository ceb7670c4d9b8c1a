"""A tour as a standalone SVG picture: its way in the plane with its direction, its nodes with their numbers.

Nodes lie at their coordinates, or where classical scaling of the matrix places them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from puzzles.text.quoting import cleaned
from puzzles.text.svg import document
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.remarks import Visit, remarks, visits

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Positions:
    """A point a node, x to the right and y upwards; `scaled`: found from the matrix, so distances are only near."""

    points: tuple[Point, ...]
    scaled: bool


def positions(puzzle: TsptwPuzzle) -> Positions:
    """The nodes' own coordinates; where there are none, those that classical scaling finds for the matrix."""
    if puzzle.coordinates:
        return Positions(puzzle.coordinates, scaled=False)
    return Positions(scaled_points(puzzle.travel, puzzle.n), scaled=True)


def scaled_points(travel: Sequence[int], n: int) -> tuple[Point, ...]:
    """The points of the plane whose distances come nearest to the matrix, the longer axis across.

    Classical multidimensional scaling (Torgerson, Psychometrika 17, 1952): of B = -J D^2 J / 2, with D the symmetrised
    matrix and J the centring, the eigenvectors of the two greatest eigenvalues, each times the root of its eigenvalue.
    A matrix whose entries include the time spent at the node one leaves often has that time on its diagonal; then it is
    taken off first. What scaling leaves open, each axis' direction, is fixed by its point farthest out.
    """
    import numpy as np  # the app doesn't load it before its first paint

    matrix = np.array(travel, dtype=np.float64).reshape(n, n)
    spent = matrix.diagonal().copy()
    without = matrix - spent[:, None]
    distances = without if (without >= 0).all() else matrix - np.diag(spent)
    squares = ((distances + distances.T) / 2) ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values, vectors = np.linalg.eigh(-centred / 2)  # ascending
    axes = [vectors[:, -k] * np.sqrt(max(values[-k], 0.0)) for k in (1, 2)]
    across, up = (axis if axis[np.abs(axis).argmax()] >= 0 else -axis for axis in axes)
    return tuple(zip(across.tolist(), up.tolist(), strict=True))


RADIUS = 10
"""Of a node's disc."""

SIDE, LEAST, MOST = 110, 520, 2400
"""Pixels of the drawing's longer side: that many times the root of the number of nodes, within bounds."""

MARGIN, HEAD, FOOT = 36, 94, 44
NARROWEST = 660
"""The figures and the legend need it, whatever the shape of the route."""

ARROW = 5
"""Half an arrowhead's length; a way gets one if it is LONG pixels long, or more."""
LONG = 4 * RADIUS

STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".title{font-size:18px;font-weight:bold}.facts{font-size:13px}.legend{font-size:13px;text-anchor:start}"
    ".number{font-size:10px}.sign{font-size:13px;font-weight:bold;fill:#b00020}"
    ".way{stroke:#1f5fa8;stroke-width:1.8}.missed{stroke:#b00020;stroke-width:1.8;stroke-dasharray:6 4}"
    ".arrow{fill:#1f5fa8}.wrong{fill:#b00020}"
    ".node{fill:#fff;stroke:#333;stroke-width:1.2}.late{fill:#fbdcdc;stroke:#b00020;stroke-width:2}"
    ".open{fill:#fff;stroke:#999;stroke-width:1.2;stroke-dasharray:3 2}"
    ".depot{fill:#f2c14e;stroke:#333;stroke-width:1.2}"
)


def write(puzzle: TsptwPuzzle, board: Sequence[int] | None = None) -> str:
    """The picture of a tour, of its beginning, or without one of the nodes alone; the board must fit the puzzle."""
    tour = tuple(board or ())
    timetable = {visit.node: (order, visit) for order, visit in enumerate(visits(puzzle, tour), 1)}
    where = positions(puzzle)
    places, width, height = _places(where, puzzle.n)
    lines = list(remarks(puzzle, tour))
    if where.scaled:
        lines[1:] = ["; ".join((*lines[1:], "nodes placed by MDS of the matrix: distances are near, not exact"))]
    parts = [
        f'<text class="facts" x="{width / 2:.0f}" y="{50 + 18 * line}">{escape(text)}</text>'
        for line, text in enumerate(lines)
    ]
    back = (0,) if len(tour) == puzzle.n - 1 else ()
    for one, other in pairwise((0, *tour, *back)):
        parts += _way(places[one], places[other], late=bool(timetable[other][1].lateness))
    for node in (*range(1, puzzle.n), 0):
        parts += _node(puzzle, node, places[node], timetable.get(node))
    parts += _legend(height - FOOT / 2, late=any(visit.lateness for _, visit in timetable.values()))
    about = " ".join(str(node) for node in tour) or "no tour"
    return document(width, height, cleaned(puzzle.title), about, STYLE, parts)


def _places(where: Positions, n: int) -> tuple[list[Point], float, float]:
    """Where each node lies in the picture, y downwards, and the picture's width and height."""
    across, up = [x for x, _ in where.points], [y for _, y in where.points]
    wide, high = max(across) - min(across), max(up) - min(up)
    side = min(max(SIDE * math.sqrt(n), LEAST), MOST)
    scale = side / (max(wide, high) or 1.0)
    width = max(wide * scale + 2 * MARGIN, NARROWEST)
    left = (width - wide * scale) / 2
    places = [(left + (x - min(across)) * scale, HEAD + RADIUS + (max(up) - y) * scale) for x, y in where.points]
    return places, width, HEAD + 2 * RADIUS + high * scale + MARGIN / 2 + FOOT


def _way(start: Point, end: Point, *, late: bool) -> Iterator[str]:
    (x, y), (to_x, to_y) = start, end
    kind = "missed" if late else "way"
    yield f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
    length = math.dist(start, end)
    if length >= LONG:
        dx, dy = (to_x - x) / length * ARROW, (to_y - y) / length * ARROW
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        corners = (
            (middle_x + dx, middle_y + dy),
            (middle_x - dx - dy * 0.8, middle_y - dy + dx * 0.8),
            (middle_x - dx + dy * 0.8, middle_y - dy - dx * 0.8),
        )
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
        yield f'<polygon class="{"wrong" if late else "arrow"}" points="{points}"/>'


def _node(puzzle: TsptwPuzzle, node: int, place: Point, visit: tuple[int, Visit] | None) -> Iterator[str]:
    x, y = place
    late = visit is not None and visit[1].lateness > 0
    yield f"<g><title>{_tooltip(puzzle, node, visit)}</title>"
    if node == 0:
        yield (
            f'<rect class="depot" x="{x - RADIUS:.1f}" y="{y - RADIUS:.1f}" width="{2 * RADIUS}" '
            f'height="{2 * RADIUS}"/>'
        )
    else:
        kind = "late" if late else "node" if visit else "open"
        yield f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}"/>'
    yield f'<text class="number" x="{x:.1f}" y="{y + 3.5:.1f}">{node}</text>'
    if late:
        yield f'<text class="sign" x="{x + RADIUS + 4:.1f}" y="{y - 4:.1f}">!</text>'
    yield "</g>"


def _tooltip(puzzle: TsptwPuzzle, node: int, visit: tuple[int, Visit] | None) -> str:
    shown = puzzle.shown
    window = f"open from {shown(puzzle.earliest[node])} to {shown(puzzle.latest[node])}"
    name = f"node {node}" if node else "depot"
    if visit is None:
        return f"{name}: {window}"
    order, times = visit
    end = f"late by {shown(times.lateness)}" if times.lateness else f"slack {shown(times.slack)}"
    what = f"visit {order}" if node else "back"
    return f"{name}: {what}, arrives at {shown(times.arrival)}, waits {shown(times.wait)}, {end}; {window}"


def _legend(y: float, *, late: bool) -> list[str]:
    x = float(MARGIN)
    parts = [
        f'<rect class="depot" x="{x:.0f}" y="{y - 8:.0f}" width="16" height="16"/>',
        f'<text class="legend" x="{x + 24:.0f}" y="{y + 4:.0f}">depot</text>',
        *_way((x + 90, y), (x + 90 + LONG, y), late=False),
        f'<text class="legend" x="{x + 98 + LONG:.0f}" y="{y + 4:.0f}">the way</text>',
    ]
    if late:
        parts += [
            *_way((x + 210, y), (x + 210 + LONG, y), late=True),
            f'<text class="legend" x="{x + 218 + LONG:.0f}" y="{y + 4:.0f}">to a visit that is late (!)</text>',
        ]
    return parts
