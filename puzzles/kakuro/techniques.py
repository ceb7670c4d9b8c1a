"""What a person knows of a Kakuro, and the techniques that lead on. Groups are the numbers of the puzzle's runs.

Combinations are the sets of distinct values that make a sum, as masks, bit v for value v. Regions are runs across and
runs down with nearly all cells in common, so that their sums determine the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from puzzles import chains, group_techniques
from puzzles.deduction import (
    EASY,
    EXPERT,
    HARD,
    MEDIUM,
    Deduction,
    Grounds,
    Levels,
    Position,
    Technique,
    bits,
    simplest_first,
)
from puzzles.family import Board
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro
from puzzles.kakuro.sum_sets import any_and_every, combinations, fitting, union_and_common

SHORT, LONG = 4, 6
"""Open cells of a run up to which its orders are a hard technique; up to which they are looked at, beyond 9 values."""


class KakuroPosition(Position):
    """By run: `used`, the values in it; `rest`, what its open cells sum to, None without clue; `opened`, their number.

    `exhausted`: by technique and run, the domains of its open cells at which the technique found nothing.
    A domain holds what some combination of each of the cell's runs holds, by the filled cells of that run, less what
    was ruled out since.
    """

    open_value = 0
    changing = ("filled", "domains", "used", "rest", "opened", "exhausted")
    puzzle: Kakuro

    def __init__(self, puzzle: Kakuro, board: Board) -> None:
        self.puzzle, self.givens = puzzle, puzzle.givens
        self.groups_of, self.sees, self.techniques = puzzle.runs_of, puzzle.seen, TECHNIQUES
        self.lines = [run.cells for run in puzzle.runs]
        self.values = puzzle.values
        self.full = (2 << puzzle.values) - 2
        self.filled = [value != 0 for value in board]
        self.exhausted: dict[tuple[str, int], list[int]] = {}
        self.used = [sum({1 << board[cell] for cell in run.cells if board[cell]}) for run in puzzle.runs]
        self.rest = [
            None if run.clue is None else run.clue - sum(board[cell] for cell in run.cells) for run in puzzle.runs
        ]
        self.opened = [sum(1 for cell in run.cells if not board[cell]) for run in puzzle.runs]
        admitted = [self.admitted(number)[0] if self.opened[number] else 0 for number in range(len(puzzle.runs))]
        self.domains = [
            1 << value if value else admitted[across] & admitted[down]
            for value, (across, down) in zip(board, puzzle.runs_of, strict=True)
        ]

    def place(self, cell: int, value: int) -> None:
        self.filled[cell] = True
        self.domains[cell] = 1 << value
        for number in self.puzzle.runs_of[cell]:
            self.used[number] |= 1 << value
            self.opened[number] -= 1
            rest = self.rest[number]
            if rest is not None:
                self.rest[number] = rest - value
            if self.opened[number]:
                admitted = self.admitted(number)[0]
                for other in self.puzzle.runs[number].cells:
                    if not self.filled[other]:
                        self.domains[other] &= admitted

    def rests_on(self, step: Deduction) -> Grounds:
        """What a placement rules out in its runs rests on all cells that were filled before."""
        if step.placed is None:
            return ()
        runs = (self.puzzle.runs[number] for number in self.puzzle.runs_of[step.placed[0]])
        return tuple((cell, self.full) for run in runs for cell in run.cells)

    def admitted(self, number: int) -> tuple[int, int]:
        """The values in any, and in every, combination for the run's open cells, by its filled cells alone."""
        rest, used, size = self.rest[number], self.used[number], self.opened[number]
        if rest is not None:
            return union_and_common(self.values, size, rest, used)
        free = self.full & ~used
        left = free.bit_count()
        return (free if left >= size else 0), (free if left == size else 0)

    def open_groups(self, technique: str = "") -> Iterator[tuple[int, list[int]]]:
        """Those in which the technique found nothing before are left out until that is new."""
        for number, opened in enumerate(self.opened):
            if not opened:
                continue
            cells = self.open_in(number)
            if not technique:
                yield number, cells
                continue
            domains = [self.domains[cell] for cell in cells]
            if self.exhausted.get((technique, number)) != domains:
                yield number, cells
                if self.opened[number] == len(cells) and [self.domains[cell] for cell in cells] == domains:
                    self.exhausted[technique, number] = domains

    def fitting(self, number: int, cells: Sequence[int]) -> list[int] | None:
        """The combinations of which each open cell admits a value, and each value some cell; None without clue."""
        rest = self.rest[number]
        if rest is None:
            return None
        sets = combinations(self.values, len(cells), rest, self.used[number])
        return fitting(sets, [self.domains[cell] for cell in cells])

    def required(self, number: int, cells: Sequence[int]) -> int:
        """The values that the run's open cells hold, whatever they are, as `fitting` has it."""
        sets = self.fitting(number, cells)
        return self.admitted(number)[1] if sets is None else any_and_every(sets)[1]

    def grounds(self, cells: Sequence[int], mask: int = -1) -> Grounds:
        """What of the mask, or of all values, those cells can't hold."""
        return tuple((cell, self.full & ~self.domains[cell] & mask) for cell in cells)

    def grounds_of_required(self, cells: Sequence[int], chosen: Sequence[int], mask: int) -> Grounds:
        return self.grounds(cells)


