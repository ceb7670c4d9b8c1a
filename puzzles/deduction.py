"""Reasoning as a person does on a grid: what follows from what, as data that can be checked without its words.

Sets of values are bit masks, bit v for the value v. A family's `Position` knows its rules and offers its techniques,
the simplest first; here they are applied, to find the next step (`next_steps`) or to solve (`solve`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from puzzles.by_hand import GRADES, Grade
from puzzles.family import Board

EASY, MEDIUM, HARD, EXPERT, SEARCH = range(len(GRADES))
"""Levels of techniques: their place in GRADES."""

OFTEN = 0.25
"""Uses of the hardest level's techniques, as a share of the open cells, above which a puzzle is one grade harder."""

BIFURCATION = "bifurcation"


Grounds = tuple[tuple[int, int], ...]
"""(cell, values) each, as those of a Deduction."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step: by the rules of `groups` and by `grounds`, values are ruled out (`removed`), or one is known.

    `groups`: numbers of rows, columns or runs. `grounds` and `removed`: (cell, values that can't stand there); what is
    removed was not ruled out before. `placed`: (cell, value). `cells`, `values`: the pattern, for words. `trial`: for
    a bifurcation, what follows if the one removed value stands there, up to a contradiction. `chain`: (cell, value,
    group) each; if the first does not stand, the next ones do, one after the other, as the last place in that group,
    or in that cell where it is -1. A step that neither removes nor places is a contradiction: nothing satisfies groups
    and grounds.
    """

    technique: str
    groups: tuple[int, ...]
    cells: tuple[int, ...]
    values: int
    grounds: Grounds
    removed: Grounds = ()
    placed: tuple[int, int] | None = None
    trial: tuple[Deduction, ...] = ()
    chain: tuple[tuple[int, int, int], ...] = ()

    @property
    def contradicts(self) -> bool:
        return not self.removed and self.placed is None


class Technique(NamedTuple):
    """`find` yields what the technique, `name`, gives at a position; it may yield contradictions too."""

    name: str
    level: int
    find: Callable[[Any], Iterator[Deduction]]


def simplest_first(*techniques: Technique) -> tuple[Technique, ...]:
    """The techniques by their levels, those of one level as they are given."""
    return tuple(sorted(techniques, key=lambda technique: technique.level))


class Conjugates(NamedTuple):
    """Two cells one of which holds the value, the last two places for it in a group; grounds as of a Deduction."""

    value: int
    one: int
    two: int
    group: int
    grounds: Grounds


class Position(ABC):
    """What is known of each cell: `domains`, the values that may stand there, and `filled`, whether one does.

    The domain of a filled cell is its value alone. `full`: all values. `lines`: the cells of each group; no value
    stands twice in one. `groups_of`: by cell, the numbers of its groups; `sees`: the others that share one with it.
    `givens`: the board with the given values alone. `techniques`: all of the puzzle's, the simplest first. `changing`:
    the names of the lists that steps change.
    """

    open_value: ClassVar[int]
    changing: ClassVar[tuple[str, ...]]
    puzzle: Any
    givens: Board
    groups_of: Sequence[Sequence[int]]
    sees: Sequence[frozenset[int]]
    techniques: Sequence[Technique]
    domains: list[int]
    filled: list[bool]
    full: int
    lines: Sequence[Sequence[int]]

    @abstractmethod
    def place(self, cell: int, value: int) -> None:
        """Writes the value and rules out what each group's filled cells alone rule out."""

    @abstractmethod
    def required(self, group: int, cells: Sequence[int]) -> int:
        """The values that the group's open cells, `cells`, hold, whatever they are, as a mask."""

    @abstractmethod
    def grounds_of_required(self, cells: Sequence[int], chosen: Sequence[int], mask: int) -> Grounds:
        """Why required values, `mask`, stand in the chosen ones of a group's open cells."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in self.changing:
            twin.__dict__[name] = self.__dict__[name].copy()
        return twin

    def open_in(self, group: int) -> list[int]:
        return [cell for cell in self.lines[group] if not self.filled[cell]]

    def open_groups(self, technique: str = "") -> Iterator[tuple[int, list[int]]]:
        """The groups with open cells, and these; of a technique's name, perhaps without what it has nothing new in."""
        for group in range(len(self.lines)):
            if cells := self.open_in(group):
                yield group, cells

    def places(self, cells: Sequence[int], mask: int) -> list[tuple[int, int]]:
        """Each value of the mask, with a mask of the places in `cells` that admit it."""
        found = dict.fromkeys(bits(mask), 0)
        for place, cell in enumerate(cells):
            for value in bits(self.domains[cell] & mask):
                found[value] |= 1 << place
        return list(found.items())

    def ruled_out(self, cells: Sequence[int], mask: int) -> Grounds:
        """What those cells lose if they hold none of the mask's values."""
        return tuple((cell, lost) for cell in cells if (lost := self.domains[cell] & mask))

    def conjugates(self) -> Iterator[Conjugates]:
        """All of the position."""
        for group, cells in self.open_groups():
            for value, places in self.places(cells, self.required(group, cells)):
                if places.bit_count() == 2:
                    one, two = (cells[place] for place in bits(places))
                    yield Conjugates(value, one, two, group, self.grounds_of_required(cells, (one, two), 1 << value))

    def interchangeable(self, cells: Sequence[int]) -> bool:
        """Whether nothing is given in these cells, and they stand in no rules but those of groups."""
        return all(self.givens[cell] == self.open_value for cell in cells)

    def has_one_solution(self) -> bool:
        """Whether it is proved that the puzzle has exactly one, in a few hundredths of a second."""
        return _has_one_solution(type(self), self.puzzle, tuple(self.givens))

    def rests_on(self, step: Deduction) -> Grounds:
        """Of a placement, further grounds of what it rules out, as `Deduction.grounds`; by default none."""
        return ()

    def apply(self, step: Deduction) -> bool:
        """Makes the step; False if it changed nothing, as other steps have said the same."""
        changed = False
        for cell, mask in step.removed:
            changed = changed or bool(self.domains[cell] & mask)
            self.domains[cell] &= ~mask
        if step.placed is not None and not self.filled[step.placed[0]]:
            self.place(*step.placed)
            changed = True
        return changed

    def open_cells(self) -> list[int]:
        return [cell for cell, filled in enumerate(self.filled) if not filled]

    def find(self, most: int = EXPERT) -> Iterator[tuple[Technique, Iterator[Deduction]]]:
        """Each technique up to that level, the simplest first, with what it finds now."""
        for technique in self.techniques:
            if technique.level <= most:
                yield technique, technique.find(self)


