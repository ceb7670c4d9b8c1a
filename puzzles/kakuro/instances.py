"""Random Kakuro: shapes, the generator, which makes sure of one solution, and training instances.

Workers alone import it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzles.by_hand import ANY, GRADES
from puzzles.connected import in_one_part
from puzzles.deduction import SEARCH, solve
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.kakuro.family import MOST_DENSE, GeneratorSettings, generator_settings
from puzzles.kakuro.kernels.fill import fill, new_filling, redraw_by_sums, sum_weights
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, blank, with_sums
from puzzles.kakuro.repair import COUNTING, REASONING, CountSolutions, Repair, by_counting, by_techniques
from puzzles.kakuro.techniques import LEVELS, KakuroPosition
from puzzles.parameters import ParameterError, Value

Stream = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Solution = tuple[int, ...]

SWEEPS = 8
"""Redraws of every cell before the first check; the digits depend little on the first ones by then."""

SHAPES, DISTURBANCES = 40, 10
"""Shapes that are tried for one puzzle with one solution, and how often one of another grade is changed."""

FILLS = 100_000
"""Playouts that are tried to fill one shape; far more than any shape needed."""

SHAPE_SPAN = 50
"""Training crosswords in a row that share a shape: drawing one takes longer than filling it."""

DRAWN_SHAPES, DENSER = 5, 0.04
"""Shapes of which the one that is settled most easily is taken for a graded puzzle, and how much denser they are.

Without the black cells that are added, 20 x 20 cells take ten times as long.
"""

STRENGTHS = {ANY: 0.7, "easy": 2.0, "medium": 1.0, "hard": 0.7, "expert": 0.7, "search": 0.7}
"""Exponent of the bias to sums of few digit sets, by grade: such sums make easy puzzles."""


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
        return _with_one_solution(settings, rng, count_solutions, note + ", one solution")
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


def _start(shape: Kakuro, rng: Stream, strength: float) -> tuple[list[int], Floats]:
    """Digits for every cell, and the weights by which they are changed."""
    return list(_filled(shape, rng, strength)), sum_weights(CROSSWORD_VALUES, strength)


def _with_one_solution(
    settings: GeneratorSettings, rng: Stream, count_solutions: CountSolutions, note: str
) -> tuple[Kakuro, Solution]:
    """A crossword of the grade: repaired until techniques of its level solve it, and drawn anew if easier ones do.

    Of any grade, or one that no technique solves, it is repaired until one solution is counted; of those that are
    graded the solutions are counted in the end, too.
    """
    grade = settings.grade
    draws = np.random.default_rng(int(rng[0]))
    level = SEARCH if grade == ANY else GRADES.index(grade)
    for _ in range(SHAPES):
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
            if grade == ANY:
                return with_sums(shape, found.digits, note), tuple(found.digits)
            puzzle = with_sums(shape, found.digits, f"{note}, {grade}")
            position = KakuroPosition(puzzle, puzzle.givens)
            graded = LEVELS.grade(solve(position), len(puzzle.cells)).name
            if graded == grade and len(count_solutions(puzzle) or ()) == 1:
                return puzzle, tuple(found.digits)
            found.disturb()
    wanted, other = ("with one solution", "a higher density") if grade == ANY else (f"graded {grade}", "another grade")
    size = f"{settings.rows} x {settings.columns}, density {settings.density:g}"
    raise PuzzleError(f"no crossword {wanted} was found in {SHAPES} shapes of {size}", f"{other} or size")


Mask = npt.NDArray[np.bool_]

ATTEMPTS = 200
"""Random orders of blackening that are tried before a size is refused."""


def draw_shape(rows: int, columns: int, density: float, rng: np.random.Generator) -> list[tuple[int, int]]:
    """White cells (row, column) in reading order of a random shape with a black first row and column.

    Inside that margin the shape is symmetric under half a turn and connected, and every run has 2 to 9 cells. About
    `density` of the cells inside are black: fewer where no more fit, more where long lines must be broken.
    Raises ParameterError if no shape of that size was found.
    """
    for _ in range(ATTEMPTS):
        inside = _blacken(rows - 1, columns - 1, density, rng)
        if inside is not None:
            return [(int(r) + 1, int(c) + 1) for r, c in np.argwhere(inside)]
    raise ParameterError(f"no crossword of {rows} x {columns} has runs of 2 to 9 cells; expected another size")


def _blacken(height: int, width: int, density: float, rng: np.random.Generator) -> Mask | None:
    """A shape without its margin, cells turned black in random order; None if a run stays too long."""
    white = np.ones((height, width), np.bool_)
    wanted = round(density * height * width)
    order = [divmod(int(cell), width) for cell in rng.permutation(height * width)]
    for only_long in (True, False):  # long runs must be broken, whatever the density
        for r, c in order:
            if only_long:
                if max(_length(white[r], c), _length(white[:, c], r)) <= CROSSWORD_VALUES:
                    continue
            elif height * width - int(white.sum()) >= wanted:
                break
            _try_black(white, r, c)
    lines = [*white, *white.T]
    return None if any(_length(line, i) > CROSSWORD_VALUES for line in lines for i in range(len(line))) else white


def _try_black(white: Mask, r: int, c: int) -> None:
    """Turns the cell and its opposite black, unless a run of one cell or a second part would come of it."""
    height, width = white.shape
    pair = ((r, c), (height - 1 - r, width - 1 - c))
    if not white[r, c]:
        return
    for row, column in pair:
        white[row, column] = False
    single = any(
        _length(line, at) == 1
        for row, column in pair
        for line, place in ((white[row], column), (white[:, column], row))
        for at in (place - 1, place + 1)
        if 0 <= at < len(line)
    )
    if single or not in_one_part(zip(*(axis.tolist() for axis in np.nonzero(white)), strict=True)):
        for row, column in pair:
            white[row, column] = True


def _length(line: Mask, at: int) -> int:
    """The number of white cells in the run through `at`; 0 at a black cell."""
    if not line[at]:
        return 0
    first = last = at
    while first > 0 and line[first - 1]:
        first -= 1
    while last + 1 < len(line) and line[last + 1]:
        last += 1
    return last - first + 1
