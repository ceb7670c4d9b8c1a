"""Kakuro with sets in plain Python: forward checking, and forward checking with the digit sets of each run.

Nothing is kept up to date here: what is left of a run is worked out from the board whenever it is asked for.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import combinations

from puzzles.kakuro.puzzle import Kakuro, Run


class NaiveKakuro:
    """A board being filled: `digits` of the assigned cells, `domains` of the open ones, and whether it is dead.

    A position is dead if an open cell has no digit left or, with `strong`, if some run's open cells have no digit set
    of their number and remaining sum, or a digit of all those sets has no cell of its own. With `strong` a digit in
    none of a run's sets leaves its cells, a digit in all of them that one cell alone admits is that cell's, and
    a cell with one digit left is assigned. Sets are judged by their least and largest sums alone if `by_bounds`.
    """

    def __init__(self, puzzle: Kakuro, strong: bool, by_bounds: bool = False) -> None:
        self.puzzle = puzzle
        self.strong = strong
        self.by_bounds = by_bounds
        self.digits: dict[int, int] = {}
        self.domains = {cell: set(range(1, puzzle.values + 1)) for cell in range(len(puzzle.cells))}
        self.dead = False
        for cell, given in enumerate(puzzle.givens):
            if given and not self.dead:
                self.dead = given not in self.domains[cell]
                if not self.dead:
                    self._assign(cell, given)
        self._follow()

    def play(self, cell: int, digit: int) -> None:
        """Gives an open cell one of its digits, and draws the conclusions of the mode."""
        self._assign(cell, digit)
        self._follow()

    def copy(self) -> NaiveKakuro:
        """The same position, to be played on independently."""
        return copy.deepcopy(self)

    def board(self) -> list[int]:
        """One digit a cell, 0 for an open one."""
        return [self.digits.get(cell, 0) for cell in range(len(self.puzzle.cells))]

    def candidates(self) -> list[tuple[int, int]]:
        """All digits of all open cells."""
        return [(cell, digit) for cell in sorted(self.domains) for digit in sorted(self.domains[cell])]

    def sum_left(self, run: Run) -> int | None:
        """What the run's open cells must sum to; None without a clue."""
        return None if run.clue is None else run.clue - sum(self.digits.get(cell, 0) for cell in run.cells)

    def feasible(self, run: Run) -> list[frozenset[int]]:
        """The sets that the run's open cells may hold: of their number, of admitted digits, of the sum left."""
        still_open = self._open(run)
        admitted = sorted(set().union(*(self.domains[cell] for cell in still_open)))
        total = self.sum_left(run)
        return [
            frozenset(found)
            for found in combinations(admitted, len(still_open))
            if total is None or sum(found) == total
        ]

    def places(self, run: Run, digit: int) -> int:
        """How many open cells of the run admit the digit."""
        return sum(1 for cell in self._open(run) if digit in self.domains[cell])

    def _open(self, run: Run) -> list[int]:
        return [cell for cell in run.cells if cell in self.domains]

    def _assign(self, cell: int, digit: int) -> None:
        assert digit in self.domains[cell]
        del self.domains[cell]
        self.digits[cell] = digit
        for run in self.puzzle.runs:
            if cell in run.cells:
                for other in self._open(run):
                    self.domains[other].discard(digit)
        self.dead = not all(self.domains.values())

    def _follow(self) -> None:
        while self.strong and not self.dead and self._conclude():
            pass

    def _conclude(self) -> bool:
        """Draws one conclusion; False if there is none left to draw."""
        for cell, domain in self.domains.items():
            if len(domain) == 1:
                self._assign(cell, min(domain))
                return True
        for run in self.puzzle.runs:
            possible, certain = self._digits(run)
            cells = self._open(run)
            for cell in cells:
                if not self.domains[cell] <= possible:
                    self.domains[cell] &= possible
                    self.dead = not self.domains[cell]
                    return True
            if possible == set() and (cells or self.sum_left(run) not in (0, None)):
                self.dead = True
                return True
            for digit in certain:
                admit = [cell for cell in cells if digit in self.domains[cell]]
                if len(admit) == 1:
                    self._assign(admit[0], digit)
                    return True
        return False

    def _digits(self, run: Run) -> tuple[set[int], set[int]]:
        """The digits of at least one feasible set, and of all."""
        if self.by_bounds and run.clue is not None:
            return self._digits_by_bounds(run)
        sets = self.feasible(run)
        if not sets:
            return set(), set()
        return set().union(*sets), set(sets[0]).intersection(*sets)

    def _digits_by_bounds(self, run: Run) -> tuple[set[int], set[int]]:
        """As `_digits`, where any sum between the least and the largest of a size is taken for reached."""
        size, total = len(self._open(run)), self.sum_left(run)
        assert total is not None
        admitted = sorted(set().union(*(self.domains[cell] for cell in self._open(run))))

        def reached(digits: list[int], number: int, wanted: int) -> bool:
            if not 0 <= number <= len(digits):
                return False
            return sum(digits[:number]) <= wanted <= sum(digits[len(digits) - number :])

        if size == 0 or not reached(admitted, size, total):
            return set(), set()
        others = {digit: [other for other in admitted if other != digit] for digit in admitted}
        possible = {digit for digit in admitted if reached(others[digit], size - 1, total - digit)}
        return possible, {digit for digit in possible if not reached(others[digit], size, total)}


def naive_solutions(puzzle: Kakuro) -> Iterator[list[int]]:
    """All solutions, by trying every digit in one cell after another and looking at its two runs each time."""
    board = list(puzzle.givens)
    runs_of = [[run for run in puzzle.runs if cell in run.cells] for cell in range(len(board))]

    def fits(run: Run) -> bool:
        digits = [board[cell] for cell in run.cells if board[cell]]
        if len(set(digits)) < len(digits) or (run.clue is not None and sum(digits) > run.clue):
            return False
        return len(digits) < len(run.cells) or run.clue in (None, sum(digits))

    def fill(cell: int) -> Iterator[list[int]]:
        if cell == len(board):
            yield list(board)
            return
        given = puzzle.givens[cell]
        for digit in [given] if given else range(1, puzzle.values + 1):
            board[cell] = digit
            if all(fits(run) for run in runs_of[cell]):
                yield from fill(cell + 1)
            board[cell] = given

    yield from fill(0)


def random_cells(rows: int, columns: int, blacks: int, source: random.Random) -> list[tuple[int, int]]:
    """White cells in reading order: a rectangle at (1, 1) with so many cells made black, at least one left white."""
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    return sorted(source.sample(places, max(len(places) - blacks, 1)))


def random_fill(shape: Kakuro, source: random.Random) -> list[int] | None:
    """Digits that are distinct in each run, one cell after another at random; None if that gets stuck."""
    board = [0] * len(shape.cells)
    for cell in range(len(board)):
        seen = {board[other] for run in shape.runs if cell in run.cells for other in run.cells}
        free = [digit for digit in range(1, shape.values + 1) if digit not in seen]
        if not free:
            return None
        board[cell] = source.choice(free)
    return board