def bits(mask: int) -> list[int]:
    """The values of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def covering(nodes: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every `size` of the (node, neighbours) that have just `size` neighbours together, with these as a mask."""
    few = [(node, mask) for node, mask in nodes if 1 < mask.bit_count() <= size]

    def grow(start: int, taken: tuple[int, ...], union: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(taken) == size:
            if union.bit_count() == size:
                yield taken, union
            return
        for i in range(start, len(few) - (size - len(taken)) + 1):
            node, mask = few[i]
            if (union | mask).bit_count() <= size:
                yield from grow(i + 1, (*taken, node), union | mask)

    yield from grow(0, (), 0)


def next_steps(position: Position, most: int = EXPERT) -> tuple[Deduction, ...]:
    """The steps up to the next placement, or to a contradiction; only those it rests on. Empty if nothing is found.

    The position is changed by them. Where no technique up to that level leads on, values are tried (`bifurcation`).
    """
    steps: list[Deduction] = []
    budget = Budget(len(position.domains))
    while True:
        step = next((one for _, found in position.find(most) for one in found), None) or bifurcation(position, budget)
        if step is None:
            return ()
        steps.append(step)
        if step.placed is not None or step.contradicts:
            return needed(steps)
        position.apply(step)


def needed(steps: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """The last step and those before it that it rests on."""
    wanted: Counter[int] = Counter()
    kept: list[Deduction] = []
    for step in reversed(steps):
        if not kept or any(wanted[cell] & mask for cell, mask in step.removed):
            kept.append(step)
            for cell, mask in grounds_of(step):
                wanted[cell] |= mask
    return tuple(reversed(kept))


def grounds_of(step: Deduction) -> Iterator[tuple[int, int]]:
    """What the step rests on, (cell, values) each; of a trial, all that its steps rest on."""
    yield from step.grounds
    for one in step.trial:
        yield from grounds_of(one)


class Outcome(NamedTuple):
    """`steps`: how often each technique was used; `solved`: wanted cells are filled; `contradicts`: nothing fits."""

    steps: Counter[str]
    solved: bool
    contradicts: bool


def solve(
    position: Position, most: int = EXPERT, *, frugal: bool = True, wanted: Sequence[int] | None = None
) -> Outcome:
    """Fills in what techniques up to that level give; the simplest that gives something is always the next.

    `wanted`: the cells whose values are looked for, by default all; it ends when they are filled.
    `frugal`: of a technique above the lowest level one step at a time, so that none is counted that is not needed; else
    all that it gives in one pass, which is faster and fills in the same cells.
    """
    steps: Counter[str] = Counter()
    cells = range(len(position.filled)) if wanted is None else wanted
    while not all(position.filled[cell] for cell in cells):
        changed = False
        for technique, found in position.find(most):
            for step in found:
                if step.contradicts:
                    return Outcome(steps, False, True)
                if position.apply(step):
                    steps[step.technique] += 1
                    changed = True
                    if frugal and technique.level > EASY:
                        break
            if changed:
                break
        if not changed:
            return Outcome(steps, False, False)
    return Outcome(steps, True, False)


PROOF = 6_000
"""Cells of all positions that are looked at to prove that there is one solution."""


@lru_cache(maxsize=64)
def _has_one_solution(kind: Callable[[Any, Board], Position], puzzle: Any, givens: Board) -> bool:
    waiting, solved, left = [kind(puzzle, givens)], 0, PROOF
    while waiting and solved < 2:
        position = waiting.pop()
        left -= len(position.domains)
        if left < 0:
            return False
        outcome = solve(position, EASY, frugal=False)
        solved += outcome.solved
        if not outcome.solved and not outcome.contradicts:
            cell = min(position.open_cells(), key=lambda one: position.domains[one].bit_count())
            for value in bits(position.domains[cell]):
                waiting.append(position.copy())
                waiting[-1].place(cell, value)
    return solved == 1


VISITS, LONGEST_TRIAL = 150_000, 30
"""Cells that may be looked at in all trials of one hint (some 0.05 s); steps that are followed from one value."""


class Budget:
    """Counts the steps that trials may still follow, so that a hint takes about the same time on any board."""

    def __init__(self, cells: int) -> None:
        self.left = VISITS // cells


def bifurcation(position: Position, budget: Budget) -> Deduction | None:
    """A value from which techniques of the lowest level lead to a contradiction, so that it can't stand; else None.

    Cells with the fewest values are tried first; of a cell's values that fail, the one that does soonest is taken.
    """
    cells = sorted(position.open_cells(), key=lambda cell: position.domains[cell].bit_count())
    for cell in cells:
        best: Deduction | None = None
        for value in bits(position.domains[cell]):
            trial = _followed(position, cell, value, budget)
            if trial and (best is None or len(trial) < len(best.trial)):
                best = Deduction(BIFURCATION, (), (cell,), 1 << value, (), ((cell, 1 << value),), trial=trial)
        if best is not None or budget.left <= 0:
            return best
    return None


def _followed(start: Position, cell: int, value: int, budget: Budget) -> tuple[Deduction, ...]:
    """The steps from that value to a contradiction, only those it rests on; empty if none was reached."""
    position = start.copy()
    position.place(cell, value)
    steps: list[Deduction] = []
    while len(steps) < LONGEST_TRIAL and budget.left > 0:
        budget.left -= 1
        step = next((one for _, found in position.find(EASY) for one in found), None)
        if step is None:
            return ()
        steps.append(step)
        if step.contradicts:
            return _rested_on(start, cell, value, steps)
        position.apply(step)
    return ()


def _rested_on(start: Position, cell: int, value: int, steps: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """The last step and the placements before it that ruled out something it rests on."""
    position = start.copy()
    position.place(cell, value)
    ruled_out = []
    for step in steps[:-1]:
        before = position.domains[:]
        position.apply(step)
        ruled_out.append([old & ~new for old, new in zip(before, position.domains, strict=True)])
        if step.placed is not None:
            ruled_out[-1][step.placed[0]] = -1
    wanted: Counter[int] = Counter(dict(steps[-1].grounds))
    kept = [steps[-1]]
    for step, lost in zip(reversed(steps[:-1]), reversed(ruled_out), strict=True):
        if any(mask & lost[one] for one, mask in wanted.items()):
            kept.append(step)
            for one, mask in (*step.grounds, *start.rests_on(step)):
                wanted[one] |= mask
    return tuple(reversed(kept))


@dataclass(frozen=True, slots=True)
class Levels:
    """The level of each technique of a family, and from its uses a puzzle's grade."""

    level_of: dict[str, int] = field(default_factory=dict)

    def hardest(self, steps: Sequence[Deduction]) -> str:
        """The technique of the highest level among the steps, the last of several."""
        return max(reversed(steps), key=lambda step: self.level_of.get(step.technique, SEARCH)).technique

    def grade(self, outcome: Outcome, open_cells: int) -> Grade:
        """The grade: that of the hardest technique, one more (up to expert) if its level is needed often."""
        if not outcome.solved:
            return Grade(GRADES[SEARCH], dict(outcome.steps))
        level = max((self.level_of[name] for name in outcome.steps), default=EASY)
        uses = sum(number for name, number in outcome.steps.items() if self.level_of[name] == level)
        if EASY < level < EXPERT and uses > OFTEN * open_cells:
            level += 1
        return Grade(GRADES[level], dict(outcome.steps))
