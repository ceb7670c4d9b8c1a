"""Seconds to generate a puzzle of a wanted grade with one solution: Kakuro and Latin squares, by size and grade."""

from __future__ import annotations

import argparse
import statistics
import time

from puzzles.by_hand import GRADES
from puzzles.engine.contract import InstancesModule, load
from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.bench.report import Cell, Report, Table

SIDE = {"kakuro": "rows", "latin": "order"}
"""The parameter that is the size."""


def run(chosen: argparse.Namespace) -> Report:
    """A row for each family, size and grade: median and greatest time of the seeds that reached it."""
    rows: list[tuple[Cell, ...]] = []
    for family in chosen.families:
        _seconds(family, 5, "easy", chosen.seed)  # compiles
        for size in chosen.sizes:
            for grade in GRADES:
                times = [_seconds(family, size, grade, chosen.seed + i) for i in range(chosen.instances)]
                made = [seconds for seconds, reached in times if reached]
                whole = [seconds for seconds, _ in times]
                rows.append(
                    (
                        f"{get_family(family).title}, {size} x {size}, {grade}",
                        f"{statistics.median(whole):.2f}",
                        f"{max(whole):.2f}",
                        f"{len(made)} of {len(whole)}",
                    )
                )
    title = f"A puzzle of a wanted grade with one solution, {chosen.instances} seeds a row: CPU seconds"
    return Report("grades", (Table(title, ("puzzle", "median", "longest", "reached"), tuple(rows)),))


def _seconds(family: str, size: int, grade: str, seed: int) -> tuple[float, bool]:
    """CPU seconds to make the puzzle, and whether its grade was reached."""
    from solvers.jobs.generate import count_solutions  # imports numba, which the list of benchmarks need not

    generator = get_family(family).needed_generator()
    wanted: dict[str, Value] = {SIDE[family]: size, "grade": grade}
    parameters = generator.resolve(wanted, family)
    instances = load(generator.module, InstancesModule)
    begin = time.process_time()
    try:
        instances.generate(parameters, seed, count_solutions=count_solutions)
    except PuzzleError:
        return time.process_time() - begin, False
    return time.process_time() - begin, True
