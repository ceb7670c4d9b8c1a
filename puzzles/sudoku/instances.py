"""Random puzzles of cells: the generator, and training instances. Compiled; workers alone import it.

A form is filled at random, the variant's marks are drawn from what fills it, and then cells are emptied: all that can
be, unless a share is asked for, as long as there is one solution; for a grade as long as its techniques solve it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzles.by_hand import ANY, GRADES
from puzzles.deduction import HARD, SEARCH, solve
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.latin.grouped import HOLE
from puzzles.latin.instances import dug
from puzzles.parameters import Value
from puzzles.sudoku.family import GeneratorSettings, generator_settings
from puzzles.sudoku.kernels.fill import Solver, random_below
from puzzles.sudoku.marks import form_of, graph_of, shuffled, with_marks
from puzzles.sudoku.puzzle import Sudoku
from puzzles.sudoku.techniques import LEVELS, CellsPosition
from puzzles.sudoku.variants import GRAPH

Ints = npt.NDArray[np.int64]
Stream = npt.NDArray[np.uint64]

ATTEMPTS = 60, 400
"""Fillings of which one is tried after the other to reach a grade: up to medium, and beyond."""
LONGEST_COUNT = 5_000
"""Dead ends after which solutions are counted no further, and a cell stays given; where techniques are to solve it:"""
SHORT_COUNT = 200
FILLS = 200
"""Attempts to fill a form, each up to so many dead ends:"""
DEAD_ENDS = 300
LARGEST_DRAWN = 25
"""Order up to which a Sudoku is filled cell by cell; larger ones are a pattern, shuffled."""


def generate(
    parameters: Mapping[str, Value],
    seed: int,
    index: int = 0,
    purpose: str = "generate",
    look: Callable[[], None] = lambda: None,
) -> tuple[Sudoku, tuple[int, ...]]:
    """A puzzle and the solution it was made from (by cell, 0-based); by parameters, seed, index and purpose alone.

    Without a share of holes it has exactly one solution. `look` is called now and then. ParameterError for what is not
    admitted, PuzzleError if the grade was not reached.
    """
    wanted = generator_settings(parameters)
    rng = stream(purpose, seed, index)
    note = f"generated from seed {seed}, number {index}"
    if wanted.holes > 0:
        form, solution = _filled(wanted, rng, look)
        count = round(wanted.holes * len(solution))
        grid = list(solution)
        for cell in shuffled(_below(rng), range(len(grid)))[:count]:
            grid[cell] = HOLE
        return replace(form, grid=tuple(grid), note=note), tuple(solution)
    attempts = ATTEMPTS[wanted.grade in GRADES[HARD:]]
    for _ in range(attempts):
        form, solution = _filled(wanted, rng, look)
        grid = _emptied(form, solution, wanted.grade, rng, look)
        one = replace(form, grid=tuple(grid))
        outcome = solve(CellsPosition(one, grid)) if wanted.grade != ANY else None
        name = ANY if outcome is None else LEVELS.grade(outcome, one.holes).name
        if name == wanted.grade:
            graded = "" if wanted.grade == ANY else f", {wanted.grade}"
            return replace(one, note=f"{note}, one solution{graded}"), tuple(solution)
    size = f"{wanted.variant} {wanted.order} x {wanted.order}"
    if wanted.variant == GRAPH:
        size = f"{wanted.variant} of {wanted.vertices} vertices and {wanted.order} colours"
    raise PuzzleError(f"no {size} graded {wanted.grade} was found in {attempts} attempts", "another grade or size")


def _emptied(form: Sudoku, solution: Sequence[int], grade: str, rng: Stream, look: Callable[[], None]) -> list[int]:
    cells = shuffled(_below(rng), range(len(solution)))
    solver = Solver(form, look=look)
    level = GRADES.index(grade) if grade != ANY else SEARCH

    def solvable(grid: Sequence[int], emptied: Sequence[int]) -> bool:
        look()
        if level >= HARD:  # techniques that find nothing take longer than a count
            fails = LONGEST_COUNT if level == SEARCH else SHORT_COUNT
            found = solver.solutions(np.array(grid, np.int64), rng, 2, fails)
            if found is None or len(found) != 1:
                return False
        return level == SEARCH or solve(CellsPosition(form, grid), level, frugal=False, wanted=emptied).solved

    return dug(solution, cells, solvable, len(cells))


def _filled(wanted: GeneratorSettings, rng: Stream, look: Callable[[], None]) -> tuple[Sudoku, list[int]]:
    """A form of the variant with its marks, and a solution of it."""
    below = _below(rng)
    if wanted.variant == GRAPH:
        return graph_of(wanted.vertices, wanted.order, below)
    solver = None
    for _ in range(FILLS):
        form = form_of(wanted.variant, wanted.order, below)
        if wanted.order > LARGEST_DRAWN:
            solution = _pattern(form, below)
        else:
            solver = solver if solver is not None and solver.form == form else Solver(form, look=look)
            found = solver.solutions(np.array(form.grid, np.int64), rng, 1, DEAD_ENDS)
            if not found:
                continue
            solution = found[0]
        return with_marks(wanted.variant, form, solution, below), solution
    raise PuzzleError(f"no {wanted.variant} of order {wanted.order} was filled", "another order")


def _pattern(form: Sudoku, below: Callable[[int], int]) -> list[int]:
    """The cyclic Sudoku with its values, its rows and columns within boxes, and these themselves in random order."""
    order, (high, wide) = form.order, form.boxes

    def lines(groups: int, size: int) -> list[int]:
        of_groups = (range(group * size, group * size + size) for group in shuffled(below, range(groups)))
        return [line for group in of_groups for line in shuffled(below, group)]

    values = shuffled(below, range(order))
    rows, columns = lines(order // high, high), lines(order // wide, wide)
    return [values[(wide * (row % high) + row // high + column) % order] for row in rows for column in columns]


def _below(rng: Stream) -> Callable[[int], int]:
    return lambda bound: int(random_below(rng, bound))


def training_instances(
    shape_parameters: Mapping[str, Value], seed: int, start: int, count: int
) -> Iterator[tuple[Sudoku, Ints]]:
    """Puzzles with their solutions, int64[cells], for the instances start ... start + count - 1.

    Instance i depends on the parameters, the seed and i alone, so any slicing gives the same ones.
    """
    for index in range(start, start + count):
        puzzle, solution = generate(shape_parameters, seed, index, "train")
        yield puzzle, np.array(solution, np.int64)
