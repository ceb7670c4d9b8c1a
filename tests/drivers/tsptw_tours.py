"""Small instances of the TSP with time windows for the board's tests, and times worked out by hand."""

from __future__ import annotations

import math
import random

from puzzles.tsptw.puzzle import TsptwPuzzle

CORNERS = TsptwPuzzle(
    n=4,
    digits=0,
    travel=(0, 30, 50, 40, 30, 0, 40, 50, 50, 40, 0, 30, 40, 50, 30, 0),
    service=(0, 0, 0, 0),
    earliest=(0, 40, 0, 0),
    latest=(160, 60, 75, 200),
    coordinates=((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0)),
    name="corners",
)
"""A rectangle of 30 x 40 with the depot in one corner.

The tour 1, 2, 3 reaches 1 at 30 and waits there till 40, reaches 2 at 80, which is 5 too late, 3 at 110, and is back at
150: cost 140, waiting 10.
"""
AROUND = (1, 2, 3)


def plane(n: int, seed: int = 1, *, service: int = 0, map_too: bool = False, wide: int = 400) -> TsptwPuzzle:
    """Points in a square of 1,000, their distances to three decimals; `service` in each row, on the diagonal too.

    Windows lie around the times of the tour 1, 2, 3, ..., so that it is in time. `map_too`: with the points.
    """
    draw = random.Random(seed)
    points = [(draw.uniform(0, 1000), draw.uniform(0, 1000)) for _ in range(n)]
    spent = [0] + [service * 1000] * (n - 1)
    travel = [round(math.dist(a, b) * 1000) + spent[i] for i, a in enumerate(points) for b in points]
    earliest, latest, time = [0], [0], 0
    for node in range(1, n):
        time += travel[(node - 1) * n + node]
        earliest.append(max(0, time - draw.randrange(wide * 1000)))
        latest.append(time + draw.randrange(wide * 1000))
    latest[0] = time + travel[(n - 1) * n] + 1000
    return TsptwPuzzle(
        n, 3, tuple(travel), (0,) * n, tuple(earliest), tuple(latest), tuple(points) if map_too else (), f"plane {n}"
    )


def swapped(n: int, draw: random.Random, times: int = 1) -> tuple[int, ...]:
    """The tour 1, 2, 3, ... with some pairs of neighbours exchanged, as improvements of a run differ."""
    tour = list(range(1, n))
    for _ in range(times):
        place = draw.randrange(n - 2)
        tour[place], tour[place + 1] = tour[place + 1], tour[place]
    return tuple(tour)