def _last_cell(position: KakuroPosition) -> Iterator[Deduction]:
    for number, opened in enumerate(position.opened):
        if opened == 1 and position.rest[number] is not None:
            (cell,) = position.open_in(number)
            domain = position.domains[cell]
            if domain and not domain & (domain - 1):
                placed = (cell, domain.bit_length() - 1)
                yield Deduction("last cell", (number,), (cell,), domain, position.grounds([cell]), placed=placed)


def _hidden_single(position: KakuroPosition) -> Iterator[Deduction]:
    """A value in every combination for a run's open cells, by its filled cells alone, that one of them admits."""
    for number, cells in position.open_groups():
        yield from _only_places(position, number, cells, position.admitted(number)[1], None)


def _only_places(
    position: KakuroPosition, number: int, cells: list[int], required: int, by_cells: str | None
) -> Iterator[Deduction]:
    """The required values that one cell admits; `by_cells`: the technique's name if all cells' domains are grounds."""
    name = by_cells or "hidden single"
    for value in bits(required & ~position.used[number]):
        bit = 1 << value
        there = [cell for cell in cells if position.domains[cell] & bit and not position.filled[cell]]
        if len(there) > 1:
            continue
        grounds = position.grounds([cell for cell in cells if cell not in there], -1 if by_cells else bit)
        if not by_cells:
            grounds += position.grounds([cell for cell in position.puzzle.runs[number].cells if cell not in cells])
        if not there:
            yield Deduction(name, (number,), (), bit, grounds)
        elif position.domains[there[0]] != bit:
            grounds += position.grounds(there) if by_cells else ()
            yield Deduction(name, (number,), (there[0],), bit, grounds, placed=(there[0], value))


def sum_combinations(position: KakuroPosition) -> Iterator[Deduction]:
    """What no combination that fits a run's cells holds; a value in all that fit, which one cell admits."""
    for number, cells in position.open_groups("sum combinations"):
        sets = position.fitting(number, cells)
        if sets is None:
            continue
        grounds = position.grounds(cells)
        if not sets:
            yield Deduction("sum combinations", (number,), tuple(cells), 0, grounds)
            continue
        union, every = any_and_every(sets)
        if removed := position.ruled_out(cells, position.full & ~union):
            yield Deduction("sum combinations", (number,), tuple(cells), union, grounds, removed)
        yield from _only_places(position, number, cells, every, "sum combinations")


def _orders(shortest: int, longest: int, position: KakuroPosition) -> Iterator[Deduction]:
    """A value that no order of any combination puts into a cell: one step a cell."""
    for number, cells in position.open_groups(f"orders {longest}"):
        rest = position.rest[number]
        if not shortest <= len(cells) <= longest or rest is None:
            continue
        if len(cells) > LONG and position.values > CROSSWORD_VALUES:
            continue
        ends = set(combinations(position.values, len(cells), rest, position.used[number]))
        orders = supported([position.domains[cell] for cell in cells], ends)
        name = "run orders" if len(cells) <= SHORT else "long run orders"
        for cell, mask in zip(cells, orders, strict=True):
            if lost := position.domains[cell] & ~mask:
                others = [other for other in cells if other != cell]
                yield Deduction(name, (number,), (cell,), lost, position.grounds(others), ((cell, lost),))


