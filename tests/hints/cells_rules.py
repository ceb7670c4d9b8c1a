"""The rules of Sudoku and its variants for the judge of hints: its list of constraints and plain backtracking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import prod

from oracles.naive_sudoku import means

from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.puzzle import Sudoku

from .plain_rules import Domains, LatinRules

FEW_WAYS = 200
"""To fill a constraint's cells, up to which the plain solver looks at it."""


class CellsRules(LatinRules):
    """Of any groups, and of constraints by the words of `means`, numbered behind the groups."""

    def __init__(self, puzzle: Sudoku) -> None:
        self.puzzle, self.order = puzzle, puzzle.order
        self.whole = set(range(puzzle.order))
        self.lines = [list(group.cells) for group in puzzle.groups]
        self.marked = frozenset(cell for one in puzzle.others for cell in one.cells)
        self.sees: list[set[int]] = [set() for _ in puzzle.grid]
        for line in self.lines:
            for cell in line:
                self.sees[cell] |= {*line} - {cell}
        self.alone: dict[int, set[int]] = {}
        for one in puzzle.constraints:
            if one.kind in ("even", "odd"):
                fits = {v for v in self.whole if means(one.kind, [v + puzzle.first_symbol], 0)}
                self.alone.update((cell, self.ever(cell) & fits) for cell in one.cells)

    def ever(self, cell: int) -> set[int]:
        return set(self.alone.get(cell, self.whole))

    def cells_of(self, groups: Iterable[int]) -> set[int]:
        first = len(self.lines)
        return {
            cell
            for group in groups
            for cell in (self.lines[group] if group < first else self.puzzle.others[group - first].cells)
        }

    def direct(self, board: Sequence[int]) -> Domains:
        return {
            cell: {value} if value >= 0 else self.ever(cell) - {board[other] for other in self.sees[cell]}
            for cell, value in enumerate(board)
        }

    def possible(self, groups: Sequence[int], domains: Domains) -> bool:
        ruled = [self.puzzle.others[group - len(self.lines)] for group in groups if group >= len(self.lines)]
        if not ruled:
            return super().possible(groups, domains)
        if not all(domains.values()):
            return False
        if len(groups) == 1:
            return self.keeps(ruled[0], domains)
        return self._sums([self.lines[group] for group in groups if group < len(self.lines)], ruled, domains)

    def keeps(self, one: Constraint, domains: Domains) -> bool:
        """Whether the cells can be filled so that they keep the constraint, and differ where they see each other."""
        first = self.puzzle.first_symbol
        if one.kind == "views":
            return self._seen([{value + first for value in domains[cell]} for cell in one.cells], 0, one.value)

        def grow(taken: list[int]) -> bool:
            if len(taken) == len(one.cells):
                return means(one.kind, taken, one.value)
            left = one.cells[len(taken) :]
            if one.kind in ("cage", "sum"):
                least = sum(min(domains[cell]) + first for cell in left)
                if not least <= one.value - sum(taken) <= sum(max(domains[cell]) + first for cell in left):
                    return False
            if one.kind == "less" and any(a >= b for a, b in pairwise(taken)):
                return False
            beside = {value for cell, value in zip(one.cells, taken, strict=False) if cell in self.sees[left[0]]}
            values = sorted(value + first for value in domains[left[0]])
            return any(grow([*taken, value]) for value in values if value not in beside)

        return grow([])

    def _seen(self, domains: list[set[int]], highest: int, number: int) -> bool:
        if not domains or number < 0:
            return number == 0
        return any(self._seen(domains[1:], max(v, highest), number - (v > highest)) for v in sorted(domains[0]))

    def _sums(self, houses: list[list[int]], cages: list[Constraint], domains: Domains) -> bool:
        """Whether the cells that houses and cages do not share can make the difference of their sums."""
        first = self.puzzle.first_symbol
        weight: Counter[int] = Counter()
        total = 0
        for house in houses:
            assert len(house) == self.order
            weight.update(house)
            total += sum(value + first for value in self.whole)
        for cage in cages:
            assert cage.kind in ("cage", "sum")
            weight.subtract(cage.cells)
            total -= cage.value
        cells = [cell for cell in weight if weight[cell]]

        def ways(at: int, rest: int, taken: dict[int, int]) -> bool:
            if at == len(cells):
                return rest == 0
            cell = cells[at]
            beside = {value for other, value in taken.items() if other in self.sees[cell]}
            return any(
                ways(at + 1, rest - weight[cell] * (value + first), {**taken, cell: value})
                for value in domains[cell] - beside
            )

        return ways(0, total, {})

    def solutions(self, board: Sequence[int], most: int, nodes: int) -> list[list[int]] | None:
        """Up to so many boards, by backtracking in the cell of the fewest values; None if it takes more nodes."""
        found: list[list[int]] = []
        self.left = nodes
        self._complete(self.direct(board), found, most)
        return found if self.left > 0 else None

    def _complete(self, domains: Domains, found: list[list[int]], most: int) -> None:
        self.left -= 1
        if self.left <= 0 or len(found) >= most or not self._settled(domains):
            return
        undecided = [cell for cell, left in domains.items() if len(left) > 1]
        if not undecided:
            found.append([min(domains[cell]) for cell in sorted(domains)])
            return
        cell = min(undecided, key=lambda one: len(domains[one]))
        for value in sorted(domains[cell]):
            self._complete({one: {value} if one == cell else set(left) for one, left in domains.items()}, found, most)

    def _settled(self, domains: Domains) -> bool:
        """Takes out what single values, only places and constraints of few ways rule out; False if nothing is left."""
        changed = True
        while changed:
            changed = False
            for cell, left in domains.items():
                if len(left) == 1:
                    for other in self.sees[cell]:
                        if left & domains[other]:
                            domains[other] -= left
                            changed = True
            for line in self.lines if not changed else ():
                for value in self.whole if len(line) == self.order else ():
                    places = [cell for cell in line if value in domains[cell]]
                    if not places:
                        return False
                    if len(places) == 1 and len(domains[places[0]]) > 1:
                        domains[places[0]] = {value}
                        changed = True
            if not all(domains.values()):
                return False
            for one in self.puzzle.others if not changed else ():
                if prod(len(domains[cell]) for cell in one.cells) <= FEW_WAYS:
                    for cell in one.cells:
                        for value in sorted(domains[cell]):
                            if not self.keeps(one, {**domains, cell: {value}}):
                                domains[cell].discard(value)
                                changed = True
                        if not domains[cell]:
                            return False
        return True
