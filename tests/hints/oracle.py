"""A plain judge of deductions: is each ground known, and does each conclusion follow from the named groups and grounds?

It shares no code with the techniques: what filled cells rule out is worked out anew, and a conclusion is tested by
searching the named groups alone for an assignment that would contradict it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from math import prod
from typing import Any

from oracles.naive_sudoku import means

from puzzles import chains
from puzzles.chains import RECTANGLE
from puzzles.deduction import Deduction
from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin.puzzle import LatinSquare
from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.puzzle import Sudoku

Domains = dict[int, set[int]]
FEW_WAYS = 200
"""To fill a constraint's cells, up to which the plain solver looks at it."""
MOST_NODES = 50_000
"""Of one search; a right deduction needs far fewer."""


class FaultError(AssertionError):
    """A deduction that does not hold."""


def values_of(mask: int) -> set[int]:
    return {value for value in range(mask.bit_length()) if mask >> value & 1}


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
        settled: list[int] = []
        while new := [cell for cell, left in domains.items() if len(left) == 1 and cell not in settled]:
            settled += new
            for cell in new:
                for other in {other for line in lines if cell in line for other in line} - {cell}:
                    domains[other] = domains[other] - domains[cell]
        if not all(domains.values()):
            return False
        choices = [[(cell, value) for value in domains[cell]] for line in lines for cell in line]
        wide = [line for line in lines if len(line) == self.order]
        choices += [[(cell, v) for cell in line if v in domains[cell]] for line in wide for v in self.whole]
        undecided = [one for one in choices if len(one) != 1 or len(domains[one[0][0]]) > 1]
        if not undecided:
            return True
        return any(self._search(lines, {**domains, cell: {value}}) for cell, value in min(undecided, key=len))


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
        settled: list[int] = []
        while new := [cell for cell, left in domains.items() if len(left) == 1 and cell not in settled]:
            settled += new
            for cell in new:
                for other in {other for line in lines if cell in line for other in line} - {cell}:
                    domains[other] = domains[other] - domains[cell]
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
