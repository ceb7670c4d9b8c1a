"""A tour as a picture: its way in the plane with its direction, its nodes with their numbers.

Nodes lie at their coordinates, or where classical scaling of the matrix places them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzles.errors import PuzzleError
from puzzles.picture import Circle, Path, Pen, Picture, Point, Shape, Words, box, line, note, titled
from puzzles.tsptw import checker
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.remarks import Visit, remarks, visits


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


RADIUS = 10.0
"""Of a node's disc."""

SIDE, LEAST, MOST = 110.0, 520.0, 2400.0
"""The drawing's longer side: SIDE times the root of the number of nodes, within bounds."""

MARGIN, TOP, FOOT = 36.0, 94.0, 44.0
NARROWEST = 660.0
"""The figures and the legend need it, whatever the shape of the route."""

ARROW = 5.0
"""Half an arrowhead's length; a way gets one if it is LONG, or longer."""
LONG = 4 * RADIUS

RED, BLUE = "#b00020", "#1f5fa8"
WAY, MISSED = Pen(BLUE, 1.8), Pen(RED, 1.8, dashes=(6, 4))
ARROWS = {WAY: Pen(fill=BLUE), MISSED: Pen(fill=RED)}
NODE, LATE = Pen("#333333", 1.2, "#ffffff"), Pen(RED, 2, "#fbdcdc")
OPEN = Pen("#999999", 1.2, "#ffffff", dashes=(3, 2))
DEPOT = Pen("#333333", 1.2, "#f2c14e")


def picture(puzzle: TsptwPuzzle, board: Sequence[int] | None = None) -> Picture:
    """A tour, its beginning, or without one the nodes alone; PuzzleError if the board is no beginning of a tour."""
    tour = tuple(puzzle.begun if board is None else board)
    verdict = checker.judge(puzzle, tour)
    if not verdict.legal:
        raise PuzzleError(verdict.faults[0], "a tour, or its beginning")
    timetable = {visit.node: (order, visit) for order, visit in enumerate(visits(puzzle, tour), 1)}
    where = positions(puzzle)
    places, width, height = _places(where, puzzle.n)
    lines = list(remarks(puzzle, tour))
    if where.scaled:
        lines[1:] = ["; ".join((*lines[1:], "nodes placed by MDS of the matrix: distances are near, not exact"))]
    shapes: list[Shape] = [Words(text, (width / 2, 50 + 18 * number), 13) for number, text in enumerate(lines)]
    back = (0,) if len(tour) == puzzle.n - 1 else ()
    for one, other in pairwise((0, *tour, *back)):
        shapes += _way(places[one], places[other], MISSED if timetable[other][1].lateness else WAY)
    for node in (*range(1, puzzle.n), 0):
        shapes += _node(puzzle, node, places[node], timetable.get(node))
    shapes += _legend(height - FOOT / 2, late=any(visit.lateness for _, visit in timetable.values()))
    about = " ".join(str(node) for node in tour) or "no tour"
    return titled(width, height, puzzle.title, about, shapes)


def _places(where: Positions, n: int) -> tuple[list[Point], float, float]:
    """Where each node lies in the picture, y downwards, and the picture's width and height."""
    across, up = [x for x, _ in where.points], [y for _, y in where.points]
    wide, high = max(across) - min(across), max(up) - min(up)
    side = min(max(SIDE * math.sqrt(n), LEAST), MOST)
    scale = side / (max(wide, high) or 1.0)
    width = max(wide * scale + 2 * MARGIN, NARROWEST)
    left = (width - wide * scale) / 2
    places = [(left + (x - min(across)) * scale, TOP + RADIUS + (max(up) - y) * scale) for x, y in where.points]
    return places, width, TOP + 2 * RADIUS + high * scale + MARGIN / 2 + FOOT


def _way(start: Point, end: Point, pen: Pen) -> Iterator[Shape]:
    (x, y), (to_x, to_y) = start, end
    yield line(pen, start, end)
    length = math.dist(start, end)
    if length >= LONG:
        dx, dy = (to_x - x) / length * ARROW, (to_y - y) / length * ARROW
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        corners = (
            (middle_x + dx, middle_y + dy),
            (middle_x - dx - dy * 0.8, middle_y - dy + dx * 0.8),
            (middle_x - dx + dy * 0.8, middle_y - dy - dx * 0.8),
        )
        yield Path(ARROWS[pen], corners, closed=True)


def _node(puzzle: TsptwPuzzle, node: int, place: Point, visit: tuple[int, Visit] | None) -> Iterator[Shape]:
    x, y = place
    late = visit is not None and visit[1].lateness > 0
    tip = _tip(puzzle, node, visit)
    if node == 0:
        yield box(DEPOT, (x - RADIUS, y - RADIUS), 2 * RADIUS, 2 * RADIUS, tip)
    else:
        yield Circle(LATE if late else NODE if visit else OPEN, place, RADIUS, tip)
    yield Words(str(node), place, 10)
    if late:
        yield Words("!", (x + RADIUS + 4, y - 9), 13, bold=True, colour=RED)


def _tip(puzzle: TsptwPuzzle, node: int, visit: tuple[int, Visit] | None) -> str:
    shown = puzzle.shown
    window = f"open from {shown(puzzle.earliest[node])} to {shown(puzzle.latest[node])}"
    name = f"node {node}" if node else "depot"
    if visit is None:
        return f"{name}: {window}"
    order, times = visit
    end = f"late by {shown(times.lateness)}" if times.lateness else f"slack {shown(times.slack)}"
    what = f"visit {order}" if node else "back"
    return f"{name}: {what}, arrives at {shown(times.arrival)}, waits {shown(times.wait)}, {end}; {window}"


def _legend(y: float, *, late: bool) -> Iterator[Shape]:
    x = MARGIN
    yield box(DEPOT, (x, y - 8), 16, 16)
    yield note("depot", (x + 24, y))
    yield from _way((x + 90, y), (x + 90 + LONG, y), WAY)
    yield note("the way", (x + 98 + LONG, y))
    if late:
        yield from _way((x + 210, y), (x + 210 + LONG, y), MISSED)
        yield note("to a visit that is late (!)", (x + 218 + LONG, y))
