"""From a filled shape to a puzzle with exactly one solution, by changing digits where two solutions differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, with_sums

Floats = npt.NDArray[np.float64]

CountSolutions = Callable[[Kakuro], Sequence[Sequence[int]] | None]
"""Up to two different solutions of a puzzle (all, if it has fewer), or None if that is not known in time."""

WIDEN, RETREAT = 10, 40
"""Checks in vain, since the last cells were opened, after which neighbours are changed too, and a retreat is made.

Most steps take fewer than 10 checks; what takes more is a spot whose own digits cannot be distinguished.
"""

RETREATS, STEPS_BACK = 25, 3
"""Retreats before a shape is given up, and the steps that are closed again, with other digits, in each."""

STEP = 12
"""Cells that are opened at a time: about a row."""


class Refiner:
    """A filled shape that is changed until its sums have one solution.

    The cells are opened a few at a time, the others being given; as long as the open ones have one solution, so has
    every smaller set of them, and no check meets more than a few loose cells. A check that finds a second solution
    leads to another digit in a cell where the two differ, so that this second solution is gone; the change is kept
    unless it makes matters worse nearby.
    """

    def __init__(self, shape: Kakuro, digits: Sequence[int], weights: Floats, rng: np.random.Generator) -> None:
        self.shape = shape
        self.digits = list(digits)
        self.weights = weights
        self.rng = rng
        self.opened = 0

    def refine(self, count_solutions: CountSolutions) -> bool:
        """True if the sums of `digits` now have one solution; False if this shape is better given up."""
        cells = len(self.digits)
        retreats = 0
        while self.opened < cells:
            self.opened = min(self.opened + STEP, cells)
            if not self._settle(count_solutions):
                retreats += 1
                if retreats > RETREATS:
                    return False
                self._retreat()
        return True

    def _retreat(self) -> None:
        """Closes the last steps again and redraws their digits."""
        first = max(0, self.opened - STEPS_BACK * STEP)
        for cell in range(first, self.opened):
            self._change({cell})
        self.opened = first

    def _settle(self, count_solutions: CountSolutions) -> bool:
        """True if digits were found that leave the open cells one solution; an unknown count is a failure."""
        differing = self._differing(count_solutions)
        for check in range(RETREAT):
            if differing is None:
                return False
            if not differing:
                return True
            before = list(self.digits)
            changed = self._change(differing if check < WIDEN else self._neighbours(differing))
            found = self._differing(count_solutions)
            if found is not None and len(found) > len(differing) and changed & found:
                self.digits = before
            else:
                differing = found
        return False

    def _neighbours(self, cells: set[int]) -> set[int]:
        """All cells of the runs of these cells."""
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
        """The other digits that the cell may have, with their weights."""
        lines = [self.shape.runs[number].cells for number in self.shape.runs_of[cell]]
        old = self.digits[cell]
        taken = {self.digits[i] for line in lines for i in line}
        sums = [(len(line), sum(self.digits[i] for i in line) - old) for line in lines]
        return [
            (digit, float(np.prod([self.weights[size, rest + digit] for size, rest in sums])))
            for digit in range(1, CROSSWORD_VALUES + 1)
            if digit not in taken
        ]
