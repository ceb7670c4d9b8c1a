"""Random Latin squares with holes: the generator, and training instances. Compiled; workers alone import it.

A random square is drawn first, then cells are emptied (Cazenave, Learning a Prior, section 4.1); so the square is
a known solution, though seldom the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from puzzles.by_hand import ANY, GRADES, Grade
from puzzles.deduction import SEARCH, solve
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.latin.family import generator_settings
from puzzles.latin.grouped import HOLE
from puzzles.latin.kernels.random_square import SquareChain, draw_square, empty, empty_evenly, new_chain, shuffle
from puzzles.latin.puzzle import LatinSquare
from puzzles.latin.techniques import LEVELS, LatinPosition
from puzzles.parameters import Value

Ints = npt.NDArray[np.int64]
CountSolutions = Callable[[LatinSquare], Sequence[Sequence[int]] | None]
"""Up to two different solutions of a puzzle (all, if it has fewer), or None if that is not known in time."""

SQUARES = 60
"""Squares of which one is tried after the other to reach a grade."""


def generate(
    parameters: Mapping[str, Value],
    seed: int,
    index: int = 0,
    purpose: str = "generate",
    count_solutions: CountSolutions | None = None,
) -> tuple[LatinSquare, tuple[int, ...]]:
    """A puzzle and the solution it was made from (order * order ints, 0-based).

    Depends on parameters, seed, index, purpose (see puzzles.engine.streams) and, with a grade, on the answers of
    `count_solutions` alone; it then has exactly one solution. Raises ParameterError for what is not admitted,
    PuzzleError if the grade was not reached.
    """
    order, holes, balanced, grade = generator_settings(parameters)
    note = f"generated from seed {seed}, number {index}"
    if grade != ANY:
        return _graded(order, holes, grade, stream(purpose, seed, index), count_solutions, note)
    grid, square = _draw(new_chain(order), order, holes, balanced, stream(purpose, seed, index))
    return LatinSquare(order, tuple(grid.tolist()), 1, note), tuple(square.tolist())


def training_instances(
    shape_parameters: Mapping[str, Value], seed: int, start: int, count: int
) -> Iterator[tuple[Ints, Ints]]:
    """Grids and their solutions, int64[order * order] each, for the instances start ... start + count - 1.

    Instance i depends on the parameters, the seed and i alone, so any slicing gives the same ones: each has a
    random stream of its own and a chain that starts again.
    """
    order, holes, balanced, _ = generator_settings(shape_parameters)
    chain = new_chain(order)
    for index in range(start, start + count):
        yield _draw(chain, order, holes, balanced, stream("train", seed, index))


def _graded(
    order: int,
    most: int,
    grade: str,
    rng: npt.NDArray[np.uint64],
    count_solutions: CountSolutions | None,
    note: str,
) -> tuple[LatinSquare, tuple[int, ...]]:
    """A puzzle of the grade with at most `most` holes, and its only solution."""

    def one_solution(grid: Sequence[int], _: Sequence[int] = ()) -> bool:
        found = None if count_solutions is None else count_solutions(LatinSquare(order, tuple(grid)))
        return found is not None and len(found) == 1

    chain, square, cells = new_chain(order), np.empty(order * order, np.int64), np.empty(order * order, np.int64)
    level = GRADES.index(grade)
    solvable = one_solution if level == SEARCH else by_techniques(order, level)
    for _ in range(SQUARES):
        draw_square(chain, rng, square)
        shuffle(cells, rng)
        symbols, turns = square.tolist(), cells.tolist()
        grid = dug(symbols, turns, solvable, most)
        if graded(order, grid).name == grade and one_solution(grid):
            return LatinSquare(order, tuple(grid), 1, f"{note}, one solution, {grade}"), tuple(symbols)
    size = f"order {order} with at most {most} holes"
    raise PuzzleError(f"no Latin square graded {grade} was found in {SQUARES} of {size}", "another grade or more holes")


def _draw(chain: SquareChain, order: int, holes: int, balanced: bool, rng: npt.NDArray[np.uint64]) -> tuple[Ints, Ints]:
    square, ordering = np.empty(order * order, np.int64), np.empty(order * order, np.int64)
    draw_square(chain, rng, square)
    if balanced:
        draw_square(chain, rng, ordering)
        return empty_evenly(chain, rng, square.copy(), ordering, holes), square
    return empty(rng, square.copy(), ordering, holes), square


FIRST_CHUNK = 32
"""Cells that are emptied together at first."""
Solvable = Callable[[Sequence[int], Sequence[int]], bool]
"""Whether a grid has what is wanted, if it had it before these cells were emptied."""


def graded(order: int, grid: Sequence[int]) -> Grade:
    """The grade of the puzzle."""
    return LEVELS.grade(solve(LatinPosition(LatinSquare(order, tuple(grid)), grid)), grid.count(HOLE))


def by_techniques(order: int, level: int) -> Solvable:
    """Whether techniques up to that level fill in the cells."""
    form = LatinSquare(order, (HOLE,) * order**2)
    return lambda grid, cells: solve(LatinPosition(form, grid), level, frugal=False, wanted=cells).solved


def dug(square: Sequence[int], cells: Sequence[int], solvable: Solvable, most: int) -> list[int]:
    """The square with at most `most` cells emptied, each of `cells` in turn unless the grid is no longer solvable.

    Several at a time, twice as many after each that can be, half as many after those that can't. A grid with fewer
    cells filled is taken for no easier: `bad` is where cells end that can't be emptied together.
    """
    grid, at, size, bad = list(square), 0, FIRST_CHUNK, -1
    while at < len(cells) and most > 0:
        chunk = cells[at : at + min(size, most)]
        for cell in chunk:
            grid[cell] = HOLE
        end = at + len(chunk)
        if not at < bad <= end and solvable(grid, chunk):
            at, size, most = end, 2 * size, most - len(chunk)
            continue
        for cell in chunk:
            grid[cell] = square[cell]
        bad = min(bad, end) if bad > at else end
        at, size = at + (len(chunk) == 1), max(len(chunk) // 2, 1)
    return grid
