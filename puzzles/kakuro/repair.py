"""Repairing a filled Kakuro until its sums leave one solution, or one that a person reaches by given techniques."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.deduction import EASY
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, with_sums
from puzzles.kakuro.sum_sets import any_and_every, combinations, fitting
from puzzles.kakuro.techniques import SHORT, supported

Floats = npt.NDArray[np.float64]

CountSolutions = Callable[[Kakuro], Sequence[Sequence[int]] | None]
"""Up to two different solutions of a puzzle (all, if it has fewer), or None if that is not known in time."""

Unsettled = Callable[[Sequence[int], range], set[int] | None]
"""Of a solution, and the cells that are open while the others are given, those that the solution's sums do not settle.

None if that is not known.
"""

CHECKS_NEARBY = 10
"""Checks of one step without success after which cells nearby are changed too; most steps take fewer.

More are needed where no change of the unsettled cells alone can help.
"""

STEPS_BACK = 3
"""Steps that are taken back at a time."""


class Effort(NamedTuple):
    """`checks` of one step before steps are taken back, which happens `returns` times before a shape is given up.

    `window`: cells that are open at a time before all are, all if None. `climbs`: a change that unsettles more cells is
    not kept.
    """

    window: int | None = None
    checks: int = 40
    returns: int = 25
    climbs: bool = False


COUNTING = Effort()
REASONING = Effort(window=48, checks=80, returns=10, climbs=True)
"""A check takes less than a millisecond, and shapes differ much: better another one than many returns."""

MOST_ORDERED, MOST_ORDERS = 6, 500
"""Open cells of a run whose orders are all looked at, if they are at most so many."""

STEP = 12
"""Cells that are opened at a time: about a row."""


def by_counting(shape: Kakuro, count_solutions: CountSolutions) -> Unsettled:
    """Cells in which some other solution differs."""

    def differing(digits: Sequence[int], opened: range) -> set[int] | None:
        closed = tuple(0 if cell in opened else digit for cell, digit in enumerate(digits))
        boards = count_solutions(replace(with_sums(shape, digits), givens=closed))
        if boards is None:
            return None
        return {i for board in boards for i, digit in enumerate(board) if digit != digits[i]}

    return differing


def by_techniques(shape: Kakuro, level: int) -> Unsettled:
    """Cells that deductions within one run leave open, those of techniques up to that level."""
    runs = [run.cells for run in shape.runs]
    narrow = by_filled if level == EASY else by_combinations
    longest = (0, 0, SHORT, MOST_ORDERED)[level]
    whole = (2 << shape.values) - 2

    def left_open(digits: Sequence[int], opened: range) -> set[int]:
        domains = [1 << digit for digit in digits]
        for cell in opened:
            domains[cell] = whole
        sums = [sum(digits[cell] for cell in cells) for cells in runs]
        waiting = dict.fromkeys(number for cell in opened for number in shape.runs_of[cell])
        later: dict[int, None] = {}  # runs whose orders are looked at when nothing else is left
        while waiting or later:
            orders = not waiting
            number = next(iter(later if orders else waiting))
            del (later if orders else waiting)[number]
            left, known = sums[number], 0
            cells = []
            for cell in runs[number]:
                domain = domains[cell]
                if domain & (domain - 1):
                    cells.append(cell)
                else:
                    left -= domain.bit_length() - 1
                    known |= domain
            if not cells:
                continue
            before = [domains[cell] for cell in cells]
            sets = combinations(shape.values, len(cells), left, known)
            if orders:
                after = supported(before, set(sets))
            else:
                after = narrow(before, sets)
                if len(cells) <= longest and prod(domain.bit_count() for domain in after) <= MOST_ORDERS:
                    later[number] = None
            for cell, old, new in zip(cells, before, after, strict=True):
                if new != old:
                    domains[cell] = new
                    waiting |= dict.fromkeys(shape.runs_of[cell])
        return {cell for cell in opened if domains[cell] & (domains[cell] - 1)}

    return left_open


def by_filled(domains: list[int], sets: Sequence[int]) -> list[int]:
    """The domains of a run's open cells, narrowed by the combinations that its filled cells leave (`sets`)."""
    union, common = any_and_every(sets)
    once = twice = 0
    for domain in domains:
        twice |= once & domain
        once |= domain
    single = common & once & ~twice
    return [domain & single or domain & union for domain in domains]


def by_combinations(domains: list[int], sets: Sequence[int]) -> list[int]:
    """The same by the combinations that fit the open cells."""
    return by_filled(domains, fitting(sets, domains))


@dataclass
class Repair:
    """A filled shape that is changed until its sums settle every cell: leave one solution, or one that is reasoned out.

    The cells are opened a few at a time, the others being given; as long as the open ones are settled, so is every
    smaller set of them, and each check has only a few cells to solve. A check that leaves cells unsettled leads to
    another digit in one of them; the change is kept unless more of its neighbours are unsettled then.

    `digits`: one a cell, which change; `weights`: of sums, as `sum_weights` has them.
    """

    shape: Kakuro
    digits: list[int]
    weights: Floats
    rng: np.random.Generator
    unsettled: Unsettled
    effort: Effort
    opened: int = 0
    window: int = 0

    def settle(self) -> bool:
        """True if the sums of `digits` now settle all cells; False if this shape is better given up."""
        cells = len(self.digits)
        returns = furthest = 0
        while self.opened < cells or self.window < cells:
            self.window = (self.effort.window or cells) if self.opened < cells else cells
            self.opened = min(self.opened + STEP, cells)
            if self.effort.climbs and self.opened > furthest:
                returns, furthest = 0, self.opened
            if not self._settle_opened():
                returns += 1
                if returns > self.effort.returns:
                    return False
                first = max(0, self.opened - STEPS_BACK * STEP)
                for cell in range(first, self.opened):
                    self._change({cell})
                self.opened = first
        return True

    def disturb(self) -> None:
        """Changes a few cells that lie together, so that the sums are to be settled again there."""
        first = int(self.rng.integers(max(1, len(self.digits) - STEP + 1)))
        for cell in range(first, min(first + STEP, len(self.digits))):
            self._change({cell})
        self.window = 0

    def _settle_opened(self) -> bool:
        """True if digits were found that settle the open cells; what is not known is a failure."""
        differing = self._unsettled()
        for check in range(self.effort.checks):
            if differing is None:
                return False
            if not differing:
                return True
            before = list(self.digits)
            beside = check % 4 == 0 if self.effort.climbs else check >= CHECKS_NEARBY
            changed = self._change(self._neighbours(differing) if beside else differing)
            found = self._unsettled()
            more = found or set()
            if len(more) > len(differing) and (self.effort.climbs or changed & more):
                self.digits = before
            else:
                differing = found
        return False

    def _neighbours(self, cells: set[int]) -> set[int]:
        return {i for cell in cells for number in self.shape.runs_of[cell] for i in self.shape.runs[number].cells}

    def _unsettled(self) -> set[int] | None:
        return self.unsettled(self.digits, range(max(0, self.opened - self.window), self.opened))

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
