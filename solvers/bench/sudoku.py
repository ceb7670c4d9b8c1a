"""Milliseconds to solve and prove puzzles of the public set puzzlekit: Sudoku and its variants, a row a file."""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.sudoku.puzzle import Sudoku
from solvers.bench.report import Cell, Report, Table

FAILS = 1_000_000
"""Dead ends after which a puzzle counts as not solved."""
HEADS = ("set", "puzzles", "refused", "solved", "one solution", "as published", "median ms", "most ms")


def add_arguments(one: argparse.ArgumentParser) -> None:
    one.add_argument("folder", type=Path, help="of the files NAME.json.gz, each {name: {problem, solution}}")
    one.add_argument("--seed", type=int, default=1, help="seed of the searches (default 1)")


def run(chosen: argparse.Namespace) -> Report:
    """A row for each file of the folder that has a Sudoku or a variant in it; PuzzleError if there is none."""
    rows = [row for path in sorted(chosen.folder.glob("*.json.gz")) if (row := _row(path, chosen.seed)) is not None]
    if not rows:
        raise PuzzleError("no set of puzzles", "files NAME.json.gz of puzzlekit", source=str(chosen.folder))
    title = "Puzzles solved depth-first and looked at for a second solution, on loaded states: CPU time a puzzle"
    return Report("sudoku", (Table(title, HEADS, tuple(rows)),))


def _row(path: Path, seed: int) -> tuple[Cell, ...] | None:
    from puzzles.engine.streams import stream  # imports numba, which the list of benchmarks need not

    stored = json.loads(gzip.decompress(path.read_bytes()))
    puzzles = list(_read(stored))
    if not puzzles:
        return None
    rng = stream("test", seed)
    family, times, solved, unique, published = get_family("sudoku"), [], 0, 0, 0
    for puzzle, solution in puzzles:
        found, seconds = _solve(puzzle, rng)
        times.append(1000 * seconds)
        good = [board for board in found or () if family.judge(puzzle, board).solved]
        solved += bool(good)
        unique += len(good) == 1
        published += any(_same(puzzle, board, solution) for board in good)
    refused = len(stored) - len(puzzles)
    name = path.name.partition(".")[0]
    timed = f"{statistics.median(times):.3f}", f"{max(times):.2f}"
    return (name, str(len(stored)), str(refused), str(solved), str(unique), str(published), *timed)


def _read(stored: dict[str, Any]) -> Iterator[tuple[Sudoku, str]]:
    """The puzzles that are read, each with its published solution."""
    family = get_family("sudoku")
    for one in stored.values():
        try:
            puzzle = family.parse(one["problem"])
        except PuzzleError:
            continue
        if isinstance(puzzle, Sudoku):
            yield puzzle, one["solution"]


def _solve(puzzle: Sudoku, rng: Any) -> tuple[list[list[int]] | None, float]:
    """Up to two solutions, None if they were not found, and the CPU seconds of the search, its root included."""
    import numpy as np

    from puzzles.sudoku.kernels.fill import Solver

    solver, grid = Solver(puzzle, ties="first"), np.array(puzzle.grid, np.int64)
    solver.solutions(grid, rng, 2, 1)  # compiles the first time
    begin = time.process_time()
    found = solver.solutions(grid, rng, 2, FAILS)
    return found, time.process_time() - begin


def _same(puzzle: Sudoku, board: list[int], solution: str) -> bool:
    """Whether the board is the published one, as far as that has numbers."""
    rows = [line.split() for line in solution.splitlines()[1:]]
    pairs = zip(puzzle.places, board, strict=True)
    return all(
        not rows[row][column].isdigit() or int(rows[row][column]) == value + puzzle.first_symbol
        for (row, column), value in pairs
    )
