"""The matrix of a TSPLIB text: the EDGE_WEIGHT_FORMATs of EXPLICIT, and distances of points in the plane."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from puzzles.errors import PuzzleError
from puzzles.tsptw.formats.rows import Numbers, place_of, times_of
from puzzles.tsptw.formats.tsplib_parts import Section

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


def nearest_whole(points: Points) -> list[int]:
    """The matrix of EUC_2D: nint of the distance, which TSPLIB 95 (2.1) defines as int(d + 0.5)."""
    return [int(math.sqrt((x - u) * (x - u) + (y - v) * (y - v)) + 0.5) for x, y in points for u, v in points]


def next_whole(points: Points) -> list[int]:
    """The matrix of CEIL_2D: the distance rounded up (TSPLIB 95, 2.5)."""
    return [math.ceil(math.sqrt((x - u) * (x - u) + (y - v) * (y - v))) for x, y in points for u, v in points]


DISTANCES: dict[str, Callable[[Points], list[int]]] = {"EUC_2D": nearest_whole, "CEIL_2D": next_whole}
"""The EDGE_WEIGHT_TYPEs that are computed from NODE_COORD_SECTION."""


def _miscounted(section: Section, layout: str, n: int, count: int, wanted: int) -> PuzzleError:
    """At the first row that is not as long as the others, if the matrix is written row by row; else where it ends."""
    widths = [len(row.words) for row in section.rows]
    if layout == "FULL_MATRIX" and 2 * widths.count(n) >= len(widths) > 0:
        for number, row in enumerate(section.rows[:n], start=1):
            if len(row.words) != n:
                numbers = "1 number" if len(row.words) == 1 else f"{len(row.words):,} numbers"
                found = f"row {number} of the matrix has {numbers}"
                return row.error(min(n, len(row.words)), found, f"{n}, as DIMENSION says")
    row, index = place_of(section.rows, wanted) if section.rows else (section.head, 1)
    return row.error(index, f"EDGE_WEIGHT_SECTION has {count:,} numbers", f"{wanted:,} for {layout} of {n} nodes")
