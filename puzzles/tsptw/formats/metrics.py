"""Distances of nodes by their coordinates, by TSPLIB's formulas and as the TSPTW sets of the literature have them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from puzzles.tsptw.formats.rows import Numbers

Points = Sequence[tuple[float, float]]

ROUNDED: dict[str, Callable[[float], int]] = {"EUC_2D": lambda length: int(length + 0.5), "CEIL_2D": math.ceil}
"""The EDGE_WEIGHT_TYPEs that are computed from NODE_COORD_SECTION: nint, which is int(d + 0.5), and up (2.1, 2.5)."""


RADIUS = 6378.388
"""Of the earth in km, as TSPLIB has it."""


def _geographical(x: float, y: float, u: float, v: float) -> int:
    latitude, longitude, other_latitude, other_longitude = map(_radians, (x, y, u, v))
    q1, q2 = math.cos(longitude - other_longitude), math.cos(latitude - other_latitude)
    q3 = math.cos(latitude + other_latitude)
    return int(RADIUS * math.acos(max(-1.0, min(1.0, 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)))) + 1.0)


def _radians(coordinate: float) -> float:
    """Of degrees and minutes, DDD.MM; TSPLIB's value of pi."""
    degrees = int(coordinate)
    return 3.141592 * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0


def _nearest(length: float) -> int:
    return int(length + 0.5)


METRICS: dict[str, Callable[[float, float, float, float], int]] = {
    "FLOOR_2D": lambda x, y, u, v: int(math.hypot(x - u, y - v)),
    "MAN_2D": lambda x, y, u, v: _nearest(abs(x - u) + abs(y - v)),
    "MAX_2D": lambda x, y, u, v: max(_nearest(abs(x - u)), _nearest(abs(y - v))),
    "ATT": lambda x, y, u, v: math.ceil(round(math.sqrt(((x - u) ** 2 + (y - v) ** 2) / 10.0), 9)),
    "GEO": _geographical,
}
"""Other EDGE_WEIGHT_TYPEs (2.3 to 2.6; FLOOR_2D is LKH's). ATT rounds up: to nint, and 1 more where that is less."""
EXACT = "EXACT_2D"
"""The length itself, which is rounded to EXACT_DIGITS decimals, as LKH does, or as the user asks."""
EXACT_DIGITS = 3


def exact(points: Points, digits: int) -> Numbers:
    """The matrix of the distances in the plane, rounded to that many decimals."""
    unit = 10**digits
    return fewest(distances(points, lambda length: round(length * unit)), digits)


def fewest(values: list[int], digits: int) -> Numbers:
    """The numbers, values / 10**digits, in the fewest decimals."""
    while digits and not any(value % 10 for value in values):
        values, digits = [value // 10 for value in values], digits - 1
    return Numbers(values, digits)


def distances(points: Points, rounded: Callable[[float], int]) -> list[int]:
    """The matrix of the distances in the plane, row by row."""
    return [rounded(math.sqrt((x - u) * (x - u) + (y - v) * (y - v))) for x, y in points for u, v in points]


def shortened(rows: list[list[int]]) -> list[int]:
    """The matrix, row by row, each entry replaced by the shortest way over one node, in the order in which they stand.

    As Dumas and others did, once and in place, so that some entries keep shorter ways over two nodes. By this, and
    from lengths cut to whole numbers, the coordinates of n20w20.001 give the matrix that circulates.
    """
    import numpy as np  # which other formats have no use for

    matrix = np.array(rows, np.int64)
    columns = matrix.T.copy()
    for i, row in enumerate(matrix):
        for j, column in enumerate(columns):
            shortest = (row + column).min()
            if shortest < row[j]:
                row[j] = column[i] = shortest
    return [int(entry) for entry in matrix.ravel()]
