"""Puzzles of all sizes and kinds that a plain solver still solves, each with a solution."""

from __future__ import annotations

from random import Random

from puzzles.kakuro import instances as kakuro_instances
from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin import instances as latin_instances
from puzzles.latin.puzzle import LatinSquare


def puzzle_and_solution(random: Random, seed: int, number: int) -> tuple[LatinSquare | Kakuro, tuple[int, ...]]:
    """Latin squares, crosswords, squares of sums in turn; by the arguments alone."""
    if number % 2 == 0:
        order = random.randint(3, 10)
        return latin_instances.generate({"order": order, "holes": random.uniform(0.3, 0.7)}, seed, number, "test")
    if number % 6 == 1:
        rows, columns = random.randint(2, 4), random.randint(2, 5)
        values = random.randint(max(rows, columns), 9)
        shape = {"shape": "square", "rows": rows, "columns": columns, "values": values}
        return kakuro_instances.generate(shape, seed, number, "test")
    size = random.randint(4, 8)
    return kakuro_instances.generate({"rows": size, "unique": False}, seed, number, "test")
