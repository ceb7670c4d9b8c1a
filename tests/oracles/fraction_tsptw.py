"""The TSPTW as one would write it down in fractions, from the text of an instance: the oracle of the checker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass(frozen=True)
class Figures:
    """What a complete tour comes to."""

    cost: Fraction
    makespan: Fraction
    violations: int
    waiting: Fraction
    lateness: Fraction


def figures(text: str, tour: Sequence[int], service: Sequence[Fraction] = ()) -> Figures:
    """The figures of a tour (without the depot) for a text of nodes, matrix and windows without comments."""
    words = [Fraction(word) for word in text.split()]
    n = int(words[0])
    matrix = [words[1 + i * n : 1 + i * n + n] for i in range(n)]
    windows = [words[1 + n * n + 2 * i : 3 + n * n + 2 * i] for i in range(n)]
    stay = list(service) or [Fraction(0)] * n
    route = [0, *tour, 0]
    time, cost, waiting, lateness, violations = windows[0][0], Fraction(0), Fraction(0), Fraction(0), 0
    for i, j in pairwise(route):
        cost += matrix[i][j]
        arrival = time + stay[i] + matrix[i][j]
        time = max(arrival, windows[j][0])
        waiting += time - arrival
        if time > windows[j][1]:
            violations += 1
            lateness += time - windows[j][1]
    return Figures(cost, time, violations, waiting, lateness)
