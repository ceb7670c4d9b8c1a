"""The rules of Latin squares and Kakuro for the judge of hints, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin.puzzle import LatinSquare

Domains = dict[int, set[int]]
MOST_NODES = 50_000
"""Of one search; a right deduction needs far fewer."""


class FaultError(AssertionError):
    """A deduction that does not hold."""


def values_of(mask: int) -> set[int]:
    return {value for value in range(mask.bit_length()) if mask >> value & 1}


class LatinRules:
    """`lines`: the cells of each group; `marked`: those that stand in rules of other kinds."""

    open_value = -1
    marked: frozenset[int] = frozenset()

    def __init__(self, puzzle: LatinSquare) -> None:
        n = self.order = puzzle.order
        self.whole = set(range(n))
        self.lines = [[r * n + c for c in range(n)] for r in range(n)] + [
            [r * n + c for r in range(n)] for c in range(n)
        ]

    def cells_of(self, groups: Iterable[int]) -> set[int]:
        return {cell for group in groups for cell in self.lines[group]}

    def ever(self, cell: int) -> set[int]:
        """What may stand there in an empty grid."""
        return set(self.whole)

    def required(self, number: int, facts: Domains) -> set[int]:
        return self.whole if len(self.lines[number]) == self.order else set()

    def chained(self, groups: Sequence[int], domains: Domains) -> bool:
        self.nodes = 0
        return all(domains.values()) and self._search([self.lines[group] for group in groups], domains)

    def direct(self, board: Sequence[int]) -> Domains:
        """What no filled cell of the same row or column holds; of a filled cell its symbol."""
        n = self.order
        found = {}
        for cell, symbol in enumerate(board):
            if symbol >= 0:
                found[cell] = {symbol}
            else:
                row, column = divmod(cell, n)
                found[cell] = self.whole - set(board[row * n : row * n + n]) - set(board[column::n])
        return found

    def possible(self, groups: Sequence[int], domains: Domains) -> bool:
        """Whether those lines can be filled from the domains, each symbol once in each of them."""
        if not all(domains.values()):
            return False
        if len(groups) == 1:
            return matching([domains[cell] for cell in self.lines[groups[0]]])
        whole = [self.lines[group] for group in groups if len(self.lines[group]) == self.order]
        if not all(self._one_symbol(whole, domains, symbol) for symbol in self.whole):
            return False
        self.nodes = 0
        return self._search([self.lines[group] for group in groups], domains)

    def _one_symbol(self, lines: list[list[int]], domains: Domains, symbol: int) -> bool:
        """Whether the symbol can be put once into each of the lines, whatever the others are."""
        if not lines:
            return True
        first, *rest = sorted(lines, key=lambda line: sum(symbol in domains[cell] for cell in line))
        for cell in first:
            if symbol in domains[cell]:
                inside = [line for line in lines if cell in line]
                after = {**domains, **{other: domains[other] - {symbol} for line in inside for other in line}}
                if self._one_symbol([line for line in rest if cell not in line], after, symbol):
                    return True
        return False

    def _search(self, lines: list[list[int]], domains: Domains) -> bool:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise FaultError("the groups alone do not decide this")
        domains = dict(domains)
        settle(lines, domains)
        if not all(domains.values()):
            return False
        choices = [[(cell, value) for value in domains[cell]] for line in lines for cell in line]
        wide = [line for line in lines if len(line) == self.order]
        choices += [[(cell, v) for cell in line if v in domains[cell]] for line in wide for v in self.whole]
        undecided = [one for one in choices if len(one) != 1 or len(domains[one[0][0]]) > 1]
        if not undecided:
            return True
        return any(self._search(lines, {**domains, cell: {value}}) for cell, value in min(undecided, key=len))


class KakuroRules:
    open_value = 0
    marked: frozenset[int] = frozenset()

    def __init__(self, puzzle: Kakuro) -> None:
        self.puzzle = puzzle
        self.lines = [list(run.cells) for run in puzzle.runs]
        self.whole = set(range(1, puzzle.values + 1))

    def cells_of(self, groups: Iterable[int]) -> set[int]:
        return {cell for group in groups for cell in self.puzzle.runs[group].cells}

    def direct(self, board: Sequence[int]) -> Domains:
        """What some set of values of the right sum holds, in both runs of the cell, beside their filled cells."""
        found = {cell: {value} if value else set(self.whole) for cell, value in enumerate(board)}
        for run in self.puzzle.runs:
            used = {board[cell] for cell in run.cells if board[cell]}
            opened = [cell for cell in run.cells if not board[cell]]
            admitted: set[int] = set()
            for one in combinations(sorted(self.whole - used), len(opened)):
                if run.clue is None or sum(one) + sum(used) == run.clue:
                    admitted.update(one)
            for cell in opened:
                found[cell] &= admitted
        return found

    def possible(self, groups: Sequence[int], domains: Domains) -> bool:
        """Whether that run can be filled from the domains; of several runs, whether the sums leave a way."""
        if not all(domains.values()):
            return False
        if not groups:
            return True
        if len(groups) == 1:
            run = self.puzzle.runs[groups[0]]
            cells = [domains[cell] for cell in run.cells]
            return any(
                matching([cell & set(one) for cell in cells])
                for one in combinations(sorted(set().union(*cells)), len(cells))
                if run.clue is None or sum(one) == run.clue
            )
        return self._sums(groups, domains)

    def ever(self, cell: int) -> set[int]:
        return set(self.whole)

    def required(self, number: int, facts: Domains) -> set[int]:
        cells = self.puzzle.runs[number].cells
        return {v for v in self.whole if not self.possible([number], {cell: facts[cell] - {v} for cell in cells})}

    def chained(self, groups: Sequence[int], domains: Domains) -> bool:
        """Whether those runs can be filled together."""
        domains = dict(domains)
        lines = [self.puzzle.runs[group].cells for group in groups]
        settle(lines, domains)
        if not all(domains.values()) or not all(self.possible([group], domains) for group in groups):
            return False
        undecided = [cell for line in lines for cell in line if len(domains[cell]) > 1]
        if not undecided:
            return True
        cell = min(undecided, key=lambda one: len(domains[one]))
        return any(self.chained(groups, {**domains, cell: {value}}) for value in sorted(domains[cell]))

    def _sums(self, groups: Sequence[int], domains: Domains) -> bool:
        """Whether the cells that only one direction's runs have can make the difference of the sums."""
        weight: dict[int, int] = {}
        total = 0
        for group in groups:
            run = self.puzzle.runs[group]
            assert run.clue is not None
            sign = 1 if run.across else -1
            total += sign * run.clue
            for cell in run.cells:
                weight[cell] = weight.get(cell, 0) + sign
        cells = [cell for cell in weight if weight[cell]]

        def ways(left: list[int], rest: int, taken: dict[int, int]) -> bool:
            if not left:
                return rest == 0
            cell = left[0]
            for value in domains[cell]:
                beside = [
                    o
                    for o, v in taken.items()
                    if v == value and set(self.puzzle.runs_of[o]) & set(self.puzzle.runs_of[cell])
                ]
                if not beside and ways(left[1:], rest - weight[cell] * value, {**taken, cell: value}):
                    return True
            return False

        return ways(cells, total, {})


def settle(lines: Sequence[Sequence[int]], domains: Domains) -> None:
    """Takes from the cells of the lines a value that is the only one of another cell, again and again."""
    settled: list[int] = []
    while new := [cell for cell, left in domains.items() if len(left) == 1 and cell not in settled]:
        settled += new
        for cell in new:
            for other in {other for line in lines if cell in line for other in line} - {cell}:
                domains[other] = domains[other] - domains[cell]


def matching(domains: Sequence[set[int]]) -> bool:
    """Whether all can be given different values (Kuhn's algorithm)."""
    taken: dict[int, int] = {}

    def give(one: int, seen: set[int]) -> bool:
        for value in domains[one]:
            if value not in seen:
                seen.add(value)
                if value not in taken or give(taken[value], seen):
                    taken[value] = one
                    return True
        return False

    return all(give(one, set()) for one in range(len(domains)))
