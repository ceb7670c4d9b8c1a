"""Random Kakuro: the generator, which makes sure of one solution, and training instances. Workers alone import it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzles.by_hand import GRADES
from puzzles.deduction import SEARCH, solve
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.grades import ANY
from puzzles.kakuro.family import MOST_DENSE, GeneratorSettings, generator_settings
from puzzles.kakuro.kernels.fill import fill, new_filling, redraw_by_sums, sum_weights
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, blank, with_sums
from puzzles.kakuro.repair import COUNTING, REASONING, CountSolutions, Repair, by_counting, by_techniques
from puzzles.kakuro.shapes import draw_shape
from puzzles.kakuro.techniques import LEVELS, KakuroPosition
from puzzles.parameters import Value

Stream = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Solution = tuple[int, ...]

STRENGTH = 0.7
"""Exponent of the bias to sums of few digit sets."""

SWEEPS = 8
"""Redraws of every cell before the first check; the digits depend little on the first ones by then."""

SHAPES = 40
"""Shapes that are tried for one puzzle with one solution."""

FILLS = 100_000
"""Playouts that are tried to fill one shape; far more than any shape needed."""

SHAPE_SPAN = 50
"""Training crosswords in a row that share a shape: drawing one takes longer than filling it."""

DRAWN_SHAPES, DENSER = 5, 0.04
"""Shapes of which the one that is settled most easily is taken for a graded puzzle, and how much denser they are.

