"""Random instances: the generator. Workers alone import it, as `puzzles.engine.streams` is compiled.

Nodes are drawn uniformly in a square, and a tour from node to node, each next one of the two nearest left. Windows are
laid around the times of that tour without waiting (after Dumas, Desrosiers, Gelinas and Solomon, An Optimal Algorithm
for the TSP with Time Windows, 1995, section 5), so it is feasible, though seldom the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

import numpy as np

from puzzles.engine.streams import stream
from puzzles.parameters import Value, resolve
from puzzles.tsptw.family import GENERATOR_PARAMETERS
from puzzles.tsptw.puzzle import TsptwPuzzle

Point = tuple[int, int]


def generate(
    parameters: Mapping[str, Value], seed: int, index: int = 0, purpose: str = "generate"
) -> tuple[TsptwPuzzle, tuple[int, ...]]:
    """An instance and the feasible tour around which its windows were laid (its nodes after the depot).

    Depends on parameters, seed, index and purpose (see puzzles.engine.streams) alone. Raises ParameterError for
    what is not admitted.
    """
    given = resolve(GENERATOR_PARAMETERS, parameters, "the TSPTW generator")
    n, width, side, digits = (int(given[name]) for name in ("nodes", "width", "side", "decimals"))
    unit = 10**digits
    service = (0, *[int(given["service"]) * unit] * (n - 1))
    draws = np.random.default_rng(int(stream(purpose, seed, index)[0]))
    points: list[Point] = [(int(x), int(y)) for x, y in draws.integers(0, side, (n, 2), endpoint=True)]
    travel = distances(points, digits)
    tour = _walk(n, travel, draws)
    earliest, latest = [0] * n, [0] * n
    time, at, most = 0, 0, width * unit
    for node in tour:
        time += service[at] + travel[at * n + node]
        at = node
        before, after = (int(one) for one in draws.integers(0, most // 2, 2, endpoint=True))
        earliest[node], latest[node] = max(time - before, 0), time + after
    latest[0] = time + service[at] + travel[at * n] + most
    numbers, scale = (*travel, *service, *earliest, *latest), 1
    while digits and not any(one % (scale * 10) for one in numbers):
        digits, scale = digits - 1, scale * 10
    puzzle = TsptwPuzzle(
        n,
        digits,
        tuple(one // scale for one in travel),
        tuple(one // scale for one in service),
        tuple(one // scale for one in earliest),
        tuple(one // scale for one in latest),
        tuple((float(x), float(y)) for x, y in points),
        name=f"n{n}w{width}-{seed}" + (f"-{index}" if index else ""),
        note=f"generated from seed {seed}, number {index}",
    )
    return puzzle, tuple(tour)


def distances(points: list[Point], digits: int) -> list[int]:
    """The matrix, row by row: Euclid's distance in units of 10**-digits, rounded up, exactly.

    Rounded up, no way is longer than one with a stop between: ceil(a) + ceil(b) >= ceil(a + b).
    """
    square = 10 ** (2 * digits)
    rounded: list[int] = []
    for x, y in points:
        for u, v in points:
            units = ((x - u) ** 2 + (y - v) ** 2) * square
            rounded.append(isqrt(units - 1) + 1 if units else 0)
    return rounded


def _walk(n: int, travel: list[int], draws: np.random.Generator) -> list[int]:
    left, at, tour = list(range(1, n)), 0, []
    while left:
        left.sort(key=lambda node: (travel[at * n + node], node))
        at = left.pop(int(draws.integers(min(2, len(left)))))
        tour.append(at)
    return tour
