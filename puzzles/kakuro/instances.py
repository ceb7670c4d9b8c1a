"""Random Kakuro: the generator, which makes sure of one solution, and training instances. Workers alone import it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.kakuro.family import GeneratorSettings, generator_settings
from puzzles.kakuro.kernels.fill import fill, new_filling, redraw_by_sums, sum_weights
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, blank, with_sums
from puzzles.parameters import ParameterError, Value

Stream = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
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

ATTEMPTS = 200
"""Random orders of blackening that are tried before a size is refused."""

CountSolutions = Callable[[Kakuro], Sequence[Sequence[int]] | None]
"""Up to two different solutions of a puzzle (all, if it has fewer), or None if that is not known in time."""

CHECKS_NEARBY, MOST_CHECKS = 10, 40
"""Checks of one step without success after which cells nearby are changed too, and after which steps are taken back.

Most steps take fewer than 10 checks; more are needed where no change of the differing cells alone can help.
"""

MOST_RETURNS, STEPS_BACK = 25, 3
"""How often steps are taken back before a shape is given up, and how many at a time."""

STEP = 12
"""Cells that are opened at a time: about a row."""


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
        return _unique(settings, rng, count_solutions, note + ", one solution")
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
    weights = sum_weights(CROSSWORD_VALUES, STRENGTH)
    for _ in range(SHAPES):
        shape = _crossword(settings, draws)
        found = UniqueFilling(shape, _filled(shape, rng, STRENGTH), weights, draws)
        if found.make_unique(count_solutions):
            return with_sums(shape, found.digits, note), tuple(found.digits)
    size = f"{settings.rows} x {settings.columns}, density {settings.density:g}"
    raise PuzzleError(f"no crossword with one solution was found in {SHAPES} shapes of {size}", "a higher density")


class UniqueFilling:
    """A filled shape that is changed until its sums have one solution.

    The cells are opened a few at a time, the others being given; as long as the open ones have one solution, so has
    every smaller set of them, and each check has only a few cells to solve. A check that finds a second solution
    leads to another digit in a cell where the two differ, so that this second solution is gone; the change is kept
    unless more of its neighbours differ then.
    """

    def __init__(self, shape: Kakuro, digits: Sequence[int], weights: Floats, rng: np.random.Generator) -> None:
        self.shape = shape
        self.digits = list(digits)
        self.weights = weights
        self.rng = rng
        self.opened = 0

    def make_unique(self, count_solutions: CountSolutions) -> bool:
        """True if the sums of `digits` now have one solution; False if this shape is better given up."""
        cells = len(self.digits)
        returns = 0
        while self.opened < cells:
            self.opened = min(self.opened + STEP, cells)
            if not self._leave_one_solution(count_solutions):
                returns += 1
                if returns > MOST_RETURNS:
                    return False
                first = max(0, self.opened - STEPS_BACK * STEP)
                for cell in range(first, self.opened):
                    self._change({cell})
                self.opened = first
        return True

    def _leave_one_solution(self, count_solutions: CountSolutions) -> bool:
        """True if digits were found that leave the open cells one solution; an unknown count is a failure."""
        differing = self._differing(count_solutions)
        for check in range(MOST_CHECKS):
            if differing is None:
                return False
            if not differing:
                return True
            before = list(self.digits)
            changed = self._change(differing if check < CHECKS_NEARBY else self._neighbours(differing))
            found = self._differing(count_solutions)
            if found is not None and len(found) > len(differing) and changed & found:
                self.digits = before
            else:
                differing = found
        return False

    def _neighbours(self, cells: set[int]) -> set[int]:
        return {i for cell in cells for number in self.shape.runs_of[cell] for i in self.shape.runs[number].cells}

    def _differing(self, count_solutions: CountSolutions) -> set[int] | None:
        """Cells in which some other solution differs from ours; None if the count is not known."""
        closed = (0,) * self.opened + tuple(self.digits[self.opened :])
        boards = count_solutions(replace(with_sums(self.shape, self.digits), givens=closed))
        if boards is None:
            return None
        return {i for board in boards for i, digit in enumerate(board) if digit != self.digits[i]}

    def _change(self, differing: set[int]) -> set[int]:
        """Gives one of the cells another digit; returns the cells of its two runs (none if no cell can change).

        Cell and digit are drawn together, sums of few digit sets being likelier.
        """
        choices: list[tuple[int, int]] = []
        odds: list[float] = []
        for cell in sorted(differing):
            for digit, weight in self._digits_for(cell):
                choices.append((cell, digit))
                odds.append(weight)
        if not choices:
            return set()
        share = np.array(odds) / sum(odds)
        cell, digit = choices[int(self.rng.choice(len(choices), p=share))]
        self.digits[cell] = digit
        return self._neighbours({cell})

    def _digits_for(self, cell: int) -> list[tuple[int, float]]:
        lines = [self.shape.runs[number].cells for number in self.shape.runs_of[cell]]
        old = self.digits[cell]
        taken = {self.digits[i] for line in lines for i in line}
        sums = [(len(line), sum(self.digits[i] for i in line) - old) for line in lines]
        return [
            (digit, float(np.prod([self.weights[size, rest + digit] for size, rest in sums])))
            for digit in range(1, CROSSWORD_VALUES + 1)
            if digit not in taken
        ]


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
    if single or not _connected(white):
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


def _connected(white: Mask) -> bool:
    left = {(int(r), int(c)) for r, c in np.argwhere(white)}
    if not left:
        return False
    edge = [left.pop()]
    while edge:
        r, c = edge.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
        left -= near
        edge += near
    return not left