Without the black cells that are added, 20 x 20 cells take ten times as long.
"""

TRIES, DISTURBANCES = 40, 10
"""Shapes that are tried for a puzzle of a grade, and how often one that came out too easy or too hard is changed."""

STRENGTHS = {"easy": 2.0, "medium": 1.0, "hard": 0.7, "expert": 0.7, "search": 0.7}
"""The bias to sums of few digit sets, by grade: such sums make easy puzzles."""


def generate(
    parameters: Mapping[str, Value],
    seed: int,
    index: int = 0,
    purpose: str = "generate",
    count_solutions: CountSolutions | None = None,
) -> tuple[Kakuro, Solution]:
    """A puzzle and the solution it was made from, one digit a white cell.

    Depends on parameters, seed, index, purpose (see puzzles.engine.streams) and the answers of `count_solutions`
    alone. A crossword has exactly one solution if `unique` is on and `count_solutions` is given; without it the note
    says that this was not checked. Raises ParameterError for what is not admitted, PuzzleError if no puzzle with
    one solution was found.
    """
    settings = generator_settings(parameters)
    rng = stream(purpose, seed, index)
    note = f"generated from seed {seed}, number {index}"
    if not settings.square and settings.unique and count_solutions is not None:
        make = _unique if settings.grade == ANY else _graded
        return make(settings, rng, count_solutions, note + ", one solution")
    shape = _shape(settings, rng)
    digits = _filled(shape, rng)
    if not settings.square and settings.unique:
        note += ", not checked for one solution"
    return with_sums(shape, digits, note), digits


def training_instances(
    shape_parameters: Mapping[str, Value], seed: int, start: int, count: int
) -> Iterator[tuple[Kakuro, Solution]]:
    """Puzzles and solutions, for the instances start ... start + count - 1; crosswords are unique or not.

    Instance i depends on the parameters, the seed and i alone, so any slicing gives the same ones.
    """
    settings = generator_settings(shape_parameters)
    for index in range(start, start + count):
        if index == start or index % SHAPE_SPAN == 0:
            shape = _shape(settings, stream("train", seed, index - index % SHAPE_SPAN))
        digits = _filled(shape, stream("train", seed, index))
        yield with_sums(shape, digits), digits


def _shape(settings: GeneratorSettings, rng: Stream) -> Kakuro:
    if not settings.square:
        return _crossword(settings, np.random.default_rng(int(rng[0])))
    cells = [(r, c) for r in range(settings.rows) for c in range(settings.columns)]
    return blank(settings.rows, settings.columns, cells, values=settings.values, square=True)


def _crossword(settings: GeneratorSettings, draws: np.random.Generator) -> Kakuro:
    return blank(settings.rows, settings.columns, draw_shape(settings.rows, settings.columns, settings.density, draws))


def _plain_crossword(settings: GeneratorSettings, draws: np.random.Generator) -> Kakuro:
    """Of a few shapes the one with the fewest cells where long runs cross: its sums settle most easily."""

    def openness(shape: Kakuro) -> int:
        lengths = [len(run.cells) for run in shape.runs]
        return sum((lengths[across] * lengths[down]) for across, down in shape.runs_of)

    denser = replace(settings, density=min(settings.density + DENSER, MOST_DENSE))
    return min((_crossword(denser, draws) for _ in range(DRAWN_SHAPES)), key=openness)


def _filled(shape: Kakuro, rng: Stream, strength: float = 0.0) -> Solution:
    """Digits for every cell, distinct in each run; drawn with a bias to sums of few digit sets if `strength` > 0."""
    filling = new_filling(shape)
    if not any(fill(filling, rng) for _ in range(FILLS)):
        raise PuzzleError("no digits fill the shape drawn", "another seed, size or number of values")
    if strength > 0:
        redraw_by_sums(filling, sum_weights(shape.values, strength), SWEEPS, rng)
    return tuple(filling.digits.tolist())


def _unique(
    settings: GeneratorSettings, rng: Stream, count_solutions: CountSolutions, note: str
) -> tuple[Kakuro, Solution]:
    draws = np.random.default_rng(int(rng[0]))
    for _ in range(SHAPES):
        shape = _crossword(settings, draws)
        found = Repair(shape, *_start(shape, rng, STRENGTH), draws, by_counting(shape, count_solutions), COUNTING)
        if found.settle():
            return with_sums(shape, found.digits, note), tuple(found.digits)
    size = f"{settings.rows} x {settings.columns}, density {settings.density:g}"
    raise PuzzleError(f"no crossword with one solution was found in {SHAPES} shapes of {size}", "a higher density")


def _start(shape: Kakuro, rng: Stream, strength: float) -> tuple[Solution, Floats]:
    """Digits for every cell, and the weights by which they are changed."""
    return _filled(shape, rng, strength), sum_weights(CROSSWORD_VALUES, strength)


def _graded(
    settings: GeneratorSettings, rng: Stream, count_solutions: CountSolutions, note: str
) -> tuple[Kakuro, Solution]:
    """A crossword of the grade: repaired until techniques of its level solve it, and drawn anew if easier ones do.

    One that no technique solves is made as any with one solution. Either way the solutions are counted.
    """
    grade = settings.grade
    draws = np.random.default_rng(int(rng[0]))
    level = GRADES.index(grade)
    for _ in range(TRIES):
        if level == SEARCH:
            shape = _crossword(settings, draws)
            unsettled, effort = by_counting(shape, count_solutions), COUNTING
        else:
            shape = _plain_crossword(settings, draws)
            unsettled, effort = by_techniques(shape, level), REASONING
        found = Repair(shape, *_start(shape, rng, STRENGTHS[grade]), draws, unsettled, effort)
        for _ in range(DISTURBANCES + 1):
            if not found.settle():
                break
            puzzle = with_sums(shape, found.digits, f"{note}, {grade}")
            position = KakuroPosition(puzzle, puzzle.givens)
            graded = LEVELS.grade(solve(position), len(puzzle.cells)).name
            if graded == grade and len(count_solutions(puzzle) or ()) == 1:
                return puzzle, tuple(found.digits)
            found.disturb()
    size = f"{settings.rows} x {settings.columns}, density {settings.density:g}"
    raise PuzzleError(f"no crossword graded {grade} was found in {TRIES} shapes of {size}", "another grade or size")
