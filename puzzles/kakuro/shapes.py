"""Random crossword shapes: which cells are white."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.kakuro.puzzle import CROSSWORD_VALUES
from puzzles.parameters import ParameterError

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
