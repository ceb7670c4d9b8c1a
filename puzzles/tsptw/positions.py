"""Where each node lies in a plane drawing: by its coordinates, or by classical scaling of the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.tsptw.puzzle import TsptwPuzzle

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
