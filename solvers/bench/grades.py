"""CPU seconds to generate a puzzle of a wanted grade with one solution, by family, variant, size and grade."""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from puzzles.by_hand import GRADES
from puzzles.engine.contract import InstancesModule, load
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError, Value
from puzzles.registry import get_family
from solvers.bench.report import Cell, Report, Table

SIDE = {"kakuro": "rows", "latin": "order", "sudoku": "order"}
"""The parameter that is the size."""


def run(chosen: argparse.Namespace) -> Report:
    """A row for each family, variant, size and grade: median and greatest time, and how many seeds reached it."""
    rows: list[tuple[Cell, ...]] = []
    for family in chosen.families:
        for title, given in _variants(family):
            _seconds(family, {**given, SIDE[family]: 9, "grade": "easy"}, chosen.seed)  # compiles
            for size in chosen.sizes:
                for grade in GRADES:
                    wanted = {**given, SIDE[family]: size, "grade": grade}
                    try:
                        times = [_seconds(family, wanted, chosen.seed + i) for i in range(chosen.instances)]
                    except ParameterError:  # not of that size
                        break
                    whole = [seconds for seconds, _ in times]
                    rows.append(
                        (
                            f"{title}, {size} x {size}, {grade}",
                            f"{statistics.median(whole):.2f}",
                            f"{max(whole):.2f}",
                            f"{sum(reached for _, reached in times)} of {len(whole)}",
                        )
                    )
    title = f"A puzzle of a wanted grade with one solution, {chosen.instances} seeds a row: CPU seconds"
    return Report("grades", (Table(title, ("puzzle", "median", "longest", "reached"), tuple(rows)),))


def _variants(family: str) -> list[tuple[str, dict[str, Value]]]:
    """What is generated beside sizes: the title and the parameters of each variant."""
    generator = get_family(family).needed_generator()
    named = {size.parameters["variant"]: size.name for size in generator.sizes if "variant" in size.parameters}
    return [(get_family(family).title, {}), *((name, {"variant": variant}) for variant, name in named.items())]


def _seconds(family: str, wanted: dict[str, Value], seed: int) -> tuple[float, bool]:
    """CPU seconds to make the puzzle, and whether its grade was reached. ParameterError for what is not admitted."""
    from solvers.jobs.generate import count_solutions  # imports numba, which the list of benchmarks need not

    generator = get_family(family).needed_generator()
    parameters = generator.resolve(wanted, family)
    instances = load(generator.module, InstancesModule)
    given: dict[str, Any] = {"count_solutions": count_solutions} if generator.counts_solutions else {}
    begin = time.process_time()
    try:
        instances.generate(parameters, seed, **given)
    except PuzzleError:
        return time.process_time() - begin, False
    return time.process_time() - begin, True
