"""What a person knows of a puzzle of cells, and the techniques that lead on: those of groups, and of constraints.

Constraints are numbered behind the groups, in the order of `Sudoku.others`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, combinations
from math import prod
from operator import or_

from puzzles.deduction import EASY, MEDIUM, Deduction, Levels, Technique, bits, simplest_first
from puzzles.family import Board
from puzzles.latin.grouped import HOLE
from puzzles.latin.techniques import TECHNIQUES as OF_GROUPS
from puzzles.latin.techniques import LatinPosition
from puzzles.sudoku import cage_arithmetic
from puzzles.sudoku.constraints import COMBINATIONS, KINDS, NEIGHBOURS, PARKS, STRETCH, VIEWS
from puzzles.sudoku.puzzle import Scope, Sudoku

LOCKED = "locked candidates"
MOST_WAYS = 3_000
"""Ways to fill a constraint's cells that are looked at one by one."""

Masks = Sequence[int]


class CellsPosition(LatinPosition):
    """Also by what constraints of single cells admit.

    `nothing_follows`: by constraint, domains of its cells of which it leaves all; copies share it.
    """

    puzzle: Sudoku

    def __init__(self, puzzle: Sudoku, board: Board) -> None:
        super().__init__(puzzle, board)
        self.techniques = ALL if puzzle.others else TECHNIQUES
        for cell, (value, mask) in enumerate(zip(board, puzzle.allowed, strict=True)):
            if value == HOLE:
                self.domains[cell] &= mask
        self.nothing_follows: dict[int, Masks] = {}

    def interchangeable(self, cells: Sequence[int]) -> bool:
        return self.puzzle.ruled.isdisjoint(cells) and super().interchangeable(cells)


def _locked(position: CellsPosition) -> Iterator[Deduction]:
    """A value whose places in one group all stand in another, too: so nowhere else there."""
    groups_of = position.puzzle.groups_of
    for group in position.whole:
        lacking = position.lacking[group]
        cells = position.open_in(group)
        for value in bits(lacking):
            bit = 1 << value
            places = [cell for cell in cells if position.domains[cell] & bit]
            if not 2 <= len(places) <= 9:
                continue
            shared = set(groups_of[places[0]]).intersection(*(groups_of[cell] for cell in places[1:])) - {group}
            for other in sorted(shared):
                outside = [cell for cell in position.open_in(other) if cell not in position.lines[group]]
                if removed := position.ruled_out(outside, bit):
                    grounds = tuple((cell, bit) for cell in cells if cell not in places)
                    yield Deduction(LOCKED, (group, other), tuple(places), bit, grounds, removed)


def _by_constraint(technique: str, position: CellsPosition) -> Iterator[Deduction]:
    """What a constraint takes from its cells, by what they may hold."""
    first, known = len(position.puzzle.groups), position.nothing_follows
    for number, one in position.puzzle.by_technique.get(technique, ()):
        domains = [position.domains[cell] for cell in one.cells]
        if known.get(number) == domains or all(position.filled[cell] for cell in one.cells):
            continue
        left = left_by(position.puzzle.scopes[number], tuple(domains))
        if left is None:
            continue
        grounds = tuple((cell, position.full & ~domain) for cell, domain in zip(one.cells, domains, strict=True))
        if not all(left):
            yield Deduction(technique, (first + number,), one.cells, 0, grounds)
            continue
        removed = tuple(
            (cell, lost)
            for cell, domain, mask in zip(one.cells, domains, left, strict=True)
            if not position.filled[cell] and (lost := domain & ~mask)
        )
        if not removed:
            known[number] = domains
        else:
            yield Deduction(technique, (first + number,), one.cells, 0, grounds, removed)


@lru_cache(maxsize=30_000)
def left_by(one: Scope, domains: tuple[int, ...]) -> Masks | None:
    """By cell, the values that a constraint leaves of these; None if there are too many ways to look at."""
    return _by_pair(one, domains) if len(domains) == 2 else _LEFT.get(one.kind, _by_ways)(one, domains)


@lru_cache(maxsize=1_000)
def _partners(one: Scope) -> Masks:
    """By value of the first of two cells, those that the second may hold."""
    values, holds = range(one.order), KINDS[one.kind].holds
    pairs = [[(v, w) for w in values if not (v == w and one.differing[1])] for v in values]
    return [sum(1 << w for v, w in some if holds([v + one.first, w + one.first], one.value)) for some in pairs]


def _by_pair(one: Scope, domains: Masks) -> Masks:
    partners, left = _partners(one), [0, 0]
    for value in bits(domains[0]):
        if both := partners[value] & domains[1]:
            left[0] |= 1 << value
            left[1] |= both
    return left


