"""Where nodes lie in a drawing: as their coordinates say, else so that distances are those of the matrix."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from drivers.tsptw_tours import CORNERS, plane

from puzzles.tsptw.picture import positions, scaled_points
from puzzles.tsptw.puzzle import TsptwPuzzle


def distances(points: tuple[tuple[float, float], ...]) -> list[float]:
    return [math.dist(a, b) for a, b in combinations(points, 2)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("service", [0, 10])
def test_points_of_the_plane_are_found_again_up_to_a_turn(seed: int, service: int) -> None:
    points = plane(30, seed, map_too=True).coordinates
    found = positions(plane(30, seed, service=service))
    assert found.scaled
    unit = 1000.0
    assert [one / unit for one in distances(found.points)] == pytest.approx(distances(points), abs=0.01)


def test_coordinates_are_taken_as_they_are() -> None:
    found = positions(CORNERS)
    assert found.points == CORNERS.coordinates
    assert not found.scaled


def test_an_asymmetric_matrix_is_drawn_by_its_means() -> None:
    draw = random.Random(7)
    puzzle = plane(12)
    n = puzzle.n
    there = list(puzzle.travel)
    for i, j in combinations(range(n), 2):
        by = draw.randrange(min(there[i * n + j], 5000))
        there[i * n + j] += by
        there[j * n + i] -= by
    expected = distances(scaled_points(puzzle.travel, n))
    assert distances(scaled_points(there, n)) == pytest.approx(expected)


def test_a_diagonal_that_is_no_time_at_the_node_changes_nothing() -> None:
    puzzle = plane(9)
    n = puzzle.n
    filled = [10**7 if i == j else puzzle.travel[i * n + j] for i in range(n) for j in range(n)]
    assert distances(scaled_points(filled, n)) == pytest.approx(distances(scaled_points(puzzle.travel, n)))


@pytest.mark.parametrize(
    "travel", [(0, 5, 5, 0), (0, 0, 0, 0), (0, 9, 1, 9, 0, 1, 1, 1, 0), (0, 0, 7, 0, 0, 7, 7, 7, 0)]
)
def test_any_matrix_has_a_drawing(travel: tuple[int, ...]) -> None:
    # two nodes; all in one place; a detour shorter than the way (no distances of any space); two in one place
    n = math.isqrt(len(travel))
    puzzle = TsptwPuzzle(n, 0, travel, (0,) * n, (0,) * n, (99,) * n)
    points = positions(puzzle).points
    assert len(points) == n
    assert all(math.isfinite(value) for point in points for value in point)
    if n == 2:
        assert distances(points) == pytest.approx([travel[1]])


def test_the_same_matrix_has_the_same_drawing_with_its_longer_axis_across() -> None:
    travel = tuple(abs(a - b) for a in (0, 10, 20, 70) for b in (0, 10, 20, 70))
    points = scaled_points(travel, 4)
    assert points == scaled_points(travel, 4)
    assert [x for x, _ in points] == pytest.approx([-25, -15, -5, 45])
    assert [y for _, y in points] == pytest.approx([0] * 4, abs=1e-5)