def supported(domains: Sequence[int], ends: set[int]) -> list[int]:
    """Of each cell, the values that some choice of distinct ones, which make one of the sets `ends`, gives it."""
    whole = reduce(or_, ends, 0)
    reached = [{0}]
    for domain in domains:
        reached.append({m | 1 << value for m in reached[-1] for value in bits(domain & whole & ~m)})
    reached[-1] &= ends
    supported = [0] * len(domains)
    for i in range(len(domains) - 1, -1, -1):
        before = set()
        for mask in reached[i]:
            for value in bits(domains[i] & whole & ~mask):
                if mask | 1 << value in reached[i + 1]:
                    supported[i] |= 1 << value
                    before.add(mask)
        reached[i] = before
    return supported


def _region_sum(left: int, position: KakuroPosition) -> Iterator[Deduction]:
    """Runs across and runs down that have all open cells in common but `left`: the sums give these cells' sum."""
    for region in regions_of(position.puzzle):
        opened = [cell for cell in (*region.plus, *region.minus) if not position.filled[cell]]
        if len(opened) == left:
            weights = dict.fromkeys(region.plus, 1) | dict.fromkeys(region.minus, -1)
            filled = weights.keys() - {*opened}
            total = region.difference - sum(weights[c] * (position.domains[c].bit_length() - 1) for c in filled)
            of_each = {cell: weights[cell] for cell in opened}
            yield from group_techniques.sum_of_few(REGION_SUMS[left], position, region.runs, of_each, total)


REGION_SUMS = {1: "region sum", 2: "region sum of two"}
TECHNIQUES = simplest_first(
    Technique("last cell", EASY, _last_cell),
    Technique("sum combinations", MEDIUM, sum_combinations),
    *group_techniques.TECHNIQUES,
    Technique("hidden single", EASY, _hidden_single),
    Technique("run orders", HARD, partial(_orders, 2, SHORT)),
    Technique(REGION_SUMS[1], HARD, partial(_region_sum, 1)),
    Technique("long run orders", EXPERT, partial(_orders, SHORT + 1, 16)),
    Technique(REGION_SUMS[2], EXPERT, partial(_region_sum, 2)),
    *chains.TECHNIQUES,
)
LEVELS = Levels({technique.name: technique.level for technique in TECHNIQUES})


MOST_RUNS, MOST_LEFT = 12, 6
"""Runs that a region grows to, and cells that only one direction of it has."""


class Region(NamedTuple):
    """`plus`: cells of its across runs alone, `minus`: of its down runs alone.

    The values in `plus` sum to `difference` more than those in `minus`.
    """

    runs: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    difference: int


@lru_cache(maxsize=8)
def regions_of(puzzle: Kakuro) -> tuple[Region, ...]:
    """Regions grown from each run: the next one is always that which leaves the fewest cells to one direction."""
    masks = [sum(1 << cell for cell in run.cells) for run in puzzle.runs]
    crossing = [[puzzle.runs_of[cell][1 if run.across else 0] for cell in run.cells] for run in puzzle.runs]
    found: dict[tuple[int, ...], Region] = {}
    for first in range(len(puzzle.runs)):
        taken, difference = {first}, masks[first]
        while len(taken) < MOST_RUNS:
            near = {other for number in taken for other in crossing[number]} - taken
            near = {number for number in near if puzzle.runs[number].clue is not None}
            if not near or puzzle.runs[first].clue is None:
                break
            after, number = min(((difference ^ masks[one]).bit_count(), one) for one in near)
            taken.add(number)
            difference ^= masks[number]
            if after <= MOST_LEFT:
                runs = tuple(sorted(taken))
                found.setdefault(runs, _region(puzzle, runs))
    return tuple(sorted(found.values(), key=lambda region: (len(region.runs), region.runs)))


def _region(puzzle: Kakuro, runs: tuple[int, ...]) -> Region:
    sides: dict[bool, set[int]] = {True: set(), False: set()}
    difference = 0
    for number in runs:
        run = puzzle.runs[number]
        sides[run.across].update(run.cells)
        difference += (run.clue or 0) if run.across else -(run.clue or 0)
    plus, minus = sides[True] - sides[False], sides[False] - sides[True]
    return Region(runs, tuple(sorted(plus)), tuple(sorted(minus)), difference)
