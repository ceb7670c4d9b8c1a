"""A plain judge of deductions: is each ground known, and does each conclusion follow from the named groups and grounds?

It shares no code with the techniques: what filled cells rule out is worked out anew, and a conclusion is tested by
searching the named groups alone for an assignment that would contradict it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from puzzles import chains
from puzzles.chains import RECTANGLE
from puzzles.deduction import Deduction
from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin.puzzle import LatinSquare
from puzzles.sudoku.puzzle import Sudoku

from .cells_rules import CellsRules
from .plain_rules import Domains, FaultError, KakuroRules, LatinRules, values_of


class Judge:
    """Verifies the steps of a hint one after the other; `facts`: what each cell may hold as far as was shown."""

    def __init__(self, puzzle: LatinSquare | Kakuro | Sudoku, board: Sequence[int]) -> None:
        self.puzzle = puzzle
        self.puzzle_givens = puzzle.givens if isinstance(puzzle, Kakuro) else puzzle.grid
        self.rules: Any = KakuroRules(puzzle) if isinstance(puzzle, Kakuro) else LatinRules(puzzle)
        if isinstance(puzzle, Sudoku):
            self.rules = CellsRules(puzzle)
        self.board = list(board)
        self.ruled_out: Domains = {}
        self.facts: Domains = self.rules.direct(self.board)

    def all_hold(self, steps: Iterable[Deduction]) -> None:
        """FaultError at the first step that does not hold."""
        for step in steps:
            self.holds(step)

    def holds(self, step: Deduction) -> None:
        """Makes the step if it holds; FaultError otherwise."""
        for cell, mask in step.grounds:
            if known := values_of(mask) & self.facts[cell]:
                raise FaultError(f"{step}: {known} are not ruled out at {cell}")
        if step.trial:
            self._trial(step)
        elif step.technique == RECTANGLE:
            self._rectangle(step)
        else:
            self._conclusion(step)
        for cell, mask in step.removed:
            if not values_of(mask) <= self.facts[cell]:
                raise FaultError(f"{step}: removes what was ruled out before")
            self.ruled_out.setdefault(cell, set()).update(values_of(mask))
            self.facts[cell] -= values_of(mask)
        if step.placed is not None:
            self._place(*step.placed)

    def _place(self, cell: int, value: int) -> None:
        if value not in self.facts[cell]:
            raise FaultError(f"{value} at {cell} was ruled out")
        self.board[cell] = value
        self.facts = self.rules.direct(self.board)
        for other, lost in self.ruled_out.items():
            if self.board[other] == self.rules.open_value:
                self.facts[other] -= lost

    def _trial(self, step: Deduction) -> None:
        ((cell, mask),) = step.removed
        (value,) = values_of(mask)
        inner = Judge(self.puzzle, self.board)
        inner.ruled_out = {other: set(lost) for other, lost in self.ruled_out.items()}
        inner.facts = {other: set(kept) for other, kept in self.facts.items()}
        inner._place(cell, value)
        inner.all_hold(step.trial)
        if step.trial[-1].removed or step.trial[-1].placed is not None:
            raise FaultError(f"{step}: the trial ends without a contradiction")

    def _rectangle(self, step: Deduction) -> None:
        """If the four cells held what is ruled out, two values could change places: a second solution."""
        if any(self.puzzle_givens[cell] != self.rules.open_value or cell in self.rules.marked for cell in step.cells):
            raise FaultError(f"{step}: a cell is given or marked")
        claims = [(cell, value) for cell, mask in step.removed for value in values_of(mask)]
        for cell, value in claims:
            for four in product(*(self.facts[one] for one in step.cells)):
                held = dict(zip(step.cells, four, strict=True))
                if held.get(cell, value) != value or not self._fits({cell: value, **held}):
                    continue
                if not self._swaps(held):
                    raise FaultError(f"{step}: {held} with {value} at {cell} could not change places")

    def _fits(self, held: dict[int, int]) -> bool:
        """Whether no group holds a value of those twice, or lacks one that has places in these cells alone."""
        for number, line in enumerate(self.rules.lines):
            values = [held[cell] for cell in line if cell in held]
            if len(set(values)) < len(values):
                return False
            for value in self.rules.required(number, self.facts) if len(values) > 1 else ():
                places = {cell for cell in line if value in self.facts[cell]}
                if places <= set(held) and value not in values:
                    return False
        return True

    def _swaps(self, held: dict[int, int]) -> bool:
        """Whether every group has each of just two values as often after these have changed places."""
        one, *others = sorted(set(held.values()))
        if len(others) != 1 or not all({one, *others} <= self.rules.ever(cell) for cell in held):
            return False
        swapped = {cell: others[0] if value == one else one for cell, value in held.items()}
        lines = [[cell for cell in line if cell in held] for line in self.rules.lines]
        return all(sorted(held[cell] for cell in line) == sorted(swapped[cell] for cell in line) for line in lines)

    def _conclusion(self, step: Deduction) -> None:
        possible = self.rules.chained if step.technique in chains.NAMES else self.rules.possible
        domains: Domains = {}
        for cell in self.rules.cells_of(step.groups) | {cell for cell, _ in (*step.removed, *step.grounds)}:
            filled = self.board[cell] != self.rules.open_value
            domains[cell] = {self.board[cell]} if filled else self.rules.ever(cell)
        for cell, mask in step.grounds:
            domains[cell] -= values_of(mask)
        against = [(cell, value) for cell, mask in step.removed for value in values_of(mask)]
        if step.placed is not None:
            cell, placed = step.placed
            domains.setdefault(cell, self.rules.ever(cell))
            against += [(cell, value) for value in domains[cell] if value != placed]
        for cell, value in against:
            if value in domains[cell] and possible(step.groups, {**domains, cell: {value}}):
                raise FaultError(f"{step}: {value} is possible at {cell}")
        if not step.removed and step.placed is None and possible(step.groups, domains):
            raise FaultError(f"{step}: this is no contradiction")
