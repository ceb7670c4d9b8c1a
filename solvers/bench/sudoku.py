"""Milliseconds to solve and prove puzzles of the public set puzzlekit, or of texts: a row a file.

`--beside` times a constraint solver of others in the same run.
"""

from __future__ import annotations

import argparse
import glob
import gzip
import json
import statistics
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.inputs import each_of, read_puzzle
from puzzles.parameters import resolve
from puzzles.peers import Peer
from puzzles.registry import get_family
from puzzles.sudoku.puzzle import Sudoku
from solvers.bench.report import Cell, Report, Table

FAILS = 1_000_000
"""Dead ends after which a puzzle counts as not solved."""
SETS, TEXTS = ".json.gz", ".txt"
EXPECTED = "NAME.json.gz, each {name: {problem, solution}}, or NAME.txt"
HEADS = ("set", "puzzles", "refused", "solved", "one solution", "as published", "median ms", "most ms")
PEERS = {one.name: one for one in get_family("sudoku").peers}
PEER_HEADS = "solved", "median ms", "most ms"


def add_arguments(one: argparse.ArgumentParser) -> None:
    one.add_argument("folder", type=Path, help=f"of files {EXPECTED}")
    one.add_argument("--seed", type=int, default=1, help="seed of the searches (default 1)")
    one.add_argument("--beside", choices=sorted(PEERS), help="another solver, timed beside, its model included")
    one.add_argument("--only", default="", help="the sets whose names begin so")


def run(chosen: argparse.Namespace) -> Report:
    """A row for each file of the folder that has a Sudoku or a variant in it; PuzzleError if there is none."""
    paths = sorted(one for end in (SETS, TEXTS) for one in chosen.folder.glob(f"{glob.escape(chosen.only)}*{end}"))
    rows = [row for path in paths if (row := _row(path, chosen.seed, chosen.beside)) is not None]
    if not rows:
        raise PuzzleError("no set of puzzles", f"files {EXPECTED}", source=str(chosen.folder))
    title = "Puzzles solved depth-first and looked at for a second solution, on loaded states: CPU time a puzzle"
    beside = ("slowest", *((f"{chosen.beside} {head}" for head in PEER_HEADS) if chosen.beside else ()))
    return Report("sudoku", (Table(title, (*HEADS, *beside), tuple(rows)),))


def _row(path: Path, seed: int, beside: str | None) -> tuple[Cell, ...] | None:
    from puzzles.engine.streams import stream  # imports numba, which the list of benchmarks need not

    stored, read = _read(path)
    names, puzzles = [name for name, *_ in read], [(puzzle, solution) for _, puzzle, solution in read]
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
    refused = stored - len(puzzles)
    name = path.name.partition(".")[0]
    timed = f"{statistics.median(times):.3f}", f"{max(times):.2f}"
    slowest = names[times.index(max(times))]
    other = _beside(PEERS[beside], [puzzle for puzzle, _ in puzzles], seed) if beside else ()
    return (name, str(stored), str(refused), str(solved), str(unique), str(published), *timed, slowest, *other)


def _beside(peer: Peer, puzzles: list[Sudoku], seed: int) -> tuple[Cell, ...]:
    """How many it solves with the proof of one solution or two, then the median and the most, in milliseconds."""
    search, parameters = import_module(peer.module).search, resolve(peer.parameters, {}, peer.name)
    family, times, solved = get_family("sudoku"), [], 0
    for puzzle in puzzles:
        found: list[Sequence[int]] = []
        begin = time.process_time()
        complete = search(puzzle, seed, parameters, found.append)
        times.append(1000 * (time.process_time() - begin))
        solved += len(found) == 2 - complete and all(family.judge(puzzle, board).solved for board in found)
    return str(solved), f"{statistics.median(times):.3f}", f"{max(times):.2f}"


def _read(path: Path) -> tuple[int, list[tuple[str, Sudoku, str]]]:
    """How many puzzles the file has, and those that are read: names, puzzles, and solutions, which texts have not."""
    family, found = get_family("sudoku"), []
    if path.name.endswith(TEXTS):
        names = [name for name, _ in each_of(str(path), family.name)]
        stored = [(Path(name).name, partial(read_puzzle, name, family.name), "") for name in names]
    else:
        of_set: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
        stored = [(name, partial(family.parse, one["problem"]), one["solution"]) for name, one in of_set.items()]
    for name, read, solution in stored:
        try:
            puzzle = read()
        except PuzzleError:
            continue
        if isinstance(puzzle, Sudoku):
            found.append((name, puzzle, solution))
    return len(stored), found


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
    return bool(rows) and all(
        not rows[row][column].isdigit() or int(rows[row][column]) == value + puzzle.first_symbol
        for (row, column), value in pairs
    )