def _by_ways(one: Scope, domains: Masks) -> Masks | None:
    """All ways to fill the cells, each tried; for sums of more than that what their bounds leave."""
    if prod(mask.bit_count() for mask in domains) > MOST_WAYS:
        return _by_bounds(one, domains) if one.kind in ("sum", "arrow") else None
    left = [0] * len(domains)
    holds, first = KINDS[one.kind].holds, one.first
    choices = [bits(mask) for mask in domains]
    taken: list[int] = []

    def grow() -> None:
        at = len(taken)
        if at == len(choices):
            if holds([value + first for value in taken], one.value):
                for cell, value in enumerate(taken):
                    left[cell] |= 1 << value
            return
        for value in choices[at]:
            if not any(taken[j] == value for j in one.differing[at]):
                taken.append(value)
                grow()
                taken.pop()

    grow()
    return left


def _by_bounds(one: Scope, domains: Masks) -> Masks:
    signs = [-1 if one.kind == "arrow" and at == 0 else 1 for at in range(len(domains))]
    first = one.first
    ranges = [(bits(mask)[0] + first, mask.bit_length() - 1 + first) for mask in domains]
    lows = [low if sign > 0 else -high for sign, (low, high) in zip(signs, ranges, strict=True)]
    highs = [high if sign > 0 else -low for sign, (low, high) in zip(signs, ranges, strict=True)]
    least, most = sum(lows), sum(highs)
    return [
        sum(1 << value for value in bits(mask) if least - low <= one.value - sign * (value + first) <= most - high)
        for mask, sign, low, high in zip(domains, signs, lows, highs, strict=True)
    ]


def _by_sets(one: Scope, domains: Masks) -> Masks | None:
    """Sets of different values that add up to the number."""
    every = 0
    for mask in domains:
        every |= mask
    values = bits(every)
    if len(values) > 16:
        return None
    possible = 0
    for some in combinations(values, len(domains)):
        if sum(some) + one.first * len(some) == one.value:
            chosen = sum(1 << value for value in some)
            if all(mask & chosen for mask in domains):
                possible |= chosen
    left = [mask & possible for mask in domains]
    ways = prod(mask.bit_count() for mask in left)
    return _by_ways(one, left) if 0 < ways <= MOST_WAYS // 10 else left


def _by_windows(one: Scope, domains: Masks) -> Masks:
    """Stretches of values, of which each cell has one and each value a cell."""
    every = possible = 0
    for mask in domains:
        every |= mask
    for start in range(one.order - len(domains) + 1):
        window = (1 << len(domains)) - 1 << start
        if not window & ~every and all(mask & window for mask in domains):
            possible |= window
    return [mask & possible for mask in domains]


def _by_views(one: Scope, domains: Masks) -> Masks:
    """By the greatest height so far and, as masks, how many houses may be seen, from both ends."""
    tops = range(one.order + one.first)
    goal = 1 << one.value if one.value <= one.order else 0
    seen, steps = [1, *[0] * (len(tops) - 1)], []
    for mask in domains:
        heights, lower = mask << one.first, [0, *accumulate(seen, or_)]
        steps.append((heights, seen, lower))
        hides = [heights & (2 << top) - 1 for top in tops]
        seen = [(seen[top] if hides[top] else 0) | (lower[top] << 1 if heights >> top & 1 else 0) for top in tops]
    good = [masks & goal for masks in seen]
    left = []
    for heights, seen, lower in reversed(steps):
        hidden = max((top + 1 for top in tops if seen[top] & good[top]), default=0)
        rises = sum(1 << top for top in bits(heights) if lower[top] & good[top] >> 1)
        left.append((heights & ((1 << hidden) - 1 | rises)) >> one.first)
        higher = 0
        for top in reversed(tops):
            stays = good[top] if heights & (2 << top) - 1 else 0
            rise = good[top] >> 1 if heights >> top & 1 else 0
            good[top] = seen[top] & (stays | higher)
            higher |= rise
    return left[::-1]


def _by_parks(one: Scope, domains: Masks) -> Masks:
    """What is placed stands nowhere else; what has no more places than it needs stands there."""
    left = list(domains)
    for height in range(max(len(domains) - one.value, 0) + 1):
        bit, needed = (1 << height) >> one.first, 1 if height else one.value
        places = [at for at, mask in enumerate(domains) if mask & bit]
        sure = [at for at in places if domains[at] == bit]
        if not len(sure) <= needed <= len(places):
            return [0] * len(domains)
        for at in places:
            if len(places) == needed:
                left[at] &= bit
            elif len(sure) == needed and at not in sure:
                left[at] &= ~bit
    return left


_LEFT: dict[str, Callable[[Scope, Masks], Masks | None]] = {
    "cage": _by_sets,
    "stretch": _by_windows,
    "views": _by_views,
    "parks": _by_parks,
}


TECHNIQUES = simplest_first(*OF_GROUPS, Technique(LOCKED, MEDIUM, _locked))
ALL = simplest_first(
    *TECHNIQUES,
    *cage_arithmetic.TECHNIQUES,
    *(
        Technique(name, EASY, partial(_by_constraint, name))
        for name in (NEIGHBOURS, COMBINATIONS, STRETCH, PARKS, VIEWS)
    ),
)
LEVELS = Levels({technique.name: technique.level for technique in ALL})
